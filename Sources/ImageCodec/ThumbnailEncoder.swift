internal import SlipBase

/// Finds an encoding of a thumbnail that is no larger than the picture's own file.
///
/// A thumbnail that is longer than the picture would be of no use. This matters for drawings and
/// screenshots, whose PNGs are short, while a JPEG of the same content is not.
struct ThumbnailEncoder {
  /// The longest that the thumbnail may be, in bytes.
  let mostBytes: Int
  /// Whether the picture was a JPEG, so that colours at half the resolution lose little. PNGs have
  /// hard edges.
  let wasJPEG: Bool

  /// The usual quality of a JPEG.
  private static let quality = 85
  /// The qualities to try for drawings and the like, whose files are smaller than a good JPEG of
  /// their thumbnail.
  private static let lowerQualities = [85, 70, 50, 30]
  /// How much effort to compress a PNG.
  private static let level = 6

  /// The thumbnail with these pixels.
  ///
  /// 1. The usual encoding, if it is small enough.
  /// 2. The picture itself, if it can be its own thumbnail.
  /// 3. A PNG, or a JPEG of a lower quality.
  /// 4. The same at half the size, and so on.
  ///
  /// - Parameter itself: The picture's file and type, if it can be its own thumbnail.
  ///
  /// - Throws: `PictureFault.noRoom` when nothing is small enough.
  func encode(
    _ image: PixelImage, itself: (bytes: UnsafeRawBufferPointer, type: MediaType)?
  ) throws(SlipError) -> Thumbnail {
    if let best = try preferred(image) { return best }
    if let itself {
      return Thumbnail(
        bytes: [UInt8](itself.bytes), fileExtension: itself.type.fileExtension, width: image.width,
        height: image.height)
    }
    if let coarser = try coarser(image) { return coarser }
    var smaller = image
    while smaller.width > 1 || smaller.height > 1 {
      smaller = smaller.halved()
      if let best = try preferred(smaller) { return best }
      if let coarser = try coarser(smaller) { return coarser }
    }
    throw PictureFault.noRoom.error()
  }

  /// The usual encoding; nil when it is too long.
  private func preferred(_ image: PixelImage) throws(SlipError) -> Thumbnail? {
    image.layout.hasAlpha ? try png(image) : try jpeg(image, Self.quality, halvingColor: wasJPEG)
  }

  /// A PNG or a JPEG of a lower quality; nil when all are too long.
  private func coarser(_ image: PixelImage) throws(SlipError) -> Thumbnail? {
    if image.layout.hasAlpha { return nil }
    if let lossless = try png(image) { return lossless }
    for quality in Self.lowerQualities {
      if let result = try jpeg(image, quality, halvingColor: true) { return result }
    }
    return nil
  }

  /// A JPEG; nil when it is too long.
  private func jpeg(
    _ image: PixelImage, _ quality: Int, halvingColor: Bool
  ) throws(SlipError) -> Thumbnail? {
    let bytes = try PixelWriter.jpeg(
      image, quality: quality, halvingColor: halvingColor, mostBytes: mostBytes)
    return thumbnail(image, bytes, .jpeg)
  }

  /// A PNG; nil when it is too long.
  private func png(_ image: PixelImage) throws(SlipError) -> Thumbnail? {
    thumbnail(image, try PixelWriter.png(image, level: Self.level, mostBytes: mostBytes), .png)
  }

  /// The thumbnail with these bytes; nil for none.
  private func thumbnail(_ image: PixelImage, _ bytes: [UInt8]?, _ type: MediaType) -> Thumbnail? {
    bytes.map {
      Thumbnail(bytes: $0, fileExtension: type.fileExtension, width: image.width, height: image.height)
    }
  }
}

extension PixelImage {
  /// The picture at half its size, without its profile.
  func halved() -> PixelImage {
    let (halfWidth, halfHeight) = (max(1, width / 2), max(1, height / 2))
    let resampler = Resampler(
      layout: layout, width: width, height: height, extent: (Double(width), Double(height)),
      outputWidth: halfWidth, outputHeight: halfHeight)
    let spare = [UInt8](repeating: 0, count: PixelRow.spareBytes)
    (samples + spare).withUnsafeBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      for y in 0..<height {
        resampler.add(PixelRow(samples: base + y * width * layout.channels, y: y, count: width))
      }
    }
    return resampler.finish()
  }
}
