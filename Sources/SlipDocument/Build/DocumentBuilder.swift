internal import SlipCore

/// Puts the document of a note together from what a program has: lines, items of lists, tables, files.
///
/// Text is collected until its paragraph ends; what the paragraph is, its end says.
///
/// ```swift
/// var builder = DocumentBuilder()
/// builder.text("Bees", style)
/// builder.end(.heading(1))
/// builder.text("Weigh the frames")
/// builder.end(.item(level: 0, number: nil))
/// let document = builder.document
/// ```
package struct DocumentBuilder {
  /// What a paragraph is.
  package enum Form: Hashable {
    /// A paragraph of text.
    case text
    /// A heading, from 1 on. Those below 9 are text.
    case heading(Int)
    /// An item of a list: how many lie around it, and its number where the list counts, in decimal or as said.
    case item(level: Int, number: Int?, as: ListDefinition.Level.Numbering = .decimal)
    /// A further paragraph of an item.
    case inItem(level: Int)
    /// Code in a language, or in none that is known; with the level of the item that it stands in, if it does.
    case code(String?, inItem: Int? = nil)
    /// The rule between two parts.
    case rule
    /// A word that the next paragraph defines.
    case term
    /// What a word means.
    case definition
  }

  /// The document so far.
  package private(set) var document = Document()
  /// The content of the open paragraph.
  private var inlines: [Inline] = []
  /// How many quotations are open.
  package var quotes = 0
  /// How far paragraphs of text are indented, in twips.
  package var indent = 0
  /// The list that an item may continue, and the numbers that its levels have reached.
  private var list: (index: Int, reached: [Int?])?
  /// The items of lists that are open, outermost first: their levels and numbers, and whether each has its first paragraph.
  private var items: [(level: Int, number: Int?, hasParagraph: Bool)] = []
  /// The styles of paragraphs so far, so that those of one style share it.
  private var styles: [StyleKey: ParagraphStyle] = [:]
  /// What waits while a note or a cell is put together.
  private var waiting: [Outer] = []

  /// Creates a builder of an empty document.
  package init() {}

  /// What is around a text within the text.
  private struct Outer {
    var blocks: [Block]
    var inlines: [Inline]
    var list: (index: Int, reached: [Int?])?
    var items: [(level: Int, number: Int?, hasParagraph: Bool)]
    var quotes: Int
  }

  /// What the style of a paragraph depends on.
  private struct StyleKey: Hashable {
    var form: Form
    var quotes: Int
    var indent: Int
  }

  /// The deepest level of a list, as RTF has it.
  private static let deepestLevel = 8
  /// The deepest heading.
  private static let deepestHeading = 9

  /// Whether the open paragraph has nothing yet.
  package var isAtStart: Bool { inlines.isEmpty }
  /// Whether nothing was added at all.
  package var isEmpty: Bool { inlines.isEmpty && document.blocks.isEmpty }

  // MARK: Inlines

  /// Adds text. Line ends in it become line breaks; other control characters but tabs are left out.
  package mutating func text(_ text: some StringProtocol, _ style: CharacterStyle = CharacterStyle()) {
    guard text.withContiguousBytes({ $0.contains { $0 < 0x20 } }) else { return run(String(text), style) }
    var isFirst = true
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if !isFirst { inlines.append(.lineBreak) }
      isFirst = false
      run(
        String(String.UnicodeScalarView(line.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\t" })), style
      )
    }
  }

  /// Adds a run, or lengthens the last one.
  private mutating func run(_ text: String, _ style: CharacterStyle) {
    guard !text.isEmpty else { return }
    if case .run(var last)? = inlines.last, last.style.isIdentical(to: style) || last.style == style {
      inlines.removeLast()
      last.text += text
      inlines.append(.run(last))
    } else {
      inlines.append(.run(Run(text, style: style)))
    }
  }

  /// Adds a line break.
  package mutating func lineBreak() { inlines.append(.lineBreak) }

  /// Adds text that leads to an address.
  package mutating func link(_ target: String, _ label: String, _ style: CharacterStyle = CharacterStyle()) {
    var style = style
    style.link = Hyperlink(target: target)
    text(label.isEmpty ? target : label, style)
  }

  /// Adds code in a line.
  package mutating func code(_ code: String, _ style: CharacterStyle = CharacterStyle()) {
    text(code, style.code)
  }

  /// Adds the source of a formula.
  package mutating func formula(_ source: String, _ style: CharacterStyle = CharacterStyle()) {
    var style = style
    style.name = FormulaStyle.name
    text(source, style)
  }

  /// Adds inlines that were made elsewhere.
  package mutating func append(_ more: [Inline]) { inlines += more }

  /// Adds a file: a picture, or an attached file.
  ///
  /// - Parameters:
  ///   - link: What a picture leads to.
  ///   - width: How wide a picture is shown, in twips; nil for its own width.
  ///   - height: How high it is shown.
  package mutating func file(
    _ bytes: [UInt8], named name: String?, link: String? = nil, width: Int? = nil, height: Int? = nil
  ) {
    var inline = document.show(bytes, named: name)
    if case .picture(var picture) = inline {
      if let link { picture.style.link = Hyperlink(target: link) }
      (picture.width, picture.height) = (width, height)
      inline = .picture(picture)
    }
    inlines.append(inline)
  }

  /// Adds a bookmark, which links within the text lead to.
  package mutating func bookmark(_ name: String) { inlines += [.bookmarkStart(name), .bookmarkEnd(name)] }

  /// Takes what was added since the last paragraph, such as for a cell.
  package mutating func takeInlines() -> [Inline] {
    defer { inlines = [] }
    return inlines
  }

  /// Removes blanks and line breaks at the end of the open paragraph.
  package mutating func trimEnd() {
    while let last = inlines.last {
      switch last {
      case .lineBreak: inlines.removeLast()
      case .run(var run):
        let kept = run.text.lastIndex { !$0.isWhitespace }.map { run.text[...$0] } ?? ""
        inlines.removeLast()
        guard kept.isEmpty else {
          run.text = String(kept)
          inlines.append(.run(run))
          return
        }
      default: return
      }
    }
  }

  // MARK: Paragraphs

  /// Ends the paragraph, even an empty one.
  package mutating func end(_ form: Form = .text) {
    var paragraph = Paragraph(style: style(form), inlines: takeInlines())
    if case .item(let level, let number, let numbering) = form {
      paragraph.listItem = item(min(max(level, 0), DocumentBuilder.deepestLevel), number, numbering)
      paragraph.style.beginItem(level: min(max(level, 0), DocumentBuilder.deepestLevel))
    } else if !form.staysInList {
      list = nil
    }
    document.blocks.append(.paragraph(paragraph))
  }

  /// Ends the paragraph where something is in it.
  package mutating func endOpen(_ form: Form = .text) { if !inlines.isEmpty { end(form) } }

  // MARK: Items with several paragraphs

  /// How many items are open.
  package var openItems: Int { items.count }

  /// Begins an item of a list, which `endItem` ends. Until then `endBlock` makes its paragraphs.
  package mutating func beginItem(level: Int, number: Int? = nil) {
    endBlock()
    items.append((level, number, false))
  }

  /// Ends the paragraph where something is in it: one of the innermost open item, or of the text.
  package mutating func endBlock() {
    guard !isAtStart else { return }
    guard let item = items.last else { return end() }
    if item.hasParagraph { end(.inItem(level: item.level)) } else { endFirstParagraph() }
  }

  /// Ends the innermost item. One without any text is there, too.
  package mutating func endItem() {
    guard let item = items.last else { return }
    if item.hasParagraph { endBlock() } else { endFirstParagraph() }
    items.removeLast()
  }

  /// Ends the first paragraph of the innermost item.
  private mutating func endFirstParagraph() {
    guard let item = items.last else { return }
    end(.item(level: item.level, number: item.number))
    items[items.count - 1].hasParagraph = true
  }

  // MARK: Whole paragraphs

  /// Adds a paragraph of text.
  package mutating func paragraph(
    _ text: some StringProtocol, _ form: Form = .text, _ style: CharacterStyle = CharacterStyle()
  ) {
    self.text(text, style)
    end(form)
  }

  /// Adds a block of code. Its lines stay as they are.
  ///
  /// - Parameter item: The level of the item that it stands in; nil where it stands in none.
  package mutating func codeBlock(
    _ code: some StringProtocol, _ language: String? = nil, inItem item: Int? = nil
  ) {
    var style = CharacterStyle()
    style.font = CharacterStyle.codeFont
    var code = code[...]
    if let last = code.last, last.isNewline { code = code.dropLast() }
    text(code, style)
    end(.code(language, inItem: item))
  }

  /// Adds a table. Rows may differ in length.
  ///
  /// - Parameters:
  ///   - rows: The cells of the rows.
  ///   - headers: How many rows at its beginning are its head.
  package mutating func table(_ rows: [[[Inline]]], headers: Int = 0) {
    table(rows.map { row in row.map { [.paragraph(Paragraph(inlines: $0))] } }, headers: headers)
  }

  /// Adds a table whose cells have paragraphs, lists or tables. Rows may differ in length.
  package mutating func table(_ rows: [[[Block]]], headers: Int = 0) {
    endOpen()
    list = nil
    let width = rows.map(\.count).max() ?? 0
    guard width > 0 else { return }
    let made = rows.enumerated().map { number, row in
      DocumentTableRow(
        cells: (0..<width).map { column in
          let blocks = column < row.count ? row[column] : []
          return DocumentTableCell(blocks: blocks.isEmpty ? [.paragraph(Paragraph())] : blocks)
        }, isHeader: number < headers)
    }
    document.blocks.append(.table(DocumentTable(rows: made)))
  }

  /// Adds a block that was made elsewhere.
  package mutating func block(_ block: Block) {
    endOpen()
    list = nil
    document.blocks.append(block)
  }

  /// Adds the text of a document with its files.
  package mutating func append(_ other: Document) {
    endOpen()
    list = nil
    var other = other
    other.moveNumbers(
      lists: document.lists.count, notes: document.notes.count, resources: document.resources.count)
    document.blocks += other.blocks
    document.lists += other.lists
    document.notes += other.notes
    document.resources += other.resources
  }

  /// Adds the text of a document to the open paragraph: its first paragraph there, and the others behind line breaks.
  package mutating func appendInline(_ other: Document) {
    var other = other
    other.moveNumbers(
      lists: document.lists.count, notes: document.notes.count, resources: document.resources.count)
    for (number, block) in other.blocks.enumerated() {
      if number > 0 { lineBreak() }
      append(block.inlines)
    }
    document.notes += other.notes
    document.resources += other.resources
  }

  // MARK: Notes

  /// Begins a text within the text, such as that of a cell, which `endPart` ends.
  package mutating func beginPart() {
    waiting.append(
      Outer(blocks: document.blocks, inlines: inlines, list: list, items: items, quotes: quotes))
    (document.blocks, inlines, list, items, quotes) = ([], [], nil, [], 0)
  }

  /// Ends a text within the text, and returns its blocks; none where none was begun.
  package mutating func endPart() -> [Block] {
    guard let outer = waiting.popLast() else { return [] }
    endBlock()
    let blocks = document.blocks
    (document.blocks, inlines, list, items) = (outer.blocks, outer.inlines, outer.list, outer.items)
    quotes = outer.quotes
    return blocks
  }

  /// Begins the text of a foot note, which `endNote` ends.
  package mutating func beginNote() { beginPart() }

  /// Ends the text of a foot note, and refers to it in the text around.
  package mutating func endNote() {
    guard !waiting.isEmpty else { return }
    let blocks = endPart()
    document.notes.append(
      MarginNote(
        kind: .footnote, mark: "\(document.notes.count + 1)",
        blocks: blocks.isEmpty ? [.paragraph(Paragraph())] : blocks))
    inlines.append(.noteReference(document.notes.count - 1))
  }

  // MARK: Styles

  /// The style of a paragraph.
  private mutating func style(_ form: Form) -> ParagraphStyle {
    var key = StyleKey(form: form, quotes: quotes, indent: indent)
    // The number of an item isn't a part of its style.
    if case .item(let level, _, _) = form { key.form = .item(level: level, number: nil) }
    if let style = styles[key] { return style }
    var role = BlockRole()
    for _ in 0..<min(quotes, BlockRole.deepest) { role.enter(.quote) }
    var style = ParagraphStyle()
    style.spaceAfter = 160
    switch form {
    case .text: style.leftIndent = indent
    case .heading(let level) where level <= DocumentBuilder.deepestHeading:
      style.edit {
        $0.headingLevel = max(1, level)
        $0.spaceBefore = 240
        $0.spaceAfter = 80
        $0.keepsWithNext = true
      }
    case .heading: break
    case .item(let level, _, _), .inItem(let level):
      style.spaceAfter = 0
      role.enter(.item(level: min(max(level, 0), DocumentBuilder.deepestLevel)))
    case .code(let language, let item):
      if let item { role.enter(.item(level: min(max(item, 0), DocumentBuilder.deepestLevel))) }
      role.content = .code(language: language.flatMap { $0.isEmpty ? nil : $0 })
    case .rule: role.content = .rule
    case .term: role.content = .term
    case .definition: role.content = .definition
    }
    style.take(role)
    if styles.count < 1_024 { styles[key] = style }
    return style
  }

  /// The item of the list that is open, or of a new one where that counts otherwise.
  private mutating func item(
    _ level: Int, _ number: Int?, _ numbering: ListDefinition.Level.Numbering
  ) -> ListItem {
    var reached = list?.reached ?? []
    reached = Array(reached.prefix(level + 1))
    while reached.count <= level { reached.append(nil) }
    var index = list?.index
    if let open = index {
      let known = document.lists[open].levels[level]
      let isCounted = known.numbering != .bullet
      let next = reached[level].map { $0 + 1 } ?? known.start
      if isCounted != (number != nil)
        || number.map({ $0 != next || known.numbering != numbering }) == true
      {
        index = nil
      }
    }
    if index == nil {
      var levels = list.map { document.lists[$0.index].levels } ?? DocumentBuilder.bullets
      for (outer, count) in reached.enumerated() where outer < level && levels[outer].numbering != .bullet {
        levels[outer].start = count ?? levels[outer].start
      }
      let place = Character(UnicodeScalar(UInt8(level + 1)))
      levels[level] =
        number.map { ListDefinition.Level(numbering: numbering, start: $0, pattern: "\(place).") }
        ?? DocumentBuilder.bullets[level]
      index = document.lists.count
      document.lists.append(ListDefinition(levels: levels))
    }
    reached[level] = number
    list = (index ?? 0, reached)
    return ListItem(
      list: index ?? 0, level: level,
      marker: number.map { numbering.text($0) + "." } ?? ListDefinition.bullet)
  }

  /// The levels of a list that doesn't count.
  private static let bullets = [ListDefinition.Level](
    repeating: ListDefinition.Level(numbering: .bullet, pattern: ListDefinition.bullet),
    count: deepestLevel + 1)
}

extension DocumentBuilder.Form {
  /// Whether the next item may belong to the same list.
  fileprivate var staysInList: Bool {
    switch self {
    case .item, .inItem, .code: true
    case .text, .heading, .rule, .term, .definition: false
    }
  }
}

extension CharacterStyle {
  /// The font of code.
  package static let codeFont = "Courier New"

  /// The same style with a change.
  package func with(_ change: (inout Attributes) -> Void) -> CharacterStyle {
    var style = self
    style.edit(change)
    return style
  }

  /// The same style for code.
  package var code: CharacterStyle {
    with {
      $0.name = CodeStyle.name
      $0.font = CharacterStyle.codeFont
    }
  }

  /// The same style with the colour of a felt pen.
  package var marked: CharacterStyle { with { $0.background = DocumentColor(red: 255, green: 255, blue: 0) } }
}

extension Document {
  /// Adds a file, and returns the inline that shows it: a picture, or an attached file.
  ///
  /// - Parameter name: The name; nil where it has none.
  package mutating func show(_ bytes: [UInt8], named name: String?) -> Inline {
    let type = bytes.withUnsafeBytes { MediaType.sniff($0) }
    resources.append(Resource(content: .bytes(bytes), mediaType: type.name, name: name))
    let index = resources.count - 1
    return type.isImage ? .picture(Picture(resource: index)) : .attachment(resource: index)
  }
}
