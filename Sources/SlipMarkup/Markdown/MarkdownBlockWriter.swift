internal import SlipDocument

/// Writes paragraphs, headings, code and breaks.
extension MarkdownDocumentWriter {
  /// Writes blocks that stand together: the body, a note or a text box. Everything that
  /// they open is closed at the end.
  ///
  /// Paragraphs are written one by one, but several paragraphs of code become one block,
  /// and terms and definitions become one list in HTML. Page breaks become thematic
  /// breaks. Recursion goes as deep as text boxes nest, which the document model bounds.
  mutating func blocks(_ blocks: ArraySlice<Block>) {
    var scope = MarkdownScope()
    var index = blocks.startIndex
    while index < blocks.endIndex {
      switch blocks[index] {
      case .paragraph(let paragraph):
        let role = roles.role(of: paragraph.style)
        switch role.content {
        case .code where paragraph.isCodeAlone:
          let end = blocks[index...].endOfCode
          code(blocks[index..<end], paragraph, role, &scope)
          index = end
          continue
        case .term, .definition:
          if role.containers.isEmpty, paragraph.listItem == nil {
            let end = blocks[index...].endOfDefinitions
            definitions(blocks[index..<end], &scope)
            index = end
            continue
          }
        case .rule where !paragraph.inlines.contains(where: \.isVisible):
          rule(paragraph, role, &scope)
        default: self.paragraph(paragraph, role, &scope)
        }
      case .table(let table):
        close(&scope, to: 0)
        scope.endedList = nil
        self.table(table)
      case .break:
        close(&scope, to: 0)
        rule(Paragraph(), BlockRole(), &scope)
      }
      index += 1
    }
    close(&scope, to: 0)
  }

  // MARK: Paragraphs

  /// Writes a paragraph or heading with its marker and check box, and then its text
  /// boxes.
  ///
  /// A paragraph without visible text is left out unless it begins a list item. A marker
  /// that Markdown lacks becomes text at the beginning of the item.
  ///
  /// A callout is a quotation, also where the text has lost its style.
  private mutating func paragraph(_ paragraph: Paragraph, _ role: BlockRole, _ scope: inout MarkdownScope) {
    var role = role
    let isHeading = paragraph.style.headingLevel != nil
    let number = paragraph.headingNumber(in: document.lists)
    let marker = number == nil ? paragraph.marker : nil
    var inlines = paragraph.inlines
    if let text = number ?? marker?.text, !text.isEmpty { inlines.insert(.run(Run(text + " ")), at: 0) }
    let task =
      marker != nil && marker?.text == nil ? paragraph.takeTask(&inlines, context.options.dialect) : nil
    let callout = isHeading || marker != nil ? nil : takeCallout(&inlines)
    if callout != nil, role.quotes == 0 { role.enter(.quote) }
    let text = source(inlines, isHeading ? .heading : .paragraph, isItem: marker != nil && task == nil)
    var source = callout.map { $0 + (text.isEmpty ? [] : [0x0A] + text) } ?? text
    if !source.isEmpty, context.options.dialect.hasBlockIDs, let id = BlockID.of(paragraph) {
      source += [0x20] + Array(id.utf8)
    }
    if marker == nil, source.isEmpty { return boxes(paragraph) }
    start(paragraph, role, marker, isHeading ? .other : .text, isEmpty: source.isEmpty, &scope)
    if !source.isEmpty {
      lines.startBlock()
      write(task.map { Array($0.utf8) + source } ?? source, paragraph.style)
      lines.endBlock()
      scope.end(paragraph.style, isHeading ? .other : .text)
    }
    boxes(paragraph)
  }

  /// Removes the mark of a callout and its title from the beginning of a paragraph, and returns them as its first line: `[!note] Title`.
  ///
  /// Returns nil and changes nothing if there is no mark, or if the program doesn't know callouts.
  private func takeCallout(_ inlines: inout [Inline]) -> [UInt8]? {
    guard context.options.dialect.hasCallouts,
      let index = inlines.firstIndex(where: { if case .bookmarkStart = $0 { true } else { $0.isVisible } }),
      case .bookmarkStart(let name) = inlines[index], let mark = CalloutMark(bookmark: name)
    else { return nil }
    let end = inlines.firstIndex { if case .lineBreak = $0 { true } else { false } } ?? inlines.count
    guard mark.isTitled else {
      // The title that the program shows by itself isn't written, unless someone changed it.
      let title = Paragraph(inlines: Array(inlines[..<end])).visibleText
      if title == CalloutMark.usualTitle(mark.type) { inlines.removeSubrange(..<min(end + 1, inlines.count)) }
      return Array(mark.markdown.utf8)
    }
    let title = inlines[..<end].map { inline -> Inline in
      guard case .run(var run) = inline else { return inline }
      run.style.isBold = false
      return .run(run)
    }
    inlines.removeSubrange(..<min(end + 1, inlines.count))
    let line = source(title, .heading, isItem: false)
    return Array(mark.markdown.utf8) + (line.isEmpty ? [] : [0x20] + line)
  }

  /// The Markdown of a paragraph's inlines.
  private func source(_ inlines: [Inline], _ style: MarkdownLineStyle, isItem: Bool) -> [UInt8] {
    MarkdownInlines(context: context, style: style).source(of: inlines, isItem: isItem)
  }

  /// Writes the text boxes that are anchored at a paragraph, as blocks behind it.
  private mutating func boxes(_ paragraph: Paragraph) {
    for box in paragraph.textBoxes { blocks(box.blocks[...]) }
  }

  /// Writes the lines of a heading, which has one, or of a paragraph.
  private mutating func write(_ source: [UInt8], _ style: ParagraphStyle) {
    if let level = style.headingLevel {
      let marks = String(repeating: "#", count: min(max(level, 1), 6)) + " "
      lines.line(Array(marks.utf8) + source)
    } else {
      lines.lines(source, width: options.wrap)
    }
  }

  // MARK: Code, breaks and definitions

  /// Writes paragraphs that are one block of code, between fences. Fences can state a
  /// language, which indented blocks can't.
  ///
  /// - Parameters:
  ///   - blocks: the paragraphs, the first of which may begin a list item.
  ///   - first: the first paragraph.
  ///   - role: its role, with the info string of the fence.
  private mutating func code(
    _ blocks: ArraySlice<Block>, _ first: Paragraph, _ role: BlockRole, _ scope: inout MarkdownScope
  ) {
    let code = blocks.flatMap { block -> [[UInt8]] in
      guard case .paragraph(let paragraph) = block else { return [] }
      return paragraph.codeLines
    }
    var info = ""
    if case .code(let language?) = role.content { info = language }
    start(first, role, first.marker, .other, isEmpty: false, &scope)
    lines.startBlock()
    let fence = MarkdownCode.fence(code, info: info)
    lines.line(fence + Array(info.utf8))
    if code != [[]] { for line in code { lines.line(line) } }
    lines.line(fence)
    lines.endBlock()
    if case .paragraph(let last)? = blocks.last { scope.end(last.style, .other) }
  }

  /// Writes a thematic break: `***`, or `---` where stars would join a bullet.
  private mutating func rule(_ paragraph: Paragraph, _ role: BlockRole, _ scope: inout MarkdownScope) {
    start(paragraph, role, paragraph.marker, .rule, isEmpty: false, &scope)
    lines.startBlock()
    // `* ***` would be one thematic break, not an item with a break in it.
    lines.line(scope.bullet == UInt8(ascii: "*") ? "---" : "***")
    lines.endBlock()
    scope.end(paragraph.style, .other)
    boxes(paragraph)
  }

  /// Writes terms and definitions as HTML, because Markdown has no lists of definitions.
  private mutating func definitions(_ blocks: ArraySlice<Block>, _ scope: inout MarkdownScope) {
    close(&scope, to: 0)
    scope.endedList = nil
    lines.startBlock()
    html(Array(blocks))
    lines.endBlock()
  }
}

extension Paragraph {
  /// The paragraph's list marker in Markdown.
  ///
  /// Nil for paragraphs that are no list items, and for items that show no marker:
  /// Markdown has no such items, and would give them one.
  fileprivate var marker: MarkdownListMarker? {
    guard let item = listItem, !item.marker.isEmpty else { return nil }
    return MarkdownListMarker(item.marker)
  }

  /// Removes a check box (`☐` or `☑`) from the beginning of an item's text, and returns
  /// it in GFM's form: `[ ] ` or `[x] `. In the dialect of note programs other signs of tasks
  /// (`TaskSign`) count as well.
  fileprivate func takeTask(_ inlines: inout [Inline], _ dialect: MarkdownDialect) -> String? {
    /// The sign in the box.
    func box(_ sign: Character) -> Character? {
      switch sign {
      case "☐": " "
      case "☑": "x"
      default: dialect.hasTaskSigns ? TaskSign.box(sign) : nil
      }
    }
    return takeTask(&inlines) { box($0) != nil }.flatMap(box).map { "[\($0)] " }
  }

  /// Whether a block of code can hold everything that is visible in the paragraph: text
  /// and line breaks, but no pictures or notes.
  fileprivate var isCodeAlone: Bool {
    textBoxes.isEmpty && style.headingLevel == nil
      && inlines.allSatisfy {
        switch $0 {
        case .run, .lineBreak, .bookmarkStart, .bookmarkEnd, .deletedNote: true
        default: !$0.isVisible
        }
      }
  }

  /// The lines of a paragraph of code. Formatting and control characters are left out, as
  /// nothing can be marked in code.
  fileprivate var codeLines: [[UInt8]] {
    var lines: [[UInt8]] = [[]]
    for inline in inlines {
      switch inline {
      case .run(let run) where run.style.isVisible:
        lines[lines.count - 1] += run.text.utf8.filter { $0 >= 0x20 || $0 == UInt8(ascii: "\t") }
      case .lineBreak, .break: lines.append([])
      default: break
      }
    }
    return lines
  }
}

extension ArraySlice<Block> {
  /// The index behind the paragraphs that are one block of code with the first one: they
  /// have the same style and no space between them.
  fileprivate var endOfCode: Int {
    var end = startIndex + 1
    while end < endIndex, case .paragraph(let before) = self[end - 1], before.style.spaceAfter == 0,
      case .paragraph(let paragraph) = self[end], paragraph.style.name == before.style.name,
      paragraph.listItem == nil, paragraph.isCodeAlone
    {
      end += 1
    }
    return end
  }

  /// The index behind the terms and definitions that follow each other.
  fileprivate var endOfDefinitions: Int {
    firstIndex {
      guard case .paragraph(let paragraph) = $0, paragraph.listItem == nil else { return true }
      let role = paragraph.style.role
      return !role.containers.isEmpty || role.content != .term && role.content != .definition
    } ?? endIndex
  }
}
