/// What makes two adjacent Markdown lists one: bullets, or numbers with the same sign behind them.
enum MarkdownListKind: Equatable {
  case bullet, fullStop, parenthesis
}

/// A list item's marker as Markdown can say it.
struct MarkdownListMarker {
  let kind: MarkdownListKind
  /// Of an ordered list's item.
  let number: Int?
  /// A marker that Markdown lacks (`iv.`, `2.1`), to stand in the item's text.
  let text: String?

  init(_ marker: String) {
    let digits = marker.utf8.prefix { (0x30...0x39).contains($0) }
    let sign = marker.utf8.dropFirst(digits.count)
    if (1...9).contains(digits.count), let value = Int(String(decoding: digits, as: UTF8.self)),
      String(value).utf8.count == digits.count
    {
      // A bare number gets the sign without which it isn't one in Markdown.
      if sign.isEmpty || sign.elementsEqual(".".utf8) || sign.elementsEqual(")".utf8) {
        kind = sign.first == 0x29 ? .parenthesis : .fullStop
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

  /// Marker and the space behind it.
  func source(bullet: UInt8) -> String {
    switch kind {
    case .bullet: "\(Character(UnicodeScalar(bullet))) "
    case .fullStop: "\(number ?? 1). "
    case .parenthesis: "\(number ?? 1)) "
    }
  }
}
