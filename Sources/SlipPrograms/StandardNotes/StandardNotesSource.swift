internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes

/// Reads a decrypted backup of Standard Notes: one JSON file with all items, alone or in a ZIP.
///
/// ```json
/// { "version": "004", "items": [
///   { "uuid": "b417…", "content_type": "Note", "created_at": "2024-08-03T02:00:00.000Z",
///     "content": { "title": "…", "text": "…", "noteType": "super", "starred": true, "trashed": false, "references": [],
///       "appData": { "org.standardnotes.sn": { "client_updated_at": "…", "pinned": false, "archived": false } } } },
///   { "uuid": "…", "content_type": "Tag", "content": { "title": "soil", "references": [ { "uuid": "b417…" } ] } } ] }
/// ```
///
/// Tags name their notes, and their parents. The texts in the folder `Items` repeat those of the JSON. Files are named
/// only: their content is in no backup. An encrypted backup is refused.
struct StandardNotesSource: NoteSource {
  /// The notes that aren't deleted.
  private let notes: [JSONValue]
  /// Tags of notes, by the id of the note.
  private var tags: [String: [SourceKeyword]] = [:]
  /// The types of notes that an editor has and the notes don't say.
  private var editors: [String: String] = [:]
  /// What notes refer to: the titles of notes, and the names of files, by their ids.
  private let names: Names
  /// The next note.
  private var position = 0

  /// Titles and names by ids.
  private struct Names: Sendable {
    /// The titles of the notes.
    var titles: [String: String] = [:]
    /// The names of the files, whose content is in no backup.
    var files: [String: String] = [:]

    /// Collects them.
    init(_ items: [JSONValue]) {
      for item in items {
        guard let id = item["uuid"]?.string else { continue }
        switch item["content_type"]?.string {
        case "Note": titles[id] = item["content"]?["title"]?.string
        case "SN|File": files[id] = item["content"]?["name"]?.string ?? ""
        default: break
        }
      }
    }
  }

  /// The largest backup that is read, in bytes.
  private static let longest = 512 << 20

  /// The JSON file of a backup; nil where there is none.
  ///
  /// A file counts by its extension, `txt` or `json`, and by two names near its beginning. The folder `Items`
  /// is passed over. In a folder, the file must have the name that the program gives it.
  static func backup(_ tree: SourceTree) -> Int? {
    tree.files.indices.first { place in
      let file = tree.files[place]
      guard ["txt", "json"].contains(file.path.suffixName), !file.path.hasPrefix("Items/"), !file.isClutter,
        file.length <= longest,
        tree.form != .folder || file.name.lowercased().hasPrefix("standard notes"),
        !file.path.contains("/Items/"), let bytes = tree.soundBytes(at: place)
      else { return false }
      return bytes.withBytes { bytes in
        let start = UnsafeRawBufferPointer(rebasing: bytes.prefix(65_536))
        return LooseXML.find("\"items\"", in: start, from: 0) != nil
          && LooseXML.find("\"content_type\"", in: start, from: 0) != nil
      }
    }
  }

  /// Reads all items.
  ///
  /// - Throws: `SlipError` for JSON that can't be read, and for an encrypted backup.
  init(_ tree: SourceTree) throws(SlipError) {
    guard let place = StandardNotesSource.backup(tree), let json = JSONValue(try tree.bytes(at: place).array)
    else {
      throw SlipError(
        .badInput, code: ExchangeCode.badContainer, "The backup of Standard Notes can't be read.")
    }
    let items = (json["items"]?.array ?? []).filter { !($0["deleted"]?.isTrue ?? false) }
    let all = items.filter { $0["content_type"]?.string == "Note" }
    notes = all.filter { $0["content"]?.string == nil }
    names = Names(items)
    guard all.isEmpty || !notes.isEmpty else {
      throw SlipError(
        .badInput, code: ExchangeCode.encryptedPart,
        "The backup is encrypted; make a decrypted one in Standard Notes.")
    }
    takeTags(items.filter { $0["content_type"]?.string == "Tag" })
    for item in items where item["content_type"]?.string == "SN|Component" {
      guard let type = item["content"]?["package_info"]?["file_type"]?.string else { continue }
      for id in item["content"]?["associatedItemIds"]?.array ?? [] {
        if let id = id.string { editors[id] = type }
      }
    }
  }

  /// Notes which tags notes have. Older backups name tags in the notes, too.
  ///
  /// - Parameter items: The tags. A circle of parents ends where it would begin again, and of tags that lie too deep only
  ///   the innermost parts are taken.
  private mutating func takeTags(_ items: [JSONValue]) {
    let byID = Dictionary(
      items.map { ($0["uuid"]?.string ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    for tag in items {
      var path: [String] = []
      var (next, seen): (JSONValue?, Set<String>) = (tag, [])
      while let item = next, path.count < Limits().folderDepth,
        seen.insert(item["uuid"]?.string ?? "").inserted
      {
        path.append(item["content"]?["title"]?.string ?? "")
        let parent = item["content"]?["references"]?.array.first {
          $0["reference_type"]?.string == "TagToParentTag"
        }
        next = parent?["uuid"]?.string.flatMap { byID[$0] }
      }
      let keyword = SourceKeyword(path: path.reversed())
      for reference in tag["content"]?["references"]?.array ?? [] where reference["reference_type"] == nil {
        if let id = reference["uuid"]?.string { tags[id, default: []].append(keyword) }
      }
      let id = tag["uuid"]?.string ?? ""
      for note in notes
      where note["content"]?["references"]?.array.contains(where: { $0["uuid"]?.string == id }) ?? false {
        if let note = note["uuid"]?.string { tags[note, default: []].append(keyword) }
      }
    }
  }

  /// The next note.
  ///
  /// Nil at the end. Deleted items don't come; notes in the trash do, and are marked.
  mutating func next() throws(SlipError) -> SourceItem? {
    guard position < notes.count else { return nil }
    let json = notes[position]
    position += 1
    let id = json["uuid"]?.string ?? ""
    let (keywords, editor, names) = (tags[id] ?? [], editors[id], names)
    var entry = SourceEntry(id: id, place: id, length: json["content"]?["text"]?.string?.utf8.count ?? 0) {
      context in
      StandardNotesSource.note(json, keywords, editor, names, context)
    }
    entry.isTrashed = json["content"]?["trashed"]?.isTrue ?? false
    return .note(entry)
  }

  /// Reads a date. The first moment of 1970 stands for one that isn't set.
  private static func date(
    _ value: JSONValue?, _ note: inout SourceNote, _ context: SourceContext
  ) -> Timestamp? {
    let time = note.date(value?.string, context)
    return time == Timestamp(microseconds: 0) ? nil : time
  }

  /// Makes a note.
  ///
  /// - Parameters:
  ///   - json: The item.
  ///   - keywords: Its tags.
  ///   - editor: The type of text that its editor writes; nil when unknown.
  ///   - names: What texts and references name by an id.
  ///   - context: Finds the notes that references lead to.
  private static func note(
    _ json: JSONValue, _ keywords: [SourceKeyword], _ editor: String?, _ names: Names,
    _ context: SourceContext
  ) -> SourceNote {
    let content = json["content"]
    let facts = content?["appData"]?["org.standardnotes.sn"]
    let title = content?["title"]?.string ?? ""
    var note = SourceNote(title: title.isEmpty ? nil : title, body: .document(Document()))
    note.keywords = keywords
    note.created = date(json["created_at"], &note, context)
    note.modified =
      date(facts?["client_updated_at"], &note, context) ?? date(json["updated_at"], &note, context)
    note.isFavorite = content?["starred"]?.isTrue ?? false || facts?["pinned"]?.isTrue ?? false
    if facts?["pinned"]?.isTrue ?? false {
      note.properties.append(Property(Property.WellKnown.pinned, .boolean, "true"))
    }
    if facts?["archived"]?.isTrue ?? false || content?["trashed"]?.isTrue ?? false { note.status = .archived }
    if facts?["locked"]?.isTrue ?? false {
      note.properties.append(Property("standardnotes:locked", .boolean, "true"))
    }
    if let type = content?["noteType"]?.string {
      note.properties.append(Property("standardnotes:noteType", .text, type))
    }
    takeText(
      content?["text"]?.string ?? "", content?["noteType"]?.string ?? editor ?? "plain-text", &note, names,
      context)
    note.lacksText = content?["text"]?.string == nil
    let references = (content?["references"]?.array ?? []).compactMap { $0["uuid"]?.string }
    note.relations += references.compactMap { context.note($0) }
    note.reportRemote(references.compactMap { names.files[$0] })
    return note
  }

  /// Takes a text of a type.
  ///
  /// A text of a `super` note that is no JSON is read as plain text, and so are unknown types.
  ///
  /// - Parameters:
  ///   - text: The text as the backup has it.
  ///   - type: The type of the note, or that of its editor.
  ///   - note: The note that gets the body.
  ///   - names: What the text names by an id.
  ///   - context: Bounds, and the notes that links lead to.
  private static func takeText(
    _ text: String, _ type: String, _ note: inout SourceNote, _ names: Names, _ context: SourceContext
  ) {
    let elsewhere: MarkdownBody.Finder = { _, _ in .elsewhere }
    switch type {
    case "super" where !text.isEmpty:
      guard let json = JSONValue(Array(text.utf8)), json["root"] != nil else { fallthrough }
      let text = SuperText(json["root"] ?? .null, titles: names.titles, context)
      note.body = .document(text.document)
      note.unresolved += text.unresolved
      note.reportRemote(text.files.map { names.files[$0] ?? $0 })
    case "markdown", "md", "task":
      MarkdownBody(Array(text.utf8)[...], [], context, find: elsewhere).fill(&note)
    case "rich-text", "html":
      let result = Array(text.utf8).withUnsafeBytes {
        HTMLReader.read($0, limits: context.limits, pictures: .program)
      }
      MarkdownBody(result.document, context, find: elsewhere).fill(&note)
    case "code":
      var builder = DocumentBuilder()
      builder.codeBlock(text.withLineFeeds())
      note.body = .document(builder.document)
    default: note.takePlain(text)
    }
  }
}
