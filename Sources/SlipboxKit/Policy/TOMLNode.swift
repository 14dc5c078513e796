internal import CTOMLShims
internal import SlipBase

/// A value of a TOML document, with its place.
struct TOMLNode {
  indirect enum Value {
    case table([(key: TOMLKey, node: TOMLNode)])
    case array([TOMLNode])
    case string(String)
    case integer(Int64)
    case bool(Bool)
    /// A date, a time or a fraction.
    case other
  }

  var value: Value
  var place: SourceLocation.Place

  /// The document's root table.
  ///
  /// - Throws: `SlipError` of kind `usage` with line and column where the text is not TOML.
  static func parse(_ bytes: [UInt8], file: String) throws(SlipError) -> TOMLNode {
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

struct TOMLKey {
  var name: String
  var place: SourceLocation.Place
}

/// Makes a tree of the reader's events.
private final class TOMLBuilder {
  private enum Frame {
    case table([(key: TOMLKey, node: TOMLNode)], SourceLocation.Place)
    case array([TOMLNode], SourceLocation.Place)
  }

  private(set) var root: TOMLNode?
  private(set) var fault: (message: String, place: SourceLocation.Place)?
  private var frames: [Frame] = []
  private var keys: [TOMLKey] = []

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

  private func close() {
    switch frames.popLast() {
    case .table(let rows, let place): add(TOMLNode(value: .table(rows), place: place))
    case .array(let nodes, let place): add(TOMLNode(value: .array(nodes), place: place))
    case nil: break
    }
  }

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
