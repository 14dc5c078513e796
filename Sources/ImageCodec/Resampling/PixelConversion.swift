/// Converts between samples of 8 bits and pixels of four floats.
///
/// The floats are red, green, blue and alpha, all from 0 to 255, with colours multiplied by alpha.
/// Grey is in all three colours.
enum PixelConversion {
  /// Red, green, blue and alpha.
  typealias Pixel = SIMD4<Float>

  /// Converts the samples of a row to pixels at their columns. Returns whether all of them are
  /// opaque.
  ///
  /// CMYK is converted without a profile: each colour is what its ink leaves of it, multiplied by
  /// what black leaves.
  ///
  /// - Parameters:
  ///   - row: The samples.
  ///   - layout: What the samples mean.
  ///   - target: The pixels of the whole row.
  static func widen(_ row: PixelRow, _ layout: SampleLayout, into target: UnsafeMutablePointer<Pixel>) -> Bool
  {
    switch layout {
    case .grey:
      each(row, target, 1) { Pixel(repeating: Float($0[0])) }
    case .rgb:
      each(row, target, 3) { Pixel(four($0)) }
    case .cmykInverted:
      each(row, target, 4) { Pixel(four($0)) * (Float($0[3]) / 255) }
    case .cmyk:
      each(row, target, 4) { Pixel(255 &- four($0)) * (Float(255 &- $0[3]) / 255) }
    case .greyAlpha:
      return widenAlpha(row, target, 2) { Pixel(repeating: Float($0[0])) }
    case .rgba:
      return widenAlpha(row, target, 4) { Pixel(four($0)) }
    }
    return true
  }

  /// Calls `convert` for each pixel of a row and stores the result at its column.
  @inline(__always)
  private static func each(
    _ row: PixelRow, _ target: UnsafeMutablePointer<Pixel>, _ channels: Int,
    _ convert: (UnsafePointer<UInt8>) -> Pixel
  ) {
    var (source, place) = (row.samples, row.start)
    for _ in 0..<row.count {
      target[place] = convert(source)
      source += channels
      place &+= row.step
    }
  }

  /// Like `each`, for pixels whose last sample is alpha: it becomes the fourth float, and the
  /// others are multiplied by it.
  @inline(__always)
  private static func widenAlpha(
    _ row: PixelRow, _ target: UnsafeMutablePointer<Pixel>, _ channels: Int,
    _ convert: (UnsafePointer<UInt8>) -> Pixel
  ) -> Bool {
    var lowest: UInt8 = 255
    each(row, target, channels) { samples in
      let alpha = samples[channels - 1]
      lowest = min(lowest, alpha)
      var pixel = convert(samples)
      pixel.w = 255
      return pixel * (Float(alpha) / 255)
    }
    return lowest == 255
  }

  /// Four samples at once, by one load without a shuffle. For pixels of three samples the fourth
  /// belongs to the next pixel or to the spare bytes; it is never used.
  @inline(__always)
  private static func four(_ samples: UnsafePointer<UInt8>) -> SIMD4<Int32> {
    SIMD4(truncatingIfNeeded: UnsafeRawPointer(samples).loadUnaligned(as: SIMD4<UInt8>.self))
  }

  /// Converts pixels to samples of 8 bits. Values outside of 0…255, to which Lanczos filters
  /// overshoot, are cut off.
  static func narrow(
    _ pixels: UnsafeMutablePointer<Pixel>, count: Int, _ layout: SampleLayout
  ) -> [UInt8] {
    let channels = layout.channels
    return [UInt8](unsafeUninitializedCapacity: count * channels) { samples, written in
      for index in 0..<count {
        let pixel = layout.hasAlpha ? straight(pixels[index]) : pixels[index]
        let bytes = rounded(pixel)
        let start = index * channels
        for channel in 0..<min(channels, 3) { samples[start + channel] = bytes[channel] }
        if layout.hasAlpha { samples[start + channels - 1] = bytes.w }
      }
      written = count * channels
    }
  }

  /// The pixel with its colours divided by alpha again; black where nothing is visible.
  private static func straight(_ pixel: Pixel) -> Pixel {
    guard rounded(pixel).w > 0 else { return .zero }
    var result = pixel * (255 / pixel.w)
    result.w = pixel.w
    return result
  }

  /// The pixel in four bytes, rounded to the nearest.
  @inline(__always)
  private static func rounded(_ pixel: Pixel) -> SIMD4<UInt8> {
    let low = pixel.replacing(with: 0, where: pixel .< 0)
    let cut = low.replacing(with: 255, where: low .> 255)
    // Adding 2^23 leaves no bits for fractions, so the integer is in the lowest bits.
    let bits = unsafeBitCast(cut + 8_388_608, to: SIMD4<UInt32>.self)
    return SIMD4(truncatingIfNeeded: bits)
  }
}
