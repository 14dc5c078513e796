internal import SlipDocument
internal import SlipRTF

/// The body, sections, notes and headers.
extension WordWriter {
  /// Writes the body, and the properties of its sections.
  func body() {
    var isFirst = true
    /// The properties of the section that ends, whose first one has the headers.
    func section() -> [UInt8] {
      defer { isFirst = false }
      return sectionProperties(isFirst: isFirst)
    }
    let blocks = document.blocks
    let contents = min(options.blocksBeforeContents, blocks.count)
    if contents == blocks.count, options.hasContents { contentsTable() }
    for (index, block) in blocks.enumerated() {
      if index == contents, options.hasContents { contentsTable() }
      switch block {
      case .paragraph(let paragraph):
        let endsSection = index + 1 < blocks.count && blocks[index + 1] == .break(.section)
        self.paragraph(paragraph, section: endsSection ? section() : nil)
      case .table(let table):
        self.table(table)
        if index + 1 < blocks.count, case .table = blocks[index + 1] { emptyParagraph() }
      case .break:
        // The paragraph before it has the section's properties.
        if index > 0, case .paragraph = blocks[index - 1] { continue }
        self.paragraph(Paragraph(), section: section())
      }
    }
    if case .table? = blocks.last { endAfterTable() }
    if blocks.isEmpty { emptyParagraph() }
    closeBookmarks()
    part.xml.raw(section())
  }

  /// Writes blocks of a cell, note, header or text box, which end in a paragraph.
  func blocks(_ blocks: [Block]) {
    let outer = lines
    lines = ListLines()
    defer { lines = outer }
    for (index, block) in blocks.enumerated() {
      switch block {
      case .paragraph(let paragraph): self.paragraph(paragraph, section: nil)
      case .table(let table):
        self.table(table)
        if index + 1 < blocks.count, case .table = blocks[index + 1] { emptyParagraph() }
      case .break(let kind): self.paragraph(Paragraph(inlines: [.break(kind)]), section: nil)
      }
    }
    switch blocks.last {
    case .paragraph: break
    case .table: endAfterTable()
    case .break, nil: emptyParagraph()
    }
  }

  /// Writes a paragraph without text.
  func emptyParagraph() { part.xml.raw("<w:p/>") }

  /// Writes the paragraph that must follow a table at the end, although the document has none. Its mark is hidden, so that it
  /// isn't one.
  private func endAfterTable() {
    part.xml.raw("<w:p><w:pPr><w:rPr><w:vanish/><w:sz w:val=\"2\"/></w:rPr></w:pPr></w:p>")
  }

  /// The properties of a section.
  private func sectionProperties(isFirst: Bool) -> [UInt8] {
    if let template {
      var xml = OfficeMarkup()
      template.section(&xml) { type, target in relationship(type, target) }
      return xml.bytes
    }
    var references = OfficeMarkup()
    let kinds = Set(document.headersAndFooters.map(\.kind))
    if isFirst { for item in document.headersAndFooters { header(item, &references) } }
    var xml = OfficeMarkup("<w:sectPr>")
    xml.raw(references.bytes)
    let setup = page.setup
    if page.isLandscape {
      xml.empty("w:pgSz", ["w:w": "\(setup.width)", "w:h": "\(setup.height)", "w:orient": "landscape"])
    } else {
      xml.empty("w:pgSz", ["w:w": "\(setup.width)", "w:h": "\(setup.height)"])
    }
    // Only the margins at the top and bottom may be negative.
    xml.empty(
      "w:pgMar",
      [
        "w:top": "\(setup.top)", "w:right": "\(max(0, setup.right))", "w:bottom": "\(setup.bottom)",
        "w:left": "\(max(0, setup.left))", "w:header": "\(page.headerDistance)",
        "w:footer": "\(page.footerDistance)", "w:gutter": "0",
      ])
    if isFirst, kinds.contains(.headerFirst) || kinds.contains(.footerFirst) { xml.empty("w:titlePg") }
    xml.raw("</w:sectPr>")
    return xml.bytes
  }

  /// Writes a header or footer as a part, and the reference to it.
  private func header(_ item: HeaderOrFooter, _ references: inout OfficeMarkup) {
    let name = (item.kind.isHeader ? "header" : "footer") + "\(headerParts.count + 1).xml"
    let outer = (part, place, story, openBookmarks, isInNote)
    begin(name)
    (place, story, isInNote) = (item.kind.isHeader ? .header : .footer, name, true)
    part.xml.raw(item.kind.isHeader ? "<w:hdr" : "<w:ftr")
    part.xml.raw(WordWriter.namespaces)
    blocks(item.blocks)
    closeBookmarks()
    part.xml.raw(item.kind.isHeader ? "</w:hdr>" : "</w:ftr>")
    headerParts.append(part)
    (part, place, story, openBookmarks, isInNote) = outer
    let id = relationship(item.kind.isHeader ? "header" : "footer", name)
    let type =
      switch item.kind {
      case .headerFirst, .footerFirst: "first"
      case .headerLeft, .footerLeft: "even"
      default: "default"
      }
    if item.kind.isHeader {
      references.empty("w:headerReference", ["w:type": type, "r:id": id])
    } else {
      references.empty("w:footerReference", ["w:type": type, "r:id": id])
    }
  }

  // MARK: Notes

  /// Writes the notes of a kind as a part; nil where there are none.
  func notePart(_ kind: MarginNote.Kind) -> (Part, type: String)? {
    guard notes[kind] != nil else { return nil }
    let (name, root, item): (String, StaticString, StaticString) =
      switch kind {
      case .footnote: ("footnotes", "w:footnotes", "w:footnote")
      case .endnote: ("endnotes", "w:endnotes", "w:endnote")
      case .annotation: ("comments", "w:comments", "w:comment")
      }
    begin(name + ".xml")
    place = kind == .footnote ? .footnote : kind == .endnote ? .endnote : .annotation
    isInNote = true
    part.xml.raw("<")
    part.xml.raw(root)
    part.xml.raw(WordWriter.namespaces)
    if kind != .annotation { separators(item) }
    // Comments on the text of notes come while notes are written.
    var next = 0
    while let list = notes[kind], next < list.count {
      note(document.notes[list[next]], id: noteIDs[list[next]] ?? 0, item)
      next += 1
    }
    part.xml.close(root)
    return (part, name)
  }

  /// Writes the lines above notes.
  private func separators(_ item: StaticString) {
    for (id, type) in [("-1", "separator"), ("0", "continuationSeparator")] {
      part.xml.open(item, ["w:type": type, "w:id": id])
      part.xml.raw("<w:p><w:r>")
      part.xml.raw(id == "0" ? "<w:continuationSeparator/>" : "<w:separator/>")
      part.xml.raw("</w:r></w:p>")
      part.xml.close(item)
    }
  }

  /// Writes a note.
  private func note(_ note: MarginNote, id: Int, _ item: StaticString) {
    story = "\(note.kind.rawValue)\(id)"
    if note.kind == .annotation {
      let author = note.author ?? WordWriter.unknownAuthor
      let initials = String(author.split(separator: " ").compactMap(\.first).prefix(3))
      if let date = note.date {
        part.xml.open(
          item,
          ["w:id": "\(id)", "w:author": author, "w:date": WordWriter.date(date), "w:initials": initials])
      } else {
        part.xml.open(item, ["w:id": "\(id)", "w:author": author, "w:initials": initials])
      }
    } else {
      part.xml.open(item, ["w:id": "\(id)"])
    }
    waitingMark = note
    var blocks = note.blocks
    if case .paragraph? = blocks.first {} else { blocks.insert(.paragraph(Paragraph()), at: 0) }
    self.blocks(blocks)
    waitingMark = nil
    closeBookmarks()
    part.xml.close(item)
  }

  /// The author of what nobody has signed.
  static let unknownAuthor = "Unknown"

  /// A date as W3CDTF.
  static func date(_ date: CalendarDate) -> String {
    func digits(_ number: Int, _ count: Int = 2) -> String {
      let text = String(max(0, number))
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return digits(date.year, 4) + "-" + digits(date.month) + "-" + digits(date.day) + "T" + digits(date.hour)
      + ":"
      + digits(date.minute) + ":" + digits(date.second) + "Z"
  }
}
