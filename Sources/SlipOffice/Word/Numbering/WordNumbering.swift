internal import RTFSyntax
internal import SlipDocument
internal import SlipRTF

/// The lists of a Word document (ECMA-376-1, 17.9 "Numbering").
///
/// Numbers are counted by abstract definition, so that lists of one definition go on counting, across headings and tables
/// as well. `startOverride` restarts once, where a list is first used at that level.
struct WordNumbering {
  /// How the items of one level are marked.
  struct Level {
    var start = 1
    /// The form of the numbers, such as `lowerLetter`.
    var format = "decimal"
    /// The form where `format` is `custom`, such as `001, 002, 003, ...`.
    var customFormat: String?
    /// Text in which `%1` to `%9` stand for the numbers of levels.
    var text = ""
    /// All numbers are decimal.
    var isLegal = false
    /// After which level it restarts, counted from 1; 0 never; nil after any above it.
    var restart: Int?
    /// The style whose paragraphs are on this level.
    var style: String?
    var paragraph = WordParagraphLayer()
    /// The font of the marker.
    var font: String?
    /// The marker isn't shown.
    var isHidden = false
    /// The bullet is a picture.
    var isPicture = false
  }

  /// A definition.
  private struct Abstract {
    var levels = [Level?](repeating: nil, count: WordNumbering.mostLevels)
    var listStyle: String?
  }

  /// A list.
  private struct List {
    var abstract: String
    var levels: [Int: Level] = [:]
    var starts: [Int: Int] = [:]
  }

  static let mostLevels = 9
  /// The longest text of a marker, which each item has.
  static let longestText = 255

  private var abstracts: [String: Abstract] = [:]
  private var lists: [String: List] = [:]
  /// What the levels of an abstract definition have reached.
  private var reached: [String: [Int?]] = [:]
  /// The lists and levels that have been used.
  private var used: Set<String> = []
  /// The definitions that a document has, by list.
  private(set) var definitions: [ListDefinition] = []
  private var definitionIndexes: [String: Int] = [:]
  private let styles: WordStyles

  /// Reads the part of the lists; nil gives a document without any.
  init(_ tree: OfficeTree?, styles: WordStyles) {
    self.styles = styles
    guard let root = tree?.root else { return }
    for node in root.children {
      switch node.name {
      case "abstractNum":
        guard let id = node["abstractNumId"], abstracts[id] == nil else { continue }
        var abstract = Abstract(listStyle: node.child("numStyleLink")?.value)
        for child in node.children where child.name == "lvl" {
          guard let level = WordNumbering.index(child["ilvl"]) else { continue }
          abstract.levels[level] = read(level: child)
        }
        abstracts[id] = abstract
      case "num":
        guard let id = node["numId"], lists[id] == nil, let abstract = node.child("abstractNumId")?.value
        else { continue }
        var list = List(abstract: abstract)
        for child in node.children where child.name == "lvlOverride" {
          guard let level = WordNumbering.index(child["ilvl"]) else { continue }
          if let node = child.child("lvl") { list.levels[level] = read(level: node) }
          if let start = WordNumbering.held(child.child("startOverride")?.value) {
            list.starts[level] = start
          }
        }
        lists[id] = list
      default: break
      }
    }
  }

  /// A number of a level from 0 to 8.
  private static func index(_ text: String?) -> Int? {
    WordValue.number(text).flatMap { (0..<mostLevels).contains($0) ? $0 : nil }
  }

  /// A number that markers may have.
  private static func held(_ text: String?) -> Int? {
    WordValue.number(text).map { min(max($0, -32_768), 1_000_000) }
  }

  /// Reads a level.
  private func read(level node: OfficeNode) -> Level {
    var level = Level()
    level.start = WordNumbering.held(node.child("start")?.value) ?? 0
    let format = node.child("numFmt")
    level.format = format?.value ?? "decimal"
    level.customFormat = format?["format"]
    level.text = String((node.child("lvlText")?.value ?? "").prefix(WordNumbering.longestText))
    level.isLegal = WordValue.flag("isLgl", in: node) ?? false
    level.restart = WordValue.number(node.child("lvlRestart")?.value)
    level.style = node.child("pStyle")?.value
    level.paragraph = WordParagraphLayer(node.child("pPr"))
    let run = WordRunLayer(node.child("rPr"), styles.theme)
    level.font = run.font ?? run.complexFont
    level.isHidden = run.toggles[.hidden] ?? false
    level.isPicture = node.child("lvlPicBulletId") != nil
    return level
  }

  /// The abstract definition of a list, through the styles that stand for lists.
  private func abstract(of list: List) -> String {
    var id = list.abstract
    for _ in 0..<8 {
      guard let style = abstracts[id]?.listStyle, let number = styles.list(ofStyle: style),
        let next = lists[number]?.abstract, next != id
      else { break }
      id = next
    }
    return id
  }

  /// A level of a list; nil for an unknown one.
  func level(_ number: Int, of id: String) -> Level? {
    guard (0..<WordNumbering.mostLevels).contains(number), let list = lists[id] else { return nil }
    return list.levels[number] ?? abstracts[abstract(of: list)]?.levels[number]
  }

  /// The level whose paragraphs have a style, or the nearest of those that it is based on.
  func level(ofStyles chain: [String], in id: String) -> Int? {
    for style in chain {
      if let level = (0..<WordNumbering.mostLevels).first(where: { level($0, of: id)?.style == style }) {
        return level
      }
    }
    return nil
  }

  /// Whether there is a list of this number.
  func has(_ id: String) -> Bool { lists[id] != nil }

  // MARK: Counting

  /// Counts an item and gives its place.
  ///
  /// - Returns: The place with its marker; nil where nothing marks it.
  mutating func next(_ id: String, level: Int) -> ListItem? {
    guard let list = lists[id], let definition = self.level(level, of: id) else { return nil }
    let abstract = abstract(of: list)
    var values = reached[abstract] ?? [Int?](repeating: nil, count: WordNumbering.mostLevels)
    if let start = list.starts[level], used.insert(id + "\u{0}\(level)").inserted {
      values[level] = start
    } else {
      values[level] = values[level].map { $0 &+ 1 } ?? definition.start
    }
    // A level that was skipped counts as begun.
    for outer in 0..<level where values[outer] == nil { values[outer] = self.level(outer, of: id)?.start }
    for deeper in 0..<WordNumbering.mostLevels where deeper > level {
      if let restart = self.level(deeper, of: id)?.restart, restart == 0 || level >= restart { continue }
      values[deeper] = nil
    }
    reached[abstract] = values
    let marker = definition.isHidden ? "" : marker(of: definition, level, values, id)
    return ListItem(list: index(of: id), level: level, marker: marker)
  }

  /// The place of an item that isn't counted, as it shows no marker: its line goes on in the next paragraph, or has begun before.
  mutating func uncounted(_ id: String, level: Int) -> ListItem? {
    self.level(level, of: id) == nil ? nil : ListItem(list: index(of: id), level: level, marker: "")
  }

  /// The marker of an item.
  private func marker(of definition: Level, _ level: Int, _ values: [Int?], _ id: String) -> String {
    if definition.isPicture { return ListDefinition.bullet }
    if definition.format == "bullet" { return WordNumbering.bullet(definition.text, font: definition.font) }
    var text = ""
    var rest = definition.text[...]
    while let sign = rest.popFirst() {
      guard sign == "%", let digit = rest.first, let number = digit.wholeNumberValue, digit.isASCII,
        (1...WordNumbering.mostLevels).contains(number)
      else {
        text.append(sign)
        continue
      }
      rest.removeFirst()
      let other = self.level(number - 1, of: id) ?? Level()
      let value = values[number - 1] ?? other.start
      let format =
        definition.isLegal && other.format != "none" && other.format != "bullet" ? "decimal" : other.format
      text += WordNumerals.text(value, format, custom: other.customFormat)
    }
    return WordNumbering.cleaned(text)
  }

  /// A bullet in Unicode.
  static func bullet(_ text: String, font: String?) -> String {
    cleaned(WordSymbols.text(text, font: font, isBullet: true))
  }

  /// A marker as it is shown.
  private static func cleaned(_ text: String) -> String {
    String(decoding: RTFListMarkers.cleaned(Array(text.utf8)), as: UTF8.self)
  }

  // MARK: Definitions

  /// Adds the definitions of another document.
  ///
  /// - Returns: How many there were before.
  mutating func adopt(_ others: [ListDefinition]) -> Int {
    defer { definitions += others }
    return definitions.count
  }

  /// The index of a list's definition in the document, which is made at its first use.
  ///
  /// Lists of one abstract definition are one list, as they share its counters, unless they have levels of their own.
  private mutating func index(of id: String) -> Int {
    let isShared = lists[id]?.levels.isEmpty ?? false
    let key = isShared ? "abstract " + (lists[id].map { abstract(of: $0) } ?? "") : "list " + id
    if let known = definitionIndexes[key] { return known }
    let levels = (0..<WordNumbering.mostLevels).map { number in
      definition(of: level(number, of: id) ?? Level(text: "%\(number + 1)."))
    }
    definitionIndexes[key] = definitions.count
    definitions.append(ListDefinition(levels: levels))
    return definitions.count - 1
  }

  /// A level as the document holds it.
  private func definition(of level: Level) -> ListDefinition.Level {
    if level.isPicture || level.format == "bullet" {
      let bullet =
        level.isPicture ? ListDefinition.bullet : WordNumbering.bullet(level.text, font: level.font)
      return ListDefinition.Level(numbering: .bullet, pattern: bullet)
    }
    let numbering: ListDefinition.Level.Numbering =
      switch level.format {
      case "upperRoman": .upperRoman
      case "lowerRoman": .lowerRoman
      case "upperLetter": .upperLetter
      case "lowerLetter": .lowerLetter
      case "none": .none
      default: .decimal
      }
    var pattern = String.UnicodeScalarView()
    var scalars = level.text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      if scalar == "%", let digit = scalars.first, (0x31...0x39).contains(digit.value) {
        scalars.removeFirst()
        pattern.append(Unicode.Scalar(UInt8(digit.value - 0x30)))
      } else if scalar.value >= 0x20 {
        pattern.append(scalar)
      }
    }
    return ListDefinition.Level(numbering: numbering, start: max(level.start, 0), pattern: String(pattern))
  }
}

/// Characters of symbol fonts (ECMA-376-1, 17.3.3.30 "sym").
enum WordSymbols {
  /// Text in which the code points of a symbol font are replaced by what they look like.
  ///
  /// - Parameter isBullet: Whether code points that no font gives a meaning are taken from Symbol.
  static func text(_ text: String, font: String?, isBullet: Bool = false) -> String {
    guard text.unicodeScalars.contains(where: { (0xF020...0xF0FF).contains($0.value) }) else { return text }
    let page = font.flatMap { CodePage.symbol(font: $0.utf8) } ?? (isBullet ? CodePage.symbol : nil)
    guard let page else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if (0xF020...0xF0FF).contains(scalar.value) {
        let value = page[UInt8(truncatingIfNeeded: scalar.value)]
        result.append(value < CodePage.lacking ? Unicode.Scalar(value) ?? scalar : scalar)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The character of a `sym`; nil for a code that is none.
  static func character(font: String?, code: String?) -> String? {
    guard let code, let number = UInt32(code, radix: 16), number >= 0x20 else { return nil }
    if let page = font.flatMap({ CodePage.symbol(font: $0.utf8) }),
      number <= 0xFF || (0xF000...0xF0FF).contains(number)
    {
      let value = page[UInt8(truncatingIfNeeded: number)]
      if value < CodePage.lacking, let scalar = Unicode.Scalar(value) { return String(Character(scalar)) }
    }
    return Unicode.Scalar(number).map { String(Character($0)) }
  }
}
