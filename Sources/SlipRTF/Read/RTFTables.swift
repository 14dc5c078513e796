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
