internal import Crypto
public import SlipCore

extension SlipCore.Digest {
  /// Takes over what Crypto has computed.
  init(sha256 digest: SHA256.Digest) {
    self.init(
      words: digest.withUnsafeBytes { raw in
        func word(_ index: Int) -> UInt64 {
          UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
        }
        return (word(0), word(1), word(2), word(3))
      })
  }

  /// Computes the digest of some bytes. Of a mapped file no more than 8 MiB are in memory at a
  /// time; their pages are released afterwards.
  public init(of bytes: UnsafeRawBufferPointer) {
    guard bytes.count > MappedPages.pieceLength else {
      self.init(sha256: SHA256.hash(data: bytes))
      return
    }
    var hash = SHA256()
    MappedPages.forEachPiece(of: bytes) { hash.update(bufferPointer: $0) }
    self.init(sha256: hash.finalize())
  }

  /// Computes the digest of an array.
  public init(of bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { SlipCore.Digest(of: $0) }
  }
}

/// Computes a `Digest` of bytes that arrive in pieces, for example while a file is copied.
public struct Digester {
  private var hash = SHA256()
  /// The number of bytes so far.
  public private(set) var length = 0

  /// Creates a digester that has seen no bytes.
  public init() {}

  /// Appends bytes to those so far.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    hash.update(bufferPointer: bytes)
    length += bytes.count
  }

  /// The digest of all bytes so far. More bytes may be added afterwards.
  public func finish() -> SlipCore.Digest { SlipCore.Digest(sha256: hash.finalize()) }
}

extension FileFact {
  /// Computes length and digest of some bytes.
  public init(of bytes: UnsafeRawBufferPointer) {
    self.init(digest: SlipCore.Digest(of: bytes), length: bytes.count)
  }

  /// Computes length and digest of an array.
  public init(of bytes: [UInt8]) {
    self.init(digest: SlipCore.Digest(of: bytes), length: bytes.count)
  }
}
