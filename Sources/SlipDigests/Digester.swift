public import SlipCore

extension SlipCore.Digest {
  /// Takes over a digest of SHA-256.
  private init(sha256 bytes: UnsafeRawBufferPointer) {
    func word(_ index: Int) -> UInt64 {
      UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
    }
    self.init(words: (word(0), word(1), word(2), word(3)))
  }

  /// The digest of the bytes that a function has seen.
  fileprivate init(_ function: SHA256Function) {
    self = function.digest { SlipCore.Digest(sha256: $0) }
  }

  /// Computes the digest of some bytes. Of a mapped file no more than 8 MiB are in memory at a
  /// time; their pages are released afterwards.
  public init(of bytes: UnsafeRawBufferPointer) {
    guard bytes.count > MappedPages.pieceLength else {
      self = SHA256Function.digest(of: bytes) { SlipCore.Digest(sha256: $0) }
      return
    }
    var function = SHA256Function()
    MappedPages.forEachPiece(of: bytes) { function.update($0) }
    self.init(function)
  }

  /// Computes the digest of an array.
  public init(of bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { SlipCore.Digest(of: $0) }
  }
}

/// Computes a `Digest` of bytes that arrive in pieces, for example while a file is copied.
public struct Digester {
  private var function = SHA256Function()
  /// The number of bytes so far.
  public private(set) var length = 0

  /// Creates a digester that has seen no bytes.
  public init() {}

  /// Appends bytes to those so far.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    function.update(bytes)
    length += bytes.count
  }

  /// The digest of all bytes so far. More bytes may be added afterwards.
  public func finish() -> SlipCore.Digest { SlipCore.Digest(function) }
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
