internal import SlipDocument

/// Reads colours of CSS (CSS Color 4) and of HTML's `color` attributes.
///
/// Documents have colours without transparency, so the alpha channel is ignored, except
/// that fully transparent colours are none at all.
///
/// | value | colour |
/// | --- | --- |
/// | `red`, `RED` | FF0000 |
/// | `#f80`, `#ff8800`, `#f80f`, `#ff8800ff` | FF8800 |
/// | `rgb(255, 136, 0)`, `rgb(100% 53% 0% / 50%)` | FF8800 or nearly so |
/// | `hsl(32, 100%, 50%)`, `hsla(32deg 100% 50% / 1)`, `hwb(32 0% 0%)` | FF8800 |
/// | `rgba(0, 0, 0, 0)`, `#0000`, `transparent`, `currentColor` | none |
enum CSSColor {
  /// The colour that a value states. Nil for fully transparent colours and for anything else.
  static func read(_ text: String) -> DocumentColor? {
    let text = text.trimmingSpaces().lowercased()
    if text.utf8.first == UInt8(ascii: "#") { return hex(text.dropFirst()) }
    guard let open = text.firstIndex(of: "("), text.last == ")" else {
      return CSSColorNames.values[text].map(color)
    }
    return function(text[..<open], text[text.index(after: open)...].dropLast())
  }

  /// The colour of an attribute such as `color` of `<font>` or `bgcolor` (WHATWG HTML, 2.3.6 "Colors", "rules for
  /// parsing a legacy color value"): a name, or hexadecimal digits with or without `#`. What is no digit counts as 0.
  static func legacy(_ text: String) -> DocumentColor? {
    let text = text.trimmingSpaces().lowercased()
    if text.isEmpty || text == "transparent" { return nil }
    if let named = CSSColorNames.values[text] { return color(named) }
    // Pages state colours of CSS here, too, which the rules would turn into other ones.
    if text.hasSuffix(")"), let color = read(text) { return color }
    if text.utf8.count == 4, text.utf8.first == UInt8(ascii: "#"), let short = hex(text.dropFirst()) {
      return short
    }
    var digits: [UInt8] = []
    let sign = text.utf8.first == UInt8(ascii: "#") ? 1 : 0
    for scalar in text.unicodeScalars.dropFirst(sign) {
      if digits.count >= 128 - sign { break }
      digits.append(scalar.isASCII ? UInt8(Character(scalar).hexDigitValue ?? 0) : 0)
      if scalar.value > 0xFFFF { digits.append(0) }
    }
    while digits.isEmpty || !digits.count.isMultiple(of: 3) { digits.append(0) }
    var length = digits.count / 3
    var parts = (0..<3).map { Array(digits[($0 * length)..<(($0 + 1) * length)]) }
    if length > 8 { (parts, length) = (parts.map { Array($0.suffix(8)) }, 8) }
    while length > 2, parts.allSatisfy({ $0.first == 0 }) {
      (parts, length) = (parts.map { Array($0.dropFirst()) }, length - 1)
    }
    let values = parts.map { part in part.prefix(2).reduce(0) { $0 * 16 + $1 } }
    return DocumentColor(red: values[0], green: values[1], blue: values[2])
  }

  /// The colour of a number 0xRRGGBB.
  private static func color(_ value: UInt32) -> DocumentColor {
    DocumentColor(
      red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
      blue: UInt8(truncatingIfNeeded: value))
  }

  /// The colour of three or six hexadecimal digits, or of four or eight with the alpha channel.
  private static func hex(_ digits: Substring) -> DocumentColor? {
    guard digits.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return nil }
    let long = digits.utf8.count < 6 ? digits.map { "\($0)\($0)" }.joined() : String(digits)
    guard long.utf8.count == 6 || long.utf8.count == 8, !(long.utf8.count == 8 && long.hasSuffix("00")) else {
      return nil
    }
    return UInt32(long.prefix(6), radix: 16).map(color)
  }

  // MARK: Functions

  /// The colour of a function such as `rgb(…)`. Its arguments are separated by commas, spaces or a slash, and values
  /// beyond the range are clamped.
  private static func function(_ name: Substring, _ arguments: Substring) -> DocumentColor? {
    let parts = arguments.split { $0 == "," || $0.isWhitespace || $0 == "/" }
    guard parts.count == 3 || parts.count == 4 else { return nil }
    if parts.count == 4 {
      guard let alpha = number(parts[3], percentOf: 1), alpha > 0 else { return nil }
    }
    switch name {
    case "rgb", "rgba":
      let values = parts.prefix(3).compactMap { number($0, percentOf: 255) }
      return values.count == 3 ? color(values.map { $0 / 255 }) : nil
    case "hsl", "hsla":
      guard let hue = hue(parts[0]), let saturation = share(parts[1]), let light = share(parts[2]) else {
        return nil
      }
      return color(rgb(hue, saturation, light))
    case "hwb":
      guard let hue = hue(parts[0]), let white = share(parts[1]), let black = share(parts[2]) else {
        return nil
      }
      if white + black >= 1 { return color([white, white, white].map { $0 / (white + black) }) }
      return color(rgb(hue, 1, 0.5).map { $0 * (1 - white - black) + white })
    default: return nil
    }
  }

  /// The colour of channels from 0 to 1.
  private static func color(_ channels: [Double]) -> DocumentColor {
    let values = channels.map { UInt8(min(max(($0 * 255).rounded(), 0), 255)) }
    return DocumentColor(red: values[0], green: values[1], blue: values[2])
  }

  /// A number, or a percentage of `whole`; `none` is 0. Nil for anything else.
  private static func number(_ text: Substring, percentOf whole: Double) -> Double? {
    if text == "none" { return 0 }
    let isPercentage = text.hasSuffix("%")
    guard let value = Double(isPercentage ? text.dropLast() : text), value.isFinite else { return nil }
    return isPercentage ? value / 100 * whole : value
  }

  /// A share from 0 to 1: a percentage, with or without its sign.
  private static func share(_ text: Substring) -> Double? {
    number(text, percentOf: 100).map { min(max($0 / 100, 0), 1) }
  }

  /// An angle in turns from 0 to 1. Without a unit it is in degrees.
  private static func hue(_ text: Substring) -> Double? {
    if text == "none" { return 0 }
    for (unit, turn) in [("deg", 360), ("grad", 400), ("rad", 2 * Double.pi), ("turn", 1), ("", 360)]
    where text.hasSuffix(unit) {
      guard let value = Double(text.dropLast(unit.utf8.count)), value.isFinite, abs(value) < 1e9 else {
        return nil
      }
      let turns = value / turn
      return turns - turns.rounded(.down)
    }
    return nil
  }

  /// The channels from 0 to 1 of a hue, a saturation and a lightness.
  private static func rgb(_ hue: Double, _ saturation: Double, _ light: Double) -> [Double] {
    [0.0, 8, 4].map { shift in
      let place = (shift + hue * 12).truncatingRemainder(dividingBy: 12)
      return light - saturation * min(light, 1 - light) * max(-1, min(place - 3, 9 - place, 1))
    }
  }
}
