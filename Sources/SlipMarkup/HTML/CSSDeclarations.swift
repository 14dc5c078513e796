internal import SlipDocument

/// The declarations of a `style` attribute, such as `color: red; margin-left: 2em`.
///
/// This reads just enough of CSS (CSS Style Attributes) to give the value of a property.
/// It knows no properties itself: `HTMLContext` and the readers of tables and lists ask
/// for those that a document can hold. Comments aren't recognised.
struct CSSDeclarations {
  /// Property names in lower case with their values, in order.
  private var values: [(property: String, value: String)] = []

  /// Splits a style at the semicolons that aren't in quotes, parentheses or escapes.
  /// Never fails: what isn't a declaration is one with a name that nobody asks for.
  init(_ source: String) {
    var name: [UInt8] = []
    var value: [UInt8] = []
    var isInValue = false
    var quote: UInt8?
    var depth = 0
    var isEscaped = false
    /// A name or value without white space at its ends.
    func text(_ bytes: [UInt8]) -> String {
      String(decoding: bytes, as: UTF8.self).trimmingSpaces()
    }
    for byte in source.utf8 {
      if !isEscaped, quote == nil, depth == 0, byte == UInt8(ascii: ";") {
        values.append((text(name).lowercased(), text(value)))
        (name, value, isInValue) = ([], [], false)
        continue
      }
      if !isInValue {
        if byte == UInt8(ascii: ":") { isInValue = true } else { name.append(byte) }
        continue
      }
      value.append(byte)
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if let open = quote {
        if byte == open { quote = nil }
      } else {
        switch byte {
        case 0x22, 0x27: quote = byte
        case 0x28: depth += 1
        case 0x29: depth = max(0, depth - 1)
        default: break
        }
      }
    }
    values.append((text(name).lowercased(), text(value)))
  }

  /// The value of a property, without `!important`; nil if the property isn't declared.
  /// The last one of several declarations counts, as in CSS.
  subscript(property: String) -> String? {
    values.last(where: { $0.property == property }).map { CSSDeclarations.plain($0.value) }
  }

  /// All declarations in their order, with values without `!important`.
  var declarations: [(property: String, value: String)] {
    values.map { ($0.property, CSSDeclarations.plain($0.value)) }
  }

  /// A value without `!important`.
  private static func plain(_ value: String) -> String {
    guard let mark = value.lastIndex(of: "!") else { return value }
    return String(value[..<mark]).trimmingSpaces()
  }

  /// The one of several properties that is declared last, with its value; nil if none is declared.
  func last(of properties: [String]) -> (property: String, value: String)? {
    guard let last = values.last(where: { properties.contains($0.property) }), let value = self[last.property]
    else { return nil }
    return (last.property, value)
  }

  /// Text of a string in which escapes stand for characters.
  static func unescaped(_ text: some StringProtocol) -> String {
    var result = String.UnicodeScalarView()
    var scalars = String(text).unicodeScalars.makeIterator()
    var pending: Unicode.Scalar?
    while let scalar = pending ?? scalars.next() {
      pending = nil
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      let (value, next) = CSSDeclarations.escape(&scalars)
      result.append(value)
      pending = next
    }
    return String(result)
  }

  /// The colour behind an element: that of `background-color`, or the one among the parts of `background`, whichever
  /// is declared last.
  var backgroundColor: DocumentColor? {
    guard let (property, value) = last(of: ["background-color", "background"]) else { return nil }
    if let color = CSSColor.read(value) { return color }
    guard property == "background" else { return nil }
    return CSSDeclarations.parts(value).lazy.compactMap(CSSColor.read).first
  }

  /// The parts of a value that white space separates. Parentheses and quotes hold together.
  static func parts(_ value: String) -> [String] {
    var parts: [[UInt8]] = [[]]
    var depth = 0
    var quote: UInt8?
    for byte in value.utf8 {
      if depth == 0, quote == nil, HTMLByte.isSpace(byte) {
        parts.append([])
        continue
      }
      parts[parts.count - 1].append(byte)
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "(") {
        depth += 1
      } else if byte == UInt8(ascii: ")") {
        depth = max(0, depth - 1)
      }
    }
    return parts.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The value in lower case, for properties whose values are keywords.
  func keyword(_ property: String) -> String? { self[property]?.lowercased() }

  /// A length in twips, or nil if the property isn't a length. An em counts as 12 points,
  /// because the size of the font isn't known here.
  func twips(_ property: String) -> Int? { self[property].flatMap(CSSDeclarations.twips) }

  /// Reads a length, and gives it in twips (1/20 point).
  ///
  /// Nil for percentages, unknown units, a million or more of any unit, and numbers
  /// without a unit other than 0.
  ///
  /// | length | twips |
  /// | --- | --- |
  /// | `12pt` | 240 |
  /// | `16px` | 240, because a CSS pixel is 1/96 inch |
  /// | `1in` | 1440 |
  /// | `1.5em` | 360 |
  /// | `0` | 0 |
  static func twips(_ text: String) -> Int? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }
    guard let value = Double(number), value.isFinite, abs(value) < 1_000_000 else { return nil }
    let perUnit: Double
    switch text[number.endIndex...].lowercased() {
    case "pt": perUnit = 20
    case "px": perUnit = 15
    case "in": perUnit = 1440
    case "cm": perUnit = 566.93
    case "mm": perUnit = 56.693
    case "pc", "em", "rem": perUnit = 240
    case "": if value == 0 { perUnit = 0 } else { return nil }
    default: return nil
    }
    return Int((value * perUnit).rounded())
  }

  /// The first family of a `font-family` list, without quotes and with escapes resolved;
  /// nil if there is none.
  ///
  /// Generic families such as `serif` name no font and give nil, except that `monospace`
  /// gives the font of code.
  var fontFamily: String? {
    guard let list = self["font-family"] else { return nil }
    var name = String.UnicodeScalarView()
    var scalars = list.unicodeScalars.makeIterator()
    var quote: Unicode.Scalar?
    var pending: Unicode.Scalar?
    while let scalar = pending ?? scalars.next() {
      pending = nil
      if scalar == "\\" {
        let (value, next) = CSSDeclarations.escape(&scalars)
        name.append(value)
        pending = next
      } else if scalar == quote {
        quote = nil
      } else if quote == nil, scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if quote == nil, scalar == "," {
        break
      } else {
        name.append(scalar)
      }
    }
    let family = String(name).trimmingSpaces()
    switch family.lowercased() {
    case "", "serif", "sans-serif", "inherit", "initial", "system-ui", "-apple-system", "cursive", "fantasy":
      return nil
    case "monospace": return FontFacts.monospaced
    default: return family
    }
  }

  /// Reads a CSS escape behind its backslash (CSS Syntax 3, 4.3.7): up to six hexadecimal
  /// digits and a space, or any other character for itself.
  ///
  /// - Returns: the character, and the scalar that was read too far, if any.
  private static func escape(
    _ scalars: inout String.UnicodeScalarView.Iterator
  ) -> (Unicode.Scalar, Unicode.Scalar?) {
    var value: UInt32?
    var digits = 0
    while let scalar = scalars.next() {
      guard digits < 6, scalar.isASCII, let digit = Character(scalar).hexDigitValue else {
        guard let value else { return (scalar, nil) }
        return (Unicode.Scalar(value) ?? "\u{FFFD}", scalar == " " ? nil : scalar)
      }
      value = (value ?? 0) << 4 | UInt32(digit)
      digits += 1
    }
    return (value.flatMap(Unicode.Scalar.init) ?? "\u{FFFD}", nil)
  }
}
