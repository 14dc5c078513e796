internal import RTFSyntax
internal import SlipBase

/// Plays a QuickDraw picture, version 1 or 2 (Inside Macintosh: Imaging With QuickDraw, appendix A), with the 512 bytes
/// before it that files have, or without. Total: it ends at the first opcode whose length nothing tells.
struct MacPicture {
  let view: ByteView
  let limits: Limits
  var svg: SVGDrawing
  var state = State()
  private var isWide = false
  private(set) var position = 0
  private let frame: Box

  /// Top, left, bottom, right, as everywhere in QuickDraw.
  struct Box: Hashable {
    var top = 0.0
    var left = 0.0
    var bottom = 0.0
    var right = 0.0
    var width: Double { right - left }
    var height: Double { bottom - top }
  }

  struct State {
    var pen = DrawingPoint(0, 0)
    var penSize = DrawingPoint(1, 1)
    var foreground = DrawingColor.black
    var background = DrawingColor.white
    /// How much of a pattern's bits are set.
    var penShade = 1.0
    var fillShade = 1.0
    var text = DrawingPoint(0, 0)
    var font = GDIFont()
    var size = 12.0
    var face = 0
    var fontNames: [Int: String] = [:]
    var box = Box()
    var oval = DrawingPoint(0, 0)
    var polygon: [DrawingPoint] = []
  }

  init(_ bytes: UnsafeRawBufferPointer, _ limits: Limits) {
    let all = ByteView(bytes, order: .big)
    let hasFileHeader = all.unsigned16(522) == 0x0011 || all.unsigned16(522) == 0x1101
    let isBare = all.unsigned16(10) == 0x0011 || all.unsigned16(10) == 0x1101
    view = all.part(from: hasFileHeader && !isBare ? 512 : 0) ?? all
    self.limits = limits
    svg = SVGDrawing(limits)
    frame = MacPicture.box(view, at: 2)
  }

  /// The picture as SVG; nil where nothing is drawn.
  mutating func output() -> [UInt8]? {
    isWide = view.unsigned16(10) == 0x0011
    position = isWide ? 14 : 12
    while !svg.isFull, let code = isWide ? view.unsigned16(position) : view.byte(position), code != 0xFF {
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

  static func box(_ data: ByteView, at offset: Int) -> Box {
    let n = (0..<4).map { Double(data.signed16(offset + $0 * 2) ?? 0) }
    return Box(top: n[0], left: n[1], bottom: n[2], right: n[3])
  }

  static func point(_ data: ByteView, _ offset: Int) -> DrawingPoint {
    DrawingPoint(data.signed16(offset + 2) ?? 0, data.signed16(offset) ?? 0)
  }

  // MARK: Lengths (table A-2)

  /// Bytes of an opcode's data, at `position`; nil where nothing tells.
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

  func pixels(_ code: Int) -> MacPixels? {
    view.part(from: position).flatMap { MacPixels($0, code: code, limits) }
  }

  // MARK: Opcodes

  private mutating func play(_ code: Int, _ data: ByteView) {
    switch code {
    case 0x01: clip(data)
    case 0x03: state.font.family = fontName(data.unsigned16(0) ?? 0)
    case 0x04: state.face = data.byte(0) ?? 0
    case 0x07: state.penSize = MacPicture.point(data, 0)
    case 0x09: state.penShade = shade(data)
    case 0x0A: state.fillShade = shade(data)
    case 0x0D: state.size = Double(data.unsigned16(0) ?? 12)
    case 0x0E: state.foreground = MacPicture.oldColor(data.unsigned32(0) ?? 33)
    case 0x0F: state.background = MacPicture.oldColor(data.unsigned32(0) ?? 30)
    case 0x1A: state.foreground = MacPicture.color(data, 0)
    case 0x1B: state.background = MacPicture.color(data, 0)
    case 0x20...0x23: line(code, data)
    case 0x28...0x2B: text(code, data)
    case 0x2C:
      let length = min(data.byte(4) ?? 0, 255)
      if let name = data.part(from: 5, length: length), state.fontNames.count < 256 {
        state.fontNames[data.unsigned16(2) ?? 0] = MacPicture.roman(name.bytes)
      }
      state.font.family = fontName(data.unsigned16(2) ?? 0)
    case 0x0B: state.oval = MacPicture.point(data, 0)
    case 0x30...0x8F: shape(code, data)
    case 0x90, 0x91, 0x98...0x9B: if let pixels = MacPixels(data, code: code, limits) { draw(pixels) }
    case 0x8200: quickTime(data)
    default: break
    }
  }

  private mutating func clip(_ data: ByteView) {
    let box = MacPicture.box(data, at: 2)
    let isWhole =
      box.top <= frame.top && box.left <= frame.left && box.bottom >= frame.bottom && box.right >= frame.right
    svg.clip(to: isWhole ? nil : MacPicture.rectangle(box))
  }

  private func shade(_ data: ByteView) -> Double {
    Double((0..<8).reduce(0) { $0 + (data.byte($1) ?? 0).nonzeroBitCount }) / 64
  }

  private static func color(_ data: ByteView, _ offset: Int) -> DrawingColor {
    let n = (0..<3).map { UInt8(truncatingIfNeeded: (data.unsigned16(offset + $0 * 2) ?? 0) >> 8) }
    return DrawingColor(red: n[0], green: n[1], blue: n[2])
  }

  /// The eight colours of the first QuickDraw.
  private static func oldColor(_ number: Int) -> DrawingColor {
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

  /// Between background and foreground, as much as a pattern has bits set.
  func mixed(_ shade: Double) -> DrawingColor {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8(Double(a) * (1 - shade) + Double(b) * shade) }
    let (back, fore) = (state.background, state.foreground)
    return DrawingColor(
      red: mix(back.red, fore.red), green: mix(back.green, fore.green), blue: mix(back.blue, fore.blue))
  }

  // MARK: Text

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

  private static func roman(_ bytes: some Sequence<UInt8>) -> String {
    let page = CodePage.named(10_000) ?? .windows1252
    return String(String.UnicodeScalarView(bytes.compactMap { Unicode.Scalar(page[$0]) }))
  }

  private mutating func text(_ code: Int, _ data: ByteView) {
    func small(_ offset: Int) -> Double { Double(data.byte(offset) ?? 0) }
    let start: Int
    switch code {
    case 0x28: (state.text, start) = (MacPicture.point(data, 0), 5)
    case 0x29: (state.text, start) = (state.text + DrawingPoint(small(0), 0.0), 2)
    case 0x2A: (state.text, start) = (state.text + DrawingPoint(0.0, small(0)), 2)
    default: (state.text, start) = (state.text + DrawingPoint(small(0), small(1)), 3)
    }
    guard let bytes = data.part(from: start)?.bytes else { return }
    let symbols = CodePage.symbol(font: state.font.family.utf8)
    let string = symbols == nil ? MacPicture.roman(bytes) : state.font.text(of: bytes)
    svg.draw(
      SVGDrawing.Text(
        string: string, at: state.text, family: state.font.familyShown,
        size: state.size == 0 ? 12 : state.size,
        isBold: state.face & 1 != 0, isItalic: state.face & 2 != 0, isUnderlined: state.face & 4 != 0,
        color: state.foreground))
  }
}
