internal import SlipDocument

/// Names of styles: OpenDocument's programs call many styles otherwise than Word and RTF do.
enum ODTNames {
  /// Styles of paragraphs: the name in OpenDocument, and that of Word.
  private static let paragraphs: [(odt: String, word: String)] = [
    ("Standard", "Normal"), ("Text body", "Body Text"), ("Quotations", "Quote"),
    ("Footnote", "footnote text"),
    ("Endnote", "endnote text"), ("Caption", "caption"), ("Header", "header"), ("Footer", "footer"),
    ("Preformatted Text", "Source Code"), ("Contents 1", "toc 1"), ("Contents 2", "toc 2"),
    ("Contents 3", "toc 3"), ("Contents Heading", "TOC Heading"), ("Comment", "annotation text"),
    ("List Indent", "List Paragraph"),
  ]
  /// Styles of characters.
  private static let characters: [(odt: String, word: String)] = [
    ("Source Text", "Verbatim Char"), ("Strong Emphasis", "Strong"), ("Internet link", "Hyperlink"),
    ("Footnote anchor", "footnote reference"), ("Endnote anchor", "endnote reference"),
  ]

  private static let toWord = Dictionary(
    paragraphs.map { ($0.odt.lowercased(), $0.word) }, uniquingKeysWith: { first, _ in first })
  private static let toODT = Dictionary(
    paragraphs.map { ($0.word.lowercased(), $0.odt) }, uniquingKeysWith: { first, _ in first })
  private static let charactersToWord = Dictionary(
    characters.map { ($0.odt.lowercased(), $0.word) }, uniquingKeysWith: { first, _ in first })
  private static let charactersToODT = Dictionary(
    characters.map { ($0.word.lowercased(), $0.odt) }, uniquingKeysWith: { first, _ in first })

  /// The name of a style of paragraphs that documents have.
  static func word(paragraph name: String) -> String {
    if let level = headingLevel(name) { return "heading \(level)" }
    return toWord[name.lowercased()] ?? name
  }

  /// The name of a style of paragraphs as OpenDocument's programs know it.
  static func odt(paragraph name: String) -> String {
    if let level = headingLevel(name) { return "Heading \(level)" }
    return toODT[name.lowercased()] ?? name
  }

  /// The name of a style of characters that documents have.
  static func word(characters name: String) -> String { charactersToWord[name.lowercased()] ?? name }

  /// The name of a style of characters as OpenDocument's programs know it.
  static func odt(characters name: String) -> String { charactersToODT[name.lowercased()] ?? name }

  /// The level of a name such as `Heading 1`.
  static func headingLevel(_ name: String) -> Int? { WordStyles.headingLevel(name) }

  /// The identifier of a name: signs other than letters and digits are spelled as `_20_`.
  static func encoded(_ name: String) -> String {
    var encoded = ""
    for (index, scalar) in name.unicodeScalars.enumerated() {
      let isLetter = scalar.properties.isAlphabetic
      if isLetter || scalar == "-" && index > 0
        || scalar.properties.numericType != nil && scalar.isASCII && index > 0
      {
        encoded.unicodeScalars.append(scalar)
      } else {
        encoded += "_" + String(scalar.value, radix: 16) + "_"
      }
    }
    return encoded
  }

  /// The name that an identifier spells.
  static func decoded(_ id: String) -> String {
    guard id.contains("_") else { return id }
    var decoded = ""
    var rest = id[...]
    while let sign = rest.first {
      if sign == "_" {
        let hex = rest.dropFirst().prefix { $0.isHexDigit }
        if (1...6).contains(hex.count), rest[hex.endIndex...].first == "_",
          let value = UInt32(hex, radix: 16),
          let scalar = Unicode.Scalar(value)
        {
          decoded.unicodeScalars.append(scalar)
          rest = rest[hex.endIndex...].dropFirst()
          continue
        }
      }
      decoded.append(sign)
      rest.removeFirst()
    }
    return decoded
  }
}
