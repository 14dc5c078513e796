/// Between 8-bit samples and four floats a pixel: red, green, blue and alpha, all 0…255, colours premultiplied.
enum PixelConversion {
  typealias Pixel = SIMD4<Float>

  /// Widens a row's pixels into their places; whether all of them are opaque.
  static func widen(_ row: PixelRow, _ layout: SampleLayout, into target: UnsafeMutablePointer<Pixel>) -> Bool
  {
    switch layout {
    case .grey:
      each(row, target, 1) { Pixel(repeating: Float($0[0])) }
    case .rgb:
      each(row, target, 3) { Pixel(Float($0[0]), Float($0[1]), Float($0[2]), 255) }
    case .cmykInverted:
      each(row, target, 4) { Pixel(Float($0[0]), Float($0[1]), Float($0[2]), 255) * (Float($0[3]) / 255) }
    case .cmyk:
      each(row, target, 4) {
        Pixel(Float(255 - $0[0]), Float(255 - $0[1]), Float(255 - $0[2]), 255) * (Float(255 - $0[3]) / 255)
      }
    case .greyAlpha:
      return widenAlpha(row, target, 2) { Pixel(repeating: Float($0[0])) }
    case .rgba:
      return widenAlpha(row, target, 4) { Pixel(Float($0[0]), Float($0[1]), Float($0[2]), 255) }
    }
    return true
  }

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

  /// As `each`, for pixels whose last sample is alpha: lane 3 gets it, the others are multiplied with it.
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

  /// Rounds to 8-bit samples; Lanczos overshoots are cut off.
  static func narrow(
    _ pixels: UnsafeMutablePointer<Pixel>, count: Int, _ layout: SampleLayout
  ) -> [UInt8] {
    let channels = layout.channels
    let hasAlpha = layout.hasAlpha
    return [UInt8](unsafeUninitializedCapacity: count * channels) { samples, written in
      for index in 0..<count {
        let pixel = pixels[index]
        let color = hasAlpha ? straight(pixel) : pixel
        for channel in 0..<channels {
          let isAlpha = hasAlpha && channel == channels - 1
          samples[index * channels + channel] = byte(isAlpha ? pixel.w : color[channel])
        }
      }
      written = count * channels
    }
  }

  /// Colours no longer premultiplied; black where nothing is to be seen.
  private static func straight(_ pixel: Pixel) -> Pixel {
    byte(pixel.w) == 0 ? .zero : pixel * (255 / pixel.w)
  }

  private static func byte(_ value: Float) -> UInt8 {
    UInt8(max(0, min(255, (value + 0.5).rounded(.down))))
  }
}
