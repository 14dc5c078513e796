/// Counts the items of one list as word processors do.
///
/// An item of one level makes all deeper levels begin anew. A level that was skipped counts as begun with its first
/// number.
package struct ListCounter: Sendable {
  /// The most levels of a list.
  package static let mostLevels = 9
  /// The numbers that the levels have reached; nil for a level that begins anew.
  package private(set) var values = [Int?](repeating: nil, count: mostLevels)

  /// Begins without items.
  package init() {}

  /// Counts an item.
  ///
  /// - Parameters:
  ///   - level: The level of the item, from 0 to 8.
  ///   - levels: The nine levels of its list.
  ///   - start: The number that it gets; nil for the next one.
  package mutating func count(level: Int, _ levels: [ListDefinition.Level], start: Int? = nil) {
    values[level] = start ?? values[level].map { $0 &+ 1 } ?? levels[level].start
    for outer in 0..<level where values[outer] == nil { values[outer] = levels[outer].start }
    for deeper in values.indices where deeper > level { values[deeper] = nil }
  }

  /// Makes a level begin anew with its next item.
  package mutating func restart(level: Int) { values[level] = nil }
}

extension ListDefinition {
  /// The levels, filled up to nine with levels that mark nothing.
  package var nineLevels: [Level] {
    (0..<ListCounter.mostLevels).map {
      $0 < levels.count ? levels[$0] : Level(numbering: .none, pattern: "")
    }
  }

  /// The marker of an item, without blanks at its ends.
  ///
  /// - Parameters:
  ///   - levels: The nine levels of the list.
  ///   - level: The item's level, from 0.
  ///   - values: The numbers that the levels have reached.
  package static func marker(_ levels: [Level], _ level: Int, _ values: [Int?]) -> String {
    if levels[level].numbering == .bullet { return levels[level].pattern }
    var text = String.UnicodeScalarView()
    for scalar in levels[level].pattern.unicodeScalars {
      if let other = Level.level(scalar) {
        text += levels[other].numbering.counted(values[other] ?? levels[other].start).unicodeScalars
      } else {
        text.append(scalar)
      }
    }
    while text.last == " " { text.removeLast() }
    return String(text.drop { $0 == " " })
  }

  /// The numbers of all levels that a marker shows; nil where it doesn't fit the pattern of its level.
  package static func numbers(in marker: String, _ level: Int, _ levels: [Level]) -> [Int: Int]? {
    if levels[level].numbering == .bullet { return marker == levels[level].pattern ? [:] : nil }
    var found: [Int: Int] = [:]
    var rest = Array(marker.unicodeScalars)[...]
    var pattern = levels[level].pattern.unicodeScalars[...]
    while pattern.last == " " { pattern.removeLast() }
    for scalar in pattern.drop(while: { $0 == " " }) {
      guard let other = Level.level(scalar) else {
        guard rest.first == scalar else { return nil }
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix { $0.properties.isAlphabetic || $0.properties.numericType != nil }
      guard let number = levels[other].numbering.number(String(String.UnicodeScalarView(digits))) else {
        return nil
      }
      found[other] = number
      rest = rest.dropFirst(digits.count)
    }
    return rest.isEmpty ? found : nil
  }
}

extension ListDefinition.Level {
  /// The level, from 0, whose number a scalar of a pattern stands for; nil for a scalar that stands for itself.
  fileprivate static func level(_ scalar: Unicode.Scalar) -> Int? {
    (1...9).contains(scalar.value) ? Int(scalar.value) - 1 : nil
  }
}

extension ListDefinition.Level.Numbering {
  /// A number as word processors count: after z come aa, bb and cc. Nothing for bullets.
  package func counted(_ number: Int) -> String {
    switch self {
    case .bullet, .none: ""
    case .decimal: String(number)
    case .upperRoman: Numerals.longRoman(number) ?? String(number)
    case .lowerRoman: Numerals.longRoman(number)?.lowercased() ?? String(number)
    case .upperLetter: Numerals.repeatedLetters(number)?.uppercased() ?? String(number)
    case .lowerLetter: Numerals.repeatedLetters(number) ?? String(number)
    }
  }

  /// The number that a text shows in this form; nil for none.
  package func number(_ text: String) -> Int? {
    let value: Int? =
      switch self {
      case .bullet, .none: nil
      case .decimal: text.utf8.count <= 9 ? Int(text) : nil
      case .upperRoman, .lowerRoman: Numerals.roman(text)
      case .upperLetter, .lowerLetter:
        text.utf8.first.flatMap { first in
          let place = Int(first | 0x20) - 0x60
          return (1...26).contains(place) ? place + 26 * (text.utf8.count - 1) : nil
        }
      }
    return value.flatMap { self == .decimal || counted($0) == text ? $0 : nil }
  }
}

extension Numerals {
  /// The upper-case Roman numeral of 1 to 4999, as word processors count; nil for other numbers.
  package static func longRoman(_ number: Int) -> String? {
    (4000...4999).contains(number) ? roman(number - 1000).map { "M" + $0 } : roman(number)
  }

  /// Counts in lower-case letters as word processors do: a to z, then aa, bb to zz, then aaa. Nil for numbers that aren't from 1
  /// to 780.
  package static func repeatedLetters(_ number: Int) -> String? {
    guard (1...780).contains(number) else { return nil }
    let letter = Character(Unicode.Scalar(UInt8(0x61 + (number - 1) % 26)))
    return String(repeating: letter, count: (number - 1) / 26 + 1)
  }
}

/// Follows the paragraphs of a story, to find those that begin a line of the final text.
///
/// A paragraph whose end is a tracked deletion goes on in the next one. Only the first of them that shows something, or that
/// ends, counts as a list item.
package struct ListLines: Sendable {
  /// Something visible has come of the line that is open.
  private var isBegun = false

  /// Begins a story.
  package init() {}

  /// Goes on with a paragraph.
  ///
  /// - Returns: Whether its line shows its marker, if it is a list item.
  package mutating func counts(_ paragraph: Paragraph) -> Bool {
    let isVisible = paragraph.inlines.contains(where: \.isVisible)
    defer { isBegun = !paragraph.endIsVisible && (isBegun || isVisible) }
    return !isBegun && (isVisible || paragraph.endIsVisible)
  }
}

extension RandomAccessCollection<Block> where Index == Int {
  /// The paragraph that decides about the list item of a line which begins with a paragraph: the first that shows something or
  /// whose end stays.
  ///
  /// - Parameter index: The index of the paragraph that begins the line.
  package func paragraph(decidingLineAt index: Int) -> Paragraph? {
    var first: Paragraph?
    for block in self[index...] {
      guard case .paragraph(let paragraph) = block else { return first }
      if paragraph.endIsVisible || paragraph.inlines.contains(where: \.isVisible) { return paragraph }
      first = first ?? paragraph
    }
    return first
  }
}

extension Paragraph {
  /// The number of a numbered heading, which belongs to the heading and makes it no item of a list; empty for one that shows
  /// none. Nil for all other paragraphs.
  ///
  /// - Parameter lists: The document's lists.
  package func headingNumber(in lists: [ListDefinition]) -> String? {
    guard style.headingLevel != nil, let item = listItem else { return nil }
    if item.marker.isEmpty { return "" }
    let levels = lists.indices.contains(item.list) ? lists[item.list].levels : []
    if levels.indices.contains(item.level), levels[item.level].numbering == .bullet { return nil }
    return item.marker.contains { $0.isLetter || $0.isNumber } ? item.marker : nil
  }
}
