internal import RTFSyntax
internal import SlipDocument

/// What a list's level is like that shows a marker such as `3)`, `(b)`, `IV.` or `1.4.`: its last number counts.
enum RTFMarkerPattern {
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

  private typealias Number = (Range<Int>, ListDefinition.Level.Numbering, Int)

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

  private static func lastRun(
    of characters: ClosedRange<Unicode.Scalar>, in scalars: [Unicode.Scalar]
  ) -> Range<Int>? {
    guard let last = scalars.lastIndex(where: characters.contains) else { return nil }
    var first = last
    while first > 0, characters.contains(scalars[first - 1]) { first -= 1 }
    return first..<(last + 1)
  }

  /// A list that begins with `i` is Roman; any other single letter is one.
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

  /// - Parameter letters: from 0 for A.
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

/// A level's marker as Cocoa names it in `\levelmarker`: `{disc}`, `({decimal})`. It counts where `\leveltext` gives none.
enum RTFLevelMarker {
  /// The names of `NSTextList.MarkerFormat` that are no numbers.
  private static let symbols: [Substring: Unicode.Scalar] = [
    "box": "\u{25A1}", "check": "\u{2713}", "circle": "\u{25E6}", "diamond": "\u{25C6}", "disc": "\u{2022}",
    "hyphen": "\u{2043}", "square": "\u{25AA}",
  ]
  private static let numbers: Set<Substring> = [
    "decimal", "lower-alpha", "lower-latin", "lower-roman", "upper-alpha", "upper-latin", "upper-roman",
  ]

  /// The pattern as `RTFList.Level` has it; empty where the name isn't known.
  ///
  /// - Parameter level: from 0. How it counts is told by `\levelnfc`.
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
