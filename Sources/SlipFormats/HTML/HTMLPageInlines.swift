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
    push(tag, .inline)
  }

  /// Reads the language of a block of code: `<pre><code class="language-swift">`. The
  /// whole info string is in `data-info` where it has more than one word.
  ///
  /// A language on code within a paragraph, or behind the beginning of a block, is
  /// ignored.
  private mutating func codeLanguage(_ tag: HTMLTag) {
    guard context.paragraph.role.isCode, !builder.hasOpenParagraph,
      let name = tag["class"]?.split(separator: " ").first(where: { $0.hasPrefix("language-") })
    else { return }
    for index in stack.indices.reversed() where stack[index].role == .preformatted {
      context.setContent(.code(language: tag["data-info"] ?? String(name.dropFirst("language-".count))))
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
    guard let target = tag["href"].map(LinkPolicy.stripped), !target.isEmpty else { return }
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
    builder.text(Array((tag["checked"] == nil ? "☐" : "☑").utf8), context)
  }

  // MARK: Pictures

  /// Reads `<img>` with its description (`alt`), title and size.
  ///
  /// A picture that would have to be fetched is reported (`SBXG403`) and becomes its
  /// description, with a link to it. Links, tracked changes and invisibility apply to a picture as
  /// to text.
  mutating func image(_ tag: HTMLTag) {
    let description = tag["alt"].flatMap { $0.isEmpty ? nil : $0 }
    guard let resource = imageResource(tag) else {
      builder.insteadOfPicture(tag["src"] ?? "", description ?? "", keepsAddress: false, context)
      return
    }
    var picture = Picture(resource: resource, description: description)
    picture.title = tag["title"].flatMap { $0.isEmpty ? nil : $0 }
    picture.width = HTMLPageReader.pixels(tag["width"])
    picture.height = HTMLPageReader.pixels(tag["height"])
    picture.style.link = context.character.link
    picture.style.revision = context.character.revision
    picture.style.isHidden = context.character.isHidden
    builder.object(.picture(picture), context.paragraph)
  }

  /// A length in CSS pixels, which are 1/96 inch or 15 twips, in twips. Nil for anything
  /// that doesn't begin with a number from 1 to 100,000; what follows the digits is
  /// ignored, as in browsers.
  private static func pixels(_ text: String?) -> Int? {
    guard let digits = text?.trimmingSpaces().prefix(while: { $0.isASCII && $0.isNumber }),
      let value = Int(digits),
      (1...100_000).contains(value)
    else { return nil }
    return value * 15
  }

  /// The resource of an image; nil if it has none, or if it would have to be fetched.
  private mutating func imageResource(_ tag: HTMLTag) -> Int? {
    guard let source = tag["src"], !source.isEmpty else { return nil }
    let resource = builder.picture(source, name: tag["data-name"])
    if resource == nil { diagnostics.report(MarkupCode.remotePictureFound) }
    return resource
  }

  // MARK: Captures

  /// Reads an end tag within captured text. The capture ends with the element that began
  /// it, and elements of the same name within it are counted for that.
  mutating func endInCapture(_ name: String) {
    if name == "cite" { capture?.isInAuthor = false }
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
