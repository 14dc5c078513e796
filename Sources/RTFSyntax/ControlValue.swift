/// Names for `ControlWord.value`, where an action has several meanings.
///
/// The numbers are meaningful only together with the action of the word: `page`, `low` and `left` are
/// all 0. They exist in memory only and may change, except where a comment says that they add up.
public enum ControlValue {
  // MARK: Breaks, for `ControlAction.pageBreak`.
  /// A page break, as `\page` makes it.
  public static let page: Int32 = 0
  /// A column break (`\column`).
  public static let column: Int32 = 1
  /// A section break (`\sect`).
  public static let section: Int32 = 2

  // MARK: Run types, for `ControlAction.runType` (RTF 1.9.1, "Associated Character Properties").
  /// `\loch`: single-byte characters below 0x80.
  public static let low: Int32 = 0
  /// `\hich`: single-byte characters from 0x80 on.
  public static let high: Int32 = 1
  /// `\dbch`: double-byte characters.
  public static let double: Int32 = 2
  /// `\rtlch`: right-to-left characters.
  public static let rightToLeft: Int32 = 3
  /// `\ltrch`: left-to-right characters.
  public static let leftToRight: Int32 = 4

  // MARK: Lines, for `ControlAction.underline` and `borderStyle`.
  /// One continuous line (`\ul`, `\brdrs`).
  public static let single: Int32 = 1
  /// Two lines (`\uldb`, `\brdrdb`).
  public static let doubleLine: Int32 = 2
  /// Dots (`\uld`, `\brdrdot`).
  public static let dotted: Int32 = 3
  /// Dashes (`\uldash`, `\brdrdash`).
  public static let dashed: Int32 = 4
  /// Dashes and dots in turn (`\uldashd`).
  public static let dashDot: Int32 = 5
  /// A dash and two dots in turn (`\uldashdd`).
  public static let dashDotDot: Int32 = 6
  /// One thick line (`\ulth`, `\brdrth`).
  public static let thick: Int32 = 7
  /// A wavy line (`\ulwave`).
  public static let wave: Int32 = 8
  /// A line below words but not below the spaces between them (`\ulw`).
  public static let words: Int32 = 9

  /// A border of a kind that documents don't have, such as a wavy one.
  public static let otherLine: Int32 = 10
  /// No border, whatever else would give one (`\brdrnone`, `\brdrtbl`).
  public static let noLine: Int32 = 11

  // MARK: Alignments and tab stops, for `ControlAction.alignment` and `tabKind`.
  /// Aligned left (`\ql`).
  public static let left: Int32 = 0
  /// Centred (`\qc`, `\tqc`).
  public static let center: Int32 = 1
  /// Aligned right (`\qr`, `\tqr`).
  public static let right: Int32 = 2
  /// Aligned on both sides (`\qj`); also stands for distributed text.
  public static let justified: Int32 = 3
  /// A tab stop that aligns decimal separators (`\tqdec`).
  public static let decimal: Int32 = 4

  // MARK: Places in a cell, for `ControlAction.cellAlignment`.
  /// At the top (`\clvertalt`).
  public static let topOfCell: Int32 = 0
  /// In the middle (`\clvertalc`).
  public static let middleOfCell: Int32 = 1
  /// At the bottom (`\clvertalb`).
  public static let bottomOfCell: Int32 = 2

  // MARK: Lengths of a page, for `ControlAction.pageLength` and `sectionPageLength`.
  /// The width of the paper (`\paperw`).
  public static let paperWidth: Int32 = 0
  /// The height of the paper (`\paperh`).
  public static let paperHeight: Int32 = 1
  /// The margin at the top (`\margt`).
  public static let topMargin: Int32 = 2
  /// The margin on the left (`\margl`).
  public static let leftMargin: Int32 = 3
  /// The margin at the bottom (`\margb`).
  public static let bottomMargin: Int32 = 4
  /// The margin on the right (`\margr`).
  public static let rightMargin: Int32 = 5

  // MARK: Sides of paragraphs, cells and rows, which add up, for `ControlAction.paragraphBorder` and the like.
  /// The top (`\brdrt`).
  public static let top: Int32 = 1
  /// The left side (`\brdrl`).
  public static let leftSide: Int32 = 2
  /// The bottom (`\brdrb`).
  public static let bottom: Int32 = 4
  /// The right side (`\brdrr`).
  public static let rightSide: Int32 = 8
  /// All four sides (`\box`).
  public static let allSides: Int32 = 15
  /// Between a row and the ones above and below (`\trbrdrh`).
  public static let betweenRows: Int32 = 16
  /// Between the cells of a row (`\trbrdrv`).
  public static let betweenCells: Int32 = 32

  // MARK: Notes, for `ControlAction.noteStart` and `noteNumbering`; there a style is added to the kind of note.
  /// The setting concerns footnotes. Alone: they are counted with Arabic numerals.
  public static let footnotes: Int32 = 0
  /// The setting concerns endnotes. Alone: they are counted with Arabic numerals.
  public static let endnotes: Int32 = 16
  /// Counted a, b, c (`\ftnnalc`).
  public static let lowerLetters: Int32 = 1
  /// Counted A, B, C (`\ftnnauc`).
  public static let upperLetters: Int32 = 2
  /// Counted i, ii, iii (`\ftnnrlc`).
  public static let lowerRoman: Int32 = 3
  /// Counted I, II, III (`\ftnnruc`).
  public static let upperRoman: Int32 = 4
  /// Counted with the signs of the Chicago Manual of Style: *, †, ‡, § (`\ftnnchi`).
  public static let symbols: Int32 = 5

  // MARK: Tracked changes of cells, for `ControlAction.cellChange`.
  /// The cell was inserted (`\clins`).
  public static let insertion: Int32 = 1
  /// Who inserted it (`\clinsauth`).
  public static let insertionAuthor: Int32 = 2
  /// When it was inserted (`\clinsdttm`).
  public static let insertionDate: Int32 = 3
  /// The cell was deleted (`\cldel`).
  public static let deletion: Int32 = 4
  /// Who deleted it (`\cldelauth`).
  public static let deletionAuthor: Int32 = 5
  /// When it was deleted (`\cldeldttm`).
  public static let deletionDate: Int32 = 6

  // MARK: Headers and footers, for `ControlAction.header`.
  /// The header of all pages (`\header`).
  public static let header: Int32 = 0
  /// The header of the first page (`\headerf`).
  public static let headerFirst: Int32 = 1
  /// The header of left pages (`\headerl`).
  public static let headerLeft: Int32 = 2
  /// The header of right pages (`\headerr`).
  public static let headerRight: Int32 = 3
  /// The footer of all pages (`\footer`).
  public static let footer: Int32 = 4
  /// The footer of the first page (`\footerf`).
  public static let footerFirst: Int32 = 5
  /// The footer of left pages (`\footerl`).
  public static let footerLeft: Int32 = 6
  /// The footer of right pages (`\footerr`).
  public static let footerRight: Int32 = 7

  // MARK: Picture formats, for `ControlAction.pictureFormat`.
  /// PNG (`\pngblip`).
  public static let png: Int32 = 1
  /// JPEG (`\jpegblip`).
  public static let jpeg: Int32 = 2
  /// An enhanced metafile of Windows (`\emfblip`).
  public static let emf: Int32 = 3
  /// A metafile of Windows 3 (`\wmetafile`).
  public static let wmf: Int32 = 4
  /// A QuickDraw picture of the classic Macintosh (`\macpict`).
  public static let macPict: Int32 = 5
  /// A device-independent bitmap of Windows (`\dibitmap`): a BMP file without its file header.
  public static let deviceIndependentBitmap: Int32 = 6
  /// A device-dependent bitmap of Windows (`\wbitmap`): bare pixels, described by words of the
  /// picture's group.
  public static let deviceDependentBitmap: Int32 = 7
  /// A metafile of OS/2 (`\pmmetafile`).
  public static let os2Metafile: Int32 = 8

  // MARK: Information fields, for `ControlAction.infoText`, and dates from `created` on, for `infoDate`.
  /// The title (`\title`).
  public static let title: Int32 = 1
  /// The subject (`\subject`).
  public static let subject: Int32 = 2
  /// The author (`\author`).
  public static let author: Int32 = 3
  /// The author's manager (`\manager`).
  public static let manager: Int32 = 4
  /// The author's company (`\company`).
  public static let company: Int32 = 5
  /// The category (`\category`).
  public static let category: Int32 = 6
  /// The comments that programs show to the user (`\doccomm`); `\comment` is not shown and not used.
  public static let comment: Int32 = 7
  /// The keywords (`\keywords`).
  public static let keywords: Int32 = 8
  /// Who made the last change (`\operator`).
  public static let operatorName: Int32 = 9
  /// When the document was created (`\creatim`).
  public static let created: Int32 = 1
  /// When it was last saved (`\revtim`).
  public static let modified: Int32 = 2
  /// When it was last printed (`\printim`).
  public static let printed: Int32 = 3
  /// When it was last backed up (`\buptim`).
  public static let backedUp: Int32 = 4
}
