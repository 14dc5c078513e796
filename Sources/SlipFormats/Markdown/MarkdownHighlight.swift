internal import SlipDocument

extension DocumentColor {
  /// Whether text on this background is highlighted, as with a felt pen: the colour is bright, and neither white nor grey.
  var isHighlight: Bool {
    let (most, least) = (max(red, green, blue), min(red, green, blue))
    return most >= 160 && most - least >= 40
  }
}

extension MarkdownDialect {
  /// Whether text on this background has it again when it is read: `==text==` is yellow.
  func keeps(highlight color: DocumentColor) -> Bool {
    hasWikiMarks && color == DocumentColor(red: 255, green: 255, blue: 0)
  }
}
