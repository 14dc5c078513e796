/// A feature of RTF that Slipbox does not retain, so that a reader can report what is lost.
///
/// Rows of `ControlWordTable` whose action is `unsupported`, `skipped` or `transparent` name their subject
/// in `ControlWord.value`. Many words share one subject, because a user wants one line that says "tab
/// leaders" and not six names of control words. Raw values are packed into `ControlWord.value` and must
/// stay below 256.
public enum ControlSubject: Int32, Sendable, CaseIterable {
  /// Outlined, shadowed, embossed, engraved or animated characters (`\outl`, `\shad`, `\embo`).
  case characterEffects = 1
  // Number 2, the spacing and width of characters, is no longer issued.
  /// Borders around characters and patterns behind them (`\chbrdr`, `\chshdng`).
  case characterBorders = 3
  /// Emphasis marks of East Asian text (`\accdot`).
  case emphasisMarks
  /// East Asian layout: two lines in one, fitted or rotated characters (`\twoinone`, `\fittext`).
  case combinedCharacters
  /// Underlines and strikes in a colour of their own (`\ulc`).
  case lineColors
  /// Borders beside and between paragraphs (`\brdrbar`, `\brdrbtw`).
  case paragraphBorders
  /// Line styles of borders for which a document has no equivalent, such as wavy or engraved ones
  /// (`\brdrwavy`).
  case borderLooks
  /// A paragraph whose lines stay on one page (`\keep`).
  case linesTogether
  /// What fills the space before a tab stop, such as dots (`\tldot`).
  case tabLeaders
  /// Paragraphs in frames with a position of their own, and drop capitals (`\absw`, `\posx`, `\dropcapli`).
  case frames
  /// Patterns behind paragraphs and cells (`\shading`, `\bghoriz`).
  case shadingPatterns
  /// Numbered lines (`\linemod`).
  case lineNumbers
  /// Text in columns (`\cols`).
  case columns
  /// Pages of another size or with other margins in later sections, and the borders of pages (`\pgwsxn`, `\pgbrdrt`).
  case pageSetup
  /// How pages are numbered (`\pgnstart`, `\pgnlcrm`).
  case pageNumbers
  /// Where a section begins (`\sbknone`).
  case sectionStarts
  /// How notes are numbered beyond their style and start (`\ftnrestart`).
  case noteNumbering
  /// The position of a table, the height of its rows and the direction of text in its cells (`\trqc`, `\trrh`).
  case tableLayout
  /// Tracked changes of formatting (`\crauth`, `\prauth`).
  case trackedFormatting
  /// Tracked merges and splits of table cells (`\clmrgd`, `\clsplit`).
  case trackedCells
  /// Protection: what may be edited, and by whom (`\readprot`, `\password`).
  case protection
  /// A page number, date or time that a program inserts when it shows the text (`\chpgn`, `\chdate`).
  case computedText
  /// Which part of a picture is visible (`\piccropl`).
  case pictureCrop
  /// Parts of the document that are files of their own (`\subdocument`, `\filetbl`).
  case linkedDocuments
  /// Form fields: their choices, checks and limits (`\formfield`).
  case formFields
  /// The structure of a formula, whose text is retained (`\mmath`).
  case formulas
  /// Entries for an index, a table of contents or a table of authorities (`\xe`, `\tc`).
  case indexEntries
  /// Variables for macros and fields (`\docvar`).
  case documentVariables
  /// Data sources of form letters (`\mailmerge`).
  case mailMerge
  /// Custom XML around text, and smart tags (`\xmlopen`).
  case markup
  /// Fonts that are embedded in the file (`\fontemb`).
  case embeddedFonts
  /// What stands behind all pages (`\background`).
  case pageBackground
  /// The base address of relative links (`\hlinkbase`).
  case linkBase
  /// The bookmark that a user-defined property takes its value from (`\linkval`).
  case linkedProperties
  /// The range that an annotation comments on, and which annotation it answers (`\atrfstart`, `\atnparent`).
  case annotationDetails
  /// Pictures as list bullets (`\listpicture`).
  case pictureBullets
  /// Links of shapes (`\hl`).
  case shapeLinks
  /// The position of a shape (`\shpleft`, `\dpx`).
  case shapePlace

  /// The subject as a `ControlWord.value`, for words that always lose something.
  var value: Int32 { rawValue }

  /// The subject as a `ControlWord.value`, for words that lose nothing with one parameter.
  ///
  /// The subject stands in bits 0 to 7, `hasNeutral` is bit 8, and the neutral parameter stands in bits
  /// 16 to 31.
  ///
  /// - Parameter neutral: the parameter with which the word says nothing, such as 1 for
  ///   `\cols`; nil when there is none.
  func value(except neutral: Int16?) -> Int32 {
    guard let neutral else { return rawValue }
    return rawValue | ControlSubject.hasNeutral | Int32(neutral) << 16
  }

  /// Marks a `ControlWord.value` that has a neutral parameter in its upper half.
  private static let hasNeutral: Int32 = 0x100

  /// Unpacks the subject of a row for one occurrence of its word.
  ///
  /// Returns nil when the occurrence loses nothing: the row names no subject (`value` 0), or the
  /// parameter is the neutral one of the word.
  ///
  /// - Parameters:
  ///   - value: the `ControlWord.value` of a row whose action names a subject.
  ///   - parameter: the parameter as it stands in the file; nil when there is none.
  public init?(value: Int32, parameter: Int32?) {
    if let parameter, value & ControlSubject.hasNeutral != 0, parameter == value >> 16 { return nil }
    self.init(rawValue: value & 0xFF)
  }
}
