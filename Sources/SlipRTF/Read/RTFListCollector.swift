internal import SlipDocument

/// Gives the lists that paragraphs are in their places in the document, in the order of
/// first use.
///
/// A list that the file defines is taken from its tables. For an item of an undefined or
/// old-style list, the first marker on each level shows what the list is like.
struct RTFListCollector {
  /// What tells lists apart.
  private enum Key: Hashable {
    /// N of `\lsN`, of a list that the file doesn't define or an override changes; 0 for old-style numbering, which has no
    /// list. Without a definition: whether the marker is a bullet.
    case number(Int, isBullet: Bool)
    /// `\listidN`: overrides of one list share its counters.
    case identifier(Int32)
    /// `\listname` and the levels.
    case name(String, [RTFList.Level])
  }
  /// The places of the lists so far.
  private var indexes: [Key: Int] = [:]
  /// The places of the lists so far that the file defines, by N of `\lsN`.
  private var places: [Int: Int] = [:]
  /// The levels that markers have described, of lists that the file doesn't define.
  private var described: [Int: Set<Int>] = [:]

  /// For each list of the document that the file defines, the lowest N of `\lsN`.
  var numbers: [Int: Int] {
    var numbers: [Int: Int] = [:]
    for (number, index) in places { numbers[index] = min(number, numbers[index] ?? number) }
    for case (.number(let number, _), let index) in indexes where number > 0 {
      numbers[index] = numbers[index] ?? number
    }
    return numbers
  }

  /// Gives an item the index of its list in the document, and adds the list if it is new.
  ///
  /// - Parameters:
  ///   - item: Its `list` is N of `\lsN`.
  ///   - lists: The document's lists.
  /// - Returns: The item, and whether its list is new and has a kind of number that a
  ///   document cannot hold.
  mutating func resolve(
    _ item: ListItem, tables: RTFTables, into lists: inout [ListDefinition]
  ) -> (item: ListItem, isSimplified: Bool) {
    var item = item
    item.level = min(max(item.level, 0), RTFBuilder.listLevels - 1)
    if let place = places[item.list] {
      item.list = place
      return (item, false)
    }
    let defined = item.list == 0 ? nil : tables.list(Int32(truncatingIfNeeded: item.list))
    let key = RTFListCollector.key(of: item, defined)
    let index = indexes[key] ?? lists.count
    let isNew = index == lists.count
    if isNew {
      indexes[key] = index
      lists.append(ListDefinition(levels: [.unused]))
      if let defined { lists[index] = RTFNormalStyles.list(RTFListCollector.list(defined)) }
    }
    if defined != nil { places[item.list] = index }
    if defined == nil { describe(item, RTFListCollector.isBullet(item.marker), of: index, &lists[index]) }
    item.list = index
    return (item, isNew && (defined?.levels.contains(where: RTFListCollector.isUncommon) ?? false))
  }

  /// What tells the list of an item from others.
  private static func key(of item: ListItem, _ defined: RTFList?) -> Key {
    guard let defined else { return .number(item.list, isBullet: isBullet(item.marker)) }
    guard defined.isSameList else { return .number(item.list, isBullet: false) }
    return defined.name.isEmpty ? .identifier(defined.identifier) : .name(defined.name, defined.base)
  }

  /// Whether a document cannot hold a level's kind of number.
  private static func isUncommon(_ level: RTFList.Level) -> Bool {
    ListDefinition.Level.Numbering(code: Int(level.numbering)).code != Int(level.numbering)
  }

  /// Adds what the first marker of a level shows to a list that the file doesn't define.
  private mutating func describe(
    _ item: ListItem, _ isBullet: Bool, of index: Int, _ list: inout ListDefinition
  ) {
    guard described[index, default: []].insert(item.level).inserted else { return }
    while list.levels.count <= item.level { list.levels.append(.unused) }
    list.levels[item.level] =
      isBullet
      ? ListDefinition.Level(numbering: .bullet, pattern: item.marker.isEmpty ? "\u{2022}" : item.marker)
      : RTFMarkerPattern.level(item.level, of: item.marker)
    list = RTFNormalStyles.list(list)
  }

  /// Whether a marker is a bullet: it has no digit and no letter.
  private static func isBullet(_ marker: String) -> Bool {
    !marker.unicodeScalars.contains { ("0"..."9").contains($0) || $0.properties.isAlphabetic }
  }

  /// A list of the file as a document defines it.
  private static func list(_ list: RTFList) -> ListDefinition {
    let levels = (list.isSameList ? list.base : list.levels).map { level in
      let numbering = ListDefinition.Level.Numbering(code: Int(level.numbering))
      let pattern = String(decoding: level.pattern, as: UTF8.self).unicodeScalars.map { scalar in
        scalar.value < 9 ? Unicode.Scalar(UInt8(scalar.value + 1)) : scalar
      }
      return ListDefinition.Level(
        numbering: numbering, start: Int(level.start), pattern: String(String.UnicodeScalarView(pattern)))
    }
    return ListDefinition(levels: levels.isEmpty ? [.unused] : levels)
  }
}
