internal import SlipBase
internal import SlipDocument

/// Start tags of what stands in paragraphs.
extension HTMLPageReader {
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

  /// `<pre><code class="language-swift">`
  private mutating func codeLanguage(_ tag: HTMLTag) {
    guard context.paragraph.role.isCode, !builder.hasOpenParagraph,
      let name = tag["class"]?.split(separator: " ").first(where: { $0.hasPrefix("language-") })
    else { return }
    for index in stack.indices.reversed() where stack[index].role == .preformatted {
      context.setContent(.code(language: tag["data-info"] ?? String(name.dropFirst("language-".count))))
      break
    }
  }

  private var noteInFrame: Int? {
    for element in stack.reversed() { if case .note(let index) = element.effect { return index } }
    return nil
  }

  /// Link targets are kept as they are, but for those that run programs.
  mutating func link(_ tag: HTMLTag) {
    guard let target = tag["href"].map(LinkPolicy.stripped), !target.isEmpty else { return }
    if LinkPolicy.isActive(target) {
      diagnostics.report(MarkupCode.activeLinkFound)
    } else {
      context.character.link = Hyperlink(target: target, tip: tag["title"])
    }
  }

  static func breakKind(_ tag: HTMLTag) -> BreakKind? {
    if tag.hasClass("page-break") { return .page }
    if tag.hasClass("column-break") { return .column }
    return tag.hasClass("section-break") ? .section : nil
  }

  mutating func lineBreak(_ tag: HTMLTag) {
    if let kind = HTMLPageReader.breakKind(tag) {
      builder.inlineBreak(kind, context.paragraph)
    } else {
      builder.lineBreak(context.paragraph)
    }
  }

  /// A check box is its sign; other controls have nothing to show.
  mutating func input(_ tag: HTMLTag) {
    guard tag["type"]?.lowercased() == "checkbox" else { return }
    builder.text(Array((tag["checked"] == nil ? "☐" : "☑").utf8), context)
  }

  // MARK: Pictures

  mutating func image(_ tag: HTMLTag) {
    let description = tag["alt"].flatMap { $0.isEmpty ? nil : $0 }
    guard let resource = imageResource(tag) else {
      if let description { builder.text(Array(description.utf8), context) }
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

  /// 1/96 inch each, in twips.
  private static func pixels(_ text: String?) -> Int? {
    guard let digits = text?.trimmingSpaces().prefix(while: { $0.isASCII && $0.isNumber }),
      let value = Int(digits),
      (1...100_000).contains(value)
    else { return nil }
    return value * 15
  }

  private mutating func imageResource(_ tag: HTMLTag) -> Int? {
    guard let source = tag["src"], !source.isEmpty else { return nil }
    let resource = builder.picture(source, name: tag["data-name"])
    if resource == nil { diagnostics.report(MarkupCode.remotePictureFound) }
    return resource
  }

  // MARK: Captures

  mutating func endInCapture(_ name: String) {
    if name == "cite" { capture?.isInAuthor = false }
    guard name == capture?.name else { return }
    capture?.depth -= 1
    if capture?.depth == 0 { finishCapture() }
  }

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
      // Arrows lead back as well, but marks have been seen before.
      if let note, !markedNotes.contains(note), !text.isEmpty {
        builder.withDocument { $0.notes[note].mark = text }
      }
    case .attachment(let tag): attachment(tag, name: text)
    case .credit(let note): if !text.isEmpty { builder.withDocument { $0.notes[note].author = text } }
    }
  }

  /// Captured text on one line: white space collapsed, controls left out.
  static func line(_ bytes: [UInt8]) -> String {
    let words = bytes.split(whereSeparator: HTMLByte.isSpace).map { word in
      String(decoding: word.filter { $0 >= 0x20 }, as: UTF8.self)
    }
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private mutating func attachment(_ tag: HTMLTag, name: String) {
    // A link to a folder names no file.
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
