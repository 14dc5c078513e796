internal import SlipBase

/// Lines, shapes and pictures.
extension MacPicture {
  /// The shape of a rectangle.
  static func rectangle(_ box: Box) -> SVGPath {
    polygon([
      DrawingPoint(box.left, box.top), DrawingPoint(box.right, box.top), DrawingPoint(box.right, box.bottom),
      DrawingPoint(box.left, box.bottom),
    ])
  }

  /// The closed shape of connected lines.
  private static func polygon(_ points: [DrawingPoint]) -> SVGPath {
    var path = SVGPath()
    for (index, point) in points.enumerated() {
      if index == 0 { path.move(point) } else { path.line(point) }
    }
    path.close()
    return path
  }

  /// How outlines are drawn; nil for a pen without a size.
  private var stroke: DrawingStroke? {
    let width = max(state.penSize.x, state.penSize.y)
    return width > 0 ? DrawingStroke(color: mixed(state.penShade), width: width) : nil
  }

  /// From the pen's place to its middle: the pen draws below and to the right of its place.
  private var penMiddle: DrawingPoint { state.penSize * 0.5 }

  /// Draws a line. The opcode says how its ends are given.
  mutating func line(_ code: Int, _ data: ByteView) {
    if code == Opcode.line || code == Opcode.shortLine { state.pen = MacPicture.point(data, 0) }
    let from = state.pen
    switch code {
    case Opcode.line: state.pen = MacPicture.point(data, 4)
    case Opcode.lineFrom: state.pen = MacPicture.point(data, 0)
    default:
      let offset = code == Opcode.shortLine ? 4 : 0
      func small(_ offset: Int) -> Int { Int(Int8(truncatingIfNeeded: data.byte(offset) ?? 0)) }
      state.pen = from + DrawingPoint(small(offset), small(offset + 1))
    }
    var path = SVGPath()
    path.move(from + penMiddle)
    path.line(state.pen + penMiddle)
    svg.draw(path, fill: .none, stroke: stroke)
  }

  /// Draws a rectangle, round rectangle, oval, arc, polygon or region.
  ///
  /// The upper four bits of the opcode say which. Of the lower four, 8 means that the shape is the
  /// last one again, and the rest is what to do: 0 frames, 1 paints, 2 erases, 3 inverts, 4 fills.
  /// Inverting can't be expressed in SVG.
  mutating func shape(_ code: Int, _ data: ByteView) {
    let (kind, isSame, verb) = (code >> 4, code & 8 != 0, code & 7)
    guard let path = outline(kind, isSame, data, frames: verb == 0) else { return }
    switch verb {
    case 0: svg.draw(path, fill: .none, stroke: stroke)
    case 1: svg.draw(path, fill: .color(mixed(state.penShade)), stroke: nil)
    case 2: svg.draw(path, fill: .color(state.background), stroke: nil)
    case 4: svg.draw(path, fill: .color(mixed(state.fillShade)), stroke: nil)
    default: break
    }
  }

  /// The outline of a shape; nil for an unknown kind. Frames are drawn inside the shape, so their
  /// line is moved inwards.
  private mutating func outline(_ kind: Int, _ isSame: Bool, _ data: ByteView, frames: Bool) -> SVGPath? {
    if kind == 7 {
      if !isSame { state.polygon = points(data) }
      return MacPicture.polygon(state.polygon.map { frames ? $0 + penMiddle : $0 })
    }
    if !isSame { state.box = MacPicture.box(data, at: kind == 8 ? 2 : 0) }
    var box = state.box
    if frames {
      box.left += penMiddle.x
      box.top += penMiddle.y
      box.right -= penMiddle.x
      box.bottom -= penMiddle.y
    }
    let device = GDIDevice(limits)
    switch kind {
    // Of a region only the box is drawn.
    case 3, 8: return MacPicture.rectangle(box)
    case 4: return device.roundRectangle(box.left, box.top, box.right, box.bottom, state.oval.x, state.oval.y)
    case 5: return device.ellipse(box.left, box.top, box.right, box.bottom)
    case 6:
      let offset = isSame ? 0 : 8
      let start = Double(data.signed16(offset) ?? 0)
      let sweep = max(-360, min(360, Double(data.signed16(offset + 2) ?? 0)))
      // Degrees from the top, clockwise.
      return device.arc(
        center: DrawingPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2), box.width / 2,
        box.height / 2,
        from: (start - 90) * .pi / 180, sweep: sweep * .pi / 180, frames ? .open : .pie)
    default: return nil
    }
  }

  /// The corners of a polygon, behind its length and its rectangle.
  private func points(_ data: ByteView) -> [DrawingPoint] {
    stride(from: 10, to: data.count - 3, by: 4).map { MacPicture.point(data, $0) }
  }

  // MARK: Pictures

  /// Draws a bitmap, which becomes a PNG.
  mutating func draw(_ pixels: MacPixels) {
    guard svg.takePixels(pixels.width * pixels.height), let image = pixels.decode(),
      let png = try? PixelWriter.png(image.withoutNeedlessColor(), level: 6, mostBytes: limits.drawingBytes)
    else { return }
    let (source, target) = (pixels.source, pixels.target)
    draw(png, .png, pixels.width, pixels.height, source, target, pixels.mode == 1 ? .and : .replace)
  }

  /// Draws part of a picture that browsers show.
  private mutating func draw(
    _ bytes: [UInt8], _ type: MediaType, _ width: Int, _ height: Int, _ source: Box, _ target: Box,
    _ blend: DrawingBlend = .replace
  ) {
    svg.draw(
      picture: bytes, type, width: width, height: height,
      source: (source.left, source.top, source.width, source.height),
      origin: DrawingPoint(target.left, target.top),
      right: DrawingPoint(target.right, target.top), down: DrawingPoint(target.left, target.bottom),
      blend: blend)
  }

  /// Draws a picture in one of QuickTime's codings, provided that it is a JPEG or PNG.
  ///
  /// The data begin with a matrix that places the picture and a description of its coding. The file
  /// itself is found by its first bytes, because what is in front of it has no fixed length.
  mutating func quickTime(_ data: ByteView) {
    func fixed(_ offset: Int) -> Double { Double(data.signed32(offset) ?? 0) / 65_536 }
    // Behind the length and the version: a matrix of nine numbers.
    let (across, down, left, top) = (fixed(6), fixed(22), fixed(30), fixed(34))
    let box = MacPicture.box(data, at: 56)
    guard let start = (72..<max(72, data.count - 4)).first(where: { isPicture(data, $0) }),
      let bytes = data.part(from: start)?.bytes, let facts = ImageProbe.probe(bytes)
    else { return }
    let (width, height) = (Double(facts.width), Double(facts.height))
    let (shownWidth, shownHeight) = (box.width > 0 ? box.width : width, box.height > 0 ? box.height : height)
    draw(
      Array(bytes), facts.mediaType, facts.width, facts.height, Box(bottom: height, right: width),
      Box(top: top, left: left, bottom: top + shownHeight * down, right: left + shownWidth * across))
  }

  /// Whether a JPEG or a PNG begins at an offset.
  private func isPicture(_ data: ByteView, _ offset: Int) -> Bool {
    data.bytes[offset] == 0xFF && data.bytes[offset + 1] == 0xD8 && data.bytes[offset + 2] == 0xFF
      || data.unsigned32(offset) == 0x8950_4E47
  }
}
