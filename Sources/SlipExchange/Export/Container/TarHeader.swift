package import SlipBase

/// The blocks of a tar archive around its files (POSIX.1-2001, ustar).
///
/// Time, owner and permissions are always the same, so equal files give equal archives. Paths are those of this program: ASCII and
/// at most 100 bytes.
package enum TarHeader {
  /// The length of a block, and what lengths are rounded up to.
  private static let block = 512
  /// The largest length that a header has room for: eleven octal digits.
  private static let longest = 0o77777777777

  /// The header of a file.
  ///
  /// - Parameters:
  ///   - path: The path, of at most 100 bytes.
  ///   - length: The length of the file in bytes.
  ///   - type: What it is: `0` a regular file, `g` facts about the whole archive.
  /// - Throws: `SlipError` for a path or a length that is too long.
  package static func bytes(
    path: String, length: Int, type: Character = "0"
  ) throws(SlipError) -> [UInt8] {
    guard path.utf8.count <= 100, (0...longest).contains(length) else {
      throw SlipError(.cannotDo, "A file is too large, or its path too long, for a tar archive.")
    }
    var header = [UInt8](repeating: 0, count: block)
    func put(_ text: String, at start: Int) {
      for (offset, byte) in text.utf8.enumerated() { header[start + offset] = byte }
    }
    put(path, at: 0)
    put("0000644\0" + "0000000\0" + "0000000\0", at: 100)
    put(octal(length, digits: 11) + "\0" + octal(0, digits: 11) + "\0", at: 124)
    put("        \(type)", at: 148)
    put("ustar\0" + "00", at: 257)
    put(octal(header.reduce(0) { $0 + Int($1) }, digits: 6) + "\0 ", at: 148)
    return header
  }

  /// A comment about the whole archive, as `git archive` writes one at the beginning.
  ///
  /// - Parameter comment: One line of ASCII.
  /// - Throws: As `bytes(path:length:type:)`.
  package static func comment(_ comment: String) throws(SlipError) -> [UInt8] {
    let line = " comment=\(comment)\n"
    // The number in front counts its own digits, too.
    var length = line.utf8.count + 1
    while String(length).utf8.count + line.utf8.count != length { length += 1 }
    return try bytes(path: "pax_global_header", length: length, type: "g") + Array("\(length)\(line)".utf8)
      + padding(after: length)
  }

  /// What follows a file, up to the next block.
  package static func padding(after length: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: (block - length % block) % block)
  }

  /// What ends an archive.
  package static let end = [UInt8](repeating: 0, count: 2 * block)

  /// A number in octal digits with zeros in front.
  private static func octal(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
