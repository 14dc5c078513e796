internal import SlipRTF
public import SlipBase

/// RTFD in a single file, as Cocoa puts it on pasteboards and programs put it into their databases
/// (`NSFileWrapper.serializedRepresentation`).
///
/// The format was never published; what is known about it comes from samples. A file consists of
/// `rtfd`, four zero bytes, and the record of the package. All numbers have 32 bits, the lowest byte
/// first. A record begins with its kind:
///
/// - 1, a file: the length of the data, and the data. Long data may be aligned to pages: then the
///   length is 2³¹, and the real length, the length of padding and the padding follow.
/// - 3, a folder: the number of entries; for each the length of its name and the name; for each the
///   length of its record; then the records. The entry named `.` contains attributes of the others.
public enum FlatRTFD {
  /// The bytes at the beginning of each file.
  static let magic: [UInt8] = Array("rtfd\0\0\0\0".utf8)

  /// Whether bytes begin like a flat RTFD.
  public static func isFlat(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: magic) }

  /// The package in a flat RTFD. Any bytes give a package: what can't be read is left out and reported
  /// (`SBXP212`, `SBXP213`, `SBXG212`, `SBXG213`).
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - limits: `packageFiles` and `packageBytes` apply.
  ///   - diagnostics: receives the reports.
  public static func read(
    _ bytes: UnsafeRawBufferPointer, limits: Limits = Limits(), diagnostics: inout [Diagnostic]
  ) -> FilePackage {
    guard isFlat(bytes) else {
      diagnostics.append(RTFDCode.damaged("this is not a flat RTFD"))
      return FilePackage()
    }
    var reader = FlatRTFDReader(bytes, limits: limits)
    reader.run()
    diagnostics += reader.diagnostics
    return reader.package
  }

  /// When the text was last written, by the attributes of the files; nil where a file says nothing, or says 1970.
  ///
  /// - Parameter bytes: The file. Only its head and the attributes are read.
  public static func modified(_ bytes: UnsafeRawBufferPointer) -> Timestamp? {
    guard isFlat(bytes) else { return nil }
    return FlatRTFDAttributes(bytes, from: magic.count).modified
  }

  /// A flat RTFD that contains a package. Each file in it has a modification time of 1970 and the mode
  /// 0644, so the same package always gives the same bytes.
  public static func write(_ package: FilePackage) -> [UInt8] {
    magic + FlatRTFDWriter.folder(package)
  }
}

/// Writes the records of folders, from the innermost outwards and without recursion.
enum FlatRTFDWriter {
  /// The record of a package.
  static func folder(_ package: FilePackage) -> [UInt8] {
    // The folders that are open, the innermost last; the contents of a folder directly follow it.
    var open: [(path: String, names: [String], records: [[UInt8]])] = [("", [], [])]
    func isIn(_ path: String, _ folder: String) -> Bool {
      folder.isEmpty || path.utf8.starts(with: (folder + "/").utf8)
    }
    func close(_ open: inout [(path: String, names: [String], records: [[UInt8]])]) {
      let folder = open.removeLast()
      open[open.count - 1].names.append(name(of: folder.path))
      open[open.count - 1].records.append(record(folder.names, folder.records))
    }
    for entry in byFolder(package) {
      while !isIn(entry.path, open[open.count - 1].path) { close(&open) }
      if let bytes = entry.bytes {
        open[open.count - 1].names.append(name(of: entry.path))
        open[open.count - 1].records.append(number(1) + number(bytes.count) + bytes)
      } else {
        open.append((entry.path, [], []))
      }
    }
    while open.count > 1 { close(&open) }
    return record(open[0].names, open[0].records)
  }

  /// The entries with the contents of each folder directly behind it: in the order of paths when `/`
  /// precedes all other bytes.
  private static func byFolder(_ package: FilePackage) -> [FilePackage.Entry] {
    package.entries.sorted {
      $0.path.utf8.lazy.map { $0 == UInt8(ascii: "/") ? 0 : $0 }.lexicographicallyPrecedes(
        $1.path.utf8.lazy.map { $0 == UInt8(ascii: "/") ? 0 : $0 })
    }
  }

  /// The last component of a path.
  private static func name(of path: String) -> String {
    String(path.utf8.split(separator: 0x2F).last.map { String(decoding: $0, as: UTF8.self) } ?? path)
  }

  /// The record of a folder, with the entry for the attributes at the end.
  private static func record(_ names: [String], _ records: [[UInt8]]) -> [UInt8] {
    var attributes: [UInt8] = []
    for name in names {
      attributes += number(1) + number(name.utf8.count) + Array(name.utf8)
      attributes += number(16) + number(0) + number(0o644) + number(0) + number(0)
    }
    let names = names + ["."]
    let records = records + [number(1) + number(attributes.count) + attributes]
    var output = number(3) + number(names.count)
    for name in names { output += number(name.utf8.count) + Array(name.utf8) }
    for record in records { output += number(record.count) }
    for record in records { output += record }
    return output
  }

  /// A number of 32 bits, the lowest byte first.
  private static func number(_ value: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).littleEndian) { Array($0) }
  }
}
