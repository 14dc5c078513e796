/// A SHA-256 digest (FIPS 180-4): 32 bytes that identify content.
///
/// Manifests hold the digest of each payload file, by which fixity is checked, and attachments are
/// named by theirs. The digest is stored in four machine words, so that a million of them need no
/// allocations. Digests are ordered as their hexadecimal forms are.
public struct Digest: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The first eight bytes as a big-endian number; `b`, `c` and `d` are the ones that follow.
  private var a: UInt64
  private var b: UInt64
  private var c: UInt64
  private var d: UInt64

  /// Reads 64 lower-case hexadecimal digits; nil for anything else. Upper case is refused, so that
  /// each digest has one spelling.
  public init?(hex: some StringProtocol) {
    guard let digest = hex.withContiguousBytes({ Digest(hexBytes: UnsafeRawBufferPointer($0)) }) else {
      return nil
    }
    self = digest
  }

  /// Reads 64 lower-case hexadecimal digits from a buffer, such as a parser's; nil for anything
  /// else. Eight digits are read at a time.
  public init?(hexBytes bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 64, let a = Digest.word(bytes, 0), let b = Digest.word(bytes, 16),
      let c = Digest.word(bytes, 32), let d = Digest.word(bytes, 48)
    else { return nil }
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  /// The value of the 16 digits from `start` on; nil where one isn't a digit.
  private static func word(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> UInt64? {
    guard let high = HexWord.value(HexWord.load(bytes, start)),
      let low = HexWord.value(HexWord.load(bytes, start + 8))
    else { return nil }
    return high << 32 | low
  }

  /// The last byte, which the last two digits stand for.
  public var lastByte: UInt8 { UInt8(truncatingIfNeeded: d) }

  /// A digest from its 32 bytes as four big-endian numbers.
  package init(words: (UInt64, UInt64, UInt64, UInt64)) { (a, b, c, d) = words }

  /// The same as `hex`.
  public var description: String { hex }

  /// The digest as 64 lower-case hexadecimal digits, as manifests and paths have it.
  public var hex: String {
    String(unsafeUninitializedCapacity: 64) { buffer in
      store(in: UnsafeMutableRawBufferPointer(buffer))
      return 64
    }
  }

  /// Writes the 64 digits to a buffer, which has room for them.
  func store(in bytes: UnsafeMutableRawBufferPointer) {
    store(a, in: bytes, 0)
    store(b, in: bytes, 16)
    store(c, in: bytes, 32)
    store(d, in: bytes, 48)
  }

  /// Writes the 16 digits of a word from an offset on.
  private func store(_ word: UInt64, in bytes: UnsafeMutableRawBufferPointer, _ offset: Int) {
    HexWord.store(HexWord.digits(UInt32(truncatingIfNeeded: word >> 32)), in: bytes, offset)
    HexWord.store(HexWord.digits(UInt32(truncatingIfNeeded: word)), in: bytes, offset + 8)
  }

  /// Appends the 64 digits to bytes, without a string in between.
  package func append(to bytes: inout [UInt8]) {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { buffer in
      store(in: buffer)
      bytes.append(contentsOf: buffer)
    }
  }

  /// The 32 bytes as four big-endian numbers.
  package var words: (UInt64, UInt64, UInt64, UInt64) { (a, b, c, d) }

  /// Orders digests bytewise, which is also the order of their hexadecimal forms.
  public static func < (x: Digest, y: Digest) -> Bool {
    (x.a, x.b, x.c, x.d) < (y.a, y.b, y.c, y.d)
  }
}

/// Length and digest of a file: what a manifest says of a payload file, and what fixity is checked
/// against.
public struct FileFact: Sendable, Hashable {
  /// The SHA-256 digest of the bytes.
  public var digest: Digest
  /// The number of bytes.
  public var length: Int

  /// Creates a fact from known values.
  public init(digest: Digest, length: Int) {
    self.digest = digest
    self.length = length
  }
}
