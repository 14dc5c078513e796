internal import SlipDocument

extension ParagraphStyle {
  /// Turns a paragraph inside a list item into the one that begins it. What its surroundings are indented by besides adds to the indent
  /// that items have.
  mutating func beginItem(level: Int, below surroundings: ParagraphStyle) {
    let further = surroundings.leftIndent - surroundings.role.indent
    beginItem(level: level)
    guard further != 0 else { return }
    let indents = BlockRole.listIndents(level: level)
    let quotes = role.quotes
    edit {
      $0.leftIndent = BlockRole.step * quotes + indents.left + further
      $0.firstLineIndent = indents.firstLine
    }
  }
}
