internal import SlipBase
internal import SlipNotes
internal import SlipQuery
internal import SlipboxKit

/// Tools that read the box.
extension MCPTool {
  /// The argument that names a note.
  static let note = Parameter(
    name: "note", kind: .text, isRequired: true,
    help: "The note: its title, folder/title, UUID, or the beginning of its UUID.")

  /// The tools, those first that a client begins with.
  static let reading: [MCPTool] = [
    MCPTool(
      name: "search", title: "Search notes",
      help: """
        Search notes by words, the best first, each with an excerpt. All words must be there; "in a row", OR, -not, \
        begin*, and fields: title:x keyword:x (or #x) folder:x status:draft is:favorite is:orphan has:image \
        links-to:"A title" created:2024-03 modified:-7d words:>500, and properties such as due:<today.
        """,
      parameters: [
        Parameter(name: "query", kind: .text, isRequired: true, help: "The words and fields."),
        Parameter(name: "folder", kind: .text, help: "Only notes in this folder and below."),
      ] + MCPPage.parameters(usual: 10, most: 50), run: search),
    MCPTool(
      name: "read", title: "Read a note",
      help: """
        Read a note: its facts, its sections, its digest, and its text as Markdown, in pieces. Name a section to get only \
        that.
        """,
      parameters: [
        note,
        Parameter(
          name: "section", kind: .text,
          help: "The number or the heading of a section; all where it is missing."),
        Parameter(
          name: "bytes", kind: .whole(200...40_000), help: "The most bytes of text; 8000 where it is missing."
        ),
        Parameter(name: "cursor", kind: .text, help: "The `nextCursor` of an answer, for the text after it."),
      ], run: read),
    MCPTool(
      name: "list", title: "List notes",
      help: """
        List notes by their facts, without their texts. `where` is a predicate as Core Data has them, such as \
        favorite == YES AND created > "-30d", or ANY keywords.name == "bees".
        """,
      parameters: [
        Parameter(name: "folder", kind: .text, help: "Only notes in this folder and below."),
        Parameter(name: "keyword", kind: .text, help: "Only notes with this keyword."),
        Parameter(
          name: "status", kind: .choice(Note.Status.allCases.map(\.rawValue)),
          help: "Only notes of this status."),
        Parameter(name: "favorite", kind: .flag, help: "Whether only favorites are wanted."),
        Parameter(name: "where", kind: .text, help: "Only notes for which this predicate holds."),
        Parameter(name: "sort", kind: .text, help: "The order, such as -modified,title."),
      ] + MCPPage.parameters(usual: 20, most: 100), run: list),
    MCPTool(
      name: "links", title: "Links of a note",
      help: "The notes that a note links to, in the order of its text.",
      parameters: [note] + MCPPage.parameters(usual: 20, most: 100), run: links),
    MCPTool(
      name: "backlinks", title: "Back-links of a note", help: "The notes that link to a note.",
      parameters: [note] + MCPPage.parameters(usual: 20, most: 100), run: backlinks),
    MCPTool(
      name: "orphans", title: "Notes without back-links", help: "The notes that nothing links to, by title.",
      parameters: MCPPage.parameters(usual: 20, most: 100), run: orphans),
    MCPTool(
      name: "folders", title: "Folders", help: "The folders, each with the number of notes directly in it.",
      parameters: MCPPage.parameters(usual: 50, most: 200), run: folders),
    MCPTool(
      name: "keywords", title: "Keywords", help: "The keywords, each with the number of notes that have it.",
      parameters: MCPPage.parameters(usual: 50, most: 200), run: keywords),
    MCPTool(
      name: "log", title: "History",
      help: "The transactions of the box, the newest first: number, date, author, changes.",
      parameters: MCPPage.parameters(usual: 10, most: 50), run: log),
    MCPTool(
      name: "validate", title: "Validate the box",
      help: "Check every file of the box by all rules, and list what was found, the worst first.",
      parameters: MCPPage.parameters(usual: 20, most: 100), run: validate),
  ]

  /// Searches, and describes a part of what was found.
  private static func search(_ fields: JSONFields, _ box: ServedBox) throws(SlipError) -> MCPAnswer {
    let page = try MCPPage(fields, usual: 10)
    var request = try FindRequest(try fields.required("query"), clock: box.clock)
    if let folder = try fields.string("folder") { request.scope = .tree(folder) }
    request.passesOverMissing = true
    let found = try request.search(box.path, cache: box.cache, limit: page.offset + page.limit)
    var notes: [JSONValue] = []
    for hit in page.part(of: found.hits) {
      let note = try found.note(hit)
      notes.append(
        .object([
          ("id", .string(note.id)), ("title", .string(MCPRows.short(note.title))),
          ("folder", note.folder.isEmpty ? nil : .string(MCPRows.short(FolderPath.text(note.folder)))),
          ("modified", .text(note.modified)), ("excerpt", .string(note.snippet.text)),
        ]))
    }
    let suggestion = found.count == 0 ? try request.suggestion(for: found, cache: box.cache) : nil
    let remarks = found.search.remarks.map(\.message)
    return MCPAnswer(
      facts: .object([
        ("count", .number(found.count)), ("notes", .array(notes)), ("nextCursor", page.next(of: found.count)),
        ("suggestion", .text(suggestion)), ("remarks", remarks.isEmpty ? nil : MCPRows.texts(remarks)),
      ]))
  }

  /// Lists notes by their facts.
  private static func list(_ fields: JSONFields, _ box: ServedBox) throws(SlipError) -> MCPAnswer {
    let page = try MCPPage(fields, usual: 20)
    var request = ListRequest(clock: box.clock)
    request.filter.folder = try fields.string("folder")
    request.filter.keyword = try fields.string("keyword")
    request.filter.status = try fields.string("status").flatMap { Note.Status(typed: $0) }
    request.filter.favoritesOnly = try fields.bool("favorite") ?? false
    request.query.predicate = try fields.string("where")
    request.query.sort = try fields.string("sort").map(SortKey.list) ?? []
    // One more than is given says whether there are more.
    (request.query.offset, request.query.limit) = (page.offset, page.limit + 1)
    (request.hasRelations, request.passesOverMissing) = (false, true)
    let found = try request.run(box.path, cache: box.cache)
    let notes = found.summaries().prefix(page.limit).map { JSONValue.object(MCPRows.facts($0)) }
    return MCPAnswer(
      facts: .object([
        ("notes", .array(Array(notes))), ("nextCursor", page.next(of: page.offset + found.count)),
      ]))
  }

  /// Gives the facts of a note and a piece of its text.
  private static func read(_ fields: JSONFields, _ box: ServedBox) throws(SlipError) -> MCPAnswer {
    let (name, wanted) = (try fields.required("note"), try fields.string("section"))
    let (most, cursor) = (try fields.int("bytes") ?? 8_000, try fields.string("cursor"))
    return try box.read { (bundle) throws(SlipError) -> MCPAnswer in
      let note = try bundle.note(named: name)
      let body = try bundle.body(of: note)
      let digest = FileFact(of: body).digest.hex
      let text = try SectionedText(body)
      let section = try wanted.map { (name) throws(SlipError) in try text.section(name) }
      let range = section?.range ?? 0..<text.bytes.count
      let start = try cursor.map { (cursor) throws(SlipError) in try place(cursor, digest, in: range) }
      let piece = (start ?? range.lowerBound)..<range.upperBound
      let end = SectionedText.end(of: piece, in: text.bytes, most: most)
      let sections = text.sections.prefix(MCPRows.most).map { section in
        JSONValue.object([
          "number": .number(section.number), "level": .number(section.level),
          "title": .string(MCPRows.short(section.title)), "bytes": .number(section.range.count),
        ])
      }
      var facts = MCPRows.facts(NoteSummary(note, in: bundle.box, hasRelations: false))
      let properties = note.properties.prefix(MCPRows.most).map { property in
        JSONValue.object([
          "name": .string(MCPRows.short(property.name)), "type": .string(property.kind.rawValue),
          "value": .string(MCPRows.short(property.value)),
        ])
      }
      facts += [
        ("properties", properties.isEmpty ? nil : .array(Array(properties))),
        ("links", .number(note.links.count)),
        ("backlinks", .number(bundle.box.backlinks(of: note.id).count)),
        ("attachments", note.attachments.isEmpty ? nil : MCPRows.texts(note.attachments.map(\.name))),
        ("digest", .string(digest)), ("bytes", .number(text.bytes.count)),
        ("sections", sections.isEmpty ? nil : .array(Array(sections))),
        ("section", .count(section?.number)),
        ("nextCursor", end < range.upperBound ? .string("\(end)@\(digest.prefix(12))") : nil),
      ]
      return MCPAnswer(
        facts: .object(facts), text: String(decoding: text.bytes[piece.lowerBound..<end], as: UTF8.self))
    }
  }

  /// The place in a text that a cursor names.
  ///
  /// - Throws: `SlipError` for a cursor that isn't of this text as it is now.
  private static func place(
    _ cursor: String, _ digest: String, in range: Range<Int>
  ) throws(SlipError) -> Int {
    let parts = cursor.split(separator: "@", maxSplits: 1)
    guard parts.count == 2, let place = Int(parts[0]), parts[1] == digest.prefix(12), range.contains(place)
    else {
      throw JSONFields.fault("cursor", "is of another text; read the note from its beginning again")
    }
    return place
  }

  /// Gives a part of a list of notes.
  private static func notes(
    _ ids: [Note.ID], _ page: MCPPage, _ bundle: OpenBundle
  ) -> MCPAnswer {
    let rows = page.part(of: ids).compactMap { bundle.box.note($0) }.map { MCPRows.note($0, in: bundle.box) }
    return MCPAnswer(
      facts: .object([
        ("count", .number(ids.count)), ("notes", .array(rows)), ("nextCursor", page.next(of: ids.count)),
      ]))
  }

  /// The notes that a note links to.
  private static func links(_ fields: JSONFields, _ box: ServedBox) throws(SlipError) -> MCPAnswer {
    let (name, page) = (try fields.required("note"), try MCPPage(fields, usual: 20))
    return try box.read { (bundle) throws(SlipError) -> MCPAnswer in
      notes(try bundle.note(named: name).links, page, bundle)
    }
  }

  /// The notes that link to a note.
  private static func backlinks(_ fields: JSONFields, _ box: ServedBox) throws(SlipError) -> MCPAnswer {
    let (name, page) = (try fields.required("note"), try MCPPage(fields, usual: 20))
    return try box.read { (bundle) throws(SlipError) -> MCPAnswer in
      notes(Array(bundle.box.backlinks(of: try bundle.note(named: name).id)), page, bundle)
    }
  }

  /// The notes that nothing links to.
  private static func orphans(_ fields: JSONFields, _ box: ServedBox) throws(SlipError) -> MCPAnswer {
    let page = try MCPPage(fields, usual: 20)
    return try box.read { (bundle) throws(SlipError) -> MCPAnswer in
      let found = try LinkGraph(bundle, orphans: true).notes
      return notes(found.compactMap { UniqueID($0.id) }, page, bundle)
    }
  }

  /// The folders by path.
  private static func folders(_ fields: JSONFields, _ box: ServedBox) throws(SlipError) -> MCPAnswer {
    let page = try MCPPage(fields, usual: 50)
    return try box.read { (bundle) throws(SlipError) -> MCPAnswer in
      var paths: [(path: String, notes: Int)] = []
      var open = bundle.box.children(of: nil).reversed() as [Folder]
      while let folder = open.popLast() {
        paths.append((FolderPath.text(bundle.box.path(of: folder.id)), bundle.box.notes(in: folder.id).count))
        open += bundle.box.children(of: folder.id).reversed()
      }
      return counted(paths, "folders", page)
    }
  }

  /// The keywords by path.
  private static func keywords(_ fields: JSONFields, _ box: ServedBox) throws(SlipError) -> MCPAnswer {
    let page = try MCPPage(fields, usual: 50)
    return try box.read { (bundle) throws(SlipError) -> MCPAnswer in
      counted(bundle.keywordRows().map { ($0.path, $0.notes) }, "keywords", page)
    }
  }

  /// A part of a list of paths with numbers of notes.
  private static func counted(
    _ rows: [(path: String, notes: Int)], _ name: String, _ page: MCPPage
  ) -> MCPAnswer {
    let part = page.part(of: rows).map { row in
      JSONValue.object(["path": .string(MCPRows.short(row.path)), "notes": .number(row.notes)])
    }
    return MCPAnswer(
      facts: .object([
        ("count", .number(rows.count)), (name, .array(part)), ("nextCursor", page.next(of: rows.count)),
      ]))
  }

  /// The history.
  private static func log(_ fields: JSONFields, _ box: ServedBox) throws(SlipError) -> MCPAnswer {
    let page = try MCPPage(fields, usual: 10)
    let rows = try OpenBundle.log(of: box.path, limit: page.offset + page.limit + 1, cache: box.cache)
    let part = page.part(of: rows).map { row in
      let changes = row.changes.prefix(5).map { change in
        JSONValue.string(MCPRows.short("\(change.change) \(change.entity) \(change.name)\(change.details)"))
      }
      return JSONValue.object([
        ("number", .number(row.number)), ("kind", .string(row.kind)), ("date", .text(row.date)),
        ("author", .text(row.author.map(MCPRows.short))), ("changes", .array(Array(changes))),
        ("changeCount", .number(row.counts.reduce(0) { $0 + $1.inserted + $1.updated + $1.deleted })),
      ])
    }
    return MCPAnswer(
      facts: .object([("transactions", .array(part)), ("nextCursor", page.next(of: rows.count))]))
  }

  /// Validates the box.
  private static func validate(_ fields: JSONFields, _ box: ServedBox) throws(SlipError) -> MCPAnswer {
    let page = try MCPPage(fields, usual: 20)
    let findings = try Validation.run(box.path).findings
    /// The findings of a severity, in order.
    func of(_ severity: Diagnostic.Severity) -> [ValidationFinding] {
      findings.filter { $0.diagnostic.severity == severity }
    }
    let (errors, warnings, remarks) = (of(.error), of(.warning), of(.info))
    let rows = page.part(of: errors + warnings + remarks).map { finding in
      JSONValue.object([
        ("severity", .string(finding.diagnostic.severity.description)),
        ("code", .string(finding.diagnostic.code)),
        ("message", .string(MCPRows.short(finding.diagnostic.message))),
        ("file", finding.entry.isEmpty ? nil : .string(MCPRows.short(finding.entry))),
        ("line", .count(finding.line)), ("title", .text(finding.noteTitle.map(MCPRows.short))),
      ])
    }
    return MCPAnswer(
      facts: .object([
        ("isValid", .bool(errors.isEmpty)), ("errors", .number(errors.count)),
        ("warnings", .number(warnings.count)), ("remarks", .number(remarks.count)),
        ("findings", .array(rows)), ("nextCursor", page.next(of: findings.count)),
      ]))
  }
}

extension SectionedText {
  /// Where a piece of a text ends that has at most so many bytes: behind a line where that is possible, and never within a
  /// character.
  static func end(of range: Range<Int>, in text: [UInt8], most: Int) -> Int {
    guard range.count > most else { return range.upperBound }
    let bound = range.lowerBound + most
    if let line = text[(range.lowerBound + most / 2)..<bound].lastIndex(of: 0x0A) { return line + 1 }
    var end = bound
    while end > range.lowerBound + 1, text[end] & 0xC0 == 0x80 { end -= 1 }
    return end
  }
}
