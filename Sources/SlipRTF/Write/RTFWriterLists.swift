internal import SlipDocument

/// Lists (RTF 1.9.1, "List Tables"): every list of the document is a list and an override of its own.
extension RTFBuilder {
  /// Levels of a list in RTF.
  static let listLevels = 9

  mutating func listTables() {
    guard !document.lists.isEmpty else { return }
    out.newLine()
    out.openIgnorable("listtable")
    for (index, list) in document.lists.enumerated() { self.list(list, number: index + 1) }
    out.close()
    out.newLine()
    out.openIgnorable("listoverridetable")
    for index in document.lists.indices {
      out.open("listoverride")
      out.word("listid", index + 1)
      out.word("listoverridecount", 0)
      out.word("ls", index + 1)
      out.close()
    }
    out.close()
  }

  private mutating func list(_ list: ListDefinition, number: Int) {
    out.newLine()
    out.open("list")
    out.word("listtemplateid", number)
    for index in 0..<RTFBuilder.listLevels {
      level(index < list.levels.count ? list.levels[index] : .unused, index)
    }
    out.word("listid", number)
    out.close()
  }

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

  mutating func listMarker(_ item: ListItem) {
    // An empty one keeps readers from computing it.
    out.open("listtext")
    out.text(item.marker)
    out.word("tab")
    out.close()
  }
}

extension ListDefinition.Level {
  /// A level that the document says nothing about.
  static let unused = ListDefinition.Level(numbering: .none, pattern: "")
}

extension ListDefinition.Level.Numbering {
  /// `\levelnfcN`
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

  /// Numberings that the model lacks count as decimal ones.
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
