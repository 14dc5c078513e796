/// A readable, stable dump of a document: one node a line, children indented, defaults left out.
///
/// Golden files and comparisons of documents use it. Nothing reads it back. For example:
///
/// ```
/// document font="Helvetica"
///   paragraph heading=1
///     text "Title" bold
/// ```
public struct TreeDump {
  /// What was written so far.
  private var lines = ""
  /// The depth of the current node.
  private var indent = 0

  /// The dump of `document`; every line ends with LF.
  public static func text(of document: Document) -> String {
    var dump = TreeDump()
    dump.document(document)
    return dump.lines
  }

  /// Writes a node and those of its facts that are not nil.
  private mutating func line(_ node: String, _ facts: [String?] = []) {
    lines += String(repeating: "  ", count: indent) + node
    for case let fact? in facts { lines += " " + fact }
    lines += "\n"
  }

  /// Writes the children of the node before.
  private mutating func nested(_ body: (inout TreeDump) -> Void) {
    indent += 1
    body(&self)
    indent -= 1
  }

  /// Writes the root: information, resources and lists, then the body, then notes, headers and
  /// footers.
  private mutating func document(_ document: Document) {
    line(
      "document",
      [
        fact("font", document.defaultFont), fact("language", document.defaultLanguage),
        document.page.map(TreeDump.page),
        TreeDump.numbering("footnotes", document.footnoteNumbering),
        TreeDump.numbering("endnotes", document.endnoteNumbering),
      ])
    nested { dump in
      dump.info(document.info)
      for (index, resource) in document.resources.enumerated() { dump.resource(resource, index) }
      for (index, list) in document.lists.enumerated() { dump.list(list, index) }
      dump.blocks(document.blocks)
      for (index, note) in document.notes.enumerated() { dump.note(note, index) }
      for part in document.headersAndFooters {
        dump.line(part.kind.rawValue)
        dump.nested { $0.blocks(part.blocks) }
      }
    }
  }

  /// Writes one line for each fact of the document's information.
  private mutating func info(_ info: DocumentInfo) {
    let texts = [
      ("title", info.title), ("subject", info.subject), ("author", info.author), ("manager", info.manager),
      ("company", info.company), ("category", info.category), ("comment", info.comment),
    ]
    for case (let name, let value?) in texts { line(name, [TreeDump.quoted(value)]) }
    if !info.keywords.isEmpty { line("keywords", info.keywords.map(TreeDump.quoted)) }
    if let date = info.created { line("created", [TreeDump.date(date)]) }
    if let date = info.modified { line("modified", [TreeDump.date(date)]) }
    for property in info.userProperties {
      line("property", [TreeDump.quoted(property.name), TreeDump.quoted(property.value)])
    }
  }

  /// Writes a resource; its bytes are represented by their number and a checksum.
  private mutating func resource(_ resource: Resource, _ index: Int) {
    let content =
      switch resource.content {
      case .bytes(let bytes): "bytes=\(bytes.count) digest=\(TreeDump.checksum(bytes))"
      case .file(let path): "file=" + TreeDump.quoted(path)
      }
    line("resource \(index)", [resource.mediaType, content, fact("name", resource.name)])
  }

  /// Writes a list and below it one line for each of its levels.
  private mutating func list(_ list: ListDefinition, _ index: Int) {
    line("list \(index)")
    nested { dump in
      for level in list.levels {
        dump.line(
          "level",
          [
            level.numbering.rawValue, level.start == 1 ? nil : "start=\(level.start)",
            "pattern=" + TreeDump.quoted(level.pattern),
          ])
      }
    }
  }

  /// Writes a margin note with its mark and author, and below it the blocks of its text.
  private mutating func note(_ note: MarginNote, _ index: Int) {
    line(
      "\(note.kind.rawValue) \(index)",
      [
        fact("mark", note.mark), flag("custom", !note.isAutomatic), fact("author", note.author),
        note.date.map { "date=" + TreeDump.date($0) }, note.revision.map(TreeDump.revision),
      ])
    nested { $0.blocks(note.blocks) }
  }

  /// Writes blocks one after the other, at the current depth.
  private mutating func blocks(_ blocks: [Block]) {
    for block in blocks {
      switch block {
      case .paragraph(let paragraph): self.paragraph(paragraph)
      case .table(let table):
        line("table")
        nested { dump in for row in table.rows { dump.row(row) } }
      case .break(let kind): line("break", [kind.rawValue])
      }
    }
  }

  /// Writes a table row and below it its cells with their content.
  private mutating func row(_ row: DocumentTableRow) {
    line(
      "row",
      [
        flag("header", row.isHeader), flag("rowHeader", row.firstCellIsHeader),
        flag("rightToLeft", row.isRightToLeft),
        flag("borderless", !row.isBordered),
        row.revision.map(TreeDump.revision),
      ])
    nested { dump in
      for cell in row.cells {
        dump.line(
          "cell",
          [
            dump.fact("width", cell.width), dump.fact("horizontal", cell.horizontalMerge?.rawValue),
            dump.fact("vertical", cell.verticalMerge?.rawValue),
            cell.verticalAlignment == .top ? nil : "align=\(cell.verticalAlignment.rawValue)",
            dump.fact("shading", cell.shading.map(TreeDump.hex)),
            row.isBordered && cell.borders != .grid ? TreeDump.borders(cell.borders) : nil,
            cell.revision.map(TreeDump.revision),
          ])
        dump.nested { $0.blocks(cell.blocks) }
      }
    }
  }

  /// Writes a paragraph with its formatting, and below it its inlines and then its text boxes.
  private mutating func paragraph(_ paragraph: Paragraph) {
    var facts = TreeDump.facts(of: paragraph.style)
    if let item = paragraph.listItem {
      facts.append("list=\(item.list) level=\(item.level) marker=\(TreeDump.quoted(item.marker))")
    }
    if let revision = paragraph.endRevision { facts.append("end-" + TreeDump.revision(revision)) }
    line("paragraph", facts)
    nested { dump in
      for inline in paragraph.inlines { dump.inline(inline) }
      for box in paragraph.textBoxes {
        dump.line("textBox")
        dump.nested { $0.blocks(box.blocks) }
      }
    }
  }

  /// Writes an inline on one line.
  private mutating func inline(_ inline: Inline) {
    switch inline {
    case .run(let run): line("text", [TreeDump.quoted(run.text)] + TreeDump.facts(of: run.style))
    case .lineBreak: line("lineBreak")
    case .picture(let picture):
      line(
        "picture",
        [
          "resource=\(picture.resource)", fact("width", picture.width), fact("height", picture.height),
          fact("description", picture.description), fact("title", picture.title),
        ] + TreeDump.facts(of: picture.style))
    case .attachment(let file):
      line(
        "attachment",
        ["resource=\(file.resource)", fact("width", file.width), fact("height", file.height)]
          + TreeDump.facts(of: file.style))
    case .noteReference(let index): line("note", ["\(index)"])
    case .deletedNote(let index): line("deletedNote", ["\(index)"])
    case .bookmarkStart(let name): line("bookmarkStart", [TreeDump.quoted(name)])
    case .bookmarkEnd(let name): line("bookmarkEnd", [TreeDump.quoted(name)])
    case .break(let kind): line("break", [kind.rawValue])
    }
  }
}
