internal import AppleArchives

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
    var list: [String] = []
    var rest = bytes[...]
    /// Passes over the white space of JSON: space, tab, LF and CR.
    func skipBlanks() {
      while let byte = rest.first, [0x20, 9, 10, 13].contains(byte) { rest.removeFirst() }
    }
    /// Takes a byte; false where another one is next.
    func take(_ byte: UInt8) -> Bool {
      skipBlanks()
      guard rest.first == byte else { return false }
      rest.removeFirst()
      return true
    }
    guard take(UInt8(ascii: "[")) else { return nil }
    if take(UInt8(ascii: "]")) { return rest.isEmpty ? list : nil }
    while list.count < most, take(UInt8(ascii: "\"")), let text = string(&rest) {
      list.append(text)
      if take(UInt8(ascii: "]")) {
        skipBlanks()
        return rest.isEmpty ? list : nil
      }
      guard take(UInt8(ascii: ",")) else { return nil }
    }
    return nil
  }

  /// The rest of a string in JSON, behind its first quote; nil where it doesn't end.
  ///
  /// Escapes with `\u` are units of UTF-16, so pairs of them make one character. Halves of pairs become
  /// U+FFFD.
  ///
  /// - Parameter rest: What is still to be read. Behind a string it begins after the last quote.
  private static func string(_ rest: inout ArraySlice<UInt8>) -> String? {
    var units: [UInt16] = []
    var plain: [UInt8] = []
    /// Moves plain bytes to the units, which escapes are added to.
    func flush() {
      units += Array(String(decoding: plain, as: UTF8.self).utf16)
      plain = []
    }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        flush()
        return String(decoding: units, as: UTF16.self)
      case UInt8(ascii: "\\"):
        guard let escape = rest.popFirst() else { return nil }
        flush()
        if escape == UInt8(ascii: "u") {
          guard let unit = UInt16(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) else {
            return nil
          }
          units.append(unit)
          rest = rest.dropFirst(4)
        } else {
          units.append(UInt16(escapes[escape] ?? escape))
        }
      default: plain.append(byte)
      }
    }
    return nil
  }

  /// What letters behind a backslash mean.
  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9, UInt8(ascii: "b"): 8,
    UInt8(ascii: "f"): 12,
  ]
}
