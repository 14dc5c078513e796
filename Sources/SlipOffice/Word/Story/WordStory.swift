internal import SlipBase
internal import SlipDocument
internal import SlipRTF

/// A part of a document with text: the body, the notes, a header.
struct WordPart {
  /// The part's name.
  var name: String
  /// Its outermost element.
  var root: OfficeNode
  /// What it refers to, by id.
  var relationships: [String: OfficePackage.Relationship]
}

/// Reads one story: a body, a note, a header, with the tables and text boxes in it.
///
/// It walks over the elements and keeps what is open in stacks, so that nesting costs memory only. Elements that it
/// doesn't know are transparent: what stands in them counts.
final class WordStory: OfficeTreeVisitor {
  /// Blocks that are collected: of the body, of a cell or of a text box.
  struct Level {
    /// The blocks so far.
    var blocks: [Block] = []
    /// The paragraph that is open.
    var paragraph: OpenParagraph?
    /// The tables that are open.
    var tables: [OpenTable] = []
    /// What the next paragraph begins with: bookmarks between paragraphs, a drop cap, hidden paragraphs.
    var carried: [Inline] = []
    /// The last paragraph's end is deleted, and it had the marker of both.
    var continuesItem = false
    /// The element that it is of; -1 for the story itself.
    var owner = -1
    /// What the style of the table says of the cell.
    var tablePart = WordTableStyle.Part()
    /// The run around a text box, which goes on after it.
    var outerRun = RunState()
    /// How many fields, links and formulas are open around it.
    var fieldBase = 0
    var linkBase = 0
    var mathBase = 0
  }

  /// A paragraph that is open.
  struct OpenParagraph {
    var style = ParagraphStyle()
    var listItem: ListItem?
    /// The list and level of an item that is counted at the paragraph's end.
    var waitingItem: (list: String, level: Int)?
    var inlines: [Inline] = []
    var textBoxes: [TextBox] = []
    var endRevision: Revision?
    /// What the paragraph's style says of characters.
    var run = WordRunLayer()
    /// The paragraph's mark is hidden, so that it isn't there if all its text is.
    var hasHiddenMark = false
    /// It belongs to the next paragraph: a drop cap, or a heading that runs in.
    var runsIn = false
    /// A horizontal rule is drawn in it.
    var hasRule = false
    /// The section that ends with it.
    var section: OfficeNode?
    /// Text that waits for more of its style.
    var text = ""
    var textStyle = CharacterStyle()
  }

  /// The formatting of a run.
  struct RunState {
    /// Without link, field and tracked change.
    var style = CharacterStyle()
    var font: String?
    /// The text that comes is the mark of this note.
    var waitingNote: Int?
  }

  /// A field that is open.
  struct Field {
    var instruction: [UInt8] = []
    var isResult = false
    var hasResult = false
    var link: Hyperlink?
    /// The instruction that the document holds.
    var held: String?
    /// The properties of a form's field.
    var form: OfficeNode?
    /// An element holds it (`fldSimple`), and ends it.
    var isSimple = false
  }

  /// A tracked change that is open.
  struct OpenRevision {
    var isInsertion: Bool
    var credit: Revision.Credit
    var isMove: Bool
  }

  let reading: WordReading
  let part: WordPart
  var levels: [Level] = [Level()]
  var run = RunState()
  var fields: [Field] = []
  var links: [Hyperlink?] = []
  var revisions: [OpenRevision] = []
  var math: [WordMathFrame] = []
  /// The formula that is open, if an instruction holds its form.
  var formula: WordFormula?
  var drawings: [WordDrawing] = []
  /// Names of bookmarks by id.
  var bookmarks: [String: String] = [:]
  /// The reading of the word that comes.
  var waitingReading = ""
  /// Where words begin whose reading is open: the number of inlines before them.
  var rubyStarts: [Int] = []
  /// How many tables are open that are read as if flat.
  var flatTables = 0
  /// The mark of the note itself was read, and the blank after it is no text.
  var followsMark = false
  /// The style of the text that comes; nil until it is needed.
  var currentStyle: CharacterStyle?

  /// Creates a story of a part.
  init(_ reading: WordReading, _ part: WordPart) { (self.reading, self.part) = (reading, part) }

  /// Reads what stands in an element.
  func read(_ root: OfficeNode) -> [Block] {
    visit(root)
    while levels.count > 1 { endLevel() }
    endLevelContent()
    return levels[0].blocks
  }

  /// The innermost level.
  var level: Level {
    get { levels[levels.count - 1] }
    _modify { yield &levels[levels.count - 1] }
  }

  // MARK: Elements

  /// Begins an element.
  ///
  /// - Returns: Whether what stands in it is read. If so, `leave` ends it.
  func enter(_ node: OfficeNode) -> Bool {
    let name = node.name
    switch name {
    case "r", "m:r": if let formula { setRun(formula.state) } else { beginRun(node) }
    case "t", "delText": text(of: node)
    case "p": beginParagraph(node)
    case "tab", "ptab": append("\t")
    case "br": lineBreak(node["type"]?.lowercased())
    case "cr": lineBreak(nil)
    case "noBreakHyphen": append("\u{2011}")
    case "softHyphen": append("\u{AD}")
    case "sym":
      if let sign = WordSymbols.character(font: node["font"], code: node["char"]) { append(sign) }
    case "instrText", "delInstrText": instruction(node.text)
    case "fldChar": fieldCharacter(node)
    case "fldSimple": beginSimpleField(node)
    case "hyperlink": beginLink(node)
    case "ins", "moveTo", "del", "moveFrom": beginRevision(node)
    case "bookmarkStart", "bookmarkEnd": bookmark(node)
    case "footnoteReference", "endnoteReference", "commentReference": noteReference(node)
    case "footnoteRef", "endnoteRef": followsMark = level.paragraph?.inlines.isEmpty == true
    case "tbl": return beginTable(node)
    case "tr": beginRow(node)
    case "tc": beginCell(node)
    case "txbxContent": beginBox(node)
    case "altChunk": importPart(node)
    case "subDoc": reading.findings.note(.outsideDocument, in: part.name)
    case "sectPr": reading.section(node, of: part)
    case "rt": beginLevel(node)
    case "ruby": beginRuby()
    case "drawing", "pict", "object": drawings.append(WordDrawing())
    case "pPr", "rPr", "tblPr", "tblPrEx", "tblGrid", "trPr", "tcPr", "sdtPr", "sdtEndPr", "smartTagPr",
      "customXmlPr", "rubyPr", "fldData", "ffData":
      break
    default:
      if name.hasPrefix("m:") { return beginMath(node) }
      if !drawings.isEmpty { return drawing(node) }
      return true
    }
    return WordStory.isOpened(name)
  }

  /// Whether what stands in an element is read.
  private static func isOpened(_ name: String) -> Bool {
    switch name {
    case "r", "m:r", "p", "fldSimple", "hyperlink", "ins", "moveTo", "del", "moveFrom", "tr", "tc",
      "txbxContent", "rt", "ruby", "drawing", "pict", "object":
      true
    default: false
    }
  }

  /// Ends an element.
  func leave(_ node: OfficeNode) {
    switch node.name {
    case "r", "m:r": setRun(formula?.state ?? RunState())
    case "p": endParagraph()
    case "fldSimple": endSimpleField()
    case "hyperlink":
      if links.count > level.linkBase { links.removeLast() }
      currentStyle = nil
    case "ins", "moveTo", "del", "moveFrom":
      _ = revisions.popLast()
      currentStyle = nil
    case "tbl": endTable()
    case "tr": endRow(node)
    case "tc": endCell(node)
    case "txbxContent": endBox(node)
    case "rt": endReading(node)
    case "ruby": endRuby()
    case "drawing", "pict", "object": endDrawing()
    default: if node.name.hasPrefix("m:") { endMath(node) }
    }
  }

  // MARK: Levels

  /// Begins a cell, a text box or a reading.
  func beginLevel(_ node: OfficeNode) {
    var new = Level()
    (new.owner, new.outerRun) = (node.index, run)
    (new.fieldBase, new.linkBase, new.mathBase) = (fields.count, links.count, math.count)
    levels.append(new)
    setRun(RunState())
  }

  /// Ends what is open in the innermost level.
  func endLevelContent() {
    while fields.count > level.fieldBase { endField() }
    if level.paragraph != nil { endParagraph() }
    while !level.tables.isEmpty { closeTable() }
    if !level.carried.isEmpty { appendCarried() }
    links.removeLast(max(0, links.count - level.linkBase))
    math.removeLast(max(0, math.count - level.mathBase))
  }

  /// Ends the innermost level.
  ///
  /// - Returns: Its blocks.
  @discardableResult
  func endLevel() -> [Block] {
    endLevelContent()
    let ended = levels.removeLast()
    setRun(ended.outerRun)
    return ended.blocks
  }

  /// Puts what was to begin the next paragraph at the end of the last one.
  private func appendCarried() {
    let carried = level.carried
    level.carried = []
    if case .paragraph(var last)? = level.blocks.last {
      last.inlines += carried
      level.blocks[level.blocks.count - 1] = .paragraph(last)
    } else {
      level.blocks.append(.paragraph(Paragraph(inlines: carried)))
    }
  }

  /// Sets the formatting of the text that comes.
  func setRun(_ state: RunState) {
    run = state
    currentStyle = nil
  }
}
