internal import SlipRTF
public import SlipBase
public import SlipDocument

/// Restoring an original file from its body and its pictures.
extension RTFPictures {
  /// Restores the file from which pictures were extracted.
  ///
  /// - Parameters:
  ///   - kept: the retained file, `ExtractionResult.body`.
  ///   - lifted: how to restore each picture, in the order of the file, as in
  ///     `ExtractionResult.lifted`.
  ///   - blob: returns the bytes of a picture.
  /// - Returns: the original file, byte for byte.
  /// - Throws: `SlipError` (`SBXP205`) when `lifted` does not match `kept` or the blobs, and what
  ///   `blob` throws.
  public static func restore(
    kept: UnsafeRawBufferPointer, lifted: [ExtractedData], blob: (Digest) throws -> [UInt8]
  ) throws -> [UInt8] {
    var original: [UInt8] = []
    try restore(kept: kept, lifted: lifted, blob: blob) { original += $0 }
    return original
  }

  /// Restores a file as `restore(kept:lifted:blob:)` does, but hands it over in pieces. It needs memory
  /// for one picture and a buffer of 64 KiB.
  ///
  /// - Parameter chunk: receives the pieces in order. Their bytes are valid only during the call.
  /// - Throws: what the other function throws, and what `chunk` throws.
  public static func restore(
    kept: UnsafeRawBufferPointer, lifted: [ExtractedData], blob: (Digest) throws -> [UInt8],
    chunk: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    var position = 0
    for data in lifted {
      try restore(data, kept: kept, from: position, blob: blob, chunk: chunk)
      position = data.range.upperBound
    }
    try rest(of: kept, from: position, chunk)
  }

  /// Writes one picture, and the bytes before it from `position`.
  static func restore(
    _ data: ExtractedData, kept: UnsafeRawBufferPointer, from position: Int, blob: (Digest) throws -> [UInt8],
    chunk: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    guard position <= data.range.lowerBound, data.range.upperBound <= kept.count,
      data.range.lowerBound <= data.keep.lowerBound, data.keep.upperBound <= data.range.upperBound,
      (data.keep.lowerBound...data.keep.upperBound).contains(data.insertion)
    else { throw mismatch("an extracted picture lies outside the retained file") }
    try chunk(UnsafeRawBufferPointer(rebasing: kept[position..<data.range.lowerBound]))
    try chunk(UnsafeRawBufferPointer(rebasing: kept[data.keep.lowerBound..<data.insertion]))
    try write(try blob(data.attachment), data.encoding, chunk)
    try chunk(UnsafeRawBufferPointer(rebasing: kept[data.insertion..<data.keep.upperBound]))
  }

  /// Writes what stands behind the last picture.
  static func rest(
    of kept: UnsafeRawBufferPointer, from position: Int, _ chunk: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    try chunk(UnsafeRawBufferPointer(rebasing: kept[position...]))
  }

  /// Writes the data of a picture in its encoding.
  private static func write(
    _ blob: [UInt8], _ encoding: ExtractedData.Encoding, _ chunk: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    switch encoding {
    case .binary:
      try Array(RTFPictureGroup.binaryWord(length: blob.count).utf8).withUnsafeBytes(chunk)
      try blob.withUnsafeBytes(chunk)
    case .hex(let upperCase, let text):
      guard let layout = RTFHexLayout(text: text) else {
        throw mismatch("an extracted picture's layout is malformed")
      }
      do {
        try blob.withUnsafeBytes {
          try RTFHexEncoder(isUpperCase: upperCase, layout: layout).encode($0, chunk: chunk)
        }
      } catch is RTFHexEncoder.LayoutMismatch {
        throw mismatch("an extracted picture's layout does not match its data")
      }
    }
  }

  /// The error for data that does not match the retained file or the blob.
  private static func mismatch(_ message: String) -> SlipError {
    SlipError(.badInput, code: RTFPictureCode.wrongLiftedData, message)
  }
}
