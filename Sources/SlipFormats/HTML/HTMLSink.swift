internal import SlipDocument
internal import SlipBase

/// The only way HTML bytes are made: text and attribute values are escaped here, markup comes from literals alone.
///
/// A caller cannot write a user's text unescaped, because `markup` takes a `StaticString`.
struct HTMLSink {
  private(set) var bytes: [UInt8] = []
  /// Takes what is written, when there is much of it; nil keeps it.
  private let drain: PiecewiseOutput.Drain?
  /// Elements without content are closed as XML wants it.
  let isXML: Bool
  /// An attribute `style` is open and has declarations.
  private var styleIsOpen = false

  init(capacity: Int, isXML: Bool = false, drain: PiecewiseOutput.Drain? = nil) {
    self.drain = drain
    self.isXML = isXML
    bytes.reserveCapacity(drain == nil ? capacity : PiecewiseOutput.size * 2)
  }

  /// What is written doesn't stay here.
  var isDrained: Bool { drain != nil }

  /// Hands over what has been written.
  mutating func flush() {
    guard let drain else { return }
    bytes.withUnsafeBytes(drain)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Markup that stands in the program's text.
  @inline(__always)
  mutating func markup(_ literal: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Ends the tag of an element that has no content.
  mutating func endVoid() { markup(isXML ? "/>" : ">") }

  /// What stands in a template of the user's own.
  mutating func template(_ text: String) { append(text) }

  /// What a sink has written, for another one to write.
  struct Piece: Sendable {
    fileprivate let bytes: [UInt8]
  }

  var piece: Piece { Piece(bytes: bytes) }

  mutating func markup(_ piece: Piece) { bytes.append(contentsOf: piece.bytes) }

  mutating func number(_ value: Int) {
    if value >= 0 && value < 10 {
      bytes.append(UInt8(0x30 + value))
    } else {
      append(String(value))
    }
  }

  /// Character data: `& < >` are escaped, controls that HTML doesn't have are left out.
  mutating func text(_ text: String) {
    text.withContiguousBytes { escape($0, quote: false) }
  }

  /// ` name="value"`.
  mutating func attribute(_ name: StaticString, _ value: String) {
    beginAttribute(name)
    attributeText(value)
    endAttribute()
  }

  mutating func attribute(_ name: StaticString, _ value: Int) {
    beginAttribute(name)
    number(value)
    endAttribute()
  }

  mutating func beginAttribute(_ name: StaticString) {
    bytes.append(0x20)
    markup(name)
    markup("=\"")
  }

  mutating func attributeText(_ value: String) {
    var value = value
    value.withUTF8 { escape($0, quote: true) }
  }

  mutating func endAttribute() { bytes.append(0x22) }

  /// Base64 (RFC 4648), inside an attribute.
  mutating func base64(_ data: [UInt8]) { Base64.append(data, to: &bytes) }

  // MARK: Style declarations

  /// Begins a CSS declaration in the element's `style` attribute, which opens with the first one.
  mutating func declaration(_ property: StaticString) {
    markup(styleIsOpen ? ";" : " style=\"")
    styleIsOpen = true
    markup(property)
    bytes.append(0x3A)
  }

  mutating func endDeclarations() {
    if styleIsOpen { bytes.append(0x22) }
    styleIsOpen = false
  }

  /// A length in points, from a count of 1/`unitsPerPoint` points; at most two decimals.
  mutating func points(_ value: Int, unitsPerPoint: Int) {
    decimal(hundredths: value.multipliedReportingOverflow(by: 100).partialValue / unitsPerPoint)
    markup("pt")
  }

  /// A number with at most two decimals.
  mutating func decimal(hundredths: Int) {
    if hundredths < 0 { bytes.append(0x2D) }
    let magnitude = Int(clamping: hundredths.magnitude)
    number(magnitude / 100)
    let fraction = magnitude % 100
    if fraction != 0 {
      bytes.append(0x2E)
      bytes.append(UInt8(0x30 + fraction / 10))
      if fraction % 10 != 0 { bytes.append(UInt8(0x30 + fraction % 10)) }
    }
  }

  /// A CSS string token in single quotes; all but letters, digits and a few harmless signs become CSS escapes.
  mutating func cssString(_ value: String) {
    bytes.append(0x27)
    for scalar in value.unicodeScalars {
      switch scalar.value {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x20, 0x2D, 0x2E, 0xA0...0xD7FF, 0xE000...0xFFFD:
        append(String(scalar))
      case 0x10000...:
        append(String(scalar))
      default:
        bytes.append(0x5C)
        append(String(scalar.value == 0 ? 0xFFFD : scalar.value, radix: 16))
        bytes.append(0x20)
      }
    }
    bytes.append(0x27)
  }

  /// `#rrggbb`.
  mutating func color(red: UInt8, green: UInt8, blue: UInt8) {
    bytes.append(0x23)
    for value in [red, green, blue] {
      bytes.append(hexDigit(value >> 4))
      bytes.append(hexDigit(value & 15))
    }
  }

  private func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x61 + value - 10 }

  // MARK: Escaping

  private mutating func append(_ string: String) { bytes.append(contentsOf: string.utf8) }

  private mutating func escape(_ source: UnsafeBufferPointer<UInt8>, quote: Bool) {
    var start = 0
    var index = TextScan.firstSpecial(source, from: 0)
    while index < source.count {
      let byte = source[index]
      if let replacement = HTMLSink.replacement(byte, quote: quote) {
        append(source, start..<index)
        markup(replacement)
        start = index + 1
      }
      index = TextScan.firstSpecial(source, from: index + 1)
    }
    append(source, start..<source.count)
  }

  @inline(__always)
  private mutating func append(_ source: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    if range.isEmpty { return }
    if bytes.count >= PiecewiseOutput.size { flush() }
    let piece = UnsafeBufferPointer(rebasing: source[range])
    if let drain, piece.count >= PiecewiseOutput.size {
      flush()
      return drain(UnsafeRawBufferPointer(piece))
    }
    bytes.append(contentsOf: piece)
  }

  /// Nil where the byte stands for itself.
  private static func replacement(_ byte: UInt8, quote: Bool) -> StaticString? {
    switch byte {
    case 0x26: "&amp;"
    case 0x3C: "&lt;"
    case 0x3E: "&gt;"
    case 0x22: quote ? "&quot;" : nil
    case 0x09: quote ? "&#9;" : nil
    case 0x0A: "&#10;"
    case 0x0D: "&#13;"
    case 0..<0x20: ""
    default: nil
    }
  }
}

extension HTMLSink {
  mutating func color(_ color: Color) { self.color(red: color.red, green: color.green, blue: color.blue) }

  /// A colour that can be read, and the document's where that is another one. Comes before other declarations.
  mutating func ink(_ color: Color, on ground: Color) {
    let readable = color.adjusted(readableOn: ground)
    if readable != color {
      beginAttribute("data-color")
      self.color(color)
      endAttribute()
    }
    declaration("color")
    self.color(readable)
  }

  /// The font's name and a generic family to fall back on.
  mutating func cssFontFamily(_ font: String) {
    cssString(font)
    if FontFacts.isMonospaced(font) { markup(",monospace") }
  }
}
