public import SlipBase

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// A mark in an exported file that proves two things: this program wrote the file, and nobody has changed it since.
///
/// It is a text of ASCII that a format takes as a comment or as a value of its own:
///
///     slipconv export 1 <64 hexadecimal digits>
///
/// The digits are the SHA-256 of the file in which they are zeros. So it doesn't matter where the mark stands, and files of
/// every format are checked in the same way. Until a file is complete the mark has the digits of something else that
/// belongs to the file, by which it is found again.
public struct FileSeal: Sendable {
  /// What a mark begins with.
  private static let start = "slipconv export 1 "
  /// How many digits follow.
  private static let digits = 64
  /// The most marks that are looked at in a file. Texts of notes may have some, too.
  private static let most = 16

  /// The mark as it stands in the file until `fill`.
  public let text: String

  /// A mark to write into a new file.
  ///
  /// - Parameter content: The digest of what the file is made from. No text in the file can have it by chance.
  public init(for content: Digest) { text = FileSeal.start + content.hex }

  /// Puts the digits of a complete file into its mark. Nothing may be written to the file after that.
  ///
  /// - Throws: `SlipError` where the file can't be read or written.
  public func fill(_ output: AtomicFile) throws(SlipError) {
    guard let found = try mark(in: output.reader()) else { return }
    try found.digits.withUnsafeBufferPointer { (digits) throws(SlipError) in
      try output.write(UnsafeRawBufferPointer(digits), at: found.place)
    }
  }

  /// Where the digits of this mark stand in a file, and what they have to be; nil where it has none.
  private func mark(in file: InputFile) throws(SlipError) -> (place: Int, digits: [UInt8])? {
    guard let place = try FileSeal.places(of: Array(text.utf8), in: file).first else { return nil }
    let digits = place + FileSeal.start.utf8.count
    return (digits, Array(try FileSeal.digest(of: file, zeroing: digits).hex.utf8))
  }

  /// Whether a file has a mark that is right.
  ///
  /// - Throws: `SlipError` where the file can't be read.
  public static func isIntact(_ file: InputFile) throws(SlipError) -> Bool {
    for place in try places(of: Array(start.utf8), in: file) {
      let digits = place + start.utf8.count
      var named = [UInt8](repeating: 0, count: self.digits)
      let count: Result<Int, SlipError> = named.withUnsafeMutableBytes { buffer in
        Result { () throws(SlipError) in try file.read(at: digits, into: buffer) }
      }
      guard try count.get() == self.digits, let wanted = Digest(hex: String(decoding: named, as: UTF8.self))
      else { continue }
      if try digest(of: file, zeroing: digits) == wanted { return true }
    }
    return false
  }

  /// Where a text stands in a file: the first places, at most `most`.
  private static func places(of text: [UInt8], in file: InputFile) throws(SlipError) -> [Int] {
    var places: [Int] = []
    var offset = 0
    // What the end of a piece may have of a text that goes on in the next one.
    var rest: [UInt8] = []
    try slipErrors {
      try file.forEachChunk { chunk in
        rest.append(contentsOf: chunk)
        var from = 0
        rest.withUnsafeBytes { bytes in
          while places.count < most, let found = first(text, in: bytes, from: from) {
            places.append(offset + found)
            from = found + text.count
          }
        }
        let done = max(from, rest.count - text.count + 1)
        rest.removeFirst(max(0, done))
        offset += max(0, done)
      }
    }
    return places
  }

  /// Where a text first stands in bytes, from a place on; nil where it doesn't.
  private static func first(_ text: [UInt8], in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = bytes.baseAddress, let initial = text.first else { return nil }
    var start = start
    while bytes.count - start >= text.count {
      let room = bytes.count - start - text.count + 1
      guard let found = memchr(base + start, Int32(initial), room) else { return nil }
      let place = UnsafeRawPointer(found) - base
      if memcmp(base + place, text, text.count) == 0 { return place }
      start = place + 1
    }
    return nil
  }

  /// The digest of a file in which the digits at a place are zeros.
  private static func digest(of file: InputFile, zeroing place: Int) throws(SlipError) -> Digest {
    let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: digits)
    var digester = Digester()
    var offset = 0
    try slipErrors {
      try file.forEachChunk { chunk in
        // Parts of a piece: before the digits, the digits, and behind them.
        let start = min(max(place - offset, 0), chunk.count)
        let end = min(max(place + digits - offset, 0), chunk.count)
        digester.update(UnsafeRawBufferPointer(rebasing: chunk[..<start]))
        zeros.withUnsafeBytes { digester.update(UnsafeRawBufferPointer(rebasing: $0[..<(end - start)])) }
        digester.update(UnsafeRawBufferPointer(rebasing: chunk[end...]))
        offset += chunk.count
      }
    }
    return digester.finish()
  }
}
