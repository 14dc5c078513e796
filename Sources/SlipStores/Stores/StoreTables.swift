internal import SlipBase
internal import SlipIndex

/// The tables of a database and their columns, as it lists them. Names in SQL come from here and
/// nowhere else.
struct StoreTables {
  /// A table.
  struct Table {
    /// The name.
    var name: String
    /// The columns with their declared types, in order.
    var columns: [(name: String, type: String)]
    /// The columns that have an index of their own, in upper case.
    var indexed: Set<String> = []

    /// The column with this name, whatever the case; nil where there is none.
    func column(_ name: String) -> String? {
      let wanted = name.uppercased()
      return columns.first { $0.name.uppercased() == wanted }?.name
    }
  }

  /// The tables by their names in upper case.
  private(set) var tables: [String: Table] = [:]
  /// The names of all tables but SQLite's own, sorted.
  private(set) var names: [String] = []

  /// The names of views and virtual tables, in upper case. They run what the file says, so they are never read.
  private var views: Set<String> = []
  /// The file, for messages.
  private let path: String

  /// Reads the names of a database.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.tooMuch` for more tables than the limit.
  init(_ database: Database) throws(SlipError) {
    path = database.path
    let most = database.budget?.limits.tables ?? .max
    let list = try database.prepare(
      "SELECT name, type = 'view' OR sql LIKE 'CREATE VIRTUAL%' FROM sqlite_master "
        + "WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'")
    while try list.step() {
      let name = list.text(0)
      if list.integer(1) != 0 { views.insert(name.uppercased()) } else { names.append(name) }
      guard names.count + views.count <= most else { throw database.tooMuch("more tables") }
    }
    names.sort()
    for name in names {
      var table = Table(name: name, columns: [])
      let columns = try database.prepare("SELECT name, type FROM pragma_table_info(?1)")
      columns.bind(1, name)
      while try columns.step() { table.columns.append((columns.text(0), columns.text(1))) }
      tables[name.uppercased()] = table
    }
    let indexes = try database.prepare("SELECT name, tbl_name FROM sqlite_master WHERE type = 'index'")
    while try indexes.step() {
      let (index, table) = (indexes.text(0).uppercased(), indexes.text(1).uppercased())
      guard index.hasPrefix(table + "_"), index.hasSuffix("_INDEX") else { continue }
      tables[table]?.indexed.insert(String(index.dropFirst(table.count + 1).dropLast("_INDEX".count)))
    }
  }

  /// The table with this name, whatever the case; nil where there is none.
  subscript(name: String) -> Table? { tables[name.uppercased()] }

  /// Whether a view or virtual table has this name, whatever the case.
  func isView(_ name: String) -> Bool { views.contains(name.uppercased()) }

  /// The table with this name, which the program that made the file always has.
  ///
  /// - Throws: `SlipError` with `StoreCode.notStore` where there is none, or a view in its place.
  func expect(_ name: String) throws(SlipError) -> Table {
    if let table = self[name] { return table }
    let isView = isView(name)
    throw SlipError(
      .badInput, code: StoreCode.notStore,
      isView
        ? "The store has a view in the place of the table \(name); views are never read."
        : "The store lacks the table \(name).",
      at: SourceLocation(file: path))
  }

  /// A name in double quotes, for SQL.
  static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
}
