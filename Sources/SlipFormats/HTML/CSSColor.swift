internal import SlipDocument

/// Reads colours of CSS (CSS Color 4) and of HTML's `color` attributes.
///
/// Documents have colours without transparency, so the alpha channel is ignored, except
/// that fully transparent colours are none at all.
///
/// | value | colour |
/// | --- | --- |
/// | `red`, `RED` | FF0000 |
/// | `#f80` | FF8800 |
/// | `#ff8800` | FF8800 |
/// | `rgb(255, 136, 0)`, `rgb(100% 53% 0%)` | FF8800 or nearly so |
/// | `rgba(0, 0, 0, 0)`, `transparent`, `currentColor` | none |
enum CSSColor {
  /// The names that are found in pages and mails. Rare names of CSS are not recognised.
  private static let names: [String: UInt32] = [
    "black": 0x000000, "silver": 0xC0C0C0, "gray": 0x808080, "grey": 0x808080, "white": 0xFFFFFF,
    "maroon": 0x800000, "red": 0xFF0000, "purple": 0x800080, "fuchsia": 0xFF00FF, "magenta": 0xFF00FF,
    "green": 0x008000, "lime": 0x00FF00, "olive": 0x808000, "yellow": 0xFFFF00, "navy": 0x000080,
    "blue": 0x0000FF, "teal": 0x008080, "aqua": 0x00FFFF, "cyan": 0x00FFFF, "orange": 0xFFA500,
    "brown": 0xA52A2A, "pink": 0xFFC0CB, "darkred": 0x8B0000, "darkgreen": 0x006400, "darkblue": 0x00008B,
    "lightgray": 0xD3D3D3, "lightgrey": 0xD3D3D3, "darkgray": 0xA9A9A9, "darkgrey": 0xA9A9A9,
    "lightblue": 0xADD8E6, "lightgreen": 0x90EE90, "lightyellow": 0xFFFFE0, "gold": 0xFFD700,
  ]

  /// The colour that a value states: a name, `#rgb`, `#rrggbb`, `rgb(…)` or `rgba(…)`.
  /// Nil for fully transparent colours and for anything else.
  static func read(_ text: String) -> Color? {
    let text = text.lowercased()
    if text.utf8.first == UInt8(ascii: "#") { return hex(text.dropFirst()) }
    if text.hasPrefix("rgb") { return components(text) }
    return names[text].map(color)
  }

  /// The colour of a number 0xRRGGBB.
  private static func color(_ value: UInt32) -> Color {
    Color(
      red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
      blue: UInt8(truncatingIfNeeded: value))
  }

  /// The colour of three or six hexadecimal digits.
  private static func hex(_ digits: Substring) -> Color? {
    switch digits.utf8.count {
    case 6: return UInt32(digits, radix: 16).map(color)
    case 3: return UInt32(digits.map { "\($0)\($0)" }.joined(), radix: 16).map(color)
    default: return nil
    }
  }

  /// The colour of `rgb(…)` or `rgba(…)`, whose numbers or percentages may be separated
  /// by commas, spaces or a slash. Values beyond the range are clamped.
  private static func components(_ text: String) -> Color? {
    let inner = text.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
    let parts = inner.split { $0 == "," || $0 == " " || $0 == "/" }
    guard parts.count >= 3, parts.count < 4 || Double(parts[3]) != 0 else { return nil }
    var values: [UInt8] = []
    for part in parts.prefix(3) {
      guard let value = Double(part.hasSuffix("%") ? part.dropLast() : part), value.isFinite else {
        return nil
      }
      let scaled = part.hasSuffix("%") ? value * 2.55 : value
      values.append(UInt8(min(max(scaled.rounded(), 0), 255)))
    }
    return Color(red: values[0], green: values[1], blue: values[2])
  }
}
