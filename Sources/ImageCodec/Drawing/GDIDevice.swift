#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif
internal import SlipBase

/// The graphics device of Windows as far as metafiles go: draws upon an SVG.
struct GDIDevice {
  var svg: SVGDrawing
  let limits: Limits
  var context = GDIContext()
  private var saved: [GDIContext] = []
  private var objects: [Int: GDIObject] = [:]
  /// No object has a lower number.
  private var lowestFree = 0
  /// The path between `BeginPath` and `EndPath`, and what it has become.
  var path: SVGPath?
  var finishedPath = SVGPath()

  private static let mostSaved = 1_000
  private static let mostObjects = 65_536

  init(_ limits: Limits) {
    self.limits = limits
    svg = SVGDrawing(limits)
  }

  // MARK: State

  mutating func save() {
    if saved.count < GDIDevice.mostSaved { saved.append(context) }
  }

  /// - Parameter index: of a saved state from 1 on; from the last one back where it is negative.
  mutating func restore(_ index: Int) {
    let count = index < 0 ? saved.count + index : index - 1
    guard saved.indices.contains(count) else { return }
    context = saved[count]
    saved.removeSubrange(count...)
    svg.clip(to: context.clip)
  }

  mutating func clip(to path: SVGPath?) {
    context.clip = path
    svg.clip(to: path)
  }

  // MARK: Objects

  mutating func create(_ object: GDIObject, at index: Int? = nil) {
    guard objects.count < GDIDevice.mostObjects else { return }
    if let index {
      objects[index] = object
      return
    }
    while objects[lowestFree] != nil { lowestFree += 1 }
    objects[lowestFree] = object
  }

  mutating func delete(_ index: Int) {
    objects[index] = nil
    lowestFree = min(lowestFree, max(0, index))
  }

  mutating func select(_ index: Int) {
    switch objects[index] ?? GDIDevice.stock(index) {
    case .pen(let pen): context.pen = pen
    case .brush(let brush): context.brush = brush
    case .font(let font): context.font = font
    case .other, nil: break
    }
  }

  /// Objects that are always there ([MS-EMF], section 2.1.31).
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

  var stroke: DrawingStroke? {
    let pen = context.pen
    if pen.isInvisible { return nil }
    // A pen of one unit is as thin as the device can.
    let width = pen.width <= 1 ? 0 : context.deviceLength(pen.width)
    return DrawingStroke(color: pen.color, width: width, dashes: pen.dashes)
  }

  /// Outlines and fills, or adds to the path that is being made.
  mutating func paint(_ shape: SVGPath, fills: Bool = true, strokes: Bool = true) {
    if path != nil {
      path?.add(shape)
      return
    }
    svg.draw(
      shape, fill: fills ? context.brush : .none, stroke: strokes ? stroke : nil,
      evenOdd: context.fillsAlternating)
  }

  mutating func lines(_ points: [DrawingPoint], closed: Bool) {
    paint(outline(points, closed: closed), fills: closed)
  }

  func outline(_ points: [DrawingPoint], closed: Bool) -> SVGPath {
    var shape = SVGPath()
    for (index, point) in points.enumerated() {
      if index == 0 { shape.move(context.device(point)) } else { shape.line(context.device(point)) }
    }
    if closed { shape.close() }
    return shape
  }

  /// The first point is where the curves begin; each takes three more.
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

  mutating func move(to point: DrawingPoint) {
    context.position = point
    path?.move(context.device(point))
  }

  /// A line from where the last one ended; within a path it goes on.
  mutating func line(to point: DrawingPoint) {
    if path == nil {
      lines([context.position, point], closed: false)
    } else {
      path?.line(context.device(point))
    }
    context.position = point
  }

  func rectangle(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> SVGPath {
    outline(
      [
        DrawingPoint(left, top), DrawingPoint(right, top), DrawingPoint(right, bottom),
        DrawingPoint(left, bottom),
      ], closed: true)
  }

  mutating func fill(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double, _ fill: DrawingFill) {
    svg.draw(rectangle(left, top, right, bottom), fill: fill, stroke: nil)
  }

  // MARK: Round shapes

  enum ArcEnd { case open, chord, pie }

  func ellipse(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> SVGPath {
    var shape = arc(
      center: DrawingPoint((left + right) / 2, (top + bottom) / 2), (right - left) / 2, (bottom - top) / 2,
      from: 0, sweep: 2 * .pi, .open)
    shape.close()
    return shape
  }

  /// Part of an ellipse, angles in radians, clockwise as y grows downwards.
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

  /// Part of the ellipse in a box, counterclockwise from the ray through `start` to the one through `stop`.
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
