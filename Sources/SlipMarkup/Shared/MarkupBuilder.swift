internal import SlipCore
internal import SlipDocument

/// Puts a document together for the readers of HTML and Markdown.
///
/// Readers hand over what they meet: text, breaks, items, tables. The builder opens
/// paragraphs with their first content and collapses white space as HTML does. Cells,
/// text boxes and notes are frames: each has its own blocks and its own open paragraph,
/// so that a cell can be read while the paragraph around its table is waiting.
///
/// ```
/// var builder = MarkupBuilder()
/// builder.text(Array("One  line ".utf8), context)  // one space between the words
/// builder.lineBreak(context.paragraph)             // no space before it
/// builder.text(Array("and another".utf8), context)
/// builder.endParagraph()
/// let document = builder.finish()
/// ```
struct MarkupBuilder {
  /// Which pictures are files.
  let addresses: PictureAddresses
  /// The document so far. Its blocks are filled in by `finish()`; notes, lists and
  /// resources are added as they come.
  private(set) var document = Document()
  /// The open frames. The first one is the document's body and is never closed.
  private var frames = [Frame()]
  /// Indices of resources that are files, by path: a file that is shown twice is one
  /// resource.
  private var resourceByPath: [String: Int] = [:]
  /// Indices of resources whose bytes the document holds, by digest.
  private var resourceByContent: [[UInt8]: Int] = [:]
  /// Notes that a reference was made to.
  private var referencedNotes: Set<Int> = []
  /// The last paragraph style that isn't plain. Paragraphs with the same style share it.
  private var lastStyle = ParagraphStyle()
  /// How much that shows something was added so far: words, lines, pictures and the like. Readers compare two values
  /// to learn whether an element was empty.
  private(set) var contentCount = 0
  /// How many spaces were added, which show something in a link only.
  private var spaceCount = 0
  /// For each list definition, the numbers that its levels have reached; nil for a level that begins anew.
  private var counts: [Int: [Int?]] = [:]
  /// Character styles of runs so far, which runs of the same style share.
  private var characterStyles: Set<CharacterStyle> = []
  /// The most styles that are kept to be shared.
  private static let mostStyles = 1_024

  /// Begins a document.
  init(addresses: PictureAddresses = .relative) { self.addresses = addresses }

  /// The blocks of the body, a cell, a text box or a note, while they are read.
  private struct Frame {
    /// The complete blocks.
    var blocks: [Block] = []
    /// The open paragraph, if there is one.
    var paragraph: OpenParagraph?
    /// The list item that the next paragraph begins.
    var item: ListItem?
    /// Bookmarks that were met between paragraphs. The next paragraph begins with them.
    var bookmarks: [String] = []
    /// What was hidden between paragraphs. The next paragraph begins with it.
    var hidden: [Inline] = []
  }

  /// A paragraph that content is added to.
  private struct OpenParagraph {
    /// The paragraph, with its finished inlines.
    var paragraph: Paragraph
    /// The text of the open run, in UTF-8.
    var text: [UInt8] = []
    /// The style of the open run.
    var textStyle = CharacterStyle()
    /// White space that was met, with its style. It is written if something follows it on
    /// the line, and otherwise dropped.
    var space: CharacterStyle?
    /// Whether nothing stands on the line yet, where white space doesn't count.
    var isAtLineStart = true

    /// Appends text. Text with the style of the open run joins it.
    mutating func append(_ bytes: some Collection<UInt8>, _ style: CharacterStyle) {
      if style != textStyle {
        flush()
        textStyle = style
      }
      text.append(contentsOf: bytes)
      isAtLineStart = false
    }

    /// Makes a run of the open text.
    mutating func flush() {
      if text.isEmpty { return }
      paragraph.inlines.append(.run(Run(String(decoding: text, as: UTF8.self), style: textStyle)))
      text.removeAll(keepingCapacity: true)
    }

    /// Writes one space for the white space that was met, if any.
    mutating func writePendingSpace() {
      guard let style = space else { return }
      space = nil
      append(CollectionOfOne(0x20), style)
    }
  }

  /// The number of open frames, which readers bound.
  var depth: Int { frames.count }
  /// Whether the innermost frame has an open paragraph.
  var hasOpenParagraph: Bool { frames[frames.count - 1].paragraph != nil }

  /// Whether nothing stands on the line yet.
  var isAtLineStart: Bool { top.paragraph?.isAtLineStart ?? true }
  /// Whether an item has nothing but the box of its task so far.
  var hasLoneBox: Bool {
    guard let open = top.paragraph, open.paragraph.listItem != nil, open.paragraph.inlines.isEmpty else {
      return false
    }
    return open.text.elementsEqual("☐".utf8) || open.text.elementsEqual("☑".utf8)
  }

  /// The innermost frame. Changed in place, because a copy of its blocks for each change
  /// would make reading quadratic.
  private var top: Frame {
    get { frames[frames.count - 1] }
    _modify { yield &frames[frames.count - 1] }
  }

  /// The number of complete blocks in the innermost frame.
  var blockCount: Int { top.blocks.count }

  /// Lets a reader change the document's facts and notes.
  mutating func withDocument(_ change: (inout Document) -> Void) { change(&document) }

  // MARK: Text

  /// Adds text with the formatting of the context. White space collapses to single spaces
  /// unless the context keeps it. Control characters are left out.
  mutating func text(_ bytes: [UInt8], _ context: HTMLContext) {
    var context = context
    context.character = shared(context.character)
    switch context.whiteSpace {
    case .kept: return lines(bytes, context)
    case .lines:
      for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
        if index > 0 { lineBreak(context.paragraph) }
        words(line, context)
      }
    case .collapsed: words(bytes[...], context)
    }
  }

  /// Adds text whose white space collapses.
  private mutating func words(_ bytes: ArraySlice<UInt8>, _ context: HTMLContext) {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let start = index
      while index < bytes.endIndex, HTMLByte.isSpace(bytes[index]) { index += 1 }
      if index > start {
        space(context.character)
        // A link on a space is there; a line end within an empty link isn't.
        if !bytes[start..<index].contains(0x0A) { spaceCount += 1 }
      }
      let word = index
      while index < bytes.endIndex, !HTMLByte.isSpace(bytes[index]) { index += 1 }
      if index > word { appendWord(bytes[word..<index], context) }
    }
  }

  /// An equal style whose attributes earlier runs share, if there is one. Else each element would have its own.
  private mutating func shared(_ style: CharacterStyle) -> CharacterStyle {
    if style.isPlain { return style }
    if characterStyles.count == MarkupBuilder.mostStyles { characterStyles.removeAll(keepingCapacity: true) }
    return characterStyles.insert(style).memberAfterInsert
  }

  /// Notes white space, unless it begins a line or follows other white space.
  private mutating func space(_ style: CharacterStyle) {
    guard let open = top.paragraph, !open.isAtLineStart, open.space == nil else { return }
    top.paragraph?.space = style
  }

  /// Adds a word, opening a paragraph for it where none is open.
  private mutating func appendWord(_ bytes: ArraySlice<UInt8>, _ context: HTMLContext) {
    // A word of control characters only is nothing, and the white space around it is one space.
    let visible = bytes.contains { $0 < 0x20 } ? bytes.filter { $0 >= 0x20 }[...] : bytes
    if visible.isEmpty { return }
    begin(context.paragraph)
    top.paragraph?.writePendingSpace()
    top.paragraph?.append(visible, context.character)
    contentCount += 1
  }

  /// Adds preformatted text, in which each line end is a line break and all spaces and
  /// tabs stay.
  private mutating func lines(_ bytes: [UInt8], _ context: HTMLContext) {
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      if index > 0 { lineBreak(context.paragraph) }
      let visible = line.filter { $0 >= 0x20 || $0 == UInt8(ascii: "\t") }
      if visible.isEmpty { continue }
      begin(context.paragraph)
      top.paragraph?.writePendingSpace()
      top.paragraph?.append(visible, context.character)
      contentCount += 1
    }
  }

  // MARK: Inlines

  /// Adds a line break. White space before it is dropped.
  mutating func lineBreak(_ style: ParagraphStyle) {
    begin(style)
    top.paragraph?.space = nil
    append(.lineBreak)
    top.paragraph?.isAtLineStart = true
  }

  /// Adds a page, column or section break within a paragraph. White space before it is
  /// dropped.
  mutating func inlineBreak(_ kind: BreakKind, _ style: ParagraphStyle) {
    begin(style)
    top.paragraph?.space = nil
    append(.break(kind))
    top.paragraph?.isAtLineStart = true
  }

  /// Adds a picture, an attachment or a reference to a note, in front of which white
  /// space counts.
  mutating func object(_ inline: Inline, _ style: ParagraphStyle) {
    begin(style)
    top.paragraph?.writePendingSpace()
    append(inline)
    top.paragraph?.isAtLineStart = false
    contentCount += 1
  }

  /// Where a link begins, for `finishLink`.
  var linkStart: Int { contentCount + spaceCount }

  /// Ends a link. One that shows nothing shows its address, unless that is a place in the document itself.
  ///
  /// - Parameters:
  ///   - start: `linkStart` at its beginning.
  ///   - context: the formatting in the link.
  mutating func finishLink(_ start: Int, _ context: HTMLContext) {
    guard start == linkStart, let link = context.character.link, link.target.utf8.first != UInt8(ascii: "#")
    else {
      return
    }
    text(Array(link.target.utf8), context)
  }

  /// Adds a reference to a note.
  ///
  /// The document model allows one reference to each note, so that notes can't contain
  /// each other in a circle. Any further reference becomes the note's mark as superscript
  /// text.
  mutating func noteReference(_ index: Int, _ context: HTMLContext) {
    if referencedNotes.insert(index).inserted { return object(.noteReference(index), context.paragraph) }
    var raised = context
    raised.character.position = .superscript
    let mark = document.notes[index].mark
    text(Array((mark.isEmpty ? "\(index + 1)" : mark).utf8), raised)
  }

  /// Adds a bookmark here or, where no paragraph is open, at the beginning of the next
  /// one.
  mutating func bookmark(_ name: String) {
    guard top.paragraph != nil else {
      top.bookmarks.append(name)
      return
    }
    append(.bookmarkStart(name))
    append(.bookmarkEnd(name))
  }

  /// Adds a bookmark behind what stands before: in the open paragraph, else in the last one.
  mutating func bookmark(before name: String) {
    guard top.paragraph == nil, case .paragraph(var last)? = top.blocks.last else { return bookmark(name) }
    last.inlines += [.bookmarkStart(name), .bookmarkEnd(name)]
    top.blocks[top.blocks.count - 1] = .paragraph(last)
  }

  /// Adds an inline behind the open run.
  private mutating func append(_ inline: Inline) {
    top.paragraph?.flush()
    top.paragraph?.paragraph.inlines.append(inline)
  }

  // MARK: Paragraphs

  /// Opens a paragraph with this style, and with the waiting list item and bookmarks.
  /// Does nothing if one is open.
  mutating func begin(_ style: ParagraphStyle) {
    if top.paragraph != nil { return }
    // Paragraphs with the same style share its storage.
    if style != ParagraphStyle(), style != lastStyle { lastStyle = style }
    let shared = style == lastStyle ? lastStyle : style
    top.paragraph = OpenParagraph(paragraph: Paragraph(style: shared, listItem: top.item))
    if let item = top.item { top.paragraph?.paragraph.style.beginItem(level: item.level, below: style) }
    top.item = nil
    let bookmarks = top.bookmarks
    top.bookmarks = []
    for name in bookmarks { bookmark(name) }
    let hidden = top.hidden
    top.hidden = []
    for inline in hidden { append(inline) }
  }

  /// Ends the open paragraph, if any. A line break at its very end is removed, because
  /// browsers show nothing for it.
  mutating func endParagraph() {
    guard var open = top.paragraph else { return }
    top.paragraph = nil
    open.flush()
    if case .lineBreak? = open.paragraph.inlines.last { open.paragraph.inlines.removeLast() }
    top.blocks.append(.paragraph(open.paragraph))
  }

  /// Makes the next paragraph begin this list item.
  ///
  /// - Parameter style: the style of the empty paragraph that an item before it gets if
  ///   it had no content.
  mutating func startItem(_ item: ListItem, _ style: ParagraphStyle) {
    finishItem(style)
    top.item = item
  }

  /// Ends the open paragraph, and gives a list item without content an empty one.
  mutating func finishItem(_ style: ParagraphStyle) {
    endParagraph()
    if top.item != nil {
      begin(style)
      endParagraph()
    }
  }

  /// Adds a thematic break, which is an empty paragraph with that role.
  mutating func rule(_ context: HTMLContext) {
    var context = context
    context.setContent(.rule)
    endParagraph()
    begin(context.paragraph)
    endParagraph()
  }

  /// Gives the last paragraph of a list space behind it, if it has none, as in a tight
  /// list.
  mutating func endList() {
    guard case .paragraph(var last)? = top.blocks.last, last.style.spaceAfter == 0 else { return }
    last.style.spaceAfter = MarkupSpacing.list
    top.blocks[top.blocks.count - 1] = .paragraph(last)
  }

  /// Adds a complete block, such as a table.
  mutating func block(_ block: Block) {
    endParagraph()
    top.blocks.append(block)
  }

  // MARK: Frames

  /// Opens a frame for a cell, a text box or a note.
  mutating func openFrame() {
    endParagraph()
    frames.append(Frame())
  }

  /// Opens a frame for blocks that aren't shown, which end no paragraph.
  mutating func openHiddenFrame() { frames.append(Frame()) }

  /// Closes the innermost frame, which `openHiddenFrame` opened, and keeps what it holds as hidden text: in the open
  /// paragraph or, between paragraphs, at the beginning of the next one.
  mutating func closeHiddenFrame() {
    var collector = HiddenInlines()
    Document.walk(closeFrame(ParagraphStyle()), &collector)
    guard !collector.inlines.isEmpty else { return }
    guard top.paragraph != nil else {
      top.hidden += collector.inlines
      return
    }
    for inline in collector.inlines { append(inline) }
  }

  /// Adds hidden text that no paragraph came behind to the last one, or as a paragraph.
  private mutating func placeHidden(_ style: ParagraphStyle) {
    guard !top.hidden.isEmpty else { return }
    guard case .paragraph(var paragraph)? = top.blocks.last else {
      begin(style)
      return endParagraph()
    }
    top.blocks.removeLast()
    paragraph.inlines += top.hidden
    top.hidden = []
    top.blocks.append(.paragraph(paragraph))
  }

  /// Closes the innermost frame and returns its blocks: an empty paragraph if there are
  /// none. Returns nothing for the body, which can't be closed.
  ///
  /// - Parameter style: the style of the paragraph for a list item without content.
  mutating func closeFrame(_ style: ParagraphStyle) -> [Block] {
    finishItem(style)
    placeHidden(style)
    guard frames.count > 1, let frame = frames.popLast() else { return [] }
    return frame.blocks.isEmpty ? [.paragraph(Paragraph())] : frame.blocks
  }

  /// Anchors a text box at the last paragraph. Where there is none, its blocks become
  /// blocks of the frame.
  mutating func textBox(_ blocks: [Block]) {
    endParagraph()
    guard case .paragraph(var paragraph)? = top.blocks.last else {
      top.blocks += blocks
      return
    }
    // The paragraph is removed while it changes. Otherwise its text boxes would be copied each time.
    top.blocks.removeLast()
    paragraph.textBoxes.append(TextBox(blocks: blocks))
    top.blocks.append(.paragraph(paragraph))
  }

  /// Closes all frames and returns the document. Blocks of frames that are still open
  /// follow the body's.
  mutating func finish() -> Document {
    while frames.count > 1 {
      let blocks = closeFrame(ParagraphStyle())
      top.blocks += blocks
    }
    finishItem(ParagraphStyle())
    placeHidden(ParagraphStyle())
    document.blocks = top.blocks
    return document
  }

  // MARK: Resources and lists

  /// The index of the resource for a file beside the document, which is added with its
  /// first use.
  mutating func resource(path: String, mediaType: String, name: String? = nil) -> Int {
    if let index = resourceByPath[path] { return index }
    resourceByPath[path] = document.resources.count
    document.resources.append(Resource(content: .file(path), mediaType: mediaType, name: name))
    return document.resources.count - 1
  }

  /// The index of the resource with these bytes, which is added with its first use.
  mutating func resource(bytes: [UInt8], mediaType: String, name: String? = nil) -> Int {
    if let index = resourceByContent[bytes] { return index }
    resourceByContent[bytes] = document.resources.count
    document.resources.append(Resource(content: .bytes(bytes), mediaType: mediaType, name: name))
    return document.resources.count - 1
  }

  /// The index of the list definition for an item, which counts the item.
  ///
  /// Uses list `list` where that shows the item's marker by itself, and adds the levels it lacks. Programs that read
  /// RTF count by definitions. So where the number isn't the next one, or the level is marked in another way, a new
  /// definition begins with the item.
  ///
  /// - Parameters:
  ///   - list: the list so far; nil for a new one.
  ///   - level: counted from 0.
  ///   - sign: how the item is marked.
  ///   - number: its number; nil for one that just continues the list.
  mutating func list(_ list: Int?, level: Int, _ sign: ListSign, number: Int?) -> Int {
    var levels = list.map { document.lists[$0].levels } ?? []
    var reached = list.flatMap { counts[$0] } ?? []
    let known = levels.indices.contains(level) ? levels[level] : nil
    let next = level < reached.count ? reached[level].map { $0 + 1 } : nil
    let shown = next ?? known?.start ?? number ?? 1
    var index = list ?? document.lists.count
    let isMarked = known.map { $0.numbering == sign.numbering && $0.pattern == sign.pattern(level) } ?? true
    if list == nil || !isMarked || sign.counts && number.map({ $0 != shown }) == true {
      index = document.lists.count
      levels = Array(levels.prefix(level))
      for (outer, number) in reached.prefix(level).enumerated() where outer < levels.count {
        levels[outer].start = number ?? levels[outer].start
      }
      reached = Array(reached.prefix(level))
      document.lists.append(ListDefinition(levels: levels))
    }
    if levels.count <= level {
      while levels.count <= level {
        // Levels that no item has had yet are marked in the usual way.
        let usual = sign.counts ? ListSign(sign.numbering) : ListSign(bullet: ListDefinition.bullet)
        let sign = levels.count == level ? sign : usual
        levels.append(
          ListDefinition.Level(
            numbering: sign.numbering, start: number ?? 1, pattern: sign.pattern(levels.count)))
      }
      document.lists[index].levels = levels
    }
    while reached.count <= level { reached.append(nil) }
    reached[level] = number ?? shown
    counts[index] = Array(reached.prefix(level + 1))
    return index
  }
}
