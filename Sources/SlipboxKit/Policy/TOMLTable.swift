internal import SlipBase

/// Reads a table whose keys are all known; anything else is an error that names its line.
struct TOMLTable {
  let file: String
  /// What the table is called in messages, such as `[validate]`.
  let name: String
  private let rows: [(key: TOMLKey, node: TOMLNode)]
  private let place: SourceLocation.Place

  init(_ node: TOMLNode, name: String, file: String, keys: [String]?) throws(SlipError) {
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

  func node(_ key: String) -> TOMLNode? { rows.first { $0.key.name == key }?.node }

  func string(_ key: String) throws(SlipError) -> String? {
    guard let node = node(key) else { return nil }
    guard case .string(let text) = node.value else { throw fault("`\(key)` must be a string", node.place) }
    return text
  }

  func bool(_ key: String) throws(SlipError) -> Bool? {
    guard let node = node(key) else { return nil }
    guard case .bool(let value) = node.value else {
      throw fault("`\(key)` must be true or false", node.place)
    }
    return value
  }

  /// A string that is one of some words.
  func word(_ key: String, of words: [String]) throws(SlipError) -> String? {
    guard let node = node(key) else { return nil }
    guard case .string(let text) = node.value, words.contains(text) else {
      throw fault("`\(key)` must be \(words.map { "\"\($0)\"" }.joined(separator: ", "))", node.place)
    }
    return text
  }

  /// All keys with their values, in the order of the keys.
  var entries: [(key: TOMLKey, node: TOMLNode)] { rows }

  func fault(_ message: String, _ place: SourceLocation.Place? = nil) -> SlipError {
    TOMLTable.fault(message, place ?? self.place, file)
  }

  static func fault(_ message: String, _ place: SourceLocation.Place, _ file: String) -> SlipError {
    SlipError(
      .usage, code: KitCode.configurationWrong, message + ".", at: SourceLocation(file: file, place))
  }
}
