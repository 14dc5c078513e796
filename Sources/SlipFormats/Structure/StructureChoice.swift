public import SlipDocument

/// Where a published document's headings, lists and header rows come from.
public enum StructureChoice: String, Sendable, Hashable, CaseIterable {
  /// What the file says by styles, lists and header rows, and no more.
  case styles
  /// What text looks like, besides: short bold or larger paragraphs become headings, typed bullets and numbers lists, an
  /// all-bold first row a header.
  case looks
  /// Looks, for each of the three where the file says nothing of it.
  case auto
}

extension Document {
  /// Gives paragraphs and tables the structure that they only look like. Text stays, but for typed bullets and numbers,
  /// which become markers.
  public mutating func findStructure(_ choice: StructureChoice) {
    guard choice != .styles else { return }
    let always = choice == .looks
    var census = StructureCensus()
    walk(&census)
    if always || !census.hasHeadings { HeadingFinder(self).apply(to: &self) }
    if always || !census.hasLists { findTypedLists() }
    if always || !census.hasHeaderRows { findHeaderRows() }
  }

  private mutating func findHeaderRows() {
    for index in blocks.indices {
      guard case .table(var table) = blocks[index], table.looksHeaded else { continue }
      table.rows[0].isHeader = true
      blocks[index] = .table(table)
    }
  }
}

/// What a document says of its structure.
private struct StructureCensus: DocumentVisitor {
  var hasHeadings = false
  var hasLists = false
  var hasHeaderRows = false

  mutating func enter(_ paragraph: Paragraph) {
    if paragraph.style.headingLevel != nil { hasHeadings = true }
    if paragraph.listItem != nil { hasLists = true }
  }

  mutating func enter(_ row: TableRow) { if row.isHeader { hasHeaderRows = true } }
}

extension Table {
  /// The first row alone is bold in all of its cells, of which there are several.
  fileprivate var looksHeaded: Bool {
    guard rows.count > 1, let first = rows.first, !first.isHeader, first.cells.count > 1 else { return false }
    return first.cells.allSatisfy(\.isBold) && !rows.dropFirst().contains { $0.cells.allSatisfy(\.isBold) }
  }
}

extension TableCell {
  /// Has text, and all of it is bold.
  fileprivate var isBold: Bool {
    var hasText = false
    for block in blocks {
      guard case .paragraph(let paragraph) = block else { return false }
      guard let look = ParagraphLook(paragraph) else { continue }
      if !look.isBold { return false }
      hasText = true
    }
    return hasText
  }
}
