internal import SlipDocument

/// Finds the definition of a list that the file does not define, from the marker that it
/// shows: `3)`, `(b)`, `IV.` or `1.4.`. The last number in the marker is the one that
/// counts.
enum RTFMarkerPattern {
  /// The level that shows a marker. A marker in which no number is found gives decimal
  /// numbers with a full stop.
  ///
  /// - Parameter level: From 0.
  static func level(_ level: Int, of marker: String) -> ListDefinition.Level {
    let scalars = Array(marker.unicodeScalars)
    let place = Unicode.Scalar(UInt8(level + 1))
    guard scalars.count <= 16, scalars.allSatisfy({ $0 == " " || RTFNoteMark.canHold($0) }),
      let (range, numbering, start) = number(in: scalars)
    else {
      return ListDefinition.Level(numbering: .decimal, pattern: "\(place).")
    }
    let pattern = Array(scalars[..<range.lowerBound]) + [place] + Array(scalars[range.upperBound...])
    return ListDefinition.Level(
      numbering: numbering, start: start, pattern: String(String.UnicodeScalarView(pattern)))
  }

  /// Where the number stands in the marker, its form and its value.
  private typealias Number = (Range<Int>, ListDefinition.Level.Numbering, Int)

  /// The last number in a marker: digits if there are any, otherwise small letters,
  /// otherwise capital letters.
  private static func number(in scalars: [Unicode.Scalar]) -> Number? {
    if let range = lastRun(of: "0"..."9", in: scalars) {
      let digits = String(String.UnicodeScalarView(scalars[range]))
      guard let value = Int(digits), value <= Int(Int16.max) else { return nil }
      return (range, .decimal, value)
    }
    if let range = lastRun(of: "a"..."z", in: scalars) {
      return letters(scalars, range, "a", .lowerRoman, .lowerLetter)
    }
    if let range = lastRun(of: "A"..."Z", in: scalars) {
      return letters(scalars, range, "A", .upperRoman, .upperLetter)
    }
    return nil
  }

  /// The last run of characters from a range, such as the digits.
  private static func lastRun(
    of characters: ClosedRange<Unicode.Scalar>, in scalars: [Unicode.Scalar]
  ) -> Range<Int>? {
    guard let last = scalars.lastIndex(where: characters.contains) else { return nil }
    var first = last
    while first > 0, characters.contains(scalars[first - 1]) { first -= 1 }
    return first..<(last + 1)
  }

  /// Reads letters as a Roman numeral or as a single letter.
  ///
  /// A list that begins with `i` is Roman; any other single letter is a letter. Several
  /// letters that are not Roman are no number.
  private static func letters(
    _ scalars: [Unicode.Scalar], _ range: Range<Int>, _ first: Unicode.Scalar,
    _ roman: ListDefinition.Level.Numbering, _ letter: ListDefinition.Level.Numbering
  ) -> Number? {
    let offset = scalars[range.lowerBound].value - first.value
    if let value = romanValue(scalars[range].map { Int($0.value - first.value) }),
      range.count > 1 || offset == 8
    {
      return (range, roman, value)
    }
    return range.count == 1 ? (range, letter, Int(offset) + 1) : nil
  }

  /// The value of a Roman numeral; nil if it is none.
  ///
  /// - Parameter letters: Letters counted from 0 for A.
  private static func romanValue(_ letters: [Int]) -> Int? {
    let values = letters.map { [8: 1, 21: 5, 23: 10, 11: 50, 2: 100, 3: 500, 12: 1_000][$0] ?? 0 }
    guard letters.count <= 15, !values.contains(0) else { return nil }
    var total = 0
    for (index, value) in values.enumerated() {
      let isSubtracted = index + 1 < values.count && value < values[index + 1]
      total += isSubtracted ? -value : value
    }
    return total > 0 ? total : nil
  }
}

/// A level's marker as Cocoa names it in `\levelmarker`, such as `{disc}` or
/// `({decimal})`. It is used if `\leveltext` gives none.
enum RTFLevelMarker {
  /// The names of `NSTextList.MarkerFormat` that are bullets.
  private static let symbols: [Substring: Unicode.Scalar] = [
    "box": "\u{25A1}", "check": "\u{2713}", "circle": "\u{25E6}", "diamond": "\u{25C6}", "disc": "\u{2022}",
    "hyphen": "\u{2043}", "square": "\u{25AA}",
  ]
  /// The names of `NSTextList.MarkerFormat` that are numbers.
  private static let numbers: Set<Substring> = [
    "decimal", "lower-alpha", "lower-latin", "lower-roman", "upper-alpha", "upper-latin", "upper-roman",
  ]

  /// The pattern in the form of `RTFList.Level`: `({decimal})` on level 0 gives `(`, a
  /// byte 0 and `)`. Empty if the name is unknown.
  ///
  /// - Parameter level: From 0. The form of the number comes from `\levelnfc`, not from
  ///   the name.
  static func pattern(of marker: String, level: Int) -> [UInt8] {
    guard let open = marker.firstIndex(of: "{"), let close = marker[open...].firstIndex(of: "}") else {
      return []
    }
    let name = marker[marker.index(after: open)..<close]
    let place = Unicode.Scalar(UInt8(clamping: min(level, RTFList.mostLevels - 1)))
    guard let scalar = symbols[name] ?? (numbers.contains(name) ? place : nil) else { return [] }
    return Array(marker[..<open].utf8) + Array(String(scalar).utf8) + Array(marker[close...].dropFirst().utf8)
  }
}
