internal import SlipDocument
internal import SlipRTF

/// Paragraphs, headings and lists (ODF 1.3, 5.1, 5.3).
extension ODTStory {
  /// Begins a paragraph or heading. Google Docs writes headings as paragraphs with a style of headings.
  func beginParagraph(_ node: OfficeNode) {
    if level.paragraph != nil { endParagraph() }
    let isHeading = node.name == "text:h"
    let style = node["text:style-name"] ?? node["text:class-names"]
    let outline =
      isHeading
      ? min(max(WordValue.number(node["text:outline-level"]) ?? 1, 1), 9)
      : reading.styles.paragraph(style).headingLevel
    begin(styleID: style, heading: outline)
    item(node, outline)
  }

  /// Begins a paragraph of a style.
  func begin(styleID: String?, heading: Int?) {
    let resolved = reading.styles.paragraph(styleID)
    var paragraph = OpenParagraph()
    paragraph.styleID = styleID
    paragraph.run = resolved.run
    paragraph.style = resolved.paragraph.style(name: resolved.name, headingLevel: heading)
    let isFirst = level.blocks.isEmpty && levels.count == 1
    paragraph.style.startsPage = resolved.startsPage || resolved.masterPage != nil && !isFirst
    paragraph.endsPage = resolved.endsPage
    paragraph.inlines = reading.anchors.takeWaiting() + level.carried
    paragraph.boxes = level.carriedBoxes
    (level.carried, level.carriedBoxes) = ([], [])
    level.paragraph = paragraph
    level.spans = []
    level.followsBlank = true
  }

  /// Gives the open paragraph its marker, if it begins an item.
  private func item(_ node: OfficeNode, _ outline: Int?) {
    guard deletion == nil else { return deletedItem(node) }
    if let last = level.lists.indices.last {
      let list = level.lists[last]
      let style =
        list.style.isEmpty ? reading.styles.paragraph(node["text:style-name"]).list ?? "" : list.style
      guard !style.isEmpty || outline == nil else { return numberHeading(node, outline) }
      let depth = min(list.isHeader ? last : last, ODTLists.mostLevels - 1)
      if list.beginsItem, !list.isHeader {
        level.lists[last].beginsItem = false
        level.paragraph?.listItem = reading.lists.next(
          list.list, style: style, level: depth, start: list.start)
        setIndents(style, depth, isItem: true)
      } else {
        setIndents(style, depth, isItem: false)
      }
      if level.paragraph?.listItem?.marker.isEmpty == true, outline != nil {
        level.paragraph?.listItem = nil
        numberHeading(node, outline)
      }
      return
    }
    numberHeading(node, outline)
  }

  /// Makes the open paragraph, which was deleted, an item that isn't counted, if it begins one.
  private func deletedItem(_ node: OfficeNode) {
    guard let last = level.lists.indices.last, level.lists[last].beginsItem, !level.lists[last].isHeader
    else {
      return
    }
    level.lists[last].beginsItem = false
    let list = level.lists[last].style
    let style = list.isEmpty ? reading.styles.paragraph(node["text:style-name"]).list ?? "" : list
    if !style.isEmpty { level.paragraph?.listItem = reading.lists.uncounted(style, level: last) }
  }

  /// Gives a heading the number that the style of headings has.
  private func numberHeading(_ node: OfficeNode, _ outline: Int?) {
    guard let outline, node["text:is-list-header"] != "true" else { return }
    let list = reading.outlineList
    let start =
      node["text:restart-numbering"] == "true"
      ? ODTLists.start(node) ?? reading.lists.start("", level: outline - 1) : nil
    level.paragraph?.listItem = reading.lists.next(list, style: "", level: outline - 1, start: start)
  }

  /// Gives a paragraph the indents of its level, unless its style has some.
  private func setIndents(_ style: String, _ depth: Int, isItem: Bool) {
    guard let paragraph = level.paragraph else { return }
    let indents = reading.lists.indents(style, level: depth)
    let own = reading.styles.paragraph(paragraph.styleID).paragraph
    let usual = BlockRole.listIndents(level: depth)
    if own.left == nil || own.left == 0 { level.paragraph?.style.leftIndent = indents.left ?? usual.left }
    if isItem, own.firstLine == nil || own.firstLine == 0 {
      level.paragraph?.style.firstLineIndent = indents.firstLine ?? usual.firstLine
    }
  }

  /// Ends the paragraph that is open.
  ///
  /// - Parameter revision: The change that has deleted its end; nil for the insertion that is open.
  func endParagraph(deletedBy revision: Revision? = nil) {
    flushText()
    guard var open = level.paragraph else { return }
    level.paragraph = nil
    level.spans = []
    if open.isHidden || level.hidden > 0 {
      open.inlines = open.inlines.compactMap { ODTStory.hidden($0) }
      if open.boxes.isEmpty {
        level.carried = open.inlines + level.carried
        return
      }
    }
    if open.style.headingLevel != nil { open.inlines = reading.anchors.heading(open.inlines) + open.inlines }
    var paragraph = Paragraph(
      style: open.style, listItem: open.listItem, inlines: open.inlines, textBoxes: open.boxes,
      endRevision: revision ?? deletion ?? insertions.last?.revision)
    // The look that our own files give to headings says nothing.
    RTFStyleDefaults.stripHeading(&paragraph)
    level.blocks.append(.paragraph(paragraph))
    if let kind = open.endsPage, levels.count == 1 { level.blocks.append(.break(kind)) }
  }

  /// An inline of what is hidden; nil for one that can't be.
  static func hidden(_ inline: Inline) -> Inline? {
    switch inline {
    case .run(var run):
      run.style.isHidden = true
      return .run(run)
    case .picture(var picture):
      picture.style.isHidden = true
      return .picture(picture)
    case .attachment(var file):
      file.style.isHidden = true
      return .attachment(file)
    case .lineBreak: return .run(Run("\u{2028}", style: CharacterStyle().with { $0.isHidden = true }))
    case .noteReference, .break: return nil
    case .deletedNote, .bookmarkStart, .bookmarkEnd: return inline
    }
  }

  // MARK: Lists

  /// Begins a list.
  func beginList(_ node: OfficeNode) {
    if level.paragraph != nil { endParagraph() }
    let outer = level.lists.last
    let style = node["text:style-name"].flatMap { $0.isEmpty ? nil : $0 } ?? outer?.style ?? ""
    let id = node["xml:id"] ?? node["text:id"]
    let continuesLast = node["text:continue-numbering"] == "true"
    let list: Int
    // Within the first item of a list that goes on, before any text, lists go on, too.
    let goesOn =
      outer.map { $0.continues && $0.beginsItem } ?? (continuesLast || node["text:continue-list"] != nil)
    if let outer {
      list = outer.list
      if !continuesLast, !goesOn, level.lists.count < ODTLists.mostLevels {
        reading.lists.restart(list, level: level.lists.count)
      }
    } else {
      list = reading.lists.begin(
        style: style, id: id, continuing: node["text:continue-list"], continuesLast: continuesLast)
    }
    level.lists.append(OpenList(style: style, list: list, index: node.index, continues: goesOn))
  }

  /// Begins an item, or what stands above the first.
  func beginItem(_ node: OfficeNode) {
    if level.paragraph != nil { endParagraph() }
    guard let last = level.lists.indices.last else { return }
    if level.lists[last].hasItem { level.lists[last].continues = false }
    level.lists[last].hasItem = true
    level.lists[last].beginsItem = node.name == "text:list-item"
    level.lists[last].isHeader = node.name == "text:list-header"
    level.lists[last].start = ODTLists.start(node)
    if let style = node["text:style-override"], !style.isEmpty { level.lists[last].style = style }
  }

  /// Begins a paragraph that is an item by itself.
  func beginNumbered(_ node: OfficeNode) {
    let style = node["text:style-name"] ?? ""
    let depth = min(max(WordValue.number(node["text:level"]) ?? 1, 1), ODTLists.mostLevels)
    let id = node["text:list-id"] ?? style
    let list = reading.lists.begin(style: style, id: id, continuing: id, continuesLast: false)
    for _ in 1..<max(depth, 1) { level.lists.append(OpenList(style: style, list: list, index: -1)) }
    level.lists.append(OpenList(style: style, list: list, index: node.index, beginsItem: true))
    level.lists[level.lists.count - 1].start = ODTLists.start(node)
  }
}
