public import SlipDocument

/// Where the headings, lists and header rows of a published document come from.
///
/// Many RTF files state no structure: their headings are bold lines, and their lists are
/// typed by hand. The raw values are the names that the command line uses.
public enum StructureChoice: String, Sendable, Hashable, CaseIterable {
  /// Only what the file states by paragraph styles, lists and header rows.
  case styles
  /// What the file states, and what its text looks like: short bold or larger paragraphs
  /// become headings, typed bullets and numbers become lists, and a first row in bold
  /// becomes a header row.
  case looks
  /// Like `looks`, but separately for headings, lists and header rows, and only for those
  /// of which the file states none at all.
  case auto
}

/// Structure that is found by looks.
extension Document {
  /// Turns paragraphs and tables that only look like headings, lists and header rows into
  /// such.
  ///
  /// Text is unchanged, except that typed bullets and numbers become list markers.
  ///
  /// - Parameter choice: `.styles` changes nothing.
  public mutating func findStructure(_ choice: StructureChoice) {
    guard choice != .styles else { return }
    let always = choice == .looks
    var census = StructureCensus()
    walk(&census)
    if always || !census.hasHeadings { HeadingFinder(self).apply(to: &self) }
    if always || !census.hasLists { findTypedLists() }
    if always || !census.hasHeaderRows { findHeaderRows() }
  }

  /// Marks the first row of each table as a header row where it looks like one. Tables
  /// within cells are not looked at.
  private mutating func findHeaderRows() {
    for index in blocks.indices {
      guard case .table(var table) = blocks[index], table.looksHeaded else { continue }
      table.rows[0].isHeader = true
      blocks[index] = .table(table)
    }
  }
}

/// Records which kinds of structure a document states itself.
private struct StructureCensus: DocumentVisitor {
  /// Whether a paragraph is a heading.
  var hasHeadings = false
  /// Whether a paragraph is a list item.
  var hasLists = false
  /// Whether a table has a header row.
  var hasHeaderRows = false

  /// Notes headings and list items.
  mutating func enter(_ paragraph: Paragraph) {
    if paragraph.style.headingLevel != nil { hasHeadings = true }
    if paragraph.listItem != nil { hasLists = true }
  }

  /// Notes header rows.
  mutating func enter(_ row: DocumentTableRow) { if row.isHeader { hasHeaderRows = true } }
}

/// Looks of tables.
extension DocumentTable {
  /// Whether the first row, and no other one, is bold in all of its cells. It must have
  /// at least two cells.
  fileprivate var looksHeaded: Bool {
    guard rows.count > 1, let first = rows.first, !first.isHeader, first.cells.count > 1 else { return false }
    return first.cells.allSatisfy(\.isBold) && !rows.dropFirst().contains { $0.cells.allSatisfy(\.isBold) }
  }
}

/// Looks of cells.
extension DocumentTableCell {
  /// Whether the cell has text, and all of it is bold. A cell that holds a table is not.
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
