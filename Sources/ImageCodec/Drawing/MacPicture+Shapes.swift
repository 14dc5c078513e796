internal import SlipBase

/// Lines and shapes.
extension MacPicture {
  static func rectangle(_ box: Box) -> SVGPath {
    polygon([
      DrawingPoint(box.left, box.top), DrawingPoint(box.right, box.top), DrawingPoint(box.right, box.bottom),
      DrawingPoint(box.left, box.bottom),
    ])
  }

  private static func polygon(_ points: [DrawingPoint]) -> SVGPath {
    var path = SVGPath()
    for (index, point) in points.enumerated() {
      if index == 0 { path.move(point) } else { path.line(point) }
    }
    path.close()
    return path
  }

  private var stroke: DrawingStroke? {
    let width = max(state.penSize.x, state.penSize.y)
    return width > 0 ? DrawingStroke(color: mixed(state.penShade), width: width) : nil
  }

  /// The pen hangs below and to the right of its place.
  private var hang: DrawingPoint { state.penSize * 0.5 }

  mutating func line(_ code: Int, _ data: ByteView) {
    if code == 0x20 || code == 0x22 { state.pen = MacPicture.point(data, 0) }
    let from = state.pen
    switch code {
    case 0x20: state.pen = MacPicture.point(data, 4)
    case 0x21: state.pen = MacPicture.point(data, 0)
    default:
      let offset = code == 0x22 ? 4 : 0
      func small(_ offset: Int) -> Int { Int(Int8(truncatingIfNeeded: data.byte(offset) ?? 0)) }
      state.pen = from + DrawingPoint(small(offset), small(offset + 1))
    }
    var path = SVGPath()
    path.move(from + hang)
    path.line(state.pen + hang)
    svg.draw(path, fill: .none, stroke: stroke)
  }

  /// Rectangles, round rectangles, ovals, arcs, polygons and regions: 8 opcodes take a shape, 8 the last one again. Of
  /// those, 0 frames, 1 paints, 2 erases, 3 inverts and 4 fills.
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

  private mutating func outline(_ kind: Int, _ isSame: Bool, _ data: ByteView, frames: Bool) -> SVGPath? {
    if kind == 7 {
      if !isSame { state.polygon = points(data) }
      return MacPicture.polygon(state.polygon.map { frames ? $0 + hang : $0 })
    }
    if !isSame { state.box = MacPicture.box(data, at: kind == 8 ? 2 : 0) }
    var box = state.box
    if frames {
      box.left += hang.x
      box.top += hang.y
      box.right -= hang.x
      box.bottom -= hang.y
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

  private func points(_ data: ByteView) -> [DrawingPoint] {
    stride(from: 10, to: data.count - 3, by: 4).map { MacPicture.point(data, $0) }
  }

  // MARK: Pictures

  mutating func draw(_ pixels: MacPixels) {
    guard svg.takePixels(pixels.width * pixels.height), let image = pixels.decode(),
      let png = try? PixelWriter.png(image.withoutNeedlessColor(), level: 6, mostBytes: limits.drawingBytes)
    else { return }
    let (source, target) = (pixels.source, pixels.target)
    draw(png, .png, pixels.width, pixels.height, source, target, pixels.mode == 1 ? .and : .replace)
  }

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

  /// A picture in the coding of QuickTime: JPEG and PNG are what they are.
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

  private func isPicture(_ data: ByteView, _ offset: Int) -> Bool {
    data.bytes[offset] == 0xFF && data.bytes[offset + 1] == 0xD8 && data.bytes[offset + 2] == 0xFF
      || data.unsigned32(offset) == 0x8950_4E47
  }
}
