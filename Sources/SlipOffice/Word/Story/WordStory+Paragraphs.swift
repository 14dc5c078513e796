internal import SlipDocument
internal import SlipRTF

/// Paragraphs (ECMA-376-1, 17.3.1).
extension WordStory {
  /// Begins a paragraph.
  func beginParagraph(_ node: OfficeNode) {
    if level.paragraph != nil { endParagraph() }
    let properties = node.child("pPr")
    let style = reading.paragraphStyle(properties?.child("pStyle")?.value)
    let own = WordParagraphLayer(properties)
    var paragraph = OpenParagraph()
    paragraph.run = style.run
    var layer = reading.styles.paragraphDefaults
    layer.override(with: style.paragraph)
    let item = place(own: own, style: style)
    if let item, let definition = reading.numbering.level(item.level, of: item.list) {
      layer.override(with: definition.paragraph)
      // What the style itself says of indents is nearer than the list that it names.
      if own.list == nil {
        layer.left = style.paragraph.left ?? layer.left
        layer.firstLine = style.paragraph.firstLine ?? layer.firstLine
      }
    }
    layer.override(with: own)
    let outline = own.outlineLevel ?? style.paragraph.outlineLevel
    let heading = outline.map { (0...8).contains($0) ? $0 + 1 : nil } ?? style.namedLevel
    paragraph.style = layer.style(name: style.name, headingLevel: heading)
    if let mark = properties?.child("rPr") { read(mark: mark, &paragraph) }
    if let frame = properties?.child("framePr")?["dropCap"]?.lowercased(), frame != "none" {
      paragraph.runsIn = true
    }
    paragraph.section = properties?.child("sectPr")
    if let item, !paragraph.runsIn {
      if paragraph.endRevision?.kind == .deletion || paragraph.hasHiddenMark {
        paragraph.waitingItem = item
      } else if level.continuesItem {
        level.continuesItem = false
        paragraph.listItem = reading.numbering.uncounted(item.list, level: item.level)
      } else {
        paragraph.listItem = reading.numbering.next(item.list, level: item.level)
      }
    }
    if paragraph.endRevision?.kind != .deletion { level.continuesItem = false }
    paragraph.inlines = level.carried
    level.carried = []
    level.paragraph = paragraph
    currentStyle = nil
  }

  /// The list and level of a paragraph; nil for none.
  private func place(
    own: WordParagraphLayer, style: WordStyles.Resolved
  ) -> (list: String, level: Int)? {
    guard let list = own.list ?? style.paragraph.list, list != "0", reading.numbering.has(list) else {
      return nil
    }
    let byStyle = own.list == nil ? reading.numbering.level(ofStyles: style.chain, in: list) : nil
    let level = own.listLevel ?? byStyle ?? style.paragraph.listLevel ?? 0
    return (list, min(max(level, 0), WordNumbering.mostLevels - 1))
  }

  /// Reads the properties of the paragraph's mark: whether it is hidden, inserted or deleted.
  private func read(mark: OfficeNode, _ paragraph: inout OpenParagraph) {
    let layer = WordRunLayer(mark, reading.styles.theme)
    if layer.toggles[.hidden] == true {
      paragraph.hasHiddenMark = true
      // A heading on the line of its text stays a heading.
      paragraph.runsIn = layer.isRunIn == true && paragraph.style.headingLevel == nil
    }
    for child in mark.children {
      switch child.name {
      case "ins", "moveTo": open(child, isInsertion: true)
      case "del", "moveFrom": open(child, isInsertion: false)
      default: continue
      }
    }
    /// Adds a change of the mark.
    func open(_ node: OfficeNode, isInsertion: Bool) {
      let change = reading.revision(node, isInsertion: isInsertion)
      let open = [change] + (paragraph.endRevision.map { WordStory.open($0) } ?? [])
      paragraph.endRevision = WordStory.revision(of: open)
    }
  }

  /// A change as one of those that are open.
  private static func open(_ revision: Revision) -> [OpenRevision] {
    var open = [
      OpenRevision(
        isInsertion: revision.kind == .insertion, credit: revision.credit, isMove: revision.isMove)
    ]
    if let insertion = revision.insertion {
      open.append(OpenRevision(isInsertion: true, credit: insertion, isMove: false))
    }
    return open
  }

  /// Ends the paragraph that is open.
  func endParagraph() {
    flushText()
    guard var open = level.paragraph else { return }
    level.paragraph = nil
    currentStyle = nil
    let isVisible = open.inlines.contains(where: \.isVisible) || !open.textBoxes.isEmpty
    if open.runsIn || open.hasHiddenMark && !isVisible {
      level.carried = open.inlines + level.carried
      // A box can't wait, as it stands at a paragraph.
      if open.textBoxes.isEmpty { return endSection(open.section) }
      level.carried = []
    }
    if let item = open.waitingItem {
      let isDeleted = open.endRevision?.kind == .deletion
      if isVisible, !level.continuesItem {
        open.listItem = reading.numbering.next(item.list, level: item.level)
      } else if isDeleted {
        open.listItem = reading.numbering.uncounted(item.list, level: item.level)
      }
      if isVisible { level.continuesItem = isDeleted }
    }
    if open.hasRule, !isVisible {
      var role = BlockRole()
      role.content = .rule
      open.style.name = role.name
    }
    var paragraph = Paragraph(
      style: open.style, listItem: open.listItem, inlines: open.inlines, textBoxes: open.textBoxes,
      endRevision: open.endRevision)
    // The look that our own files give to headings says nothing.
    RTFStyleDefaults.stripHeading(&paragraph)
    level.blocks.append(.paragraph(paragraph))
    endSection(open.section)
  }

  /// Ends a section with the paragraph that holds its properties.
  private func endSection(_ section: OfficeNode?) {
    guard let section else { return }
    reading.section(section, of: part)
    let kind = section.child("type")?.value?.lowercased()
    if kind != "continuous", levels.count == 1 { level.blocks.append(.break(.section)) }
  }

  /// Makes sure that a paragraph is open, as text may stand outside of one.
  func needParagraph() {
    guard level.paragraph == nil else { return }
    var paragraph = OpenParagraph()
    let style = reading.paragraphStyle(nil)
    paragraph.run = style.run
    paragraph.inlines = level.carried
    level.carried = []
    level.paragraph = paragraph
  }

  // MARK: Inlines

  /// Adds text in the style that counts.
  func append(_ text: String) {
    guard !text.isEmpty else { return }
    if let note = run.waitingNote {
      run.waitingNote = nil
      reading.document.notes[note].mark = String(text.prefix(8))
      return
    }
    if let field = fields.lastIndex(where: { !$0.isResult }), field >= level.fieldBase {
      // The result of a field within an instruction is a part of it.
      if fields[field].instruction.count < 65_536 { fields[field].instruction += text.utf8 }
      return
    }
    for index in fields.indices { fields[index].hasResult = true }
    needParagraph()
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
    guard !isInInstruction else { return }
    for index in fields.indices { fields[index].hasResult = true }
    needParagraph()
    flushText()
    level.paragraph?.inlines.append(inline)
  }

  /// Whether the instruction of a field is being read.
  var isInInstruction: Bool { fields[level.fieldBase...].contains { !$0.isResult } }

  /// Adds the text of a `t`.
  ///
  /// Blanks at its ends count only where the file says so. Line ends and tabs are blanks.
  func text(of node: OfficeNode) {
    var text = node.text
    if text.utf8.contains(where: { $0 < 0x20 }) {
      text = String(decoding: text.utf8.map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
    }
    if text.utf8.first == UInt8(ascii: " ") || text.utf8.last == UInt8(ascii: " "),
      !reading.keepsBlanks(node, part)
    {
      let bytes = text.utf8.drop { $0 == UInt8(ascii: " ") }
      let end = bytes.lastIndex { $0 != UInt8(ascii: " ") }.map { bytes.index(after: $0) } ?? bytes.startIndex
      text = String(decoding: bytes[bytes.startIndex..<end], as: UTF8.self)
    }
    if followsMark, text.first == " " { text.removeFirst() }
    followsMark = false
    append(WordSymbols.text(text, font: run.font))
  }

  /// Adds a break of a line, page or column.
  func lineBreak(_ kind: String?) {
    guard !isInInstruction else { return }
    switch kind {
    case "page": append(.break(.page))
    case "column": append(.break(.column))
    default: if style.isVisible { append(.lineBreak) } else { append("\u{2028}") }
    }
  }

  /// Begins or ends a bookmark.
  func bookmark(_ node: OfficeNode) {
    guard let id = node["id"] else { return }
    let inline: Inline
    if node.name == "bookmarkStart" {
      guard let name = node["name"], !name.isEmpty, name != "_GoBack" else { return }
      bookmarks[id] = name
      inline = .bookmarkStart(name)
    } else {
      guard let name = bookmarks.removeValue(forKey: id) else { return }
      inline = .bookmarkEnd(name)
    }
    if level.paragraph == nil {
      level.carried.append(inline)
    } else {
      flushText()
      level.paragraph?.inlines.append(inline)
    }
  }
}
