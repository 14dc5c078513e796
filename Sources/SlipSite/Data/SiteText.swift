internal import SlipBase

/// Texts of a box as pages and lists show them.
package enum SiteText {
  /// What is shown of a title that has nothing to see.
  static let untitled = "Untitled"
  /// The length of an opening, in characters.
  private static let openingLength = 140
  /// How many bytes of a text are looked at for its opening.
  private static let openingBytes = 2_000

  /// A text on one line without controls, and without marks that would turn what stands after it.
  ///
  /// - Parameter limit: The most scalars; what comes after them is left out.
  static func line(_ text: String, limit: Int = .max) -> String {
    var (line, isBlank, count) = (String.UnicodeScalarView(), false, 0)
    for scalar in text.unicodeScalars {
      if isWhite(scalar) {
        isBlank = count > 0
      } else if isShown(scalar) {
        if count >= limit { break }
        if isBlank { line.append(" ") }
        isBlank = false
        line.append(scalar)
        count += 1
      }
    }
    return String(line)
  }

  /// Whether a scalar has the property White_Space. Asking for the property takes longer than all else.
  static func isWhite(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20, 0x09...0x0D: true
    case 0..<0x85: false
    case 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  /// Whether a scalar can stand in a line: no control, no mark of direction, no sign of a picture, no noncharacter.
  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    if (0x20..<0x7F).contains(scalar.value) { return true }
    return !PrintableText.isUnsafe(scalar) && scalar.value != 0xFEFF && scalar.value != 0xFFFC
      && scalar.value & 0xFFFE != 0xFFFE
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
  package static func opening(_ text: UnsafeBufferPointer<UInt8>, title: String) -> String {
    let title = line(title)
    var end = min(text.count, openingBytes)
    while end < text.count, end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
    var start = line(
      String(decoding: text[..<end], as: UTF8.self), limit: title.unicodeScalars.count + openingLength * 2)
    if !title.isEmpty, start.hasPrefix(title) { start = line(String(start.dropFirst(title.count))) }
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
