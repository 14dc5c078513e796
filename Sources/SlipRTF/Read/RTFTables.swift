/// What the head of an RTF file defines, and what bodies refer to by number.
///
/// The interpreter, which fills it, and the sink share it, as tables may be large and may grow at any time.
final class RTFTables {
  /// In the order of the file; find one with `font(_:)`.
  private(set) var fonts: [RTFFont] = []
  private var fontIndices: [Int32: Int] = [:]
  /// Nil for an entry that is automatic (an empty one).
  private(set) var colors: [RTFColor?] = []
  private var styles: [RTFStyle] = []
  private var styleIndices: [StyleKey: Int] = [:]
  /// Lists as `\listoverride` resolves them, by their numbers.
  private var lists: [Int32: RTFList] = [:]
  /// `\revtbl`; by convention the first is "Unknown".
  var revisionAuthors: [String] = []
  /// N of `\deffN`; nil when the file doesn't say.
  var defaultFont: Int32?
  /// N of `\deflangN`; nil when the file doesn't say.
  var defaultLanguage: Int32?
  /// How notes are counted: a `ControlValue` style, and the first number.
  var footnotes: (style: Int32, start: Int32) = (0, 1)
  var endnotes: (style: Int32, start: Int32) = (0, 1)
  /// Each distinct set of tab stops; the first is empty.
  private(set) var tabSets: [[RTFTabStop]] = [[]]
  private var tabSetIndices: [[RTFTabStop]: Int32] = [[]: 0]
  /// Each distinct set of lines around a paragraph; the first is empty.
  private(set) var borderSets = [RTFBorders()]
  private var borderSetIndices = [RTFBorders(): Int32(0)]

  private static let mostEntries = 65_536

  private struct StyleKey: Hashable {
    var number: Int32
    var kind: RTFStyle.Kind
  }

  /// Takes over what a font table has gained. Of two with one number the last counts.
  func add(fontsOf table: RTFFontTable) {
    for font in table.fonts[fonts.count...] {
      fontIndices[font.number] = fonts.count
      fonts.append(font)
    }
  }

  func font(_ number: Int32) -> RTFFont? { fontIndices[number].map { fonts[$0] } }

  func add(_ color: RTFColor?) {
    if colors.count < RTFTables.mostEntries { colors.append(color) }
  }

  /// The list of `\lsN`.
  func list(_ number: Int32) -> RTFList? { lists[number] }

  /// Adds a list that isn't there; false where there are `most`.
  func add(_ list: RTFList, most: Int) -> Bool {
    guard lists.count < most else { return false }
    lists[list.number] = list
    return true
  }

  func style(_ number: Int32, _ kind: RTFStyle.Kind) -> RTFStyle? {
    styleIndices[StyleKey(number: number, kind: kind)].map { styles[$0] }
  }

  /// Adds a style; of two with one number the first counts.
  func add(_ style: RTFStyle) {
    let key = StyleKey(number: style.number, kind: style.kind)
    guard styleIndices.count < RTFTables.mostEntries, styleIndices[key] == nil else { return }
    styleIndices[key] = styles.count
    styles.append(style)
  }

  /// The number of a set of tab stops, and whether it is a new one; nil where there are too many.
  func tabSet(_ stops: [RTFTabStop]) -> (index: Int32, isNew: Bool)? {
    if let known = tabSetIndices[stops] { return (known, false) }
    guard tabSets.count < RTFTables.mostEntries else { return nil }
    let index = Int32(tabSets.count)
    tabSetIndices[stops] = index
    tabSets.append(stops)
    return (index, true)
  }

  /// The number of a set of lines, and whether it is a new one; nil where there are too many.
  func borderSet(_ borders: RTFBorders) -> (index: Int32, isNew: Bool)? {
    if let known = borderSetIndices[borders] { return (known, false) }
    guard borderSets.count < RTFTables.mostEntries else { return nil }
    let index = Int32(borderSets.count)
    borderSetIndices[borders] = index
    borderSets.append(borders)
    return (index, true)
  }
}

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
