internal import SlipDocument
internal import SlipRTF

/// Text, links, fields, notes, changes and pictures.
extension ODTDocumentWriter {
  /// Writes inlines.
  func inlines(_ inlines: [Inline]) {
    let contexts = InlineContext.of(inlines, notes: document.notes)
    var index = 0
    while index < inlines.count {
      let context = contexts[index]
      var end = index + 1
      while end < inlines.count, contexts[end] == context { end += 1 }
      let part = inlines[index..<end]
      if let revision = context.revision, revision.kind == .deletion {
        setInsertion(revision.insertion.map { Revision(kind: .insertion, author: $0.author, date: $0.date) })
        deletion(revision) { xml in
          xml.open("text:p", ["text:style-name": self.styleID(self.paragraphStyle)])
          let blank = self.followsBlank
          self.followsBlank = true
          swap(&self.xml, &xml)
          self.write(part, context)
          swap(&self.xml, &xml)
          self.followsBlank = blank
          xml.close("text:p")
        }
      } else {
        setInsertion(context.revision)
        write(part, context)
      }
      index = end
    }
  }

  /// Writes inlines that share a link and a field.
  private func write(_ inlines: ArraySlice<Inline>, _ context: InlineContext) {
    var isLinked = false
    if let link = context.link, let target = options.link(link.target), !target.isEmpty {
      xml.raw("<text:a xlink:type=\"simple\"")
      ODTFormat.attribute("xlink:href", target, &xml)
      if let tip = link.tip, !tip.isEmpty { ODTFormat.attribute("office:title", tip, &xml) }
      if styles.number(ofCharacters: OutgoingStyles.link) != nil {
        ODTFormat.attribute("text:style-name", "Internet_20_link", &xml)
      }
      xml.raw(">")
      isLinked = true
    }
    let field = context.field.flatMap { ODTDocumentWriter.field($0) }
    if let field, inlines.allSatisfy({ $0.runIdentity != nil }), Field.holds(inlines.map(\.runText).joined())
    {
      write(inlines, as: field)
    } else {
      write(Array(inlines))
    }
    if isLinked { xml.raw("</text:a>") }
  }

  /// Writes inlines one by one, objects of other programs with the pictures that show them.
  private func write(_ inlines: [Inline]) {
    var isShown = false
    for index in inlines.indices {
      if isShown {
        isShown = false
        continue
      }
      let object = inlines.object(shownAt: index).flatMap { file in
        document.resources.indices.contains(file.resource)
          ? OutgoingObject(document.resources[file.resource]).map { (file.resource, $0) } : nil
      }
      if case .picture(let picture) = inlines[index], let (resource, object) = object, !isFlat,
        object.kind == .storage, media.number(of: picture.resource) != nil
      {
        self.picture(picture, object: objects.name(of: object, resource: resource))
        isShown = true
      } else {
        inline(inlines[index])
      }
    }
  }

  /// Writes the result of a field, which is text without formatting within: that of its first run stands around it.
  private func write(_ inlines: ArraySlice<Inline>, as field: Field) {
    let first = inlines.lazy.compactMap { inline -> CharacterStyle? in
      if case .run(let run) = inline { run.style } else { nil }
    }.first
    let style = first.flatMap { spanStyle($0) }
    if let style { xml.open("text:span", ["text:style-name": style]) }
    field.open(&xml)
    xml.text(inlines.map(\.runText).joined())
    xml.close(field.name)
    if style != nil { xml.raw("</text:span>") }
    followsBlank = false
  }

  /// A field that OpenDocument has.
  private struct Field {
    var name: StaticString
    var attributes: OfficeMarkup.Attributes = [:]
    func open(_ xml: inout OfficeMarkup) { xml.open(name, attributes) }

    /// Whether a result can stand in a field: without tabs, line ends, and blanks that would be lost.
    static func holds(_ text: String) -> Bool {
      var last: Unicode.Scalar = " "
      for scalar in text.unicodeScalars {
        if scalar.value < 0x20 || scalar.value == 0x2028 || scalar == " " && last == " " { return false }
        last = scalar
      }
      return last != " "
    }
  }

  private static func field(_ instruction: String) -> Field? {
    switch RTFField(parsing: Array(instruction.utf8), most: 4).name {
    case "PAGE": Field(name: "text:page-number", attributes: ["text:select-page": "current"])
    case "NUMPAGES": Field(name: "text:page-count")
    case "AUTHOR": Field(name: "text:author-name")
    case "TITLE": Field(name: "text:title")
    case "SUBJECT": Field(name: "text:subject")
    case "FILENAME":
      // Without it, LibreOffice shows the path.
      Field(
        name: "text:file-name",
        attributes: ["text:display": instruction.contains("\\p") ? "full" : "name-and-extension"])
    default: nil
    }
  }

  private func inline(_ inline: Inline) {
    switch inline {
    case .run(let run): self.run(run)
    case .lineBreak, .break: lineBreak()
    case .picture(let picture): self.picture(picture)
    case .attachment(let file):
      guard document.resources.indices.contains(file.resource) else { return }
      let resource = document.resources[file.resource]
      var name = resource.name
      if case .file(let path) = resource.content {
        name = name ?? path.split(separator: "/").last.map(String.init)
      }
      let hidden = file.style.isHidden ? spanStyle(file.style) : nil
      if case .file(let path) = resource.content, !path.isEmpty, file.style.link == nil {
        xml.open("text:a", ["xlink:type": "simple", "xlink:href": "../" + RelativeURL.encoded(path: path)])
        span(name ?? "attachment", style: hidden)
        xml.raw("</text:a>")
      } else {
        span(name ?? "attachment", style: hidden)
      }
    case .noteReference(let index), .deletedNote(let index): note(index)
    case .bookmarkStart(let name): bookmark(name, isStart: true)
    case .bookmarkEnd(let name): bookmark(name, isStart: false)
    }
  }

  private func lineBreak() {
    xml.raw("<text:line-break/>")
    followsBlank = true
  }

  // MARK: Runs

  private func run(_ run: Run) {
    guard let guide = run.phoneticGuide else { return span(run.text, style: spanStyle(run.style)) }
    xml.raw("<text:ruby><text:ruby-base>")
    span(guide.base, style: spanStyle(run.style))
    xml.raw("</text:ruby-base>")
    xml.element("text:ruby-text", [:], guide.reading)
    xml.raw("</text:ruby>")
  }

  /// Writes text in a span, if it has a style of its own.
  private func span(_ text: String, style: String?) {
    guard let style else { return self.text(text) }
    xml.open("text:span", ["text:style-name": style])
    self.text(text)
    xml.raw("</text:span>")
  }

  /// The style of a span; nil for text that says nothing of itself.
  private func spanStyle(_ style: CharacterStyle) -> String? {
    var base = styles.paragraphs[paragraphStyle].run
    var look = RunLook(style, heading: bareHeading, in: document)
    var parent: String?
    if RTFStyleDefaults.getsLinkLook(style) {
      if style.name != nil {
        (look.underline, look.color) = (.single, RTFStyleDefaults.linkColor)
      } else {
        (base.underline, base.color) = (look.underline, look.color)
      }
    } else if style.link != nil {
      // The look of links counts unless the text says its own.
      if look.underline == nil { base.underline = .single }
      if look.color == nil { base.color = RTFStyleDefaults.linkColor }
    }
    if let name = style.name, let number = styles.number(ofCharacters: name) {
      let entry = styles.characters[number]
      parent = ODTNames.encoded(ODTNames.odt(characters: entry.name))
      if let font = entry.font { base.font = font }
      if entry.isMark { base.position = .superscript }
      if entry.isLink { (base.underline, base.color) = (.single, RTFStyleDefaults.linkColor) }
    }
    var properties = OfficeMarkup()
    ODTFormat.run(look, base: base, isHidden: style.isHidden, &properties)
    guard !properties.bytes.isEmpty else { return parent }
    var markup = OfficeMarkup()
    if let parent { ODTFormat.attribute("style:parent-style-name", parent, &markup) }
    markup.raw(">")
    markup.raw(properties.bytes)
    return automatic.text(markup.bytes)
  }

  /// Writes text, with elements for blanks that would be lost.
  func text(_ text: String) {
    var plain = ""
    var blanks = 0
    func flushBlanks() {
      guard blanks > 0 else { return }
      xml.text(plain)
      plain = ""
      if blanks == 1 { xml.raw("<text:s/>") } else { xml.empty("text:s", ["text:c": "\(blanks)"]) }
      blanks = 0
    }
    for scalar in text.unicodeScalars {
      if scalar == " " {
        if followsBlank { blanks += 1 } else { plain.unicodeScalars.append(scalar) }
        followsBlank = true
        continue
      }
      flushBlanks()
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x2028:
        xml.text(plain)
        plain = ""
        xml.raw(scalar.value == 0x09 ? "<text:tab/>" : "<text:line-break/>")
        followsBlank = true
      default:
        plain.unicodeScalars.append(scalar)
        followsBlank = false
      }
    }
    flushBlanks()
    xml.text(plain)
  }

  private func bookmark(_ name: String, isStart: Bool) {
    if isStart {
      guard !name.isEmpty, usedBookmarks.insert(name).inserted else { return }
      if endedBookmarks.contains(name) {
        openBookmarks.insert(name)
        xml.empty("text:bookmark-start", ["text:name": name])
      } else {
        xml.empty("text:bookmark", ["text:name": name])
      }
    } else if openBookmarks.remove(name) != nil {
      xml.empty("text:bookmark-end", ["text:name": name])
    }
  }

  // MARK: Changes

  /// Makes an insertion the one that is open.
  func setInsertion(_ revision: Revision?) {
    if let open = insertion {
      if open.revision == revision { return }
      xml.empty("text:change-end", ["text:change-id": open.id])
      insertion = nil
    }
    guard let revision else { return }
    let id = region(revision, "text:insertion") { _ in }
    xml.empty("text:change-start", ["text:change-id": id])
    insertion = (revision, id)
  }

  /// Writes a deletion here, with what was deleted in the store.
  func deletion(_ revision: Revision, _ content: (inout OfficeMarkup) -> Void) {
    let id = region(revision, "text:deletion", content)
    xml.empty("text:change", ["text:change-id": id])
  }

  /// Adds a change to the store.
  private func region(
    _ revision: Revision, _ name: StaticString, _ content: (inout OfficeMarkup) -> Void
  ) -> String {
    let id = "ct\(nextRegion)"
    nextRegion += 1
    var region = OfficeMarkup()
    region.open("text:changed-region", ["xml:id": id, "text:id": id])
    region.open(name)
    region.raw("<office:change-info>")
    region.element("dc:creator", [:], revision.author ?? WordWriter.unknownAuthor)
    region.element("dc:date", [:], ODTDocumentWriter.date(revision.date ?? ODTReading.noDate))
    region.raw("</office:change-info>")
    content(&region)
    region.close(name)
    region.close("text:changed-region")
    regions.raw(region.bytes)
    return id
  }

  // MARK: Notes

  private func note(_ index: Int) {
    guard document.notes.indices.contains(index), !noteIDs.contains(index) else { return }
    let note = document.notes[index]
    guard !isInNote else { return text(note.bracketedText) }
    noteIDs.insert(index)
    let outer = (place, story, room, insertion, followsBlank)
    isInNote = true
    insertion = nil
    story = "note\(index)"
    room = min(room, page.textWidth)
    switch note.kind {
    case .annotation:
      place = .annotation
      xml.raw("<office:annotation>")
      xml.element("dc:creator", [:], note.author ?? WordWriter.unknownAuthor)
      if let date = note.date { xml.element("dc:date", [:], ODTDocumentWriter.date(date)) }
      inner(note.blocks.flatMap(ODTDocumentWriter.paragraphs))
      xml.raw("</office:annotation>")
    case .footnote, .endnote:
      place = note.kind == .footnote ? .footnote : .endnote
      xml.open(
        "text:note",
        ["text:id": "ftn\(nextNote)", "text:note-class": note.kind == .footnote ? "footnote" : "endnote"])
      nextNote += 1
      if note.isAutomatic || note.mark.isEmpty {
        xml.element("text:note-citation", [:], note.mark.isEmpty ? "0" : note.mark)
      } else {
        xml.element("text:note-citation", ["text:label": note.mark], note.mark)
      }
      xml.raw("<text:note-body>")
      if note.blocks.isEmpty { xml.raw("<text:p/>") } else { inner(note.blocks) }
      xml.raw("</text:note-body></text:note>")
    }
    isInNote = false
    (place, story, room, insertion, followsBlank) = outer
    if note.kind != .annotation { followsBlank = false }
  }

  /// The paragraphs of a block, as comments hold nothing else.
  private static func paragraphs(_ block: Block) -> [Block] {
    switch block {
    case .paragraph: [block]
    case .table(let table): table.rows.flatMap { $0.cells.flatMap { $0.blocks.flatMap(paragraphs) } }
    case .break: []
    }
  }

  // MARK: Pictures

  /// Writes a picture.
  ///
  /// - Parameter object: The name of the object of another program that it shows; nil for none.
  private func picture(_ picture: Picture, object: String? = nil) {
    guard let file = media.number(of: picture.resource) else {
      if let description = picture.description { text(description) }
      return
    }
    let size = media.size(of: picture, file: file, textWidth: room)
    frame(size.width, height: size.height, anchor: "as-char", name: object == nil ? "Picture" : "Object")
    if let object {
      xml.empty(
        "draw:object-ole",
        [
          "xlink:href": "./" + object, "xlink:type": "simple", "xlink:show": "embed",
          "xlink:actuate": "onLoad",
        ])
    }
    if isFlat {
      xml.raw("<draw:image><office:binary-data>")
      xml.raw(Base64Text.encoded(media.files[file].bytes))
      xml.raw("</office:binary-data></draw:image>")
    } else {
      xml.empty(
        "draw:image",
        [
          "xlink:href": "Pictures/" + media.files[file].name, "xlink:type": "simple", "xlink:show": "embed",
          "xlink:actuate": "onLoad",
        ])
    }
    if let title = picture.title, !title.isEmpty { xml.element("svg:title", [:], title) }
    if let description = picture.description { xml.element("svg:desc", [:], description) }
    xml.raw("</draw:frame>")
    followsBlank = false
  }

  /// Begins a frame.
  private func frame(_ width: Int, height: Int?, anchor: String, name: String) {
    automatic.hasFrames = true
    xml.raw("<draw:frame")
    ODTFormat.attribute("draw:style-name", automatic.prefix + "Fr", &xml)
    ODTFormat.attribute("draw:name", name + " \(nextFrame)", &xml)
    nextFrame += 1
    ODTFormat.attribute("text:anchor-type", anchor, &xml)
    ODTFormat.attribute("svg:width", ODTFormat.points(width), &xml)
    if let height { ODTFormat.attribute("svg:height", ODTFormat.points(height), &xml) }
    xml.raw(">")
  }

  /// Writes a text box, 3 inches wide, which grows with its text.
  func textBox(_ box: TextBox) {
    frame(4_320, height: nil, anchor: "paragraph", name: "Frame")
    xml.raw("<draw:text-box fo:min-height=\"20pt\">")
    let outer = (room, insertion)
    (room, insertion) = (4_000, nil)
    boxDepth += 1
    if box.blocks.isEmpty { xml.raw("<text:p/>") } else { inner(box.blocks) }
    boxDepth -= 1
    (room, insertion) = outer
    xml.raw("</draw:text-box></draw:frame>")
  }
}

extension Base64Text {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of bytes.
  static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var value = UInt32(bytes[start]) << 16
      if count > 1 { value |= UInt32(bytes[start + 1]) << 8 }
      if count > 2 { value |= UInt32(bytes[start + 2]) }
      text.append(digits[Int(value >> 18)])
      text.append(digits[Int(value >> 12 & 63)])
      text.append(count > 1 ? digits[Int(value >> 6 & 63)] : UInt8(ascii: "="))
      text.append(count > 2 ? digits[Int(value & 63)] : UInt8(ascii: "="))
    }
    return text
  }
}
