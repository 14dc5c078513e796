internal import SlipBase

/// Bitmaps.
extension GDIDevice {
  /// A rectangle. A negative width or height mirrors what is drawn into it.
  struct Box {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }

  /// What a raster operation does ([MS-WMF], section 2.1.1.31).
  enum Raster {
    /// Combines the bitmap with what is there.
    case copy(DrawingBlend)
    /// Fills the rectangle without the bitmap.
    case fill(DrawingFill)
    /// Draws nothing, or what SVG can't express, such as an inversion of what is there.
    case nothing
  }

  /// What a raster operation does, decided by its third byte. Unknown ones copy the bitmap.
  ///
  /// ```
  /// F0   PATCOPY      fills with the brush        88   SRCAND      bitwise AND
  /// 00   BLACKNESS    fills with black            EE   SRCPAINT    bitwise OR
  /// FF   WHITENESS    fills with white            66   SRCINVERT   exclusive OR
  /// ```
  func raster(_ operation: Int) -> Raster {
    switch operation >> 16 & 0xFF {
    case 0xF0: .fill(context.brush)
    case 0x00: .fill(.color(.black))
    case 0xFF: .fill(.color(.white))
    case 0x55, 0x5A, 0xAA, 0xA0, 0xFA, 0x0F: .nothing
    case 0x88: .copy(.and)
    case 0xEE: .copy(.or)
    case 0x66: .copy(.exclusiveOr)
    default: .copy(.replace)
    }
  }

  /// Fills a rectangle, if the raster operation needs no bitmap.
  mutating func patternFill(_ box: Box, _ operation: Int) {
    guard case .fill(let fill) = raster(operation) else { return }
    self.fill(box.x, box.y, box.x + box.width, box.y + box.height, fill)
  }

  /// Draws part of a bitmap.
  ///
  /// - Parameters:
  ///   - bytes: The bitmap from its header on.
  ///   - pixelsAt: Where its pixels are in `bytes`; nil to go by its header.
  ///   - source: The part to draw; nil for the whole.
  ///   - fromBottom: Whether the rows of `source` are counted from the bottom.
  ///   - target: Where to draw it, in logical units.
  ///   - operation: The raster operation.
  mutating func bitmap(
    _ bytes: ByteView, pixelsAt: Int? = nil, source: Box?, fromBottom: Bool, to target: Box, _ operation: Int
  ) {
    let blend: DrawingBlend
    switch raster(operation) {
    case .fill(let fill):
      return self.fill(target.x, target.y, target.x + target.width, target.y + target.height, fill)
    case .nothing: return
    case .copy(let kind): blend = kind
    }
    guard let picture = picture(bytes, pixelsAt) else { return }
    var part = source ?? Box(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
    var target = target
    if part.width < 0 {
      (part.x, part.width, target.x, target.width) = reversed(part.x, part.width, target.x, target.width)
    }
    if part.height < 0 {
      (part.y, part.height, target.y, target.height) = reversed(part.y, part.height, target.y, target.height)
    }
    if fromBottom, source != nil { part.y = Double(picture.height) - part.y - part.height }
    svg.draw(
      picture: picture.bytes, picture.type, width: picture.width, height: picture.height,
      source: (part.x, part.y, part.width, part.height),
      origin: context.device(DrawingPoint(target.x, target.y)),
      right: context.device(DrawingPoint(target.x + target.width, target.y)),
      down: context.device(DrawingPoint(target.x, target.y + target.height)), blend: blend)
  }

  /// A range and its target, both with the opposite direction.
  private func reversed(_ start: Double, _ length: Double, _ to: Double, _ over: Double) -> (
    Double, Double, Double, Double
  ) { (start + length, -length, to + over, -over) }

  /// A bitmap as a file that browsers show.
  private struct Encoded {
    var bytes: [UInt8]
    var type: MediaType
    var width: Int
    var height: Int
  }

  /// The bitmap as a file that browsers show: the JPEG or PNG in it, or else a PNG.
  ///
  /// Its pixels are counted against the limits before anything is decoded, so a metafile with many
  /// bitmaps can't take long.
  private mutating func picture(_ bytes: ByteView, _ pixelsAt: Int?) -> Encoded? {
    guard let facts = BMPHeader.readBare(bytes), facts.width > 0, facts.height > 0,
      facts.width <= limits.pictureSide,
      facts.height <= limits.pictureSide, svg.takePixels(facts.width * facts.height),
      let bitmap = try? Bitmap(
        bytes.bytes, isFile: false, mostPixels: limits.wholePicturePixels, pixelsAt: pixelsAt)
    else { return nil }
    if let embedded = bitmap.embedded {
      let type = MediaType.sniff(embedded)
      guard type == .jpeg || type == .png else { return nil }
      return Encoded(bytes: Array(embedded), type: type, width: bitmap.width, height: bitmap.height)
    }
    guard let image = try? bitmap.decode(),
      let png = try? PixelWriter.png(image.withoutNeedlessColor(), level: 6, mostBytes: limits.drawingBytes)
    else { return nil }
    return Encoded(bytes: png, type: .png, width: bitmap.width, height: bitmap.height)
  }

  /// The brush that repeats a bitmap, which is replaced by the average of its colours.
  mutating func brush(of bytes: ByteView, pixelsAt: Int? = nil) -> DrawingFill {
    guard let facts = BMPHeader.readBare(bytes), facts.width > 0, facts.height > 0,
      facts.width <= 65_536, facts.height <= 65_536, svg.takePixels(facts.width * facts.height),
      let bitmap = try? Bitmap(bytes.bytes, isFile: false, mostPixels: 65_536, pixelsAt: pixelsAt),
      let image = try? bitmap.decode()
    else { return .color(DrawingColor(red: 128, green: 128, blue: 128)) }
    return .color(image.averageColor)
  }
}

extension PixelImage {
  /// The average of all colours.
  var averageColor: DrawingColor {
    let (channels, count) = (layout.channels, max(1, width * height))
    let sums = (0..<3).map { channel in
      stride(from: layout.isGrey ? 0 : channel, to: samples.count, by: channels).reduce(0) {
        $0 + Int(samples[$1])
      }
    }
    return DrawingColor(
      red: UInt8(sums[0] / count), green: UInt8(sums[1] / count), blue: UInt8(sums[2] / count))
  }
}
