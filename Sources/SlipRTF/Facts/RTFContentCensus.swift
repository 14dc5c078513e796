internal import RTFSyntax
internal import SlipBase

/// Counts what an RTF file holds, as the interpreter gives it.
struct RTFContentCensus: RTFPartialSink {
  static var wantsFormatting: Bool { true }
  static var wantsInstructions: Bool { true }
  /// Different classes of objects that are told apart.
  private static let mostClasses = 64
  /// A longer name is no class.
  private static let longestClass = 128

  /// Each above 0.
  private(set) var counts: [String: Int] = [:]
  /// By media type.
  private(set) var pictures: [String: Int] = [:]
  /// By class.
  private(set) var objects: [String: Int] = [:]
  private(set) var isUnclosed = false
  private(set) var hasTrailingBytes = false
  /// Characters by language, as the file numbers them.
  private var characters: [Int32: Int] = [:]
  private var change = RTFCharacterState()
  /// Tables that are open: in the story that is read, and in those that it interrupts.
  private var tables: Int32 = 0
  private var outer: [Int32] = []

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

  /// The most used first; text that names no language is in the default one.
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

  private mutating func count(_ name: String) { counts[name, default: 0] += 1 }

  // MARK: Text

  mutating func text(_ utf8: UnsafeRawBufferPointer, _ style: RTFCharacterState) {
    characters[style.language, default: 0] += utf8.count { $0 & 0xC0 != 0x80 }
    note(change: style)
  }

  /// A change is a run of text that one author has inserted or deleted.
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

  mutating func paragraphEnd(_ paragraph: RTFParagraphState, depth: Int32, _ style: RTFCharacterState) {
    count("paragraphs")
    open(depth)
  }

  // MARK: Tables

  mutating func paragraphEndAtBreak(_ paragraph: RTFParagraphState, depth: Int32) { open(depth) }
  mutating func cellEnd(depth: Int32, _ paragraph: RTFParagraphState) { open(depth) }
  mutating func rowEnd(depth: Int32, _ row: RTFRow) { open(depth) }
  mutating func tablesEnd(depth: Int32) { tables = min(tables, depth) }

  private mutating func open(_ depth: Int32) {
    while tables < depth {
      tables += 1
      count("tables")
    }
  }

  // MARK: Stories

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

  private mutating func begin() {
    outer.append(tables)
    tables = 0
  }

  private mutating func end() { tables = outer.popLast() ?? 0 }

  // MARK: What stands in text

  mutating func picture(_ picture: RTFPicture, _ style: RTFCharacterState) {
    count("pictures")
    pictures[RTFPictureFormat(value: picture.format)?.rawValue ?? RTFMediaType.unknown, default: 0] += 1
  }

  mutating func attachment(_ attachment: RTFAttachment, _ style: RTFCharacterState) { count("attachments") }

  /// Each field once: also those in headers, and in what other readers see.
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
