/// A piece of a page.
enum HTMLToken {
  /// Character data in UTF-8, with character references resolved.
  case text([UInt8])
  /// A start tag, whether it ends in `>` or `/>`.
  case start(HTMLTag)
  /// An end tag, with its name in lower case.
  case end(String)
}

/// A start tag.
struct HTMLTag {
  /// Its name in lower case.
  var name: String
  /// Its attributes, with names in lower case. Of several attributes with one name only
  /// the first one is here.
  var attributes: [(name: String, value: String)] = []

  /// The value of an attribute; nil if the tag doesn't have it, and empty if it has no
  /// value.
  subscript(name: String) -> String? {
    attributes.first { $0.name == name }?.value
  }

  /// Whether `class` contains this name.
  func hasClass(_ name: String) -> Bool {
    self["class"].map { $0.split(whereSeparator: \.isWhitespace).contains { $0 == name } } ?? false
  }
}

/// Splits a page into tokens (WHATWG HTML, 13.2.5 "Tokenization"), in time proportional
/// to its length.
///
/// This is a tokenizer of our own, because the available libraries have no bounds: gumbo
/// 0.10 takes 9 s for 100 KB of `<div>` and all memory for 1 MB, and libxml2 reads HTML 4
/// and silently drops everything below a depth of 256.
///
/// Comments, the document type, scripts and style sheets give no token.
///
/// In a page that begins with an XML declaration, a start tag that ends in `/>` is followed by
/// its end tag, as XML has it. In other pages what follows `<b/>` is bold, and everything
/// behind `<title/>` belongs to the title.
struct HTMLTokenizer {
  /// The page in UTF-8.
  private let source: [UInt8]
  /// The index of the next byte to read.
  private var index = 0
  /// The name of the element whose content, up to its end tag, isn't markup.
  private var rawName: String?

  /// Whether the content of `<style>` is a token.
  private let keepsStyleSheets: Bool

  /// The name of the element that the last start tag both opened and closed.
  private var emptyName: String?

  /// Whether the page begins with an XML declaration.
  private let isXML: Bool

  /// The index of the last tag's `<`.
  private(set) var tagStart = 0
  /// The index behind the last token.
  var position: Int { index }

  /// The elements of SVG or MathML that are open, in which `/>` ends an element and no content is raw text: their
  /// outermost name, and how many of that name.
  private var foreign: (name: String, depth: Int)?

  /// Whether SVG and MathML follow their own rules.
  private let knowsForeign: Bool

  /// Begins a page.
  ///
  /// - Parameters:
  ///   - keepsStyleSheets: whether the content of `<style>` becomes a text token, as it
  ///     stands. Default: no.
  ///   - knowsForeign: whether SVG and MathML follow their own rules. A filter that leaves
  ///     them out but not what is in them reads that as HTML. Default: yes.
  init(_ source: [UInt8], keepsStyleSheets: Bool = false, knowsForeign: Bool = true) {
    self.source = source
    self.keepsStyleSheets = keepsStyleSheets
    self.knowsForeign = knowsForeign
    isXML = source.starts(with: "<?xml".utf8) && source.dropFirst(5).first.map(HTMLByte.isSpace) == true
  }

  /// The next token; nil at the end of the page.
  mutating func next() -> HTMLToken? {
    if let name = emptyName {
      emptyName = nil
      return .end(name)
    }
    while index < source.count {
      if let name = rawName {
        rawName = nil
        if let token = rawContent(name) { return token }
        continue
      }
      if source[index] == UInt8(ascii: "<") { tagStart = index }
      if source[index] == UInt8(ascii: "<"), let token = markup() {
        if let token { return token }
        continue
      }
      return text()
    }
    return nil
  }

  // MARK: Text

  /// Reads text up to the next `<` that begins markup, and resolves the character
  /// references in it. A `<` at `index` doesn't begin any, and is text: `1 < 2`.
  private mutating func text() -> HTMLToken {
    var output: [UInt8] = []
    var start = index
    if source[index] == UInt8(ascii: "<") { index += 1 }
    while index < source.count, source[index] != UInt8(ascii: "<") {
      if source[index] == UInt8(ascii: "&") {
        output.append(contentsOf: source[start..<index])
        let reference = HTMLCharacterReference.read(source, at: index, inAttribute: false)
        if let reference {
          output.append(contentsOf: reference.bytes)
          index += reference.length
        } else {
          output.append(UInt8(ascii: "&"))
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

  /// Reads the content of `<title>`, `<textarea>`, `<script>` and the like, up to the end
  /// tag of that name: `</b>` within a script is no end tag.
  ///
  /// Character references are resolved in content that is shown. Returns nil if the
  /// content gives no token.
  private mutating func rawContent(_ name: String) -> HTMLToken? {
    let start = index
    let wanted = Array(name.utf8)
    while index < source.count, !isEndTag(wanted) { index += 1 }
    if keepsStyleSheets, name == "style" { return index > start ? .text(Array(source[start..<index])) : nil }
    guard HTMLElements.keepsRawText(name) else { return nil }
    var output: [UInt8] = []
    var position = start
    while position < index {
      if source[position] == UInt8(ascii: "&"),
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

  /// Whether the end tag of this name stands at `index`, in any case of letters.
  private func isEndTag(_ name: [UInt8]) -> Bool {
    guard source[index] == UInt8(ascii: "<"), index + 2 + name.count <= source.count,
      source[index + 1] == UInt8(ascii: "/")
    else {
      return false
    }
    for (offset, byte) in name.enumerated() where source[index + 2 + offset].asciiLowercased != byte {
      return false
    }
    let end = index + 2 + name.count
    return end == source.count || HTMLByte.endsName(source[end])
  }

  // MARK: Markup

  /// Reads what the `<` at `index` begins: a tag if a letter follows, an end tag if `/`
  /// and a letter follow, and something to skip for `<!`, `<?` and `</` with anything
  /// else behind it.
  ///
  /// - Returns: a token; `.some(nil)` for markup without a token; nil if the `<` is text.
  private mutating func markup() -> HTMLToken?? {
    guard index + 1 < source.count else { return nil }
    let byte = source[index + 1]
    if byte.isASCIILetter {
      index += 1
      return .some(startTag())
    }
    switch byte {
    case UInt8(ascii: "/"):
      guard index + 2 < source.count else { return nil }
      if source[index + 2].isASCIILetter {
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

  /// Goes behind the next byte of this value, or to the end of the page.
  private mutating func skip(past byte: UInt8) {
    while index < source.count, source[index] != byte { index += 1 }
    index += 1
  }

  /// Skips a comment, or anything else that begins with `<!`. Comments end in `-->` or
  /// `--!>`, and `<!-->` and `<!--->` are complete ones.
  private mutating func declaration() {
    guard source[index...].starts(with: [0x3C, 0x21, 0x2D, 0x2D]) else { return skip(past: 0x3E) }
    index += 4
    // `<!-->` and `<!--->` are comments as well.
    if source[index...].starts(with: [0x3E]) || source[index...].starts(with: [0x2D, 0x3E]) {
      return skip(past: 0x3E)
    }
    while index < source.count {
      if source[index] == UInt8(ascii: "-"),
        source[index...].starts(with: [0x2D, 0x2D, 0x3E])
          || source[index...].starts(with: [0x2D, 0x2D, 0x21, 0x3E])
      {
        return skip(past: 0x3E)
      }
      index += 1
    }
  }

  /// Reads a tag's name.
  private mutating func name() -> String {
    let start = index
    while index < source.count, !HTMLByte.endsName(source[index]) { index += 1 }
    return String(decoding: source[start..<index].lazy.map(\.asciiLowercased), as: UTF8.self)
  }

  /// Reads an end tag. Its attributes mean nothing and are skipped. Nil if the page ends
  /// inside the tag.
  private mutating func endTag() -> HTMLToken? {
    let name = name()
    _ = attributes(limit: 0)
    endForeign(name)
    return index <= source.count ? .end(name) : nil
  }

  /// Reads a start tag with up to 256 attributes. Further ones are skipped, so that
  /// comparing their names stays cheap.
  ///
  /// Returns nil if the page ends inside the tag, which then is left out.
  private mutating func startTag() -> HTMLToken? {
    let name = name()
    let attributes = attributes(limit: 256)
    if index > source.count { return nil }
    let isInForeign = foreign != nil
    beginForeign(name)
    let isEmpty = source[index - 2] == UInt8(ascii: "/")
    if isEmpty, name != "br", isXML || foreign != nil {  // `</br>` is a second line break
      emptyName = name
      endForeign(name)
    } else if HTMLElements.isRawText(name), !isInForeign || name == "style" || name == "script" {
      rawName = name
    }
    return .start(HTMLTag(name: name, attributes: attributes))
  }

  /// Counts an element that may begin SVG or MathML.
  private mutating func beginForeign(_ name: String) {
    guard knowsForeign else { return }
    if let open = foreign {
      if open.name == name { foreign?.depth += 1 }
    } else if HTMLElements.role(name) == .drawing || HTMLElements.role(name) == .formula {
      foreign = (name, 1)
    }
  }

  /// Counts the end of an element that may end SVG or MathML.
  private mutating func endForeign(_ name: String) {
    guard let open = foreign, open.name == name else { return }
    foreign = open.depth > 1 ? (name, open.depth - 1) : nil
  }

  /// Reads attributes up to and including the tag's `>`. If the page ends before that,
  /// `index` goes beyond its end.
  ///
  /// - Parameter limit: the most attributes to return.
  private mutating func attributes(limit: Int) -> [(name: String, value: String)] {
    var attributes: [(name: String, value: String)] = []
    while true {
      while index < source.count, HTMLByte.isSpace(source[index]) || source[index] == UInt8(ascii: "/") {
        index += 1
      }
      guard index < source.count else {
        index = source.count + 1
        return attributes
      }
      if source[index] == UInt8(ascii: ">") {
        index += 1
        return attributes
      }
      let attribute = attribute()
      if attributes.count < limit, !attributes.contains(where: { $0.name == attribute.name }) {
        attributes.append(attribute)
      }
    }
  }

  /// Reads an attribute. One without a value has an empty one.
  private mutating func attribute() -> (name: String, value: String) {
    let start = index
    index += 1
    while index < source.count, !HTMLByte.endsName(source[index]), source[index] != UInt8(ascii: "=") {
      index += 1
    }
    let name = String(decoding: source[start..<index].lazy.map(\.asciiLowercased), as: UTF8.self)
    var ahead = index
    while ahead < source.count, HTMLByte.isSpace(source[ahead]) { ahead += 1 }
    guard ahead < source.count, source[ahead] == UInt8(ascii: "=") else { return (name, "") }
    index = ahead + 1
    while index < source.count, HTMLByte.isSpace(source[index]) { index += 1 }
    return (name, value())
  }

  /// Reads a value in quotes, or without them up to white space or `>`. Character
  /// references are resolved.
  private mutating func value() -> String {
    guard index < source.count else { return "" }
    let quote = source[index]
    let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    if isQuoted { index += 1 }
    var output: [UInt8] = []
    while index < source.count {
      let byte = source[index]
      if isQuoted ? byte == quote : HTMLByte.isSpace(byte) || byte == UInt8(ascii: ">") { break }
      if byte == UInt8(ascii: "&"),
        let reference = HTMLCharacterReference.read(source, at: index, inAttribute: true)
      {
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
