internal import SlipBase
internal import SlipExchange
internal import SlipFormats

/// The rows of a table, or of a list of objects.
struct TableRows: Sendable {
  /// The forms of such files.
  enum Form: Sendable {
    case commas
    case tabs
    case json
    /// An object in each line.
    case lines
  }

  /// The names of the columns. Those of an object in an object have a dot between them.
  private(set) var columns: [String] = []
  /// The values of rows, by the place of their column.
  private var values: [[Int: String]] = []
  /// Values that are lists, by row and column.
  private var lists: [Int: [Int: [String]]] = [:]
  /// Whether there are more rows than were read.
  private(set) var isCut = false
  /// What was damaged or guessed.
  private(set) var findings: [Diagnostic] = []

  /// The most rows.
  private static let mostRows = 1_000_000
  /// The most columns.
  private static let mostColumns = 256
  /// The most damaged lines that are named.
  private static let mostFindings = 100
  /// How deep objects are read.
  private static let deepest = 8

  /// How many rows there are.
  var count: Int { values.count }

  /// The form of a file, by its extension and its beginning; nil for others.
  static func form(_ tree: SourceTree) -> Form? {
    guard let bytes = tree.soundBytes(at: 0), bytes.count > 0 else { return nil }
    switch tree.name.suffixName {
    case "csv": return .commas
    case "tsv", "tab": return .tabs
    case "jsonl", "ndjson": return SourceJSON.begins(bytes, "{", []) ? .lines : nil
    case "json": return SourceJSON.begins(bytes, "{", []) || SourceJSON.begins(bytes, "[", []) ? .json : nil
    default: return nil
    }
  }

  /// Reads a file.
  ///
  /// - Throws: `SlipError` where it can't be read, or has no list of objects.
  init(_ tree: SourceTree, _ context: SourceContext) throws(SlipError) {
    let form = TableRows.form(tree)
    try tree.bytes(at: 0).withBytes { bytes throws(SlipError) in
      try TableRows.expectShortTexts(bytes, form, context.limits)
    }
    switch form {
    case .json: try take(SourceJSON.read(tree, 0), context.columns["rows"])
    case .lines: try takeLines(tree)
    default:
      var text = SourceText.utf8(try tree.bytes(at: 0).array, context, &findings)
      let separator = TableRows.separator(&text, form)
      let table = NotionTable(text, separator: separator, rows: TableRows.mostRows)
      columns = table.columns.map { $0.trimmingBlanks() }
      var rows = table.rows
      if TableMapping.isRow(columns, context.columns) {
        rows.insert(table.columns, at: 0)
        columns = columns.map { _ in "" }
        findings.append(
          Diagnostic(
            code: ExchangeCode.columnsGuessed, severity: .warning,
            message: "The table has no names of columns: its first line was taken for a row.",
            location: SourceLocation()))
      }
      // What stands in columns without a name stays, too.
      let most = rows.reduce(columns.count) { max($0, $1.count) }
      columns += [String](repeating: "", count: most - columns.count)
      for place in columns.indices where columns[place].isEmpty { columns[place] = "Column \(place + 1)" }
      isCut = table.isCut
      if table.isUnclosed {
        findings.append(SourceFault.cut("The table ends within quotation marks; what is there was read."))
      }
      values = rows.map { row in
        Dictionary(
          row.prefix(columns.count).enumerated().filter { !$0.element.isEmpty }.map {
            ($0.offset, TableRows.plain($0.element))
          },
          uniquingKeysWith: { first, _ in first })
      }
    }
  }

  /// Refuses a file with a text in quotation marks, or a row, that is too long to be in memory several times.
  private static func expectShortTexts(
    _ bytes: UnsafeRawBufferPointer, _ form: Form?, _ limits: Limits
  ) throws(SlipError) {
    guard bytes.count > limits.jsonTextBytes else { return }
    let isJSON = form == .json || form == .lines
    var (start, isQuoted, isEscaped) = (0, false, false)
    for (index, byte) in bytes.enumerated() {
      if isEscaped {
        isEscaped = false
      } else if isJSON, isQuoted, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
        if isJSON { start = index }
      } else if byte == 0x0A, !isQuoted {
        start = index
      }
      if index - start > limits.jsonTextBytes, isQuoted || !isJSON {
        throw MarkupCode.longText(limits.jsonTextBytes)
      }
    }
  }

  /// The sign between values: what a first line `sep=` names, which is taken away; else that of comma, semicolon and tab which
  /// stands most often in the names of columns outside of quotation marks.
  private static func separator(_ text: inout [UInt8], _ form: Form?) -> UInt8 {
    let line = text.prefix { $0 != 0x0A && $0 != 0x0D }
    if line.count == 5, line.starts(with: "sep=".utf8), let sign = line.last {
      text.removeFirst(line.count)
      return sign
    }
    if form == .tabs { return 0x09 }
    var isQuoted = false
    var counts: [UInt8: Int] = [:]
    for byte in line {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() } else if !isQuoted { counts[byte, default: 0] += 1 }
    }
    return [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09].reversed().max {
      counts[$0, default: 0] < counts[$1, default: 0]
    }
      ?? UInt8(ascii: ",")
  }

  /// A value without the apostrophe that keeps spreadsheets from taking it for a formula, as `list --format csv` writes it.
  private static func plain(_ value: String) -> String {
    guard value.hasPrefix("'"), let second = value.dropFirst().first, "=+-@\t\r\n".contains(second) else {
      return value
    }
    return String(value.dropFirst())
  }

  /// Takes a file with an object in each line.
  private mutating func takeLines(_ tree: SourceTree) throws(SlipError) {
    var places: [String: Int] = [:]
    try tree.bytes(at: 0).withBytes { bytes throws(SlipError) in
      var fault: SlipError?
      for line in bytes.split(separator: 0x0A) where !line.allSatisfy({ LooseXML.isSpace($0) }) {
        do throws(SlipError) {
          add(try SourceJSON.value(UnsafeRawBufferPointer(rebasing: line)), &places)
        } catch {
          let place = SourceLocation.position(of: line.startIndex, in: bytes)
          fault =
            fault
            ?? SlipError(
              .badInput, code: error.code, error.message, at: SourceLocation(file: tree.name, place))
          guard findings.count < TableRows.mostFindings else { continue }
          findings.append(SourceFault.cut("A line is no JSON and is left out: \(error.message)", place))
        }
      }
      if let fault, values.isEmpty { throw fault }
    }
  }

  /// Takes a list of objects: that at a path, or the one that has most notes.
  private mutating func take(_ json: JSONValue, _ path: String?) throws(SlipError) {
    let lists = TableLists(json)
    guard let list = path.map({ lists[$0] }) ?? lists.best, !list.objects.isEmpty else {
      throw SlipError(
        .badInput, code: ExchangeCode.badContainer,
        "The JSON has no list of objects there; name the one with the notes: --map rows=data.items.")
    }
    var places: [String: Int] = [:]
    for object in list.objects.prefix(TableRows.mostRows) { add(object, &places) }
    isCut = list.objects.count > TableRows.mostRows
    guard path == nil else { return }
    for other in lists.others(than: list) {
      findings.append(
        SourceFault.several(
          "The list '\(PrintableText.of(other.path))' with \(other.objects.count) texts is left out; name it to import it: --map rows=\(PrintableText.of(other.path))."
        ))
    }
  }

  /// Adds the row of an object.
  private mutating func add(_ object: JSONValue, _ places: inout [String: Int]) {
    var row: [Int: String] = [:]
    var open = object.members.reversed().map { (name: $0.key, value: $0.value, depth: 0) }
    while let (name, value, depth) = open.popLast() {
      switch value {
      case .null: continue
      case .array(let list) where list.isEmpty: continue
      case .object where depth < TableRows.deepest:
        open += value.members.reversed().map { (name + "." + $0.key, $0.value, depth + 1) }
        continue
      default: break
      }
      let texts = TableRows.texts(value)
      let text = texts?.joined(separator: ", ") ?? value.document.trimmingBlanks()
      guard !text.isEmpty else { continue }
      let place = places[name] ?? columns.count
      if places[name] == nil {
        guard columns.count < TableRows.mostColumns else { continue }
        places[name] = place
        columns.append(name)
      }
      row[place] = text
      if let texts, !value.array.isEmpty { lists[values.count, default: [:]][place] = texts }
    }
    values.append(row)
  }

  /// A value as text, or each of a list; nil for anything else.
  private static func texts(_ value: JSONValue) -> [String]? {
    if let text = value.text { return [text] }
    let list = value.array
    let texts = list.compactMap { $0.text ?? $0["name"]?.text ?? $0["title"]?.text }
    return list.isEmpty || texts.count < list.count ? nil : texts
  }

  /// The texts of a list in a row; nil where the value is none.
  func list(_ row: Int, _ column: Int) -> [String]? { lists[row]?[column] }

  /// The value of a row in a column; empty for none.
  subscript(row: Int, column: Int) -> String { values[row][column] ?? "" }

  /// About how long a row is.
  func length(_ row: Int) -> Int { values[row].values.reduce(0) { $0 + $1.utf8.count } }
}
