internal import RTFSyntax

/// What a metafile creates, and selects to draw with ([MS-WMF], section 1.3.3.2).
enum GDIObject {
  case pen(GDIPen)
  case brush(DrawingFill)
  case font(GDIFont)
  /// A palette, region or color space: it only takes its place.
  case other
}

struct GDIPen {
  /// [MS-WMF], section 2.1.1.23: solid, dash, dot, dash-dot, dash-dot-dot, none, inside the frame.
  var style = 0
  /// Logical units; 0 is a pixel.
  var width = 0.0
  var color = DrawingColor.black

  var isInvisible: Bool { style & 0xF == 5 }

  var dashes: [Int] {
    switch style & 0xF {
    case 1: [6, 3]
    case 2: [1, 3]
    case 3: [6, 3, 1, 3]
    case 4: [6, 3, 1, 3, 1, 3]
    default: []
    }
  }
}

struct GDIFont {
  /// Logical units: of a character where it is negative, of a line where it is positive.
  var height = 0.0
  /// Tenths of a degree, counterclockwise.
  var escapement = 0.0
  var weight = 400
  var isItalic = false
  var isUnderlined = false
  var isStruck = false
  var charset = 0
  var family = ""

  /// What its bytes mean.
  var page: CodePage {
    if let symbols = CodePage.symbol(font: family.utf8) { return symbols }
    if charset == 2 { return .symbol }
    return CodePage.number(charset: charset).flatMap { CodePage.named($0) } ?? .windows1252
  }

  func text(of bytes: some Sequence<UInt8>) -> String {
    var decoder = CodePageDecoder(page)
    var scalars = String.UnicodeScalarView()
    func take(_ value: UInt32) { if let scalar = Unicode.Scalar(value) { scalars.append(scalar) } }
    for byte in bytes where byte != 0 { decoder.push(byte, take) }
    decoder.finish(take)
    return String(scalars)
  }

  /// Symbol fonts are addressed at U+F020 … U+F0FF, or by bytes.
  func text(ofUnits units: [UInt16]) -> String {
    guard let page = CodePage.symbol(font: family.utf8) ?? (charset == 2 ? .symbol : nil) else {
      return String(decoding: units, as: UTF16.self)
    }
    var scalars = String.UnicodeScalarView()
    for unit in units {
      let isByte = unit < 0x100 || (0xF020...0xF0FF).contains(unit)
      let value = isByte ? page[UInt8(truncatingIfNeeded: unit)] : UInt32(unit)
      scalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
    return String(scalars)
  }

  /// For browsers: characters of symbol fonts have been mapped to Unicode, which any font may show.
  var familyShown: String { charset == 2 || CodePage.symbol(font: family.utf8) != nil ? "serif" : family }
}
