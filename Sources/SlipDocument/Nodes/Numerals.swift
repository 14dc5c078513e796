/// Numbers as letters and Roman numerals, as HTML's ordered lists and RTF's notes count.
///
/// All functions are total: they give nil for what they can't show or read, and the
/// caller falls back on decimal numbers or text.
package enum Numerals {
  /// The highest number of a list marker. Markers beyond it are kept as text.
  package static let highest = 99_999_999

  /// Values and their signs, from the highest down, the subtractive ones included.
  private static let romanParts: [(Int, String)] = [
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"),
    (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
  ]

  /// The upper-case Roman numeral of 1 to 3999, such as `MCMXCIV` for 1994. Nil for other
  /// numbers, which Roman numerals have no signs for.
  package static func roman(_ number: Int) -> String? {
    guard (1...3999).contains(number) else { return nil }
    var left = number
    var text = ""
    for (value, part) in romanParts {
      while left >= value {
        text += part
        left -= value
      }
    }
    return text
  }

  /// The value of a Roman numeral in either case, or nil for other text. Forms that
  /// aren't standard are accepted: `IIII` is 4.
  package static func roman(_ text: some StringProtocol) -> Int? {
    let upper = text.uppercased()
    guard !upper.isEmpty, upper.utf8.count <= 15 else { return nil }
    var rest = upper[...]
    var value = 0
    for (part, sign) in romanParts {
      while rest.hasPrefix(sign) {
        value += part
        rest = rest.dropFirst(sign.count)
      }
    }
    return rest.isEmpty ? value : nil
  }

  /// Counts in lower-case letters without a zero: 1 is `a`, 26 is `z`, 27 is `aa`, 703 is
  /// `aaa`. Nil for numbers below 1.
  package static func letters(_ number: Int) -> String? {
    guard number > 0 else { return nil }
    var left = number
    var bytes: [UInt8] = []
    while left > 0 {
      left -= 1
      bytes.append(UInt8(0x61 + left % 26))
      left /= 26
    }
    return String(decoding: bytes.reversed(), as: UTF8.self)
  }

  /// The number that letters in either case count: `c` is 3, `ab` is 28. Nil for other
  /// text and for more than five letters.
  package static func letters(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 5 else { return nil }
    var value = 0
    for byte in text.utf8 {
      let lower = byte | 0x20
      guard lower.isASCIILowercase else { return nil }
      value = value * 26 + Int(lower - 0x60)
    }
    return value
  }
}

/// Marks of notes as they are numbered.
extension NoteNumbering {
  /// The mark of a note.
  ///
  /// - Parameter count: the note's number among those of its kind, from 1. The start of
  ///   this numbering is added to it.
  /// - Returns: the mark in the style of this numbering. Numbers that the style can't
  ///   show are decimal.
  package func mark(_ count: Int) -> String {
    let number = count + start - 1
    let mark: String? =
      switch style {
      case .decimal: nil
      case .lowerLetter: Numerals.letters(number)
      case .upperLetter: Numerals.letters(number)?.uppercased()
      case .lowerRoman: Numerals.roman(number)?.lowercased()
      case .upperRoman: Numerals.roman(number)
      case .symbols: NoteNumbering.symbols(number)
      }
    return mark ?? String(number)
  }

  /// The mark in symbols: `*`, `†`, `‡`, `§`, then each of them doubled, and so on up to
  /// 40. Nil beyond.
  private static func symbols(_ number: Int) -> String? {
    guard (1...40).contains(number) else { return nil }
    let signs = ["*", "†", "‡", "§"]
    return String(repeating: signs[(number - 1) % 4], count: (number - 1) / 4 + 1)
  }
}

extension ListDefinition.Level.Numbering {
  /// A number as it is shown; in decimal where the numbering can't show it, such as 0 in letters.
  package func text(_ number: Int) -> String {
    switch self {
    case .bullet, .decimal, .none: "\(number)"
    case .upperRoman: Numerals.roman(number) ?? "\(number)"
    case .lowerRoman: Numerals.roman(number)?.lowercased() ?? "\(number)"
    case .upperLetter: Numerals.letters(number)?.uppercased() ?? "\(number)"
    case .lowerLetter: Numerals.letters(number) ?? "\(number)"
    }
  }
}
