/// Counts list items anew after tracked changes were resolved.
///
/// Markers are texts. So before the changes are resolved, `note` replaces each marker that is what counting gives by a sign
/// that it is counted, and each that begins anew by its number. Afterwards, `count` replaces the signs by markers again. All other
/// markers stay as they are.
struct ListRecount {
  /// The nine levels of each list.
  private let levels: [[ListDefinition.Level]]
  /// What the lists have reached in the final text.
  private var final: [ListCounter]
  /// What they have reached if deleted items count as well, as some files have it.
  private var all: [ListCounter]
  private var lines = ListLines()

  /// Begins the first of the two walks.
  init(_ lists: [ListDefinition]) {
    levels = lists.map(\.nineLevels)
    final = levels.map { _ in ListCounter() }
    all = final
  }

  /// What a sign begins with, which no marker does.
  private static let sign = "\u{0}"

  /// Replaces the marker of a paragraph by a sign, if counting gives it.
  mutating func note(_ paragraph: inout Paragraph) {
    let counts = lines.counts(paragraph)
    guard let (item, level) = item(of: paragraph) else { return }
    let levels = levels[item.list]
    all[item.list].count(level: level, levels)
    /// Whether counters show the marker.
    func shows(_ counter: ListCounter) -> Bool {
      ListDefinition.marker(levels, level, counter.values) == item.marker
    }
    guard counts else {
      if item.marker.isEmpty || shows(all[item.list]) { paragraph.listItem?.marker = ListRecount.sign }
      return
    }
    var next = final[item.list]
    next.count(level: level, levels)
    if shows(next) || shows(all[item.list]) {
      final[item.list] = next
      paragraph.listItem?.marker = ListRecount.sign
    } else if let number = ListDefinition.numbers(in: item.marker, level, levels)?[level] {
      next = final[item.list]
      next.count(level: level, levels, start: number)
      guard shows(next) else { return }
      (final[item.list], all[item.list]) = (next, next)
      paragraph.listItem?.marker = ListRecount.sign + String(number)
    }
  }

  /// Replaces a sign by the marker that counting gives.
  mutating func count(_ paragraph: inout Paragraph) {
    guard let (item, level) = item(of: paragraph), item.marker.hasPrefix(ListRecount.sign) else { return }
    final[item.list].count(
      level: level, levels[item.list], start: Int(item.marker.dropFirst(ListRecount.sign.count)))
    paragraph.listItem?.marker = ListDefinition.marker(levels[item.list], level, final[item.list].values)
  }

  /// The list item that a paragraph is, and its level; nil for none of these lists.
  private func item(of paragraph: Paragraph) -> (ListItem, level: Int)? {
    guard let item = paragraph.listItem, levels.indices.contains(item.list) else { return nil }
    return (item, min(max(item.level, 0), ListCounter.mostLevels - 1))
  }
}
