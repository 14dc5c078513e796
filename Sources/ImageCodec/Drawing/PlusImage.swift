internal import SlipBase

/// A picture of an EMF+ file, as a file that browsers show.
struct PlusImage {
  /// The file.
  var bytes: [UInt8]
  /// Its type.
  var type: MediaType
  /// The number of columns.
  var width: Int
  /// The number of rows.
  var height: Int
  /// Whether it is a drawing, whose parts aren't given in pixels.
  var isDrawing = false

  /// Reads an `EmfPlusImage` object ([MS-EMFPLUS], section 2.2.1.4). Nil for what can't be shown.
  ///
  /// - Parameters:
  ///   - svg: The drawing whose bounds on pixels apply.
  ///   - depth: How many metafiles the object lies in.
  init?(_ object: ByteView, _ svg: inout SVGDrawing, _ limits: Limits, depth: Int) {
    switch object.unsigned32(4) {
    case 1 where object.unsigned32(24) == 1:
      guard let data = object.part(from: 28) else { return nil }
      self.init(file: data, &svg, limits)
    case 1: self.init(pixels: object, &svg, limits)
    case 2:
      guard let data = object.part(from: 16, length: object.unsigned32(12) ?? 0) else { return nil }
      self.init(metafile: data, &svg, limits, depth: depth)
    default: return nil
    }
  }

  /// Reads the file of a picture.
  private init?(file data: ByteView, _ svg: inout SVGDrawing, _ limits: Limits) {
    guard let facts = ImageProbe.probe(data.bytes), facts.width <= limits.pictureSide,
      facts.height <= limits.pictureSide, svg.takePixels(facts.width * facts.height)
    else { return nil }
    (width, height, type) = (facts.width, facts.height, facts.mediaType)
    switch type {
    case .png, .jpeg, .gif: bytes = Array(data.bytes)
    case .tiff, .bmp:
      do throws(SlipError) {
        guard let picture = try WebPicture.render(data.bytes, claimed: type, limits: limits) else {
          return nil
        }
        (bytes, type) = (picture.bytes, picture.mediaType)
      } catch { return nil }
    default: return nil
    }
  }

  /// Draws a metafile within the metafile. What it takes counts against the bounds on pixels.
  private init?(metafile data: ByteView, _ svg: inout SVGDrawing, _ limits: Limits, depth: Int) {
    guard depth < PlusImage.deepest else { return nil }
    var inner = limits
    inner.picturePixels = min(limits.picturePixels, svg.pixelsLeft)
    inner.drawingBytes = limits.drawingBytes / 4
    let isEnhanced = data.unsigned32(0) == 1 && data.holds(" EMF", at: 40)
    var drawing: [UInt8]?
    let left: Int
    if isEnhanced {
      var metafile = EnhancedMetafile(data.bytes, inner, depth: depth + 1)
      drawing = metafile.svg()
      left = metafile.device.svg.pixelsLeft
    } else {
      var metafile = WindowsMetafile(data.bytes, inner)
      drawing = metafile.svg()
      left = metafile.device.svg.pixelsLeft
    }
    let used = min(inner.picturePixels, inner.wholePicturePixels) - left
    guard svg.takePixels(used + (drawing?.count ?? 0)) else { return nil }
    guard let drawing else { return nil }
    let facts = ImageProbe.probe(data.bytes)
    (bytes, type, isDrawing) = (drawing, .svg, true)
    (width, height) = (facts?.width ?? 100, facts?.height ?? 100)
  }

  /// The most metafiles within each other.
  private static let deepest = 3

  // MARK: Pixels

  /// How pixels are stored ([MS-EMFPLUS], section 2.1.1.25): the bits of each in the second byte.
  private enum PixelFormat {
    static let grey16 = 0x0010_1004
    static let rgb555 = 0x0002_1005
    static let rgb565 = 0x0002_1006
    static let argb1555 = 0x0006_1007
    static let rgb24 = 0x0002_1808
    static let rgb32 = 0x0002_2009
    static let argb32 = 0x0026_200A
    static let premultiplied32 = 0x000E_200B
    /// The flag of those with a palette.
    static let indexed = 0x0001_0000
  }

  /// Reads bare pixels.
  private init?(pixels object: ByteView, _ svg: inout SVGDrawing, _ limits: Limits) {
    guard let image = PlusImage.pixels(object, &svg, limits) else { return nil }
    do throws(SlipError) {
      guard
        let png = try PixelWriter.png(image.withoutNeedlessColor(), level: 6, mostBytes: limits.drawingBytes)
      else { return nil }
      (bytes, type, width, height) = (png, .png, image.width, image.height)
    } catch { return nil }
  }

  /// The average colour of an `EmfPlusImage` object that repeats in a brush; nil for what can't be read.
  static func average(
    of object: ByteView, _ svg: inout SVGDrawing, _ limits: Limits
  ) -> DrawingColor? {
    var image: PixelImage?
    if object.unsigned32(4) == 1, object.unsigned32(24) == 1 {
      guard let data = object.part(from: 28), let facts = ImageProbe.probe(data.bytes),
        svg.takePixels(facts.width * facts.height)
      else { return nil }
      do throws(SlipError) {
        image = try PixelImage.decode(data.bytes, facts.mediaType, limits)
      } catch { return nil }
    } else if object.unsigned32(4) == 1 {
      image = pixels(object, &svg, limits)
    }
    return image?.averageColor
  }

  /// Reads bare pixels, rows from the top.
  private static func pixels(
    _ object: ByteView, _ svg: inout SVGDrawing, _ limits: Limits
  ) -> PixelImage? {
    guard let width = object.signed32(8), let height = object.signed32(12), let stride = object.signed32(16),
      let format = object.unsigned32(20), (1...limits.pictureSide).contains(width),
      (1...limits.pictureSide).contains(height)
    else { return nil }
    let bits = format >> 8 & 0xFF
    var (start, palette) = (28, [DrawingColor]())
    if format & PixelFormat.indexed != 0 {
      let count = min(object.unsigned32(32) ?? 0, 256)
      palette = (0..<count).map { DrawingColor(argb: object.unsigned32(36 + $0 * 4) ?? 0) }
      start = 36 + (object.unsigned32(32) ?? 0) * 4
    }
    // What isn't there is not drawn, so that a few bytes can't claim many pixels.
    guard (width * bits + 7) / 8 <= abs(stride), abs(stride) <= object.count, bits > 0,
      object.count - start >= abs(stride) * (height - 1) + (width * bits + 7) / 8,
      svg.takePixels(width * height)
    else { return nil }
    var samples: [UInt8] = []
    samples.reserveCapacity(width * height * 4)
    for y in 0..<height {
      let row = start + (stride < 0 ? height - 1 - y : y) * abs(stride)
      for x in 0..<width {
        guard let color = PlusImage.pixel(object, row, x, bits, format, palette) else { return nil }
        samples += [color.red, color.green, color.blue, color.alpha]
      }
    }
    return PixelImage(width: width, height: height, layout: .rgba, samples: samples, profile: nil)
  }

  /// The colour of a pixel; nil for formats that aren't known.
  private static func pixel(
    _ object: ByteView, _ row: Int, _ x: Int, _ bits: Int, _ format: Int, _ palette: [DrawingColor]
  ) -> DrawingColor? {
    func five(_ value: Int, _ shift: Int) -> UInt8 { UInt8((value >> shift & 31) * 255 / 31) }
    switch format {
    case PixelFormat.rgb24, PixelFormat.rgb32:
      let at = row + x * bits / 8
      let value = (object.byte(at) ?? 0) | (object.byte(at + 1) ?? 0) << 8 | (object.byte(at + 2) ?? 0) << 16
      return DrawingColor(argb: value | 0xFF00_0000)
    case PixelFormat.argb32: return DrawingColor(argb: object.unsigned32(row + x * 4) ?? 0)
    case PixelFormat.premultiplied32:
      var color = DrawingColor(argb: object.unsigned32(row + x * 4) ?? 0)
      guard color.alpha > 0 else { return color }
      func channel(_ value: UInt8) -> UInt8 { UInt8(min(255, Int(value) * 255 / Int(color.alpha))) }
      (color.red, color.green, color.blue) = (channel(color.red), channel(color.green), channel(color.blue))
      return color
    case PixelFormat.rgb555, PixelFormat.argb1555:
      let value = object.unsigned16(row + x * 2) ?? 0
      var color = DrawingColor(red: five(value, 10), green: five(value, 5), blue: five(value, 0))
      if format == PixelFormat.argb1555, value & 0x8000 == 0 { color.alpha = 0 }
      return color
    case PixelFormat.rgb565:
      let value = object.unsigned16(row + x * 2) ?? 0
      return DrawingColor(
        red: five(value, 11), green: UInt8((value >> 5 & 63) * 255 / 63), blue: five(value, 0))
    case PixelFormat.grey16:
      let level = UInt8((object.unsigned16(row + x * 2) ?? 0) >> 8)
      return DrawingColor(red: level, green: level, blue: level)
    case _ where format & PixelFormat.indexed != 0 && [1, 4, 8].contains(bits):
      let byte = object.byte(row + x * bits / 8) ?? 0
      let index = byte >> (8 - bits - x * bits % 8) & (1 << bits - 1)
      return index < palette.count ? palette[index] : .black
    default: return nil
    }
  }
}
