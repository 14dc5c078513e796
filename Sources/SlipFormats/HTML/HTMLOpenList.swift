internal import SlipDocument

/// A list that is being read.
struct HTMLOpenList {
  /// The index in `Document.lists`. Until the first item has come, it is the outer
  /// list's, or nil.
  var list: Int?
  /// The level of the last item, counted from 0.
  var level: Int
  /// How it counts; nil for bullets.
  let counting: ListMarker.Counting?
  /// The number of its first item.
  let start: Int
  /// The number of the next item, unless that states another one.
  private var next: Int

  /// Begins a list. See the properties.
  init(list: Int?, level: Int, counting: ListMarker.Counting?, start: Int) {
    self.list = list
    self.level = level
    self.counting = counting
    self.start = start
    next = start
  }

  /// The marker of the next item: what `data-marker` states, or else its number or a
  /// bullet. A `value` sets the number for this item and those behind it.
  mutating func marker(_ tag: HTMLTag) -> String {
    if let value = tag["value"].flatMap({ Int($0.trimmingSpaces()) }), abs(value) <= Numerals.highest {
      next = value
    }
    let number = next
    next = min(next + 1, Numerals.highest)
    if let text = tag["data-marker"] {
      return String(text.unicodeScalars.filter { $0.value >= 0x20 }.map(Character.init))
    }
    return counting.map { ListMarker.text(number, $0) } ?? ListDefinition.bullet
  }

  /// How a list counts by its element, its `type` or its `list-style-type`. Nil for
  /// bullets.
  static func counting(_ tag: HTMLTag) -> ListMarker.Counting? {
    guard tag.name == "ol" else { return nil }
    if let type = tag["type"].flatMap(ListMarker.Counting.init) { return type }
    switch tag["style"].flatMap({ CSSDeclarations($0).keyword("list-style-type") }) {
    case "lower-alpha"?, "lower-latin"?: return .lowerLetter
    case "upper-alpha"?, "upper-latin"?: return .upperLetter
    case "lower-roman"?: return .lowerRoman
    case "upper-roman"?: return .upperRoman
    default: return .decimal
    }
  }

  /// The numbering of a list level that counts this way.
  static func numbering(_ counting: ListMarker.Counting?) -> ListDefinition.Level.Numbering {
    switch counting {
    case .decimal?: .decimal
    case .upperRoman?: .upperRoman
    case .lowerRoman?: .lowerRoman
    case .upperLetter?: .upperLetter
    case .lowerLetter?: .lowerLetter
    case nil: .bullet
    }
  }
}
