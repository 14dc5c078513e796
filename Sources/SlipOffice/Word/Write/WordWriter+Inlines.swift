internal import SlipDocument
internal import SlipRTF

/// Runs, with the links, fields and tracked changes around them (ECMA-376-1, 17.3.2, 17.13.5, 17.16).
extension WordWriter {
  /// Writes inlines. A link stands around a field, and that around tracked changes.
  func inlines(_ inlines: [Inline]) {
    let contexts = InlineContext.of(inlines, notes: document.notes)
    var open = InlineContext()
    var isLinked = false
    // The object that comes is written with its picture.
    var isShown = false
    for (index, (inline, context)) in zip(inlines, contexts).enumerated() {
      if isShown {
        isShown = false
        continue
      }
      if context != open {
        let changesLink = context.link != open.link
        let changesField = changesLink || context.field != open.field
        if let revision = open.revision { close(revision) }
        if changesField, open.field.map(WordWriter.isHeld) == true { fieldCharacter("end") }
        if changesLink {
          if isLinked { part.xml.raw("</w:hyperlink>") }
          isLinked = context.link.map { begin($0) } ?? false
        }
        if changesField, let field = context.field, WordWriter.isHeld(field) { begin(field: field) }
        if let revision = context.revision { self.open(revision) }
        open = context
      }
      if let object = inlines.object(shownAt: index), self.object(inline, object) {
        isShown = true
      } else {
        self.inline(inline, context, isLinked: isLinked)
      }
    }
    if let revision = open.revision { close(revision) }
    if open.field.map(WordWriter.isHeld) == true { fieldCharacter("end") }
    if isLinked { part.xml.raw("</w:hyperlink>") }
  }

  private func open(_ revision: Revision) {
    if revision.kind == .deletion, let insertion = revision.insertion { open("w:ins", insertion) }
    open(WordWriter.element(revision), revision.credit)
  }

  private func close(_ revision: Revision) {
    part.xml.close(WordWriter.element(revision))
    if revision.kind == .deletion, revision.insertion != nil { part.xml.raw("</w:ins>") }
  }

  /// Begins a link.
  ///
  /// - Returns: Whether the link is live.
  private func begin(_ link: Hyperlink) -> Bool {
    guard let target = options.link(link.target), !target.isEmpty else { return false }
    part.xml.raw("<w:hyperlink")
    if target.hasPrefix("#") {
      let decoded = String(decoding: RelativeURL.decodedBytes(target.dropFirst().utf8), as: UTF8.self)
      let name = link.target.hasPrefix("#") ? String(link.target.dropFirst()) : decoded
      attribute(" w:anchor", bookmarkName(name))
    } else {
      attribute(" r:id", relationship("hyperlink", target, isExternal: true))
    }
    if let tip = link.tip, !tip.isEmpty { attribute(" w:tooltip", tip) }
    part.xml.raw(">")
    return true
  }

  private func attribute(_ name: StaticString, _ value: String) {
    part.xml.raw(name)
    part.xml.raw("=\"")
    part.xml.value(value)
    part.xml.raw("\"")
  }

  // MARK: Fields

  /// Fields that would run a program or load a file. Only their results are written.
  private static let active: Set<String> = [
    "DDE", "DDEAUTO", "INCLUDETEXT", "INCLUDEPICTURE", "INCLUDE", "IMPORT", "LINK", "DATABASE", "HYPERLINK",
  ]

  /// Whether a field's instruction is written.
  private static func isHeld(_ instruction: String) -> Bool {
    let name = RTFField(parsing: Array(instruction.utf8), most: 4).name
    return !name.isEmpty && !active.contains(name)
  }

  private func begin(field: String) {
    fieldCharacter("begin")
    part.xml.raw("<w:r><w:instrText xml:space=\"preserve\"> ")
    part.xml.text(RTFField.replacingBookmark(in: field) { bookmarkName($0) })
    part.xml.raw(" </w:instrText></w:r>")
    fieldCharacter("separate")
  }

  /// Writes one of a field's three characters.
  func fieldCharacter(_ kind: StaticString) {
    part.xml.raw("<w:r><w:fldChar w:fldCharType=\"")
    part.xml.raw(kind)
    part.xml.raw("\"/></w:r>")
  }

  // MARK: Inlines

  private func inline(_ inline: Inline, _ context: InlineContext, isLinked: Bool) {
    switch inline {
    case .run(let run):
      let isDeleted = context.revision?.kind == .deletion
      begin(run: run.style, isLinked: isLinked)
      if let guide = run.phoneticGuide {
        ruby(guide, run.style, isDeleted: isDeleted, isLinked: isLinked)
      } else {
        text(run.text, isDeleted: isDeleted)
      }
      part.xml.raw("</w:r>")
    case .lineBreak: part.xml.raw("<w:r><w:br/></w:r>")
    case .break(let kind):
      // Sections end between paragraphs only.
      part.xml.raw(
        kind == .column ? "<w:r><w:br w:type=\"column\"/></w:r>" : "<w:r><w:br w:type=\"page\"/></w:r>")
    case .picture(let picture): self.picture(picture)
    case .attachment(let file): attachment(file, context)
    case .noteReference(let index), .deletedNote(let index): noteReference(index)
    case .bookmarkStart(let name): bookmark(name, isStart: true)
    case .bookmarkEnd(let name): bookmark(name, isStart: false)
    }
  }

  /// Writes a word with its reading above it (17.3.3.25), which is half as large.
  private func ruby(
    _ guide: EquationField.PhoneticGuide, _ style: CharacterStyle, isDeleted: Bool, isLinked: Bool
  ) {
    let size = RunLook(style, heading: bareHeading, in: document).size
    part.xml.raw("<w:ruby><w:rubyPr><w:rubyAlign w:val=\"distributeSpace\"/>")
    part.xml.value("w:hps", "\(max(size / 2, 2))")
    part.xml.value("w:hpsRaise", "\(max(size - 2, 2))")
    part.xml.value("w:hpsBaseText", "\(size)")
    part.xml.value("w:lid", style.language ?? "ja-JP")
    part.xml.raw("</w:rubyPr><w:rt><w:r><w:rPr>")
    part.xml.value("w:sz", "\(max(size / 2, 2))")
    part.xml.raw("</w:rPr>")
    text(guide.reading, isDeleted: isDeleted)
    part.xml.raw("</w:r></w:rt><w:rubyBase>")
    begin(run: style, isLinked: isLinked)
    text(guide.base, isDeleted: isDeleted)
    part.xml.raw("</w:r></w:rubyBase></w:ruby>")
  }

  /// Begins a run with its properties.
  private func begin(run style: CharacterStyle, isLinked: Bool) {
    var key = style
    if style.revision != nil || style.field != nil { key.edit { ($0.revision, $0.field) = (nil, nil) } }
    if style.link != nil {
      key.edit { $0.link = isLinked ? Hyperlink(target: "#") : nil }
    }
    let isComplex = isRightToLeft
    let format = FormatKey(
      style: key, paragraph: paragraphStyle, heading: bareHeading, isRightToLeft: isComplex)
    if let known = formats[format] { return part.xml.raw(known) }
    var xml = OfficeMarkup("<w:r>")
    var properties = OfficeMarkup()
    self.properties(of: key, &properties, isComplex: isComplex)
    if !properties.bytes.isEmpty {
      xml.raw("<w:rPr>")
      xml.raw(properties.bytes)
      xml.raw("</w:rPr>")
    }
    formats[format] = xml.bytes
    part.xml.raw(xml.bytes)
  }

  /// Writes the properties of a run.
  private func properties(of style: CharacterStyle, _ xml: inout OfficeMarkup, isComplex: Bool) {
    var base = styles.paragraphs[paragraphStyle].run
    var look = RunLook(style, heading: bareHeading, in: document)
    var name = style.name
    if RTFStyleDefaults.getsLinkLook(style) {
      if name == nil {
        name = OutgoingStyles.link
        (base.underline, base.color) = (look.underline, look.color)
      } else {
        (look.underline, look.color) = (.single, RTFStyleDefaults.linkColor)
      }
    } else if style.link != nil, name == nil {
      // A link with a look of its own.
      name = OutgoingStyles.link
      (base.underline, base.color) = (.single, RTFStyleDefaults.linkColor)
    }
    var styleID: String?
    if let name, let number = styles.number(ofCharacters: name) {
      let entry = styles.characters[number]
      styleID = characterID(number)
      if let font = entry.font { base.font = font }
      if entry.isMark { base.position = .superscript }
    }
    WordFormat.run(look, base: base, styleID: styleID, isHidden: style.isHidden, isComplex: isComplex, &xml)
  }

  /// Writes text: tabs, line ends and some signs are elements.
  private func text(_ text: String, isDeleted: Bool) {
    var start = text.startIndex
    /// Writes the text up to here.
    func flush(_ end: String.Index) {
      guard start < end else { return }
      part.xml.raw(isDeleted ? "<w:delText xml:space=\"preserve\">" : "<w:t xml:space=\"preserve\">")
      part.xml.text(String(text[start..<end]))
      part.xml.raw(isDeleted ? "</w:delText>" : "</w:t>")
    }
    let scalars = text.unicodeScalars
    guard scalars.contains(where: { WordWriter.element(of: $0) != nil }) else { return flush(text.endIndex) }
    for index in scalars.indices {
      guard let element = WordWriter.element(of: scalars[index]) else { continue }
      flush(index)
      part.xml.raw(element)
      start = scalars.index(after: index)
    }
    flush(text.endIndex)
  }

  /// The element of a sign; nil for one that is text.
  private static func element(of scalar: Unicode.Scalar) -> StaticString? {
    switch scalar.value {
    case 0x09: "<w:tab/>"
    case 0x0A, 0x0D, 0x2028: "<w:br/>"
    case 0x2011: "<w:noBreakHyphen/>"
    case 0xAD: "<w:softHyphen/>"
    default: nil
    }
  }

  /// Writes what stands for an attached file: its name.
  private func attachment(_ file: AttachedFile, _ context: InlineContext) {
    guard document.resources.indices.contains(file.resource) else { return }
    let resource = document.resources[file.resource]
    var name = resource.name
    if case .file(let path) = resource.content {
      name = name ?? path.split(separator: "/").last.map(String.init)
    }
    var isLinked = false
    if case .file(let path) = resource.content, !path.isEmpty, context.link == nil, context.revision == nil {
      part.xml.raw("<w:hyperlink")
      attribute(" r:id", relationship("hyperlink", RelativeURL.encoded(path: path), isExternal: true))
      part.xml.raw(">")
      isLinked = true
    }
    begin(run: file.style, isLinked: false)
    text(name ?? "attachment", isDeleted: context.revision?.kind == .deletion)
    part.xml.raw("</w:r>")
    if isLinked { part.xml.raw("</w:hyperlink>") }
  }

  // MARK: Notes

  /// Writes a reference to a note. Notes within notes and headers become text in brackets.
  private func noteReference(_ index: Int) {
    guard document.notes.indices.contains(index), noteIDs[index] == nil else { return }
    let note = document.notes[index]
    guard !isInNote && boxDepth == 0 || note.kind == .annotation && place != .annotation && boxDepth == 0
    else {
      return inlined(note)
    }
    notes[note.kind, default: []].append(index)
    let id = notes[note.kind]?.count ?? 1
    noteIDs[index] = id
    beginMark(of: note.kind)
    switch note.kind {
    case .footnote, .endnote:
      part.xml.raw(note.kind == .footnote ? "<w:footnoteReference" : "<w:endnoteReference")
      if !note.isAutomatic, !note.mark.isEmpty { attribute(" w:customMarkFollows", "1") }
      attribute(" w:id", "\(id)")
      part.xml.raw("/>")
      if !note.isAutomatic, !note.mark.isEmpty { text(note.mark, isDeleted: note.isDeleted) }
    case .annotation:
      part.xml.raw("<w:commentReference")
      attribute(" w:id", "\(id)")
      part.xml.raw("/>")
    }
    part.xml.raw("</w:r>")
  }

  /// Begins a run in the style of marks.
  private func beginMark(of kind: MarginNote.Kind) {
    part.xml.raw("<w:r>")
    if let number = styles.number(ofCharacters: kind.markStyle) {
      part.xml.raw("<w:rPr>")
      part.xml.value("w:rStyle", characterID(number))
      part.xml.raw("</w:rPr>")
    }
  }

  /// Writes the mark of a note at the beginning of its text.
  func noteMark(_ note: MarginNote) {
    beginMark(of: note.kind)
    switch note.kind {
    case .annotation: part.xml.raw("<w:annotationRef/></w:r>")
    case .footnote where note.isAutomatic || note.mark.isEmpty: part.xml.raw("<w:footnoteRef/></w:r>")
    case .endnote where note.isAutomatic || note.mark.isEmpty: part.xml.raw("<w:endnoteRef/></w:r>")
    case .footnote, .endnote:
      text(note.mark, isDeleted: false)
      part.xml.raw("</w:r>")
    }
    if note.kind != .annotation { part.xml.raw("<w:r><w:t xml:space=\"preserve\"> </w:t></w:r>") }
  }

  /// Writes the text of a note where no reference may stand.
  private func inlined(_ note: MarginNote) {
    part.xml.raw("<w:r>")
    text(note.bracketedText, isDeleted: note.isDeleted)
    part.xml.raw("</w:r>")
  }
}
