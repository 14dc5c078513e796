internal import CCodecShims
internal import SlipBase

/// Encodes pictures. The same pixels give the same bytes, as long as the library's version is the
/// same.
enum PixelWriter {
  /// A JPEG; nil when it would be longer than `mostBytes`.
  ///
  /// - Parameters:
  ///   - image: A picture without alpha.
  ///   - quality: The quality, 1 to 100.
  ///   - halvingColor: Whether to store colours at half the resolution (4:2:0). Photographs bear
  ///     that, drawings don't.
  ///   - mostBytes: The longest file in bytes.
  ///
  /// - Throws: `SlipError` with a code of `PictureFault`.
  static func jpeg(
    _ image: PixelImage, quality: Int, halvingColor: Bool = true, mostBytes: Int
  ) throws(SlipError) -> [UInt8]? {
    #if canImport(ImageIO) && !SLIP_PICTURES
      return try SystemPicture.encode(image, as: .jpeg, quality: quality, mostBytes: mostBytes)
    #else
      return try encode(image, mostBytes: mostBytes) { pixels, buffer, size in
        slip_jpeg_write(pixels, Int32(quality), halvingColor ? 1 : 0, buffer, size)
      }
    #endif
  }

  /// A PNG; nil when it would be longer than `mostBytes`.
  ///
  /// - Parameter level: How much effort to compress, 1 to 9.
  ///
  /// - Throws: `SlipError` with a code of `PictureFault`.
  static func png(_ image: PixelImage, level: Int, mostBytes: Int) throws(SlipError) -> [UInt8]? {
    #if canImport(ImageIO) && !SLIP_PICTURES
      return try SystemPicture.encode(image, as: .png, mostBytes: mostBytes)
    #else
      return try encode(image, mostBytes: mostBytes) { pixels, buffer, size in
        slip_png_write(pixels, Int32(level), buffer, size)
      }
    #endif
  }

  /// Calls an encoder with a buffer of sufficient size.
  private static func encode(
    _ image: PixelImage, mostBytes: Int,
    _ write: (UnsafePointer<slip_pixels>, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<Int>) ->
      slip_codec_status
  ) throws(SlipError) -> [UInt8]? {
    guard let layout = image.layout.forWriting else { throw PictureFault.unsupportedCoding.error() }
    let profile = image.profile ?? []
    // Neither codec needs more than this, even for noise.
    let capacity = max(1, min(mostBytes, 2 * image.samples.count + profile.count + 65_536))
    var status = SLIP_CODEC_OK
    let bytes = image.samples.withUnsafeBufferPointer { samples in
      profile.withUnsafeBufferPointer { profile in
        [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
          guard let base = buffer.baseAddress, let first = samples.baseAddress else { return }
          var pixels = slip_pixels(
            samples: first, width: UInt32(image.width), height: UInt32(image.height), layout: layout,
            profile: profile.isEmpty ? nil : profile.baseAddress, profile_size: UInt32(profile.count))
          var size = capacity
          status = write(&pixels, base, &size)
          count = status == SLIP_CODEC_OK ? size : 0
        }
      }
    }
    if status == SLIP_CODEC_NO_ROOM { return nil }
    if let fault = PictureFault(status) { throw fault.error("encoding") }
    return bytes
  }
}
