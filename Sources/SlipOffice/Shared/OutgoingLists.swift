internal import SlipDocument

/// The lists of a document that is written. Word processors count items themselves, so the definitions are chosen so that
/// they count to the markers that the document has.
struct OutgoingLists: Sendable {
  /// A definition with its levels.
  struct Definition: Sendable {
    var levels: [ListDefinition.Level]
  }

  /// A list that counts by a definition. A later list of the same definition goes on counting.
  struct List: Sendable {
    var definition: Int
    /// Where a level begins anew.
    var starts: [Int: Int] = [:]
  }

  /// The place of an item.
  struct Place: Hashable, Sendable {
    /// The number of the list, from 0.
    var list: Int
    var level: Int
  }

  /// The number that the last item of a level got; nil for a level that hasn't any.
  func value(of place: Place) -> Int? { reached[lists[place.list].definition][place.level] }

  /// The most levels that a list has.
  static let mostLevels = 9

  private(set) var definitions: [Definition] = []
  private(set) var lists: [List] = []
  /// What the levels of each definition have reached.
  private var reached: [[Int?]] = []
  /// Whether the start of a list's level was applied.
  private var used: Set<Place> = []
  /// The list that items of a document's list go on with, by story.
  private var current: [String: Int] = [:]
  /// Lists whose marker is a text of its own.
  private var literal: [String: Int] = [:]
  private let source: [ListDefinition]

  /// Creates lists for a document's definitions.
  init(_ source: [ListDefinition]) { self.source = source }

  /// The place of an item, which gets the marker that it has in the document.
  ///
  /// - Parameter story: What counts by itself: the body, or one note.
  mutating func place(_ item: ListItem, story: String) -> Place? {
    guard source.indices.contains(item.list) else { return nil }
    let level = min(max(item.level, 0), OutgoingLists.mostLevels - 1)
    let key = story + "\u{0}\(item.list)"
    if let list = current[key], count(list, level, item.marker) { return Place(list: list, level: level) }
    let definition = OutgoingLists.levels(of: source[item.list])
    if let list = current[key], let number = number(in: item.marker, definition[level]) {
      // The same definition, counted anew from a number.
      lists.append(List(definition: lists[list].definition, starts: [level: number]))
      if count(lists.count - 1, level, item.marker) {
        current[key] = lists.count - 1
        return Place(list: lists.count - 1, level: level)
      }
      lists.removeLast()
    }
    if let numbers = numbers(in: item.marker, level, definition) {
      var levels = definition
      for (level, number) in numbers { levels[level].start = number }
      let list = add(levels)
      if count(list, level, item.marker) {
        current[key] = list
        return Place(list: list, level: level)
      }
      definitions.removeLast()
      lists.removeLast()
      reached.removeLast()
    }
    return literal(item.marker, level, definition, key)
  }

  /// Adds a definition with one list.
  private mutating func add(_ levels: [ListDefinition.Level]) -> Int {
    definitions.append(Definition(levels: levels))
    reached.append([Int?](repeating: nil, count: OutgoingLists.mostLevels))
    lists.append(List(definition: definitions.count - 1))
    return lists.count - 1
  }

  /// The place of an item whose marker no counting gives.
  private mutating func literal(
    _ marker: String, _ level: Int, _ definition: [ListDefinition.Level], _ key: String
  ) -> Place? {
    let key = key + "\u{0}\(level)\u{0}" + marker
    if let list = literal[key] { return Place(list: list, level: level) }
    var levels = definition
    let isBullet = definition[level].numbering == .bullet || marker.unicodeScalars.count == 1
    levels[level] = ListDefinition.Level(
      numbering: isBullet && !marker.isEmpty ? .bullet : .none, pattern: marker)
    let list = add(levels)
    literal[key] = list
    return Place(list: list, level: level)
  }

  /// Nine levels.
  private static func levels(of list: ListDefinition) -> [ListDefinition.Level] {
    (0..<mostLevels).map {
      $0 < list.levels.count ? list.levels[$0] : ListDefinition.Level(numbering: .none, pattern: "")
    }
  }

  // MARK: Counting

  /// Counts an item as word processors do.
  ///
  /// - Returns: Whether its marker is the one that is wanted; if not, nothing is counted.
  private mutating func count(_ number: Int, _ level: Int, _ marker: String) -> Bool {
    let list = lists[number]
    let levels = definitions[list.definition].levels
    var values = reached[list.definition]
    let place = Place(list: number, level: level)
    if let start = list.starts[level], !used.contains(place) {
      values[level] = start
    } else {
      values[level] = values[level].map { $0 + 1 } ?? levels[level].start
    }
    for outer in 0..<level where values[outer] == nil { values[outer] = levels[outer].start }
    for deeper in level + 1..<max(level + 1, OutgoingLists.mostLevels) { values[deeper] = nil }
    guard OutgoingLists.marker(levels, level, values) == marker else { return false }
    reached[list.definition] = values
    used.insert(place)
    return true
  }

  /// The marker of an item.
  static func marker(_ levels: [ListDefinition.Level], _ level: Int, _ values: [Int?]) -> String {
    if levels[level].numbering == .bullet { return levels[level].pattern }
    var text = String.UnicodeScalarView()
    for scalar in levels[level].pattern.unicodeScalars {
      if (1...9).contains(scalar.value) {
        let other = Int(scalar.value) - 1
        let value = values[other] ?? levels[other].start
        text += WordNumerals.text(value, levels[other].numbering.word).unicodeScalars
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }

  /// The number of a level that a marker shows; nil where it shows none, or is no number of that form.
  private func number(in marker: String, _ level: ListDefinition.Level) -> Int? {
    let scalars = Array(level.pattern.unicodeScalars)
    guard scalars.count(where: { (1...9).contains($0.value) }) == 1,
      let place = scalars.firstIndex(where: { (1...9).contains($0.value) })
    else { return nil }
    let text = Array(marker.unicodeScalars)
    let (head, tail) = (place, scalars.count - place - 1)
    guard text.count > head + tail, text.prefix(head).elementsEqual(scalars.prefix(head)),
      text.suffix(tail).elementsEqual(scalars.suffix(tail))
    else { return nil }
    var digits = String.UnicodeScalarView()
    digits.append(contentsOf: text[head..<text.count - tail])
    return level.numbering.number(String(digits))
  }

  /// The numbers of all levels that a marker shows; nil where it doesn't fit the pattern.
  private func numbers(
    in marker: String, _ level: Int, _ levels: [ListDefinition.Level]
  ) -> [Int: Int]? {
    if levels[level].numbering == .bullet { return marker == levels[level].pattern ? [:] : nil }
    var found: [Int: Int] = [:]
    var rest = Array(marker.unicodeScalars)[...]
    for scalar in levels[level].pattern.unicodeScalars {
      if (1...9).contains(scalar.value) {
        let other = Int(scalar.value) - 1
        let digits = rest.prefix { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: digits)
        guard let number = levels[other].numbering.number(String(text)) else { return nil }
        found[other] = number
        rest = rest.dropFirst(digits.count)
      } else {
        guard rest.first == scalar else { return nil }
        rest = rest.dropFirst()
      }
    }
    return rest.isEmpty ? found : nil
  }
}

extension ListDefinition.Level.Numbering {
  /// The form as WordprocessingML names it.
  var word: String {
    switch self {
    case .bullet: "bullet"
    case .decimal: "decimal"
    case .upperRoman: "upperRoman"
    case .lowerRoman: "lowerRoman"
    case .upperLetter: "upperLetter"
    case .lowerLetter: "lowerLetter"
    case .none: "none"
    }
  }

  /// The highest number that is recognized in letters or Roman numerals.
  private static let mostRecognized = 1_000

  /// The number that a text shows in this form; nil for none.
  func number(_ text: String) -> Int? {
    switch self {
    case .bullet, .none: return nil
    case .decimal: return text.utf8.count <= 9 ? Int(text) : nil
    case .upperRoman, .lowerRoman, .upperLetter, .lowerLetter:
      guard text.utf8.count <= 40 else { return nil }
      return (1...Self.mostRecognized).first { WordNumerals.text($0, word) == text }
    }
  }
}
