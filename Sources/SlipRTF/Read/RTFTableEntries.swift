struct RTFFont {
  /// N of `\fN`.
  var number: Int32
  var name = ""
  /// `\fcharsetN`; nil when the file doesn't say.
  var charset: Int32?
  /// `\cpgN`; nil when the file doesn't say.
  var codePage: Int32?
  /// 0 nil, 1 roman, 2 swiss, 3 modern, 4 script, 5 decor, 6 tech, 7 bidi.
  var family: Int32 = 0
}

struct RTFColor: Equatable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
}

struct RTFStyle {
  enum Kind: Equatable { case paragraph, character, table, section }
  var number: Int32
  var kind: Kind
  var name = ""
  /// `\sbasedonN`; nil or 222 when based on none.
  var basedOn: Int32?
  var character = RTFCharacterState()
  var paragraph = RTFParagraphState()
}

struct RTFTabStop: Equatable, Hashable {
  enum Kind: UInt8 { case left, center, right, decimal, bar }
  var position: Int32
  var kind: Kind
}

/// A list as `\lsN` names it.
struct RTFList {
  struct Level: Hashable {
    /// `\levelnfcN`: 0 decimal, 1 and 2 Roman, 3 and 4 letters, 23 bullet, 255 none, and more.
    var numbering: Int32 = 0
    var start: Int32 = 1
    /// The marker's pattern: UTF-8 in which U+0000 … U+0008 stand for the numbers of levels 1 to 9.
    var pattern: [UInt8] = []
    /// `\levellegal1`: other levels' numbers are shown as decimals.
    var isLegal = false
    /// `\levelnorestart1`: goes on counting when a higher level counts.
    var neverRestarts = false
    /// `\listoverridestartat`: the count begins again where `\lsN` first comes.
    var restarts = false
  }
  /// N of `\lsN`.
  var number: Int32
  /// `\listid`: overrides of one list share its counters.
  var identifier: Int32 = 0
  var levels: [Level] = []

  static let mostLevels = 9
}

/// A row's definition (`\trowd` … `\row`); lengths in twips.
struct RTFRow {
  struct Cell {
    /// `\cellxN`.
    var right: Int32
    /// 1 first cell of a merge, 2 a further one, 0 none.
    var horizontalMerge: UInt8 = 0
    var verticalMerge: UInt8 = 0
    /// Index into `RTFTables.colors`; 0 for none.
    var shading: Int32 = 0
    /// Has a line on one side at least.
    var isBordered = false
    /// `\clftsWidth1`: as wide as the program likes.
    var isAutoWidth = false
  }
  var cells: [Cell] = []
  var left: Int32 = 0
  var isHeader = false
  /// `\lastrow`: the table ends with it.
  var isLast = false
  /// The row gives its cells borders.
  var isBordered = false
  /// The formatting of its end, where a tracked change of the row stands. With formatting only.
  var mark = RTFCharacterState()
  /// Tracked changes of cells (`\clins`, `\cldel`) as characters have them. With formatting only.
  var cellChanges: [(cell: Int, change: RTFCharacterState)] = []
  /// How many cells are defined, and how many of these, from the first on, are deleted.
  private(set) var definedCells = 0
  private(set) var deletedCells = 0
  /// Its end, or all of its cells, are deleted.
  var isDeleted = false

  static let mostCells = 4_096

  /// Counts a cell's definition.
  mutating func defineCell(isDeleted: Bool) {
    if isDeleted && deletedCells == definedCells { deletedCells += 1 }
    definedCells += 1
  }
}

/// Lines around a paragraph as a file states them.
struct RTFBorders: Hashable {
  struct Line: Hashable {
    /// A `ControlValue` line style.
    var style: UInt8
    /// In twips.
    var width: Int32 = 15
    /// Index into `RTFTables.colors`; 0 for none.
    var color: Int32 = 0
    /// In twips.
    var space: Int32 = 0
  }

  /// What Word takes: six points, and 31 points from the text (RTF 1.9.1, "Paragraph Borders").
  static let widest: Int32 = 255
  static let farthest: Int32 = 620

  /// Top, left, bottom, right: in the order of `ControlValue.top` and so on.
  var lines: [Line?] = [nil, nil, nil, nil]

  /// Changes the lines of a set of sides.
  mutating func change(_ sides: Int32, _ change: (inout Line?) -> Void) {
    for side in 0..<4 where sides & (1 << side) != 0 { change(&lines[side]) }
  }
}

/// Names of heading styles in the languages that word processors come in.
enum RTFHeadingName {
  private static let prefixes = [
    "heading", "überschrift", "titre", "título", "titulo", "titolo", "kop", "rubrik", "overskrift", "otsikko",
    "nagłówek", "nadpis", "naslov", "címsor", "titlu", "заголовок", "επικεφαλίδα", "başlık", "見出し", "标题",
    "標題",
    "제목", "כותרת", "عنوان", "encabezado", "cabeçalho", "capçalera",
  ]

  /// 1 to 9 for a name such as `heading 2` or `Überschrift 2`.
  static func level(_ name: String) -> Int? {
    // Aliases follow a comma.
    let name = name.prefix { $0 != "," && $0 != ";" }.lowercased()
    guard let last = name.unicodeScalars.last, (0x31...0x39).contains(last.value) else { return nil }
    let stem = name.dropLast().filter { $0 != " " && $0 != "\u{A0}" && $0 != "_" }
    return prefixes.contains(stem) ? Int(last.value) - 0x30 : nil
  }
}
