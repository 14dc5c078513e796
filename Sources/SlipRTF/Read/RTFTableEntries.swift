/// An entry of the font table, such as `{\f0\fswiss\fcharset0 Helvetica;}`.
struct RTFFont {
  /// N of `\fN`.
  var number: Int32
  /// The name without its semicolon; empty if it is missing or was dropped at the limit.
  var name = ""
  /// `\fcharsetN`; nil when the file doesn't say.
  var charset: Int32?
  /// `\cpgN`; nil when the file doesn't say.
  var codePage: Int32?
  /// The family: 0 nil, 1 roman, 2 swiss, 3 modern, 4 script, 5 decor, 6 tech, 7 bidi.
  var family: Int32 = 0
}

/// An entry of the colour table, such as `\red255\green0\blue0;`.
struct RTFColor: Equatable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
}

/// An entry of the style sheet, such as `{\s1\b\fs32 heading 1;}`.
struct RTFStyle {
  /// What the style applies to: `\s`, `\cs`, `\ts` and `\ds` in this order.
  enum Kind: Equatable { case paragraph, character, table, section }
  /// N of `\sN` or its like.
  var number: Int32
  var kind: Kind
  /// The name without its semicolon.
  var name = ""
  /// N of `\sbasedonN`; nil or 222 if it is based on none.
  var basedOn: Int32?
  /// The character formatting that the entry states.
  var character = RTFCharacterState()
  /// The paragraph formatting that the entry states.
  var paragraph = RTFParagraphState()
}

/// A tab stop of a paragraph.
struct RTFTabStop: Equatable, Hashable {
  /// How text is aligned at the stop; `bar` draws a line.
  enum Kind: UInt8 { case left, center, right, decimal, bar }
  /// `\txN`: the distance from the left margin in twips.
  var position: Int32
  /// The kind, which comes before the position in a file.
  var kind: Kind
}

/// A list as `\lsN` names it (RTF 1.9.1, "List Tables").
struct RTFList {
  /// One level of a list.
  struct Level: Hashable {
    /// `\levelnfcN`: 0 decimal, 1 and 2 Roman, 3 and 4 letters, 23 bullet, 255 none, and
    /// more.
    var numbering: Int32 = 0
    /// `\levelstartatN`: the number of the first item.
    var start: Int32 = 1
    /// The marker's pattern: UTF-8 in which U+0000 to U+0008 stand for the numbers of
    /// levels 1 to 9. `1.a)` on the second level has the bytes 0, `.`, 1, `)`.
    var pattern: [UInt8] = []
    /// `\levellegal1`: numbers of other levels are shown as decimals.
    var isLegal = false
    /// `\levelnorestart1`: the count goes on when a higher level counts.
    var neverRestarts = false
    /// `\listoverridestartat`: the count begins again where `\lsN` first comes.
    var restarts = false
  }
  /// N of `\lsN`.
  var number: Int32
  /// `\listidN`. Overrides of one list share its counters.
  var identifier: Int32 = 0
  /// `\listname`: lists of one name are one list of a document. Empty without formatting.
  var name = ""
  /// The levels, the first one outermost.
  var levels: [Level] = []
  /// The levels as `\list` defines them, before an override changes them.
  var base: [Level] = []

  /// The most levels of a list in RTF.
  static let mostLevels = 9

  /// A name without the semicolon that ends it, of at most 64 characters.
  static func name(_ text: String) -> String {
    String(RTFNormalStyles.trimmed(text.filter { $0 != ";" }).prefix(64))
  }

  /// Whether it differs from the list that it overrides only in where it begins, or in markers that are texts of their own.
  var isSameList: Bool {
    levels.count == base.count && !levels.isEmpty
      && zip(levels, base).allSatisfy { level, base in
        var same = level
        (same.start, same.restarts) = (base.start, base.restarts)
        return same == base || level.numbering == 0 && !level.pattern.contains { $0 < RTFList.mostLevels }
      }
  }
}

/// The definition of a table row (`\trowd` … `\row`; RTF 1.9.1, "Table Definitions").
/// Lengths are in twips.
struct RTFRow {
  /// The definition of a cell, which `\cellxN` ends.
  struct Cell {
    /// `\cellxN`: where the cell ends, from the left margin.
    var right: Int32
    /// 1 for the first cell of a merge (`\clmgf`), 2 for a further one (`\clmrg`), 0 for
    /// none.
    var horizontalMerge: UInt8 = 0
    /// The same for cells above each other (`\clvmgf`, `\clvmrg`).
    var verticalMerge: UInt8 = 0
    /// Where its content stands: a `ControlValue` such as `middleOfCell`.
    var alignment: UInt8 = 0
    /// The colour behind the cell: an index into `RTFTables.colors`; 0 for none.
    var shading: Int32 = 0
    /// Its lines: an index into `RTFTables.borderSets`; 0 for none that it states.
    var borders: Int32 = 0
    /// `\clftsWidth1`: the cell is as wide as the program likes.
    var isAutoWidth = false
  }
  /// The cells, from the left. Empty without formatting.
  var cells: [Cell] = []
  /// `\trleftN`: where the row begins, from the left margin.
  var left: Int32 = 0
  /// `\trhdr`: the row is repeated on each page.
  var isHeader = false
  /// `\tbllkhdrcols`: the first cell is the header of the row.
  var hasHeaderColumn = false
  /// `\tsN`: a style of tables decides what the row looks like. Word says `\tbllkhdrcols` of every such row.
  var hasStyle = false
  /// `\rtlrow`: the cells stand from right to left.
  var isRightToLeft = false
  /// `\lastrow`: the table ends with it.
  var isLast = false
  /// The lines of cells that state none.
  var borders = RTFBorders()
  /// The formatting of the row's end, where a tracked change of the row stands. Only with
  /// formatting.
  var mark = RTFCharacterState()
  /// The tracked changes of cells (`\clins`, `\cldel`), stored as characters have them.
  /// Only with formatting.
  var cellChanges: [(cell: Int, change: RTFCharacterState)] = []
  /// How many cells are defined, with or without formatting.
  private(set) var definedCells = 0
  /// How many of these, from the first on, are deleted.
  private(set) var deletedCells = 0
  /// Whether its end, or each of its cells, is deleted.
  var isDeleted = false

  /// The most cells of a row; later definitions are ignored.
  static let mostCells = 4_096

  /// Counts the definition of a cell.
  mutating func defineCell(isDeleted: Bool) {
    if isDeleted && deletedCells == definedCells { deletedCells += 1 }
    definedCells += 1
  }
}

/// The lines around a paragraph or a cell as a file states them (RTF 1.9.1, "Paragraph Borders", "Table Definitions").
struct RTFBorders: Hashable {
  /// One line.
  struct Line: Hashable {
    /// The kind of line, a `ControlValue`; 0 where none is stated.
    var style: UInt8 = 0
    /// `\brdrwN` in twips.
    var width: Int32 = 15
    /// `\brdrcfN`: an index into `RTFTables.colors`; 0 for none.
    var color: Int32 = 0
    /// `\brspN`: the distance from the text in twips.
    var space: Int32 = 0
  }

  /// The widest line in twips. Wider ones are cut to it.
  static let widest: Int32 = 255
  /// The largest distance from the text in twips, which is the 31 points that Word takes.
  static let farthest: Int32 = 620

  /// The lines at the top, left, bottom and right, and for rows between rows and between cells: in the order of
  /// `ControlValue.top` and so on.
  var lines = [Line](repeating: Line(), count: 6)

  /// Changes the lines of several sides.
  ///
  /// - Parameter sides: One bit for each side, the lowest for the first line.
  mutating func change(_ sides: Int32, _ change: (inout Line) -> Void) {
    for side in lines.indices where sides & (1 << side) != 0 { change(&lines[side]) }
  }
}

/// Recognises heading styles by their names, in the languages that word processors come
/// in. It serves for files that give headings no outline level.
enum RTFHeadingName {
  /// What the names begin with, in lower case and without spaces.
  private static let prefixes = [
    "heading", "überschrift", "titre", "título", "titulo", "titolo", "kop", "rubrik", "overskrift", "otsikko",
    "nagłówek", "nadpis", "naslov", "címsor", "titlu", "заголовок", "επικεφαλίδα", "başlık", "見出し", "标题",
    "標題",
    "제목", "כותרת", "عنوان", "encabezado", "cabeçalho", "capçalera",
  ]

  /// The level of a heading from its style's name, from 1 to 9: `heading 2` and
  /// `Überschrift 2` give 2, other names nil. Word's aliases behind a comma are ignored.
  static func level(_ name: String) -> Int? {
    let name = name.prefix { $0 != "," && $0 != ";" }.lowercased()
    guard let last = name.unicodeScalars.last, (0x31...0x39).contains(last.value) else { return nil }
    let stem = name.dropLast().filter { $0 != " " && $0 != "\u{A0}" && $0 != "_" }
    return prefixes.contains(stem) ? Int(last.value) - 0x30 : nil
  }
}
