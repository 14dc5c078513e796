/// What makes two adjacent Markdown lists one list: both have bullets, or numbers with
/// the same sign behind them.
enum MarkdownListKind: Equatable {
  /// `-` or `*`
  case bullet
  /// `1.`
  case fullStop
  /// `1)`
  case parenthesis
}

/// A list item's marker as Markdown can write it.
///
/// Markdown has bullets, and numbers of up to nine digits with `.` or `)`. Any other
/// marker becomes a bullet with the marker as text behind it, unless it is just a bullet
/// of another shape.
///
/// | marker | Markdown |
/// | --- | --- |
/// | `•`, `▪`, `o` | `- ` |
/// | `3.`, `3` | `3. ` |
/// | `3)` | `3) ` |
/// | `iv.` | `- iv. ` |
/// | `2.1` | `- 2.1 ` |
struct MarkdownListMarker {
  /// The kind of list that the item belongs to.
  let kind: MarkdownListKind
  /// The item's number; nil in a list with bullets.
  let number: Int?
  /// A marker that Markdown lacks, such as `iv.` or `2.1`, to be written as text of the
  /// item.
  let text: String?

  /// Reads a marker as the document shows it.
  init(_ marker: String) {
    let digits = marker.utf8.prefix { $0.isASCIIDigit }
    let sign = marker.utf8.dropFirst(digits.count)
    if (1...9).contains(digits.count), let value = Int(String(decoding: digits, as: UTF8.self)),
      String(value).utf8.count == digits.count
    {
      // A number without a sign gets a full stop, without which Markdown doesn't count.
      if sign.isEmpty || sign.elementsEqual(".".utf8) || sign.elementsEqual(")".utf8) {
        kind = sign.first == UInt8(ascii: ")") ? .parenthesis : .fullStop
        number = value
        text = nil
        return
      }
    }
    kind = .bullet
    number = nil
    let saysSomething = marker.unicodeScalars.contains {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    let isSign = marker.unicodeScalars.count <= 1 && !saysSomething
    text = isSign || marker == "o" ? nil : marker
  }

  /// The marker in Markdown, with the space behind it.
  ///
  /// - Parameter bullet: the sign of the list's bullets: `-` or `*`.
  func source(bullet: UInt8) -> String {
    switch kind {
    case .bullet: "\(Character(UnicodeScalar(bullet))) "
    case .fullStop: "\(number ?? 1). "
    case .parenthesis: "\(number ?? 1)) "
    }
  }
}
