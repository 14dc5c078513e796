internal import SlipBase

/// Plays an enhanced metafile ([MS-EMF]) and draws an SVG.
///
/// Any bytes are accepted: records that are cut off or unknown are passed over. So are those of
/// EMF+ where plain records beside them say the same; `PlusPlayer` plays those that stand alone.
///
/// A file consists of records, each with a type and a length of four bytes. The first one is the
/// header, which has the bounds in pixels, the frame in hundredths of a millimetre, and the size of
/// the device. All offsets in a record count from its type, as in the specification.
struct EnhancedMetafile {
  /// The file.
  let bytes: ByteView
  /// What the records draw on.
  var device: GDIDevice
  /// Bounds on the drawing.
  private let limits: Limits
  /// How many metafiles the file lies in.
  private let depth: Int
  /// How many device units a hundredth of a millimetre has.
  private let perHundredth: DrawingPoint
  /// The rectangle that the picture shows, in device units.
  private let frame: DrawingBounds

  /// Prepares to play a file, and reads its header.
  ///
  /// - Parameter depth: How many metafiles the file lies in.
  init(_ bytes: UnsafeRawBufferPointer, _ limits: Limits, depth: Int = 0) {
    (self.limits, self.depth) = (limits, depth)
    let view = ByteView(bytes, order: .little)
    self.bytes = view
    device = GDIDevice(limits)
    func n(_ offset: Int) -> Double { Double(view.signed32(offset) ?? 0) }
    // The size of the device that the metafile was recorded for, in pixels and in millimetres.
    let (pixels, size) = (DrawingPoint(n(72), n(76)), DrawingPoint(n(80), n(84)))
    let isKnown = pixels.x > 0 && pixels.y > 0 && size.x > 0 && size.y > 0
    perHundredth =
      isKnown
      ? DrawingPoint(pixels.x / size.x / 100, pixels.y / size.y / 100)
      : DrawingPoint(96 / 2540.0, 96 / 2540.0)
    var frame = DrawingBounds()
    // The frame is in hundredths of a millimetre, so it needs the device's size. The bounds are in pixels.
    if isKnown {
      frame.add(DrawingPoint(n(24) * perHundredth.x, n(28) * perHundredth.y))
      frame.add(DrawingPoint(n(32) * perHundredth.x, n(36) * perHundredth.y))
    } else {
      frame.add(DrawingPoint(n(8), n(12)))
      frame.add(DrawingPoint(n(16), n(20)))
    }
    self.frame = frame
  }

  /// Plays all records. Returns the picture as SVG, or nil when nothing was drawn.
  mutating func svg() -> [UInt8]? {
    var plus: PlusPlayer.Kind?
    forEachRecord { file, type, record in
      if type == Record.comment, plus == nil {
        plus = EnhancedMetafile.plusRecords(record).map(PlusPlayer.kind)
      }
      file.play(type, record)
    }
    // In a file of both kinds, plain records say all. Some that claim to be such have none.
    if let plus, plus == .alone || device.svg.shapes == 0 { playPlusRecords() }
    guard device.svg.shapes > 0 else { return nil }
    let header = MetafileHeader.readEnhanced(bytes).map { (Double($0.width), Double($0.height)) }
    guard let origin = frame.least, frame.width > 0, frame.height > 0 else {
      return device.svg.finish(view: nil)
    }
    return device.svg.finish(view: (origin, frame.width, frame.height), size: header)
  }

  /// Calls a closure with each record, until the drawing is full.
  private mutating func forEachRecord(_ body: (inout EnhancedMetafile, Int, ByteView) -> Void) {
    var offset = 0
    while let type = bytes.unsigned32(offset), let size = bytes.unsigned32(offset + 4), size >= 8,
      type != Record.endOfFile, let record = bytes.part(from: offset, length: size)
    {
      body(&self, type, record)
      if device.svg.isFull { break }
      offset += size
    }
  }

  // MARK: EMF+

  /// The EMF+ records in a comment ([MS-EMF], section 2.3.3.2); nil for other comments.
  private static func plusRecords(_ record: ByteView) -> ByteView? {
    guard record.holds("EMF+", at: 12) else { return nil }
    let length = (record.unsigned32(8) ?? 4) - 4
    return length < 0 ? nil : record.part(from: 16, length: length)
  }

  /// Draws the EMF+ records instead of the plain ones, except for those plain ones that belong to them. If nothing comes
  /// of it, what was drawn stays.
  private mutating func playPlusRecords() {
    let plain = device
    device = GDIDevice(limits)
    var player = PlusPlayer(limits, frame: frame, depth: depth)
    forEachRecord { file, type, record in
      if type == Record.comment, let records = EnhancedMetafile.plusRecords(record) {
        swap(&file.device.svg, &player.device.svg)
        player.play(records)
        swap(&file.device.svg, &player.device.svg)
        file.device.svg.clip(to: player.takesPlainRecords ? file.device.context.clip : nil)
      } else if player.takesPlainRecords {
        file.play(type, record)
      } else if !file.playState(type, record) {
        _ = file.playObjects(type, record)
      }
    }
    if device.svg.shapes == 0 { device = plain }
  }

  // MARK: Arguments

  /// The signed 32-bit number at an offset.
  static func number(_ record: ByteView, _ offset: Int) -> Double { Double(record.signed32(offset) ?? 0) }

  /// The point at an offset: two 32-bit numbers.
  static func point(_ record: ByteView, _ offset: Int) -> DrawingPoint {
    DrawingPoint(number(record, offset), number(record, offset + 4))
  }

  /// The floating-point number at an offset; 0 for infinity and NaN.
  static func real(_ record: ByteView, _ offset: Int) -> Double {
    let value = Double(Float(bitPattern: UInt32(truncatingIfNeeded: record.unsigned32(offset) ?? 0)))
    return value.isFinite ? max(-1e9, min(1e9, value)) : 0
  }

  /// Points of two 16-bit or 32-bit numbers each. There are fewer when the record is too short.
  static func points(_ record: ByteView, at offset: Int, count: Int, isShort: Bool) -> [DrawingPoint] {
    let size = isShort ? 4 : 8
    return (0..<min(count, max(0, record.count - offset) / size)).map { index in
      isShort
        ? DrawingPoint(record.signed16(offset + index * 4) ?? 0, record.signed16(offset + index * 4 + 2) ?? 0)
        : point(record, offset + index * 8)
    }
  }

  // MARK: Records ([MS-EMF], section 2.1.1); offsets count from the record's type

  /// Plays a record.
  private mutating func play(_ type: Int, _ record: ByteView) {
    func n(_ offset: Int) -> Double { EnhancedMetafile.number(record, offset) }
    func p(_ offset: Int) -> DrawingPoint { EnhancedMetafile.point(record, offset) }
    switch type {
    case Record.polyBezier...Record.polylineTo, Record.polyBezier16...Record.polylineTo16:
      lines(type, record)
    case Record.polyPolyline, Record.polyPolygon, Record.polyPolyline16, Record.polyPolygon16:
      manyLines(type, record)
    case Record.polyDraw, Record.polyDraw16: drawing(record, isShort: type == Record.polyDraw16)
    case Record.moveTo: device.move(to: p(8))
    case Record.lineTo: device.line(to: p(8))
    case Record.setPixel:
      device.fill(
        n(8), n(12), n(8) + 1, n(12) + 1, .color(DrawingColor(reference: record.unsigned32(16) ?? 0)))
    case Record.ellipse: device.paint(device.ellipse(n(8), n(12), n(16), n(20)))
    case Record.rectangle: device.paint(device.rectangle(n(8), n(12), n(16), n(20)))
    case Record.roundRectangle: device.paint(device.roundRectangle(n(8), n(12), n(16), n(20), n(24), n(28)))
    case Record.arc, Record.chord, Record.pie, Record.arcTo:
      let end: GDIDevice.ArcEnd = type == Record.chord ? .chord : type == Record.pie ? .pie : .open
      let arc = device.arc(n(8), n(12), n(16), n(20), start: p(24), stop: p(32), end)
      device.paint(arc, fills: end != .open)
    case Record.angleArc: angleArc(record)
    default:
      if !playState(type, record), !playObjects(type, record), !playPath(type) { playPictures(type, record) }
    }
  }

  /// Draws connected lines or curves.
  private mutating func lines(_ type: Int, _ record: ByteView) {
    let isShort = type >= Record.polyBezier16
    var points = EnhancedMetafile.points(record, at: 28, count: record.unsigned32(24) ?? 0, isShort: isShort)
    guard let last = points.last else { return }
    let kind = isShort ? type - (Record.polyBezier16 - Record.polyBezier) : type
    // Records whose names end in "To" begin at the current position, and move it.
    if kind >= Record.polyBezierTo {
      points.insert(device.context.position, at: 0)
      device.context.position = last
      if device.path != nil { return continuePath(points, areCurves: kind == Record.polyBezierTo) }
    }
    switch kind {
    case Record.polyBezier, Record.polyBezierTo: device.paint(device.curves(points), fills: false)
    case Record.polygon: device.lines(points, closed: true)
    default: device.lines(points, closed: false)
    }
  }

  /// Continues the path with lines or curves from where its last one ended.
  private mutating func continuePath(_ points: [DrawingPoint], areCurves: Bool) {
    let places = points.dropFirst().map(device.context.device)
    if !areCurves { return places.forEach { device.path?.line($0) } }
    for index in stride(from: 0, to: places.count - 2, by: 3) {
      device.path?.curve(places[index], places[index + 1], places[index + 2])
    }
  }

  /// Draws several sequences of connected lines as one shape.
  private mutating func manyLines(_ type: Int, _ record: ByteView) {
    let isShort = type >= Record.polyPolyline16
    let isClosed = type == Record.polyPolygon || type == Record.polyPolygon16
    let count = min(record.unsigned32(24) ?? 0, record.count / 4)
    var offset = 32 + count * 4
    var shape = SVGPath()
    for index in 0..<count {
      guard let size = record.unsigned32(32 + index * 4), offset < record.count else { break }
      let points = EnhancedMetafile.points(record, at: offset, count: size, isShort: isShort)
      shape.add(device.outline(points, closed: isClosed))
      offset += points.count * (isShort ? 4 : 8)
    }
    device.paint(shape, fills: isClosed)
  }

  /// Draws lines and curves, with a byte for each point that says which.
  private mutating func drawing(_ record: ByteView, isShort: Bool) {
    let points = EnhancedMetafile.points(record, at: 28, count: record.unsigned32(24) ?? 0, isShort: isShort)
    var shape = SVGPath()
    shape.move(device.context.device(device.context.position))
    var curve: [DrawingPoint] = []
    for (index, point) in points.enumerated() {
      let kind = record.byte(28 + points.count * (isShort ? 4 : 8) + index) ?? 0
      let place = device.context.device(point)
      switch kind & 6 {
      case 6: shape.move(place)
      case 2: shape.line(place)
      default:
        curve.append(place)
        if curve.count == 3 {
          shape.curve(curve[0], curve[1], curve[2])
          curve = []
        }
      }
      if kind & 1 != 0 { shape.close() }
      device.context.position = point
    }
    device.paint(shape, fills: false)
  }

  /// Draws part of a circle. Angles are in degrees, counterclockwise.
  private mutating func angleArc(_ record: ByteView) {
    let center = EnhancedMetafile.point(record, 8)
    let radius = Double(record.unsigned32(16) ?? 0)
    let start = -EnhancedMetafile.real(record, 20) * .pi / 180
    let sweep = max(-360, min(360, -EnhancedMetafile.real(record, 24))) * .pi / 180
    device.paint(device.arc(center: center, radius, radius, from: start, sweep: sweep, .open), fills: false)
  }

  // MARK: State

  /// Plays a record that changes the state; returns false for other records.
  ///
  /// `EMR_MODIFYWORLDTRANSFORM` has a mode: 1 resets the transformation, 2 puts the new one before
  /// it, 3 behind it.
  private mutating func playState(_ type: Int, _ record: ByteView) -> Bool {
    func n(_ offset: Int) -> Double { EnhancedMetafile.number(record, offset) }
    func p(_ offset: Int) -> DrawingPoint { EnhancedMetafile.point(record, offset) }
    switch type {
    case Record.setWindowExtent: device.context.windowExtent = p(8)
    case Record.setWindowOrigin: device.context.windowOrigin = p(8)
    case Record.setViewportExtent: device.context.viewportExtent = p(8)
    case Record.setViewportOrigin: device.context.viewportOrigin = p(8)
    case Record.setMapMode: setMode(record.unsigned32(8) ?? 1)
    case Record.setFillMode: device.context.fillsAlternating = record.unsigned32(8) != 2
    case Record.setTextAlign: device.context.textAlign = record.unsigned32(8) ?? 0
    case Record.setTextColor: device.context.textColor = DrawingColor(reference: record.unsigned32(8) ?? 0)
    case Record.setBackColor: device.context.backColor = DrawingColor(reference: record.unsigned32(8) ?? 0)
    case Record.intersectClip: device.clip(to: device.rectangle(n(8), n(12), n(16), n(20)))
    case Record.scaleViewportExtent: scale(\.viewportExtent, record)
    case Record.scaleWindowExtent: scale(\.windowExtent, record)
    case Record.saveState: device.save()
    case Record.restoreState: device.restore(record.signed32(8) ?? -1)
    case Record.setTransform: device.context.world = transform(record)
    case Record.modifyTransform:
      let (old, new) = (device.context.world, transform(record))
      switch record.unsigned32(32) {
      case 1: device.context.world = GDIContext.Transform()
      case 2: device.context.world = new.followed(by: old)
      case 3: device.context.world = old.followed(by: new)
      default: device.context.world = new
      }
    case Record.selectClipRegion: if record.unsigned32(8) == 0 { device.clip(to: nil) }
    default: return false
    }
    return true
  }

  /// The transformation in a record: six floating-point numbers.
  private func transform(_ record: ByteView) -> GDIContext.Transform {
    let n = (0..<6).map { EnhancedMetafile.real(record, 8 + $0 * 4) }
    return GDIContext.Transform(a: n[0], b: n[1], c: n[2], d: n[3], e: n[4], f: n[5])
  }

  /// Sets a mapping mode ([MS-EMF], section 2.1.21). Modes 2 to 6 have units of a fixed length, and
  /// y grows upwards.
  private mutating func setMode(_ mode: Int) {
    // The length of a unit in hundredths of a millimetre.
    let units = [2: 10.0, 3: 1, 4: 25.4, 5: 2.54, 6: 2540.0 / 1440]
    device.context.fixedScale =
      mode == 1
      ? DrawingPoint(1, 1) : units[mode].map { DrawingPoint($0 * perHundredth.x, -$0 * perHundredth.y) }
  }

  /// Scales an extent by a fraction for each direction.
  private mutating func scale(_ extent: WritableKeyPath<GDIContext, DrawingPoint?>, _ record: ByteView) {
    let n = (0..<4).map { EnhancedMetafile.number(record, 8 + $0 * 4) }
    guard let old = device.context[keyPath: extent], n.allSatisfy({ $0 != 0 }) else { return }
    device.context[keyPath: extent] = DrawingPoint(old.x * n[0] / n[1], old.y * n[2] / n[3])
  }

  // MARK: Paths

  /// Plays a record about paths; returns false for other records.
  ///
  /// Between the beginning and the end of a path, shapes are collected instead of drawn. The
  /// finished path is then filled, drawn, or used for clipping, which uses it up.
  private mutating func playPath(_ type: Int) -> Bool {
    switch type {
    case Record.beginPath: device.path = SVGPath()
    case Record.endPath:
      device.finishedPath = device.path ?? SVGPath()
      device.path = nil
    case Record.closeFigure: device.path?.close()
    case Record.fillPath, Record.strokeAndFillPath, Record.strokePath:
      let shape = device.finishedPath
      device.finishedPath = SVGPath()
      device.paint(shape, fills: type != Record.strokePath, strokes: type != Record.fillPath)
    case Record.selectClipPath:
      device.clip(to: device.finishedPath)
      device.finishedPath = SVGPath()
    case Record.abortPath: (device.path, device.finishedPath) = (nil, SVGPath())
    default: return false
    }
    return true
  }
}
