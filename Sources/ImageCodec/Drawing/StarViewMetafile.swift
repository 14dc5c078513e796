internal import SlipBase

/// Plays a StarView metafile (SVM), and draws an SVG.
///
/// OpenOffice and LibreOffice store the picture of a chart or another object so, in `ObjectReplacements` of OpenDocument
/// files. There is no specification but their source (`vcl/source/gdi/svmconverter.cxx`, `metaact.cxx`). Any bytes are
/// accepted: what is cut off or unknown is passed over.
///
/// ```
/// VCLMTF   then a part with version and length: compression, mapping, size, number of actions
/// action   number (2 bytes), version (2), length (4), arguments
/// …
/// ```
struct StarViewMetafile {
  /// What actions set and later ones use.
  private struct State {
    var line: DrawingColor? = .black
    var fill: DrawingColor? = .white
    var text = DrawingColor.black
    var font = GDIFont()
    /// The number of the encoding of texts.
    var encoding = 0
    /// 0 where a text's place is its upper edge, 1 for the baseline, 2 for the lower edge.
    var alignment = 0
    var origin = DrawingPoint(0, 0)
    var scale = DrawingPoint(1, 1)
    var clips: [SVGPath] = []
    /// 0 draws over what is there, 1 is exclusive OR, 4 inverts.
    var operation = 0
  }

  /// The file.
  private let bytes: ByteView
  /// Bounds on the drawing.
  private let limits: Limits
  /// What the actions draw on. It keeps to logical units of the file.
  private var device: GDIDevice
  private var state = State()
  private var saved: [(flags: Int, state: State)] = []
  /// How the file maps its units.
  private var mapping = StarViewMapping(unit: 0, origin: DrawingPoint(0, 0), scale: DrawingPoint(1, 1))

  /// How many states may be saved, and how deep metafiles may stand in each other.
  private static let mostSaved = 1_000
  private static let deepest = 8

  /// Prepares to play a file.
  init(_ bytes: UnsafeRawBufferPointer, _ limits: Limits) {
    self.bytes = ByteView(bytes, order: .little)
    self.limits = limits
    device = GDIDevice(limits)
  }

  /// The size in pixels, of 96 to the inch; nil where the header makes no sense.
  static func size(_ bytes: UnsafeRawBufferPointer) -> (width: Int, height: Int)? {
    guard let head = head(ByteView(bytes, order: .little)), head.size.x >= 1, head.size.y >= 1 else {
      return nil
    }
    let pixel = 2_540.0 / 96
    func pixels(_ length: Double, _ scale: Double) -> Int {
      Int(min(max((length * scale * head.mapping.length / pixel).rounded(), 1), 1e6))
    }
    return (pixels(head.size.x, head.mapping.scale.x), pixels(head.size.y, head.mapping.scale.y))
  }

  /// The header, and where the actions begin.
  private static func head(_ bytes: ByteView) -> (mapping: StarViewMapping, size: DrawingPoint, start: Int)? {
    guard bytes.holds("VCLMTF", at: 0) else { return nil }
    var reader = StarViewReader(bytes)
    reader.position = 6
    guard var head = reader.part()?.reader else { return nil }
    head.position = 4
    guard let mapping = head.mapping() else { return nil }
    return (mapping, head.point(), reader.position)
  }

  /// Plays all actions. Returns the picture as SVG, or nil when nothing was drawn.
  mutating func svg() -> [UInt8]? {
    guard let head = StarViewMetafile.head(bytes) else { return nil }
    mapping = head.mapping
    play(bytes, from: head.start, depth: 0)
    guard device.svg.shapes > 0 else { return nil }
    guard head.size.x >= 1, head.size.y >= 1, let size = StarViewMetafile.size(bytes.bytes) else {
      return device.svg.finish(view: nil)
    }
    return device.svg.finish(
      view: (DrawingPoint(0, 0), head.size.x, head.size.y), size: (Double(size.width), Double(size.height)))
  }

  private mutating func play(_ bytes: ByteView, from start: Int, depth: Int) {
    var reader = StarViewReader(bytes)
    reader.position = start
    while !reader.isAtEnd, !device.svg.isFull {
      let action = reader.unsigned16()
      guard let (version, arguments) = reader.part() else { return }
      play(action, version, arguments, depth: depth)
    }
  }

  // MARK: Coordinates

  private func place(_ point: DrawingPoint) -> DrawingPoint {
    DrawingPoint((point.x + state.origin.x) * state.scale.x, (point.y + state.origin.y) * state.scale.y)
  }

  private mutating func map(_ new: StarViewMapping) {
    if new.unit == StarViewMapping.relative {
      state.origin = DrawingPoint(
        state.origin.x / new.scale.x + new.origin.x, state.origin.y / new.scale.y + new.origin.y)
      state.scale = DrawingPoint(state.scale.x * new.scale.x, state.scale.y * new.scale.y)
    } else {
      let factor = new.length / mapping.length
      state.origin = new.origin
      state.scale = DrawingPoint(
        factor * new.scale.x / mapping.scale.x, factor * new.scale.y / mapping.scale.y)
    }
  }

  // MARK: Actions

  private mutating func play(_ action: Int, _ version: Int, _ arguments: StarViewReader, depth: Int) {
    var reader = arguments
    switch action {
    case 100: pixel(reader.point(), reader.color())
    case 101: pixel(reader.point(), state.line)
    case 102:
      let points = [reader.point(), reader.point()]
      lines(points, version >= 2 ? reader.line() : (0, []))
    case 103...108: shape(action, reader)
    case 109:
      let points = reader.polygon()
      lines(points, version >= 2 ? reader.line() : (0, []))
    case 110: paint(outline([reader.polygon()]))
    case 111: paint(outline(reader.polygons()))
    case 112...115: text(action, version, reader)
    case 116...121: bitmap(action, reader)
    case 125:
      let box = reader.box()
      gradient([StarViewMetafile.corners(box)], &reader)
    case 126, 148:
      let shape = reader.polygons()
      if action == 148 { gradient(shape, &reader) } else { hatch(shape, &reader) }
    case 142:
      let shape = outline(reader.polygons())
      paint(shape, share: 1 - Double(min(reader.unsigned16(), 100)) / 100)
    case 147: nested(reader, depth: depth)
    default: set(action, reader)
    }
  }

  /// Plays an action that changes the state.
  private mutating func set(_ action: Int, _ arguments: StarViewReader) {
    var reader = arguments
    switch action {
    case 128: clip([])
    case 129:
      let box = reader.box()
      clip(state.clips.suffix(15) + [outline([StarViewMetafile.corners(box)])])
    case 132: state.line = reader.optionalColor()
    case 133: state.fill = reader.optionalColor()
    case 134: state.text = reader.color()
    case 136: state.alignment = reader.unsigned16()
    case 137: if let mapping = reader.mapping() { map(mapping) }
    case 138: if let font = reader.font() { (state.font, state.encoding) = font }
    case 139:
      if saved.count < StarViewMetafile.mostSaved { saved.append((reader.unsigned16(), state)) }
    case 140: restore()
    case 141: state.operation = reader.unsigned16()
    default: break
    }
  }

  private mutating func clip(_ clips: [SVGPath]) {
    state.clips = clips
    device.svg.clip(to: clips)
  }

  /// Restores what the last state says of what was to be saved.
  private mutating func restore() {
    guard let (flags, old) = saved.popLast() else { return }
    if flags & 0x1 != 0 { state.line = old.line }
    if flags & 0x2 != 0 { state.fill = old.fill }
    if flags & 0x4 != 0 { (state.font, state.encoding) = (old.font, old.encoding) }
    if flags & 0x8 != 0 { state.text = old.text }
    if flags & 0x10 != 0 { (state.origin, state.scale) = (old.origin, old.scale) }
    if flags & 0x20 != 0 { clip(old.clips) }
    if flags & 0x40 != 0 { state.operation = old.operation }
    if flags & 0x100 != 0 { state.alignment = old.alignment }
  }

  // MARK: Shapes

  private static func corners(_ box: (start: DrawingPoint, end: DrawingPoint)) -> [DrawingPoint] {
    [
      box.start, DrawingPoint(box.end.x, box.start.y), box.end, DrawingPoint(box.start.x, box.end.y),
    ]
  }

  private func outline(_ polygons: [[DrawingPoint]]) -> SVGPath {
    var shape = SVGPath()
    for points in polygons { shape.add(device.outline(points.map(place), closed: true)) }
    return shape
  }

  private var stroke: DrawingStroke? { state.line.map { DrawingStroke(color: $0, width: 0) } }

  /// Fills a shape and draws its outline.
  ///
  /// - Parameter share: How opaque it is.
  private mutating func paint(_ shape: SVGPath, share: Double = 1) {
    guard state.operation != 4 else { return }
    var (fill, stroke) = (state.fill, stroke)
    let alpha = UInt8(max(0, min(255, share * 255)))
    fill?.alpha = alpha
    stroke?.color.alpha = alpha
    device.svg.draw(shape, fill: fill.map { .color($0) } ?? .none, stroke: stroke)
  }

  private mutating func lines(_ points: [DrawingPoint], _ line: (width: Double, dashes: [Double])?) {
    guard let line, let color = state.line, points.count > 1, state.operation != 4 else { return }
    device.svg.draw(
      device.outline(points.map(place), closed: false), fill: .none,
      stroke: DrawingStroke(color: color, width: line.width * abs(state.scale.x), dashes: line.dashes))
  }

  private mutating func pixel(_ point: DrawingPoint, _ color: DrawingColor?) {
    guard let color else { return }
    let end = DrawingPoint(point.x + 1, point.y + 1)
    device.svg.draw(
      outline([StarViewMetafile.corners((point, end))]), fill: .color(color), stroke: nil)
  }

  private mutating func shape(_ action: Int, _ arguments: StarViewReader) {
    var reader = arguments
    let box = reader.box()
    let (start, end) = (place(box.start), place(box.end))
    switch action {
    case 103: paint(outline([StarViewMetafile.corners(box)]))
    case 104:
      let (across, along) = (
        Double(reader.unsigned32()) * state.scale.x, Double(reader.unsigned32()) * state.scale.y
      )
      paint(device.roundRectangle(start.x, start.y, end.x, end.y, across * 2, along * 2))
    case 105: paint(device.ellipse(start.x, start.y, end.x, end.y))
    default:
      let (from, to) = (place(reader.point()), place(reader.point()))
      let kind: GDIDevice.ArcEnd = action == 106 ? .open : action == 107 ? .pie : .chord
      let arc = device.arc(start.x, start.y, end.x, end.y, start: from, stop: to, kind)
      guard kind == .open else { return paint(arc) }
      if let stroke { device.svg.draw(arc, fill: .none, stroke: stroke) }
    }
  }

  /// Fills a shape with colours that change along a line, which an angle in tenths of a degree turns.
  private mutating func gradient(_ polygons: [[DrawingPoint]], _ reader: inout StarViewReader) {
    guard var part = reader.part()?.reader else { return }
    let style = part.unsigned16()
    let (first, last) = (part.longColor(), part.longColor())
    let angle = Double(part.unsigned16()) / 10
    let shape = outline(polygons)
    guard let least = shape.bounds.least else { return }
    let (most, isAcross) = (shape.bounds.most, (45..<135).contains(angle) || (225..<315).contains(angle))
    let fill: DrawingFill =
      style > 1
      ? .color(first.mixed(with: last, 0.5))
      : .gradient(
        DrawingGradient(
          start: least, end: isAcross ? DrawingPoint(most.x, least.y) : DrawingPoint(least.x, most.y),
          stops: [.init(offset: 0, color: first), .init(offset: 1, color: last)]))
    device.svg.draw(shape, fill: fill, stroke: nil)
  }

  private mutating func hatch(_ polygons: [[DrawingPoint]], _ reader: inout StarViewReader) {
    guard var part = reader.part()?.reader else { return }
    let style = part.unsigned16()
    let color = part.longColor()
    _ = part.signed32()
    let angle = part.unsigned16()
    let lines = angle % 1_800 == 0 ? 0 : angle % 1_800 == 900 ? 1 : angle % 1_800 < 900 ? 3 : 2
    device.svg.draw(outline(polygons), fill: .hatch(color, style: style == 0 ? lines : 4), stroke: nil)
  }

  // MARK: Text

  /// The numbers of encodings of two bytes a character, and of UTF-8.
  private static let unicode = 0xFFFF
  private static let utf8 = 76

  private func decoded(_ bytes: [UInt8]) -> String {
    state.encoding == StarViewMetafile.utf8
      ? String(decoding: bytes, as: UTF8.self) : state.font.text(of: bytes)
  }

  private mutating func text(_ action: Int, _ version: Int, _ arguments: StarViewReader) {
    var reader = arguments
    var at = reader.point()
    if action == 115 { _ = reader.point() }
    let isUnicode = state.encoding == StarViewMetafile.unicode
    let wide = isUnicode ? reader.units(isLong: true) : []
    let bytes = isUnicode ? [] : reader.bytes()
    if action == 114 { _ = reader.unsigned32() }
    // A text in a rectangle has a style and goes on with all of its characters.
    let first = reader.unsigned16()
    let (start, length) = action == 115 ? (0, Int.max) : (first, reader.unsigned16())
    var ends: [Double] = []
    if action == 113 {
      for _ in 0..<min(reader.unsigned32(), 65_536) {
        if reader.isAtEnd { break }
        ends.append(Double(reader.signed32()) * state.scale.x)
      }
    }
    var units = version >= 2 ? reader.units() : wide
    units = Array(units.dropFirst(start).prefix(length))
    let string =
      units.isEmpty
      ? String(decoded(bytes).dropFirst(start).prefix(length)) : state.font.text(ofUnits: units)
    let size = state.font.height * abs(state.scale.y)
    // Without the font, its ascent is taken for nine tenths.
    if state.alignment == 0 || action == 115 { at.y += state.font.height * 0.9 }
    if state.alignment == 2, action != 115 { at.y -= state.font.height * 0.2 }
    var text = SVGDrawing.Text(
      string: string, at: place(at), family: state.font.familyShown, size: size, color: state.text)
    if !ends.isEmpty, ends.count == string.utf16.count { text.offsets = [0] + ends.dropLast() }
    text.isBold = state.font.weight >= 700
    (text.isItalic, text.isUnderlined) = (state.font.isItalic, state.font.isUnderlined)
    text.isStruck = state.font.isStruck
    text.angle = -state.font.escapement / 10
    device.svg.draw(text)
  }

  // MARK: Pictures

  /// Draws a bitmap. Its target stands at the action's end, so that its length needn't be known.
  private mutating func bitmap(_ action: Int, _ arguments: StarViewReader) {
    var reader = arguments
    let numbers = [116: 2, 117: 4, 118: 8][action < 119 ? action : action - 3] ?? 2
    reader.position = reader.view.count - numbers * 4
    guard reader.position > 14 else { return }
    let at = reader.point()
    let size = numbers > 2 ? reader.point() : nil
    let (corner, part) = numbers > 4 ? (reader.point(), reader.point()) : (DrawingPoint(0, 0), nil)
    let bytes = StarViewBitmap.plain(arguments.view, limit: limits.wholePicturePixels)
    bytes.withUnsafeBytes { bytes in
      let view = ByteView(bytes, order: .little)
      guard view.count > 14, let bitmap = view.part(from: 14) else { return }
      let facts = BMPHeader.readBare(bitmap)
      let pixels = DrawingPoint(facts?.width ?? 0, facts?.height ?? 0)
      let (start, end) = (place(at), place(at + (size ?? pixels)))
      device.bitmap(
        bitmap, pixelsAt: view.unsigned32(10).flatMap { $0 > 14 ? $0 - 14 : nil },
        source: part.map { GDIDevice.Box(x: corner.x, y: corner.y, width: $0.x, height: $0.y) },
        fromBottom: false,
        to: GDIDevice.Box(x: start.x, y: start.y, width: end.x - start.x, height: end.y - start.y),
        state.operation == 1 ? 0x66_0000 : 0xCC_0020)
    }
  }

  /// Plays a metafile that stands in this one, and is drawn with another size.
  private mutating func nested(_ arguments: StarViewReader, depth: Int) {
    guard depth < StarViewMetafile.deepest, let head = StarViewMetafile.head(arguments.view) else { return }
    var reader = arguments
    reader.position = head.start
    // The place and size follow the actions, whose number the header has behind its size.
    var counter = StarViewReader(arguments.view)
    counter.position = 6
    guard var inner = counter.part()?.reader else { return }
    inner.position = 4
    _ = inner.mapping()
    _ = inner.point()
    let count = inner.unsigned32()
    let outer = (state, saved)
    for _ in 0..<count {
      if reader.isAtEnd { break }
      reader.position += 2
      guard reader.part() != nil else { return }
    }
    let (at, size) = (reader.point(), reader.point())
    guard head.size.x >= 1, head.size.y >= 1,
      let content = arguments.view.part(from: 0, length: reader.position - 16)
    else { return }
    let scale = DrawingPoint(size.x / head.size.x, size.y / head.size.y)
    guard scale.x > 0, scale.y > 0 else { return }
    state.origin = DrawingPoint(
      (state.origin.x + at.x) / scale.x, (state.origin.y + at.y) / scale.y)
    state.scale = DrawingPoint(state.scale.x * scale.x, state.scale.y * scale.y)
    saved = []
    play(content, from: head.start, depth: depth + 1)
    (state, saved) = outer
    device.svg.clip(to: state.clips)
  }
}
