internal import SlipBase

/// Plays a Windows metafile ([MS-WMF]), with or without a placeable header, and draws an SVG.
///
/// A metafile is a list of calls to the graphics functions of Windows. Any bytes are accepted:
/// records that are cut off or unknown are passed over.
///
/// ```
/// placeable header   22 bytes, in some files; bounds and units per inch
/// header             18 bytes, whose second word is its length in words
/// record             length in words (4 bytes), function (2), arguments
/// …
/// record             function 0, the end
/// ```
struct WindowsMetafile {
  /// The file.
  private let bytes: ByteView
  /// What the records draw on.
  private(set) var device: GDIDevice
  /// The extent of the first window. It is what the picture shows, unless the metafile sets a
  /// viewport.
  private var window: DrawingPoint?
  /// Whether the metafile sets a viewport.
  private var hasViewport = false
  /// The size in the placeable header, in pixels; nil without one.
  private var header: (width: Double, height: Double)?

  /// The length of the placeable header in bytes.
  private static let placeableHeader = 22

  /// Prepares to play a file.
  init(_ bytes: UnsafeRawBufferPointer, _ limits: Limits) {
    self.bytes = ByteView(bytes, order: .little)
    device = GDIDevice(limits)
  }

  /// Plays all records. Returns the picture as SVG, or nil when nothing was drawn.
  mutating func svg() -> [UInt8]? {
    var offset = 0
    if bytes.unsigned32(0) == 0x9AC6_CDD7 {
      header = MetafileHeader.readPlaceable(bytes).map { (Double($0.width), Double($0.height)) }
      offset = WindowsMetafile.placeableHeader
    }
    offset += (bytes.unsigned16(offset + 2) ?? 9) * 2
    while let words = bytes.unsigned32(offset), let function = bytes.unsigned16(offset + 4), words >= 3,
      function != 0,
      let record = bytes.part(from: offset + 6, length: words * 2 - 6)
    {
      play(function, record)
      if device.svg.isFull { break }
      offset += words * 2
    }
    guard device.svg.shapes > 0 else { return nil }
    return device.svg.finish(view: view, size: header.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil })
  }

  /// The part of the drawing that is shown: the viewport, or else the first window.
  private var view: (origin: DrawingPoint, width: Double, height: Double)? {
    if hasViewport, let extent = device.context.viewportExtent, extent.x != 0, extent.y != 0 {
      let origin = device.context.viewportOrigin
      return (
        DrawingPoint(min(origin.x, origin.x + extent.x), min(origin.y, origin.y + extent.y)), abs(extent.x),
        abs(extent.y)
      )
    }
    return window.map { (DrawingPoint(0, 0), abs($0.x), abs($0.y)) }
  }

  // MARK: Arguments

  /// The 16-bit argument at an index. Records have the arguments of the functions of Windows in reverse order.
  private static func number(_ record: ByteView, _ index: Int) -> Double {
    Double(record.signed16(index * 2) ?? 0)
  }

  /// The point of the two arguments from an index on, y before x.
  private static func point(_ record: ByteView, _ index: Int) -> DrawingPoint {
    DrawingPoint(number(record, index + 1), number(record, index))
  }

  /// Points of two 16-bit numbers each, x before y. There are fewer when the record is too short.
  private static func points(_ record: ByteView, at offset: Int, count: Int) -> [DrawingPoint] {
    let count = min(count, max(0, record.count - offset) / 4)
    return (0..<count).map {
      DrawingPoint(record.signed16(offset + $0 * 4) ?? 0, record.signed16(offset + $0 * 4 + 2) ?? 0)
    }
  }

  // MARK: Records ([MS-WMF], section 2.1.1.1)

  /// Plays a record. Arguments are counted in words behind its function.
  private mutating func play(_ function: Int, _ record: ByteView) {
    func n(_ index: Int) -> Double { WindowsMetafile.number(record, index) }
    func p(_ index: Int) -> DrawingPoint { WindowsMetafile.point(record, index) }
    switch function {
    case Record.lineTo:
      device.line(to: p(0))
    case Record.moveTo:
      device.context.position = p(0)
    case Record.polygon, Record.polyline:
      let points = WindowsMetafile.points(record, at: 2, count: record.unsigned16(0) ?? 0)
      device.lines(points, closed: function == Record.polygon)
    case Record.polyPolygon:
      polygons(record)
    case Record.rectangle:
      device.paint(device.rectangle(n(3), n(2), n(1), n(0)))
    case Record.roundRectangle:
      device.paint(device.roundRectangle(n(5), n(4), n(3), n(2), n(1), n(0)))
    case Record.ellipse:
      device.paint(device.ellipse(n(3), n(2), n(1), n(0)))
    case Record.arc, Record.pie, Record.chord:
      let end: GDIDevice.ArcEnd = function == Record.arc ? .open : function == Record.pie ? .pie : .chord
      let arc = device.arc(n(7), n(6), n(5), n(4), start: p(2), stop: p(0), end)
      device.paint(arc, fills: end != .open)
    case Record.setPixel:
      let color = DrawingColor(reference: record.unsigned32(0) ?? 0)
      device.fill(n(3), n(2), n(3) + 1, n(2) + 1, .color(color))
    case Record.intersectClip:
      device.clip(to: device.rectangle(n(3), n(2), n(1), n(0)))
    case Record.textOut, Record.extendedTextOut:
      function == Record.textOut ? text(record) : extendedText(record)
    default:
      if !playState(function, record) { playBitmap(function, record) }
    }
  }

  /// Draws several closed outlines as one shape.
  private mutating func polygons(_ record: ByteView) {
    let count = record.unsigned16(0) ?? 0
    var offset = 2 + count * 2
    var shape = SVGPath()
    for index in 0..<count {
      guard let size = record.unsigned16(2 + index * 2), offset < record.count else { break }
      shape.add(device.outline(WindowsMetafile.points(record, at: offset, count: size), closed: true))
      offset += size * 4
    }
    device.paint(shape)
  }

  /// Plays a record that changes the state or the objects; returns false for other records.
  private mutating func playState(_ function: Int, _ record: ByteView) -> Bool {
    func n(_ index: Int) -> Double { WindowsMetafile.number(record, index) }
    func p(_ index: Int) -> DrawingPoint { WindowsMetafile.point(record, index) }
    switch function {
    case Record.setWindowOrigin: device.context.windowOrigin = p(0)
    case Record.setWindowExtent: setWindow(p(0))
    case Record.setViewportOrigin: device.context.viewportOrigin = p(0)
    case Record.setViewportExtent:
      hasViewport = true
      device.context.viewportExtent = p(0)
    case Record.offsetWindowOrigin: device.context.windowOrigin = device.context.windowOrigin + p(0)
    case Record.offsetViewportOrigin: device.context.viewportOrigin = device.context.viewportOrigin + p(0)
    case Record.scaleWindowExtent: scale(\.windowExtent, n(3), n(2), n(1), n(0))
    case Record.scaleViewportExtent: scale(\.viewportExtent, n(3), n(2), n(1), n(0))
    case Record.saveState: device.save()
    case Record.restoreState: device.restore(record.signed16(0) ?? -1)
    case Record.setTextColor: device.context.textColor = DrawingColor(reference: record.unsigned32(0) ?? 0)
    case Record.setBackColor: device.context.backColor = DrawingColor(reference: record.unsigned32(0) ?? 0)
    case Record.setTextAlign: device.context.textAlign = record.unsigned16(0) ?? 0
    case Record.setFillMode: device.context.fillsAlternating = record.unsigned16(0) != 2
    case Record.selectObject: device.select(record.unsigned16(0) ?? 0)
    case Record.deleteObject: device.delete(record.unsigned16(0) ?? 0)
    case Record.createPen:
      let pen = GDIPen(
        style: record.unsigned16(0) ?? 0, width: abs(n(1)),
        color: DrawingColor(reference: record.unsigned32(6) ?? 0))
      device.create(.pen(pen))
    case Record.createBrush: device.create(.brush(brush(record)))
    case Record.createBitmapBrush:
      let brush = record.part(from: 4).map { device.brush(of: $0) }
      device.create(.brush(brush ?? .none))
    case Record.createPatternBrush: device.create(.brush(.color(.white)))
    case Record.createPalette, Record.createRegion: device.create(.other)
    case Record.createFont: device.create(.font(font(record)))
    default: return false
    }
    return true
  }

  /// Sets the window. Without a viewport of the file's own, the first window is shown at its own
  /// size.
  private mutating func setWindow(_ extent: DrawingPoint) {
    guard extent.x != 0, extent.y != 0 else { return }
    window = window ?? extent
    device.context.windowExtent = extent
    if !hasViewport, let window { device.context.viewportExtent = DrawingPoint(abs(window.x), abs(window.y)) }
  }

  /// Scales an extent by a fraction for each direction.
  private mutating func scale(
    _ extent: WritableKeyPath<GDIContext, DrawingPoint?>, _ x: Double, _ xBy: Double, _ y: Double,
    _ yBy: Double
  ) {
    guard let old = device.context[keyPath: extent], x * y * xBy * yBy != 0 else { return }
    device.context[keyPath: extent] = DrawingPoint(old.x * x / xBy, old.y * y / yBy)
  }

  /// The brush in a record ([MS-WMF], section 2.2.1.1).
  private func brush(_ record: ByteView) -> DrawingFill {
    let color = DrawingColor(reference: record.unsigned32(2) ?? 0)
    return switch record.unsigned16(0) {
    case 0: .color(color)
    case 2: .hatch(color, style: record.unsigned16(6) ?? 0)
    default: .none
    }
  }

  /// The font in a record ([MS-WMF], section 2.2.1.2). The name of a symbol font is itself in an
  /// ordinary code page.
  private func font(_ record: ByteView) -> GDIFont {
    var font = GDIFont()
    font.height = WindowsMetafile.number(record, 0)
    font.escapement = WindowsMetafile.number(record, 2)
    font.weight = record.signed16(8) ?? 400
    font.isItalic = record.byte(10) ?? 0 != 0
    font.isUnderlined = record.byte(11) ?? 0 != 0
    font.isStruck = record.byte(12) ?? 0 != 0
    font.charset = record.byte(13) ?? 0
    let name = record.part(from: 18, length: 32)?.bytes.prefix { $0 != 0 }
    var nameless = font
    nameless.charset = font.charset == 2 ? 0 : font.charset
    font.family = name.map { nameless.text(of: $0) } ?? ""
    return font
  }

  // MARK: Text

  /// Draws a text without the places of its characters.
  private mutating func text(_ record: ByteView) {
    let length = record.unsigned16(0) ?? 0
    guard let bytes = record.part(from: 2, length: length), bytes.count == length else { return }
    device.text(
      device.context.font.text(of: bytes.bytes), at: WindowsMetafile.point(record, (length + 3) / 2))
  }

  /// Draws a text that may have a background and the places of its characters.
  private mutating func extendedText(_ record: ByteView) {
    let (length, options) = (record.unsigned16(4) ?? 0, record.unsigned16(6) ?? 0)
    func n(_ index: Int) -> Double { WindowsMetafile.number(record, index) }
    let hasRectangle = options & 6 != 0
    if options & 2 != 0 { device.fill(n(4), n(5), n(6), n(7), .color(device.context.backColor)) }
    let start = hasRectangle ? 16 : 8
    guard length > 0, let bytes = record.part(from: start, length: length), bytes.count == length else {
      return
    }
    let advancesAt = start + length + length % 2
    let hasAdvances = record.count >= advancesAt + length * 2
    let advances = hasAdvances ? (0..<length).map { Double(record.signed16(advancesAt + $0 * 2) ?? 0) } : []
    device.text(
      device.context.font.text(of: bytes.bytes), at: WindowsMetafile.point(record, 0), advances: advances)
  }

  // MARK: Bitmaps

  /// Plays a record with a bitmap.
  ///
  /// The source is a device-independent bitmap behind the arguments. Without one, the record fills
  /// a rectangle with the brush, and its arguments are fewer.
  private mutating func playBitmap(_ function: Int, _ record: ByteView) {
    func n(_ index: Int) -> Double { WindowsMetafile.number(record, index) }
    func box(_ index: Int) -> GDIDevice.Box {
      GDIDevice.Box(x: n(index + 3), y: n(index + 2), width: n(index + 1), height: n(index))
    }
    let operation = record.unsigned32(0) ?? 0
    switch function {
    case Record.patternFill:
      device.patternFill(box(2), operation)
    case Record.bitBlit, Record.bitmapBitBlit:
      // The source's place comes first, then the target. Without a bitmap there is an unused word in front.
      guard record.count > 20 else {
        return device.patternFill(box(record.count > 16 ? 5 : 4), operation)
      }
      let target = box(4)
      let source = GDIDevice.Box(x: n(3), y: n(2), width: target.width, height: target.height)
      bitmap(record, at: 16, isBare: function == Record.bitmapBitBlit, source, to: target, operation)
    case Record.stretchBlit, Record.bitmapStretchBlit:
      guard record.count > 24 else {
        return device.patternFill(box(record.count > 20 ? 7 : 6), operation)
      }
      bitmap(record, at: 20, isBare: function == Record.bitmapStretchBlit, box(2), to: box(6), operation)
    case Record.stretchBitmap:
      bitmap(record, at: 22, isBare: true, box(3), fromBottom: true, to: box(7), operation)
    case Record.setBitmap:
      let target = GDIDevice.Box(x: n(8), y: n(7), width: n(6), height: n(5))
      let source = GDIDevice.Box(x: n(4), y: n(3), width: target.width, height: target.height)
      bitmap(record, at: 18, isBare: true, source, fromBottom: true, to: target, 0xCC0020)
    default:
      break
    }
  }

  /// Draws the bitmap of a record.
  ///
  /// - Parameter isBare: Whether it is a device-independent bitmap. Others occur only in files of
  ///   Windows 2 and are left out.
  private mutating func bitmap(
    _ record: ByteView, at offset: Int, isBare: Bool, _ source: GDIDevice.Box, fromBottom: Bool = false,
    to target: GDIDevice.Box, _ operation: Int
  ) {
    if case .fill = device.raster(operation) { return device.patternFill(target, operation) }
    guard isBare, let bitmap = record.part(from: offset) else { return }
    device.bitmap(bitmap, source: source, fromBottom: fromBottom, to: target, operation)
  }
}
