internal import SlipDocument
internal import SlipCore

/// The only place where HTML bytes are made: it escapes text and attribute values, and
/// takes markup from literals.
///
/// A caller can't write a user's text as markup by mistake, because `markup` takes a
/// `StaticString`. The exceptions are templates, which belong to the user, and pieces
/// that another sink wrote.
package struct HTMLSink {
  /// What has been written and not been handed over.
  package private(set) var bytes: [UInt8] = []
  /// Takes what has been written, piece by piece; nil keeps all of it in `bytes`.
  private let drain: PiecewiseOutput.Drain?
  /// Whether elements without content are closed as XML requires.
  let isXML: Bool
  /// Whether a `style` attribute is open and has declarations.
  private var styleIsOpen = false

  /// Creates a sink.
  ///
  /// - Parameters:
  ///   - capacity: about how many bytes will be written. Ignored if they are handed over.
  ///   - drain: takes the bytes whenever there are enough of them.
  init(capacity: Int, isXML: Bool = false, drain: PiecewiseOutput.Drain? = nil) {
    self.drain = drain
    self.isXML = isXML
    bytes.reserveCapacity(drain == nil ? capacity : PiecewiseOutput.size * 2)
  }

  /// Creates a sink that keeps all in memory.
  package init() { self.init(capacity: 4_096) }

  /// Whether what is written is handed over.
  var isDrained: Bool { drain != nil }

  /// Hands over what has been written, if there is someone to take it.
  mutating func flush() {
    guard let drain else { return }
    bytes.withUnsafeBytes(drain)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes markup from the program's own text.
  @inline(__always)
  package mutating func markup(_ literal: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Ends the tag of an element that has no content: `>`, or `/>` in XML.
  mutating func endVoid() { markup(isXML ? "/>" : ">") }

  /// Writes text of the user's own template as it is.
  mutating func template(_ text: String) { append(text) }

  /// Writes what `HTMLWriter` has written as a fragment.
  package mutating func fragment(_ markup: [UInt8]) { bytes.append(contentsOf: markup) }

  /// What a sink has written, to be written by another one.
  struct Piece: Sendable {
    /// The markup.
    fileprivate let bytes: [UInt8]
  }

  /// What this sink has written.
  var piece: Piece { Piece(bytes: bytes) }

  /// Writes what another sink has written.
  mutating func markup(_ piece: Piece) { bytes.append(contentsOf: piece.bytes) }

  /// Writes a number.
  package mutating func number(_ value: Int) {
    if value >= 0 && value < 10 {
      bytes.append(UInt8(0x30 + value))
    } else {
      append(String(value))
    }
  }

  /// Writes character data. `&`, `<` and `>` are escaped, and control characters that
  /// HTML doesn't allow are left out.
  package mutating func text(_ text: String) {
    text.withContiguousBytes { escape($0, quote: false) }
  }

  /// Writes ` name="value"`, with the value escaped.
  package mutating func attribute(_ name: StaticString, _ value: String) {
    beginAttribute(name)
    attributeText(value)
    endAttribute()
  }

  /// Writes an attribute whose value is a number.
  package mutating func attribute(_ name: StaticString, _ value: Int) {
    beginAttribute(name)
    number(value)
    endAttribute()
  }

  /// Begins an attribute whose value comes in pieces.
  mutating func beginAttribute(_ name: StaticString) {
    assert(!styleIsOpen, "an attribute within declarations")
    bytes.append(UInt8(ascii: " "))
    markup(name)
    markup("=\"")
  }

  /// Writes a piece of an attribute's value, escaped.
  mutating func attributeText(_ value: String) {
    var value = value
    value.withUTF8 { escape($0, quote: true) }
  }

  /// Ends an attribute.
  mutating func endAttribute() { bytes.append(UInt8(ascii: "\"")) }

  /// Writes bytes in Base64 (RFC 4648), inside an attribute.
  mutating func base64(_ data: [UInt8]) { Base64.append(data, to: &bytes) }

  // MARK: Style declarations

  /// Begins a CSS declaration in the element's `style` attribute, which opens with the
  /// first one. Its value follows.
  mutating func declaration(_ property: StaticString) {
    markup(styleIsOpen ? ";" : " style=\"")
    styleIsOpen = true
    markup(property)
    bytes.append(UInt8(ascii: ":"))
  }

  /// Ends the `style` attribute, if it is open.
  mutating func endDeclarations() {
    if styleIsOpen { bytes.append(UInt8(ascii: "\"")) }
    styleIsOpen = false
  }

  /// Writes a length in points, from a number of units: 20 twips or 2 half-points are a
  /// point. At most two decimals.
  mutating func points(_ value: Int, unitsPerPoint: Int) {
    decimal(hundredths: value.multipliedReportingOverflow(by: 100).partialValue / unitsPerPoint)
    markup("pt")
  }

  /// Writes a number of hundredths as a decimal, without trailing zeros: 150 is `1.5`.
  mutating func decimal(hundredths: Int) {
    if hundredths < 0 { bytes.append(UInt8(ascii: "-")) }
    let magnitude = Int(clamping: hundredths.magnitude)
    number(magnitude / 100)
    let fraction = magnitude % 100
    if fraction != 0 {
      bytes.append(UInt8(ascii: "."))
      bytes.append(UInt8(0x30 + fraction / 10))
      if fraction % 10 != 0 { bytes.append(UInt8(0x30 + fraction % 10)) }
    }
  }

  /// Writes a CSS string in single quotes. Everything but letters, digits and a few
  /// harmless signs becomes a CSS escape, so that no value can end the string or the
  /// attribute.
  mutating func cssString(_ value: String) {
    bytes.append(UInt8(ascii: "'"))
    for scalar in value.unicodeScalars {
      switch scalar.value {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x20, 0x2D, 0x2E, 0xA0...0xD7FF, 0xE000...0xFFFD:
        append(String(scalar))
      case 0x10000...:
        append(String(scalar))
      default:
        bytes.append(UInt8(ascii: "\\"))
        append(String(scalar.value == 0 ? 0xFFFD : scalar.value, radix: 16))
        bytes.append(UInt8(ascii: " "))
      }
    }
    bytes.append(UInt8(ascii: "'"))
  }

  /// Writes a colour as `#rrggbb`.
  mutating func color(red: UInt8, green: UInt8, blue: UInt8) {
    bytes.append(UInt8(ascii: "#"))
    for value in [red, green, blue] {
      bytes.append(hexDigit(value >> 4))
      bytes.append(hexDigit(value & 15))
    }
  }

  /// The hexadecimal digit of 0 to 15, in lower case.
  private func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x61 + value - 10 }

  // MARK: Escaping

  /// Appends text that needs no escaping.
  private mutating func append(_ string: String) { bytes.append(contentsOf: string.utf8) }

  /// Appends text, with bytes replaced that mean something in HTML. Searches for them
  /// eight bytes at a time.
  ///
  /// - Parameter quote: whether the text is an attribute's value.
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

  /// Appends bytes, handing over what is complete. Large pieces aren't copied.
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

  /// What replaces a byte; nil if it stands for itself, and an empty string if it is left
  /// out. Line ends become references, so that lines of the page are always those of the
  /// markup.
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

/// Values of CSS that come from a document.
extension HTMLSink {
  /// Writes a colour as `#rrggbb`.
  mutating func color(_ color: DocumentColor) {
    self.color(red: color.red, green: color.green, blue: color.blue)
  }

  /// Writes a colour of text that can be read on `ground`. If that isn't the document's,
  /// the document's own is kept as `data-color`, from which `HTMLReader` restores it.
  ///
  /// Comes before other declarations, because an attribute can't stand within another
  /// one.
  mutating func ink(_ color: DocumentColor, on ground: DocumentColor) {
    let readable = color.adjusted(readableOn: ground)
    if readable != color {
      beginAttribute("data-color")
      self.color(color)
      endAttribute()
    }
    declaration("color")
    self.color(readable)
  }

  /// Writes a font's name and a generic family to fall back on.
  mutating func cssFontFamily(_ font: String) {
    cssString(font)
    markup(
      FontFacts.isMonospaced(font) ? ",monospace" : FontFacts.hasSerifs(font) ? ",serif" : ",sans-serif")
  }
}
