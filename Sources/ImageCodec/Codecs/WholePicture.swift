internal import CCodecShims
internal import SlipBase

/// Delivers the rows of a picture that was decoded as a whole: the first one of a GIF, TIFF or WebP
/// file, or a bitmap.
final class WholePicture: RowSource {
  /// The decoded picture.
  let image: PixelImage

  /// Creates a source of the picture's rows.
  init(_ image: PixelImage) { self.image = image }

  var width: Int { image.width }
  var height: Int { image.height }
  var layout: SampleLayout { image.layout }
  var profile: UnsafeRawBufferPointer? { nil }

  func forEachRow(_ take: (PixelRow) -> Void) throws(SlipError) {
    let rowSize = width * layout.channels
    let row = UnsafeMutablePointer<UInt8>.allocate(capacity: rowSize + PixelRow.spareBytes)
    defer { row.deallocate() }
    row[rowSize] = 0
    image.samples.withUnsafeBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      for y in 0..<height {
        row.update(from: base + y * rowSize, count: rowSize)
        take(PixelRow(samples: row, y: y, count: width))
      }
    }
  }
}

extension PixelImage {
  /// A decoder: bytes, their number, the most pixels, and where the result goes.
  private typealias Read =
    @Sendable (UnsafePointer<UInt8>, Int, UInt64, UnsafeMutablePointer<slip_picture>) -> slip_codec_status

  /// The decoders of types that C libraries decode as a whole.
  private static let readers: [MediaType: Read] = [
    .gif: { slip_gif_read($0, $1, $2, $3) },
    .tiff: { slip_tiff_read($0, $1, $2, $3) },
    .webp: { slip_webp_read($0, $1, $2, $3) },
  ]

  /// Decodes a picture in its stored orientation; nil for types that are decoded row by row.
  ///
  /// - Throws: `SlipError` with a code of `PictureFault`.
  ///
  /// It takes 4 bytes for each pixel, so `Limits.wholePicturePixels` bounds these pictures more
  /// tightly than those that are decoded row by row.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, _ type: MediaType, _ limits: Limits
  ) throws(SlipError) -> PixelImage? {
    let mostPixels = min(limits.picturePixels, limits.wholePicturePixels)
    if type == .bmp || type == .dib {
      return try Bitmap(bytes, isFile: type == .bmp, mostPixels: mostPixels).decode()
    }
    #if canImport(ImageIO) && !SLIP_PICTURES
      return readers[type] == nil ? nil : try SystemPicture.decode(bytes, limits)
    #else
      return try decodeByLibrary(bytes, type, mostPixels)
    #endif
  }

  /// Decodes a picture with the library of its format; nil for types that have none here.
  private static func decodeByLibrary(
    _ bytes: UnsafeRawBufferPointer, _ type: MediaType, _ mostPixels: Int
  ) throws(SlipError) -> PixelImage? {
    guard let read = readers[type] else { return nil }
    var picture = slip_picture()
    guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else {
      throw PictureFault.brokenHeader.error()
    }
    if let fault = PictureFault(read(base, bytes.count, UInt64(mostPixels), &picture)) { throw fault.error() }
    defer { slip_picture_free(&picture) }
    let (width, height) = (Int(picture.width), Int(picture.height))
    let samples = UnsafeBufferPointer(start: picture.samples, count: width * height * 4)
    return PixelImage(width: width, height: height, layout: .rgba, samples: Array(samples))
      .withoutNeedlessAlpha()
  }

  /// The picture without its alpha samples if nothing is transparent; otherwise itself.
  func withoutNeedlessAlpha() -> PixelImage {
    guard layout == .rgba, stride(from: 3, to: samples.count, by: 4).allSatisfy({ samples[$0] == 255 }) else {
      return self
    }
    var result = self
    result.layout = .rgb
    result.samples = [UInt8](unsafeUninitializedCapacity: width * height * 3) { buffer, count in
      for pixel in 0..<width * height {
        for channel in 0..<3 { buffer[pixel * 3 + channel] = samples[pixel * 4 + channel] }
      }
      count = width * height * 3
    }
    return result
  }
}
