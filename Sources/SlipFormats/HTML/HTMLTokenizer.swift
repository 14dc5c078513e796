/// A piece of a page.
enum HTMLToken {
  /// Character data, references decoded.
  case text([UInt8])
  case start(HTMLTag)
  /// Lower-case name.
  case end(String)
}

/// A start tag; names in lower case, of two attributes of one name the first.
struct HTMLTag {
  var name: String
  var attributes: [(name: String, value: String)] = []

  subscript(name: String) -> String? {
    attributes.first { $0.name == name }?.value
  }

  func hasClass(_ name: String) -> Bool {
    self["class"].map { $0.split(whereSeparator: \.isWhitespace).contains { $0 == name } } ?? false
  }
}

/// Tokens of a page (WHATWG HTML, 13.2.5 "Tokenization"), in time linear in its length.
///
/// An own tokenizer, because the libraries at hand don't keep to bounds: gumbo 0.10 needs 9 s and then all memory
/// for 100 KB and 1 MB of `<div>`, libxml2 reads HTML 4 and cuts off silently below a depth of 256. Comments,
/// the document type, scripts and style sheets give no token.
struct HTMLTokenizer {
  private let source: [UInt8]
  private var index = 0
  /// Set by an element whose content isn't markup, until its end tag.
  private var rawName: String?

  private let keepsStyleSheets: Bool

  /// - Parameter keepsStyleSheets: the content of `<style>` is a text token as it stands.
  init(_ source: [UInt8], keepsStyleSheets: Bool = false) {
    self.source = source
    self.keepsStyleSheets = keepsStyleSheets
  }

  /// The next token; nil at the end.
  mutating func next() -> HTMLToken? {
    while index < source.count {
      if let name = rawName {
        rawName = nil
        if let token = rawContent(name) { return token }
        continue
      }
      if source[index] == 0x3C, let token = markup() {
        if let token { return token }
        continue
      }
      return text()
    }
    return nil
  }

  // MARK: Text

  /// Text up to the next `<` that begins markup; the one at `index`, if any, doesn't.
  private mutating func text() -> HTMLToken {
    var output: [UInt8] = []
    var start = index
    if source[index] == 0x3C { index += 1 }
    while index < source.count, source[index] != 0x3C {
      if source[index] == 0x26 {
        output.append(contentsOf: source[start..<index])
        let reference = HTMLCharacterReference.read(source, at: index, inAttribute: false)
        if let reference {
          output.append(contentsOf: reference.bytes)
          index += reference.length
        } else {
          output.append(0x26)
          index += 1
        }
        start = index
      } else {
        index += 1
      }
    }
    output.append(contentsOf: source[start..<index])
    return .text(output)
  }

  /// What stands in `<title>`, `<textarea>`, `<script>` and the like, up to the end tag of that name.
  private mutating func rawContent(_ name: String) -> HTMLToken? {
    let start = index
    let wanted = Array(name.utf8)
    while index < source.count, !isEndTag(wanted) { index += 1 }
    if keepsStyleSheets, name == "style" { return index > start ? .text(Array(source[start..<index])) : nil }
    guard HTMLElements.keepsRawText(name) else { return nil }
    var output: [UInt8] = []
    var position = start
    while position < index {
      if source[position] == 0x26,
        let reference = HTMLCharacterReference.read(source, at: position, inAttribute: false)
      {
        output.append(contentsOf: reference.bytes)
        position += reference.length
      } else {
        output.append(source[position])
        position += 1
      }
    }
    return output.isEmpty ? nil : .text(output)
  }

  private func isEndTag(_ name: [UInt8]) -> Bool {
    guard source[index] == 0x3C, index + 2 + name.count <= source.count, source[index + 1] == 0x2F else {
      return false
    }
    for (offset, byte) in name.enumerated() where HTMLByte.lower(source[index + 2 + offset]) != byte {
      return false
    }
    let end = index + 2 + name.count
    return end == source.count || HTMLByte.endsName(source[end])
  }

  // MARK: Markup

  /// Reads what `<` begins: `.some(nil)` for markup that gives no token, nil when it is text.
  private mutating func markup() -> HTMLToken?? {
    guard index + 1 < source.count else { return nil }
    let byte = source[index + 1]
    if HTMLByte.isLetter(byte) {
      index += 1
      return .some(startTag())
    }
    switch byte {
    case UInt8(ascii: "/"):
      guard index + 2 < source.count else { return nil }
      if HTMLByte.isLetter(source[index + 2]) {
        index += 2
        return .some(endTag())
      }
      skip(past: 0x3E)
      return .some(nil)
    case UInt8(ascii: "!"):
      declaration()
      return .some(nil)
    case UInt8(ascii: "?"):
      skip(past: 0x3E)
      return .some(nil)
    default:
      return nil
    }
  }

  private mutating func skip(past byte: UInt8) {
    while index < source.count, source[index] != byte { index += 1 }
    index += 1
  }

  /// A comment, or anything else that begins with `<!`.
  private mutating func declaration() {
    guard source[index...].starts(with: [0x3C, 0x21, 0x2D, 0x2D]) else { return skip(past: 0x3E) }
    index += 4
    // `<!-->` and `<!--->` are comments as well.
    if source[index...].starts(with: [0x3E]) || source[index...].starts(with: [0x2D, 0x3E]) {
      return skip(past: 0x3E)
    }
    while index < source.count {
      if source[index] == 0x2D,
        source[index...].starts(with: [0x2D, 0x2D, 0x3E])
          || source[index...].starts(with: [0x2D, 0x2D, 0x21, 0x3E])
      {
        return skip(past: 0x3E)
      }
      index += 1
    }
  }

  private mutating func name() -> String {
    let start = index
    while index < source.count, !HTMLByte.endsName(source[index]) { index += 1 }
    return String(decoding: source[start..<index].lazy.map(HTMLByte.lower), as: UTF8.self)
  }

  private mutating func endTag() -> HTMLToken? {
    let name = name()
    _ = attributes(limit: 0)
    return index <= source.count ? .end(name) : nil
  }

  /// Nil when the page ends inside the tag.
  private mutating func startTag() -> HTMLToken? {
    let name = name()
    let attributes = attributes(limit: 256)
    if index > source.count { return nil }
    if HTMLElements.isRawText(name) { rawName = name }
    return .start(HTMLTag(name: name, attributes: attributes))
  }

  /// Reads up to and with `>`; where the page ends before, `index` goes beyond its end.
  private mutating func attributes(limit: Int) -> [(name: String, value: String)] {
    var attributes: [(name: String, value: String)] = []
    while true {
      while index < source.count, HTMLByte.isSpace(source[index]) || source[index] == 0x2F { index += 1 }
      guard index < source.count else {
        index = source.count + 1
        return attributes
      }
      if source[index] == 0x3E {
        index += 1
        return attributes
      }
      let attribute = attribute()
      if attributes.count < limit, !attributes.contains(where: { $0.name == attribute.name }) {
        attributes.append(attribute)
      }
    }
  }

  private mutating func attribute() -> (name: String, value: String) {
    let start = index
    index += 1
    while index < source.count, !HTMLByte.endsName(source[index]), source[index] != 0x3D { index += 1 }
    let name = String(decoding: source[start..<index].lazy.map(HTMLByte.lower), as: UTF8.self)
    var ahead = index
    while ahead < source.count, HTMLByte.isSpace(source[ahead]) { ahead += 1 }
    guard ahead < source.count, source[ahead] == 0x3D else { return (name, "") }
    index = ahead + 1
    while index < source.count, HTMLByte.isSpace(source[index]) { index += 1 }
    return (name, value())
  }

  private mutating func value() -> String {
    guard index < source.count else { return "" }
    let quote = source[index]
    let isQuoted = quote == 0x22 || quote == 0x27
    if isQuoted { index += 1 }
    var output: [UInt8] = []
    while index < source.count {
      let byte = source[index]
      if isQuoted ? byte == quote : HTMLByte.isSpace(byte) || byte == 0x3E { break }
      if byte == 0x26, let reference = HTMLCharacterReference.read(source, at: index, inAttribute: true) {
        output.append(contentsOf: reference.bytes)
        index += reference.length
      } else {
        output.append(byte)
        index += 1
      }
    }
    if isQuoted { index += 1 }
    return String(decoding: output, as: UTF8.self)
  }
}
