internal import RTFSyntax
internal import SlipCore

/// Something in an RTF file that a document cannot hold, or holds as something simpler.
///
/// Losses are reported as information: nothing is wrong with the file, and its original
/// is retained byte for byte.
struct RTFLoss: Equatable {
  /// The number behind `SBXR1` in the code. A number that was used once is never reused.
  let number: Int
  /// What is lost, as a sentence without a full stop.
  let message: String
  /// What stays and what a user can do about it, in one or two sentences.
  let advice: String

  /// Creates a loss.
  private init(_ number: Int, _ message: String, advice: String) {
    self.number = number
    self.message = message
    self.advice = advice
  }

  /// The permanent code, such as `SBXR103`.
  var code: String { "SBXR1" + (number < 10 ? "0" : "") + String(number) }

  /// A note whose reference is hidden (`\v`).
  static let hiddenNote = RTFLoss(
    1, "a hidden note is left out",
    advice: "If the note is to be read, make its mark visible in a word processor, and save the file.")
  // Number 2, a hidden or deleted attachment, is no longer issued.
  /// An object whose data is not an OLE package, such as a spreadsheet.
  static let objectData = RTFLoss(
    3, "an embedded object is retained as a file of its raw data",
    advice: """
      Open the file in the program that made the object. To have its contents in the text, paste them as \
      text or as a picture.
      """)
  /// `\levelnfcN` with an N that `ListDefinition.Level.Numbering` does not have.
  static let numbering = RTFLoss(
    4, "a kind of list numbering is replaced by decimal numbers; the markers stay",
    advice: "Nothing needs to be done: the numbers that the file shows stay as they are.")
  /// A field such as TOC, whose result may span paragraphs; see `RTFNormalStyles.field`.
  static let spanningField = RTFLoss(
    5, "only the result of a computed field is retained",
    advice: """
      Nothing needs to be done: the result is text like any other. Update the field in a word processor \
      before the import if it is out of date.
      """)
  /// Tables past `Limits.tableDepth`.
  static let deepTable = RTFLoss(
    6, "tables nested deeper than the limit are flattened into their cell",
    advice: """
      The text of the inner tables is complete, in the cell around them. If they are to stay tables, nest \
      them less deep.
      """)
  /// An object whose result shows something, usually a picture.
  static let objectBehindResult = RTFLoss(
    7, "only what an embedded object shows is read; import retains its data as an attachment",
    advice: """
      Nothing needs to be done: what the object shows is in the text. Its data is only in what \
      `slipconv import` makes, as an attachment.
      """)
  /// An object that has neither data nor a visible result.
  static let emptyObject = RTFLoss(
    8, "an object without data and picture, such as a link, is left out",
    advice: "If the object is a link, insert the file that it leads to in a word processor.")
  /// A shape without text and picture, such as an arrow.
  static let drawing = RTFLoss(
    9, "a drawing without text and picture is left out",
    advice: "If it matters, insert it in a word processor as a picture, such as PNG.")
  /// A text that a shape draws (`gtextUNICODE`).
  static let wordArt = RTFLoss(
    10, "a text drawn as a shape, such as a watermark, is left out",
    advice: "If the words matter, type them as ordinary text in a word processor.")
  /// A field whose result is blank and whose instruction gives nothing either.
  static let emptyField = RTFLoss(
    11, "a field without a result is left out",
    advice: """
      Update the field in a word processor (F9 in Word and LibreOffice) and save the file, so that it has a \
      result.
      """)
  /// `\upN` and `\dnN`: the distance is lost.
  static let raisedText = RTFLoss(
    12, "text moved up or down becomes superscript or subscript",
    advice: "Nothing needs to be done: the text is complete, and only its distance from the line differs.")
  /// `\striked`.
  static let doubleStrike = RTFLoss(
    13, "a double strike-through becomes a single one",
    advice: "Nothing needs to be done: the text is still struck through.")

  /// The losses that are not about the subject of a control word.
  private static let own = [
    hiddenNote, objectData, numbering, spanningField, deepTable, objectBehindResult,
    emptyObject, drawing, wordArt, emptyField, raisedText, doubleStrike,
  ]

  /// The loss of a control word's subject. These have the numbers from 21 on.
  static func of(_ subject: ControlSubject) -> RTFLoss {
    let loss = subject.loss
    return RTFLoss(20 + Int(subject.rawValue), loss.message, advice: loss.advice)
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

/// The messages and the advice of losses that control words cause.
extension ControlSubject {
  /// What a document loses of the subject, as a sentence without a full stop; and what stays
  /// and what a user can do about it, in one or two sentences.
  var loss: (message: String, advice: String) {
    switch self {
    case .characterEffects:
      (
        "outlined, shadowed, embossed or animated characters become plain ones",
        """
        Nothing needs to be done: the text is complete. Where the effect matters, use bold, italic or a \
        colour, which stay.
        """
      )
    case .characterBorders:
      (
        "lines around characters, and patterns behind them, are left out",
        """
        Nothing needs to be done: the text is complete. Where it is to be marked, highlight it with a \
        colour, which stays.
        """
      )
    case .emphasisMarks:
      (
        "emphasis marks on characters are left out",
        """
        Nothing needs to be done: the text is complete. Where stress matters, use bold or underlined text, \
        which stays.
        """
      )
    case .combinedCharacters:
      (
        "characters combined, fitted or turned become plain ones",
        "Nothing needs to be done: all characters are there, one after the other."
      )
    case .lineColors:
      (
        "the colour of lines under and through text is left out",
        "Nothing needs to be done: the lines themselves stay."
      )
    case .paragraphBorders:
      (
        "lines between and beside paragraphs are left out",
        "Nothing needs to be done: the text is complete, and lines around paragraphs stay."
      )
    case .borderLooks:
      (
        "styles and colours of border lines are left out",
        "Nothing needs to be done: the lines themselves stay."
      )
    case .linesTogether:
      (
        "the setting that keeps a paragraph's lines on one page is left out",
        "Nothing needs to be done: this matters only on printed pages."
      )
    case .tabLeaders:
      (
        "tab leaders, such as dots, are left out",
        "Nothing needs to be done: the tabs themselves stay."
      )
    case .frames:
      (
        "paragraphs in frames, and drop capitals, become plain paragraphs",
        "Nothing needs to be done: the text is complete, in its place in the document."
      )
    case .shadingPatterns:
      (
        "patterns behind paragraphs and cells are left out",
        "Nothing needs to be done: the text is complete. A background in one colour stays."
      )
    case .lineNumbers:
      (
        "line numbers are left out",
        "Nothing needs to be done: programs count the lines anew, and the numbers are no part of the text."
      )
    case .columns:
      (
        "text in columns becomes one column",
        "Nothing needs to be done: the text is complete, in the order in which it is read."
      )
    case .pageSetup:
      (
        "pages of another size in later sections, and the borders of pages, are left out",
        """
        Nothing needs to be done: all pages have the size and the margins of the first section. Set others \
        in the word processor before you print an export.
        """
      )
    case .pageNumbers:
      (
        "the numbering of pages is left out",
        """
        Nothing needs to be done: notes have no pages. Set the numbers in the word processor before you \
        print an export.
        """
      )
    case .sectionStarts:
      (
        "how a section starts, such as on an odd page, is left out",
        "Nothing needs to be done: the break between the sections stays."
      )
    case .noteNumbering:
      (
        "where the numbering of notes restarts is left out",
        "Nothing needs to be done: the notes are complete, and are counted through the whole text."
      )
    case .tableLayout:
      (
        "a table's position, the heights of rows and the direction of text in cells are left out",
        "Nothing needs to be done: rows and cells are complete, with their text."
      )
    case .trackedFormatting:
      (
        "tracked changes of formatting count as accepted",
        """
        Nothing needs to be done if the new looks are right. Else reject these changes in a word processor \
        first.
        """
      )
    case .trackedCells:
      (
        "tracked merges and splits of table cells count as accepted",
        """
        Nothing needs to be done if the new table is right: its text is complete. Else reject these \
        changes in a word processor first.
        """
      )
    case .protection:
      (
        "protection against editing is left out",
        """
        Nothing needs to be done: the text is complete. To keep others from changing it, use the \
        permissions of the file.
        """
      )
    case .computedText:
      (
        "a page number, date or time that programs insert when they show the text is left out",
        "If the number or date matters, type it as ordinary text in a word processor."
      )
    case .pictureCrop:
      (
        "a picture's crop is left out; the whole picture is retained",
        "If only a part is to be seen, crop the picture in a picture program, and insert it anew."
      )
    case .linkedDocuments:
      (
        "parts of the document in separate files are left out",
        "Insert the parts into the main document in a word processor, or import their files as well."
      )
    case .formFields:
      (
        "only the text of a form field is retained",
        "Nothing needs to be done: what was filled in is text."
      )
    case .formulas:
      (
        "a formula becomes a line of text",
        """
        Nothing needs to be done: the line says the same, such as (a+b)/c. If its form matters, insert the \
        formula as a picture.
        """
      )
    case .indexEntries:
      (
        "entries for an index or a table of contents are left out",
        """
        Nothing needs to be done: an index that the file has stays as text. For HTML, --toc makes a table \
        of contents from the headings.
        """
      )
    case .documentVariables:
      (
        "document variables are left out",
        "Nothing needs to be done: only macros and fields use them, and what fields show stays."
      )
    case .mailMerge:
      (
        "the data source of a form letter is left out",
        """
        Nothing needs to be done: the letter itself is complete. For the letters to each person, merge in \
        a word processor first.
        """
      )
    case .markup:
      (
        "custom XML and smart tags around text are left out; the text stays",
        "Nothing needs to be done: the text is complete."
      )
    case .embeddedFonts:
      (
        "embedded fonts are left out",
        """
        Nothing needs to be done: the text and the names of its fonts stay. Install the fonts where it is \
        to look the same.
        """
      )
    case .pageBackground:
      (
        "the page's background is left out",
        """
        Nothing needs to be done: the document's own text is complete. If words in the background matter, \
        move them into the text.
        """
      )
    case .linkBase:
      (
        "the base address of relative links is left out",
        "Write whole addresses in a word processor, because relative links no longer say where they lead."
      )
    case .linkedProperties:
      (
        "a property's link to a bookmark is left out; its value stays",
        "Nothing needs to be done: the value is the one that the bookmark had last."
      )
    case .annotationDetails:
      (
        "an annotation's range and its link to another annotation are left out",
        "Nothing needs to be done: the annotation itself stays, where its mark stands."
      )
    case .pictureBullets:
      (
        "pictures as list bullets are left out",
        "Nothing needs to be done: the text of the items is complete."
      )
    case .shapeLinks:
      (
        "links of shapes are left out",
        "If the link matters, put it on words or on a picture in the text."
      )
    case .shapePlace:
      (
        "a text box or picture of a shape loses its position, frame and colours",
        """
        Nothing needs to be done: text and picture are complete, near the paragraph that the shape belongs \
        to.
        """
      )
    }
  }
}
