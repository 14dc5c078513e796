/// What the `value` of a control word means where an action has several.
public enum ControlValue {
  // Breaks.
  public static let page: Int32 = 0
  public static let column: Int32 = 1
  public static let section: Int32 = 2

  // Run types (RTF 1.9.1, "Associated Character Properties").
  public static let low: Int32 = 0
  public static let high: Int32 = 1
  public static let double: Int32 = 2
  public static let rightToLeft: Int32 = 3
  public static let leftToRight: Int32 = 4

  // Underlines.
  public static let single: Int32 = 1
  public static let doubleLine: Int32 = 2
  public static let dotted: Int32 = 3
  public static let dashed: Int32 = 4
  public static let dashDot: Int32 = 5
  public static let dashDotDot: Int32 = 6
  public static let thick: Int32 = 7
  public static let wave: Int32 = 8
  public static let words: Int32 = 9

  // Alignments and tab stops.
  public static let left: Int32 = 0
  public static let center: Int32 = 1
  public static let right: Int32 = 2
  public static let justified: Int32 = 3
  public static let decimal: Int32 = 4

  // Sides of a paragraph, which add up.
  public static let top: Int32 = 1
  public static let leftSide: Int32 = 2
  public static let bottom: Int32 = 4
  public static let rightSide: Int32 = 8
  public static let allSides: Int32 = 15

  // Notes, plus how they are counted.
  public static let footnotes: Int32 = 0
  public static let endnotes: Int32 = 16
  public static let lowerLetters: Int32 = 1
  public static let upperLetters: Int32 = 2
  public static let lowerRoman: Int32 = 3
  public static let upperRoman: Int32 = 4
  public static let symbols: Int32 = 5

  // Tracked changes of cells.
  public static let insertion: Int32 = 1
  public static let insertionAuthor: Int32 = 2
  public static let insertionDate: Int32 = 3
  public static let deletion: Int32 = 4
  public static let deletionAuthor: Int32 = 5
  public static let deletionDate: Int32 = 6

  // Headers and footers.
  public static let header: Int32 = 0
  public static let headerFirst: Int32 = 1
  public static let headerLeft: Int32 = 2
  public static let headerRight: Int32 = 3
  public static let footer: Int32 = 4
  public static let footerFirst: Int32 = 5
  public static let footerLeft: Int32 = 6
  public static let footerRight: Int32 = 7

  // Picture formats.
  public static let png: Int32 = 1
  public static let jpeg: Int32 = 2
  public static let emf: Int32 = 3
  public static let wmf: Int32 = 4
  public static let macPict: Int32 = 5
  public static let deviceIndependentBitmap: Int32 = 6
  public static let deviceDependentBitmap: Int32 = 7
  public static let os2Metafile: Int32 = 8

  // Information fields.
  public static let title: Int32 = 1
  public static let subject: Int32 = 2
  public static let author: Int32 = 3
  public static let manager: Int32 = 4
  public static let company: Int32 = 5
  public static let category: Int32 = 6
  public static let comment: Int32 = 7
  public static let keywords: Int32 = 8
  public static let operatorName: Int32 = 9
  public static let created: Int32 = 1
  public static let modified: Int32 = 2
  public static let printed: Int32 = 3
  public static let backedUp: Int32 = 4
}
