internal import SlipDocument

/// The lists of an OpenDocument text (ODF 1.3, 5.3, 16.30). Each list counts by itself, unless it continues another one.
struct ODTLists {
  /// How the items of one level are marked.
  struct Level {
    var isBullet = false
    var bullet = ListDefinition.bullet
    var format = ""
    var prefix = "", suffix = ""
    var shown = 1
    var start = 1
    /// The form of the marker with numbers as `%1%`, which newer programs write.
    var pattern: String?
    /// Indents in twips; nil where nothing is said of them.
    var left, firstLine: Int?
  }

  private let styles: ODTStyles
  private var levels: [String: [Level]] = [:]
  /// What the levels of each list have reached.
  private var reached: [[Int?]] = []
  /// The last list of a style, and lists by their identifiers.
  private var lastOfStyle: [String: Int] = [:]
  private var byID: [String: Int] = [:]
  private(set) var definitions: [ListDefinition] = []
  private var definitionIndexes: [String: Int] = [:]

  static let mostLevels = 10

  /// Creates lists of a document's styles.
  init(_ styles: ODTStyles) { self.styles = styles }

  /// The levels of a style; the empty name stands for headings.
  private mutating func levels(of style: String) -> [Level] {
    if let known = levels[style] { return known }
    let node = style.isEmpty ? styles.outline : styles.lists[style]
    var found = [Level](repeating: Level(), count: ODTLists.mostLevels)
    for child in node?.children ?? .none {
      guard let number = WordValue.number(child["text:level"]), (1...ODTLists.mostLevels).contains(number)
      else {
        continue
      }
      found[number - 1] = ODTLists.level(child)
    }
    levels[style] = found
    return found
  }

  private static func level(_ node: OfficeNode) -> Level {
    var level = Level()
    level.isBullet = node.name != "text:list-level-style-number" && node.name != "text:outline-level-style"
    if let bullet = node["text:bullet-char"] {
      let properties = node.child("style:text-properties")
      let font = properties?["style:font-name"] ?? properties?["fo:font-family"].map(ODTValue.family)
      level.bullet = WordNumbering.bullet(bullet, font: font)
    }
    level.format = node["style:num-format"] ?? ""
    level.prefix = String((node["style:num-prefix"] ?? "").prefix(WordNumbering.longestText))
    level.suffix = String((node["style:num-suffix"] ?? "").prefix(WordNumbering.longestText))
    level.pattern = node["loext:num-list-format"]
    level.shown = min(max(WordValue.number(node["text:display-levels"]) ?? 1, 1), mostLevels)
    level.start = min(max(WordValue.number(node["text:start-value"]) ?? 1, 0), 1_000_000)
    let properties = node.child("style:list-level-properties")
    if let alignment = properties?.child("style:list-level-label-alignment") {
      level.left = ODTValue.twips(alignment["fo:margin-left"])
      level.firstLine = ODTValue.twips(alignment["fo:text-indent"])
    } else if let before = ODTValue.twips(properties?["text:space-before"]) {
      let width = ODTValue.twips(properties?["text:min-label-width"]) ?? 0
      (level.left, level.firstLine) = (before + width, -width)
    }
    return level
  }

  // MARK: Counting

  /// Begins a list.
  ///
  /// - Returns: Its number, by which it counts.
  mutating func begin(style: String, id: String?, continuing: String?, continuesLast: Bool) -> Int {
    let known = continuing.flatMap { byID[$0] } ?? (continuesLast ? lastOfStyle[style] : nil)
    let number = known ?? reached.count
    if known == nil { reached.append([Int?](repeating: nil, count: ODTLists.mostLevels)) }
    lastOfStyle[style] = number
    if let id { byID[id] = number }
    return number
  }

  /// Counts a level from its beginning again, for a list within another one.
  mutating func restart(_ list: Int, level: Int) {
    for level in level..<max(level, ODTLists.mostLevels) { reached[list][level] = nil }
  }

  /// The indents of a level.
  mutating func indents(_ style: String, level: Int) -> (left: Int?, firstLine: Int?) {
    let level = levels(of: style)[level]
    return (level.left, level.firstLine)
  }

  /// The first number of a level.
  mutating func start(_ style: String, level: Int) -> Int {
    levels(of: style)[min(max(level, 0), ODTLists.mostLevels - 1)].start
  }

  /// The number that an item begins anew with (`text:start-value`); nil where it says none that counts.
  static func start(_ node: OfficeNode) -> Int? {
    WordValue.number(node["text:start-value"]).flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Counts an item.
  ///
  /// - Parameters:
  ///   - start: The number that the item has; nil for the next one.
  /// - Returns: Its place with its marker; nil where nothing marks it.
  mutating func next(_ list: Int, style: String, level: Int, start: Int?) -> ListItem? {
    let all = levels(of: style)
    let level = min(max(level, 0), ODTLists.mostLevels - 1)
    let definition = all[level]
    var values = reached[list]
    values[level] = start ?? values[level].map { $0 &+ 1 } ?? definition.start
    for outer in 0..<level where values[outer] == nil { values[outer] = all[outer].start }
    for deeper in level + 1..<max(level + 1, ODTLists.mostLevels) { values[deeper] = nil }
    reached[list] = values
    if definition.isBullet {
      return ListItem(list: index(of: style), level: min(level, 8), marker: definition.bullet)
    }
    guard let pattern = ODTLists.pattern(definition, level) else {
      return style.isEmpty ? nil : ListItem(list: index(of: style), level: min(level, 8), marker: "")
    }
    var marker = ""
    for scalar in pattern.unicodeScalars {
      if (1...10).contains(scalar.value) {
        let other = Int(scalar.value) - 1
        guard !all[other].format.isEmpty else { continue }
        marker += WordNumerals.text(values[other] ?? all[other].start, ODTLists.word(all[other].format))
      } else {
        marker.unicodeScalars.append(scalar)
      }
    }
    marker = marker.trimmedBlanks
    if style.isEmpty, marker.isEmpty { return nil }
    return ListItem(list: index(of: style), level: min(level, 8), marker: marker)
  }

  /// The place of an item that isn't counted, as it was deleted.
  mutating func uncounted(_ style: String, level: Int) -> ListItem {
    ListItem(list: index(of: style), level: min(max(level, 0), 8), marker: "")
  }

  /// The form of a level's markers, with the scalars 1 to 10 for the numbers of levels; nil for a level without numbers.
  private static func pattern(_ level: Level, _ index: Int) -> String? {
    if let text = level.pattern {
      var pattern = String.UnicodeScalarView()
      let parts = text.split(separator: "%", omittingEmptySubsequences: false)
      for (place, part) in parts.enumerated() {
        if place % 2 == 1, let number = Int(part), (1...mostLevels).contains(number),
          let scalar = Unicode.Scalar(UInt32(number))
        {
          pattern.append(scalar)
        } else {
          pattern.append(contentsOf: part.unicodeScalars)
        }
      }
      return level.format.isEmpty ? nil : String(pattern)
    }
    guard !level.format.isEmpty else {
      return level.prefix.isEmpty && level.suffix.isEmpty ? nil : level.prefix + level.suffix
    }
    var pattern = level.prefix
    for number in max(0, index - level.shown + 1)...index {
      if number > max(0, index - level.shown + 1) { pattern += "." }
      if let scalar = Unicode.Scalar(UInt32(number + 1)) { pattern.unicodeScalars.append(scalar) }
    }
    return pattern + level.suffix
  }

  /// A form of numbers as WordprocessingML names it.
  private static func word(_ format: String) -> String {
    switch format {
    case "a": "lowerLetter"
    case "A": "upperLetter"
    case "i": "lowerRoman"
    case "I": "upperRoman"
    default: "decimal"
    }
  }

  // MARK: Definitions

  /// The index of a style's definition in the document, which is made at its first use.
  private mutating func index(of style: String) -> Int {
    if let known = definitionIndexes[style] { return known }
    let all = levels(of: style)
    let levels = (0..<9).map { number -> ListDefinition.Level in
      let level = all[number]
      if level.isBullet { return ListDefinition.Level(numbering: .bullet, pattern: level.bullet) }
      let numbering: ListDefinition.Level.Numbering =
        switch level.format {
        case "": .none
        case "a": .lowerLetter
        case "A": .upperLetter
        case "i": .lowerRoman
        case "I": .upperRoman
        default: .decimal
        }
      var pattern = ODTLists.pattern(level, number) ?? ""
      pattern.unicodeScalars.removeAll { $0.value == 10 }
      return ListDefinition.Level(numbering: numbering, start: level.start, pattern: pattern)
    }
    definitionIndexes[style] = definitions.count
    definitions.append(ListDefinition(levels: levels))
    return definitions.count - 1
  }
}
