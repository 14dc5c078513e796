internal import SlipBase

/// Reads a table whose keys are all known. An unknown key or a value of the wrong type is an
/// error with line and column, so that a typing error in a configuration can't pass silently.
package struct TOMLTable {
  /// The name of the file for messages.
  package let file: String
  /// What the table is called in messages, such as `[validate]`.
  package let name: String
  /// The keys and values, in the order of the parser.
  private let rows: [(key: TOMLKey, node: TOMLNode)]
  /// Where the table begins.
  private let place: SourceLocation.Place

  /// Checks that a value is a table with known keys.
  ///
  /// - Parameter keys: The keys that are allowed; nil allows all.
  /// - Throws: `SlipError` with code `KitCode.configurationWrong`.
  package init(_ node: TOMLNode, name: String, file: String, keys: [String]?) throws(SlipError) {
    (self.file, self.name, place) = (file, name, node.place)
    guard case .table(let rows) = node.value else {
      throw TOMLTable.fault("\(name) must be a table", node.place, file)
    }
    self.rows = rows
    guard let keys else { return }
    for row in rows where !keys.contains(row.key.name) {
      let list = keys.map { "`\($0)`" }.joined(separator: ", ")
      throw TOMLTable.fault(
        "Unknown key `\(PrintableText.of(row.key.name))` in \(name); known keys are \(list)", row.key.place,
        file)
    }
  }

  /// The value of a key; nil where the table lacks it.
  package func node(_ key: String) -> TOMLNode? { rows.first { $0.key.name == key }?.node }

  /// The string of a key; nil where the table lacks it.
  package func string(_ key: String) throws(SlipError) -> String? {
    guard let node = node(key) else { return nil }
    guard case .string(let text) = node.value else { throw fault("`\(key)` must be a string", node.place) }
    return text
  }

  /// The Boolean of a key; nil where the table lacks it.
  package func bool(_ key: String) throws(SlipError) -> Bool? {
    guard let node = node(key) else { return nil }
    guard case .bool(let value) = node.value else {
      throw fault("`\(key)` must be true or false", node.place)
    }
    return value
  }

  /// The string of a key, which must be one of `words`; nil where the table lacks it.
  package func word(_ key: String, of words: [String]) throws(SlipError) -> String? {
    guard let node = node(key) else { return nil }
    guard case .string(let text) = node.value, words.contains(text) else {
      throw fault("`\(key)` must be \(words.map { "\"\($0)\"" }.joined(separator: ", "))", node.place)
    }
    return text
  }

  /// All keys with their values, in the order of the parser. Tables whose keys are data, such
  /// as `[validate.severity]`, are read by it.
  package var entries: [(key: TOMLKey, node: TOMLNode)] { rows }

  /// An error about this table, or about a place within it. `message` is a sentence without its
  /// full stop.
  package func fault(_ message: String, _ place: SourceLocation.Place? = nil) -> SlipError {
    TOMLTable.fault(message, place ?? self.place, file)
  }

  /// An error about any place of a configuration.
  package static func fault(_ message: String, _ place: SourceLocation.Place, _ file: String) -> SlipError {
    SlipError(
      .usage, code: KitCode.configurationWrong, message + ".", at: SourceLocation(file: file, place))
  }
}
