/// Lines, curves and shapes.
extension PlusPlayer {
  /// Plays a record that draws a shape; returns false for other records.
  mutating func playShapes(_ type: Int, _ flags: Int, _ data: ByteView) -> Bool {
    let isShort = flags & Flag.isShort != 0
    switch type {
    case Record.clear:
      let color = DrawingColor(argb: data.unsigned32(0) ?? 0)
      if color.alpha > 0 { device.svg.draw(frame, fill: .color(color), stroke: nil) }
    case Record.fillRectangles:
      for shape in rectangles(data, 8, count: data.unsigned32(4) ?? 0, isShort) { fill(shape, flags, data) }
    case Record.drawRectangles:
      for shape in rectangles(data, 4, count: data.unsigned32(0) ?? 0, isShort) { stroke(shape, pen: flags) }
    case Record.fillPolygon:
      let points = data.points(8, count: data.unsigned32(4) ?? 0, flags: flags).points
      fill(PlusPath(lines: points, closed: true).shape(device.context), flags, data)
    case Record.drawLines:
      let points = data.points(4, count: data.unsigned32(0) ?? 0, flags: flags).points
      let isClosed = flags & Flag.closedOrAfter != 0
      stroke(PlusPath(lines: points, closed: isClosed).shape(device.context), pen: flags)
    case Record.fillEllipse: fill(ellipse(data.rectangle(4, isShort: isShort)), flags, data)
    case Record.drawEllipse: stroke(ellipse(data.rectangle(0, isShort: isShort)), pen: flags)
    case Record.fillPie: fill(arc(data, 4, isShort, .pie), flags, data)
    case Record.drawPie: stroke(arc(data, 0, isShort, .pie), pen: flags)
    case Record.drawArc: stroke(arc(data, 0, isShort, .open), pen: flags)
    case Record.fillPath:
      if case .path(let path) = objects[flags & 0xFF] { fill(path, flags, data) }
    case Record.drawPath:
      let number = data.unsigned32(0) ?? 0
      if case .path(let path) = objects[flags & 0xFF], pen(number) != nil {
        stroke(path.shape(device.context), pen: number)
      }
    case Record.fillRegion:
      if case .region(let region) = objects[flags & 0xFF] { fill(region, flags, data) }
    default: return playCurves(type, flags, data)
    }
    return true
  }

  /// Plays a record that draws curves; returns false for other records.
  private mutating func playCurves(_ type: Int, _ flags: Int, _ data: ByteView) -> Bool {
    func real(_ offset: Int) -> Double { max(-10, min(10, EnhancedMetafile.real(data, offset))) }
    switch type {
    case Record.drawBeziers:
      let points = data.points(4, count: data.unsigned32(0) ?? 0, flags: flags).points
      stroke(PlusPath(curves: points).shape(device.context), pen: flags)
    case Record.fillClosedCurve:
      let points = data.points(12, count: data.unsigned32(8) ?? 0, flags: flags).points
      let path = PlusPath(through: points, tension: real(4), segments: 0..<points.count, closed: true)
      fill(path.shape(device.context), flags, data)
    case Record.drawClosedCurve:
      let points = data.points(8, count: data.unsigned32(4) ?? 0, flags: flags).points
      let path = PlusPath(through: points, tension: real(0), segments: 0..<points.count, closed: true)
      stroke(path.shape(device.context), pen: flags)
    case Record.drawCurve:
      let points = data.points(16, count: data.unsigned32(12) ?? 0, flags: flags).points
      let (first, count) = (data.unsigned32(4) ?? 0, data.unsigned32(8) ?? 0)
      let path = PlusPath(through: points, tension: real(0), segments: first..<first + count, closed: false)
      stroke(path.shape(device.context), pen: flags)
    default: return false
    }
    return true
  }

  // MARK: Painting

  /// The brush in a record: a colour, or the number of an object.
  func brush(_ flags: Int, _ data: ByteView, at offset: Int = 0) -> PlusBrush? {
    let value = data.unsigned32(offset) ?? 0
    if flags & Flag.colorOrContinued != 0 { return .color(DrawingColor(argb: value)) }
    if case .brush(let brush) = objects[value] { return brush }
    return nil
  }

  /// How a shape is filled with the brush at the beginning of a record.
  private func fills(_ flags: Int, _ data: ByteView) -> [DrawingFill] {
    brush(flags, data)?.fills(device.context).filter { $0.alpha > 0 } ?? []
  }

  /// Fills a shape with the brush at the beginning of a record.
  private mutating func fill(_ shape: SVGPath, _ flags: Int, _ data: ByteView) {
    for fill in fills(flags, data) { device.svg.draw(shape, fill: fill, stroke: nil) }
  }

  /// Fills an object's path. If it isn't drawn, its shape is not even made: it may be large, and nothing would bound how
  /// often that happens.
  private mutating func fill(_ path: PlusPath, _ flags: Int, _ data: ByteView) {
    if !fills(flags, data).isEmpty { fill(path.shape(device.context), flags, data) }
  }

  /// Fills a region.
  private mutating func fill(_ region: PlusRegion, _ flags: Int, _ data: ByteView) {
    if region.isEmpty || fills(flags, data).isEmpty { return }
    if region.parts.count == 1, !region.parts[0].isOutside {
      return fill(region.parts[0].path, flags, data)
    }
    device.svg.clip(to: state.clips + region.shapes(device.context, frame: frame))
    fill(frame, flags, data)
    device.svg.clip(to: state.clips)
  }

  /// The pen with a number; nil where there is none, or one that draws nothing.
  private func pen(_ number: Int) -> PlusPen? {
    guard case .pen(let pen) = objects[number & 0xFF], pen.color.alpha > 0 else { return nil }
    return pen
  }

  /// Draws the outline of a shape.
  ///
  /// - Parameter number: The number of the pen, in the lowest byte.
  private mutating func stroke(_ shape: SVGPath, pen number: Int) {
    guard let pen = pen(number) else { return }
    // Widths in the units of the world are transformed, others are not.
    let factor = pen.unit == 0 ? device.context.world.factor : pixels(unit: pen.unit)
    let width = pen.width * factor
    let stroke = DrawingStroke(
      color: pen.color, width: width.isFinite && width > 1 ? width : 0, dashes: pen.dashes)
    device.svg.draw(shape, fill: .none, stroke: stroke)
  }

  // MARK: Shapes

  /// Rectangles in device units. There are fewer when the record is too short.
  private func rectangles(_ data: ByteView, _ offset: Int, count: Int, _ isShort: Bool) -> [SVGPath] {
    let size = isShort ? 8 : 16
    return (0..<max(0, min(count, (data.count - offset) / size))).map {
      data.rectangle(offset + $0 * size, isShort: isShort).path.shape(device.context)
    }
  }

  /// The ellipse in a rectangle.
  private func ellipse(_ box: PlusRectangle) -> SVGPath {
    device.ellipse(box.x, box.y, box.x + box.width, box.y + box.height)
  }

  /// Part of the ellipse in a rectangle. Its angles in degrees come first, clockwise from the right.
  private func arc(_ data: ByteView, _ offset: Int, _ isShort: Bool, _ end: GDIDevice.ArcEnd) -> SVGPath {
    let box = data.rectangle(offset + 8, isShort: isShort)
    let start = EnhancedMetafile.real(data, offset) * .pi / 180
    let sweep = max(-360, min(360, EnhancedMetafile.real(data, offset + 4))) * .pi / 180
    return device.arc(
      center: DrawingPoint(box.x + box.width / 2, box.y + box.height / 2), box.width / 2, box.height / 2,
      from: start, sweep: sweep, end)
  }
}
