/// A ZIP file whose entries are stored as they are (APPNOTE 6.3.9): a folder that stands in a text as an attachment is
/// one blob so, which every system opens.
enum StoredZip {
  static func write(_ package: FilePackage) -> [UInt8] {
    var output: [UInt8] = []
    var directory: [UInt8] = []
    var count = 0
    for entry in package.entries {
      let name = Array((entry.bytes == nil ? entry.path + "/" : entry.path).utf8)
      let bytes = entry.bytes ?? []
      // Without Zip64 there is an end to what fits; limits of packages are below it.
      guard output.count + bytes.count < Int(UInt32.max), count < Int(UInt16.max), name.count <= 0xFFFF else {
        break
      }
      let offset = output.count
      // Version 2.0; names are UTF-8; stored; 1980-01-01.
      let facts =
        number(20, 2) + number(0x800, 2) + number(0, 2) + number(0, 2) + number(0x21, 2)
        + number(Int(CRC32.checksum(bytes)), 4) + number(bytes.count, 4) + number(bytes.count, 4)
        + number(name.count, 2) + number(0, 2)
      output += number(0x0403_4B50, 4) + facts + name + bytes
      directory += number(0x0201_4B50, 4) + number(20, 2) + facts
      directory += number(0, 2) + number(0, 2) + number(0, 2) + number(entry.bytes == nil ? 0x10 : 0, 4)
      directory += number(offset, 4) + name
      count += 1
    }
    let start = output.count
    output += directory
    output += number(0x0605_4B50, 4) + number(0, 4) + number(count, 2) + number(count, 2)
    return output + number(directory.count, 4) + number(start, 4) + number(0, 2)
  }

  /// The folder that `write` made a ZIP of; nil for all other bytes.
  static func read(_ bytes: [UInt8]) -> FilePackage? {
    var package = FilePackage()
    var position = 0
    func number(_ offset: Int, _ length: Int) -> Int {
      (0..<length).reduce(0) { $0 | Int(bytes[position + offset + $1]) << (8 * $1) }
    }
    while bytes.count - position >= 30, number(0, 4) == 0x0403_4B50 {
      let (length, nameLength) = (number(18, 4), number(26, 2))
      let start = position + 30 + nameLength
      guard length <= bytes.count - start,
        let name = String(validating: bytes[(position + 30)..<start], as: UTF8.self)
      else { return nil }
      let isAdded =
        name.hasSuffix("/")
        ? package.add(String(name.dropLast()), nil)
        : package.add(name, Array(bytes[start..<(start + length)]))
      guard isAdded else { return nil }
      position = start + length
    }
    return write(package) == bytes ? package : nil
  }

  private static func number(_ value: Int, _ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

/// The checksum of ZIP (ISO 3309).
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }

  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
    }
  }
}
