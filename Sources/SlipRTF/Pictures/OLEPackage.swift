internal import SlipCore

/// Reads and writes OLE 1.0 packages, the form in which Word embeds files of any kind (MS-OLEDS,
/// section 2.2).
///
/// All integers have the lowest byte first. An object consists of
///
/// - the version 0x0501 and the format 2, for an embedded object, with 4 bytes each;
/// - class, topic and item, each as its length in 4 bytes and a string that ends with a zero byte;
/// - the length of the native data in 4 bytes, and the data.
///
/// The class of a package is `Package`, and its native data consists of
///
/// - 2 in 2 bytes, then label and original path, each ending with a zero byte;
/// - 0 and 3 in 2 bytes each, then the length of the temporary path in 4 bytes, and that path;
/// - the length of the file in 4 bytes, and the file;
/// - in packages of Office since 2007 the three names again, in UTF-16.
///
/// Names are in the code page of the system, for which Windows-1252 is taken. `write` adds the names in
/// UTF-16 only where Windows-1252 can't encode them.
package enum OLEPackage {
  /// The data of an object that contains a file.
  ///
  /// - Parameters:
  ///   - name: the name to show; it also serves as the two paths.
  ///   - bytes: the content of the file.
  package static func write(name: String, bytes: [UInt8]) -> [UInt8] {
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
    // The object has no presentation, as its picture stands in `\result`.
    append(0x0501, 4, to: &object)
    append(0, 4, to: &object)
    return object
  }

  /// The class and the native data of an embedded OLE 1.0 object; nil when the bytes are none. The
  /// class ends with a zero byte.
  package static func native(_ object: [UInt8]) -> (objectClass: ArraySlice<UInt8>, bytes: ArraySlice<UInt8>)?
  {
    var cursor = Cursor(bytes: object[...])
    guard cursor.integer(4) != nil, cursor.integer(4) == 2, let classLength = cursor.integer(4),
      let objectClass = cursor.take(classLength),
      let topic = cursor.integer(4), cursor.take(topic) != nil,
      let item = cursor.integer(4), cursor.take(item) != nil,
      let length = cursor.integer(4), let native = cursor.take(length)
    else { return nil }
    return (objectClass, native)
  }

  /// The name of the class of an OLE 1.0 object, such as `Excel.Sheet.8`; nil when the bytes are none.
  package static func className(_ object: [UInt8]) -> String? {
    native(object).map { text($0.objectClass.prefix { $0 != 0 }) }
  }

  /// Whether an object is a formula, of which its picture says all.
  static func isEquation(_ object: [UInt8]) -> Bool { className(object)?.hasPrefix("Equation") ?? false }

  /// The file in a package; nil for other objects and malformed packages.
  package static func read(_ object: [UInt8]) -> (name: String, bytes: [UInt8])? {
    guard let (objectClass, native) = native(object),
      objectClass.elementsEqual(Array("Package".utf8) + [0])
    else { return nil }
    var package = Cursor(bytes: native)
    guard package.integer(2) == 2, let label = package.string(), package.string() != nil,
      package.integer(2) != nil, package.integer(2) == 3, let path = package.integer(4),
      package.take(path) != nil,
      let count = package.integer(4), let bytes = package.take(count)
    else { return nil }
    // The names in UTF-16 are the temporary path and then the label.
    return (package.wideString().flatMap { _ in package.wideString() } ?? label, Array(bytes))
  }

  /// Appends an integer of `count` bytes, the lowest first.
  private static func append(_ value: Int, _ count: Int, to bytes: inout [UInt8]) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
  }

  /// A name in Windows-1252 without zero bytes; `_` replaces what it can't encode: `日記.txt` becomes
  /// `__.txt`.
  private static func ansi(_ name: String) -> [UInt8] {
    name.unicodeScalars.compactMap { scalar in
      if scalar.value < 0x80 { return scalar.value == 0 ? nil : UInt8(scalar.value) }
      return Windows1252.byte(scalar) ?? 0x5F
    }
  }

  /// A name from Windows-1252.
  private static func text(_ ansi: some Sequence<UInt8>) -> String {
    String(String.UnicodeScalarView(ansi.map(Windows1252.scalar)))
  }

  /// Reads the fields of a package from front to back; each function returns nil when the bytes end too
  /// early.
  private struct Cursor {
    /// What has not been read yet.
    var bytes: ArraySlice<UInt8>

    /// Takes so many bytes.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard count >= 0, count <= bytes.count else { return nil }
      defer { bytes = bytes.dropFirst(count) }
      return bytes.prefix(count)
    }

    /// Takes an unsigned integer of `count` bytes, the lowest first.
    mutating func integer(_ count: Int) -> Int? {
      take(count)?.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Takes a string that ends with a zero byte.
    mutating func string() -> String? {
      guard let end = bytes.firstIndex(of: 0) else { return nil }
      defer { bytes = bytes[(end + 1)...] }
      return text(bytes[..<end])
    }

    /// Takes a string that is its length in UTF-16 code units, in four bytes, followed by these.
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
