internal import SlipBase

/// Texts of a box as pages and lists show them.
enum SiteText {
  /// What is shown of a title that has nothing to see.
  static let untitled = "Untitled"
  /// The length of an opening, in characters.
  private static let openingLength = 140
  /// How many bytes of a text are looked at for its opening.
  private static let openingBytes = 2_000

  /// A text on one line without controls, and without marks that would turn what stands after it.
  static func line(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { return text }
    var (line, isBlank) = (String.UnicodeScalarView(), false)
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace {
        isBlank = !line.isEmpty
      } else if !PrintableText.isUnsafe(scalar), scalar.value != 0xFEFF, scalar.value & 0xFFFE != 0xFFFE {
        if isBlank { line.append(" ") }
        isBlank = false
        line.append(scalar)
      }
    }
    return String(line)
  }

  /// A title or name as it is shown; `Untitled` where there is nothing to see.
  static func shown(_ text: String) -> String {
    let line = line(text)
    let isVisible = line.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .format, .nonspacingMark, .unassigned, .privateUse: false
      default: true
      }
    }
    return isVisible ? line : untitled
  }

  /// A title in the data of lists, on one line and not much longer than a list can show. What is compared with a search must
  /// stay, so only what is too long for any title is cut.
  static func listed(_ title: String) -> String {
    let line =
      title.unicodeScalars.contains { $0 == "\n" || $0.value < 0x20 || $0.value == 0x7F }
      ? String(
        String.UnicodeScalarView(title.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
      : title
    return line
  }

  /// How a text begins, on one line, after its title.
  ///
  /// - Parameters:
  ///   - text: The text in UTF-8.
  ///   - title: The title of its note, which is left out where the text begins with it.
  static func opening(_ text: UnsafeBufferPointer<UInt8>, title: String) -> String {
    var end = min(text.count, openingBytes)
    while end < text.count, end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
    var start = String(decoding: text[..<end], as: UTF8.self)
    start = line(start.replacing("\u{FFFC}", with: " "))
    let title = line(title)
    if !title.isEmpty, start.hasPrefix(title) {
      start = String(start.dropFirst(title.count)).trimmingPrefix(while: \.isWhitespace).description
    }
    return String(start.prefix(openingLength))
  }

  /// A length in bytes for people.
  static func size(_ bytes: Int) -> String {
    if bytes < 1_000 { return "\(bytes) B" }
    var (value, unit) = (Double(bytes) / 1_000, 0)
    let units = ["kB", "MB", "GB", "TB"]
    while value >= 999.5, unit < units.count - 1 { (value, unit) = (value / 1_000, unit + 1) }
    let rounded = value < 10 ? (value * 10).rounded() / 10 : value.rounded()
    return (rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)) + " " + units[unit]
  }

  /// A number of things in words: `1 note`, `12 notes`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)" + (number == 1 ? "" : "s")
  }
}
