internal import SlipDocument

/// Paragraphs, headings, breaks and text boxes.
extension HTMLDocumentWriter {
  /// Writes blocks that stand together: the body, a cell, a box, a note.
  ///
  /// Recursion goes as deep as tables and boxes do, which the model bounds.
  ///
  /// - Parameter isBody: the blocks are the document's own, whose headings may have identifiers.
  mutating func blocks(_ blocks: ArraySlice<Block>, isBody: Bool = false) {
    var scope = BlockScope(backdrop: backdrop)
    for (index, block) in zip(blocks.indices, blocks) {
      switch block {
      case .paragraph(let paragraph):
        sectionID = isBody ? sections.identifiers[index] : nil
        self.paragraph(paragraph, &scope)
      case .table(let table):
        end(&scope)
        self.table(table)
      case .break(let kind) where scope.runsOn && scope.element != nil:
        // The paragraph goes on behind the break.
        inlines([.break(kind)])
      case .break(let kind):
        endParagraph(&scope)
        close(&scope, to: 0)
        sink.markup("<hr class=\"")
        breakClass(kind)
        sink.markup("\"")
        sink.endVoid()
        sink.markup("\n")
      }
    }
    end(&scope)
  }

  /// What is open among the blocks of one scope.
  struct BlockScope {
    var open: [Container] = []
    /// The element that the open paragraph stands in; nil when none is open.
    var element: ParagraphElement?
    /// The last paragraph's end is hidden or deleted: the next one goes on in it.
    var runsOn = false
    var waitingBoxes: [TextBox] = []
    /// What lies behind all of it.
    var backdrop: Color?

    enum Container {
      case quote
      case list(OpenList)
      /// `<dl>`
      case definitions
    }

    /// The innermost container, where it is a list.
    var list: OpenList? {
      get { if case .list(let list)? = open.last { list } else { nil } }
      set { if let newValue, !open.isEmpty { open[open.count - 1] = .list(newValue) } }
    }

    var isInDefinitions: Bool { if case .definitions? = open.last { true } else { false } }
  }

  enum ParagraphElement: Equatable {
    case p
    case heading(Int)
    /// Directly in its `<li>`.
    case bare
    case code, term, definition
    /// `<hr>`, which has no content.
    case rule
  }

  private mutating func paragraph(_ paragraph: Paragraph, _ scope: inout BlockScope) {
    if !(scope.runsOn && scope.element != nil) { begin(paragraph, &scope) }
    if scope.element == .code { code(paragraph.inlines) } else { inlines(paragraph.inlines) }
    scope.waitingBoxes += paragraph.textBoxes
    scope.runsOn = !paragraph.endIsVisible
    if paragraph.endIsVisible { endParagraph(&scope) }
  }

  private mutating func begin(_ paragraph: Paragraph, _ scope: inout BlockScope) {
    let keepsSpaces = WhiteSpace.collapses(paragraph.inlines) || !paragraph.endIsVisible
    needsFiller = true
    let role = roles.role(of: paragraph.style)
    let item = scope.runsOn ? nil : paragraph.listItem
    place(paragraph, role, item, &scope)
    if role.content != .text, begin(role, paragraph, keepsSpaces: keepsSpaces, &scope) { return }
    if item != nil, paragraph.style.headingLevel == nil, !keepsSpaces,
      !paragraph.style.needsElement(inItem: true)
    {
      scope.element = .bare
      needsFiller = false
      return
    }
    if let level = paragraph.style.headingLevel {
      let rank = min(max(level, 1), 6)
      scope.element = .heading(rank)
      sink.markup("<h")
      sink.number(rank)
      if level > 6 { sink.attribute("aria-level", level) }
      if let sectionID, usedIdentifiers.insert(sectionID).inserted { sink.attribute("id", sectionID) }
    } else {
      scope.element = .p
      sink.markup("<p")
    }
    attributes(of: paragraph.style, role, inItem: paragraph.listItem != nil, keepsSpaces: keepsSpaces)
    sink.markup(">")
  }

  /// Whether an element of its own holds what the paragraph is.
  private mutating func begin(
    _ role: BlockRole, _ paragraph: Paragraph, keepsSpaces: Bool, _ scope: inout BlockScope
  ) -> Bool {
    switch role.content {
    case .code(let language):
      guard paragraph.style.headingLevel == nil else { return false }
      scope.element = .code
      sink.markup("<pre><code")
      if let language { codeLanguage(language) }
      sink.markup(">")
    case .term:
      scope.element = .term
      sink.markup("<dt")
      attributes(of: paragraph.style, role, inItem: true, keepsSpaces: keepsSpaces)
      sink.markup(">")
    case .definition:
      scope.element = .definition
      sink.markup("<dd")
      attributes(of: paragraph.style, role, inItem: true, keepsSpaces: keepsSpaces)
      sink.markup(">")
    case .rule:
      guard !paragraph.inlines.contains(where: \.isVisible) else { return false }
      scope.element = .rule
      sink.markup("<hr")
      sink.endVoid()
      sink.markup("\n")
    case .text: return false
    }
    needsFiller = false
    return true
  }

  /// The first word is the language, as GFM has it.
  private mutating func codeLanguage(_ info: String) {
    let language = info.prefix { $0 != " " && $0 != "\t" }
    sink.attribute("class", "language-" + language)
    if language.utf8.count < info.utf8.count { sink.attribute("data-info", info) }
  }

  /// Lines end in LF; the last one does, so that an empty one at the end is kept.
  private mutating func code(_ inlines: [Inline]) {
    isInCode = true
    defer { isInCode = false }
    for inline in inlines {
      if case .lineBreak = inline { sink.markup("\n") } else { self.inlines([inline]) }
    }
    closeInlines()
    if !inlines.isEmpty { sink.markup("\n") }
  }

  mutating func endParagraph(_ scope: inout BlockScope) {
    guard let element = scope.element else {
      boxes(&scope)
      return
    }
    closeInlines()
    backdrop = scope.backdrop
    if needsFiller { lineBreak() }
    switch element {
    case .p: sink.markup("</p>\n")
    case .heading(let rank):
      sink.markup("</h")
      sink.number(rank)
      sink.markup(">\n")
    case .code: sink.markup("</code></pre>\n")
    case .term: sink.markup("</dt>\n")
    case .definition: sink.markup("</dd>\n")
    case .bare, .rule: break
    }
    scope.element = nil
    boxes(&scope)
  }

  /// Text boxes follow the paragraph that anchors them.
  private mutating func boxes(_ scope: inout BlockScope) {
    let boxes = scope.waitingBoxes
    scope.waitingBoxes = []
    for box in boxes {
      sink.markup("<div class=\"text-box\">\n")
      blocks(box.blocks[...])
      sink.markup("</div>\n")
    }
  }

  /// A hidden paragraph end can't reach beyond the scope.
  private mutating func end(_ scope: inout BlockScope) {
    endParagraph(&scope)
    scope.runsOn = false
    close(&scope, to: 0)
  }

  mutating func breakClass(_ kind: BreakKind) {
    switch kind {
    case .page: sink.markup("page-break")
    case .column: sink.markup("column-break")
    case .section: sink.markup("section-break")
    }
  }
}
