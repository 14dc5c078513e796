internal import SlipDocument

/// Writes paragraphs, headings, breaks and text boxes.
extension HTMLDocumentWriter {
  /// Writes blocks that stand together: the body, a cell, a text box or a note.
  ///
  /// Quotations and lists are opened and closed as the paragraphs require, and everything
  /// is closed at the end. Recursion goes as deep as tables and text boxes nest, which
  /// the document model bounds.
  ///
  /// - Parameters:
  ///   - blocks: the blocks, in order.
  ///   - isBody: whether they are the document's own, whose headings may have
  ///     identifiers.
  mutating func blocks(_ blocks: ArraySlice<Block>, isBody: Bool = false) {
    var scope = BlockScope(backdrop: backdrop)
    for (index, block) in zip(blocks.indices, blocks) {
      switch block {
      case .paragraph(let paragraph):
        sectionID = isBody ? sections.identifiers[index] : nil
        var paragraph = paragraph
        if !paragraph.endIsVisible, scope.element == nil || !scope.runsOn,
          let deciding = blocks.paragraph(decidingLineAt: index),
          paragraph.listItem != nil || deciding.listItem != nil
        {
          (paragraph.style, paragraph.listItem) = (deciding.style, deciding.listItem)
        }
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

  /// What is open while blocks that stand together are written.
  struct BlockScope {
    /// Open quotations and lists, outermost first.
    var open: [Container] = []
    /// The element of the open paragraph; nil if none is open.
    var element: ParagraphElement?
    /// Whether the last paragraph's end is hidden or deleted, so that the next one
    /// continues its element.
    var runsOn = false
    /// Whether the last paragraph was an item with nothing in it, for which nothing stands in `<li>`.
    var isBlankItem = false
    /// The space behind the last paragraph, in twips.
    var lastSpace = 0
    /// Text boxes anchored at the open paragraph. They are written behind it.
    var waitingBoxes: [TextBox] = []
    /// The colour behind the whole scope, such as that of a cell.
    var backdrop: DocumentColor?

    /// An element that paragraphs stand in.
    enum Container {
      /// `<blockquote>`
      case quote
      /// `<ul>` or `<ol>`, with an open `<li>`
      case list(List)
      /// `<dl>`
      case definitions
    }

    /// A list that is open in the page, with an open item.
    struct List {
      /// The index of its definition in the document.
      var list: Int
      /// The level of its items, counted from 0.
      var level: Int
      /// Which element it is.
      var kind: ListMarker.Kind
      /// The number that its next item gets by itself.
      var next: Int
      /// How much further from the edge it stands than others of its level do, in twips.
      var indent: Int
    }

    /// The innermost container, if it is a list.
    var list: List? {
      get { if case .list(let list)? = open.last { list } else { nil } }
      set { if let newValue, !open.isEmpty { open[open.count - 1] = .list(newValue) } }
    }

    /// Whether the innermost container is a list of definitions.
    var isInDefinitions: Bool { if case .definitions? = open.last { true } else { false } }
  }

  /// The element that a paragraph becomes.
  enum ParagraphElement: Equatable {
    /// `<p>`
    case p
    /// `<h1>` to `<h6>`
    case heading(Int)
    /// None: the text stands directly in its `<li>`.
    case bare
    /// `<pre><code>`
    case code
    /// `<dt>`
    case term
    /// `<dd>`
    case definition
    /// `<hr>`, which has no content.
    case rule
  }

  /// Writes a paragraph, or continues the open one if the end of that is hidden or
  /// deleted: then the two are shown as one. Text boxes wait until the element ends.
  private mutating func paragraph(_ paragraph: Paragraph, _ scope: inout BlockScope) {
    var inlines = paragraph.inlines
    if !(scope.runsOn && scope.element != nil) {
      begin(paragraph, &scope)
      if scope.element == .bare || scope.element == .p { taskBox(of: paragraph, &inlines) }
    }
    if scope.element == .code { code(inlines) } else { self.inlines(inlines) }
    scope.waitingBoxes += paragraph.textBoxes
    scope.runsOn = !paragraph.endIsVisible
    scope.lastSpace = paragraph.style.spaceAfter
    if paragraph.endIsVisible { endParagraph(&scope) }
  }

  /// Closes and opens the containers around a paragraph, and begins its element.
  ///
  /// A list item without formatting of its own gets no element: its text stands directly
  /// in `<li>`, as in lists that are written by hand. Headings beyond level 6 are `<h6>`
  /// with their level as `aria-level`. In a book, one with nothing to read is a paragraph,
  /// because who goes through it by its headings would find nothing there.
  private mutating func begin(_ paragraph: Paragraph, _ scope: inout BlockScope) {
    let keepsSpaces = WhiteSpace.stays(in: paragraph)
    needsFiller = true
    let role = roles.role(of: paragraph.style)
    let number = paragraph.headingNumber(in: document.lists)
    let item = scope.runsOn || number != nil ? nil : paragraph.listItem
    let followsBlankItem = scope.isBlankItem
    scope.isBlankItem = false
    place(paragraph, role, item, &scope)
    // Without a line of its own, the item would begin with this paragraph.
    if followsBlankItem, item == nil, scope.list != nil { lineBreak() }
    if role.content != .text, begin(role, paragraph, keepsSpaces: keepsSpaces, &scope) { return }
    if item != nil, paragraph.style.headingLevel == nil, !keepsSpaces,
      paragraph.style.isRightToLeft == isInRightToLeft, !paragraph.style.needsElement(inItem: true)
    {
      scope.element = .bare
      scope.isBlankItem = paragraph.inlines.allSatisfy { !$0.isVisible }
      needsFiller = false
      return
    }
    var style = paragraph.style
    if paragraph.listItem == nil, scope.listIndent != 0 { style.leftIndent -= scope.listIndent }
    // The indents are those of the number.
    if number != nil { style.edit { ($0.leftIndent, $0.firstLineIndent) = (0, 0) } }
    if let level = paragraph.style.headingLevel,
      !(sink.isXML && paragraph.isBlank && (number ?? "").isEmpty)
    {
      let rank = min(max(level, 1), 6)
      scope.element = .heading(rank)
      sink.markup("<h")
      sink.number(rank)
      if level > 6 { sink.attribute("aria-level", level) }
      if let sectionID, usedIdentifiers.insert(sectionID).inserted { sink.attribute("id", sectionID) }
    } else {
      scope.element = .p
      sink.markup("<p")
      if !isFragment, paragraph.isEmpty { sink.attribute("class", "empty") }
    }
    attributes(
      of: style, role, inItem: paragraph.listItem != nil && number == nil, keepsSpaces: keepsSpaces,
      isLight: paragraph.isLightHeading)
    sink.markup(">")
    if let number, !number.isEmpty {
      sink.markup("<span class=\"number\">")
      sink.text(number)
      sink.markup("</span> ")
    }
  }

  /// Begins an element for code, a term, a definition or a thematic break.
  ///
  /// - Parameter keepsSpaces: whether white space must not collapse, which `<pre>` sees
  ///   to itself.
  /// - Returns: whether there is an element for the role. If not, the paragraph becomes
  ///   an ordinary one, as does a thematic break with text in it.
  private mutating func begin(
    _ role: BlockRole, _ paragraph: Paragraph, keepsSpaces: Bool, _ scope: inout BlockScope
  ) -> Bool {
    switch role.content {
    case .code(let language):
      guard paragraph.style.headingLevel == nil else { return false }
      scope.element = .code
      // Long lines scroll, also by keys.
      sink.markup(isFragment || sink.isXML ? "<pre><code" : "<pre tabindex=\"0\"><code")
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

  /// States the language of code as a class, as GFM does. Only the first word of an info
  /// string is the language, so a longer one is stated as `data-info` too.
  private mutating func codeLanguage(_ info: String) {
    let language = info.prefix { $0 != " " && $0 != "\t" }
    sink.attribute("class", "language-" + language)
    if language.utf8.count < info.utf8.count { sink.attribute("data-info", info) }
  }

  /// Writes lines of code, which end in LF inside `<pre>`. The last one does as well, so
  /// that an empty line at the end is kept: `HTMLReader` drops one line end before
  /// `</pre>`, and browsers show nothing for it.
  private mutating func code(_ inlines: [Inline]) {
    isInCode = true
    defer { isInCode = false }
    for inline in inlines {
      if case .lineBreak = inline { sink.markup("\n") } else { self.inlines([inline]) }
    }
    closeInlines()
    if !inlines.isEmpty { sink.markup("\n") }
  }

  /// Ends the open paragraph and writes its text boxes.
  ///
  /// An empty paragraph, or one that ends in a line break, gets a `<br>` at its end:
  /// without it, browsers don't show its last line.
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

  /// Writes the waiting text boxes.
  private mutating func boxes(_ scope: inout BlockScope) {
    let boxes = scope.waitingBoxes
    scope.waitingBoxes = []
    for box in boxes {
      sink.markup("<div class=\"text-box\">\n")
      blocks(box.blocks[...])
      sink.markup("</div>\n")
    }
  }

  /// Closes everything at the end of a scope. A hidden paragraph end doesn't reach beyond
  /// it.
  private mutating func end(_ scope: inout BlockScope) {
    endParagraph(&scope)
    scope.runsOn = false
    close(&scope, to: 0)
  }

  /// Writes the class of a break.
  mutating func breakClass(_ kind: BreakKind) {
    switch kind {
    case .page: sink.markup("page-break")
    case .column: sink.markup("column-break")
    case .section: sink.markup("section-break")
    }
  }
}

extension Paragraph {
  /// Whether it has nothing to show and stands for space between others.
  fileprivate var isEmpty: Bool { inlines.isEmpty && textBoxes.isEmpty && endIsVisible }

  /// Whether it is a heading with text that isn't bold and states its size. Text that states neither looks as headings do.
  fileprivate var isLightHeading: Bool {
    style.headingLevel != nil
      && inlines.contains {
        if case .run(let run) = $0 { !run.style.isBold && run.style.size != nil } else { false }
      }
  }
}
