internal import SlipDocument

/// A list that is being read.
struct HTMLOpenList {
  /// Index into `Document.lists`; the outer list's, or none, until the first item has come.
  var list: Int?
  /// Of the last item; from 0.
  var level: Int
  /// Nil for bullets.
  let counting: ListMarker.Counting?
  let start: Int
  private var next: Int

  init(list: Int?, level: Int, counting: ListMarker.Counting?, start: Int) {
    self.list = list
    self.level = level
    self.counting = counting
    self.start = start
    next = start
  }

  /// The marker of the next item.
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
