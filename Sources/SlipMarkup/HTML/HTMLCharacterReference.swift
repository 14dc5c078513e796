internal import SlipCore

/// Reads character references in text and attributes (WHATWG HTML, 13.2.5.72 and
/// following).
///
/// | source | characters |
/// | --- | --- |
/// | `&eacute;`, `&#233;`, `&#xE9;` | é |
/// | `&eacute` | é: some old names need no semicolon |
/// | `&notit;` | `¬it;`, as the longest known name is `not` |
/// | `&#128;` | €, by Windows-1252 |
/// | `&#0;`, `&#xD800;` | U+FFFD |
/// | `&unknown;`, `a & b` | unchanged |
enum HTMLCharacterReference {
  /// The longest name that is recognised without a semicolon has six letters (`Aacute`,
  /// for one).
  private static let longestLegacyName = 6
  /// The longest name, with its semicolon (`CounterClockwiseContourIntegral;`).
  private static let longestName = 32

  /// Reads the reference that an `&` begins.
  ///
  /// - Parameters:
  ///   - source: the page.
  ///   - start: the index of the `&`.
  ///   - inAttribute: whether this is an attribute's value, where a name without a
  ///     semicolon that goes on isn't a reference: `?a=1&copy=2` has no copyright sign.
  /// - Returns: the characters in UTF-8 and the length of the reference in bytes; nil if
  ///   the `&` stands for itself.
  static func read(
    _ source: [UInt8], at start: Int, inAttribute: Bool
  ) -> (bytes: [UInt8], length: Int)? {
    guard start + 1 < source.count else { return nil }
    if source[start + 1] == UInt8(ascii: "#") { return numeric(source, start) }
    var end = start + 1
    while end < source.count, end - start <= longestName, source[end].isASCIIAlphanumeric { end += 1 }
    if end == start + 1 { return nil }
    if end < source.count, source[end] == UInt8(ascii: ";"),
      let scalars = HTMLEntityTable.shared.scalars(source[start + 1...end])
    {
      return (utf8(scalars), end + 1 - start)
    }
    var length = min(end - start - 1, longestLegacyName)
    while length >= 2 {
      if let scalars = HTMLEntityTable.shared.scalars(source[start + 1..<start + 1 + length]) {
        let next = start + 1 + length
        let goesOn =
          next < source.count && (source[next] == UInt8(ascii: "=") || source[next].isASCIIAlphanumeric)
        // `?a=1&copy=2` in an attribute has no copyright sign.
        return inAttribute && goesOn ? nil : (utf8(scalars), length + 1)
      }
      length -= 1
    }
    return nil
  }

  /// Reads a reference by number, with or without a semicolon.
  private static func numeric(_ source: [UInt8], _ start: Int) -> (bytes: [UInt8], length: Int)? {
    var index = start + 2
    var radix: UInt32 = 10
    if index < source.count, source[index] | 0x20 == UInt8(ascii: "x") {
      radix = 16
      index += 1
    }
    let digits = index
    var value: UInt32 = 0
    while index < source.count, let digit = Character(UnicodeScalar(source[index])).hexDigitValue,
      source[index] < 0x80, digit < Int(radix)
    {
      value = min(value * radix + UInt32(digit), 0x11_0000)
      index += 1
    }
    if index == digits { return nil }
    if index < source.count, source[index] == UInt8(ascii: ";") { index += 1 }
    return (utf8((scalar(value), 0)), index - start)
  }

  /// The scalar that a number means. 0x80 to 0x9F mean characters of Windows-1252, and
  /// invalid numbers mean U+FFFD.
  private static func scalar(_ value: UInt32) -> UInt32 {
    if (0x80...0x9F).contains(value) { return Windows1252.scalar(UInt8(value)).value }
    return value == 0 || Unicode.Scalar(value) == nil ? 0xFFFD : value
  }

  /// One or two scalars in UTF-8.
  private static func utf8(_ scalars: (UInt32, UInt32)) -> [UInt8] {
    var bytes = Array(String(Unicode.Scalar(scalars.0) ?? "\u{FFFD}").utf8)
    if scalars.1 != 0, let second = Unicode.Scalar(scalars.1) { bytes += Array(String(second).utf8) }
    return bytes
  }
}

/// Looks up named character references by binary search.
///
/// The names are kept in one array of bytes, because 2,231 strings would take more memory
/// and time to make.
struct HTMLEntityTable: Sendable {
  /// The table, which is made at its first use.
  static let shared = HTMLEntityTable()

  /// Where a name stands in `names`, and what it means.
  private struct Row {
    /// The index of the name's first byte.
    var start: Int32
    /// The name's length in bytes.
    var length: Int32
    /// The one or two code points; the second is 0 if there is one.
    var scalars: (UInt32, UInt32)
  }

  /// All names, one behind the other.
  private var names: [UInt8] = []
  /// The rows in the order of their names, by bytes.
  private var rows: [Row] = []

  /// Makes the table from the generated rows.
  private init() {
    let source = UnsafeBufferPointer(
      start: HTMLEntityRows.rows.utf8Start, count: HTMLEntityRows.rows.utf8CodeUnitCount)
    for item in source.split(separator: UInt8(ascii: ",")) {
      let parts = item.split(separator: 0x20)
      guard let name = parts.first else { continue }
      let scalars = parts.dropFirst().map { UInt32(String(decoding: $0, as: UTF8.self), radix: 16) ?? 0xFFFD }
      rows.append(
        Row(
          start: Int32(names.count), length: Int32(name.count),
          scalars: (scalars.first ?? 0xFFFD, scalars.count > 1 ? scalars[1] : 0)))
      names.append(contentsOf: name)
    }
  }

  /// The code points of the reference with exactly this name, including its semicolon if
  /// it has one. The second may be 0. Nil for unknown names.
  func scalars(_ name: ArraySlice<UInt8>) -> (UInt32, UInt32)? {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      let row = rows[middle]
      let candidate = names[Int(row.start)..<Int(row.start + row.length)]
      if candidate.elementsEqual(name) { return row.scalars }
      if candidate.lexicographicallyPrecedes(name) { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
