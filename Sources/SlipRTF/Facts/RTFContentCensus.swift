internal import SlipCore

/// Counts what an RTF file contains, from the events of the interpreter.
///
/// It sees the document as a reader does: pictures in groups that readers skip don't count, and a link
/// counts once however its instruction is spelled.
struct RTFContentCensus: RTFPartialSink {
  static var wantsFormatting: Bool { true }
  static var wantsInstructions: Bool { true }
  /// How many different classes of objects are counted.
  private static let mostClasses = 64
  /// The longest name of a class in bytes; longer ones are cut off.
  private static let longestClass = 128

  /// How many things of each kind there are, see `RTFFacts.counts`.
  private(set) var counts: [String: Int] = [:]
  /// How many pictures there are of each media type.
  private(set) var pictures: [String: Int] = [:]
  /// How many objects there are of each class.
  private(set) var objects: [String: Int] = [:]
  /// Whether the last brace is missing.
  private(set) var isUnclosed = false
  /// Whether bytes follow the last brace.
  private(set) var hasTrailingBytes = false
  /// How many characters there are in each language, by its number in the file.
  private var characters: [Int32: Int] = [:]
  /// The tracked change of the text before, as formatting without anything else.
  private var change = RTFCharacterState()
  /// How many tables are open in the current story (body, note, text box or header).
  private var tables: Int32 = 0
  /// How many tables are open in the stories that it interrupts.
  private var outer: [Int32] = []

  /// Counts the content of a file, releasing the pages of the file that have been read.
  static func read(_ bytes: UnsafeRawBufferPointer, _ limits: Limits) -> RTFContentCensus {
    var interpreter = RTFInterpreter(bytes, limits: limits, sink: RTFContentCensus())
    var pages = PageWindow(bytes)
    while !interpreter.run(to: interpreter.tokenizer.position + PageWindow.step) {
      pages.move(to: interpreter.tokenizer.position)
    }
    var census = interpreter.sink
    let faults = Set(interpreter.faults.diagnostics.map(\.code))
    census.isUnclosed = faults.contains(RTFFault.unclosedGroup.code)
    census.hasTrailingBytes = faults.contains(RTFFault.trailingText.code)
    return census
  }

  /// The languages of the text, the most used first.
  ///
  /// - Parameter standard: the language of text that names none, as in `\deflang`.
  func languages(default standard: Int32) -> [RTFFacts.Languages.Share] {
    var shares: [String: Int] = [:]
    for (language, count) in characters {
      guard let tag = RTFLanguage.tag(Int(language == 0 ? standard : language)) else { continue }
      shares[tag, default: 0] += count
    }
    return shares.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
      .init(tag: $0.key, characters: $0.value)
    }
  }

  /// Counts one thing.
  private mutating func count(_ name: String) { counts[name, default: 0] += 1 }

  // MARK: Text

  /// Counts characters by language, and tracked changes. A byte that continues a UTF-8 sequence is no
  /// character.
  mutating func text(_ utf8: UnsafeRawBufferPointer, _ style: RTFCharacterState) {
    characters[style.language, default: 0] += utf8.count { $0 & 0xC0 != 0x80 }
    note(change: style)
  }

  /// Counts a tracked change, which is a run of text that one author has inserted or deleted at one
  /// time.
  private mutating func note(change style: RTFCharacterState) {
    var new = RTFCharacterState()
    new.flags = style.flags.intersection([.inserted, .deleted])
    (new.revisionAuthor, new.revisionDate) = (style.revisionAuthor, style.revisionDate)
    (new.deletionAuthor, new.deletionDate) = (style.deletionAuthor, style.deletionDate)
    defer { change = new }
    guard !new.flags.isEmpty, new != change else { return }
    if new.flags.contains(.inserted) { count("insertions") }
    if new.flags.contains(.deleted) { count("deletions") }
  }

  /// Counts a paragraph, and the tables that it stands in.
  mutating func paragraphEnd(_ paragraph: RTFParagraphState, depth: Int32, _ style: RTFCharacterState) {
    count("paragraphs")
    open(depth)
  }

  // MARK: Tables

  /// A paragraph that a break ends doesn't count, but may begin a table.
  mutating func paragraphEndAtBreak(_ paragraph: RTFParagraphState, depth: Int32) { open(depth) }
  /// A cell may be the first place that shows that its tables exist.
  mutating func cellEnd(depth: Int32, _ paragraph: RTFParagraphState) { open(depth) }
  /// A row may be, too, when its cells have no paragraphs.
  mutating func rowEnd(depth: Int32, _ row: RTFRow) { open(depth) }
  /// Notes that only `depth` tables are still open, so the next deeper row begins another table.
  mutating func tablesEnd(depth: Int32) { tables = min(tables, depth) }

  /// Counts the tables that begin at this depth: those that are not open yet.
  private mutating func open(_ depth: Int32) {
    while tables < depth {
      tables += 1
      count("tables")
    }
  }

  // MARK: Stories

  /// Counts a note. Its text is a story of its own, whose tables are not within those around the note.
  mutating func noteStart(_ note: RTFNote, _ style: RTFCharacterState) {
    switch note.kind {
    case .footnote: count("footnotes")
    case .endnote: count("endnotes")
    case .annotation: count("annotations")
    }
    begin()
  }

  mutating func noteEnd(_ note: RTFNote) { end() }
  mutating func textBoxStart() { begin() }
  mutating func textBoxEnd() { end() }
  mutating func headerStart(_ kind: Int32) { begin() }
  mutating func headerEnd(_ kind: Int32) { end() }

  /// Begins a story within another: a note, a text box, a header or a footer.
  private mutating func begin() {
    outer.append(tables)
    tables = 0
  }

  /// Ends a story and returns to the one around it.
  private mutating func end() { tables = outer.popLast() ?? 0 }

  // MARK: What stands in text

  /// Counts a picture by the format that the file claims.
  mutating func picture(_ picture: RTFPicture, _ style: RTFCharacterState) {
    count("pictures")
    pictures[RTFPictureFormat(value: picture.format)?.rawValue ?? RTFMediaType.unknown, default: 0] += 1
  }

  mutating func attachment(_ attachment: RTFAttachment, _ style: RTFCharacterState) { count("attachments") }

  /// Counts links and objects. Each field counts once, including those in headers and in groups that
  /// are written for other readers.
  mutating func instruction(_ instruction: RTFInstruction) {
    switch instruction.kind {
    case .field:
      if RTFField(named: "HYPERLINK", parsing: instruction.text)?.name == "HYPERLINK" { count("links") }
    case .objectClass:
      let name = String(decoding: instruction.text.prefix(RTFContentCensus.longestClass), as: UTF8.self)
      let isKnown = objects[name] != nil || objects.count < RTFContentCensus.mostClasses
      if !name.isEmpty, isKnown { objects[name, default: 0] += 1 }
    }
  }
}

/// Counts the characters and words of a file's plain text. A word is what stands between white space;
/// line ends don't count as characters.
struct RTFTextCount {
  /// How many characters there are.
  private(set) var characters = 0
  /// How many words there are.
  private(set) var words = 0
  /// Whether the last byte belongs to a word.
  private var isInWord = false

  /// Counts the text of a file, which is extracted in pieces.
  init(_ bytes: UnsafeRawBufferPointer, _ limits: Limits) {
    var diagnostics = DiagnosticSink()
    // When a temporary file can't be read back, the count ends there.
    try? RTFPlainText.extract(bytes, limits: limits, diagnostics: &diagnostics, spool: nil) { add($0) }
  }

  /// Counts a piece of UTF-8.
  private mutating func add(_ text: UnsafeRawBufferPointer) {
    for byte in text {
      let isSpace = byte <= 0x20
      if byte & 0xC0 != 0x80, byte != 0x0A { characters += 1 }
      if !isSpace, !isInWord { words += 1 }
      isInWord = !isSpace
    }
  }

  /// The counts above 0, as in `RTFFacts.counts`.
  var counts: [String: Int] {
    ["characters": characters, "words": words].filter { $0.value > 0 }
  }
}
