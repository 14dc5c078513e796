internal import SlipRTF
internal import SlipBase
internal import SlipDocument

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// The decoded data of a picture that was found, and what is to become of it.
enum RTFPictureContent: Sendable {
  /// The data stays in the body, because the spelling of its digits can't be recorded exactly.
  case irregular
  /// The data stays in the body and is not reported: it is empty, or a fallback too small to be worth a
  /// blob.
  case ignored
  /// The data stays in the body, because programs show its format only where it is embedded.
  case retained([UInt8], MediaType)
  /// The data becomes a blob.
  case extracted(Blob)

  /// The data of a picture that is extracted.
  struct Blob: Sendable {
    /// The picture as a file.
    var bytes: [UInt8]
    /// The digest of `bytes`.
    var digest: Digest
    /// The media type by content.
    var mediaType: MediaType
    /// How the data was written in the file.
    var encoding: ExtractedData.Encoding
  }

  /// Decodes a picture and decides about it.
  init(_ picture: RTFFoundPicture, in bytes: UnsafeRawBufferPointer) {
    let data: [UInt8]
    let encoding: ExtractedData.Encoding
    switch picture.data {
    case .binary(let range): (data, encoding) = ([UInt8](bytes[range]), .binary)
    case .hex:
      let range = picture.dataRange
      let digits = RTFHexDecoder(bytes, at: range.lowerBound, upTo: range.upperBound)
      guard digits.fault == nil, digits.end == picture.dataRange.upperBound else {
        self = .irregular
        return
      }
      data = digits.data
      encoding = .hex(upperCase: digits.isUpperCase, layout: digits.layout.text)
    }
    guard !data.isEmpty, !picture.isFallback || data.count >= RTFPictures.smallestFallback else {
      self = .ignored
      return
    }
    let mediaType = data.withUnsafeBytes { MediaType.sniff($0) }
    if picture.isFallback && mediaType.isImage || RTFPictures.linked.contains(mediaType) {
      self = .extracted(Blob(bytes: data, digest: Digest(of: data), mediaType: mediaType, encoding: encoding))
    } else {
      self = .retained(data, mediaType)
    }
  }

  /// The contents of all pictures, in order; the content of each stands before that of its fallback.
  ///
  /// Of equal pictures, such as a logo on each page, only the first is decoded, and the others are
  /// compared with it. Different pictures are decoded in parallel.
  static func read(
    _ pictures: [RTFFoundPicture], in bytes: UnsafeRawBufferPointer, workers: Int
  ) -> [RTFPictureContent] {
    let all = pictures.flatMap { [$0] + $0.fallback }
    let models = RTFEqualPictures.models(of: all, in: bytes)
    let first = all.indices.filter { models[$0] == $0 }
    let shared = SharedBytes(bytes)
    let contents = Parallel.map(count: first.count, workers: workers) {
      RTFPictureContent(all[first[$0]], in: shared.bytes)
    }
    let numbers = Dictionary(uniqueKeysWithValues: zip(first, contents.indices))
    return models.map { model in numbers[model].map { contents[$0] } ?? .ignored }
  }
}

/// Finds pictures that stand in a file several times, digit by digit, so that each is decoded once.
enum RTFEqualPictures {
  /// What equal pictures have in common, to find those that are worth comparing.
  private struct Key: Hashable {
    /// The length of the data in the file.
    var length: Int
    /// Whether the picture is a fallback; the same data can be worth a blob in one case and not in the
    /// other.
    var isFallback: Bool
    /// Eight bytes from the middle, because files of one format begin and end alike.
    var middle: UInt64
  }

  /// For each picture the index of the first one with the same data, which is its own index when it is
  /// the first.
  ///
  /// Only pictures in hexadecimal digits are compared, and each with at most four others of the same
  /// key.
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
      // At most four: a file of many pictures that differ little would take quadratic time.
      if model == nil, candidates[key, default: []].count < 4 { candidates[key, default: []].append(index) }
      return model ?? index
    }
  }

  /// Whether two ranges hold the same bytes.
  private static func isEqual(_ a: Range<Int>, _ b: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress, a.count == b.count else { return false }
    return memcmp(base + a.lowerBound, base + b.lowerBound, a.count) == 0
  }
}
