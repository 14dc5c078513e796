/// A magic number: fixed bytes at fixed offsets, all of which must be there.
struct MediaSignature: Sendable {
  struct Piece: Sendable {
    var offset: Int
    var bytes: [UInt8]
  }

  var pieces: [Piece]
  /// What else must hold where fixed bytes alone would let chance matches through.
  var check: (@Sendable (UnsafeRawBufferPointer) -> Bool)?

  func matches(_ input: UnsafeRawBufferPointer) -> Bool {
    pieces.allSatisfy { input.holds($0.bytes, at: $0.offset) } && (check?(input) ?? true)
  }

  /// ASCII text at an offset.
  static func text(
    _ text: StaticString, at offset: Int = 0,
    if check: (@Sendable (UnsafeRawBufferPointer) -> Bool)? = nil
  ) -> MediaSignature {
    let bytes = text.withUTF8Buffer { [UInt8]($0) }
    return MediaSignature(pieces: [Piece(offset: offset, bytes: bytes)], check: check)
  }

  /// Bytes at an offset.
  static func bytes(
    _ bytes: UInt8..., at offset: Int = 0,
    if check: (@Sendable (UnsafeRawBufferPointer) -> Bool)? = nil
  ) -> MediaSignature {
    MediaSignature(pieces: [Piece(offset: offset, bytes: bytes)], check: check)
  }

  /// Both signatures at once.
  func and(_ other: MediaSignature) -> MediaSignature {
    let (first, second) = (check, other.check)
    return MediaSignature(pieces: pieces + other.pieces) { input in
      (first?(input) ?? true) && (second?(input) ?? true)
    }
  }

  /// No fixed bytes at all, only a check.
  static func when(_ check: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool) -> MediaSignature {
    MediaSignature(pieces: [], check: check)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether `bytes` stand at `offset`; false beyond the end.
  func holds(_ bytes: some Collection<UInt8>, at offset: Int = 0) -> Bool {
    guard offset >= 0, offset <= count, bytes.count <= count - offset else { return false }
    return self[offset..<offset + bytes.count].elementsEqual(bytes)
  }

  /// Whether ASCII `text` stands at `offset`.
  func holds(_ text: StaticString, at offset: Int = 0) -> Bool {
    text.withUTF8Buffer { holds($0, at: offset) }
  }

  /// A little-endian 16-bit number, nil beyond the end.
  func little16(at offset: Int) -> Int? {
    guard offset >= 0, offset <= count - 2 else { return nil }
    return Int(UInt16(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
  }

  /// A little-endian 32-bit number, nil beyond the end.
  func little32(at offset: Int) -> Int? {
    guard offset >= 0, offset <= count - 4 else { return nil }
    return Int(UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  /// A big-endian 32-bit number, nil beyond the end.
  func big32(at offset: Int) -> Int? {
    guard offset >= 0, offset <= count - 4 else { return nil }
    return Int(UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }
}
