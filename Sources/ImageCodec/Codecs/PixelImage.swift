/// A picture in memory: samples of 8 bits, rows from the top, without gaps.
struct PixelImage {
  /// The number of columns.
  var width: Int
  /// The number of rows.
  var height: Int
  /// How the samples are arranged; never CMYK.
  var layout: SampleLayout
  /// The samples: `width × height × channels` bytes.
  var samples: [UInt8]
  /// The ICC profile of the samples; nil for sRGB.
  var profile: [UInt8]?

  /// The picture with its orientation applied.
  func upright(_ orientation: Orientation) -> PixelImage {
    guard orientation != .topLeft else { return self }
    var result = self
    if orientation.swapsAxes { (result.width, result.height) = (height, width) }
    let channels = layout.channels
    for y in 0..<height {
      for x in 0..<width {
        let place = orientation.place(x: x, y: y, width: width, height: height)
        let (source, target) = ((y * width + x) * channels, (place.y * result.width + place.x) * channels)
        for channel in 0..<channels { result.samples[target + channel] = samples[source + channel] }
      }
    }
    return result
  }

  /// The picture in shades of grey if it has no other colours; otherwise itself.
  func withoutNeedlessColor() -> PixelImage {
    guard !layout.isGrey else { return self }
    let channels = layout.channels
    let pixels = stride(from: 0, to: samples.count, by: channels)
    guard pixels.allSatisfy({ samples[$0] == samples[$0 + 1] && samples[$0] == samples[$0 + 2] })
    else { return self }
    var result = self
    result.layout = layout.hasAlpha ? .greyAlpha : .grey
    result.samples.removeAll(keepingCapacity: true)
    for pixel in pixels {
      result.samples.append(samples[pixel])
      if layout.hasAlpha { result.samples.append(samples[pixel + 3]) }
    }
    return result
  }
}

/// Decides which ICC profiles a thumbnail gets.
enum ColorProfile {
  /// The longest profile in bytes. Display profiles with a matrix have some 500 to 3,500; those
  /// with tables would outweigh the thumbnail.
  private static let mostBytes = 4096
  /// The length of a profile's header (ICC.1:2022, 7.2).
  private static let headerSize = 128

  /// The profile if it is small, fits the samples, and is not sRGB. Without a profile samples are
  /// sRGB anyway.
  ///
  /// - Parameters:
  ///   - profile: The profile in the picture's file; nil for none.
  ///   - layout: The layout of the thumbnail. A profile for colours doesn't fit grey samples, and
  ///     the other way round.
  static func worthKeeping(_ profile: UnsafeRawBufferPointer?, for layout: SampleLayout) -> [UInt8]? {
    guard let profile, profile.count > headerSize, profile.count <= mostBytes else { return nil }
    let view = ByteView(profile)
    guard view.unsigned32(0) == profile.count, view.holds("acsp", at: 36),
      view.holds(layout.isGrey ? "GRAY" : "RGB ", at: 16)
    else { return nil }
    let isSRGB = (headerSize..<profile.count).contains { view.holds("sRGB IEC61966", at: $0) }
    return isSRGB ? nil : [UInt8](profile)
  }
}
