internal import RTFSyntax
internal import SlipBase

/// Something in an RTF file that a document cannot hold, or holds as something simpler.
///
/// Losses are reported as information: nothing is wrong with the file, and its original
/// is retained byte for byte.
struct RTFLoss: Equatable {
  /// The number behind `SBXR1` in the code. A number that was used once is never reused.
  let number: Int
  /// What is lost, as a sentence without a full stop.
  let message: String

  /// Creates a loss of its own, apart from those of control words.
  private init(_ number: Int, _ message: String) {
    self.number = number
    self.message = message
  }

  /// The permanent code, such as `SBXR103`.
  var code: String { "SBXR1" + (number < 10 ? "0" : "") + String(number) }

  /// A note whose reference is hidden (`\v`).
  static let hiddenNote = RTFLoss(1, "a hidden note is left out")
  // Number 2, a hidden or deleted attachment, is no longer issued.
  /// An object whose data is not an OLE package, such as a spreadsheet.
  static let objectData = RTFLoss(3, "an embedded object is retained as a file of its raw data")
  /// `\levelnfcN` with an N that `ListDefinition.Level.Numbering` does not have.
  static let numbering = RTFLoss(
    4, "a kind of list numbering is replaced by decimal numbers; the markers stay")
  /// A field such as TOC, whose result may span paragraphs; see `RTFNormalStyles.field`.
  static let spanningField = RTFLoss(5, "only the result of a computed field is retained")
  /// Tables past `Limits.tableDepth`.
  static let deepTable = RTFLoss(6, "tables nested deeper than the limit are flattened into their cell")
  /// An object whose result shows something, usually a picture.
  static let objectBehindResult = RTFLoss(
    7, "only what an embedded object shows is read; import retains its data as an attachment")
  /// An object that has neither data nor a visible result.
  static let emptyObject = RTFLoss(8, "an object without data and picture, such as a link, is left out")
  /// A shape without text and picture, such as an arrow.
  static let drawing = RTFLoss(9, "a drawing without text and picture is left out")
  /// A text that a shape draws (`gtextUNICODE`).
  static let wordArt = RTFLoss(10, "a text drawn as a shape, such as a watermark, is left out")
  /// A field whose result is blank and whose instruction gives nothing either.
  static let emptyField = RTFLoss(11, "a field without a result is left out")
  /// `\upN` and `\dnN`: the distance is lost.
  static let raisedText = RTFLoss(12, "text moved up or down becomes superscript or subscript")
  /// `\striked`.
  static let doubleStrike = RTFLoss(13, "a double strike-through becomes a single one")

  /// The losses that are not about the subject of a control word.
  private static let own = [
    hiddenNote, objectData, numbering, spanningField, deepTable, objectBehindResult,
    emptyObject, drawing, wordArt, emptyField, raisedText, doubleStrike,
  ]

  /// The loss of a control word's subject. These have the numbers from 21 on.
  static func of(_ subject: ControlSubject) -> RTFLoss {
    RTFLoss(20 + Int(subject.rawValue), subject.loss)
  }

  /// All losses in the order of their numbers.
  static let all = own + ControlSubject.allCases.map(of)
}

/// Counts what is left out, by kind. Memory does not grow with the number of losses.
struct RTFLosses {
  private var counts = [Int](repeating: 0, count: 100)
  private var firstOffsets = [Int](repeating: 0, count: 100)

  /// Counts a loss at an offset.
  mutating func note(_ loss: RTFLoss, at offset: Int) { note(loss.number, at: offset) }

  /// Counts the loss of a control word's subject at an offset.
  mutating func note(_ subject: ControlSubject, at offset: Int) {
    note(20 &+ Int(subject.rawValue), at: offset)
  }

  /// Counts a loss by its number.
  private mutating func note(_ number: Int, at offset: Int) {
    if counts[number] == 0 { firstOffsets[number] = offset }
    counts[number] &+= 1
  }

  /// One diagnostic for each kind of loss, in the order of the codes. The places are byte
  /// offsets of the first loss of each kind.
  var diagnostics: [Diagnostic] {
    RTFLoss.all.filter { counts[$0.number] > 0 }.map {
      Diagnostic(
        code: $0.code, severity: .info, message: $0.message,
        location: SourceLocation(.byte(firstOffsets[$0.number])), count: counts[$0.number])
    }
  }
}

/// The messages of losses that control words cause.
extension ControlSubject {
  /// What a document loses of the subject, as a sentence without a full stop.
  var loss: String {
    switch self {
    case .characterEffects: "outlined, shadowed, embossed or animated characters become plain ones"
    case .characterSpacing: "the spacing and width of characters is left out"
    case .characterBorders: "lines around characters, and patterns behind them, are left out"
    case .emphasisMarks: "emphasis marks on characters are left out"
    case .combinedCharacters: "characters combined, fitted or turned become plain ones"
    case .lineColors: "the colour of lines under and through text is left out"
    case .paragraphBorders: "lines between and beside paragraphs are left out"
    case .borderLooks: "styles and colours of border lines are left out"
    case .linesTogether: "the setting that keeps a paragraph's lines on one page is left out"
    case .tabLeaders: "tab leaders, such as dots, are left out"
    case .frames: "paragraphs in frames, and drop capitals, become plain paragraphs"
    case .shadingPatterns: "patterns behind paragraphs and cells are left out"
    case .lineNumbers: "line numbers are left out"
    case .columns: "text in columns becomes one column"
    case .pageSetup: "the size, margins, orientation and borders of pages are left out"
    case .pageNumbers: "the numbering of pages is left out"
    case .sectionStarts: "how a section starts, such as on an odd page, is left out"
    case .noteNumbering: "where the numbering of notes restarts is left out"
    case .tableLayout: "a table's position, the heights of rows and the alignment in cells are left out"
    case .trackedFormatting: "tracked changes of formatting count as accepted"
    case .trackedCells: "tracked merges and splits of table cells count as accepted"
    case .protection: "protection against editing is left out"
    case .computedText: "a page number, date or time that programs insert when they show the text is left out"
    case .pictureCrop: "a picture's crop is left out; the whole picture is retained"
    case .linkedDocuments: "parts of the document in separate files are left out"
    case .formFields: "only the text of a form field is retained"
    case .formulas: "a formula becomes a line of text"
    case .indexEntries: "entries for an index or a table of contents are left out"
    case .documentVariables: "document variables are left out"
    case .mailMerge: "the data source of a form letter is left out"
    case .markup: "custom XML and smart tags around text are left out; the text stays"
    case .embeddedFonts: "embedded fonts are left out"
    case .pageBackground: "the page's background is left out"
    case .linkBase: "the base address of relative links is left out"
    case .linkedProperties: "a property's link to a bookmark is left out; its value stays"
    case .annotationDetails: "an annotation's range and its link to another annotation are left out"
    case .pictureBullets: "pictures as list bullets are left out"
    case .shapeLinks: "links of shapes are left out"
    case .shapePlace: "a text box or picture of a shape loses its position, frame and colours"
    }
  }
}
