/// The data of EMF+ records: numbers, rectangles, points.
extension ByteView {
  /// A rectangle of four numbers: its corner and its size.
  func rectangle(_ offset: Int, isShort: Bool = false) -> PlusRectangle {
    func n(_ index: Int) -> Double {
      isShort ? Double(signed16(offset + index * 2) ?? 0) : EnhancedMetafile.real(self, offset + index * 4)
    }
    return PlusRectangle(x: n(0), y: n(1), width: n(2), height: n(3))
  }

  /// A transformation of six numbers.
  func transform(_ offset: Int) -> GDIContext.Transform {
    let n = (0..<6).map { EnhancedMetafile.real(self, offset + $0 * 4) }
    return GDIContext.Transform(a: n[0], b: n[1], c: n[2], d: n[3], e: n[4], f: n[5])
  }

  /// A point of two floating-point numbers.
  func realPoint(_ offset: Int) -> DrawingPoint {
    DrawingPoint(EnhancedMetafile.real(self, offset), EnhancedMetafile.real(self, offset + 4))
  }

  /// Points in the form that the flags say ([MS-EMFPLUS], sections 2.2.2.35 to 2.2.2.37). There are fewer when the
  /// bytes end.
  ///
  /// - Returns: The points, and where they end.
  func points(_ offset: Int, count: Int, flags: Int) -> (points: [DrawingPoint], end: Int) {
    if flags & PlusPlayer.Flag.isRelative != 0 { return relativePoints(offset, count: count) }
    let isShort = flags & PlusPlayer.Flag.isShort != 0
    let size = isShort ? 4 : 8
    let all = max(0, min(count, (self.count - offset) / size))
    let points = (0..<all).map { index in
      isShort
        ? DrawingPoint(signed16(offset + index * 4) ?? 0, signed16(offset + index * 4 + 2) ?? 0)
        : realPoint(offset + index * 8)
    }
    return (points, offset + all * size)
  }

  /// Points whose coordinates are distances from the last point, in one or two bytes each.
  private func relativePoints(_ offset: Int, count: Int) -> (points: [DrawingPoint], end: Int) {
    var at = offset
    func next() -> Int? {
      guard let first = byte(at) else { return nil }
      guard first & 0x80 != 0 else {
        at += 1
        return first >= 0x40 ? first - 0x80 : first
      }
      guard let second = byte(at + 1) else { return nil }
      at += 2
      let value = (first & 0x7F) << 8 | second
      return value >= 0x4000 ? value - 0x8000 : value
    }
    var points: [DrawingPoint] = []
    var last = DrawingPoint(0, 0)
    while points.count < count, let x = next(), let y = next() {
      last = last + DrawingPoint(x, y)
      points.append(last)
    }
    return (points, at)
  }
}

/// A rectangle of an EMF+ record.
struct PlusRectangle {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  /// Its outline.
  var path: PlusPath {
    PlusPath(
      lines: [
        DrawingPoint(x, y), DrawingPoint(x + width, y), DrawingPoint(x + width, y + height),
        DrawingPoint(x, y + height),
      ], closed: true)
  }
}

/// A path in the units of the world: points, and what each of them is ([MS-EMFPLUS], section 2.2.1.6).
struct PlusPath {
  /// The points.
  private(set) var points: [DrawingPoint] = []
  /// What they are: 0 begins an outline, 1 ends a line, 3 belongs to a curve; 0x80 closes the outline.
  private(set) var types: [UInt8] = []

  /// Creates a path of connected lines.
  init(lines: [DrawingPoint], closed: Bool = false) {
    for point in lines { add(point, points.isEmpty ? 0 : 1) }
    if closed { close() }
  }

  /// Creates a path of connected curves. The first point is where they begin; each takes three more.
  init(curves: [DrawingPoint]) {
    for point in curves.prefix(curves.isEmpty ? 0 : (curves.count - 1) / 3 * 3 + 1) {
      add(point, points.isEmpty ? 0 : 3)
    }
  }

  /// Creates a path that goes through points in curves, where it is bent by `tension`.
  ///
  /// - Parameter segments: Which of the curves between neighbours belong to it.
  init(through points: [DrawingPoint], tension: Double, segments: Range<Int>, closed: Bool) {
    let count = points.count
    guard count > 1 else { return }
    func point(_ index: Int) -> DrawingPoint {
      closed ? points[(index + count) % count] : points[max(0, min(count - 1, index))]
    }
    func handle(_ index: Int) -> DrawingPoint { (point(index + 1) - point(index - 1)) * (tension / 3) }
    let segments = segments.clamped(to: 0..<(closed ? count : count - 1))
    for index in segments {
      if index == segments.lowerBound { add(point(index), 0) }
      add(point(index) + handle(index), 3)
      add(point(index + 1) - handle(index + 1 == count && closed ? 0 : index + 1), 3)
      add(point(index + 1), 3)
    }
    if closed { close() }
  }

  /// Creates a path from an `EmfPlusPath` object.
  init(_ object: ByteView) {
    let count = object.unsigned32(4) ?? 0
    let flags = object.unsigned32(8) ?? 0
    var (points, at) = object.points(12, count: count, flags: flags)
    let isPacked = flags & 0x1000 != 0
    while types.count < points.count {
      if isPacked {
        guard let run = object.byte(at), let type = object.byte(at + 1) else { break }
        let length = max(1, min(run & 0x3F, points.count - types.count))
        types += [UInt8](repeating: UInt8(type), count: length)
        at += 2
      } else {
        guard let type = object.byte(at) else { break }
        types.append(UInt8(type))
        at += 1
      }
    }
    points.removeLast(points.count - types.count)
    self.points = points
  }

  /// Adds a point.
  private mutating func add(_ point: DrawingPoint, _ type: UInt8) {
    points.append(point)
    types.append(type)
  }

  /// Closes the last outline.
  private mutating func close() {
    if !types.isEmpty { types[types.count - 1] |= 0x80 }
  }

  /// The path in device units.
  func shape(_ context: GDIContext) -> SVGPath {
    var shape = SVGPath()
    var curve: [DrawingPoint] = []
    for (point, type) in zip(points, types) {
      let place = context.device(point)
      switch type & 0xF {
      case 3 where !shape.isEmpty:
        curve.append(place)
        if curve.count == 3 {
          shape.curve(curve[0], curve[1], curve[2])
          curve = []
        }
      case 1 where !shape.isEmpty: shape.line(place)
      default:
        curve = []
        shape.move(place)
      }
      if type & 0x80 != 0 { shape.close() }
    }
    return shape
  }
}

/// A region ([MS-EMFPLUS], section 2.2.1.8): paths that all contain it.
///
/// A union becomes one path with the outlines of both parts. What SVG can't express by even-odd paths is larger than it
/// was, so nothing vanishes.
struct PlusRegion {
  /// A path, or all that is outside it.
  struct Part {
    var path: PlusPath
    var isOutside = false
  }

  /// The paths; none where the region is infinite.
  private(set) var parts: [Part] = []
  /// Whether nothing belongs to it.
  private(set) var isEmpty = false

  /// Creates a region with everything in it.
  init() {}

  /// Creates a region of a path.
  init(_ path: PlusPath) { parts = [Part(path: path)] }

  /// The most nodes that are read.
  private static let mostNodes = 256
  /// How many paths a region may have.
  static let mostParts = 32

  /// Creates a region from an `EmfPlusRegion` object: a tree whose nodes come before their two parts.
  init(_ object: ByteView) {
    var at = 8
    // The operations that wait for their parts, with the first part once it is there.
    var waiting: [(operation: Int, first: PlusRegion?)] = []
    for _ in 0..<PlusRegion.mostNodes {
      guard let type = object.unsigned32(at) else { return }
      at += 4
      var value = PlusRegion()
      switch type {
      case 1...5:
        waiting.append((type, nil))
        continue
      case 0x1000_0000:
        value = PlusRegion(object.rectangle(at).path)
        at += 16
      case 0x1000_0001:
        let size = object.unsigned32(at) ?? 0
        if let path = object.part(from: at + 4, length: size) { value = PlusRegion(PlusPath(path)) }
        at += 4 + size
      case 0x1000_0002: value.isEmpty = true
      default: break
      }
      while let (operation, first) = waiting.popLast() {
        guard let first else {
          waiting.append((operation, value))
          break
        }
        value = first.combined(value, operation)
      }
      if waiting.isEmpty {
        self = value
        return
      }
    }
  }

  /// The combination with another region ([MS-EMFPLUS], section 2.1.1.4): 1 intersects, 2 and 3 unite, 4 excludes the
  /// other one, 5 excludes this one from it.
  func combined(_ other: PlusRegion, _ mode: Int) -> PlusRegion {
    switch mode {
    case 1: return intersected(other)
    case 2, 3: return united(other)
    case 4: return excluding(other)
    case 5: return other.excluding(self)
    default: return other
    }
  }

  /// What belongs to both.
  private func intersected(_ other: PlusRegion) -> PlusRegion {
    var result = self
    result.parts = Array((parts + other.parts).suffix(PlusRegion.mostParts))
    result.isEmpty = isEmpty || other.isEmpty
    return result
  }

  /// What belongs to either.
  private func united(_ other: PlusRegion) -> PlusRegion {
    if isEmpty { return other }
    if other.isEmpty { return self }
    guard parts.count == 1, other.parts.count == 1, !parts[0].isOutside, !other.parts[0].isOutside else {
      return PlusRegion()
    }
    return PlusRegion(parts[0].path.followed(by: other.parts[0].path))
  }

  /// What belongs to this and not to the other.
  private func excluding(_ other: PlusRegion) -> PlusRegion {
    if other.isEmpty { return self }
    var result = self
    if other.parts.isEmpty {
      result.isEmpty = true
    } else if other.parts.count == 1, parts.count < PlusRegion.mostParts {
      result.parts.append(Part(path: other.parts[0].path, isOutside: !other.parts[0].isOutside))
    }
    return result
  }

  /// The paths in device units.
  ///
  /// - Parameter frame: The rectangle of the picture, for what is outside of a path.
  func shapes(_ context: GDIContext, frame: SVGPath) -> [SVGPath] {
    if isEmpty { return [SVGPath()] }
    return parts.map { part in
      var shape = part.isOutside ? frame : SVGPath()
      shape.add(part.path.shape(context))
      return shape
    }
  }
}

extension PlusPath {
  /// The outlines of both paths.
  fileprivate func followed(by other: PlusPath) -> PlusPath {
    var result = self
    result.points += other.points
    result.types += other.types
    return result
  }
}
