/// Tags in the text of note programs: `#bees/queens`, and in Bear `#several words#`.
enum MarkdownTag {
  /// Whether a tag may begin behind a byte.
  static func maySurround(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "(")
      || byte == UInt8(ascii: ">")
  }

  /// The name of a tag; nil for what is none.
  ///
  /// Letters of any script, digits, `_`, `-`, `/` and emoji make a name; one of digits only is a number, as in `#1984`. In Bear the
  /// number of a colour is none, either.
  ///
  /// - Parameters:
  ///   - text: What follows the `#`.
  ///   - mayBeLong: Whether tags may have blanks, as in Bear.
  static func name(_ text: some Collection<UInt8>, mayBeLong: Bool) -> String? {
    let rest = String(decoding: text.prefix(MarkdownTag.longest), as: UTF8.self)
    if mayBeLong, let long = MarkdownTag.longName(rest) { return long }
    var name = String(rest.prefix { MarkdownTag.isTagCharacter($0) })
    while name.hasSuffix("/") { name.removeLast() }
    let isNumber = name.allSatisfy { $0.isNumber || "-/".contains($0) }
    guard !name.isEmpty, !isNumber else { return nil }
    if mayBeLong, MarkdownTag.isColor(name) { return nil }
    return name
  }

  /// Whether a name is the number of a colour: three or six hexadecimal digits, one of which is a digit.
  private static func isColor(_ name: String) -> Bool {
    (name.count == 6 || name.count == 3) && name.allSatisfy(\.isHexDigit) && name.contains(where: \.isNumber)
  }

  /// The longest tag in bytes.
  private static let longest = 512

  /// Letters, digits, `_`, `-`, `/` and emoji.
  private static func isTagCharacter(_ character: Character) -> Bool {
    if character.isLetter || character.isNumber || "_-/".contains(character) { return true }
    guard let scalar = character.unicodeScalars.first, !scalar.isASCII else { return false }
    return scalar.properties.isEmoji || scalar.properties.generalCategory == .nonspacingMark
  }

  /// The name of a tag of several words, which a `#` ends: `#spring work#`.
  ///
  /// - Parameter text: What follows the `#`.
  /// - Returns: Nil for a single word, and where a letter or digit follows the second `#`.
  private static func longName(_ text: String) -> String? {
    guard let end = text.firstIndex(of: "#"), end > text.startIndex else { return nil }
    let name = text[..<end]
    let after = text.index(after: end)
    guard name.contains(" "), name.first != " ", name.last != " ",
      after == text.endIndex || !(text[after].isLetter || text[after].isNumber)
    else { return nil }
    return String(name)
  }
}
