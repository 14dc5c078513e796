/// Makes tar archives that are packed with gzip, byte by byte.
public enum TarballMaker {
  /// A `.tgz` with these files.
  public static func tgz(_ files: [(path: String, bytes: [UInt8])], modified: Int = 0) -> [UInt8] {
    gzip(tar(files, modified: modified))
  }

  /// A tar archive; long paths have a header of GNU.
  public static func tar(_ files: [(path: String, bytes: [UInt8])], modified: Int = 0) -> [UInt8] {
    var output: [UInt8] = []
    for file in files {
      let path = Array(file.path.utf8)
      if path.count > 99 { add("././@LongLink", path + [0], "L", modified, &output) }
      add(String(decoding: path.prefix(99), as: UTF8.self), file.bytes, "0", modified, &output)
    }
    return output + [UInt8](repeating: 0, count: 1_024)
  }

  /// Adds a header and content.
  private static func add(
    _ name: String, _ bytes: [UInt8], _ type: Unicode.Scalar, _ modified: Int, _ output: inout [UInt8]
  ) {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at place: Int) {
      for (offset, byte) in text.utf8.enumerated() { header[place + offset] = byte }
    }
    func octal(_ number: Int, _ digits: Int) -> String {
      let text = String(number, radix: 8)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    put(name, at: 0)
    put("0000644", at: 100)
    put(octal(bytes.count, 11), at: 124)
    put(octal(modified, 11), at: 136)
    put("        ", at: 148)
    header[156] = UInt8(type.value)
    put("ustar", at: 257)
    put("00", at: 263)
    put(octal(header.reduce(0) { $0 + Int($1) }, 6), at: 148)
    header[154] = 0
    output += header + bytes
    output += [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
  }

  /// Bytes in the form of gzip, as they are.
  public static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    var rest = bytes[...]
    repeat {
      let part = rest.prefix(65_535)
      rest = rest.dropFirst(part.count)
      let (low, high) = (UInt8(part.count & 0xFF), UInt8(part.count >> 8))
      output += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high]
      output += part
    } while !rest.isEmpty
    for value in [ZipMaker.checksum(bytes), UInt32(truncatingIfNeeded: bytes.count)] {
      for shift in [0, 8, 16, 24] as [UInt32] { output.append(UInt8(value >> shift & 0xFF)) }
    }
    return output
  }
}
