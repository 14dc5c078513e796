public import SlipBase
internal import SlipFiles

/// Reads which columns of a table are what, as users write it.
///
/// ```
/// title=Name,created=Date      on the command line
/// title = "Name"               in a TOML file
/// ```
public enum ColumnMapping {
  /// How many bytes a file may have.
  private static let largest = 1 << 20

  /// The columns by field.
  ///
  /// - Parameter texts: Lists of `field=column`, or paths of TOML files. Later ones count more.
  /// - Throws: `SlipError` of kind `usage` for anything else.
  public static func read(_ texts: [String]) throws(SlipError) -> [String: String] {
    var columns: [String: String] = [:]
    for text in texts {
      guard text.contains("=") else {
        try take(file: text, &columns)
        continue
      }
      var last: String?
      for part in text.split(separator: ",") {
        if let mark = part.firstIndex(of: "="), mark > part.startIndex {
          let field = part[..<mark].drop { $0 == " " }
          columns[String(field)] = String(part[part.index(after: mark)...])
          last = String(field)
        } else if let field = last {
          // The name of a column may have a comma in it.
          columns[field]? += "," + part
        }
      }
    }
    return columns
  }

  /// Takes the lines of a file.
  private static func take(file path: String, _ columns: inout [String: String]) throws(SlipError) {
    guard path.lowercased().hasSuffix(".toml") else {
      throw SlipError(.usage, "--map takes fields, such as title=Name, or a TOML file.")
    }
    let bytes = try FileSystem.readFile(path, limit: largest)
    let table = try TOMLTable(TOMLNode.parse(bytes, file: path), name: "the mapping", file: path, keys: nil)
    for (key, _) in table.entries { columns[key.name] = try table.string(key.name) ?? "" }
  }
}
