internal import SlipBase
internal import SlipDocument

/// A paragraph's inlines as Markdown.
struct MarkdownInlines {
  let writer: MarkdownDocumentWriter
  let style: MarkdownLineStyle

  init(_ writer: MarkdownDocumentWriter, lineStyle: MarkdownLineStyle) {
    self.writer = writer
    style = lineStyle
  }

  /// The paragraph's lines; one in headings and cells, none where nothing is to be seen.
  func lines(of inlines: [Inline]) -> [[UInt8]] {
    var segments = inlines.compactMap(segment).merged().withoutOuterBreaks().flatMap { $0.splitAtEdges() }
    segments.moveSpacesOut()
    if segments.isEmpty { return [] }
    let source = MarkdownDelimiters.resolve(tokens(segments))
    return source.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
  }

  // MARK: Segments

  private func segment(_ inline: Inline) -> MarkdownSegment? {
    switch inline {
    case .run(let run):
      if !run.style.isVisible || run.text.isEmpty { return nil }
      return MarkdownSegment(content: .text(run.text), marks: marks(run.style), link: link(run.style.link))
    case .lineBreak, .break:
      return MarkdownSegment(content: .lineBreak)
    case .picture(let picture):
      return picture.style.isVisible ? self.picture(picture) : nil
    case .attachment(let file):
      return file.style.isVisible ? attachment(file.resource) : nil
    case .noteReference(let index):
      guard writer.document.notes.indices.contains(index) else { return nil }
      return MarkdownSegment(
        content: .object(Array("[^\(writer.label(of: index))]".utf8), endsInBracket: true))
    case .bookmarkStart(let name):
      guard writer.linkedBookmarks.contains(name), let identifier = Identifier.of(bookmark: name) else {
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

  private func marks(_ style: CharacterStyle) -> MarkdownSegment.Marks {
    var marks: MarkdownSegment.Marks = []
    if style.isPlain { return marks }
    if style.isBold { marks.insert(.strong) }
    if style.isItalic { marks.insert(.emphasis) }
    if style.isStruck { marks.insert(.struck) }
    if style.underline != nil, style.link == nil { marks.insert(.underline) }
    if style.position == .superscript { marks.insert(.superscript) }
    if style.position == .subscript { marks.insert(.subscript) }
    return marks
  }

  private func link(_ link: Hyperlink?) -> Hyperlink? {
    guard let link, let live = writer.links.live(link.target) else { return nil }
    if live.utf8.first == 0x23, let identifier = Identifier.of(bookmark: String(live.dropFirst())) {
      return Hyperlink(target: "#" + identifier, tip: link.tip)
    }
    return Hyperlink(target: live, tip: link.tip)
  }

  private func picture(_ picture: Picture) -> MarkdownSegment? {
    guard writer.document.resources.indices.contains(picture.resource) else { return nil }
    let resource = writer.document.resources[picture.resource]
    let description = picture.description ?? resource.name ?? ""
    guard let source = source(of: picture.resource) else {
      return description.isEmpty ? nil : MarkdownSegment(content: .text(description))
    }
    let alt = MarkdownEscape(isAtLineStart: false, isAtLineEnd: false, style: style)(description)
    let object = Array("![".utf8) + alt + Array("](".utf8) + source + Array(")".utf8)
    return MarkdownSegment(
      content: .object(object, endsInBracket: false), link: link(picture.style.link))
  }

  private func attachment(_ index: Int) -> MarkdownSegment? {
    guard writer.document.resources.indices.contains(index) else { return nil }
    let name = writer.document.resources[index].name ?? writer.document.fileName(of: index)
    let link = writer.options.path(of: index, in: writer.document).map { Hyperlink(target: $0) }
    return MarkdownSegment(content: .text(name), link: link)
  }

  /// Where a picture's bytes are, as a link's target.
  private func source(of index: Int) -> [UInt8]? {
    if let path = writer.options.path(of: index, in: writer.document) {
      return MarkdownEscape.destination(path)
    }
    let resource = writer.document.resources[index]
    guard case .inline = writer.options.resources, case .bytes(let bytes) = resource.content,
      resource.mediaType.hasPrefix("image/")
    else { return nil }
    var output = Array("data:\(DataURL.mediaType(resource.mediaType));base64,".utf8)
    Base64.append(bytes, to: &output)
    return output
  }

  // MARK: Tokens

  private func tokens(_ segments: [MarkdownSegment]) -> [MarkdownToken] {
    var tokens: [MarkdownToken] = []
    var link: Hyperlink?
    var marks: MarkdownSegment.Marks = []
    var isAtLineStart = true
    var isAfterBracket = false
    var index = 0
    while index < segments.count {
      let segment = segments[index]
      let before = tokens.count
      let linkChanges = segment.link != link
      let kept = linkChanges ? [] : MarkdownInlines.common(marks, segment.marks)
      for mark in MarkdownSegment.Marks.order.reversed() where marks.contains(mark) && !kept.contains(mark) {
        tokens.append(.close(mark))
      }
      if linkChanges, link != nil { tokens.append(.closeLink) }
      if linkChanges, let opened = segment.link { tokens.append(.openLink(opened)) }
      for mark in MarkdownSegment.Marks.order where segment.marks.contains(mark) && !kept.contains(mark) {
        tokens.append(.open(mark))
      }
      if tokens.count > before { isAtLineStart = false }
      (link, marks) = (segment.link, segment.marks)

      switch segment.content {
      case .text(let text):
        let escape = MarkdownEscape(
          isAtLineStart: isAtLineStart, isAtLineEnd: endsLine(segments, index),
          isAfterBracket: isAfterBracket,
          style: style)
        tokens.append(.source(escape(text)))
        (isAtLineStart, isAfterBracket) = (false, false)
      case .object(let object, let endsInBracket):
        tokens.append(.source(object))
        (isAtLineStart, isAfterBracket) = (false, endsInBracket)
      case .lineBreak:
        tokens.append(.source(Array((style == .paragraph ? "\\\n" : "<br>").utf8)))
        isAtLineStart = style == .paragraph
        isAfterBracket = false
      }
      index += 1
    }
    for mark in MarkdownSegment.Marks.order.reversed() where marks.contains(mark) {
      tokens.append(.close(mark))
    }
    if link != nil { tokens.append(.closeLink) }
    return tokens
  }

  private func endsLine(_ segments: [MarkdownSegment], _ index: Int) -> Bool {
    guard index + 1 < segments.count else { return true }
    if case .lineBreak = segments[index + 1].content { return true }
    return false
  }

  /// The marks that stay open: those outside the first that changes.
  private static func common(
    _ a: MarkdownSegment.Marks, _ b: MarkdownSegment.Marks
  ) -> MarkdownSegment.Marks {
    var common: MarkdownSegment.Marks = []
    for mark in MarkdownSegment.Marks.order {
      if a.contains(mark) != b.contains(mark) { break }
      if a.contains(mark) { common.insert(mark) }
    }
    return common
  }
}
