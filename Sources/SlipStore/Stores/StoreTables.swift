internal import SlipBase

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

  /// How many tables are looked at.
  private static let mostTables = 20_000

  /// Reads the names of a database. Views and virtual tables are left out, because they run what
  /// the file says.
  init(_ database: Database) throws(SlipError) {
    let list = try database.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' "
        + "AND sql NOT LIKE 'CREATE VIRTUAL%' LIMIT \(StoreTables.mostTables)")
    while try list.step() { names.append(list.text(0)) }
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

  /// A name in double quotes, for SQL.
  static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
}
