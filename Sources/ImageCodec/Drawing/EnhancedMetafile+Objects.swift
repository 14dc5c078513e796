/// Pens, brushes and fonts; texts and bitmaps.
extension EnhancedMetafile {
  /// Plays a record about an object; returns false for other records.
  mutating func playObjects(_ type: Int, _ record: ByteView) -> Bool {
    let index = record.unsigned32(8) ?? 0
    func n(_ offset: Int) -> Double { EnhancedMetafile.number(record, offset) }
    switch type {
    case Record.selectObject: device.select(index)
    case Record.deleteObject: device.delete(index)
    case Record.createPen:
      let color = DrawingColor(reference: record.unsigned32(24) ?? 0)
      device.create(
        .pen(GDIPen(style: record.unsigned32(12) ?? 0, width: abs(n(16)), color: color)), at: index)
    case Record.createExtendedPen:
      let color = DrawingColor(reference: record.unsigned32(40) ?? 0)
      device.create(
        .pen(GDIPen(style: record.unsigned32(28) ?? 0, width: abs(n(32)), color: color)), at: index)
    case Record.createBrush:
      let color = DrawingColor(reference: record.unsigned32(16) ?? 0)
      let style = record.unsigned32(12)
      let brush: DrawingFill =
        style == 0 ? .color(color) : style == 2 ? .hatch(color, style: record.unsigned32(20) ?? 0) : .none
      device.create(.brush(brush), at: index)
    case Record.createMonoBrush, Record.createBitmapBrush:
      let brush = device.brush(record, at: 16)
      device.create(.brush(brush), at: index)
    case Record.createFont: device.create(.font(font(record)), at: index)
    default: return false
    }
    return true
  }

  /// The font in a record ([MS-EMF], section 2.2.13).
  private func font(_ record: ByteView) -> GDIFont {
    var font = GDIFont()
    font.height = EnhancedMetafile.number(record, 12)
    font.escapement = EnhancedMetafile.number(record, 20)
    font.weight = record.signed32(28) ?? 400
    font.isItalic = record.byte(32) ?? 0 != 0
    font.isUnderlined = record.byte(33) ?? 0 != 0
    font.isStruck = record.byte(34) ?? 0 != 0
    font.charset = record.byte(35) ?? 0
    let units = (0..<32).map { UInt16(truncatingIfNeeded: record.unsigned16(40 + $0 * 2) ?? 0) }
    font.family = String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
    return font
  }

  /// Plays a record that draws a text or a bitmap; others are passed over.
  mutating func playPictures(_ type: Int, _ record: ByteView) {
    switch type {
    case Record.textOut, Record.wideTextOut: text(record, at: 36, isWide: type == Record.wideTextOut)
    case Record.smallTextOut: smallText(record)
    case Record.bitBlit, Record.stretchBlit, Record.alphaBlend, Record.transparentBlit:
      blit(record, isStretched: type != Record.bitBlit)
    case Record.setBitmap, Record.stretchBitmap:
      deviceIndependentBitmap(record, isStretched: type == Record.stretchBitmap)
    default: break
    }
  }

  // MARK: Text

  /// Draws a text.
  ///
  /// - Parameter offset: Where the description of the text begins ([MS-EMF], section 2.2.5).
  private mutating func text(_ record: ByteView, at offset: Int, isWide: Bool) {
    let (count, start) = (record.unsigned32(offset + 8) ?? 0, record.unsigned32(offset + 12) ?? 0)
    let (options, advancesAt) = (record.unsigned32(offset + 16) ?? 0, record.unsigned32(offset + 36) ?? 0)
    func n(_ index: Int) -> Double { EnhancedMetafile.number(record, offset + index) }
    if options & 2 != 0 { device.fill(n(20), n(24), n(28), n(32), .color(device.context.backColor)) }
    // The numbers of glyphs in a font can't be turned into text.
    guard options & 0x10 == 0, let string = string(record, start, count, isWide) else { return }
    let hasAdvances = advancesAt > 0 && record.count >= advancesAt + count * 4
    let step = options & 0x2000 != 0 ? 8 : 4
    let advances =
      hasAdvances ? (0..<count).map { EnhancedMetafile.number(record, advancesAt + $0 * step) } : []
    device.text(string, at: EnhancedMetafile.point(record, offset), advances: advances)
  }

  /// Draws a text without the places of its characters (EMR_SMALLTEXTOUT).
  private mutating func smallText(_ record: ByteView) {
    let (count, options) = (record.unsigned32(16) ?? 0, record.unsigned32(20) ?? 0)
    let start = options & 0x100 != 0 ? 36 : 52
    guard options & 0x10 == 0, let string = string(record, start, count, options & 0x200 == 0) else { return }
    device.text(string, at: EnhancedMetafile.point(record, 8))
  }

  /// The characters of a text, decoded by the current font; nil when the record is too short.
  private func string(_ record: ByteView, _ start: Int, _ count: Int, _ isWide: Bool) -> String? {
    guard count > 0, start >= 8, count <= (record.count - start) / (isWide ? 2 : 1) else { return nil }
    if isWide {
      let units = (0..<count).map { UInt16(truncatingIfNeeded: record.unsigned16(start + $0 * 2) ?? 0) }
      return device.context.font.text(ofUnits: units)
    }
    return record.part(from: start, length: count).map { device.context.font.text(of: $0.bytes) }
  }

  // MARK: Bitmaps

  /// A rectangle with its corner at one offset and its size at another.
  private func box(_ record: ByteView, _ x: Int, _ width: Int) -> GDIDevice.Box {
    func n(_ offset: Int) -> Double { EnhancedMetafile.number(record, offset) }
    return GDIDevice.Box(x: n(x), y: n(x + 4), width: n(width), height: n(width + 4))
  }

  /// Copies part of a bitmap whose rows are counted from the top.
  private mutating func blit(_ record: ByteView, isStretched: Bool) {
    let target = box(record, 24, 32)
    var source = box(record, 44, isStretched ? 100 : 32)
    if !isStretched { (source.width, source.height) = (target.width, target.height) }
    let type = record.unsigned32(0)
    // These two records have parameters for mixing in the place of a raster operation.
    let isMixing = type == Record.alphaBlend || type == Record.transparentBlit
    let operation = isMixing ? 0xCC0020 : record.unsigned32(40) ?? 0
    bitmap(record, 84, source, fromBottom: false, to: target, operation)
  }

  /// Copies part of a bitmap whose rows are counted from the bottom.
  private mutating func deviceIndependentBitmap(_ record: ByteView, isStretched: Bool) {
    let source = box(record, 32, 40)
    var target = GDIDevice.Box(
      x: EnhancedMetafile.number(record, 24), y: EnhancedMetafile.number(record, 28), width: source.width,
      height: source.height)
    if isStretched {
      target.width = EnhancedMetafile.number(record, 72)
      target.height = EnhancedMetafile.number(record, 76)
    }
    bitmap(
      record, 48, source, fromBottom: true, to: target, isStretched ? record.unsigned32(68) ?? 0 : 0xCC0020)
  }

  /// Draws the bitmap of a record.
  ///
  /// - Parameter fields: Where the offsets and lengths of the bitmap's header and pixels are.
  private mutating func bitmap(
    _ record: ByteView, _ fields: Int, _ source: GDIDevice.Box, fromBottom: Bool, to target: GDIDevice.Box,
    _ operation: Int
  ) {
    let (header, pixels) = (record.unsigned32(fields) ?? 0, record.unsigned32(fields + 8) ?? 0)
    if case .fill = device.raster(operation) { return device.patternFill(target, operation) }
    guard header >= 8, let bitmap = record.part(from: header) else { return }
    device.bitmap(
      bitmap, pixelsAt: pixels > header ? pixels - header : nil, source: source, fromBottom: fromBottom,
      to: target,
      operation)
  }
}

extension GDIDevice {
  /// The brush that repeats the bitmap of a record; grey when there is none.
  ///
  /// - Parameter fields: Where the offsets and lengths of the bitmap's header and pixels are.
  fileprivate mutating func brush(_ record: ByteView, at fields: Int) -> DrawingFill {
    let (header, pixels) = (record.unsigned32(fields) ?? 0, record.unsigned32(fields + 8) ?? 0)
    guard header >= 8, let bitmap = record.part(from: header) else {
      return .color(DrawingColor(red: 128, green: 128, blue: 128))
    }
    return brush(of: bitmap, pixelsAt: pixels > header ? pixels - header : nil)
  }
}
