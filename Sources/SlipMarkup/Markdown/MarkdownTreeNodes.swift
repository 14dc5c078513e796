internal import SlipCore
internal import SlipDocument

#if SLIP_MARKDOWN
  internal import CCMarkGFM
#else
  internal import CCMarkGFMNone
#endif

/// A list that is being read.
struct MarkdownOpenList {
  /// The index of its definition in the document. Until the first item has come, it is the outer list's, or nil.
  var list: Int?
  /// The level of its items, counted from 0.
  var level: Int
  /// Whether its items have numbers.
  var isOrdered: Bool
  /// Whether `)` follows the numbers, instead of a full stop.
  var hasParenthesis: Bool
  /// The number of the next item.
  var next: Int

  /// The marker of the next item, how a definition says it, and its number.
  mutating func marker() -> (text: String, sign: ListSign, number: Int?) {
    guard isOrdered else { return (ListDefinition.bullet, ListSign(bullet: ListDefinition.bullet), nil) }
    next += 1
    let after = hasParenthesis ? ")" : "."
    return ("\(next - 1)" + after, ListSign(.decimal, after: after), next - 1)
  }
}

/// A table that is being read.
struct MarkdownTableReader {
  /// The rows so far.
  var builder = HTMLTableBuilder(isBordered: true)
  /// The alignment of each column.
  var alignments: [ParagraphStyle.Alignment]
  /// The index of the next cell in its row.
  var column = 0
  /// The budget that the builder asks for. Cells of Markdown span nothing, so it stays 0.
  var spanBudget = 0

  /// Reads the columns of a table node.
  init(_ node: CMarkNode) {
    let count = Int(cmark_gfm_extensions_get_table_columns(node))
    let signs = cmark_gfm_extensions_get_table_alignments(node)
    alignments = (0..<count).map { column in
      switch signs?[column] {
      case UInt8(ascii: "c")?: .center
      case UInt8(ascii: "r")?: .right
      default: .left
      }
    }
  }

  /// The rows of the finished table.
  ///
  /// An empty header is left out: it is there only because GFM requires one, and
  /// `MarkdownWriter` writes one for tables without a header row.
  func rows() -> [DocumentTableRow] {
    guard let header = builder.rows.first, header.isHeader, builder.rows.count > 1,
      header.cells.allSatisfy({ $0.blocks == [.paragraph(Paragraph(style: $0.firstStyle))] })
    else { return builder.rows }
    return Array(builder.rows.dropFirst())
  }
}

extension DocumentTableCell {
  /// The style of the first paragraph.
  fileprivate var firstStyle: ParagraphStyle {
    if case .paragraph(let paragraph)? = blocks.first { paragraph.style } else { ParagraphStyle() }
  }
}

/// Reads nodes that have content.
extension MarkdownTreeReader {
  /// Enters a node: remembers the formatting outside of it and applies its own.
  ///
  /// - Parameter kind: the kind of the node. Kinds without content are read elsewhere.
  mutating func open(_ node: CMarkNode, _ kind: CMarkTree.Kind) {
    surroundings.append(
      Surroundings(
        context: context, elements: elements.count, linkStart: builder.linkStart, blocks: openBlocks.count))
    switch kind {
    case .emphasis: context.character.isItalic = true
    case .strong: context.character.isBold = true
    case .struck: context.character.isStruck = true
    case .link: link(node)
    case .heading: context.enterHeading(Int(cmark_node_get_heading_level(node)))
    case .quotation:
      builder.finishItem(context.paragraph)
      context.enter(.quote)
      context.paragraph.spaceAfter = MarkupSpacing.paragraph
    case .list: list(node)
    case .item: item(node)
    case .noteDefinition:
      builder.openFrame()
      context.enterStory()
    case .table:
      builder.finishItem(context.paragraph)
      table = MarkdownTableReader(node)
    case .tableHeader, .tableRow:
      table?.builder.isInHeader = kind == .tableHeader
      table?.startRow()
      table?.column = 0
    case .tableCell: cell()
    case .addition(let kind): enter(kind)
    default: break
    }
  }

  /// Leaves a node: completes what it built, and restores the formatting outside of it.
  /// HTML elements that were opened inside it end with it.
  mutating func leave(_ node: CMarkNode, _ kind: CMarkTree.Kind) {
    if let outside = surroundings.last, kind != .noteReference {
      if kind == .paragraph || kind == .heading || kind == .tableCell { finishForeign() }
      closeElements(downTo: outside.elements)
      if kind == .link, context.character.link != outside.context.character.link {
        builder.finishLink(outside.linkStart, context)
      }
    }
    switch kind {
    case .heading:
      builder.begin(context.paragraph)
      builder.endParagraph()
    case .paragraph:
      isInCalloutTitle = false
      endParagraph(before: cmark_node_next(node), after: node)
    case .addition(.note): finishInlineNote()
    case .list:
      lists.removeLast()
      if lists.isEmpty { builder.endList() }
    case .item: builder.finishItem(context.paragraph)
    case .noteDefinition: finishNote()
    case .tableCell:
      let blocks = builder.closeFrame(context.paragraph)
      table?.add(blocks)
    case .tableHeader, .tableRow: table?.endRow()
    case .table:
      if let rows = table?.rows(), !rows.isEmpty { builder.block(.table(DocumentTable(rows: rows))) }
      table = nil
    case .noteReference: return
    default: break
    }
    guard let outside = surroundings.popLast() else { return }
    // A long text comes in several documents.
    if kind == .document { return }
    openBlocks.removeLast(openBlocks.count - outside.blocks)
    context = outside.context
  }

  /// Applies a link, with its title as its tip. One that would run a program or carries
  /// its own data is reported (`SBXG404`), and its text stays.
  private mutating func link(_ node: CMarkNode) {
    let address = string(cmark_node_get_url(node))
    let title = string(cmark_node_get_title(node))
    guard additions.contains(.references), let named = MarkdownWikiLink(address: address) else {
      return link(to: MarkdownTreeReader.address(address), tip: title)
    }
    if case .link(_, let target) = answers.link(named) { link(to: target, tip: title) }
  }

  /// Makes the text that follows lead to an address.
  mutating func link(to target: String, tip: String = "") {
    if LinkPolicy.isActive(target) {
      diagnostics.report(MarkupCode.activeLinkFound)
    } else if !target.isEmpty {
      context.character.link = Hyperlink(target: target, tip: tip.isEmpty ? nil : tip)
    }
  }

  /// Begins a list, one level deeper than the list around it. Levels beyond the ninth are
  /// read as the ninth.
  ///
  /// The items of a tight list get no space between them, and those of a loose one get
  /// the space of paragraphs.
  private mutating func list(_ node: CMarkNode) {
    builder.finishItem(context.paragraph)
    let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
    context.paragraph.spaceAfter = cmark_node_get_list_tight(node) == 0 ? MarkupSpacing.paragraph : 0
    let start = isOrdered ? Int(cmark_node_get_list_start(node)) : 1
    lists.append(
      MarkdownOpenList(
        list: lists.last?.list, level: min(lists.count, 8), isOrdered: isOrdered,
        hasParenthesis: cmark_node_get_list_delim(node) == CMARK_PAREN_DELIM, next: start))
  }

  /// Begins a list item. A check box becomes the sign `☑` or `☐` at the beginning of its
  /// text.
  private mutating func item(_ node: CMarkNode) {
    guard !lists.isEmpty else { return }
    let (marker, sign, number) = lists[lists.count - 1].marker()
    let level = lists[lists.count - 1].level
    let list = builder.list(lists[lists.count - 1].list, level: level, sign, number: number)
    lists[lists.count - 1].list = list
    builder.startItem(ListItem(list: list, level: level, marker: marker), context.paragraph)
    context.enter(.item(level: level))
    if CMarkTree.isTask(node) {
      let isChecked = cmark_gfm_extensions_get_tasklist_item_checked(node)
      builder.text(Array((isChecked ? "☑ " : "☐ ").utf8), context)
    }
  }

  /// Begins a cell of a table with the alignment of its column.
  private mutating func cell() {
    builder.openFrame()
    guard let table else { return }
    let alignment = table.alignments.indices.contains(table.column) ? table.alignments[table.column] : .left
    context.enterStory()
    if table.builder.isInHeader { context.character.isBold = true }
    context.paragraph.alignment = alignment
    self.table?.column += 1
  }

  // MARK: Code and HTML

  /// Reads a block of code as one paragraph with line breaks, in a monospaced font. The
  /// info string of its fence is kept whole.
  mutating func codeBlock(_ node: CMarkNode) {
    let info = string(cmark_node_get_fence_info(node))
    var style = context
    style.setContent(.code(language: info.isEmpty ? nil : info))
    style.character.font = FontFacts.monospaced
    builder.begin(style.paragraph)
    builder.text(literal(node), style)
    builder.endParagraph()
  }

  /// Reads a tag within a paragraph. Formatting, line breaks and pictures count, and any
  /// other tag is ignored.
  ///
  /// cmark-gfm gives each tag as a node of its own, so start and end tags are matched
  /// here.
  mutating func inlineHTML(_ source: [UInt8]) {
    var tokenizer = HTMLTokenizer(source)
    switch tokenizer.next() {
    case .start(let tag)? where HTMLElements.isElement(tag.name): start(tag, source)
    case .end(let name)? where HTMLElements.isElement(name):
      if MarkdownTreeReader.isLine(name), !builder.isAtLineStart { builder.lineBreak(context.paragraph) }
      guard let index = elements.lastIndex(where: { $0.name == name }) else { return }
      closeElements(downTo: index)
    case .start?, .end?:
      // Words between angle brackets, such as `<file name>`.
      diagnostics.report(MarkupCode.wordsFound)
      builder.text(source, context)
    case .text?, nil: break
    }
  }

  /// Applies a start tag within a paragraph. At most 64 elements are open at once;
  /// further ones are ignored.
  ///
  /// - Parameter source: the tag as it stands in the text.
  private mutating func start(_ tag: HTMLTag, _ source: [UInt8]) {
    switch HTMLElements.role(tag.name) {
    case .drawing, .formula:
      foreign = (source, tag.name, 1)
      if source.dropLast().last == UInt8(ascii: "/") { finishForeign() }
    case .embedded, .embeddedVoid: embed(tag)
    case .void:
      guard let index = elements.lastIndex(where: { $0.embed != nil }) else { return }
      let isFirst = elements[index].embed?.address == nil
      elements[index].embed?.add(tag, base: HTMLBase())
      if isFirst, context.character.link == nil { context.character.link = elements[index].embed?.link }
    case .lineBreak: builder.lineBreak(context.paragraph)
    case .image: picture(tag["src"] ?? "", tag["alt"] ?? "", title: tag["title"] ?? "", tag)
    case .inline:
      if let identifier = tag["id"] ?? tag["name"], !identifier.isEmpty { builder.bookmark(identifier) }
      guard elements.count < 64 else { return }
      elements.append(OpenElement(name: tag.name, outside: context))
      if tag.name == "a", let target = tag["href"].map(MarkdownTreeReader.address),
        !LinkPolicy.isActive(target)
      {
        context.character.link = Hyperlink(target: target, tip: tag["title"])
        elements[elements.count - 1].linkStart = builder.linkStart
      }
      context.enter(tag, .inline)
    case _ where MarkdownTreeReader.isLine(tag.name):
      if !builder.isAtLineStart { builder.lineBreak(context.paragraph) }
    default: break
    }
  }

  /// Whether an element has lines of its own. Cells of tables have such elements as inline markup.
  private static func isLine(_ name: String) -> Bool {
    switch HTMLElements.role(name) {
    case .item, .paragraph, .block, .heading: true
    default: false
    }
  }

  /// Begins an element that embeds a file within a paragraph, as `HTMLPageReader.embed` does.
  private mutating func embed(_ tag: HTMLTag) {
    let embed = HTMLEmbed(tag, content: builder.contentCount, base: HTMLBase())
    guard HTMLElements.role(tag.name) == .embedded, elements.count < 64 else {
      if let address = embed.address, HTMLEmbed.isPicture(tag, address) {
        return picture(address, embed.title ?? "", title: "", tag)
      }
      var inside = context
      inside.enter(tag, .inline)
      return embed.finish(&builder, inside, &diagnostics)
    }
    elements.append(OpenElement(name: tag.name, outside: context, embed: embed))
    context.enter(tag, .inline)
    if context.character.link == nil { context.character.link = embed.link }
  }

  /// Closes the HTML elements from the innermost one down to `index`.
  private mutating func closeElements(downTo index: Int) {
    while elements.count > index, let element = elements.popLast() {
      if let start = element.linkStart { builder.finishLink(start, context) }
      let isHidden = context.character.isHidden
      context = element.outside
      guard let embed = element.embed else { continue }
      var inside = context
      inside.character.isHidden = isHidden
      embed.finish(&builder, inside, &diagnostics)
    }
  }

  /// Collects a node of an open drawing or formula.
  ///
  /// - Returns: whether it is a part of that.
  mutating func inForeign(_ node: CMarkNode, _ kind: CMarkTree.Kind) -> Bool {
    guard let open = foreign else { return false }
    switch kind {
    case .text, .code:
      for byte in literal(node) {
        switch byte {
        case 0x26: foreign?.source += Array("&amp;".utf8)
        case 0x3C: foreign?.source += Array("&lt;".utf8)
        default: foreign?.source.append(byte)
        }
      }
    case .softBreak, .lineBreak: foreign?.source.append(UInt8(ascii: " "))
    case .htmlInline:
      let source = literal(node)
      foreign?.source += source
      var tokenizer = HTMLTokenizer(source)
      switch tokenizer.next() {
      case .start(let tag)? where tag.name == open.name: foreign?.depth += 1
      case .end(let name)? where name == open.name:
        foreign?.depth -= 1
        if open.depth == 1 { finishForeign() }
      default: break
      }
    default: return false
    }
    return true
  }

  /// Reads the open drawing or formula, if there is one, with the reader of pages.
  private mutating func finishForeign() {
    guard let open = foreign else { return }
    foreign = nil
    let lent = builder
    builder = MarkupBuilder()
    var reader = HTMLPageReader(consume lent, source: open.source, limits: limits)
    reader.context = context
    reader.context.whiteSpace = .collapsed
    reader.read(endsParagraph: false)
    builder = reader.builder
    diagnostics.report(contentsOf: reader.diagnostics.diagnostics)
  }

  /// Reads a block of HTML with the reader of pages, which continues the same document. A
  /// block ends at a blank line, so one table may come as several blocks.
  mutating func blockHTML(_ source: [UInt8]) {
    // The builder is handed over and not copied, because copies would make reading quadratic.
    let lent = builder
    builder = MarkupBuilder()
    var reader = HTMLPageReader(consume lent, source: source, limits: limits)
    reader.context.paragraph = context.paragraph
    reader.context.character.isHidden = context.character.isHidden
    reader.keepsWords = true
    reader.read()
    builder = reader.builder
    diagnostics.report(contentsOf: reader.diagnostics.diagnostics)
    readOpenBlocks(source)
  }
}

extension MarkdownTableReader {
  /// Begins a row.
  mutating func startRow() { builder.startRow(budget: &spanBudget) }
  /// Ends the row.
  mutating func endRow() { builder.endRow(budget: &spanBudget) }

  /// Adds a cell with these blocks.
  mutating func add(_ blocks: [Block]) {
    builder.add(DocumentTableCell(blocks: blocks), columns: 1, rows: 1, budget: &spanBudget)
  }
}
