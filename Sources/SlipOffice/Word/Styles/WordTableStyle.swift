internal import SlipDocument

/// What a style of tables says of the text and ground of cells, by where a cell stands (ECMA-376-1, 17.7.6).
struct WordTableStyle: Sendable {
  /// What is said of some cells.
  struct Part: Sendable {
    var run = WordRunLayer()
    var shading: DocumentColor?
    var alignment: DocumentTableCell.VerticalAlignment?

    /// Adds what a nearer place says.
    mutating func override(with other: Part) {
      run.override(with: other.run)
      shading = other.shading ?? shading
      alignment = other.alignment ?? alignment
    }
  }

  /// The parts by the names of `tblStylePr`; that of the whole table has an empty name.
  private(set) var parts: [String: Part] = [:]
  /// How many rows and columns a band has.
  private(set) var rowBand: Int?
  private(set) var columnBand: Int?
  /// Whether the columns run from right to left; nil where nothing is said of it.
  private(set) var isRightToLeft: Bool?

  /// A style that says nothing.
  init() {}

  /// Reads a `style`.
  init(_ node: OfficeNode, _ theme: WordTheme) {
    rowBand = WordValue.number(node.child("tblPr")?.child("tblStyleRowBandSize")?.value)
    columnBand = WordValue.number(node.child("tblPr")?.child("tblStyleColBandSize")?.value)
    isRightToLeft = WordValue.flag("bidiVisual", in: node.child("tblPr"))
    add(node, named: "", theme)
    for child in node.children where child.name == "tblStylePr" {
      add(child, named: child["type"] ?? "wholeTable", theme)
    }
  }

  private mutating func add(_ node: OfficeNode, named name: String, _ theme: WordTheme) {
    let (run, cell) = (node.child("rPr"), node.child("tcPr"))
    guard run != nil || cell != nil else { return }
    parts[name == "wholeTable" ? "" : name, default: Part()].override(
      with: Part(
        run: WordRunLayer(run, theme), shading: WordValue.shading(cell?.child("shd")),
        alignment: WordValue.cellAlignment(cell?.child("vAlign"))))
  }

  /// Adds what a style says that is based on this one.
  mutating func override(with other: WordTableStyle) {
    rowBand = other.rowBand ?? rowBand
    columnBand = other.columnBand ?? columnBand
    isRightToLeft = other.isRightToLeft ?? isRightToLeft
    for (name, part) in other.parts { parts[name, default: Part()].override(with: part) }
  }

  /// What is said of a cell.
  ///
  /// - Parameters:
  ///   - place: Where it stands.
  ///   - look: Which parts the table uses.
  func part(at place: Place, _ look: Look) -> Part {
    var found = parts[""] ?? Part()
    for name in names(at: place, look) { if let part = parts[name] { found.override(with: part) } }
    return found
  }

  /// The names of the parts that count for a cell, the nearest last.
  private func names(at place: Place, _ look: Look) -> [String] {
    let first = (
      row: look.contains(.firstRow) && place.row == 0,
      column: look.contains(.firstColumn) && place.column == 0
    )
    let last = (
      row: look.contains(.lastRow) && place.isLastRow,
      column: look.contains(.lastColumn) && place.isLastColumn
    )
    var names: [String] = []
    if !look.contains(.noColumnBands), !first.column, !last.column {
      let band = (place.column - (look.contains(.firstColumn) ? 1 : 0)) / max(1, columnBand ?? 1)
      names.append(band % 2 == 0 ? "band1Vert" : "band2Vert")
    }
    if !look.contains(.noRowBands), !first.row, !last.row {
      let band = (place.row - (look.contains(.firstRow) ? 1 : 0)) / max(1, rowBand ?? 1)
      names.append(band % 2 == 0 ? "band1Horz" : "band2Horz")
    }
    if first.column { names.append("firstCol") }
    if last.column { names.append("lastCol") }
    if first.row { names.append("firstRow") }
    if last.row { names.append("lastRow") }
    if first.row { names += first.column ? ["nwCell"] : last.column ? ["neCell"] : [] }
    if last.row { names += first.column ? ["swCell"] : last.column ? ["seCell"] : [] }
    return names
  }

  /// Where a cell stands in its table.
  struct Place: Sendable {
    /// The numbers of its row and column, from 0.
    var row, column: Int
    var isLastRow, isLastColumn: Bool
  }

  /// The parts of a style that a table uses (17.4.55).
  struct Look: OptionSet, Sendable {
    let rawValue: Int
    static let firstRow = Look(rawValue: 0x20)
    static let lastRow = Look(rawValue: 0x40)
    static let firstColumn = Look(rawValue: 0x80)
    static let lastColumn = Look(rawValue: 0x100)
    static let noRowBands = Look(rawValue: 0x200)
    static let noColumnBands = Look(rawValue: 0x400)

    init(rawValue: Int) { self.rawValue = rawValue }

    /// Reads a `tblLook`: an attribute for each part, or one number. Without one, no part is used.
    init(_ node: OfficeNode?) {
      guard let node else {
        self = [.noRowBands, .noColumnBands]
        return
      }
      self.init(rawValue: node.value.flatMap { Int($0, radix: 16) } ?? 0)
      for (name, part) in Look.attributes {
        guard let value = node[name] else { continue }
        if WordValue.isOn(value) { insert(part) } else { remove(part) }
      }
    }

    private static let attributes: [(String, Look)] = [
      ("firstRow", .firstRow), ("lastRow", .lastRow), ("firstColumn", .firstColumn),
      ("lastColumn", .lastColumn), ("noHBand", .noRowBands), ("noVBand", .noColumnBands),
    ]
  }
}
