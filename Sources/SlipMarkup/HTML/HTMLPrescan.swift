/// Finds the encoding that the beginning of a page declares (WHATWG HTML, 13.2.3.2 "Prescan a byte
/// stream to determine its encoding").
///
/// Only attributes of `<meta>` tags count: `charset`, or `content` beside
/// `http-equiv="content-type"`. Comments, scripts and styles are passed over, and so is the same word in
/// any other attribute or in text. An XML declaration at the very beginning counts, too.
struct HTMLPrescan {
  /// The beginning of the page.
  private let bytes: [UInt8]
  /// Where the search stands.
  private var position = 0
  /// Whether the head has ended.
  private var isInBody = false

  /// The labels that a page declares, in lower case and in order. Mostly it is one.
  ///
  /// Behind the first 1,024 bytes only a `<meta>` within the head counts.
  static func labels(_ head: some Collection<UInt8>) -> [String] {
    var scan = HTMLPrescan(bytes: Array(head))
    var labels: [String] = []
    while labels.count < 4, let label = scan.find() { labels.append(label) }
    return labels
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Passes over the page until a declaration comes.
  private mutating func find() -> String? {
    if position == 0, starts("<?xml"), let label = xmlLabel() {
      position = 1
      return label
    }
    while position < bytes.count {
      // The body begins here, and what follows was read before a browser could see it.
      isInBody = isInBody || starts("<body") || starts("</head")
      if position > 1024, isInBody { return nil }
      if starts("<!--") {
        position += 2
        skip(past: "-->")
      } else if starts("<meta"), isTagEnd(at: position + 5) {
        position += 5
        if let label = metaLabel() { return label }
      } else if starts("<!") || starts("<?") {
        skip(past: ">")
      } else if starts("<"),
        let letter = byte(at: position + (byte(at: position + 1) == UInt8(ascii: "/") ? 2 : 1)),
        letter.isASCIILetter
      {
        element()
      } else {
        position += 1
      }
    }
    return nil
  }

  /// Passes over a tag; behind the beginning of a script or a style, over its text, too.
  private mutating func element() {
    let name = ["script", "style", "title", "textarea"].first {
      starts("<" + $0) && isTagEnd(at: position + 1 + $0.utf8.count)
    }
    while let next = byte(at: position), next != UInt8(ascii: ">"), !isSpace(next) { position += 1 }
    while attribute() != nil {}
    guard let name, name == "script" || name == "style" else { return }
    while position < bytes.count, !starts("</" + name) { position += 1 }
  }

  /// The label of the `<meta>` tag whose attributes come next.
  private mutating func metaLabel() -> String? {
    var seen: Set<String> = []
    var (isContentType, charset, content): (Bool, String?, String?) = (false, nil, nil)
    while let (name, value) = attribute() {
      guard seen.insert(name).inserted else { continue }
      switch name {
      case "http-equiv": isContentType = value == "content-type"
      case "charset": charset = value
      case "content": content = HTMLPrescan.charset(in: value)
      default: break
      }
    }
    let label = charset ?? (isContentType ? content : nil)
    return label.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The value behind `charset=` in the text of a `content` attribute.
  private static func charset(in text: String) -> String? {
    var rest = text[...]
    while let found = rest.firstRange(of: "charset") {
      rest = rest[found.upperBound...]
      let sign = rest.drop { $0.isWhitespace }
      guard sign.first == "=" else { continue }
      let value = sign.dropFirst().drop { $0.isWhitespace }
      guard let quote = value.first, quote == "\"" || quote == "'" else {
        return String(value.prefix { !$0.isWhitespace && $0 != ";" })
      }
      let inner = value.dropFirst()
      return inner.contains(quote) ? String(inner.prefix { $0 != quote }) : nil
    }
    return nil
  }

  /// The `encoding` of the XML declaration at the beginning.
  private func xmlLabel() -> String? {
    guard let end = bytes.firstIndex(of: 0x3E) else { return nil }
    let text = HTMLPrescan.text(bytes[..<end])
    guard let found = text.firstRange(of: "encoding") else { return nil }
    let sign = text[found.upperBound...].drop { $0.isWhitespace }
    guard sign.first == "=" else { return nil }
    let value = sign.dropFirst().drop { $0.isWhitespace }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    return String(value.dropFirst().prefix { $0 != quote })
  }

  /// Takes the next attribute of a tag, both in lower case ("get an attribute"); nil at the tag's end.
  private mutating func attribute() -> (name: String, value: String)? {
    while let next = byte(at: position), isSpace(next) || next == UInt8(ascii: "/") { position += 1 }
    guard let first = byte(at: position), first != UInt8(ascii: ">") else {
      position += 1
      return nil
    }
    let start = position
    while let next = byte(at: position), next != UInt8(ascii: ">"), next != UInt8(ascii: "/"), !isSpace(next),
      next != UInt8(ascii: "=") || position == start
    {
      position += 1
    }
    let name = HTMLPrescan.text(bytes[start..<position])
    let afterName = position
    while let next = byte(at: position), isSpace(next) { position += 1 }
    guard byte(at: position) == UInt8(ascii: "=") else {
      position = afterName
      return (name, "")
    }
    position += 1
    while let next = byte(at: position), isSpace(next) { position += 1 }
    guard let quote = byte(at: position), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let start = position
      while let next = byte(at: position), next != UInt8(ascii: ">"), !isSpace(next) { position += 1 }
      return (name, HTMLPrescan.text(bytes[start..<position]))
    }
    position += 1
    let value = position
    while let next = byte(at: position), next != quote { position += 1 }
    defer { position += 1 }
    return (name, HTMLPrescan.text(bytes[value..<position]))
  }

  /// Goes behind the next place of a word, or to the end.
  private mutating func skip(past word: String) {
    while position < bytes.count, !starts(word) { position += 1 }
    position = min(position + word.utf8.count, bytes.count)
  }

  /// Whether a word in lower case comes next, in any case.
  private func starts(_ word: String) -> Bool {
    let word = word.utf8
    guard position + word.count <= bytes.count else { return false }
    return zip(bytes[position...], word).allSatisfy { $0.asciiLowercased == $1 }
  }

  /// Whether a tag's name ends here.
  private func isTagEnd(at index: Int) -> Bool {
    byte(at: index).map { isSpace($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") } ?? false
  }

  private func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }
  private func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte) && byte != 0x0B
  }

  /// Text in lower case; bytes beyond ASCII are part of no label.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map { $0 < 0x80 ? $0.asciiLowercased : 0x3F }, as: UTF8.self)
  }
}
