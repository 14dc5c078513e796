internal import SlipBase
internal import SlipDocument

/// Reads one story of an OpenDocument text: the body, a header, what a change has deleted.
///
/// It walks over the elements and keeps what is open in stacks, so that nesting costs memory only. Elements that it doesn't
/// know are transparent: what stands in them counts.
final class ODTStory: OfficeTreeVisitor {
  /// Blocks that are collected: of the body, of a cell, a text box or a note.
  struct Level {
    var blocks: [Block] = []
    var paragraph: OpenParagraph?
    /// What the next paragraph begins with.
    var carried: [Inline] = []
    var carriedBoxes: [TextBox] = []
    /// The element that it is of; -1 for the story itself.
    var owner = -1
    var spans: [Span] = []
    var links: [Hyperlink?] = []
    var lists: [OpenList] = []
    /// The paragraph around it, which goes on after it.
    var followsBlank = true
    /// The drawing that is open.
    var frame = Frame()
    /// How many sections are open that are hidden.
    var hidden = 0
  }

  /// A paragraph that is open.
  struct OpenParagraph {
    var style = ParagraphStyle()
    var styleID: String?
    var run = ODTRunLayer()
    var listItem: ListItem?
    var inlines: [Inline] = []
    var boxes: [TextBox] = []
    var endsPage: BreakKind?
    var isHidden = false
    var text = ""
    var textStyle = CharacterStyle()
  }

  /// A span that is open, with all that is around it.
  struct Span {
    var name: String?
    var run: ODTRunLayer
    /// The instruction of a field whose result it is.
    var field: String?
    var index: Int
  }

  /// A list that is open.
  struct OpenList {
    var style: String
    var list: Int
    var index: Int
    /// Whether the next paragraph begins an item.
    var beginsItem = false
    var start: Int?
    /// Whether it stands in an item at all, or in the header of a list.
    var isHeader = false
    /// Whether its item has had its paragraph.
    var isContinued = false
    /// Whether it goes on with the numbers of another list, and is still in its first item.
    var continues = false
    /// Whether an item has begun.
    var hasItem = false
  }

  /// A frame around a picture.
  struct Frame {
    var width, height: Int?
    var description, title: String?
    var link: Hyperlink?
    var hasShown = false
    /// Whether a picture of it isn't in the package.
    var hasMissed = false
    var isOpen = false
    /// The file of another program that it shows.
    var object: Int?
  }

  let reading: ODTReading
  var levels: [Level] = [Level()]
  var tables: [ODTOpenTable] = []
  /// Insertions that are open, by their identifiers.
  var insertions: [(id: String, revision: Revision)] = []
  /// The change that has deleted all of this; nil where it wasn't deleted.
  let deletion: Revision?
  /// The reading of the word that comes.
  var waitingReading = ""
  /// Where words begin whose reading is open: the number of inlines before them.
  var rubyStarts: [Int] = []
  /// Columns that cells of the open row cover in the rows below.
  var waitingCovers: [Int: ODTOpenTable.Covered] = [:]

  /// Creates a story.
  init(_ reading: ODTReading, deletion: Revision? = nil) {
    (self.reading, self.deletion) = (reading, deletion)
  }

  /// The innermost level.
  var level: Level {
    get { levels[levels.count - 1] }
    _modify { yield &levels[levels.count - 1] }
  }

  /// Reads what stands in an element.
  func read(_ root: OfficeNode) -> [Block] {
    visit(root)
    while levels.count > 1 { endLevel() }
    endLevelContent()
    return levels[0].blocks
  }

  // MARK: Elements

  /// Elements whose content is no text of the document.
  private static let skipped: Set<String> = [
    "text:tracked-changes", "text:sequence-decls", "text:variable-decls", "text:user-field-decls",
    "text:dde-connection-decls", "office:forms", "text:note-citation", "text:table-of-content-source",
    "text:illustration-index-source", "text:table-index-source", "text:object-index-source",
    "text:user-index-source",
    "text:alphabetical-index-source", "text:bibliography-source", "text:toc-mark-start", "text:toc-mark-end",
    "text:toc-mark", "text:alphabetical-index-mark", "text:alphabetical-index-mark-start",
    "text:alphabetical-index-mark-end", "text:user-index-mark", "text:soft-page-break", "text:label",
    "table:table-source", "table:shapes", "table:table-column", "office:event-listeners", "svg:title",
    "svg:desc",
    "office:settings", "office:scripts", "dc:creator", "dc:date", "office:change-info", "meta:date-string",
    "draw:glue-point", "draw:enhanced-geometry", "draw:contour-polygon", "draw:contour-path",
    "draw:image-map",
    "text:alphabetical-index-auto-mark-file", "text:script", "loext:content-control-data", "table:desc",
    "table:title",
    "meta:creator-initials", "loext:sender-initials",
  ]

  /// Begins an element.
  ///
  /// - Returns: Whether what stands in it is read. If so, `leave` ends it.
  func enter(_ node: OfficeNode) -> Bool {
    let name = node.name
    switch name {
    case OfficeNode.textName: text(node.text)
    case "text:p", "text:h": beginParagraph(node)
    case "text:span": beginSpan(node, field: nil)
    case "text:a", "draw:a": beginLink(node)
    case "text:s": spaces(node)
    case "text:tab": append("\t")
    case "text:line-break": lineBreak()
    case "text:list": beginList(node)
    case "text:list-item", "text:list-header": beginItem(node)
    case "text:numbered-paragraph": beginNumbered(node)
    case "text:note": beginNote(node)
    case "office:annotation": beginNote(node)
    case "text:bookmark", "text:bookmark-start", "text:bookmark-end", "text:reference-mark",
      "text:reference-mark-start", "text:reference-mark-end":
      bookmark(node)
      return false
    case "text:change", "text:change-start", "text:change-end":
      change(node)
      return false
    case "text:ruby-text":
      waitingReading = node.fullText.trimmedBlanks
      return false
    case "text:ruby":
      needParagraph()
      flushText()
      rubyStarts.append(level.paragraph?.inlines.count ?? 0)
    case "text:section":
      if ODTStory.isHidden(node) { level.hidden += 1 }
      reading.anchors.wait(node["text:name"], "region")
    case "text:hidden-text": return hiddenText(node)
    case "text:hidden-paragraph":
      if node["text:is-hidden"] == "true" { level.paragraph?.isHidden = true }
      return false
    case "text:variable-set", "text:user-field-get", "text:sequence", "text:variable-get":
      if node["text:display"] == "none" { return false }
      beginSpan(node, field: nil)
    case "table:table": return beginTable(node)
    case "table:table-row": return beginRow(node)
    case "table:table-cell", "table:covered-table-cell": return beginCell(node)
    default:
      if ODTStory.skipped.contains(name) { return false }
      if name.hasPrefix("draw:") || name.hasPrefix("math:") { return beginDrawing(node) }
      if let field = ODTFields.instruction(node) {
        beginSpan(node, field: field)
      } else {
        beginReference(node)
      }
    }
    switch name {
    case OfficeNode.textName, "text:s", "text:tab", "text:line-break": return false
    default: return true
    }
  }

  /// Whether a section isn't shown, always or as its condition was when the file was written (ODF 1.3, 19.813).
  private static func isHidden(_ section: OfficeNode) -> Bool {
    switch section["text:display"] {
    case "none": true
    case "condition": section["text:is-hidden"] == "true"
    default: false
    }
  }

  /// Ends an element.
  func leave(_ node: OfficeNode) {
    switch node.name {
    case "text:p", "text:h": endParagraph()
    case "text:list": if level.lists.last?.index == node.index { level.lists.removeLast() }
    case "text:numbered-paragraph": if level.lists.last?.index == node.index { level.lists.removeLast() }
    case "text:a", "draw:a": _ = level.links.popLast()
    case "text:note", "office:annotation": endNote(node)
    case "text:ruby":
      if let start = rubyStarts.popLast() {
        flushText()
        level.paragraph?.inlines.addReading(waitingReading, from: start)
      }
      waitingReading = ""
    case "text:section":
      if ODTStory.isHidden(node) {
        if level.paragraph != nil { endParagraph() }
        level.hidden -= 1
      }
    case "table:table": endTable(node)
    case "table:table-row": endRow(node)
    case "table:table-cell", "table:covered-table-cell": endCell(node)
    default:
      if level.spans.last?.index == node.index { endSpan() }
      if node.name.hasPrefix("draw:") { endDrawing(node) }
      if ODTFields.isReference(node) { _ = level.links.popLast() }
    }
  }

  // MARK: Levels

  /// Begins a cell, a text box or a note.
  func beginLevel(_ node: OfficeNode) {
    flushText()
    var new = Level()
    new.owner = node.index
    new.hidden = level.hidden
    levels.append(new)
  }

  /// Ends what is open in the innermost level.
  func endLevelContent() {
    if level.paragraph != nil { endParagraph() }
    guard !level.carried.isEmpty || !level.carriedBoxes.isEmpty else { return }
    if case .paragraph(var last)? = level.blocks.last {
      last.inlines += level.carried
      last.textBoxes += level.carriedBoxes
      level.blocks[level.blocks.count - 1] = .paragraph(last)
    } else {
      level.blocks.append(.paragraph(Paragraph(inlines: level.carried, textBoxes: level.carriedBoxes)))
    }
    (level.carried, level.carriedBoxes) = ([], [])
  }

  /// Ends the innermost level.
  ///
  /// - Returns: Its blocks.
  @discardableResult
  func endLevel() -> [Block] {
    endLevelContent()
    return levels.removeLast().blocks
  }
}
