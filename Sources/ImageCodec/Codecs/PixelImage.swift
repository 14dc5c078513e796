/// A small picture in memory: 8-bit samples, rows from the top without gaps.
struct PixelImage {
  var width: Int
  var height: Int
  /// One of those that can be written.
  var layout: SampleLayout
  var samples: [UInt8]
  /// An ICC profile that the samples are meant in; sRGB where it is nil.
  var profile: [UInt8]?

  /// The picture turned as its orientation says.
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

  /// The picture in grey samples where its colours are all grey.
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
