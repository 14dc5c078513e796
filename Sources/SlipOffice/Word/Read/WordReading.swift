internal import SlipBase
internal import SlipDocument
internal import SlipRTF

/// What the stories of one Word document share: styles, lists, notes, pictures, and the document that is made.
final class WordReading {
  /// A note whose reference was met, and whose text is read later.
  private struct WaitingNote {
    var index: Int
    var part: WordPart
    var node: OfficeNode
  }

  let package: OfficePackage
  let limits: Limits
  let styles: WordStyles
  var numbering: WordNumbering
  var document = Document()
  var findings: OfficeFindings
  /// Imports a part of another format, such as HTML.
  let importing: DOCXReader.Import?

  /// The main part.
  private let main: WordPart
  /// Notes by kind and id, with the part that they stand in.
  private var notes: [MarginNote.Kind: (part: WordPart, nodes: [String: OfficeNode])] = [:]
  private var waiting: [WaitingNote] = []
  private var counter = NoteCounter()
  /// Resources by the name of their part.
  private var resources: [String: Int?] = [:]
  private var resourceIndexes: [Resource: Int] = [:]
  /// Resolved styles.
  private var paragraphStyles: [String: WordStyles.Resolved] = [:]
  private var tableStyles: [String: WordTableStyle] = [:]
  private var characterStyles: [String: (name: String, run: WordRunLayer)?] = [:]
  /// Whether even and odd pages differ.
  private let hasEvenPages: Bool
  private var isFirstSection = true
  /// Parts that were imported, to which there is a bound.
  private var imports = 0
  /// How much may still be repeated.
  var repeats: OfficeRepeats
  /// The notes that were read, by kind and id.
  private var noteIndexes: [String: Int] = [:]
  /// Whether the notes themselves are read.
  private var isInNotes = false

  /// The most parts of other formats that are imported.
  private static let mostImports = 1_000

  /// Opens what a document's text depends on.
  init(
    _ package: OfficePackage, main: WordPart, findings: OfficeFindings, limits: Limits,
    importing: DOCXReader.Import?
  ) {
    (self.package, self.main, self.limits, self.importing) = (package, main, limits, importing)
    repeats = OfficeRepeats(limits)
    var findings = findings
    /// A part that the main one refers to; nil where there is none, or where it can't be read.
    func part(_ type: String) -> WordPart? {
      WordReading.part(ofType: type, of: main, package, &findings)
    }
    let theme = WordTheme(part("theme")?.root.tree)
    styles = WordStyles(part("styles")?.root.tree, theme: theme)
    numbering = WordNumbering(part("numbering")?.root.tree, styles: styles)
    let settings = part("settings")?.root
    hasEvenPages = WordValue.flag("evenAndOddHeaders", in: settings) ?? false
    for (type, kind, name) in [
      ("footnotes", MarginNote.Kind.footnote, "footnote"), ("endnotes", .endnote, "endnote"),
      ("comments", .annotation, "comment"),
    ] {
      guard let found = part(type) else { continue }
      var nodes: [String: OfficeNode] = [:]
      for node in found.root.children where node.name == name {
        guard let id = node["id"], nodes[id] == nil, node["type"] == nil || node["type"] == "normal" else {
          continue
        }
        nodes[id] = node
      }
      notes[kind] = (found, nodes)
    }
    document.defaultFont = styles.paragraph(nil).run.font ?? styles.runDefaults.font ?? "Times New Roman"
    document.defaultLanguage = styles.paragraph(nil).run.language ?? styles.runDefaults.language
    if let numbering = settings?.child("footnotePr") {
      document.footnoteNumbering = WordReading.numbering(numbering, .decimal)
    }
    document.endnoteNumbering = WordReading.numbering(settings?.child("endnotePr"), .lowerRoman)
    self.findings = findings
  }

  /// How pages number notes.
  private static func numbering(_ node: OfficeNode?, _ usual: NoteNumbering.Style) -> NoteNumbering {
    let style: NoteNumbering.Style =
      switch node?.child("numFmt")?.value {
      case "decimal": .decimal
      case "lowerLetter": .lowerLetter
      case "upperLetter": .upperLetter
      case "lowerRoman": .lowerRoman
      case "upperRoman": .upperRoman
      case "chicago": .symbols
      default: usual
      }
    return NoteNumbering(style: style, start: max(1, WordValue.number(node?.child("numStart")?.value) ?? 1))
  }

  /// The part of a type that another one refers to; nil where there is none, or where it can't be read.
  private static func part(
    ofType type: String, of main: WordPart, _ package: OfficePackage, _ findings: inout OfficeFindings
  ) -> WordPart? {
    let links = main.relationships.sorted { $0.key < $1.key }.map(\.value)
    guard
      let target = links.first(where: { $0.type == type && !$0.isExternal && package.has($0.target) })?.target
    else { return nil }
    return part(named: target, package, &findings)
  }

  /// A part by its name; nil where it can't be read, which is noted.
  private static func part(
    named name: String, _ package: OfficePackage, _ findings: inout OfficeFindings
  ) -> WordPart? {
    do throws(SlipError) {
      guard let root = try package.tree(name, &findings)?.root else {
        findings.note(.missingTarget, in: name)
        return nil
      }
      return WordPart(name: name, root: root, relationships: try package.relationships(of: name, &findings))
    } catch {
      findings.note(.partNotRead, in: name)
      return nil
    }
  }

  // MARK: Reading

  /// Reads the body, and then the notes that it refers to.
  func read() {
    guard let body = main.root.child("body") ?? main.root.descendant("body") else { return }
    document.blocks = WordStory(self, main).read(body)
    // Notes may refer to notes themselves, such as comments on a footnote.
    var next = 0
    isInNotes = true
    while next < waiting.count {
      let note = waiting[next]
      next += 1
      var blocks = WordStory(self, note.part).read(note.node)
      // A mark of its own stands in the note's text again.
      let found = document.notes[note.index]
      if !found.isAutomatic, found.kind != .annotation {
        RTFNoteText.strip(&blocks, mark: found.mark, isDeleted: found.isDeleted)
      }
      document.notes[note.index].blocks = blocks
    }
    document.lists = numbering.definitions
    document.spellReferences()
  }

  /// The note of an id whose reference is met; nil where there is none.
  ///
  /// Each reference in the text has a note of its own, up to a limit. Within notes it is the one that is there.
  ///
  /// - Parameter isAutomatic: Whether its mark is counted.
  /// - Returns: Its index, and whether it is new.
  func note(
    _ kind: MarginNote.Kind, id: String, isAutomatic: Bool, revision: Revision?
  ) -> (index: Int, isNew: Bool)? {
    guard let (part, nodes) = notes[kind], let node = nodes[id] else {
      findings.note(.missingTarget, in: main.name)
      return nil
    }
    let name = kind.rawValue + " " + id
    if let known = noteIndexes[name], isInNotes || !repeats.mayRead(name, node) {
      findings.note(.tooManyRepeats, in: part.name)
      return (known, false)
    }
    if noteIndexes[name] == nil {
      noteIndexes[name] = document.notes.count
      _ = repeats.mayRead(name, node)
    }
    let isDeleted = revision?.kind == .deletion
    var note = MarginNote(
      kind: kind, mark: isDeleted || !isAutomatic ? "" : counter.next(kind), isAutomatic: isAutomatic,
      blocks: [], revision: revision)
    if kind == .annotation {
      note.author = WordReading.author(node)
      note.date = WordValue.date(node["w16du:dateUtc"] ?? node["date"])
    }
    document.notes.append(note)
    waiting.append(WaitingNote(index: document.notes.count - 1, part: part, node: node))
    return (document.notes.count - 1, true)
  }

  // MARK: Styles

  /// The style of paragraphs of an id.
  func paragraphStyle(_ id: String?) -> WordStyles.Resolved {
    let key = id ?? ""
    if let known = paragraphStyles[key] { return known }
    let style = styles.paragraph(id)
    paragraphStyles[key] = style
    return style
  }

  /// The style of tables of an id.
  func tableStyle(_ id: String?) -> WordTableStyle {
    let key = id ?? ""
    if let known = tableStyles[key] { return known }
    let style = styles.table(id)
    tableStyles[key] = style
    return style
  }

  /// The formatting of a run.
  func style(
    table: WordRunLayer, paragraph: WordRunLayer, character: String?, own: WordRunLayer
  ) -> CharacterStyle {
    var named: (name: String, run: WordRunLayer)?
    if let character {
      if let known = characterStyles[character] {
        named = known
      } else {
        named = styles.character(character)
        characterStyles[character] = .some(named)
      }
    }
    return styles.style(
      table: table, paragraph: paragraph, character: named, own: own, defaultFont: document.defaultFont,
      defaultLanguage: document.defaultLanguage)
  }

  /// What the style of links says of underline and colour.
  private(set) lazy var linkLook: (underline: CharacterStyle.Underline?, color: DocumentColor?) = {
    let link = styles.character(named: "hyperlink")?.run
    return (link?.underline?.value, link?.color?.value)
  }()

  /// A tracked change.
  func revision(_ node: OfficeNode, isInsertion: Bool) -> WordStory.OpenRevision {
    let credit = Revision.Credit(
      author: WordReading.author(node), date: WordValue.date(node["w16du:dateUtc"] ?? node["date"]))
    return WordStory.OpenRevision(
      isInsertion: isInsertion, credit: credit, isMove: node.name == "moveTo" || node.name == "moveFrom")
  }

  /// Who made a change or comment; nil where nobody has signed it, for which Word writes `Unknown`.
  private static func author(_ node: OfficeNode) -> String? {
    node["author"].flatMap { $0.isEmpty || $0 == WordWriter.unknownAuthor ? nil : $0 }
  }

  /// Whether blanks at the ends of a text count.
  func keepsBlanks(_ node: OfficeNode, _ part: WordPart) -> Bool {
    (node["xml:space"] ?? part.root["xml:space"]) == "preserve"
  }

  // MARK: Parts

  /// The index of the resource that a part is; nil where it isn't there, or can't be read.
  func resource(_ target: String, in part: WordPart) -> Int? {
    let key = OfficePackage.key(target)
    if let known = resources[key] { return known }
    var index: Int?
    do throws(SlipError) {
      if let bytes = try package.read(target) {
        let sniffed = bytes.withUnsafeBytes { MediaType.sniff($0) }
        let suffix = target.split(separator: ".").last ?? ""
        let type = sniffed.isImage ? sniffed : MediaType.forFileExtension(suffix) ?? sniffed
        let resource = Resource(content: .bytes(bytes), mediaType: type.name)
        index = resourceIndexes[resource] ?? document.resources.count
        if resourceIndexes[resource] == nil {
          resourceIndexes[resource] = document.resources.count
          document.resources.append(resource)
        }
      } else {
        findings.note(.missingTarget, in: part.name)
      }
    } catch {
      findings.note(.partNotRead, in: target)
    }
    resources[key] = .some(index)
    return index
  }

  /// The file of another program that a drawing shows; nil, and noted, where the document doesn't hold it.
  func object(_ id: String?, of part: WordPart) -> Int? {
    guard let id, let relationship = part.relationships[id] else { return nil }
    guard !relationship.isExternal, let index = resource(relationship.target, in: part) else {
      findings.note(.embeddedObject, in: part.name)
      return nil
    }
    document.resources[index].name = relationship.target.split(separator: "/").last.map(String.init)
    return index
  }

  /// The document that a part of another format holds; nil where it can't be imported.
  func imported(_ id: String?, of part: WordPart) -> Document? {
    guard let id, let relationship = part.relationships[id], !relationship.isExternal else { return nil }
    imports += 1
    guard imports <= WordReading.mostImports else { return nil }
    do throws(SlipError) {
      guard let bytes = try package.read(relationship.target) else { return nil }
      // A document is several times as large as its file.
      let name = "part " + OfficePackage.key(relationship.target)
      guard repeats.mayRead(name, cost: { bytes.count * 8 }) else {
        findings.note(.tooManyRepeats, in: part.name)
        return Document()
      }
      let type = try package.contentType(of: relationship.target, &findings)
      return bytes.withUnsafeBytes { importing?($0, type ?? "") }
    } catch {
      return nil
    }
  }

  /// Makes what another document refers to a part of this one.
  func adopt(_ other: inout Document) {
    let lists = numbering.adopt(other.lists)
    other.moveNumbers(lists: lists, notes: document.notes.count, resources: document.resources.count)
    document.resources += other.resources
    for var note in other.notes {
      if note.isAutomatic, !note.isDeleted { note.mark = counter.next(note.kind) }
      document.notes.append(note)
    }
  }

  // MARK: Sections

  /// The size and margins of a section's pages; nil where it says nothing of them. A page of which nothing is said is Letter.
  private static func page(_ section: OfficeNode) -> PageSetup? {
    let (size, margins) = (section.child("pgSz"), section.child("pgMar"))
    guard size != nil || margins != nil else { return nil }
    func length(_ node: OfficeNode?, _ name: String, _ usual: Int) -> Int {
      WordValue.twips(node?[name]) ?? usual
    }
    return PageSetup(
      width: length(size, "w", 12_240), height: length(size, "h", 15_840), top: length(margins, "top", 1_440),
      left: length(margins, "left", 1_440), bottom: length(margins, "bottom", 1_440),
      right: length(margins, "right", 1_440)
    ).bounded
  }

  /// Reads the pages, headers and footers of a section. Those of the first section count.
  func section(_ node: OfficeNode, of part: WordPart) {
    let references = node.children.filter { $0.name == "headerReference" || $0.name == "footerReference" }
    guard isFirstSection else {
      if !references.isEmpty { findings.note(.headersDropped, in: part.name) }
      return
    }
    isFirstSection = false
    document.page = WordReading.page(node)
    let hasTitlePage = WordValue.flag("titlePg", in: node) ?? false
    for reference in references {
      guard let id = reference["r:id"], let relationship = part.relationships[id], !relationship.isExternal
      else { continue }
      let isHeader = reference.name == "headerReference"
      let kind: HeaderOrFooter.Kind
      switch reference["type"] {
      case "first":
        guard hasTitlePage else { continue }
        kind = isHeader ? .headerFirst : .footerFirst
      case "even":
        guard hasEvenPages else { continue }
        kind = isHeader ? .headerLeft : .footerLeft
      default:
        kind = hasEvenPages ? (isHeader ? .headerRight : .footerRight) : isHeader ? .header : .footer
      }
      guard let found = WordReading.part(named: relationship.target, package, &findings) else { continue }
      let blocks = WordStory(self, found).read(found.root)
      if !blocks.isEmpty { document.headersAndFooters.append(HeaderOrFooter(kind: kind, blocks: blocks)) }
    }
  }
}
