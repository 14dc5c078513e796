internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes

/// Writes a backup of Bear: a text bundle for each note, all in one folder.
///
/// ```
/// Notes/tags.json, Notes/backup.json        the list of all tags
/// Notes/Bees.textbundle/info.json           dates, pin, archive, and facts that Bear ignores
///                      /text.md             the text, with its title and tags in it
///                      /assets/photo.png    the files of the note
/// ```
struct BearExport: Sendable {
  /// The box.
  private let box: ContainerBox
  /// The folder of all notes, with a slash at its end.
  private let top: String
  /// The titles that links in double brackets can name: those of one note only, by note.
  private let titles: [Note.ID: String]

  /// Looks at the titles.
  ///
  /// A title can stand in double brackets if it is that of one note only, has none of the signs `[ ] |
  /// / \ #` and no white space at its ends. Links to other notes are addresses of Bear.
  init(_ box: ContainerBox) {
    self.box = box
    var names = ExportNames()
    top = names.name(for: box.options.name, fileExtension: "bear2bk", in: "") + "/"
    var counts: [String: Int] = [:]
    for id in box.notes { counts[BearExport.folded(box.box.note(id)?.title ?? ""), default: 0] += 1 }
    var titles: [Note.ID: String] = [:]
    for id in box.notes {
      let title = box.box.note(id)?.title ?? ""
      let isPlain = !title.isEmpty && !title.contains { "[]|/\\#".contains($0) || $0.isNewline }
      if isPlain, title == title.trimmingBlanks(), counts[BearExport.folded(title)] == 1 {
        titles[id] = title
      }
    }
    self.titles = titles
  }

  /// A title as Bear compares it.
  ///
  /// Case doesn't count, and any white space is one blank.
  private static func folded(_ title: String) -> String {
    TextFolding.caseFolded(title.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  /// The files of the backup.
  ///
  /// - Returns: The plan. Texts and information are made only when they are written.
  func files() -> ContainerPlan {
    var result = ContainerPlan()
    var names = ExportNames()
    var tags: Set<String> = []
    for id in box.notes {
      guard let note = box.box.note(id) else { continue }
      tags.formUnion(self.tags(of: note))
      let folder = top + names.name(for: note.title, fileExtension: "textbundle", in: top) + "/"
      let assets = BundleAssets(note, in: box)
      result.attachments += assets.files.count
      result.files.append(ContainerFile(folder + "info.json", .made { (try info(id), []) }))
      result.files.append(ContainerFile(folder + "text.md", .made { try text(id) }))
      for file in assets.files {
        result.files.append(ContainerFile(folder + file.path, .attachment(file.attachment)))
      }
    }
    let list = JSONValue.object([
      ("version", .number(1)),
      ("tags", .array(tags.sorted().map { .object([("title", .string($0)), ("pinned", .bool(false))]) })),
    ]).document
    // Older versions look for the one, newer ones for the other.
    for name in ["tags.json", "backup.json"] { result.files.append(ContainerFile(top + name, text: list)) }
    return result
  }

  /// The tags of a note.
  /// They are names without the sign `#`: see `BearTag`.
  private func tags(of note: Note) -> [String] {
    note.keywords.map { BearTag.tag(for: box.box.names(ofKeyword: $0)) }
  }

  /// The information about a note, with the dictionary of Bear.
  ///
  /// Bear's own dictionary has the id of the note, its dates, and flags as 0 and 1. Nothing is ever
  /// locked, encrypted or in the trash.
  ///
  /// - Throws: `SlipError` where the note can't be read.
  private func info(_ id: Note.ID) throws -> [UInt8] {
    let note = try box.note(id)
    let added = try BundleText(note, in: box, tags: tags(of: note))
    let facts = NoteFacts.json(
      of: note, in: box, [.title, .dates, .state, .keywords, .properties, .related, .folder],
      more: added.facts(files: try hiddenFiles(of: note).count))
    func flag(_ value: Bool) -> JSONValue { .number(value ? 1 : 0) }
    let bear = JSONValue.object([
      ("version", .number(3)), ("uniqueIdentifier", .string(note.id.description.uppercased())),
      ("creationDate", .text(BearExport.date(note.created))),
      ("modificationDate", .text(BearExport.date(note.modified ?? note.created))),
      ("pinned", flag(note.isFavorite)), ("archived", flag(note.status == .archived)),
      ("trashed", flag(false)),
      ("locked", flag(false)), ("encrypted", flag(false)), ("pinnedDate", .null), ("trashedDate", .null),
      ("archivedDate", .null),
    ])
    return BundleInfoFile.bytes(
      note, facts, more: [(TextBundleSource.bearKey, bear)], creator: TextBundleSource.bearKey)
  }

  /// A date with whole seconds.
  /// Bear reads no fractions.
  private static func date(_ time: Timestamp?) -> String? {
    time.map { String($0.rfc3339.prefix(19)) + "Z" }
  }

  /// The files that the text doesn't show: the body has to be read for them.
  ///
  /// - Throws: `SlipError` where the body can't be read.
  private func hiddenFiles(of note: Note) throws -> [AttachmentReference] {
    if note.attachments.isEmpty { return [] }
    let text = try box.text(of: note, ContainerText.Places(file: { _, _ in "x" }, note: { _ in "x" }))
    return box.files(of: note, notIn: text.shown)
  }

  /// The text of a note.
  ///
  /// Bear has no field for the title and none for tags, so both stand in the text: see `BundleText`.
  /// Files that the text doesn't show get a link behind it.
  ///
  /// - Returns: The Markdown in the dialect of Bear, and findings of reading the body.
  /// - Throws: `SlipError` where the body can't be read.
  private func text(_ id: Note.ID) throws -> (bytes: [UInt8], diagnostics: [Diagnostic]) {
    let note = try box.note(id)
    let assets = BundleAssets(note, in: box)
    var text = try box.text(
      of: note,
      ContainerText.Places(
        file: { reference, _ in assets.path(of: reference) ?? "" },
        note: { BearExport.address + $0.description.uppercased() }))
    let tags = tags(of: note)
    let added = try BundleText(note, in: box, tags: tags)
    added.addHeading(note.title, to: &text.document)
    var dialect = MarkdownDialect.bear
    dialect.tags = Set(tags.map { $0.lowercased() })
    let titles = titles
    var bytes = box.markdown(text.document, dialect) { options in
      options.wikiTarget = { target in
        guard target.hasPrefix(BearExport.address) else { return nil }
        return UniqueID(target.dropFirst(BearExport.address.count)).flatMap { titles[$0] }
      }
    }
    let hidden = box.files(of: note, notIn: text.shown)
    let lines = hidden.compactMap { reference -> String? in
      guard let path = assets.path(of: reference), let attachment = box.box.attachment(reference.attachment)
      else { return nil }
      let name = MarkdownText.escaped(ContainerText.shownName(of: reference, attachment))
      return "[\(name)](\(RelativeURL.encoded(path: path)))"
    }
    added.addLines(lines, to: &bytes)
    return (bytes, text.diagnostics)
  }

  /// What the address of a note begins with.
  /// The id of the note follows in upper case.
  private static let address = "bear://x-callback-url/open-note?id="
}
