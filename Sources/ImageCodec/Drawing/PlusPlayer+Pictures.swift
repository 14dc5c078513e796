internal import SlipBase

/// Texts and pictures.
extension PlusPlayer {
  /// Plays a record that draws a text or a picture; others are passed over.
  mutating func playPictures(_ type: Int, _ flags: Int, _ data: ByteView) {
    switch type {
    case Record.drawString: text(flags, data)
    case Record.drawCharacters: characters(flags, data)
    case Record.drawImage:
      let box = data.rectangle(24, isShort: flags & Flag.isShort != 0)
      image(
        flags, data, DrawingPoint(box.x, box.y), DrawingPoint(box.x + box.width, box.y),
        DrawingPoint(box.x, box.y + box.height))
    case Record.drawImagePoints:
      let points = data.points(28, count: data.unsigned32(24) ?? 0, flags: flags).points
      if points.count >= 3 { image(flags, data, points[0], points[1], points[2]) }
    default: break
    }
  }

  // MARK: Pictures

  /// Draws a part of a picture into a parallelogram, given by three of its corners.
  private mutating func image(
    _ flags: Int, _ data: ByteView, _ origin: DrawingPoint, _ right: DrawingPoint, _ down: DrawingPoint
  ) {
    guard case .image(let image) = objects[flags & 0xFF] else { return }
    var part = data.rectangle(8)
    if image.isDrawing || part.width <= 0 || part.height <= 0 {
      part = PlusRectangle(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
    }
    device.svg.draw(
      picture: image.bytes, image.type, width: image.width, height: image.height,
      source: (part.x, part.y, part.width, part.height), origin: device.context.device(origin),
      right: device.context.device(right), down: device.context.device(down))
  }

  // MARK: Text

  /// Sets the font of a record and the colour of its brush for `GDIDevice`. Returns the font's size in units of the world;
  /// nil without a font.
  private mutating func selectFont(_ flags: Int, _ data: ByteView) -> Double? {
    guard case .font(let font) = objects[flags & 0xFF], let brush = brush(flags, data),
      brush.color.alpha > 0
    else { return nil }
    let size = font.unit == 0 ? font.size : font.size * pixels(unit: font.unit) / state.pageScale
    device.context.font = font.font
    device.context.font.height = -size
    device.context.textColor = brush.color
    return size
  }

  /// Draws a text into a rectangle. Its lines are those of the text, because no font is measured.
  private mutating func text(_ flags: Int, _ data: ByteView) {
    guard let size = selectFont(flags, data) else { return }
    var format = PlusTextFormat()
    if case .format(let known) = objects[data.unsigned32(4) ?? 0] { format = known }
    let box = data.rectangle(12)
    let string = device.context.font.text(ofUnits: data.units(28, count: data.unsigned32(8) ?? 0))
    let lines = string.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    // A line is about 1.15 times as high as the characters.
    let free = box.height - Double(lines.count) * size * 1.15
    let top = box.y + (format.lineAlignment == 1 ? free / 2 : format.lineAlignment == 2 ? free : 0)
    let x = box.x + (format.alignment == 1 ? box.width / 2 : format.alignment == 2 ? box.width : 0)
    device.context.textAlign = 24 | (format.alignment == 1 ? 6 : format.alignment == 2 ? 2 : 0)
    for (index, line) in lines.prefix(1_000).enumerated() {
      device.text(String(line), at: DrawingPoint(x, top + size * (0.9 + 1.15 * Double(index))))
    }
  }

  /// The options of `EmfPlusDrawDriverString` ([MS-EMFPLUS], section 2.1.2.3).
  private enum CharacterOption {
    /// The numbers are characters; otherwise they are glyphs of the font, which can't be turned into text.
    static let areCharacters = 1
    /// Only the first place is given.
    static let hasOnePlace = 4
  }

  /// Draws characters at their places on a baseline. Those of one line are one text.
  private mutating func characters(_ flags: Int, _ data: ByteView) {
    let options = data.unsigned32(4) ?? 0
    guard options & CharacterOption.areCharacters != 0, selectFont(flags, data) != nil else { return }
    let units = data.units(16, count: data.unsigned32(12) ?? 0)
    let placesAt = 16 + units.count * 2
    let hasOne = options & CharacterOption.hasOnePlace != 0
    let places = data.points(placesAt, count: hasOne ? min(1, units.count) : units.count, flags: 0)
    let world = device.context.world
    if data.unsigned32(8) ?? 0 != 0 {
      device.context.world = data.transform(places.end).followed(by: world)
    }
    device.context.textAlign = 24
    var start = 0
    while start < units.count, start < places.points.count {
      let first = places.points[start]
      var end = start + 1
      while end < places.points.count, places.points[end].y == first.y { end += 1 }
      if hasOne { end = units.count }
      let string = device.context.font.text(ofUnits: Array(units[start..<end]))
      var advances: [Double] = []
      if !hasOne, end - start > 1 {
        advances = (start + 1..<end).map { places.points[$0].x - places.points[$0 - 1].x }
        advances.append(advances.last ?? 0)
      }
      device.text(string, at: first, advances: advances)
      start = end
    }
    device.context.world = world
  }
}
