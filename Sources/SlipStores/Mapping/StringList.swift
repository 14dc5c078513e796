internal import AppleArchives
internal import SlipBase

/// Lists of strings in bytes: plain property lists, archives, typed streams and JSON.
package enum StringList {
  /// How many strings are read.
  private static let most = 10_000

  /// The strings of a value; nil for bytes that are no list of them. Text is divided at commas,
  /// semicolons and the ends of lines.
  ///
  /// - Parameter value: A text, or bytes in any form that `list` knows. A text that begins with `[` is tried
  ///   as JSON first.
  /// - Returns: The strings in order. Parts of a text are trimmed, and blank ones are left out.
  package static func read(_ value: StoreValue) -> [String]? {
    switch value {
    case .null, .integer, .real: return nil
    case .text(let text):
      if text.hasPrefix("["), let list = json(Array(text.utf8)) { return list }
      return text.split { $0 == "," || $0 == ";" || $0.isNewline }.map(trimmed).filter { !$0.isEmpty }
    case .bytes(let bytes): return list(bytes)
    }
  }

  /// The strings in bytes; nil where there is no list of them.
  ///
  /// A property list or an archive must have strings only. In a typed stream, other objects are passed over.
  ///
  /// - Parameter bytes: The whole value.
  /// - Returns: The strings in order, `most` of them at most.
  static func list(_ bytes: [UInt8]) -> [String]? {
    bytes.withUnsafeBytes { raw in
      switch BodyForm(raw) {
      case .propertyList:
        guard let list = PropertyList.read(raw) else { return nil }
        if let archive = KeyedArchive(list) {
          guard let elements = archive.root?.elements else { return nil }
          let strings = elements.prefix(most).compactMap(\.string)
          return strings.count == min(elements.count, most) ? strings : nil
        }
        guard case .array(let elements) = list[list.top] else { return nil }
        let strings = elements.prefix(most).compactMap(list.string)
        return strings.count == min(elements.count, most) ? strings : nil
      case .typedStream:
        guard let stream = TypedStream(raw), let root = stream.roots.first,
          stream.isA(root, "NSArray", "NSSet")
        else {
          return nil
        }
        return stream.values(root).dropFirst().prefix(most).compactMap(stream.string)
      case .text: return json(bytes)
      default: return nil
      }
    }
  }

  /// Text without white space at its ends.
  ///
  /// White space is what `Character.isWhitespace` says, so also line ends and the no-break space.
  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// The strings of a JSON array that has nothing else; nil for other text.
  ///
  /// - Parameter bytes: The text in UTF-8.
  /// - Returns: The strings; nil also for numbers or containers within, and for more than `most` strings.
  private static func json(_ bytes: [UInt8]) -> [String]? {
    bytes.withUnsafeBytes { raw in
      var scanner = JSONScanner(raw)
      var list: [String] = []
      var isList = true
      do throws(SlipError) {
        try scanner.forEachElement { scanner throws(SlipError) in
          guard isList, list.count < most, scanner.peek() == UInt8(ascii: "\""),
            let text = try scanner.value().string
          else {
            isList = false
            _ = try scanner.skip()
            return
          }
          list.append(text)
        }
        try scanner.end()
      } catch { return nil }
      return isList ? list : nil
    }
  }
}
