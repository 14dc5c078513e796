/// A point of a drawing, in the units of its view box.
struct DrawingPoint: Hashable {
  var x: Double
  var y: Double

  init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
  init(_ x: Int, _ y: Int) { self.init(Double(x), Double(y)) }

  static func + (a: DrawingPoint, b: DrawingPoint) -> DrawingPoint { DrawingPoint(a.x + b.x, a.y + b.y) }
  static func - (a: DrawingPoint, b: DrawingPoint) -> DrawingPoint { DrawingPoint(a.x - b.x, a.y - b.y) }
  static func * (a: DrawingPoint, factor: Double) -> DrawingPoint { DrawingPoint(a.x * factor, a.y * factor) }
}

/// The rectangle that some points span.
struct DrawingBounds: Hashable {
  private(set) var least: DrawingPoint?
  private(set) var most = DrawingPoint(0, 0)

  var width: Double { least.map { most.x - $0.x } ?? 0 }
  var height: Double { least.map { most.y - $0.y } ?? 0 }

  mutating func add(_ point: DrawingPoint) {
    guard point.x.isFinite, point.y.isFinite else { return }
    guard let least else { return (least, most) = (point, point) }
    self.least = DrawingPoint(min(least.x, point.x), min(least.y, point.y))
    most = DrawingPoint(max(most.x, point.x), max(most.y, point.y))
  }

  mutating func add(_ other: DrawingBounds) {
    guard let least = other.least else { return }
    add(least)
    add(other.most)
  }
}

/// The data of an SVG `<path>` in the making.
struct SVGPath {
  private(set) var data: [UInt8] = []
  private(set) var bounds = DrawingBounds()

  var isEmpty: Bool { data.isEmpty }

  mutating func move(_ point: DrawingPoint) { add("M", [point]) }
  mutating func line(_ point: DrawingPoint) { add("L", [point]) }
  mutating func curve(_ first: DrawingPoint, _ second: DrawingPoint, _ end: DrawingPoint) {
    add("C", [first, second, end])
  }
  mutating func close() { if !isEmpty { data.append(UInt8(ascii: "Z")) } }

  mutating func add(_ other: SVGPath) {
    data += other.data
    bounds.add(other.bounds)
  }

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

/// Numbers with two decimals at most, the same everywhere.
enum SVGNumber {
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

  static func text(_ value: Double) -> String {
    var output: [UInt8] = []
    append(value, to: &output)
    return String(decoding: output, as: UTF8.self)
  }
}
