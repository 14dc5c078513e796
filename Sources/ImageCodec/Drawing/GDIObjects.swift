internal import RTFSyntax

/// Something that a metafile creates and then selects to draw with ([MS-WMF], section 1.3.3.2).
enum GDIObject {
  /// What outlines are drawn with.
  case pen(GDIPen)
  /// What shapes are filled with.
  case brush(DrawingFill)
  /// What texts are drawn with.
  case font(GDIFont)
  /// A palette, a region or a colour space. It has no effect, but takes up a number.
  case other
}

/// The look of outlines.
struct GDIPen {
  /// The style ([MS-WMF], section 2.1.1.23): solid, dash, dot, dash-dot, dash-dot-dot, none, inside
  /// the frame.
  var style = 0
  /// The width in logical units; 0 for one pixel.
  var width = 0.0
  /// The colour.
  var color = DrawingColor.black

  /// Whether outlines are not drawn at all.
  var isInvisible: Bool { style & 0xF == 5 }

  /// The lengths of dashes and gaps, in widths of the line; empty for a solid line.
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

/// The look of texts, and the code page of their bytes.
struct GDIFont {
  /// The height in logical units: that of a character when negative, that of a line when positive.
  var height = 0.0
  /// The angle of the text in tenths of a degree, counterclockwise.
  var escapement = 0.0
  /// The weight: 400 is regular, 700 is bold.
  var weight = 400
  /// Whether the text is italic.
  var isItalic = false
  /// Whether the text is underlined.
  var isUnderlined = false
  /// Whether the text is struck through.
  var isStruck = false
  /// The character set ([MS-WMF], section 2.1.1.5); 2 for symbols.
  var charset = 0
  /// The name of the font.
  var family = ""

  /// The code page of the text's bytes: that of a symbol font, or that of the character set.
  var page: CodePage {
    if let symbols = CodePage.symbol(font: family.utf8) { return symbols }
    if charset == 2 { return .symbol }
    return CodePage.number(charset: charset).flatMap { CodePage.named($0) } ?? .windows1252
  }

  /// The text of bytes in this font. NULs are dropped.
  func text(of bytes: some Sequence<UInt8>) -> String {
    var decoder = CodePageDecoder(page)
    var scalars = String.UnicodeScalarView()
    func take(_ value: UInt32) { if let scalar = Unicode.Scalar(value) { scalars.append(scalar) } }
    for byte in bytes where byte != 0 { decoder.push(byte, take) }
    decoder.finish(take)
    return String(scalars)
  }

  /// The text of UTF-16 units in this font. Characters of symbol fonts come as U+F020 … U+F0FF or
  /// as bytes, and become the Unicode characters that look like them.
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

  /// The font for browsers. The characters of symbol fonts were mapped to Unicode, so any font can
  /// show them.
  var familyShown: String { charset == 2 || CodePage.symbol(font: family.utf8) != nil ? "serif" : family }
}
