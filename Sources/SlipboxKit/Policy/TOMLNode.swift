internal import CTOMLShims
internal import SlipBase

/// A value of a TOML document and its position in the file.
///
/// The parser is toml++, called through `CTOMLShims`. It keeps the position of every key and
/// value, so that each error about a configuration can name line and column.
package struct TOMLNode {
  /// The kinds of values that a configuration can have.
  package indirect enum Value {
    /// A table with its keys in the order of the parser. A TOML table has each key once.
    case table([(key: TOMLKey, node: TOMLNode)])
    /// An array, or an array of tables (`[[name]]`).
    case array([TOMLNode])
    /// A string of any of TOML's four notations, decoded.
    case string(String)
    /// An integer of any notation.
    case integer(Int64)
    /// `true` or `false`.
    case bool(Bool)
    /// A date, a time or a fraction, which no setting accepts.
    case other
  }

  /// The value itself.
  package var value: Value
  /// Where the value begins; `.wholeFile` where the parser doesn't say.
  package var place: SourceLocation.Place

  /// Parses a document and returns its root table.
  ///
  /// - Parameter file: The name of the file for messages.
  /// - Throws: `SlipError` of kind `usage` with code `KitCode.configurationBroken`, line and
  ///   column, where the text is not TOML.
  package static func parse(_ bytes: [UInt8], file: String) throws(SlipError) -> TOMLNode {
    let builder = TOMLBuilder()
    bytes.withUnsafeBytes { bytes in
      let text = bytes.assumingMemoryBound(to: CChar.self).baseAddress
      slip_toml_read(text, bytes.count, Unmanaged.passUnretained(builder).toOpaque()) { context, item in
        guard let context, let item else { return }
        Unmanaged<TOMLBuilder>.fromOpaque(context).takeUnretainedValue().take(item.pointee)
      }
    }
    if let (message, place) = builder.fault {
      throw SlipError(
        .usage, code: KitCode.configurationBroken, "This is not TOML: \(message)",
        at: SourceLocation(file: file, place))
    }
    return builder.root ?? TOMLNode(value: .table([]), place: .wholeFile)
  }
}

/// A key of a table and its position in the file.
package struct TOMLKey {
  /// The key, decoded: `"fail-on"` and `fail-on` are the same.
  package var name: String
  /// Where the key begins.
  package var place: SourceLocation.Place
}

/// Builds a tree from the events of the parser, which calls it through a C function pointer.
private final class TOMLBuilder {
  /// A table or array that is still open, with what it has so far.
  private enum Frame {
    case table([(key: TOMLKey, node: TOMLNode)], SourceLocation.Place)
    case array([TOMLNode], SourceLocation.Place)
  }

  /// The finished document; nil until the root table ends.
  private(set) var root: TOMLNode?
  /// What is wrong with the text; after it no more events come.
  private(set) var fault: (message: String, place: SourceLocation.Place)?
  /// The open tables and arrays, the innermost last.
  private var frames: [Frame] = []
  /// Keys whose values haven't ended yet, the innermost last.
  private var keys: [TOMLKey] = []

  /// Handles one event of the parser.
  func take(_ item: slip_toml_item) {
    let place: SourceLocation.Place =
      item.line > 0 ? .position(line: Int(item.line), column: Int(item.column), offset: nil) : .wholeFile
    let text = String(
      decoding: UnsafeRawBufferPointer(start: item.text, count: item.text == nil ? 0 : item.length),
      as: UTF8.self)
    switch item.event {
    case SLIP_TOML_KEY: keys.append(TOMLKey(name: text, place: place))
    case SLIP_TOML_TABLE_START: frames.append(.table([], place))
    case SLIP_TOML_ARRAY_START: frames.append(.array([], place))
    case SLIP_TOML_TABLE_END, SLIP_TOML_ARRAY_END: close()
    case SLIP_TOML_STRING: add(TOMLNode(value: .string(text), place: place))
    case SLIP_TOML_INTEGER: add(TOMLNode(value: .integer(item.number), place: place))
    case SLIP_TOML_BOOL: add(TOMLNode(value: .bool(item.number != 0), place: place))
    case SLIP_TOML_BROKEN: fault = (text, place)
    default: add(TOMLNode(value: .other, place: place))
    }
  }

  /// Ends the innermost table or array and adds it to the one around it.
  private func close() {
    switch frames.popLast() {
    case .table(let rows, let place): add(TOMLNode(value: .table(rows), place: place))
    case .array(let nodes, let place): add(TOMLNode(value: .array(nodes), place: place))
    case nil: break
    }
  }

  /// Adds a finished value to the innermost open container, or makes it the root.
  private func add(_ node: TOMLNode) {
    switch frames.popLast() {
    case .table(var rows, let place):
      if let key = keys.popLast() { rows.append((key, node)) }
      frames.append(.table(rows, place))
    case .array(var nodes, let place):
      nodes.append(node)
      frames.append(.array(nodes, place))
    case nil: root = node
    }
  }
}
