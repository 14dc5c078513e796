/// A magic number: fixed bytes at fixed offsets by which a file format is recognized.
///
/// All pieces must match. Where fixed bytes alone would let chance matches through, a check looks
/// at further fields:
///
///     .text("RIFF").and(.text("WEBP", at: 8))
///     .text("BM", if: { BitmapHeader.isKnownSize($0.little32(at: 14)) })
struct MediaSignature: Sendable {
  /// Fixed bytes and the offset at which they must be.
  struct Piece: Sendable {
    var offset: Int
    var bytes: [UInt8]
  }

  /// The fixed bytes, all of which must be there. Without any piece, the check alone decides.
  var pieces: [Piece]
  /// A further condition; nil where the fixed bytes are enough.
  var check: (@Sendable (UnsafeRawBufferPointer) -> Bool)?

  /// Whether data have this signature. Safe for data of any length.
  func matches(_ input: UnsafeRawBufferPointer) -> Bool {
    pieces.allSatisfy { input.holds($0.bytes, at: $0.offset) } && (check?(input) ?? true)
  }

  /// A signature of ASCII text at an offset.
  static func text(
    _ text: StaticString, at offset: Int = 0,
    if check: (@Sendable (UnsafeRawBufferPointer) -> Bool)? = nil
  ) -> MediaSignature {
    let bytes = text.withUTF8Buffer { [UInt8]($0) }
    return MediaSignature(pieces: [Piece(offset: offset, bytes: bytes)], check: check)
  }

  /// A signature of bytes at an offset.
  static func bytes(
    _ bytes: UInt8..., at offset: Int = 0,
    if check: (@Sendable (UnsafeRawBufferPointer) -> Bool)? = nil
  ) -> MediaSignature {
    MediaSignature(pieces: [Piece(offset: offset, bytes: bytes)], check: check)
  }

  /// A signature that matches where this one and another one match.
  func and(_ other: MediaSignature) -> MediaSignature {
    let (first, second) = (check, other.check)
    return MediaSignature(pieces: pieces + other.pieces) { input in
      (first?(input) ?? true) && (second?(input) ?? true)
    }
  }

  /// A signature without fixed bytes, for formats that only a check can recognize.
  static func when(_ check: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool) -> MediaSignature {
    MediaSignature(pieces: [], check: check)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether `bytes` are at `offset`; false where they would reach beyond the end.
  func holds(_ bytes: some Collection<UInt8>, at offset: Int = 0) -> Bool {
    guard offset >= 0, offset <= count, bytes.count <= count - offset else { return false }
    return self[offset..<offset + bytes.count].elementsEqual(bytes)
  }

  /// Whether ASCII `text` is at `offset`; false where it would reach beyond the end.
  func holds(_ text: StaticString, at offset: Int = 0) -> Bool {
    text.withUTF8Buffer { holds($0, at: offset) }
  }

  /// The little-endian 16-bit number at `offset`; nil where it would reach beyond the end.
  func little16(at offset: Int) -> Int? {
    guard offset >= 0, offset <= count - 2 else { return nil }
    return Int(UInt16(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
  }

  /// The little-endian 32-bit number at `offset`; nil where it would reach beyond the end.
  func little32(at offset: Int) -> Int? {
    guard offset >= 0, offset <= count - 4 else { return nil }
    return Int(UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  /// The big-endian 32-bit number at `offset`; nil where it would reach beyond the end.
  func big32(at offset: Int) -> Int? {
    guard offset >= 0, offset <= count - 4 else { return nil }
    return Int(UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }
}
