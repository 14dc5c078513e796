internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes

/// Reads a table or a list of objects: each row is a note.
///
/// ```
/// Name,Created,Tags,Mood          --map title=Name,created=Created,keywords=Tags
/// Bees,2024-05-06,"soil, clay",calm
/// ```
///
/// What a column is, the mapping says; what it doesn't name is guessed by the names of columns, and printed. Other columns
/// become properties.
struct TableSource: NoteSource {
  /// The rows.
  private let rows: TableRows
  /// Which column is what.
  private let mapping: TableMapping
  /// The next row.
  private var position = 0
  private var ids = RepeatedIDs()
  /// What comes next, the last one first.
  private var pending: [SourceItem] = []

  /// Opens a file.
  ///
  /// - Throws: `SlipError` where it can't be read, or lacks a column that the mapping names.
  init(_ tree: SourceTree, _ context: SourceContext) throws(SlipError) {
    rows = try TableRows(tree, context)
    mapping = try TableMapping(rows, context.columns)
    pending += rows.findings.map { .finding($0) }
    if rows.isCut {
      pending.append(
        .finding(SourceFault.damaged("The table has more rows than are read; the rest is left out.")))
    }
    if mapping.isGuessed {
      pending.append(
        .finding(
          Diagnostic(
            code: ExchangeCode.columnsGuessed, severity: .warning,
            message: "The columns were taken as: --map \(mapping.printed).", location: SourceLocation())))
    }
  }

  mutating func next() throws(SlipError) -> SourceItem? {
    if let item = pending.popLast() { return item }
    guard position < rows.count else { return nil }
    let (place, rows, mapping) = (position, rows, mapping)
    position += 1
    let title = mapping.text(.title, rows, place)
    let given = mapping.text(.id, rows, place)
    // Without an id or a title, the words or the date say which row it is. Its number would change with each row before it.
    let words = [title, mapping.text(.text, rows, place), mapping.text(.created, rows, place)].first {
      !$0.isEmpty
    }
    let base = given.isEmpty ? ImportKey.path(of: String((words ?? "").prefix(200))) : given
    let id = ids.next(base.isEmpty ? "#\(place + 1)" : base)
    return .note(
      SourceEntry(id: id, place: "\(place + 1)", names: [title], length: rows.length(place)) { context in
        mapping.note(rows, place, context)
      })
  }
}
