internal import SlipDocument

/// Text, spans, links, notes and changes (ODF 1.3, 6).
extension ODTStory {
  // MARK: Text

  /// Adds text of the file, in which white space is one blank, and none at the beginning of a paragraph.
  func text(_ text: String) {
    guard level.paragraph != nil else {
      // Text outside of paragraphs is white space.
      return
    }
    var collapsed: [UInt8] = []
    for byte in text.utf8 {
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r")
      {
        if !level.followsBlank { collapsed.append(UInt8(ascii: " ")) }
        level.followsBlank = true
      } else {
        collapsed.append(byte)
        level.followsBlank = false
      }
    }
    guard !collapsed.isEmpty else { return }
    let blank = level.followsBlank
    append(String(decoding: collapsed, as: UTF8.self))
    level.followsBlank = blank
  }

  /// Adds blanks that count.
  func spaces(_ node: OfficeNode) {
    let wanted = min(max(WordValue.number(node["text:c"]) ?? 1, 0), 10_000)
    let count = reading.repeats.take(blanks: wanted)
    if count < wanted { reading.findings.note(.tooManyRepeats, in: "content.xml") }
    append(String(repeating: " ", count: count))
  }

  /// Adds text in the style that counts.
  func append(_ text: String) {
    guard !text.isEmpty else { return }
    needParagraph()
    level.followsBlank = false
    let style = style
    if level.paragraph?.text.isEmpty == false, level.paragraph?.textStyle != style { flushText() }
    level.paragraph?.textStyle = style
    level.paragraph?.text += text
  }

  /// Adds the text that waits.
  func flushText() {
    guard let text = level.paragraph?.text, !text.isEmpty, let style = level.paragraph?.textStyle else {
      return
    }
    level.paragraph?.inlines.append(.run(Run(text, style: style)))
    level.paragraph?.text = ""
  }

  /// Adds an inline that isn't text.
  func append(_ inline: Inline) {
    needParagraph()
    flushText()
    level.paragraph?.inlines.append(inline)
    level.followsBlank = false
  }

  /// Makes sure that a paragraph is open.
  func needParagraph() { if level.paragraph == nil { begin(styleID: nil, heading: nil) } }

  func lineBreak() { if style.isVisible { append(.lineBreak) } else { append("\u{2028}") } }

  /// The style of the text that comes.
  var style: CharacterStyle {
    let run = level.spans.last?.run ?? level.paragraph?.run ?? ODTRunLayer()
    var name = level.spans.last { $0.name != nil }?.name
    let link = level.links.last { $0 != nil }.flatMap(\.self)
    if name?.lowercased() == "hyperlink" || name == "Visited Internet Link" { name = nil }
    var style = run.style(
      name: name, defaultFont: reading.document.defaultFont, defaultLanguage: reading.document.defaultLanguage
    )
    let revision = revision
    let isHidden = level.hidden > 0
    let field = level.spans.last { $0.field != nil }?.field
    if link != nil || revision != nil || isHidden || field != nil {
      style.edit {
        ($0.link, $0.revision, $0.field) = (link, revision, field)
        if isHidden { $0.isHidden = true }
      }
    }
    return style
  }

  /// The tracked change of what comes.
  var revision: Revision? {
    guard var deletion else { return insertions.last?.revision }
    deletion.insertion = insertions.last?.revision.credit
    return deletion
  }

  // MARK: Spans and links

  /// Begins a span of text, or a field.
  func beginSpan(_ node: OfficeNode, field: String?) {
    needParagraph()
    var run = level.spans.last?.run ?? level.paragraph?.run ?? ODTRunLayer()
    var name = level.spans.last?.name
    if node.name == "text:span", let id = node["text:style-name"] {
      let (common, own) = reading.styles.text(id)
      if level.isInLink, common?.lowercased() == "hyperlink" {
        // The look of links is that of each writer.
        var more = own
        (more.underline, more.color) = (nil, nil)
        run.override(with: more)
        name = common
      } else {
        run.override(with: own)
        name = common ?? name
      }
    }
    level.spans.append(Span(name: name, run: run, field: field, index: node.index))
  }

  /// Ends a span.
  func endSpan() { if !level.spans.isEmpty { level.spans.removeLast() } }

  /// Begins a link.
  func beginLink(_ node: OfficeNode) {
    var target = node["xlink:href"] ?? ""
    // An address within the package begins with its own folder.
    if target.hasPrefix("../") { target.removeFirst(3) }
    target = ODTAnchors.target(target)
    level.links.append(target.isEmpty ? nil : Hyperlink(target: target, tip: node["office:title"]))
  }

  /// Begins a cross-reference, which is a link.
  func beginReference(_ node: OfficeNode) {
    guard ODTFields.isReference(node) else { return }
    let name = node["text:ref-name"] ?? ""
    level.links.append(name.isEmpty ? level.links.last ?? nil : Hyperlink(target: "#" + name))
  }

  /// Adds text that may be hidden by a condition.
  ///
  /// - Returns: Whether what stands in it is read.
  func hiddenText(_ node: OfficeNode) -> Bool {
    guard node["text:is-hidden"] != "true" else { return false }
    if node.first == nil { append(node["text:string-value"] ?? "") }
    return true
  }

  /// Begins or ends a bookmark.
  func bookmark(_ node: OfficeNode) {
    guard let name = node["text:name"], !name.isEmpty else { return }
    let inlines: [Inline]
    if node.name.hasSuffix("-start") {
      inlines = [.bookmarkStart(name)]
    } else if node.name.hasSuffix("-end") {
      inlines = [.bookmarkEnd(name)]
    } else {
      inlines = [.bookmarkStart(name), .bookmarkEnd(name)]
    }
    flushText()
    if level.paragraph == nil { level.carried += inlines } else { level.paragraph?.inlines += inlines }
  }

  // MARK: Notes

  /// Begins a note or comment.
  func beginNote(_ node: OfficeNode) { beginLevel(node) }

  /// Ends a note or comment.
  func endNote(_ node: OfficeNode) {
    guard level.owner == node.index else { return }
    let blocks = endLevel()
    let kind: MarginNote.Kind =
      node.name == "office:annotation"
      ? .annotation : node["text:note-class"] == "endnote" ? .endnote : .footnote
    let revision = revision
    let mark = kind == .annotation ? nil : node.child("text:note-citation")?["text:label"]
    let index = reading.add(
      kind, mark: mark.flatMap { $0.isEmpty ? nil : $0 }, blocks: blocks, revision: revision)
    if kind == .annotation {
      reading.document.notes[index].author = ODTReading.author(node)
      reading.document.notes[index].date = WordValue.date(node.child("dc:date")?.fullText)
    }
    let blank = level.followsBlank
    append(revision?.kind == .deletion ? .deletedNote(index) : .noteReference(index))
    if kind == .annotation { level.followsBlank = blank }
  }

  // MARK: Changes

  /// Begins or ends an insertion, or adds what was deleted here.
  func change(_ node: OfficeNode) {
    guard let id = node["text:change-id"], let change = reading.changes[id] else { return }
    flushText()
    switch node.name {
    case "text:change-start":
      if change.revision.kind == .insertion { insertions.append((id, change.revision)) }
    case "text:change-end":
      if let place = insertions.lastIndex(where: { $0.id == id }) { insertions.remove(at: place) }
    default:
      guard let deleted = change.deleted, levels.count <= reading.limits.tableDepth else { return }
      let blocks = reading.deleted(id, deleted) {
        ODTStory(reading, deletion: change.revision, insertions).read($0)
      }
      insert(blocks, change.revision)
    }
  }

  /// Adds deleted blocks: the first continues the open paragraph, and the open paragraph goes on after the last.
  private func insert(_ blocks: [Block], _ revision: Revision) {
    for (index, block) in blocks.enumerated() {
      switch block {
      case .paragraph(let paragraph):
        if index > 0 {
          splitParagraph(deletedBy: revision, blocks[index - 1])
        }
        needParagraph()
        level.paragraph?.inlines += paragraph.inlines
        level.paragraph?.boxes += paragraph.textBoxes
      case .table, .break:
        if level.paragraph != nil { endParagraph(deletedBy: revision) }
        level.blocks.append(block)
      }
    }
  }

  /// Ends the open paragraph by a deletion, and begins another one like it. The first of them that shows something has the
  /// marker of the list item.
  ///
  /// - Parameter deleted: What was deleted and ends there, which may have been an item of its own.
  private func splitParagraph(deletedBy revision: Revision, _ deleted: Block) {
    let (id, style, item) = (level.paragraph?.styleID, level.paragraph?.style, level.paragraph?.listItem)
    let isVisible = level.paragraph?.inlines.contains(where: \.isVisible) ?? false
    if !isVisible { level.paragraph?.listItem?.marker = "" }
    if !isVisible, case .paragraph(let deleted) = deleted, let own = deleted.listItem {
      level.paragraph?.listItem = own
    }
    endParagraph(deletedBy: revision)
    begin(styleID: id, heading: style?.headingLevel)
    guard let item, let style else { return }
    level.paragraph?.listItem = item
    if isVisible { level.paragraph?.listItem?.marker = "" }
    level.paragraph?.style.leftIndent = style.leftIndent
    level.paragraph?.style.firstLineIndent = style.firstLineIndent
  }

  /// Creates a story of what a change has deleted, with the insertions around it.
  private convenience init(
    _ reading: ODTReading, deletion: Revision, _ insertions: [(id: String, revision: Revision)]
  ) {
    self.init(reading, deletion: deletion)
    self.insertions = insertions
  }
}

extension ODTStory.Level {
  /// Whether a link is open.
  fileprivate var isInLink: Bool { links.contains { $0 != nil } }
}

/// Fields (ODF 1.3, 7).
enum ODTFields {
  /// The instruction of a field that RTF and Word have, too; nil for other elements.
  static func instruction(_ node: OfficeNode) -> String? {
    switch node.name {
    case "text:page-number": "PAGE"
    case "text:page-count": "NUMPAGES"
    case "text:author-name": "AUTHOR"
    case "text:title": "TITLE"
    case "text:subject": "SUBJECT"
    case "text:file-name": "FILENAME"
    default: nil
    }
  }

  /// Whether an element refers to a place in the document.
  static func isReference(_ node: OfficeNode) -> Bool {
    node.name == "text:bookmark-ref" || node.name == "text:reference-ref"
  }
}
