internal import SlipBase

/// Files wrapped as OLE 1.0 packages, the form in which Word embeds files of any kind ([MS-OLEDS], section 2.2). Names are
/// in the system's code page, and behind the file in UTF-16, as Office writes them since 2007; here only where that is
/// needed.
enum OLEPackage {
  static func write(name: String, bytes: [UInt8]) -> [UInt8] {
    let label = ansi(name)
    var native: [UInt8] = []
    append(2, 2, to: &native)
    native += label + [0]
    native += label + [0]
    append(0, 2, to: &native)
    append(3, 2, to: &native)
    append(label.count + 1, 4, to: &native)
    native += label + [0]
    append(bytes.count, 4, to: &native)
    native += bytes
    if text(label) != name {
      for _ in 0..<3 {
        append(name.utf16.count, 4, to: &native)
        for unit in name.utf16 { append(Int(unit), 2, to: &native) }
      }
    }

    var object: [UInt8] = []
    append(0x0501, 4, to: &object)
    append(2, 4, to: &object)
    let objectClass = Array("Package".utf8) + [0]
    append(objectClass.count, 4, to: &object)
    object += objectClass
    append(0, 4, to: &object)
    append(0, 4, to: &object)
    append(native.count, 4, to: &object)
    object += native
    // No presentation.
    append(0x0501, 4, to: &object)
    append(0, 4, to: &object)
    return object
  }

  /// What an embedded object of OLE 1.0 holds, as the program that made it keeps it; nil where `\objdata` has none.
  static func native(_ object: [UInt8]) -> (objectClass: ArraySlice<UInt8>, bytes: ArraySlice<UInt8>)? {
    var cursor = Cursor(bytes: object[...])
    guard cursor.integer(4) != nil, cursor.integer(4) == 2, let classLength = cursor.integer(4),
      let objectClass = cursor.take(classLength),
      let topic = cursor.integer(4), cursor.take(topic) != nil,
      let item = cursor.integer(4), cursor.take(item) != nil,
      let length = cursor.integer(4), let native = cursor.take(length)
    else { return nil }
    return (objectClass, native)
  }

  /// The file inside `\objdata`; nil for objects other than well-formed packages.
  static func read(_ object: [UInt8]) -> (name: String, bytes: [UInt8])? {
    guard let (objectClass, native) = native(object),
      objectClass.elementsEqual(Array("Package".utf8) + [0])
    else { return nil }
    var package = Cursor(bytes: native)
    guard package.integer(2) == 2, let label = package.string(), package.string() != nil,
      package.integer(2) != nil, package.integer(2) == 3, let path = package.integer(4),
      package.take(path) != nil,
      let count = package.integer(4), let bytes = package.take(count)
    else { return nil }
    // Behind the path comes the label.
    return (package.wideString().flatMap { _ in package.wideString() } ?? label, Array(bytes))
  }

  private static func append(_ value: Int, _ count: Int, to bytes: inout [UInt8]) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
  }

  /// Names are in the system's code page, without zero bytes.
  private static func ansi(_ name: String) -> [UInt8] {
    name.unicodeScalars.compactMap { scalar in
      if scalar.value < 0x80 { return scalar.value == 0 ? nil : UInt8(scalar.value) }
      return Windows1252.byte(scalar) ?? 0x5F
    }
  }

  private static func text(_ ansi: some Sequence<UInt8>) -> String {
    String(String.UnicodeScalarView(ansi.map(Windows1252.scalar)))
  }

  private struct Cursor {
    var bytes: ArraySlice<UInt8>

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard count >= 0, count <= bytes.count else { return nil }
      defer { bytes = bytes.dropFirst(count) }
      return bytes.prefix(count)
    }

    mutating func integer(_ count: Int) -> Int? {
      take(count)?.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func string() -> String? {
      guard let end = bytes.firstIndex(of: 0) else { return nil }
      defer { bytes = bytes[(end + 1)...] }
      return text(bytes[..<end])
    }

    /// A length in units, and so many of UTF-16.
    mutating func wideString() -> String? {
      guard let count = integer(4), let units = take(2 * count) else { return nil }
      let start = units.startIndex
      return String(
        decoding: (0..<count).map {
          UInt16(units[start + 2 * $0]) | UInt16(units[start + 2 * $0 + 1]) << 8
        }, as: UTF16.self)
    }
  }
}
