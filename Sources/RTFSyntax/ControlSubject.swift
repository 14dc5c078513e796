/// What a word is about that Slipbox doesn't keep.
public enum ControlSubject: Int32, Sendable, CaseIterable {
  /// Outlined, shadowed, embossed, engraved or animated characters.
  case characterEffects = 1
  /// Characters moved apart or together, made wider or narrower.
  case characterSpacing
  /// Lines around characters, and patterns behind them.
  case characterBorders
  /// Emphasis marks of East Asian text.
  case emphasisMarks
  /// Two lines in one, characters fitted or turned, East Asian.
  case combinedCharacters
  /// The colour of underlines and strikes.
  case lineColors
  /// Lines around paragraphs.
  case paragraphBorders
  /// Kinds and colours of lines around paragraphs and cells.
  case borderLooks
  /// A paragraph whose lines stay on one page.
  case linesTogether
  /// What fills the way to a tab stop.
  case tabLeaders
  /// Paragraphs in a frame of their own place, and drop capitals.
  case frames
  /// Patterns behind paragraphs and cells.
  case shadingPatterns
  /// Numbered lines.
  case lineNumbers
  /// Text in columns.
  case columns
  /// The size, margins, orientation and borders of pages.
  case pageSetup
  /// How pages are numbered.
  case pageNumbers
  /// Where a section begins.
  case sectionStarts
  /// How notes are numbered.
  case noteNumbering
  /// Where a table stands, heights of rows, how cells are filled.
  case tableLayout
  /// Tracked changes of formatting.
  case trackedFormatting
  /// Tracked merges and splits of table cells.
  case trackedCells
  /// What may be edited, and by whom.
  case protection
  /// A page number, date or time that a program puts in when it shows the text.
  case computedText
  /// The visible part of a picture.
  case pictureCrop
  /// Parts of the document that lie in files of their own.
  case linkedDocuments
  /// What may be put into a form.
  case formFields
  /// The build of a formula.
  case formulas
  /// Entries for an index, a table of contents or of authorities.
  case indexEntries
  /// Variables for macros and fields.
  case documentVariables
  /// Data sources of form letters.
  case mailMerge
  /// Custom XML around text, and smart tags.
  case markup
  /// Fonts that the file brings along.
  case embeddedFonts
  /// What stands behind all pages.
  case pageBackground
  /// The address that relative links start from.
  case linkBase
  /// The bookmark that a property takes its value from.
  case linkedProperties
  /// The range and the answers of annotations.
  case annotationDetails
  /// Pictures as list bullets.
  case pictureBullets
  /// Links of shapes.
  case shapeLinks
  /// Where a shape stands.
  case shapePlace

  /// As `ControlWord.value`.
  var value: Int32 { rawValue }

  /// As `ControlWord.value`, with the parameter by which a word says nothing.
  func value(except neutral: Int16?) -> Int32 {
    guard let neutral else { return rawValue }
    return rawValue | ControlSubject.hasNeutral | Int32(neutral) << 16
  }

  private static let hasNeutral: Int32 = 0x100

  /// What a row's `value` says, for a word with this parameter; nil when that says nothing.
  public init?(value: Int32, parameter: Int32?) {
    if let parameter, value & ControlSubject.hasNeutral != 0, parameter == value >> 16 { return nil }
    self.init(rawValue: value & 0xFF)
  }
}
