#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif
internal import SlipBase

/// The graphics device of Windows, as far as metafiles need it. It draws on an SVG.
///
/// The players of WMF and EMF translate their records to its methods; `GDIContext` is its state.
struct GDIDevice {
  /// The drawing.
  var svg: SVGDrawing
  /// Bounds on the drawing and its bitmaps.
  let limits: Limits
  /// The current state.
  var context = GDIContext()
  /// The saved states.
  private var saved: [GDIContext] = []
  /// The objects by number.
  private var objects: [Int: GDIObject] = [:]
  /// No number below this one is free.
  private var lowestFree = 0
  /// The path that is being made, between `BeginPath` and `EndPath`; nil outside of them.
  var path: SVGPath?
  /// The path that was made last.
  var finishedPath = SVGPath()

  /// How many states may be saved.
  private static let mostSaved = 1_000
  /// How many objects may exist.
  private static let mostObjects = 65_536

  /// Creates a device with an empty drawing.
  init(_ limits: Limits) {
    self.limits = limits
    svg = SVGDrawing(limits)
  }

  // MARK: State

  /// Saves the state.
  mutating func save() {
    if saved.count < GDIDevice.mostSaved { saved.append(context) }
  }

  /// Restores a saved state, and forgets those that were saved after it.
  ///
  /// - Parameter index: The number of the state from 1, or a negative number counted from the last
  ///   one.
  mutating func restore(_ index: Int) {
    let count = index < 0 ? saved.count + index : index - 1
    guard saved.indices.contains(count) else { return }
    context = saved[count]
    saved.removeSubrange(count...)
    svg.clip(to: context.clip)
  }

  /// Confines drawing to the inside of a path; nil ends that.
  mutating func clip(to path: SVGPath?) {
    context.clip = path
    svg.clip(to: path)
  }

  // MARK: Objects

  /// Creates an object with this number, or in WMF with the lowest free one.
  mutating func create(_ object: GDIObject, at index: Int? = nil) {
    guard objects.count < GDIDevice.mostObjects else { return }
    if let index {
      objects[index] = object
      return
    }
    while objects[lowestFree] != nil { lowestFree += 1 }
    objects[lowestFree] = object
  }

  /// Deletes an object, whose number is then free.
  mutating func delete(_ index: Int) {
    objects[index] = nil
    lowestFree = min(lowestFree, max(0, index))
  }

  /// Draws with an object from now on. Unknown numbers change nothing.
  mutating func select(_ index: Int) {
    switch objects[index] ?? GDIDevice.stock(index) {
    case .pen(let pen): context.pen = pen
    case .brush(let brush): context.brush = brush
    case .font(let font): context.font = font
    case .other, nil: break
    }
  }

  /// The predefined object with this number ([MS-EMF], section 2.1.31); nil for others.
  private static func stock(_ index: Int) -> GDIObject? {
    func grey(_ level: UInt8) -> GDIObject {
      .brush(.color(DrawingColor(red: level, green: level, blue: level)))
    }
    return switch index {
    case 0x8000_0000: grey(255)
    case 0x8000_0001: grey(192)
    case 0x8000_0002: grey(128)
    case 0x8000_0003: grey(64)
    case 0x8000_0004: grey(0)
    case 0x8000_0005: .brush(.none)
    case 0x8000_0006: .pen(GDIPen(color: .white))
    case 0x8000_0007: .pen(GDIPen())
    case 0x8000_0008: .pen(GDIPen(style: 5))
    case 0x8000_000A...0x8000_0011: .font(GDIFont())
    default: nil
    }
  }

  // MARK: Painting

  /// How outlines are drawn; nil for an invisible pen.
  var stroke: DrawingStroke? {
    let pen = context.pen
    if pen.isInvisible { return nil }
    // A pen of one unit is as thin as the device can draw.
    let width = pen.width <= 1 ? 0 : context.deviceLength(pen.width)
    return DrawingStroke(color: pen.color, width: width, dashes: pen.dashes.map(Double.init))
  }

  /// Fills a shape and draws its outline, or adds it to the path that is being made.
  mutating func paint(_ shape: SVGPath, fills: Bool = true, strokes: Bool = true) {
    if path != nil {
      path?.add(shape)
      return
    }
    svg.draw(
      shape, fill: fills ? context.brush : .none, stroke: strokes ? stroke : nil,
      evenOdd: context.fillsAlternating)
  }

  /// Draws connected lines. A closed outline is also filled.
  mutating func lines(_ points: [DrawingPoint], closed: Bool) {
    paint(outline(points, closed: closed), fills: closed)
  }

  /// The shape of connected lines.
  func outline(_ points: [DrawingPoint], closed: Bool) -> SVGPath {
    var shape = SVGPath()
    for (index, point) in points.enumerated() {
      if index == 0 { shape.move(context.device(point)) } else { shape.line(context.device(point)) }
    }
    if closed { shape.close() }
    return shape
  }

  /// The shape of connected Bézier curves. The first point is where they begin; each takes three
  /// more.
  func curves(_ points: [DrawingPoint]) -> SVGPath {
    var shape = SVGPath()
    guard let first = points.first else { return shape }
    shape.move(context.device(first))
    for index in stride(from: 1, to: points.count - 2, by: 3) {
      let part = points[index..<index + 3].map(context.device)
      shape.curve(part[0], part[1], part[2])
    }
    return shape
  }

  /// Moves the current position, where the next line begins.
  mutating func move(to point: DrawingPoint) {
    context.position = point
    path?.move(context.device(point))
  }

  /// Draws a line from the current position, or continues the path with it.
  mutating func line(to point: DrawingPoint) {
    if path == nil {
      lines([context.position, point], closed: false)
    } else {
      path?.line(context.device(point))
    }
    context.position = point
  }

  /// The shape of a rectangle.
  func rectangle(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> SVGPath {
    outline(
      [
        DrawingPoint(left, top), DrawingPoint(right, top), DrawingPoint(right, bottom),
        DrawingPoint(left, bottom),
      ], closed: true)
  }

  /// Fills a rectangle without an outline.
  mutating func fill(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double, _ fill: DrawingFill) {
    svg.draw(rectangle(left, top, right, bottom), fill: fill, stroke: nil)
  }

  // MARK: Round shapes

  /// How the ends of an arc are connected: not at all, by a line, or by lines to the centre.
  enum ArcEnd { case open, chord, pie }

  /// The shape of the ellipse in a rectangle.
  func ellipse(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> SVGPath {
    var shape = arc(
      center: DrawingPoint((left + right) / 2, (top + bottom) / 2), (right - left) / 2, (bottom - top) / 2,
      from: 0, sweep: 2 * .pi, .open)
    shape.close()
    return shape
  }

  /// The shape of part of an ellipse, as curves of up to a quarter each. Angles are in radians,
  /// clockwise, because y grows downwards.
  ///
  /// A curve approximates an arc of the angle a with handles of the length 4/3 · tan(a / 4), which
  /// for a quarter is off by less than 0.03 %.
  func arc(
    center: DrawingPoint, _ radiusX: Double, _ radiusY: Double, from start: Double, sweep: Double,
    _ end: ArcEnd
  ) -> SVGPath {
    let steps = max(1, Int((abs(sweep) / (.pi / 2)).rounded(.up)))
    let step = sweep / Double(min(steps, 8))
    let handle = 4.0 / 3 * tan(step / 4)
    func point(_ angle: Double, _ tangent: Double) -> DrawingPoint {
      let (x, y) = (cos(angle) - tangent * sin(angle), sin(angle) + tangent * cos(angle))
      return DrawingPoint(center.x + radiusX * x, center.y + radiusY * y)
    }
    var points = [point(start, 0)]
    for index in 0..<min(steps, 8) {
      let (from, to) = (start + step * Double(index), start + step * Double(index + 1))
      points += [point(from, handle), point(to, -handle), point(to, 0)]
    }
    var shape = curves(points)
    if end == .pie { shape.line(context.device(center)) }
    if end != .open { shape.close() }
    return shape
  }

  /// The shape of part of the ellipse in a rectangle, counterclockwise from the ray through `start`
  /// to the ray through `stop`.
  func arc(
    _ left: Double, _ top: Double, _ right: Double, _ bottom: Double, start: DrawingPoint, stop: DrawingPoint,
    _ end: ArcEnd
  ) -> SVGPath {
    let center = DrawingPoint((left + right) / 2, (top + bottom) / 2)
    let (radiusX, radiusY) = ((right - left) / 2, (bottom - top) / 2)
    guard radiusX != 0, radiusY != 0 else { return SVGPath() }
    func angle(_ point: DrawingPoint) -> Double {
      atan2((point.y - center.y) / radiusY, (point.x - center.x) / radiusX)
    }
    let (from, to) = (angle(start), angle(stop))
    var sweep = to - from
    while sweep >= 0 { sweep -= 2 * .pi }
    return arc(center: center, radiusX, radiusY, from: from, sweep: sweep, end)
  }

  /// The shape of a rectangle with round corners. `width` and `height` are those of the ellipse
  /// that the corners are parts of.
  func roundRectangle(
    _ left: Double, _ top: Double, _ right: Double, _ bottom: Double, _ width: Double, _ height: Double
  ) -> SVGPath {
    let (rx, ry) = (min(abs(width), abs(right - left)) / 2, min(abs(height), abs(bottom - top)) / 2)
    let k = 0.5523
    func p(_ x: Double, _ y: Double) -> DrawingPoint { DrawingPoint(x, y) }
    var shape = SVGPath()
    func device(_ point: DrawingPoint) -> DrawingPoint { context.device(point) }
    shape.move(device(p(left + rx, top)))
    for (line, first, second, end) in [
      (p(right - rx, top), p(right - rx + k * rx, top), p(right, top + ry - k * ry), p(right, top + ry)),
      (
        p(right, bottom - ry), p(right, bottom - ry + k * ry), p(right - rx + k * rx, bottom),
        p(right - rx, bottom)
      ),
      (
        p(left + rx, bottom), p(left + rx - k * rx, bottom), p(left, bottom - ry + k * ry),
        p(left, bottom - ry)
      ),
      (p(left, top + ry), p(left, top + ry - k * ry), p(left + rx - k * rx, top), p(left + rx, top)),
    ] {
      shape.line(device(line))
      shape.curve(device(first), device(second), device(end))
    }
    shape.close()
    return shape
  }
}
