/// What the head of an RTF file defines, and bodies refer to by number: fonts, colours,
/// styles, lists, authors.
///
/// The interpreter fills the tables, and shares them with the sink: they may be large,
/// and may grow at any time. Sets of tab stops and of borders are tables here as well,
/// though not in the file. They keep the state of a group small.
final class RTFTables {
  /// The fonts in the order of the file. Find one with `font(_:)`.
  private(set) var fonts: [RTFFont] = []
  /// For each font number, the index of the font.
  private var fontIndices: [Int32: Int] = [:]
  /// The colours; nil for an automatic one, whose entry is empty. The first usually is.
  private(set) var colors: [RTFColor?] = []
  /// The styles in the order of the file.
  private(set) var styles: [RTFStyle] = []
  /// For each style, its index.
  private var styleIndices: [StyleKey: Int] = [:]
  /// The lists by the numbers of `\lsN`, as `\listoverride` defines them.
  private(set) var lists: [Int32: RTFList] = [:]
  /// The names in `\revtbl`. By convention the first is "Unknown".
  var revisionAuthors: [String] = []
  /// N of `\deffN`; nil when the file doesn't say.
  var defaultFont: Int32?
  /// N of `\deflangN`; nil when the file doesn't say.
  var defaultLanguage: Int32?
  /// How footnotes are numbered: a `ControlValue` style, and the first number.
  var footnotes: (style: Int32, start: Int32) = (0, 1)
  /// How endnotes are numbered.
  var endnotes: (style: Int32, start: Int32) = (0, 1)
  /// What the file says of the document's pages.
  var page = RTFPage()
  /// What the first section says of them.
  var sectionPage = RTFPage()
  /// Each distinct set of tab stops. The first is empty.
  private(set) var tabSets: [[RTFTabStop]] = [[]]
  /// For each set of tab stops, its index.
  private var tabSetIndices: [[RTFTabStop]: Int32] = [[]: 0]
  /// Each distinct set of lines around a paragraph. The first is empty.
  private(set) var borderSets = [RTFBorders()]
  /// For each set of lines, its index.
  private var borderSetIndices = [RTFBorders(): Int32(0)]

  /// The most entries of a table; later ones are dropped. Numbers in RTF have 16 bits.
  private static let mostEntries = 65_536

  /// What tells styles apart: `\s1` and `\cs1` are two styles.
  private struct StyleKey: Hashable {
    var number: Int32
    var kind: RTFStyle.Kind
  }

  /// Adds the fonts that a font table has gained. Of two with one number the last counts.
  func add(fontsOf table: RTFFontTable) {
    for font in table.fonts[fonts.count...] {
      fontIndices[font.number] = fonts.count
      fonts.append(font)
    }
  }

  /// The font with the number of `\fN`; nil if there is none.
  func font(_ number: Int32) -> RTFFont? { fontIndices[number].map { fonts[$0] } }

  /// Adds a colour, or an automatic one.
  func add(_ color: RTFColor?) {
    if colors.count < RTFTables.mostEntries { colors.append(color) }
  }

  /// The list with the number of `\lsN`; nil if there is none.
  func list(_ number: Int32) -> RTFList? { lists[number] }

  /// Adds a list, unless there are `most` of them.
  ///
  /// - Returns: False if it was not added.
  func add(_ list: RTFList, most: Int) -> Bool {
    guard lists.count < most else { return false }
    lists[list.number] = list
    return true
  }

  /// The style of a kind with a number; nil if there is none.
  func style(_ number: Int32, _ kind: RTFStyle.Kind) -> RTFStyle? {
    styleIndices[StyleKey(number: number, kind: kind)].map { styles[$0] }
  }

  /// Adds a style. Of two with one number the first counts.
  func add(_ style: RTFStyle) {
    let key = StyleKey(number: style.number, kind: style.kind)
    guard styleIndices.count < RTFTables.mostEntries, styleIndices[key] == nil else { return }
    styleIndices[key] = styles.count
    styles.append(style)
  }

  /// The index of a set of tab stops, and whether it is new; nil if there are too many
  /// sets.
  func tabSet(_ stops: [RTFTabStop]) -> (index: Int32, isNew: Bool)? {
    if let known = tabSetIndices[stops] { return (known, false) }
    guard tabSets.count < RTFTables.mostEntries else { return nil }
    let index = Int32(tabSets.count)
    tabSetIndices[stops] = index
    tabSets.append(stops)
    return (index, true)
  }

  /// The index of a set of lines, and whether it is new; nil if there are too many sets.
  func borderSet(_ borders: RTFBorders) -> (index: Int32, isNew: Bool)? {
    if let known = borderSetIndices[borders] { return (known, false) }
    guard borderSets.count < RTFTables.mostEntries else { return nil }
    let index = Int32(borderSets.count)
    borderSetIndices[borders] = index
    borderSets.append(borders)
    return (index, true)
  }
}
