internal import SlipCore
internal import SlipDocument

/// Reads start tags of what stands in paragraphs: formatting, links, pictures, attachments
/// and references to notes.
extension HTMLPageReader {
  /// Reads the start tag of an inline element.
  ///
  /// References to notes, links back to the text and attachments are captured: they
  /// become inlines of their own once their text is complete. A link within a link ends
  /// the outer one, as in browsers. Identifiers become bookmarks if links lead to them,
  /// and always on `<a>` and `<span>`, which have no other purpose for them.
  mutating func inline(_ tag: HTMLTag) {
    if tag["role"] == "doc-noteref", let note = anchors.note(referredToBy: tag) {
      capture = Capture(purpose: .noteReference(note), name: tag.name)
      return
    }
    if tag["role"] == "doc-backlink" {
      capture = Capture(purpose: .backlink(noteInFrame), name: tag.name)
      return
    }
    if tag.hasClass("attachment") {
      capture = Capture(purpose: .attachment(tag), name: tag.name)
      return
    }
    if tag.name == "a", let open = find({ $0.tag.name == "a" }, stop: HTMLPageReader.isTableBoundary) {
      remove(at: open)
    }
    if let identifier = tag["id"] ?? (tag.name == "a" ? tag["name"] : nil), !identifier.isEmpty,
      tag.name == "a" || tag.name == "span" || anchors.isTarget(identifier)
    {
      builder.bookmark(identifier)
    }
    if tag.name == "code" { codeLanguage(tag) }
    if tag.name == "q" { builder.text(Array("“".utf8), context) }
    push(tag, .inline, tag.name == "a" ? .link(builder.linkStart) : .none)
  }

  /// Reads the language of a block of code: `<pre><code class="language-swift">`. The
  /// whole info string is in `data-info` where it has more than one word.
  ///
  /// A language on code within a paragraph, or behind the beginning of a block, is
  /// ignored.
  private mutating func codeLanguage(_ tag: HTMLTag) {
    guard context.paragraph.role.isCode, !builder.hasOpenParagraph,
      let language = HTMLCodeLanguage.named(by: tag)
    else { return }
    for index in stack.indices.reversed() where stack[index].role == .preformatted {
      context.setContent(.code(language: language))
      break
    }
  }

  /// The index of the innermost open note.
  private var noteInFrame: Int? {
    for element in stack.reversed() { if case .note(let index) = element.effect { return index } }
    return nil
  }

  /// Applies a link. Targets are kept as they are, except for those that run programs or
  /// carry their own data, which are reported and left out; the text stays.
  mutating func link(_ tag: HTMLTag) {
    guard let target = tag["href"].map(anchors.base.resolved), !target.isEmpty else { return }
    if LinkPolicy.isActive(target) {
      diagnostics.report(MarkupCode.activeLinkFound)
    } else {
      context.character.link = Hyperlink(target: target, tip: tag["title"])
    }
  }

  /// The page, column or section break that an element's class names, as `HTMLWriter`
  /// writes it.
  static func breakKind(_ tag: HTMLTag) -> BreakKind? {
    if tag.hasClass("page-break") { return .page }
    if tag.hasClass("column-break") { return .column }
    return tag.hasClass("section-break") ? .section : nil
  }

  /// Reads `<br>`, which may be a page, column or section break by its class.
  mutating func lineBreak(_ tag: HTMLTag) {
    if let kind = HTMLPageReader.breakKind(tag) {
      builder.inlineBreak(kind, context.paragraph)
    } else {
      builder.lineBreak(context.paragraph)
    }
  }

  /// Reads a form control. A check box becomes its sign, and other controls show nothing.
  mutating func input(_ tag: HTMLTag) {
    guard tag["type"]?.lowercased() == "checkbox" else { return }
    // What the page puts behind it without a blank is read as a task all the same.
    builder.text(Array((tag["checked"] == nil ? "☐ " : "☑ ").utf8), context)
  }

  // MARK: Pictures

  /// Reads `<img>` with its description (`alt`), title and size.
  ///
  /// A picture that would have to be fetched is reported (`SBXG403`) and becomes its
  /// description, with a link to it. In a note, one without a description becomes its address, unless it is a dot
  /// that tells who looks at it. Links, tracked changes and invisibility apply to a picture as to text.
  mutating func image(_ tag: HTMLTag) {
    let description = tag["alt"].flatMap { $0.isEmpty ? nil : $0 }
    let source = HTMLPageReader.imageSource(tag).map(anchors.base.resolved) ?? ""
    guard let resource = imageResource(source, tag) else {
      let isOfNote = builder.addresses == .program && !HTMLPageReader.isDot(tag)
      builder.insteadOfPicture(source, description ?? "", keepsAddress: isOfNote, context)
      return
    }
    picture(resource, description, tag)
  }

  /// Whether an image is a point or two wide or high.
  private static func isDot(_ tag: HTMLTag) -> Bool {
    ["width", "height"].contains { HTMLLength.twips(tag, $0).map { $0 <= 30 } ?? false }
  }

  /// Adds a picture with the title and size that an element states.
  private mutating func picture(_ resource: Int, _ description: String?, _ tag: HTMLTag) {
    var picture = Picture(resource: resource, description: description)
    picture.title = tag["title"].flatMap { $0.isEmpty ? nil : $0 }
    picture.width = HTMLLength.twips(tag, "width")
    picture.height = HTMLLength.twips(tag, "height")
    picture.style.link = context.character.link
    picture.style.revision = context.character.revision
    picture.style.isHidden = context.character.isHidden
    builder.object(.picture(picture), context.paragraph)
  }

  /// The address of an image. Pages that load images late state it elsewhere than in `src`.
  private static func imageSource(_ tag: HTMLTag) -> String? {
    if let source = tag["src"], !source.trimmingSpaces().isEmpty { return source }
    if let source = tag["data-src"], !source.isEmpty { return source }
    return tag["srcset"].flatMap {
      $0.trimmingSpaces().split(whereSeparator: \.isWhitespace).first.map(String.init)
    }
  }

  /// The resource of an image; nil if it has none, or if it would have to be fetched.
  private mutating func imageResource(_ source: String, _ tag: HTMLTag) -> Int? {
    if source.isEmpty { return nil }
    let resource = builder.picture(source, name: tag["data-name"])
    if resource == nil { diagnostics.report(MarkupCode.remotePictureFound) }
    return resource
  }

  // MARK: Embedded files

  /// Begins an element that embeds a file: a picture is shown, and a link to any other file stands in its place.
  mutating func embed(_ tag: HTMLTag, _ role: HTMLElements.Role) {
    let embed = HTMLEmbed(tag, content: builder.contentCount, base: anchors.base)
    if let address = embed.address, tag.name == "object" || tag.name == "embed",
      HTMLEmbed.isPicture(tag, address),
      let resource = builder.picture(address)
    {
      if role == .embedded {
        capture = Capture(purpose: .embeddedPicture(tag, resource), name: tag.name)
      } else {
        picture(resource, embed.title ?? tag["alt"], tag)
      }
      return
    }
    if let page = tag["srcdoc"], tag.name == "iframe", embed.address == nil {
      return builder.text(Array(HTMLEmbed.text(ofPage: page).utf8), context)
    }
    guard role == .embedded, stack.count < Self.deepest else {
      var outside = context
      outside.apply(tag)
      return embed.finish(&builder, outside, &diagnostics)
    }
    push(tag, role, .embed(embed))
    if context.character.link == nil { context.character.link = embed.link }
  }

  /// Reads `<source>` and the like within the element at an index of the stack.
  mutating func embedded(_ tag: HTMLTag, at index: Int) {
    guard case .embed(var embed) = stack[index].effect else { return }
    let isFirst = embed.address == nil
    embed.add(tag, base: anchors.base)
    stack[index].effect = .embed(embed)
    if isFirst, context.character.link == nil { context.character.link = embed.link }
  }

  // MARK: Formulas

  /// Begins a formula. One that is displayed has a paragraph of its own.
  mutating func beginFormula(_ tag: HTMLTag) {
    if tag["display"]?.lowercased() == "block" { closeParagraph() }
    formula = HTMLMath(tag)
  }

  /// Reads a token of the open formula.
  mutating func readFormula(_ token: HTMLToken) {
    switch token {
    case .start(let tag): formula?.start(tag)
    case .text(let bytes): formula?.text(bytes)
    case .end(let name): if formula?.end(name) == true { finishFormula() }
    }
  }

  /// Adds the open formula, if there is one.
  mutating func finishFormula() {
    guard var open = formula else { return }
    formula = nil
    builder.text(Array(open.finish().utf8), context)
    if open.isDisplayed { closeParagraph() }
  }

  // MARK: Drawings

  /// Adds a drawing as a picture or, where it is none by itself, its text. Decoration is left out.
  ///
  /// - Parameters:
  ///   - tag: its start tag, which begins at index `start` of the page.
  ///   - title: the text of its `<title>`.
  ///   - text: the rest of its text.
  private mutating func drawing(_ tag: HTMLTag, at start: Int, title: String, text: String) {
    if HTMLDrawing.isDecoration(tag), title.isEmpty, text.isEmpty { return }
    if !HTMLDrawing.isDecoration(tag), start < position,
      let drawing = HTMLDrawing(tag, source: source[start..<position], title: title)
    {
      let resource = builder.resource(bytes: drawing.bytes, mediaType: MediaType.svg.name)
      var picture = Picture(resource: resource, description: drawing.title ?? (text.isEmpty ? nil : text))
      (picture.width, picture.height) = (drawing.width, drawing.height)
      picture.style.link = context.character.link
      picture.style.revision = context.character.revision
      picture.style.isHidden = context.character.isHidden
      return builder.object(.picture(picture), context.paragraph)
    }
    var shown = context
    if HTMLPageReader.isHidden(tag) { shown.character.isHidden = true }
    builder.text(Array((title.isEmpty ? tag["aria-label"] ?? "" : title).utf8), shown)
    if !text.isEmpty { builder.text(Array((" " + text).utf8), shown) }
    if !HTMLDrawing.isDecoration(tag) { diagnostics.report(MarkupCode.drawingFound) }
  }

  // MARK: Captures

  /// Reads an end tag within captured text. The capture ends with the element that began
  /// it, and elements of the same name within it are counted for that.
  mutating func endInCapture(_ name: String) {
    if name == "cite" || name == "title" { capture?.isInPart = false }
    guard name == capture?.name else { return }
    capture?.depth -= 1
    if capture?.depth == 0 { finishCapture() }
  }

  /// Uses captured text for its purpose, and continues with the document.
  mutating func finishCapture() {
    guard let capture else { return }
    self.capture = nil
    let text = HTMLPageReader.line(capture.text)
    switch capture.purpose {
    case .skipped: break
    case .drawing(let tag, let start):
      drawing(tag, at: start, title: HTMLPageReader.line(capture.part), text: text)
    case .embeddedPicture(let tag, let resource):
      picture(resource, tag["aria-label"] ?? (text.isEmpty ? nil : text), tag)
    case .title: if !text.isEmpty { builder.withDocument { $0.info.title = text } }
    case .noteReference(let note):
      if markedNotes.insert(note).inserted, !text.isEmpty {
        builder.withDocument { $0.notes[note].mark = text }
      }
      builder.noteReference(note, context)
    case .backlink(let note):
      // The text of a link back is often an arrow. It counts only where no reference showed the mark.
      if let note, !markedNotes.contains(note), !text.isEmpty {
        builder.withDocument { $0.notes[note].mark = text }
      }
    case .attachment(let tag): attachment(tag, name: text)
    case .credit(let note): if !text.isEmpty { builder.withDocument { $0.notes[note].author = text } }
    }
  }

  /// Captured text on one line, with white space collapsed and without control
  /// characters.
  static func line(_ bytes: [UInt8]) -> String {
    let words = bytes.split(whereSeparator: HTMLByte.isSpace).map { word in
      String(decoding: word.filter { $0 >= 0x20 }, as: UTF8.self)
    }
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Adds an attached file beside the document: the one that the link leads to or,
  /// without a relative path, the one with the name that is shown.
  ///
  /// - Parameters:
  ///   - tag: the element, whose `data-type` may state the media type.
  ///   - name: the text of the element.
  private mutating func attachment(_ tag: HTMLTag, name: String) {
    // Only a relative path names a file; otherwise the text has to.
    let path = tag["href"].flatMap(RelativeURL.decoded) ?? name
    if path.isEmpty { return }
    let mediaType = tag["data-type"] ?? MarkupFile.mediaType(path)
    let resource = builder.resource(path: path, mediaType: mediaType, name: name.isEmpty ? nil : name)
    var style = CharacterStyle()
    style.revision = context.character.revision
    style.isHidden = context.character.isHidden
    builder.object(.attachment(AttachedFile(resource: resource, style: style)), context.paragraph)
  }
}
