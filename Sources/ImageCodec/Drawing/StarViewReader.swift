/// Reads the values of a StarView metafile one after the other. Beyond the end all numbers are 0.
struct StarViewReader {
  /// The bytes.
  let view: ByteView
  /// Where the next value begins.
  var position = 0

  /// Begins at the start of some bytes, whose numbers have their lowest byte first.
  init(_ view: ByteView) { self.view = view.reading(.little) }

  /// Whether the end is reached.
  var isAtEnd: Bool { position >= view.count }

  mutating func byte() -> Int {
    defer { position += 1 }
    return view.byte(position) ?? 0
  }

  mutating func unsigned16() -> Int {
    defer { position += 2 }
    return view.unsigned16(position) ?? 0
  }

  mutating func unsigned32() -> Int {
    defer { position += 4 }
    return view.unsigned32(position) ?? 0
  }

  mutating func signed32() -> Int {
    defer { position += 4 }
    return view.signed32(position) ?? 0
  }

  /// A part that states its version and its length in front of itself, with its version. The position moves behind it.
  mutating func part() -> (version: Int, reader: StarViewReader)? {
    guard let version = view.unsigned16(position), let length = view.unsigned32(position + 2),
      let part = view.part(from: position + 6, length: length)
    else { return nil }
    position += 6 + length
    return (version, StarViewReader(part))
  }

  // MARK: Geometry

  mutating func point() -> DrawingPoint {
    let x = signed32()
    return DrawingPoint(x, signed32())
  }

  /// Left, top, right and bottom.
  mutating func box() -> (start: DrawingPoint, end: DrawingPoint) {
    let start = point()
    return (start, point())
  }

  /// The points of a polygon. There are fewer where the data ends.
  mutating func polygon() -> [DrawingPoint] {
    let count = min(unsigned16(), max(0, view.count - position) / 8)
    var points: [DrawingPoint] = []
    points.reserveCapacity(count)
    for _ in 0..<count { points.append(point()) }
    return points
  }

  /// The points of several polygons.
  mutating func polygons() -> [[DrawingPoint]] {
    var polygons: [[DrawingPoint]] = []
    for _ in 0..<unsigned16() {
      if isAtEnd { break }
      polygons.append(polygon())
    }
    return polygons
  }

  /// How logical units become those of the device.
  mutating func mapping() -> StarViewMapping? {
    guard var part = part()?.reader else { return nil }
    let unit = part.unsigned16()
    let origin = part.point()
    func fraction() -> Double? {
      let (top, bottom) = (part.signed32(), part.signed32())
      return top > 0 && bottom > 0 ? Double(top) / Double(bottom) : nil
    }
    guard let x = fraction(), let y = fraction() else { return nil }
    return StarViewMapping(unit: unit, origin: origin, scale: DrawingPoint(x, y))
  }

  // MARK: Looks

  /// A colour of one number.
  mutating func color() -> DrawingColor {
    var color = DrawingColor(argb: unsigned32())
    color.alpha = 255
    return color
  }

  /// A colour that may be none.
  mutating func optionalColor() -> DrawingColor? {
    let color = color()
    return byte() == 0 ? nil : color
  }

  /// A colour of a number for its name, and three of two bytes each.
  mutating func longColor() -> DrawingColor {
    position += 2
    let (red, green, blue) = (unsigned16() >> 8, unsigned16() >> 8, unsigned16() >> 8)
    return DrawingColor(red: UInt8(red & 255), green: UInt8(green & 255), blue: UInt8(blue & 255))
  }

  /// The width and dashes of a line; nil for an invisible one.
  mutating func line() -> (width: Double, dashes: [Double])? {
    guard let (version, part) = part() else { return (0, []) }
    var reader = part
    let style = reader.unsigned16()
    let width = Double(max(0, reader.signed32()))
    guard style != 0 else { return nil }
    guard style == 2, version >= 2 else { return (width, []) }
    let dashes = (count: reader.unsigned16(), length: Double(reader.signed32()))
    let dots = (count: reader.unsigned16(), length: Double(reader.signed32()))
    let gap = max(1, Double(reader.signed32()))
    let lengths =
      Array(repeating: [max(1, dashes.length), gap], count: min(dashes.count, 8)).flatMap(\.self)
      + Array(repeating: [max(1, dots.length), gap], count: min(dots.count, 8)).flatMap(\.self)
    return (width, lengths.map { $0 / max(1, width) })
  }

  /// A font, with the number of the encoding of its texts.
  mutating func font() -> (font: GDIFont, encoding: Int)? {
    guard let outer = part()?.reader else { return nil }
    var reader = outer
    var font = GDIFont()
    font.family = String(decoding: reader.bytes(), as: UTF8.self)
    _ = reader.bytes()
    _ = reader.signed32()
    font.height = abs(Double(reader.signed32()))
    let encoding = reader.unsigned16()
    reader.position += 4
    font.weight = reader.unsigned16() >= 7 ? 700 : 400
    font.isUnderlined = reader.unsigned16() != 0
    font.isStruck = reader.unsigned16() != 0
    font.isItalic = reader.unsigned16() != 0
    reader.position += 4
    font.escapement = Double(Int16(truncatingIfNeeded: reader.unsigned16()))
    return (font, encoding)
  }

  // MARK: Text

  /// Bytes with their number in front.
  mutating func bytes() -> [UInt8] {
    let count = unsigned16()
    defer { position += count }
    return view.part(from: position, length: count).map { Array($0.bytes) } ?? []
  }

  /// Text in UTF-16, with the number of its units in front, in two bytes or in four.
  mutating func units(isLong: Bool = false) -> [UInt16] {
    let count = min(isLong ? unsigned32() : unsigned16(), max(0, view.count - position) / 2)
    return (0..<count).map { _ in UInt16(truncatingIfNeeded: unsigned16()) }
  }
}

/// How logical units become others: by an origin, a scale, and the length of a unit.
struct StarViewMapping {
  /// The number of the unit; `relative` for that of the mapping before.
  var unit: Int
  /// What is added to a point before it is scaled.
  var origin: DrawingPoint
  /// The factors in both directions.
  var scale: DrawingPoint

  /// The number for units of the mapping before.
  static let relative = 13

  /// The length of a unit in hundredths of a millimetre.
  var length: Double {
    switch unit {
    case 1: 10
    case 2: 100
    case 3: 1_000
    case 4: 2.54
    case 5: 25.4
    case 6: 254
    case 7: 2_540
    case 8: 2_540 / 72
    case 9: 2_540 / 1_440
    case 10...12: 2_540 / 96
    default: 1
    }
  }
}
