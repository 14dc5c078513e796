public import SlipBase
public import SlipDocument

extension RTFPictures {
  /// Puts lifted pictures back.
  ///
  /// - Parameters:
  ///   - kept: `ExtractionResult.body`.
  ///   - lifted: in the order of the file, as `lift` gave it.
  ///   - blob: the bytes of a picture.
  /// - Returns: the original file, byte for byte.
  /// - Throws: `SlipError` when `lifted` does not fit `kept` or the blobs, and what `blob` throws.
  public static func restore(
    kept: UnsafeRawBufferPointer, lifted: [ExtractedData], blob: (Digest) throws -> [UInt8]
  ) throws -> [UInt8] {
    var original: [UInt8] = []
    try restore(kept: kept, lifted: lifted, blob: blob) { original += $0 }
    return original
  }

  /// The same in pieces, with memory for one picture and a buffer of 64 KiB.
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

  /// One picture, and what stands before it from `position` on.
  static func restore(
    _ data: ExtractedData, kept: UnsafeRawBufferPointer, from position: Int, blob: (Digest) throws -> [UInt8],
    chunk: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    guard position <= data.range.lowerBound, data.range.upperBound <= kept.count,
      data.range.lowerBound <= data.keep.lowerBound, data.keep.upperBound <= data.range.upperBound,
      (data.keep.lowerBound...data.keep.upperBound).contains(data.insertion)
    else { throw mismatch("a lifted picture's place lies outside the kept file") }
    try chunk(UnsafeRawBufferPointer(rebasing: kept[position..<data.range.lowerBound]))
    try chunk(UnsafeRawBufferPointer(rebasing: kept[data.keep.lowerBound..<data.insertion]))
    try write(try blob(data.attachment), data.encoding, chunk)
    try chunk(UnsafeRawBufferPointer(rebasing: kept[data.insertion..<data.keep.upperBound]))
  }

  /// What stands behind the last picture.
  static func rest(
    of kept: UnsafeRawBufferPointer, from position: Int, _ chunk: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    try chunk(UnsafeRawBufferPointer(rebasing: kept[position...]))
  }

  private static func write(
    _ blob: [UInt8], _ encoding: ExtractedData.Encoding, _ chunk: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    switch encoding {
    case .binary:
      try Array(binaryWord(length: blob.count).utf8).withUnsafeBytes(chunk)
      try blob.withUnsafeBytes(chunk)
    case .hex(let upperCase, let text):
      guard let layout = RTFHexLayout(text: text) else {
        throw mismatch("a lifted picture's layout is malformed")
      }
      do {
        try blob.withUnsafeBytes {
          try RTFHexEncoder(isUpperCase: upperCase, layout: layout).encode($0, chunk: chunk)
        }
      } catch is RTFHexEncoder.LayoutMismatch {
        throw mismatch("a lifted picture's layout does not fit its data")
      }
    }
  }

  private static func mismatch(_ message: String) -> SlipError {
    SlipError(.badInput, code: RTFPictureCode.wrongLiftedData, message)
  }
}
