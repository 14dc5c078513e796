internal import SlipDocument

/// Inlines: runs, breaks, bookmarks, and the fields around them.
extension RTFBuilder {
  /// Writes the inlines of a paragraph.
  ///
  /// In a document links and fields are attributes of runs, and inlines are flat; in RTF they are
  /// groups. So this opens a field where an inline with another link or field begins, and closes it
  /// behind the last inline that shares it. A field lies within a link, never around it. Two runs that
  /// share a link give one field:
  ///
  /// ```
  /// {\field{\*\fldinst HYPERLINK "https://example.org"}{\fldrslt {\ul\cf1 plain }{\b\ul\cf1 bold}}}
  /// ```
  mutating func inlines(_ paragraph: Paragraph) {
    let heading = RTFStyleDefaults.isBare(heading: paragraph) ? paragraph.style.headingLevel : nil
    let inlines = paragraph.inlines
    var currentLink: Hyperlink?
    var currentField: String?
    var heldUntil = 0
    // The object that comes is written with its picture.
    var isShown = false
    for index in inlines.indices {
      // Most text is in no field and has recent formatting. Comparing identities avoids reference counts, for which
      // threads would contend.
      if currentLink == nil, currentField == nil, let identity = inlines[index].runIdentity,
        let format = formats.value(where: { $0.style.identity == identity && $0.heading == heading }),
        !format.isOfField
      {
        write(inlines[index].runText, format.words)
        continue
      }
      let (link, field) = RTFBuilder.fields(inlines, at: index, currentLink, &heldUntil)
      if currentField != nil, field != currentField || link != currentLink {
        closeField()
        currentField = nil
      }
      if link != currentLink {
        if currentLink != nil { closeField() }
        if let link { open(link) }
        currentLink = link
      }
      if case .run(let run) = inlines[index], RTFBuilder.isFormOfWord(run) {
        guide(run, heading: heading)
        continue
      }
      if let field, currentField == nil {
        openField(instruction: field)
        currentField = field
      }
      if let object = inlines.object(shownAt: index), holds(object) {
        shownObject(inlines[index], object)
        isShown = true
      } else if isShown {
        isShown = false
      } else {
        inline(inlines[index], heading: heading)
      }
    }
    if currentField != nil { closeField() }
    if currentLink != nil { closeField() }
  }

  /// Whether a run is a phonetic guide with the switches that Word writes. LibreOffice would show both it and a result.
  private static func isFormOfWord(_ run: Run) -> Bool {
    run.style.field?.contains("\\*") == true && run.phoneticGuide != nil
  }

  /// Writes such a phonetic guide without a result, as Word does. Its formatting stands around the field.
  private mutating func guide(_ run: Run, heading: Int?) {
    let words = words(of: run.style, heading)
    out.open()
    out.words(words)
    openField(instruction: run.style.field ?? "")
    closeField()
    out.close()
  }

  /// The link and the field in which an inline stands.
  ///
  /// Runs and pictures have their own. An inline without style, such as a line break, stands in the
  /// current link if that goes on behind it, so that the break doesn't split the link.
  ///
  /// - Parameters:
  ///   - inlines: the inlines of the paragraph.
  ///   - index: the inline.
  ///   - currentLink: the link that is open; nil when there is none.
  ///   - heldUntil: up to which index the current link is known to go on, so that many such inlines in
  ///     a row take linear time.
  private static func fields(
    _ inlines: [Inline], at index: Int, _ currentLink: Hyperlink?, _ heldUntil: inout Int
  ) -> (Hyperlink?, String?) {
    switch inlines[index] {
    case .run(let run): return (run.style.link, run.style.field)
    case .picture(let picture): return (picture.style.link, picture.style.field)
    case .noteReference, .deletedNote, .attachment, .break: return (nil, nil)
    case .lineBreak, .bookmarkStart, .bookmarkEnd: break
    }
    guard currentLink != nil else { return (nil, nil) }
    if index < heldUntil { return (currentLink, nil) }
    for next in inlines[index...].indices {
      let link: Hyperlink?
      switch inlines[next] {
      case .lineBreak, .bookmarkStart, .bookmarkEnd: continue
      case .run(let run): link = run.style.link
      case .picture(let picture): link = picture.style.link
      case .noteReference, .deletedNote, .attachment, .break: link = nil
      }
      heldUntil = link == currentLink ? next : 0
      return (link == currentLink ? link : nil, nil)
    }
    return (nil, nil)
  }

  /// Writes one inline, without the fields around it. A note reference to a note that does not exist is
  /// not written.
  ///
  /// - Parameters:
  ///   - inline: the inline.
  ///   - heading: the level of the heading whose look its text gets; nil for other text.
  private mutating func inline(_ inline: Inline, heading: Int?) {
    switch inline {
    case .run(let run): self.run(run, heading: heading)
    case .lineBreak:
      out.word("line")
      out.newLine()
    case .picture(let picture): self.picture(picture)
    case .attachment(let file): attachment(file)
    case .noteReference(let index), .deletedNote(let index):
      if document.notes.indices.contains(index) { note(document.notes[index]) }
    case .bookmarkStart(let name): bookmark("bkmkstart", name)
    case .bookmarkEnd(let name): bookmark("bkmkend", name)
    case .break(let kind): self.break(kind)
    }
  }

  /// Writes the start or end of a bookmark: `{\*\bkmkstart chapter1}`.
  private mutating func bookmark(_ destination: StaticString, _ name: String) {
    out.openIgnorable(destination)
    out.text(name)
    out.close()
  }

  /// Writes a run, with the control words of its formatting taken from `formats` if they are known.
  ///
  /// - Parameters:
  ///   - run: the run.
  ///   - heading: the level of the heading whose look the run gets; nil for other text.
  private mutating func run(_ run: Run, heading: Int?) {
    let style = run.style
    let known = formats.value(where: { $0.style.isIdentical(to: style) && $0.heading == heading })
    let format =
      known ?? Format(words: words(of: style, heading), isOfField: style.link != nil || style.field != nil)
    if known == nil { formats.remember(format, for: (style, heading)) }
    write(run.text, format.words)
  }

  /// The control words of some formatting. They are written to an output of their own, to be remembered
  /// in `formats`.
  private mutating func words(of style: CharacterStyle, _ heading: Int?) -> RTFOutput.Words {
    var other = RTFOutput()
    swap(&out, &other)
    writeFormat(style, heading: heading)
    swap(&out, &other)
    return other.words
  }

  /// Writes text with its formatting: `{\b\fs36 The garden}`. Text without control words needs no
  /// group.
  ///
  /// - Parameters:
  ///   - text: the text, not yet escaped.
  ///   - format: the control words.
  private mutating func write(_ text: String, _ format: RTFOutput.Words) {
    if format.isEmpty { return out.text(text) }
    out.open()
    out.words(format)
    out.text(text)
    out.close()
  }

  /// Writes the control words of a run's formatting. Only what differs from the default is written, as
  /// `\pard\plain` precedes every paragraph.
  ///
  /// - Parameters:
  ///   - style: the formatting.
  ///   - heading: the level of the heading whose look the run gets; nil for other text.
  private mutating func writeFormat(_ style: CharacterStyle, heading: Int?) {
    if style.isPlain && heading == nil { return }
    if let number = tables.characterStyleNumber(style.name) { out.word("cs", number) }
    if style.isBold || heading != nil { out.word("b") }
    if style.isItalic { out.word("i") }
    let looksLikeLink = RTFStyleDefaults.getsLinkLook(style)
    if let underline = style.underline ?? (looksLikeLink ? .single : nil) { out.word(underline.word) }
    if style.isStruck { out.word("strike") }
    switch style.position {
    case nil: break
    case .superscript: out.word("super")
    case .subscript: out.word("sub")
    }
    switch style.capitals {
    case nil: break
    case .all: out.word("caps")
    case .small: out.word("scaps")
    }
    if style.isHidden { out.word("v") }
    if let number = tables.fonts.number(style.font) { out.word("f", number) }
    if let size = style.size ?? heading.map(RTFStyleDefaults.headingSize) { out.word("fs", size) }
    if style.letterSpacing != 0 { out.word("expndtw", style.letterSpacing) }
    if style.scale != 100 { out.word("charscalex", style.scale) }
    if let number = tables.colors.number(looksLikeLink ? RTFStyleDefaults.linkColor : style.color) {
      out.word("cf", number)
    }
    if let number = tables.colors.number(style.background) {
      // Word reads `\chcbpat`, Cocoa reads `\cb`.
      out.word("chshdng", 0)
      out.word("chcbpat", number)
      out.word("cb", number)
    }
    if let number = style.language.flatMap(RTFLanguage.number) { out.word("lang", number) }
    if let revision = style.revision { self.revision(revision) }
  }
}

extension CharacterStyle.Underline {
  /// The control word of the underline.
  var word: StaticString {
    switch self {
    case .single: "ul"
    case .double: "uldb"
    case .dotted: "uld"
    case .dashed: "uldash"
    case .dashDot: "uldashd"
    case .dashDotDot: "uldashdd"
    case .thick: "ulth"
    case .wave: "ulwave"
    case .words: "ulw"
    }
  }
}
