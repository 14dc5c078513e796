internal import SlipDocument

/// Lists (RTF 1.9.1, "List Tables"). Every list of the document becomes a list and an override with the
/// same number, from 1. A paragraph refers to the override by `\ls1\ilvl0`. What else a list needs, so that
/// other programs count to the markers of the document, is in `RTFWrittenLists`.
extension RTFBuilder {
  /// How many levels a list in RTF has.
  static let listLevels = 9

  /// Writes the list table and the list override table, unless the document has no lists.
  ///
  /// ```
  /// {\*\listtable
  /// {\list\listtemplateid1{\listlevel…}{\listlevel…}…\listid1}}
  /// {\*\listoverridetable{\listoverride\listid1\listoverridecount0\ls1}}
  /// ```
  mutating func listTables() {
    guard let lists else { return }
    out.newLine()
    out.openIgnorable("listtable")
    for (index, source) in lists.sources.enumerated() {
      list(
        document.lists[source], number: index + 1, name: lists.isSplit(source) ? "List \(source + 1)" : nil)
    }
    out.close()
    out.newLine()
    out.openIgnorable("listoverridetable")
    for (index, override) in lists.overrides.enumerated() {
      listOverride(override.list + 1, number: index + 1, override)
    }
    out.close()
  }

  /// N of `\lsN` for the next item.
  mutating func listNumber(of item: ListItem) -> Int {
    guard let lists, itemCount < lists.numbers.count else {
      return listNumbers[item.list] ?? item.list + 1
    }
    itemCount += 1
    return Int(lists.numbers[itemCount - 1])
  }

  /// Writes an override: what paragraphs refer to by `\lsN`.
  ///
  /// - Parameter override: what it changes; nil for one that changes nothing.
  mutating func listOverride(_ identifier: Int, number: Int, _ override: RTFWrittenLists.Override? = nil) {
    out.open("listoverride")
    out.word("listid", identifier)
    let count = override?.changedLevels ?? 0
    out.word("listoverridecount", count)
    for level in 0..<count {
      out.open("lfolevel")
      if let start = override?.starts[level] {
        out.word("listoverridestartat")
        out.word("levelstartat", start)
      } else if level == override?.literal?.level, let marker = override?.literal?.marker {
        out.word("listoverrideformat", 1)
        let literal = ListDefinition(levels: [.init(numbering: .decimal, pattern: marker)])
        self.level(RTFNormalStyles.list(literal).levels[0], level)
      }
      out.close()
    }
    out.word("ls", number)
    out.close()
  }

  /// Writes a list with all of its nine levels; in RTF only simple lists (`\listsimple`) have a single
  /// one.
  ///
  /// - Parameters:
  ///   - list: the list; levels that it lacks are written as unused.
  ///   - number: the identifier of the list, which is also that of its template.
  ///   - name: what tells that several lists are one list of the document; nil for a list by itself.
  mutating func list(_ list: ListDefinition, number: Int, name: String? = nil) {
    out.newLine()
    out.open("list")
    out.word("listtemplateid", number)
    for index in 0..<RTFBuilder.listLevels {
      level(index < list.levels.count ? list.levels[index] : .unused, index)
    }
    if let name {
      out.open("listname")
      out.text(name)
      out.semicolon()
      out.close()
    }
    out.word("listid", number)
    out.close()
  }

  /// Writes a level of a list.
  ///
  /// The pattern of a level contains the scalars 1 to 9 for the numbers of the levels. In `\leveltext`
  /// these are the bytes 0 to 8, behind a byte with the length in UTF-16 units; `\levelnumbers` lists
  /// their positions. The pattern "1." of the first level, which is U+0001 and a full stop, gives:
  ///
  /// ```
  /// {\leveltext\'02\'00.;}{\levelnumbers\'01;}
  /// ```
  private mutating func level(_ level: ListDefinition.Level, _ index: Int) {
    out.open("listlevel")
    out.word("levelnfc", level.numbering.code)
    out.word("leveljc", 0)
    out.word("levelfollow", 0)
    out.word("levelstartat", level.start)
    out.open("leveltext")
    let pattern = level.pattern.unicodeScalars.filter { $0.value > 0 }
    out.hexByte(UInt8(clamping: pattern.reduce(0) { $0 + ($1.value > 0xFFFF ? 2 : 1) }))
    var positions: [UInt8] = []
    var position = 1
    for scalar in pattern {
      if scalar.value <= 9 {
        out.hexByte(UInt8(scalar.value - 1))
        positions.append(UInt8(clamping: position))
      } else {
        out.text(String(scalar))
      }
      position += scalar.value > 0xFFFF ? 2 : 1
    }
    out.semicolon()
    out.close()
    out.open("levelnumbers")
    for position in positions { out.hexByte(position) }
    out.semicolon()
    out.close()
    let indents = BlockRole.listIndents(level: index)
    out.word("fi", indents.firstLine)
    out.word("li", indents.left)
    out.close()
  }

  /// Writes the marker of a list item as plain text, for readers without lists: `{\listtext 1.\tab}`.
  mutating func listMarker(_ item: ListItem) {
    // An empty marker is written, too, because without one readers compute a marker.
    out.open("listtext")
    out.text(item.marker)
    out.word("tab")
    out.close()
  }
}

extension ListDefinition.Level {
  /// A level about which the document says nothing.
  static let unused = ListDefinition.Level(numbering: .none, pattern: "")
}

extension ListDefinition.Level.Numbering {
  /// The number format as `\levelnfcN`.
  var code: Int {
    switch self {
    case .decimal: 0
    case .upperRoman: 1
    case .lowerRoman: 2
    case .upperLetter: 3
    case .lowerLetter: 4
    case .bullet: 23
    case .none: 255
    }
  }

  /// The number format for `\levelnfcN`. Formats that a document doesn't have count as decimal.
  init(code: Int) {
    self =
      switch code {
      case 1: .upperRoman
      case 2: .lowerRoman
      case 3: .upperLetter
      case 4: .lowerLetter
      case 23: .bullet
      case 255: .none
      default: .decimal
      }
  }
}
