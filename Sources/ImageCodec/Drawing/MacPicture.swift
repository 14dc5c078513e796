internal import RTFSyntax
internal import SlipBase

/// Plays a QuickDraw picture (PICT) of version 1 or 2, and draws an SVG.
///
/// The format is described in "Inside Macintosh: Imaging With QuickDraw", appendix A. Files have
/// 512 bytes in front of the picture; it is accepted with and without them. Any bytes are accepted:
/// the picture ends at the first opcode whose length is unknown.
///
/// ```
/// 0    size of the picture (2 bytes), without meaning for large ones
/// 2    frame: top, left, bottom, right (2 bytes each)
/// 10   11 01 in version 1, 00 11 02 FF in version 2
/// …    opcodes of one byte, or of two bytes at even offsets, each with its data
/// ```
struct MacPicture {
  /// The picture from its size on.
  let view: ByteView
  /// Bounds on the pictures in it and on the drawing.
  let limits: Limits
  /// What the opcodes draw on.
  var svg: SVGDrawing
  /// The pen, the colours and whatever else later opcodes depend on.
  var state = State()
  /// Whether opcodes have two bytes, as in version 2.
  private var isWide = false
  /// Where the next opcode or its data begin.
  private(set) var position = 0
  /// The rectangle that the picture shows.
  private let frame: Box

  /// A rectangle. Its numbers are in the order top, left, bottom, right, as everywhere in
  /// QuickDraw.
  struct Box: Hashable {
    var top = 0.0
    var left = 0.0
    var bottom = 0.0
    var right = 0.0
    /// The distance from left to right; negative when they are exchanged.
    var width: Double { right - left }
    /// The distance from top to bottom; negative when they are exchanged.
    var height: Double { bottom - top }
  }

  /// What opcodes set and later ones use.
  struct State {
    /// Where the pen is.
    var pen = DrawingPoint(0, 0)
    /// The pen's width and height.
    var penSize = DrawingPoint(1, 1)
    /// The colour of a pattern's set bits.
    var foreground = DrawingColor.black
    /// The colour of a pattern's other bits.
    var background = DrawingColor.white
    /// The share of the bits that are set in the pen's pattern, 0 to 1.
    var penShade = 1.0
    /// The share of the bits that are set in the pattern of fills, 0 to 1.
    var fillShade = 1.0
    /// Where the last text began.
    var text = DrawingPoint(0, 0)
    /// The font of texts, of which only the family counts.
    var font = GDIFont()
    /// The size of texts in points; 0 stands for 12.
    var size = 12.0
    /// Bits for bold (1), italic (2) and underlined (4).
    var face = 0
    /// Names that the picture gives to the numbers of fonts.
    var fontNames: [Int: String] = [:]
    /// The last shape's rectangle, which "same" opcodes use again.
    var box = Box()
    /// The size of round corners.
    var oval = DrawingPoint(0, 0)
    /// The last polygon, which "same" opcodes use again.
    var polygon: [DrawingPoint] = []
  }

  /// Prepares to play a picture, and finds out whether 512 bytes are in front of it.
  init(_ bytes: UnsafeRawBufferPointer, _ limits: Limits) {
    let all = ByteView(bytes, order: .big)
    let hasFileHeader = all.unsigned16(522) == 0x0011 || all.unsigned16(522) == 0x1101
    let isBare = all.unsigned16(10) == 0x0011 || all.unsigned16(10) == 0x1101
    view = all.part(from: hasFileHeader && !isBare ? 512 : 0) ?? all
    self.limits = limits
    svg = SVGDrawing(limits)
    frame = MacPicture.box(view, at: 2)
  }

  /// Plays all opcodes. Returns the picture as SVG, or nil when nothing was drawn.
  mutating func output() -> [UInt8]? {
    isWide = view.unsigned16(10) == 0x0011
    position = isWide ? 14 : 12
    while !svg.isFull, let code = isWide ? view.unsigned16(position) : view.byte(position),
      code != Opcode.endOfPicture
    {
      position += isWide ? 2 : 1
      let start = position
      guard let length = length(of: code), length <= view.count - start else { break }
      position = start + length
      if let data = view.part(from: start, length: length) { play(code, data) }
      if isWide { position += position % 2 }
    }
    guard svg.shapes > 0 else { return nil }
    guard frame.width > 0, frame.height > 0 else { return svg.finish(view: nil) }
    return svg.finish(
      view: (DrawingPoint(frame.left, frame.top), frame.width, frame.height),
      size: (frame.width, frame.height))
  }

  /// The rectangle at an offset: four 16-bit numbers.
  static func box(_ data: ByteView, at offset: Int) -> Box {
    let n = (0..<4).map { Double(data.signed16(offset + $0 * 2) ?? 0) }
    return Box(top: n[0], left: n[1], bottom: n[2], right: n[3])
  }

  /// The point at an offset: two 16-bit numbers, y before x.
  static func point(_ data: ByteView, _ offset: Int) -> DrawingPoint {
    DrawingPoint(data.signed16(offset + 2) ?? 0, data.signed16(offset) ?? 0)
  }

  // MARK: Lengths (table A-2)

  /// The length of an opcode's data, which begin at `position`; nil when it can't be determined.
  private func length(of code: Int) -> Int? {
    func counted(_ offset: Int) -> Int? { view.unsigned16(position + offset) }
    func byte(_ offset: Int) -> Int? { view.byte(position + offset) }
    switch code {
    case 0x00, 0x17...0x19, 0x1C, 0x1E: return 0
    case 0x38...0x3C, 0x48...0x4C, 0x58...0x5C, 0x78...0x7C, 0x88...0x8C: return 0
    case 0x01, 0x70...0x77, 0x80...0x87: return counted(0)
    case 0x02, 0x09, 0x0A, 0x10: return 8
    case 0x04: return 1
    case 0x11: return isWide ? 2 : 1
    case 0x03, 0x05, 0x08, 0x0D, 0x15, 0x16, 0x23, 0xA0: return 2
    case 0x06, 0x07, 0x0B, 0x0C, 0x0E, 0x0F, 0x21, 0x68...0x6C: return 4
    case 0x1A, 0x1B, 0x1D, 0x1F, 0x22: return 6
    case 0x20, 0x30...0x37, 0x40...0x47, 0x50...0x57: return 8
    case 0x60...0x67: return 12
    case 0x28: return byte(4).map { 5 + $0 }
    case 0x29, 0x2A: return byte(1).map { 2 + $0 }
    case 0x2B: return byte(2).map { 3 + $0 }
    case 0x2C...0x2F, 0x24...0x27, 0x92...0x97, 0x9C...0x9F, 0xA2...0xAF: return counted(0).map { 2 + $0 }
    case 0xA1: return counted(2).map { 4 + $0 }
    case 0x90, 0x91, 0x98...0x9B: return pixels(code)?.length
    case 0x12...0x14: return nil
    case 0xD0...0xFE, 0x8100...0xFFFF: return view.unsigned32(position).map { 4 + $0 }
    case 0x0C00: return 24
    case 0x0100...0x7FFF: return code >> 8 * 2
    case 0x8000...0x80FF, 0xB0...0xCF: return 0
    default: return nil
    }
  }

  /// The bitmap that begins at `position`.
  func pixels(_ code: Int) -> MacPixels? {
    view.part(from: position).flatMap { MacPixels($0, code: code, limits) }
  }

  // MARK: Opcodes

  /// Plays an opcode.
  private mutating func play(_ code: Int, _ data: ByteView) {
    switch code {
    case Opcode.clip: clip(data)
    case Opcode.textFont: state.font.family = fontName(data.unsigned16(0) ?? 0)
    case Opcode.textFace: state.face = data.byte(0) ?? 0
    case Opcode.penSize: state.penSize = MacPicture.point(data, 0)
    case Opcode.penPattern: state.penShade = shade(data)
    case Opcode.fillPattern: state.fillShade = shade(data)
    case Opcode.textSize: state.size = Double(data.unsigned16(0) ?? 12)
    case Opcode.foreground: state.foreground = MacPicture.classicColor(data.unsigned32(0) ?? 33)
    case Opcode.background: state.background = MacPicture.classicColor(data.unsigned32(0) ?? 30)
    case Opcode.rgbForeground: state.foreground = MacPicture.color(data, 0)
    case Opcode.rgbBackground: state.background = MacPicture.color(data, 0)
    case Opcode.line...Opcode.shortLineFrom: line(code, data)
    case Opcode.longText...Opcode.textAcrossAndDown: text(code, data)
    case Opcode.fontName:
      let length = min(data.byte(4) ?? 0, 255)
      if let name = data.part(from: 5, length: length), state.fontNames.count < 256 {
        state.fontNames[data.unsigned16(2) ?? 0] = MacPicture.macRomanText(name.bytes)
      }
      state.font.family = fontName(data.unsigned16(2) ?? 0)
    case Opcode.ovalSize: state.oval = MacPicture.point(data, 0)
    case Opcode.firstShape...Opcode.lastShape: shape(code, data)
    case Opcode.bits, Opcode.bitsInRegion, Opcode.packedBits...Opcode.directBitsInRegion:
      if let pixels = MacPixels(data, code: code, limits) { draw(pixels) }
    case Opcode.quickTime: quickTime(data)
    default: break
    }
  }

  /// Confines what follows to the box of a region. A region that covers the whole picture confines
  /// nothing.
  private mutating func clip(_ data: ByteView) {
    let box = MacPicture.box(data, at: 2)
    let isWhole =
      box.top <= frame.top && box.left <= frame.left && box.bottom >= frame.bottom && box.right >= frame.right
    svg.clip(to: isWhole ? nil : MacPicture.rectangle(box))
  }

  /// The share of the bits that are set in a pattern of 8 × 8 bits.
  private func shade(_ data: ByteView) -> Double {
    Double((0..<8).reduce(0) { $0 + (data.byte($1) ?? 0).nonzeroBitCount }) / 64
  }

  /// The colour at an offset: three 16-bit numbers, of which the upper bytes count.
  private static func color(_ data: ByteView, _ offset: Int) -> DrawingColor {
    let n = (0..<3).map { UInt8(truncatingIfNeeded: (data.unsigned16(offset + $0 * 2) ?? 0) >> 8) }
    return DrawingColor(red: n[0], green: n[1], blue: n[2])
  }

  /// The colour for a number of the first QuickDraw, which had eight.
  private static func classicColor(_ number: Int) -> DrawingColor {
    switch number {
    case 30: .white
    case 205: DrawingColor(red: 221, green: 8, blue: 6)
    case 341: DrawingColor(red: 0, green: 128, blue: 17)
    case 409: DrawingColor(red: 0, green: 0, blue: 212)
    case 273: DrawingColor(red: 2, green: 171, blue: 234)
    case 137: DrawingColor(red: 242, green: 8, blue: 132)
    case 69: DrawingColor(red: 252, green: 243, blue: 5)
    default: .black
    }
  }

  /// A colour between background and foreground, as the bits of a pattern look from afar.
  func mixed(_ shade: Double) -> DrawingColor {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8(Double(a) * (1 - shade) + Double(b) * shade) }
    let (back, fore) = (state.background, state.foreground)
    return DrawingColor(
      red: mix(back.red, fore.red), green: mix(back.green, fore.green), blue: mix(back.blue, fore.blue))
  }

  // MARK: Text

  /// The name of the font with a number: the picture's own, or that of a system font.
  private func fontName(_ number: Int) -> String {
    if let name = state.fontNames[number] { return name }
    return switch number {
    case 0: "Chicago"
    case 2: "New York"
    case 4: "Monaco"
    case 20: "Times"
    case 21: "Helvetica"
    case 22: "Courier"
    case 23: "Symbol"
    default: "Geneva"
    }
  }

  /// Text in Mac OS Roman.
  private static func macRomanText(_ bytes: some Sequence<UInt8>) -> String {
    let page = CodePage.named(10_000) ?? .windows1252
    return String(String.UnicodeScalarView(bytes.compactMap { Unicode.Scalar(page[$0]) }))
  }

  /// Draws a text. The opcode says how its place is given.
  private mutating func text(_ code: Int, _ data: ByteView) {
    func small(_ offset: Int) -> Double { Double(data.byte(offset) ?? 0) }
    let start: Int
    switch code {
    case Opcode.longText: (state.text, start) = (MacPicture.point(data, 0), 5)
    case Opcode.textAcross: (state.text, start) = (state.text + DrawingPoint(small(0), 0.0), 2)
    case Opcode.textDown: (state.text, start) = (state.text + DrawingPoint(0.0, small(0)), 2)
    default: (state.text, start) = (state.text + DrawingPoint(small(0), small(1)), 3)
    }
    guard let bytes = data.part(from: start)?.bytes else { return }
    let symbols = CodePage.symbol(font: state.font.family.utf8)
    let string = symbols == nil ? MacPicture.macRomanText(bytes) : state.font.text(of: bytes)
    svg.draw(
      SVGDrawing.Text(
        string: string, at: state.text, family: state.font.familyShown,
        size: state.size == 0 ? 12 : state.size,
        isBold: state.face & 1 != 0, isItalic: state.face & 2 != 0, isUnderlined: state.face & 4 != 0,
        color: state.foreground))
  }
}
