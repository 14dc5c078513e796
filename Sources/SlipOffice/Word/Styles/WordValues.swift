internal import SlipDocument

/// Values of attributes as WordprocessingML spells them (ECMA-376-1, 22.9 "Shared Simple Types").
enum WordValue {
  /// Whether a property is on: it is without a value, and off for `0`, `false`, `off` and `none`.
  static func isOn(_ value: String?) -> Bool {
    guard let value else { return true }
    return !["0", "false", "off", "none"].contains(value.lowercased())
  }

  /// The state of an on/off property within others; nil where they don't have it.
  static func flag(_ name: String, in properties: OfficeNode?) -> Bool? {
    properties?.child(name).map { isOn($0.value) }
  }

  /// A whole number; one with a fraction or a unit is rounded down. Nil for what is none.
  static func number(_ text: String?) -> Int? {
    guard let text else { return nil }
    if let number = Int(text) { return abs(number) <= 1 << 40 ? number : nil }
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "-" || $0 == "+" || $0 == ".") }
    guard let number = Double(digits), abs(number) <= Double(1 << 40) else { return nil }
    return Int(number.rounded(.towardZero))
  }

  /// A length in twips, which strict documents give with a unit: `612pt`.
  static func twips(_ text: String?) -> Int? { length(text, plainUnit: 1) }

  /// A size in half-points, or with a unit.
  static func halfPoints(_ text: String?) -> Int? {
    guard let text else { return nil }
    if let number = Int(text) { return number }
    return length(text, plainUnit: 10).map { $0 / 10 }
  }

  /// A length in twips.
  ///
  /// - Parameter plainUnit: How many twips a number without a unit counts.
  static func length(_ text: String?, plainUnit: Double) -> Int? {
    guard let text else { return nil }
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "-" || $0 == "+" || $0 == ".") }
    guard let number = Double(digits) else { return nil }
    let unit: Double =
      switch text.dropFirst(digits.count).lowercased() {
      case "pt": 20
      case "in": 1_440
      case "cm": 1_440 / 2.54
      case "mm": 144 / 2.54
      case "pc", "pi": 240
      case "px": 15
      default: plainUnit
      }
    let twips = number * unit
    return abs(twips) < 1e9 ? Int(twips.rounded()) : nil
  }

  /// English metric units as twips: 635 are one.
  static func twips(emu text: String?) -> Int? {
    guard let text, let number = Double(text), abs(number) < 1e12, number > 0 else { return nil }
    return max(1, Int((number / 635).rounded()))
  }

  /// A colour of six hexadecimal digits; nil for `auto` and anything else.
  static func color(_ text: String?) -> DocumentColor? {
    guard let text, text.utf8.count == 6, let number = UInt32(text, radix: 16) else { return nil }
    return DocumentColor(
      red: UInt8(number >> 16), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number & 0xFF))
  }

  /// Where the content of a cell stands (17.4.83); nil where nothing is said of it.
  static func cellAlignment(_ node: OfficeNode?) -> DocumentTableCell.VerticalAlignment? {
    switch node?.value?.lowercased() {
    case nil: nil
    case "center": .center
    case "bottom": .bottom
    default: .top
    }
  }

  /// The colours of the highlighter (17.18.40).
  static let highlights: [String: UInt32] = [
    "black": 0x000000, "blue": 0x0000FF, "cyan": 0x00FFFF, "green": 0x00FF00, "magenta": 0xFF00FF,
    "red": 0xFF0000, "yellow": 0xFFFF00, "white": 0xFFFFFF, "darkblue": 0x000080, "darkcyan": 0x008080,
    "darkgreen": 0x008000, "darkmagenta": 0x800080, "darkred": 0x800000, "darkyellow": 0x808000,
    "darkgray": 0x808080, "lightgray": 0xC0C0C0,
  ]

  /// The colour of a highlighter.
  static func highlight(_ name: String) -> DocumentColor? {
    highlights[name.lowercased()].map {
      DocumentColor(red: UInt8($0 >> 16), green: UInt8($0 >> 8 & 0xFF), blue: UInt8($0 & 0xFF))
    }
  }

  /// The background that shading gives; nil for none.
  static func shading(_ node: OfficeNode?) -> DocumentColor? {
    guard let node, node.value?.lowercased() != "nil" else { return nil }
    return color(node["fill"])
  }

  /// The kind of an underline (17.18.99); nil for none.
  static func underline(_ name: String?) -> CharacterStyle.Underline? {
    switch name?.lowercased() {
    case "none": nil
    case "words": .words
    case "double": .double
    case "thick": .thick
    case "dotted", "dottedheavy": .dotted
    case "dash", "dashedheavy", "dashlong", "dashlongheavy": .dashed
    case "dotdash", "dashdotheavy": .dashDot
    case "dotdotdash", "dashdotdotheavy": .dashDotDot
    case "wave", "wavyheavy", "wavydouble": .wave
    case nil: nil
    default: .single
    }
  }

  /// A date of W3CDTF, such as `2024-05-06T07:08:09Z`; nil for what is none.
  static func date(_ text: String?) -> CalendarDate? {
    guard let text else { return nil }
    let numbers = text.split { !($0.isASCII && $0.isNumber) }.prefix(6).map { Int($0) ?? 0 }
    guard numbers.count >= 3, (1...9_999).contains(numbers[0]), (1...12).contains(numbers[1]),
      (1...31).contains(numbers[2])
    else { return nil }
    func part(_ index: Int, _ most: Int) -> Int {
      index < numbers.count ? min(numbers[index], most) : 0
    }
    return CalendarDate(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: part(3, 23), minute: part(4, 59),
      second: part(5, 59))
  }
}
