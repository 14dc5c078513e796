internal import RTFSyntax
internal import SlipBase
internal import SlipDocument

/// The data of a picture that was found, and what becomes of it.
enum RTFPictureContent: Sendable {
  /// The digits can't be told exactly.
  case irregular
  /// There is nothing to gain from taking it out.
  case ignored
  /// Shown only where it is embedded.
  case kept([UInt8], MediaType)
  case lifted(Blob)

  struct Blob: Sendable {
    var bytes: [UInt8]
    var digest: Digest
    var mediaType: MediaType
    var encoding: ExtractedData.Encoding
  }

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
      self = .lifted(Blob(bytes: data, digest: Digest(of: data), mediaType: mediaType, encoding: encoding))
    } else {
      self = .kept(data, mediaType)
    }
  }

  /// Contents in the order of the pictures, each one's before its fallback's. Of equal pictures, such as a logo on each
  /// page, the first is decoded, and the others are compared with it.
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
