internal import SlipBase
internal import SlipDocument

/// What the stories of one OpenDocument text share: styles, lists, notes, pictures, changes, and the document that is made.
final class ODTReading {
  /// A tracked change.
  struct Change {
    var revision: Revision
    /// What a deletion has removed; nil for an insertion.
    var deleted: OfficeNode?
  }

  let limits: Limits
  let package: ODTPackage
  let styles = ODTStyles()
  lazy var lists = ODTLists(styles)
  /// The list of headings.
  private(set) lazy var outlineList = lists.begin(style: "", id: nil, continuing: nil, continuesLast: false)
  /// The places that links lead to.
  var anchors = ODTAnchors()
  var document = Document()
  var findings: OfficeFindings
  /// How much may still be repeated.
  var repeats: OfficeRepeats
  /// The deletions that are read within each other.
  private var openDeletions: Set<String> = []
  /// Changes by their identifiers.
  private(set) var changes: [String: Change] = [:]
  private var counter = NoteCounter()
  private var resources: [String: Int?] = [:]
  private var resourceIndexes: [Resource: Int] = [:]
  private let content: OfficeNode

  /// Opens a document.
  ///
  /// - Throws: `SlipError` for what is no OpenDocument text.
  init(_ bytes: UnsafeRawBufferPointer, limits: Limits) throws(SlipError) {
    var findings = OfficeFindings()
    self.limits = limits
    repeats = OfficeRepeats(limits)
    package = try ODTPackage(bytes, limits: limits, &findings)
    guard let content = try package.root("content.xml", &findings),
      content.child("office:body")?.child("office:text") != nil
    else {
      throw SlipError(
        .badInput, code: OfficeCode.notOpenDocument, "This is an office document of another kind than text.")
    }
    self.content = content
    self.findings = findings
  }

  /// Reads everything.
  func read() {
    for name in ["styles.xml", "content.xml"] {
      if let root = root(name) { styles.read(root) }
      // A flat document has all in one.
      if root(name)?.name == "office:document" { break }
    }
    let body = styles.paragraph(nil)
    document.defaultFont = body.run.font ?? "Times New Roman"
    document.defaultLanguage = body.run.language
    document.footnoteNumbering = numbering("footnote", .decimal)
    document.endnoteNumbering = numbering("endnote", .lowerRoman)
    if let root = root("meta.xml")?.child("office:meta") { readMeta(root) }
    guard let text = content.child("office:body")?.child("office:text") else { return }
    if let tracked = text.child("text:tracked-changes") { readChanges(tracked) }
    anchors = ODTAnchors(text)
    document.blocks = ODTStory(self).read(text)
    readHeaders(text)
    document.lists = lists.definitions
  }

  /// How pages number notes of a class.
  private func numbering(_ name: String, _ usual: NoteNumbering.Style) -> NoteNumbering {
    let node = styles.noteConfigurations[name]
    let style: NoteNumbering.Style =
      switch node?["style:num-format"] {
      case "1": .decimal
      case "a": .lowerLetter
      case "A": .upperLetter
      case "i": .lowerRoman
      case "I": .upperRoman
      default: usual
      }
    // The value is the number before the first.
    return NoteNumbering(
      style: style, start: min(max((WordValue.number(node?["text:start-value"]) ?? 0) + 1, 1), 10_000))
  }

  /// The date of a change; nil for the one that stands for none.
  private static func date(_ node: OfficeNode?) -> CalendarDate? {
    let date = WordValue.date(node?.child("dc:date")?.fullText)
    return date == ODTReading.noDate ? nil : date
  }

  /// The date of changes whose date nobody knows, as OpenDocument demands one.
  static let noDate = CalendarDate(year: 1970, month: 1, day: 1)

  /// The root of a part; nil where it isn't there, or can't be read.
  private func root(_ name: String) -> OfficeNode? {
    do throws(SlipError) { return try package.root(name, &findings) } catch {
      findings.note(.partNotRead, in: name)
      return nil
    }
  }

  // MARK: Facts

  /// Reads the properties (ODF 1.3, 4.3).
  private func readMeta(_ node: OfficeNode) {
    for child in node.children {
      let text = child.fullText.trimmedBlanks
      guard !text.isEmpty else { continue }
      switch child.name {
      case "dc:title": document.info.title = text
      case "dc:subject": document.info.subject = text
      case "dc:description": document.info.comment = text
      case "dc:language": document.defaultLanguage = document.defaultLanguage ?? LanguageTag.valid(text)
      case "meta:initial-creator": document.info.author = text
      case "dc:creator": document.info.author = document.info.author ?? text
      case "meta:keyword": document.info.keywords.append(text)
      case "meta:creation-date": document.info.created = WordValue.date(text)
      case "dc:date": document.info.modified = WordValue.date(text)
      case "meta:user-defined":
        if let name = child["meta:name"] { readProperty(name, text) }
      default: break
      }
    }
  }

  /// Reads a property that isn't one of OpenDocument's own. Some are those of Word.
  private func readProperty(_ name: String, _ text: String) {
    switch name {
    case "Manager": document.info.manager = text
    case "Company": document.info.company = text
    case "Category": document.info.category = text
    default: document.info.userProperties.append(UserProperty(name: name, value: text))
    }
  }

  /// Reads the store of tracked changes (ODF 1.3, 5.5).
  private func readChanges(_ node: OfficeNode) {
    for region in node.children where region.name == "text:changed-region" {
      guard let id = region["text:id"] ?? region["xml:id"] else { continue }
      for change in region.children {
        let isInsertion = change.name == "text:insertion"
        guard isInsertion || change.name == "text:deletion" else { continue }
        let info = change.child("office:change-info")
        let revision = Revision(
          kind: isInsertion ? .insertion : .deletion, author: ODTReading.author(info),
          date: ODTReading.date(info))
        changes[id] = Change(revision: revision, deleted: isInsertion ? nil : change)
      }
    }
  }

  /// Reads what a deletion has removed.
  ///
  /// - Parameter read: Reads the elements.
  /// - Returns: The blocks; none of a deletion that stands within itself, or too deep, or was read too often.
  func deleted(_ id: String, _ node: OfficeNode, _ read: (OfficeNode) -> [Block]) -> [Block] {
    guard openDeletions.count < limits.tableDepth else {
      findings.note(.tooDeep, in: "content.xml")
      return []
    }
    guard !openDeletions.contains(id), repeats.mayRead("deletion " + id, node) else {
      findings.note(.tooManyRepeats, in: "content.xml")
      return []
    }
    openDeletions.insert(id)
    defer { openDeletions.remove(id) }
    return read(node)
  }

  /// Who made a change or comment; nil where nobody has signed it.
  static func author(_ node: OfficeNode?) -> String? {
    node?.child("dc:creator").flatMap {
      let name = $0.fullText.trimmedBlanks
      return name.isEmpty || name == WordWriter.unknownAuthor ? nil : name
    }
  }

  /// Reads the size, margins, headers and footers of the first page's style.
  private func readHeaders(_ text: OfficeNode) {
    let first = text.children.first { $0.name == "text:p" || $0.name == "text:h" }
    let name = first.flatMap { styles.paragraph($0["text:style-name"]).masterPage }
    guard let page = (name ?? "Standard").flatMapPage(styles) else { return }
    document.page = styles.page(page)
    let hasLeft = page.child("style:header-left") != nil || page.child("style:footer-left") != nil
    for node in page.children {
      guard node["style:display"] != "false" else { continue }
      let kind: HeaderOrFooter.Kind
      switch node.name {
      case "style:header": kind = hasLeft ? .headerRight : .header
      case "style:footer": kind = hasLeft ? .footerRight : .footer
      case "style:header-left": kind = .headerLeft
      case "style:footer-left": kind = .footerLeft
      case "style:header-first", "loext:header-first": kind = .headerFirst
      case "style:footer-first", "loext:footer-first": kind = .footerFirst
      default: continue
      }
      let blocks = ODTStory(self).read(node)
      if !blocks.isEmpty { document.headersAndFooters.append(HeaderOrFooter(kind: kind, blocks: blocks)) }
    }
  }

  // MARK: Notes and pictures

  /// Adds a note.
  ///
  /// - Parameter mark: A mark of its own; nil for one that is counted.
  /// - Returns: Its index.
  func add(_ kind: MarginNote.Kind, mark: String?, blocks: [Block], revision: Revision?) -> Int {
    let isDeleted = revision?.kind == .deletion
    document.notes.append(
      MarginNote(
        kind: kind, mark: mark ?? (isDeleted ? "" : counter.next(kind)), isAutomatic: mark == nil,
        blocks: blocks,
        revision: revision))
    return document.notes.count - 1
  }

  /// The index of the resource that a file of the package is; nil where it isn't there.
  func resource(file path: String) -> Int? {
    if let known = resources[path] { return known }
    var index: Int?
    do throws(SlipError) {
      if let bytes = try package.read(path) {
        index = add(
          bytes, claimed: path.split(separator: ".").last.flatMap { MediaType.forFileExtension($0) })
      } else {
        findings.note(.missingTarget, in: "content.xml")
      }
    } catch {
      findings.note(.partNotRead, in: path)
    }
    resources[path] = .some(index)
    return index
  }

  /// The index of a resource with these bytes.
  ///
  /// - Parameter claimed: The type where the content is no picture that is known.
  func add(_ bytes: [UInt8], claimed: MediaType? = nil) -> Int {
    let sniffed = bytes.withUnsafeBytes { MediaType.sniff($0) }
    let type = sniffed == .binary && claimed?.isImage == true ? claimed ?? sniffed : sniffed
    let isVector = type == .xml || type == .html || type == .plainText
    let resource = Resource(content: .bytes(bytes), mediaType: isVector ? MediaType.svg.name : type.name)
    if let known = resourceIndexes[resource] { return known }
    resourceIndexes[resource] = document.resources.count
    document.resources.append(resource)
    return document.resources.count - 1
  }

  /// The root of a file within the package; nil where there is none.
  func object(_ path: String) -> OfficeNode? { root(path) }
}

extension String {
  /// The text without white space at its ends.
  var trimmedBlanks: String {
    let start = drop { $0.isWhitespace }
    let end = start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) } ?? start.startIndex
    return String(start[..<end])
  }

  /// The page of this name, or else the first.
  fileprivate func flatMapPage(_ styles: ODTStyles) -> OfficeNode? {
    styles.masterPages[self] ?? styles.firstMasterPage
  }
}
