public import Foundation
internal import SlipCore
public import SlipDocument

extension AttributedString {
  /// The text of a document with the attributes that views show: bold, italic, struck out, code, links and languages, and
  /// what a paragraph is as `presentationIntent`: heading, item of a list, quotation, code or cell of a table.
  ///
  /// Pictures, notes and text boxes are left out; hidden text and tracked deletions, too.
  public init(_ document: Document) {
    self.init()
    var writer = AttributedWriter()
    var roles = BlockRoles()
    for block in document.blocks {
      switch block {
      case .paragraph(let paragraph): writer.add(paragraph, roles.role(of: paragraph.style), document)
      case .table(let table): writer.add(table)
      case .break: break
      }
    }
    self = writer.text
  }
}

/// Puts an attributed string together, paragraph by paragraph.
private struct AttributedWriter {
  /// The text so far.
  var text = AttributedString()
  /// The identity of the next part that has one.
  private var next = 1
  /// The open lists, the outermost first: the index of the list, its identity, and the number of its last item.
  private var lists: [(list: Int, identity: Int, ordinal: Int)] = []
  /// The identity of the open quotation; nil for none.
  private var quote: Int?

  /// A new identity.
  private mutating func identity() -> Int {
    defer { next += 1 }
    return next
  }

  /// Adds a paragraph of the body.
  mutating func add(_ paragraph: Paragraph, _ role: BlockRole, _ document: Document) {
    var outer: PresentationIntent?
    let isQuote = role.containers.contains(.quote)
    if isQuote {
      let identity = quote ?? identity()
      quote = identity
      outer = PresentationIntent(.blockQuote, identity: identity, parent: outer)
    } else {
      quote = nil
    }
    if let item = paragraph.listItem {
      outer = intent(of: item, document, outer)
    } else if !role.containers.contains(where: { if case .item = $0 { true } else { false } }) {
      lists = []
    }
    let kind: PresentationIntent.Kind
    if case .code(let language) = role.content {
      kind = .codeBlock(languageHint: language)
    } else if case .rule = role.content {
      kind = .thematicBreak
    } else if let level = paragraph.style.headingLevel {
      kind = .header(level: level)
    } else {
      kind = .paragraph
    }
    add(
      inlines: paragraph.inlines, PresentationIntent(kind, identity: identity(), parent: outer),
      isRule: kind == .thematicBreak)
  }

  /// The intent of an item within its lists.
  private mutating func intent(
    of item: ListItem, _ document: Document, _ outer: PresentationIntent?
  ) -> PresentationIntent? {
    while lists.count > item.level + 1 { lists.removeLast() }
    if let last = lists.last, lists.count == item.level + 1, last.list != item.list { lists.removeLast() }
    var intent = outer
    while lists.count <= item.level { lists.append((item.list, identity(), 0)) }
    lists[item.level].ordinal += 1
    for (level, open) in lists.enumerated() {
      let levels = document.lists.indices.contains(open.list) ? document.lists[open.list].levels : []
      let isCounted =
        levels.indices.contains(level) && levels[level].numbering != .bullet
        && levels[level].numbering != .none
      intent = PresentationIntent(
        isCounted ? .orderedList : .unorderedList, identity: open.identity, parent: intent)
      // Items have identities that follow from their lists', so that the paragraphs of one belong together.
      intent = PresentationIntent(
        .listItem(ordinal: max(1, open.ordinal)), identity: open.identity << 20 | open.ordinal, parent: intent
      )
    }
    return intent
  }

  /// Adds a table: each cell is a paragraph.
  mutating func add(_ table: DocumentTable) {
    lists = []
    quote = nil
    let width = table.rows.map(\.cells.count).max() ?? 0
    let columns = (0..<width).map { _ in PresentationIntent.TableColumn(alignment: .left) }
    let outer = PresentationIntent(.table(columns: columns), identity: identity())
    for (number, row) in table.rows.enumerated() {
      let kind: PresentationIntent.Kind = row.isHeader ? .tableHeaderRow : .tableRow(rowIndex: number)
      let rowIntent = PresentationIntent(kind, identity: identity(), parent: outer)
      for (column, cell) in row.cells.enumerated() {
        let intent = PresentationIntent(
          .tableCell(columnIndex: column), identity: identity(), parent: rowIntent)
        var inlines: [Inline] = []
        for block in cell.blocks {
          if !inlines.isEmpty { inlines.append(.lineBreak) }
          inlines += block.inlines
        }
        add(inlines: inlines, intent)
      }
    }
  }

  /// Adds the text of a paragraph.
  private mutating func add(inlines: [Inline], _ intent: PresentationIntent, isRule: Bool = false) {
    var paragraph = AttributedString()
    for inline in inlines where inline.isVisible {
      switch inline {
      case .run(let run): paragraph += AttributedString(run.text, attributes: attributes(of: run.style))
      case .lineBreak: paragraph += AttributedString("\u{2028}")
      default: break
      }
    }
    if isRule { paragraph = AttributedString("⸻") }
    if !text.characters.isEmpty { text += AttributedString("\n") }
    paragraph.presentationIntent = intent
    text += paragraph
  }

  /// The attributes of a run.
  private func attributes(of style: CharacterStyle) -> AttributeContainer {
    var attributes = AttributeContainer()
    var intent: InlinePresentationIntent = []
    if style.isBold { intent.insert(.stronglyEmphasized) }
    if style.isItalic { intent.insert(.emphasized) }
    if style.isStruck { intent.insert(.strikethrough) }
    if CodeStyle.isCode(style) { intent.insert(.code) }
    if !intent.isEmpty { attributes.inlinePresentationIntent = intent }
    if let url = style.link?.url { attributes.link = url }
    if let language = style.language { attributes.languageIdentifier = language }
    return attributes
  }
}

extension Document {
  /// A document of an attributed string, such as one that `AttributedString(markdown:)` made or an editor holds.
  ///
  /// Paragraphs end where `presentationIntent` changes, and at line ends. Attributes other than those that
  /// `AttributedString.init(_: Document)` writes are left out.
  public init(_ text: AttributedString) {
    var builder = DocumentBuilder()
    var last: PresentationIntent?
    // Whether something of the paragraph is in the builder.
    var isOpen = false
    var cells: [(row: Int, column: Int, inlines: [Inline])] = []
    var headers: Set<Int> = []
    /// Ends the table that was open.
    func endTable() {
      guard !cells.isEmpty else { return }
      let rows = Dictionary(grouping: cells, by: \.row).sorted { $0.key < $1.key }
      builder.table(
        rows.map { row in
          var inlines: [[Inline]] = []
          for cell in row.value.sorted(by: { $0.column < $1.column }) {
            while inlines.count < cell.column { inlines.append([]) }
            inlines.append(cell.inlines)
          }
          return inlines
        }, headers: headers.count)
      (cells, headers) = ([], [])
    }
    /// Ends the paragraph that was open.
    func end() {
      isOpen = false
      guard let (row, column, isHeader) = last?.cell else {
        if case .thematicBreak? = last?.components.first?.kind { _ = builder.takeInlines() }
        builder.quotes = last?.quotes ?? 0
        return builder.end(last?.form ?? .text)
      }
      cells.append((row, column, builder.takeInlines()))
      if isHeader { headers.insert(row) }
    }
    for run in text.runs {
      let style = CharacterStyle(run)
      let intent = run.presentationIntent
      if let intent, intent != last {
        // The line end between two paragraphs has no intent of its own.
        if isOpen { end() }
        if intent.cell == nil { endTable() }
        last = intent
      }
      let content = String(text[run.range].characters)
      var lines = content.split(
        omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" || $0 == "\u{2029}" })[
          ...]
      guard let line = lines.popFirst() else { continue }
      builder.add(line, style)
      if !line.isEmpty { isOpen = true }
      for line in lines {
        if intent == nil {
          if isOpen || last == nil { end() }
        } else if !line.isEmpty || line.endIndex < content.endIndex {
          // Lines of code.
          builder.lineBreak()
        }
        builder.add(line, style)
        if !line.isEmpty { isOpen = true }
      }
    }
    if isOpen { end() }
    endTable()
    self = builder.document
  }
}

extension DocumentBuilder {
  /// Adds text with line breaks within a paragraph.
  fileprivate mutating func add(_ line: Substring, _ style: CharacterStyle) {
    for (number, part) in line.split(separator: "\u{2028}", omittingEmptySubsequences: false).enumerated() {
      if number > 0 { lineBreak() }
      if !part.isEmpty { text(part, style) }
    }
  }
}

extension CharacterStyle {
  /// The formatting of a run.
  fileprivate init(_ run: AttributedString.Runs.Run) {
    let intent = run.inlinePresentationIntent ?? []
    self.init()
    guard !intent.isEmpty || run.link != nil || run.languageIdentifier != nil else { return }
    edit {
      $0.isBold = intent.contains(.stronglyEmphasized)
      $0.isItalic = intent.contains(.emphasized)
      $0.isStruck = intent.contains(.strikethrough)
      $0.link = run.link.map(Hyperlink.init)
      $0.language = run.languageIdentifier
    }
    if intent.contains(.code) { self = code }
  }
}

extension PresentationIntent {
  /// What the paragraph is, for a builder of documents.
  fileprivate var form: DocumentBuilder.Form {
    var level = -1
    var (ordinal, isOrdered): (Int?, Bool?) = (nil, nil)
    for component in components {
      switch component.kind {
      case .header(let level): return .heading(level)
      case .codeBlock(let language): return .code(language)
      case .thematicBreak: return .rule
      case .listItem(let number):
        level += 1
        ordinal = ordinal ?? number
      case .orderedList: isOrdered = isOrdered ?? true
      case .unorderedList: isOrdered = isOrdered ?? false
      default: break
      }
    }
    guard level >= 0 else { return .text }
    return .item(level: level, number: isOrdered == true ? ordinal : nil)
  }

  /// How many quotations are around the paragraph.
  fileprivate var quotes: Int { components.count { $0.kind == .blockQuote } }

  /// The place of a cell: the number of its row, that of its column, and whether the row is a head; nil outside of tables.
  fileprivate var cell: (row: Int, column: Int, isHeader: Bool)? {
    var (row, column, isHeader): (Int?, Int?, Bool) = (nil, nil, false)
    for component in components {
      switch component.kind {
      case .tableCell(let index): column = column ?? index
      case .tableRow(let index): row = row ?? index
      case .tableHeaderRow: (row, isHeader) = (row ?? 0, true)
      default: break
      }
    }
    guard let row, let column else { return nil }
    return (row, column, isHeader)
  }
}
