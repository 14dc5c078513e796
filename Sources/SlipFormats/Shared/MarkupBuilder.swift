internal import SlipBase
internal import SlipDocument

/// Puts a document together for readers of markup: paragraphs begin with their first content, white space
/// collapses as HTML says, cells, boxes and notes are frames of their own.
struct MarkupBuilder {
  private(set) var document = Document()
  private var frames = [Frame()]
  private var resourceByPath: [String: Int] = [:]
  private var resourceByDigest: [Digest: Int] = [:]
  private var referencedNotes: Set<Int> = []
  /// The last one that isn't plain.
  private var lastStyle = ParagraphStyle()

  private struct Frame {
    var blocks: [Block] = []
    var paragraph: OpenParagraph?
    /// The item that the next paragraph begins.
    var item: ListItem?
    var bookmarks: [String] = []
  }

  private struct OpenParagraph {
    var paragraph: Paragraph
    var text: [UInt8] = []
    var textStyle = CharacterStyle()
    /// White space that counts if something follows it on the line.
    var space: CharacterStyle?
    var isAtLineStart = true

    mutating func append(_ bytes: some Collection<UInt8>, _ style: CharacterStyle) {
      if style != textStyle {
        flush()
        textStyle = style
      }
      text.append(contentsOf: bytes)
      isAtLineStart = false
    }

    mutating func flush() {
      if text.isEmpty { return }
      paragraph.inlines.append(.run(Run(String(decoding: text, as: UTF8.self), style: textStyle)))
      text.removeAll(keepingCapacity: true)
    }

    mutating func writePendingSpace() {
      guard let style = space else { return }
      space = nil
      append(CollectionOfOne(0x20), style)
    }
  }

  var depth: Int { frames.count }
  var hasOpenParagraph: Bool { frames[frames.count - 1].paragraph != nil }

  private var top: Frame {
    get { frames[frames.count - 1] }
    _modify { yield &frames[frames.count - 1] }
  }

  /// Blocks of the innermost frame so far.
  var blockCount: Int { top.blocks.count }

  mutating func withDocument(_ change: (inout Document) -> Void) { change(&document) }

  // MARK: Text

  mutating func text(_ bytes: [UInt8], _ context: HTMLContext) {
    if context.keepsSpaces { return lines(bytes, context) }
    var index = 0
    while index < bytes.count {
      let start = index
      while index < bytes.count, HTMLByte.isSpace(bytes[index]) { index += 1 }
      if index > start { space(context.character) }
      let word = index
      while index < bytes.count, !HTMLByte.isSpace(bytes[index]) { index += 1 }
      if index > word { appendWord(bytes[word..<index], context) }
    }
  }

  private mutating func space(_ style: CharacterStyle) {
    guard let open = top.paragraph, !open.isAtLineStart, open.space == nil else { return }
    top.paragraph?.space = style
  }

  private mutating func appendWord(_ bytes: ArraySlice<UInt8>, _ context: HTMLContext) {
    // A word of control characters alone is nothing: the spaces around it are one.
    let visible = bytes.contains { $0 < 0x20 } ? bytes.filter { $0 >= 0x20 }[...] : bytes
    if visible.isEmpty { return }
    begin(context.paragraph)
    top.paragraph?.writePendingSpace()
    top.paragraph?.append(visible, context.character)
  }

  /// Preformatted text: a line end is a line break.
  private mutating func lines(_ bytes: [UInt8], _ context: HTMLContext) {
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      if index > 0 { lineBreak(context.paragraph) }
      let visible = line.filter { $0 >= 0x20 || $0 == 0x09 }
      if visible.isEmpty { continue }
      begin(context.paragraph)
      top.paragraph?.writePendingSpace()
      top.paragraph?.append(visible, context.character)
    }
  }

  // MARK: Inlines

  mutating func lineBreak(_ style: ParagraphStyle) {
    begin(style)
    top.paragraph?.space = nil
    append(.lineBreak)
    top.paragraph?.isAtLineStart = true
  }

  mutating func inlineBreak(_ kind: BreakKind, _ style: ParagraphStyle) {
    begin(style)
    top.paragraph?.space = nil
    append(.break(kind))
    top.paragraph?.isAtLineStart = true
  }

  /// A picture, attachment or reference to a note.
  mutating func object(_ inline: Inline, _ style: ParagraphStyle) {
    begin(style)
    top.paragraph?.writePendingSpace()
    append(inline)
    top.paragraph?.isAtLineStart = false
  }

  /// A reference to a note. A note is referred to once, as the model wants it, so that notes can't contain each
  /// other in a circle; any further reference is the note's mark as text.
  mutating func noteReference(_ index: Int, _ context: HTMLContext) {
    if referencedNotes.insert(index).inserted { return object(.noteReference(index), context.paragraph) }
    var raised = context
    raised.character.position = .superscript
    let mark = document.notes[index].mark
    text(Array((mark.isEmpty ? "\(index + 1)" : mark).utf8), raised)
  }

  /// A bookmark at this place, or at the next paragraph's beginning where none is open.
  mutating func bookmark(_ name: String) {
    guard top.paragraph != nil else {
      top.bookmarks.append(name)
      return
    }
    append(.bookmarkStart(name))
    append(.bookmarkEnd(name))
  }

  private mutating func append(_ inline: Inline) {
    top.paragraph?.flush()
    top.paragraph?.paragraph.inlines.append(inline)
  }

  // MARK: Paragraphs

  /// Opens a paragraph unless one is open.
  mutating func begin(_ style: ParagraphStyle) {
    if top.paragraph != nil { return }
    // Paragraphs of one style share it.
    if style != ParagraphStyle(), style != lastStyle { lastStyle = style }
    let shared = style == lastStyle ? lastStyle : style
    top.paragraph = OpenParagraph(paragraph: Paragraph(style: shared, listItem: top.item))
    if let item = top.item { top.paragraph?.paragraph.style.beginItem(level: item.level) }
    top.item = nil
    let bookmarks = top.bookmarks
    top.bookmarks = []
    for name in bookmarks { bookmark(name) }
  }

  /// Ends the open paragraph, if any. A line break at its very end shows nothing (HTML's rule), and goes.
  mutating func endParagraph() {
    guard var open = top.paragraph else { return }
    top.paragraph = nil
    open.flush()
    if case .lineBreak? = open.paragraph.inlines.last { open.paragraph.inlines.removeLast() }
    top.blocks.append(.paragraph(open.paragraph))
  }

  /// The next paragraph begins this item; an item before it that got no paragraph gets an empty one.
  mutating func startItem(_ item: ListItem, _ style: ParagraphStyle) {
    finishItem(style)
    top.item = item
  }

  mutating func finishItem(_ style: ParagraphStyle) {
    endParagraph()
    if top.item != nil {
      begin(style)
      endParagraph()
    }
  }

  /// A thematic break: an empty paragraph that says so.
  mutating func rule(_ context: HTMLContext) {
    var context = context
    context.setContent(.rule)
    endParagraph()
    begin(context.paragraph)
    endParagraph()
  }

  /// The space behind a list, of which the last item has none.
  mutating func endList() {
    guard case .paragraph(var last)? = top.blocks.last, last.style.spaceAfter == 0 else { return }
    last.style.spaceAfter = MarkupSpacing.list
    top.blocks[top.blocks.count - 1] = .paragraph(last)
  }

  mutating func block(_ block: Block) {
    endParagraph()
    top.blocks.append(block)
  }

  // MARK: Frames

  mutating func openFrame() {
    endParagraph()
    frames.append(Frame())
  }

  /// The frame's blocks; an empty paragraph where there are none.
  mutating func closeFrame(_ style: ParagraphStyle) -> [Block] {
    finishItem(style)
    guard frames.count > 1, let frame = frames.popLast() else { return [] }
    return frame.blocks.isEmpty ? [.paragraph(Paragraph())] : frame.blocks
  }

  /// Anchors a text box at the last paragraph; where there is none its blocks stand for themselves.
  mutating func textBox(_ blocks: [Block]) {
    endParagraph()
    guard case .paragraph(var paragraph)? = top.blocks.last else {
      top.blocks += blocks
      return
    }
    // Taken out while it changes: its boxes would be copied for each.
    top.blocks.removeLast()
    paragraph.textBoxes.append(TextBox(blocks: blocks))
    top.blocks.append(.paragraph(paragraph))
  }

  mutating func finish() -> Document {
    while frames.count > 1 {
      let blocks = closeFrame(ParagraphStyle())
      top.blocks += blocks
    }
    finishItem(ParagraphStyle())
    document.blocks = top.blocks
    return document
  }

  // MARK: Resources and lists

  mutating func resource(path: String, mediaType: String, name: String? = nil) -> Int {
    if let index = resourceByPath[path] { return index }
    resourceByPath[path] = document.resources.count
    document.resources.append(Resource(content: .file(path), mediaType: mediaType, name: name))
    return document.resources.count - 1
  }

  mutating func resource(bytes: [UInt8], mediaType: String, name: String? = nil) -> Int {
    let digest = Digest(of: bytes)
    if let index = resourceByDigest[digest] { return index }
    resourceByDigest[digest] = document.resources.count
    document.resources.append(Resource(content: .bytes(bytes), mediaType: mediaType, name: name))
    return document.resources.count - 1
  }

  /// Makes sure that list `list` has a level of that numbering, or starts another list where it has another one.
  mutating func list(_ list: Int?, level: Int, numbering: ListDefinition.Level.Numbering, start: Int) -> Int {
    var index = list ?? document.lists.count
    if let list, document.lists[list].levels.indices.contains(level),
      document.lists[list].levels[level].numbering != numbering
    {
      index = document.lists.count
    }
    if index == document.lists.count { document.lists.append(ListDefinition(levels: [])) }
    while document.lists[index].levels.count <= level {
      let count = document.lists[index].levels.count
      let pattern =
        numbering == .bullet
        ? ListDefinition.bullet : "\(Character(UnicodeScalar(UInt8(min(count, 8) + 1))))."
      document.lists[index].levels.append(
        ListDefinition.Level(numbering: numbering, start: start, pattern: pattern))
    }
    return index
  }
}
