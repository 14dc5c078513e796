internal import SlipCore
internal import SlipDocument

/// Writes the inlines of a paragraph as Markdown.
///
/// This takes four steps: inlines become segments of equal formatting, white space moves
/// out of emphasis, segments become tokens with escaped text (`MarkdownTokenWriter`), and
/// `MarkdownDelimiters` chooses how emphasis is written.
struct MarkdownInlines {
  /// What all parts of the document share.
  let context: MarkdownContext
  /// What the paragraph stands in.
  let style: MarkdownLineStyle

  /// The document, for notes and resources.
  private var document: Document { context.document }
  /// The options of the whole file.
  private var options: WriteOptions { context.options }

  /// The Markdown of a paragraph's content, with lines separated by LF. Headings and
  /// cells have one line. Empty if nothing is visible.
  ///
  /// - Parameter isItem: whether the paragraph begins a list item.
  func source(of inlines: [Inline], isItem: Bool = false) -> [UInt8] {
    var segments = segments(of: inlines).merged().withoutOuterBreaks()
    if style == .heading, segments.dropCommon(.strong) { segments = segments.merged() }
    segments.moveSpacesOutOfMarks()
    if segments.isEmpty { return [] }
    let tokens = tokens(segments, isItem: isItem)
    // Most paragraphs are text alone.
    if tokens.count == 1, case .source(let source) = tokens[0] { return source }
    return MarkdownDelimiters.resolve(tokens, style, options.wikiTarget)
  }

  // MARK: Segments

  /// The segments for the inlines of a paragraph.
  ///
  /// A formula is one segment, with its lines, where the program that reads the Markdown knows formulas.
  private func segments(of inlines: [Inline]) -> [MarkdownSegment] {
    guard options.dialect.hasWikiMarks, inlines.contains(where: { $0.formula != nil }) else {
      return inlines.compactMap(segment)
    }
    var result: [MarkdownSegment] = []
    var index = 0
    while index < inlines.count {
      guard let (source, end) = MarkdownFormula.source(in: inlines, from: index, style) else {
        if let segment = segment(inlines[index]) { result.append(segment) }
        index += 1
        continue
      }
      var formula = MarkdownSegment(content: .object(source, endsInBracket: false))
      if case .run(let run) = inlines[index] {
        (formula.marks, formula.link) = (marks(run.style), link(run.style.link))
      }
      result.append(formula)
      index = end
    }
    return result
  }

  /// The segment for an inline; nil if the inline shows nothing in Markdown.
  ///
  /// Deleted text is left out, and so is hidden text, unless the dialect has comments. A bookmark becomes an `<a id="…"></a>` if some
  /// link of the document leads to it.
  private func segment(_ inline: Inline) -> MarkdownSegment? {
    switch inline {
    case .run(let run):
      if !run.style.isVisible || run.text.isEmpty { return comment(run) }
      let content =
        CodeStyle.isCode(run.style) ? MarkdownSegment.Content.code(run.text) : .text(run.text)
      return MarkdownSegment(content: content, marks: marks(run.style), link: link(run.style.link))
    case .lineBreak, .break:
      return MarkdownSegment(content: .lineBreak)
    case .picture(let picture):
      return picture.style.isVisible ? self.picture(picture) : nil
    case .attachment(let file):
      return file.style.isVisible ? attachment(file.resource) : nil
    case .noteReference(let index):
      guard document.notes.indices.contains(index) else { return nil }
      return MarkdownSegment(
        content: .object(Array("[^\(context.label(of: index))]".utf8), endsInBracket: true))
    case .bookmarkStart(let name):
      guard context.linkedBookmarks.contains(name), let identifier = Identifier.of(bookmark: name) else {
        return nil
      }
      var sink = HTMLSink(capacity: 32)
      sink.markup("<a")
      sink.attribute("id", identifier)
      sink.markup("></a>")
      return MarkdownSegment(content: .object(sink.bytes, endsInBracket: false))
    case .deletedNote, .bookmarkEnd:
      return nil
    }
  }

  /// Hidden text as a comment, or as hidden HTML where it would end the comment; nil where the dialect has no comments.
  private func comment(_ run: Run) -> MarkdownSegment? {
    guard context.options.dialect.hasComments, run.style.isHidden, run.style.revision?.kind != .deletion,
      run.text.contains(where: { !$0.isWhitespace })
    else { return nil }
    let text = run.text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let isComment =
      !text.contains("%%") && !text.hasPrefix("%") && !text.hasSuffix("%") && !text.contains("|")
    if isComment { return MarkdownSegment(content: .object(Array("%%\(text)%%".utf8), endsInBracket: false)) }
    var sink = HTMLSink(capacity: 32)
    sink.markup("<span hidden>")
    sink.text(text)
    sink.markup("</span>")
    // Each sign stands for itself, whatever it means in Markdown.
    let bytes = sink.bytes.flatMap { byte in
      [0x25, 0x7C, 0x5B, 0x2A, 0x5F, 0x60, 0x24, 0x3D, 0x5C, 0x7E].contains(byte)
        ? Array("&#\(byte);".utf8) : [byte]
    }
    return MarkdownSegment(content: .object(bytes, endsInBracket: false))
  }

  /// The emphasis that a style has in Markdown. A link's underline is left out, because
  /// links are underlined anyway.
  private func marks(_ style: CharacterStyle) -> MarkdownSegment.Marks {
    var marks: MarkdownSegment.Marks = []
    if style.isPlain { return marks }
    if style.isBold { marks.insert(.strong) }
    if style.isItalic { marks.insert(.emphasis) }
    if style.isStruck { marks.insert(.struck) }
    if style.underline != nil, style.link == nil { marks.insert(.underline) }
    if style.position == .superscript { marks.insert(.superscript) }
    if style.position == .subscript { marks.insert(.subscript) }
    if options.dialect.hasWikiMarks, style.background?.isHighlight == true { marks.insert(.highlighted) }
    return marks
  }

  /// The link as it may be written; nil if it isn't live under the options, so that its
  /// text remains without a link. Links within the document lead to the anchor of their
  /// bookmark.
  private func link(_ link: Hyperlink?) -> Hyperlink? {
    guard let link, let live = context.links.live(link.target) else { return nil }
    if live.utf8.first == UInt8(ascii: "#"),
      let identifier = Identifier.of(bookmark: String(live.dropFirst()))
    {
      return Hyperlink(target: "#" + identifier, tip: link.tip)
    }
    return Hyperlink(target: live, tip: link.tip)
  }

  /// A picture as `![description](source "title")`, with a link around it if it has one.
  /// Without a source its description or name becomes text, and without these nothing is
  /// left.
  private func picture(_ picture: Picture) -> MarkdownSegment? {
    guard document.resources.indices.contains(picture.resource) else { return nil }
    let resource = document.resources[picture.resource]
    let description = (picture.description ?? resource.name ?? "") + size(of: picture)
    guard let source = source(of: picture.resource) else {
      return description.isEmpty ? nil : MarkdownSegment(content: .text(description))
    }
    var object = Array("![".utf8) + MarkdownEscape.label(description, style) + Array("](".utf8) + source
    if let title = picture.title, !title.isEmpty { object += MarkdownEscape.title(title) }
    object.append(UInt8(ascii: ")"))
    return MarkdownSegment(
      content: .object(object, endsInBracket: false), link: link(picture.style.link))
  }

  /// The display size of a picture as Obsidian has it behind its description, in pixels: `|120` or `|80x40`; empty where it
  /// has none.
  private func size(of picture: Picture) -> String {
    let dialect = options.dialect
    guard dialect.hasPictureSizes, let width = picture.width else { return "" }
    func pixels(_ twips: Int) -> Int { max(1, (twips + 7) / 15) }
    return "|\(pixels(width))" + (picture.height.map { "x\(pixels($0))" } ?? "")
  }

  /// An attached file as its name, linked to the file if it has a path. The bytes of one
  /// that lies in the document can't be written.
  private func attachment(_ index: Int) -> MarkdownSegment? {
    guard document.resources.indices.contains(index) else { return nil }
    let name = document.resources[index].name ?? document.fileName(of: index)
    let link = options.path(of: index, in: document).map { Hyperlink(target: $0) }
    return MarkdownSegment(content: .text(name), link: link)
  }

  /// The target for a picture: its relative path, or a `data:` URL if the options ask for
  /// it and the resource is an image. Nil if there is neither.
  private func source(of index: Int) -> [UInt8]? {
    if let path = options.path(of: index, in: document) {
      return MarkdownEscape.destination(path)
    }
    let resource = document.resources[index]
    guard case .inline = options.resources, case .bytes(let bytes) = resource.content,
      resource.mediaType.hasPrefix("image/")
    else { return nil }
    var output = Array("data:\(DataURL.mediaType(resource.mediaType));base64,".utf8)
    Base64.append(bytes, to: &output)
    return output
  }

  // MARK: Tokens

  /// The tokens of the segments, their text escaped.
  ///
  /// - Parameter isItem: whether the paragraph begins a list item.
  private func tokens(_ segments: [MarkdownSegment], isItem: Bool) -> [MarkdownToken] {
    let edges = segments.edges
    var writer = MarkdownTokenWriter(
      segments, edges, style: style, signs: signs(segments, edges), hasNotes: !document.notes.isEmpty)
    writer.escape.isItem = isItem
    writer.escape.dialect = options.dialect
    writer.escape.marksSpaces = style == .paragraph && options.wrap != nil
    for index in segments.indices { writer.add(segments, index) }
    writer.finish()
    return writer.tokens
  }

  /// The signs of all segments, which escaping has to know in advance. Tags that will be
  /// written count too, because their `>` may end a tag that the text seems to begin.
  private func signs(_ segments: [MarkdownSegment], _ edges: [MarkdownEdge]) -> MarkdownSigns {
    var signs = MarkdownSigns()
    for index in segments.indices {
      signs.count(edges.marksThatMayClose(index), by: 1)
      switch segments[index].content {
      case .text(let text): signs.count(text, edges.place(of: index))
      case .code(let code): signs.backticks += code.utf8.count { $0 == UInt8(ascii: "`") } + 2
      case .object: signs.tagEnds += 1
      case .lineBreak: break
      }
      if segments[index].link != nil || !segments[index].marks.isSubset(of: .delimited) { signs.tagEnds += 1 }
    }
    return signs
  }
}

/// What a line of inlines stands in, which decides what must be escaped.
enum MarkdownLineStyle {
  /// A paragraph, which may have several lines.
  case paragraph
  /// A heading: one line, at the end of which `#` would vanish.
  case heading
  /// A cell of a pipe table: one line, in which `|` must be escaped.
  case cell
}
