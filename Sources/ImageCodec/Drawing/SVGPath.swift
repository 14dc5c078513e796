/// A point or a distance, in the units of a drawing.
struct DrawingPoint: Hashable {
  var x: Double
  var y: Double

  /// Creates a point.
  init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
  /// Creates a point with whole numbers.
  init(_ x: Int, _ y: Int) { self.init(Double(x), Double(y)) }

  /// The sum of both coordinates.
  static func + (a: DrawingPoint, b: DrawingPoint) -> DrawingPoint { DrawingPoint(a.x + b.x, a.y + b.y) }
  /// The difference of both coordinates.
  static func - (a: DrawingPoint, b: DrawingPoint) -> DrawingPoint { DrawingPoint(a.x - b.x, a.y - b.y) }
  /// Both coordinates, multiplied by a factor.
  static func * (a: DrawingPoint, factor: Double) -> DrawingPoint { DrawingPoint(a.x * factor, a.y * factor) }
}

/// The smallest rectangle that contains some points.
struct DrawingBounds: Hashable {
  /// The corner with the lowest coordinates; nil without any point.
  private(set) var least: DrawingPoint?
  /// The corner with the highest coordinates.
  private(set) var most = DrawingPoint(0, 0)

  /// The width; 0 without any point.
  var width: Double { least.map { most.x - $0.x } ?? 0 }
  /// The height; 0 without any point.
  var height: Double { least.map { most.y - $0.y } ?? 0 }

  /// Extends the rectangle to a point. Infinite and undefined coordinates are left out.
  mutating func add(_ point: DrawingPoint) {
    guard point.x.isFinite, point.y.isFinite else { return }
    guard let least else { return (least, most) = (point, point) }
    self.least = DrawingPoint(min(least.x, point.x), min(least.y, point.y))
    most = DrawingPoint(max(most.x, point.x), max(most.y, point.y))
  }

  /// Extends the rectangle to another one.
  mutating func add(_ other: DrawingBounds) {
    guard let least = other.least else { return }
    add(least)
    add(other.most)
  }
}

/// The data of an SVG `<path>` element (SVG 1.1, section 8.3), and the rectangle that they cover.
///
/// Moving to (0, 0), a line to (10, 5) and closing give `M0 0L10 5Z`.
struct SVGPath {
  /// The commands so far.
  private(set) var data: [UInt8] = []
  /// The rectangle that contains all points, including control points of curves.
  private(set) var bounds = DrawingBounds()

  /// Whether there are no commands.
  var isEmpty: Bool { data.isEmpty }

  /// Begins a new outline at a point.
  mutating func move(_ point: DrawingPoint) { add("M", [point]) }
  /// Adds a line to a point.
  mutating func line(_ point: DrawingPoint) { add("L", [point]) }
  /// Adds a cubic Bézier curve with two control points.
  mutating func curve(_ first: DrawingPoint, _ second: DrawingPoint, _ end: DrawingPoint) {
    add("C", [first, second, end])
  }
  /// Closes the current outline.
  mutating func close() { if !isEmpty { data.append(UInt8(ascii: "Z")) } }

  /// Adds the outlines of another path.
  mutating func add(_ other: SVGPath) {
    data += other.data
    bounds.add(other.bounds)
  }

  /// Adds a command with its points.
  private mutating func add(_ command: Unicode.Scalar, _ points: [DrawingPoint]) {
    data.append(UInt8(ascii: command))
    for (index, point) in points.enumerated() {
      if index > 0 { data.append(0x20) }
      SVGNumber.append(point.x, to: &data)
      data.append(0x20)
      SVGNumber.append(point.y, to: &data)
      bounds.add(point)
    }
  }
}

/// Numbers with at most two decimals. They are written the same way on every machine.
enum SVGNumber {
  /// Appends a number: `12.5`, `-0.25`, `3`.
  static func append(_ value: Double, to output: inout [UInt8]) {
    let hundredths = value.isFinite ? Int((max(-1e9, min(1e9, value)) * 100).rounded()) : 0
    if hundredths < 0 { output.append(UInt8(ascii: "-")) }
    let (whole, rest) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
    output += String(whole).utf8
    if rest == 0 { return }
    output.append(UInt8(ascii: "."))
    output.append(UInt8(0x30 + rest / 10))
    if rest % 10 != 0 { output.append(UInt8(0x30 + rest % 10)) }
  }

  /// A number as text.
  static func text(_ value: Double) -> String {
    var output: [UInt8] = []
    append(value, to: &output)
    return String(decoding: output, as: UTF8.self)
  }
}
