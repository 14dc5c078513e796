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
  func value(of place: Place) -> Int? { reached[lists[place.list].definition].values[place.level] }

  private(set) var definitions: [Definition] = []
  private(set) var lists: [List] = []
  /// What the levels of each definition have reached.
  private var reached: [ListCounter] = []
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
  /// - Parameters:
  ///   - story: What counts by itself: the body, or one note.
  ///   - counts: Whether the item is counted. One that goes on in the next paragraph isn't.
  mutating func place(_ item: ListItem, story: String, counts: Bool = true) -> Place? {
    guard source.indices.contains(item.list) else { return nil }
    let level = min(max(item.level, 0), ListCounter.mostLevels - 1)
    let key = story + "\u{0}\(item.list)"
    guard counts else {
      let list = current[key] ?? add(source[item.list].nineLevels)
      current[key] = list
      return Place(list: list, level: level)
    }
    if let list = current[key], count(list, level, item.marker) { return Place(list: list, level: level) }
    let definition = source[item.list].nineLevels
    if let list = current[key],
      let numbers = ListDefinition.numbers(in: item.marker, level, definition), let number = numbers[level]
    {
      // The same definition, counted anew from a number.
      lists.append(List(definition: lists[list].definition, starts: [level: number]))
      if count(lists.count - 1, level, item.marker) {
        current[key] = lists.count - 1
        return Place(list: lists.count - 1, level: level)
      }
      lists.removeLast()
    }
    if let numbers = ListDefinition.numbers(in: item.marker, level, definition) {
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
    reached.append(ListCounter())
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

  // MARK: Counting

  /// Counts an item as word processors do.
  ///
  /// - Returns: Whether its marker is the one that is wanted; if not, nothing is counted.
  private mutating func count(_ number: Int, _ level: Int, _ marker: String) -> Bool {
    let list = lists[number]
    let levels = definitions[list.definition].levels
    var counter = reached[list.definition]
    let place = Place(list: number, level: level)
    counter.count(level: level, levels, start: used.contains(place) ? nil : list.starts[level])
    guard ListDefinition.marker(levels, level, counter.values) == marker else { return false }
    reached[list.definition] = counter
    used.insert(place)
    return true
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
}
