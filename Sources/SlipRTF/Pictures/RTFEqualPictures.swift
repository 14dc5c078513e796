#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Finds pictures that stand in a file several times, digit by digit.
enum RTFEqualPictures {
  /// What equal pictures have in common, for finding those that are worth comparing.
  private struct Key: Hashable {
    var length: Int
    var isFallback: Bool
    /// Eight bytes of the middle: files of one kind begin and end alike.
    var middle: UInt64
  }

  /// For each picture the index of the first one that has the same data.
  static func models(of pictures: [RTFFoundPicture], in bytes: UnsafeRawBufferPointer) -> [Int] {
    var candidates: [Key: [Int]] = [:]
    return pictures.indices.map { index in
      let picture = pictures[index]
      guard case .hex = picture.data, picture.dataRange.count >= 16 else { return index }
      let middle = picture.dataRange.lowerBound + picture.dataRange.count / 2 - 4
      let key = Key(
        length: picture.dataRange.count, isFallback: picture.isFallback,
        middle: bytes.loadUnaligned(fromByteOffset: middle, as: UInt64.self))
      let model = candidates[key]?.first { isEqual(pictures[$0].dataRange, picture.dataRange, bytes) }
      // Few, or a file of pictures that differ little would take the square of its length.
      if model == nil, candidates[key, default: []].count < 4 { candidates[key, default: []].append(index) }
      return model ?? index
    }
  }

  private static func isEqual(_ a: Range<Int>, _ b: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress, a.count == b.count else { return false }
    return memcmp(base + a.lowerBound, base + b.lowerBound, a.count) == 0
  }
}
