package import SlipBase
package import SlipIndex

/// The tables of an SQLite file of another program, for a program whose tables and columns are known.
///
/// Views are never read, since they run what the file says, and columns that a version of the program lacks are NULL.
package struct ForeignTables {
  /// The file.
  private let file: StoreFile
  /// Its tables.
  private let tables: StoreTables

  /// Lists the tables.
  ///
  /// - Throws: `SlipError` where the file is damaged or has too many.
  package init(_ file: StoreFile) throws(SlipError) {
    self.file = file
    tables = try StoreTables(file.database)
  }

  /// Whether there is a table of this name with this column.
  package func has(_ table: String, _ column: String) -> Bool { tables[table]?.column(column) != nil }

  /// The rows of a table that the program always has.
  ///
  /// - Parameters:
  ///   - name: The name of the table.
  ///   - columns: The columns, in the order in which they are read.
  ///   - order: The numbers of the columns by which rows are ordered, from 1.
  /// - Throws: `SlipError` where there is no such table.
  package func rows(_ name: String, _ columns: [String], order: [Int] = []) throws(SlipError) -> Statement {
    let table = try tables.expect(name)
    let list = columns.map { column in
      table.column(column).map { "\"\($0.replacing("\"", with: "\"\""))\"" } ?? "NULL"
    }
    let sorted = order.isEmpty ? "" : " ORDER BY " + order.map(String.init).joined(separator: ", ")
    return try file.database.prepare(
      "SELECT \(list.joined(separator: ", ")) FROM \"\(table.name.replacing("\"", with: "\"\""))\"" + sorted)
  }
}
