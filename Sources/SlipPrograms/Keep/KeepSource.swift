internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes

/// Reads notes of Google Keep: a JSON file for each, with its pictures beside it.
///
/// ```json
/// { "title": "Bees", "textContent": "…", "listContent": [ { "text": "buy", "isChecked": true } ],
///   "labels": [ { "name": "soil" } ], "attachments": [ { "filePath": "a.jpg", "mimetype": "image/jpeg" } ],
///   "isPinned": false, "isArchived": false, "isTrashed": false, "color": "RED",
///   "createdTimestampUsec": 1650259200123456, "userEditedTimestampUsec": 1650259205123456 }
/// ```
///
/// The web pages beside them say the same, and are left out. A note has no id; its file name is what stays. Other files that no
/// note names come last, as left out.
struct KeepSource: NoteSource {
  /// The files.
  private let tree: SourceTree
  /// JSON files among them.
  private let places: [Int]
  /// The next one.
  private var position = 0
  /// Other files, and the files that notes name, without folder and extension: the names of pictures may have another one.
  private var others: ArraySlice<Int>
  private var named: Set<String> = []

  /// Begins a folder or archive.
  init(_ tree: SourceTree) {
    self.tree = tree
    places = tree.files.indices.filter {
      tree.files[$0].path.suffixName == "json" && !tree.files[$0].isClutter
    }
    others =
      tree.files.indices.filter {
        !["json", "html"].contains(tree.files[$0].path.suffixName) && !tree.files[$0].isClutter
      }[...]
  }

  /// The JSON of a file; nil for one that is none, or is larger than any note.
  ///
  /// The bound is 16 MiB.
  static func json(_ tree: SourceTree, _ place: Int) -> JSONValue? {
    guard tree.files[place].length <= 16 << 20, let bytes = tree.soundBytes(at: place)?.array else {
      return nil
    }
    return JSONValue(bytes)
  }

  /// Whether JSON is a note.
  ///
  /// Three of six known members must be there.
  static func isNote(_ json: JSONValue) -> Bool {
    let known = [
      "isTrashed", "isArchived", "isPinned", "textContent", "listContent", "userEditedTimestampUsec",
    ]
    return known.count { json[$0] != nil } >= 3
  }

  /// The next note, or a JSON file that is none.
  mutating func next() throws(SlipError) -> SourceItem? {
    guard position < places.count else {
      while let place = others.popFirst() {
        let path = tree.files[place].path
        if !named.contains(String(path.lastName.stem)) { return .skipped(SourceSkip(path, .notShown)) }
      }
      return nil
    }
    let (place, tree) = (places[position], tree)
    position += 1
    let path = tree.files[place].path
    guard let json = KeepSource.json(tree, place) else { return .skipped(SourceSkip(path, .damaged)) }
    guard KeepSource.isNote(json) else { return .skipped(SourceSkip(path, .unsupported)) }
    for file in json["attachments"]?.array ?? [] {
      if let name = file["filePath"]?.string { named.insert(String(name.lastName.stem)) }
    }
    var entry = SourceEntry(id: path, place: path, length: tree.files[place].length) {
      context throws(SlipError) in
      try KeepSource.note(json, path, tree, context)
    }
    entry.isTrashed = json["isTrashed"]?.isTrue ?? false
    return .note(entry)
  }

  /// Makes a note.
  ///
  /// A list becomes a list with check boxes behind the text. A pinned note is a favourite.
  ///
  /// - Parameters:
  ///   - json: The note.
  ///   - path: The path of its file, beside which its pictures are.
  ///   - tree: The container.
  ///   - context: Bounds of the import.
  /// - Throws: `SlipError` where a picture can't be read.
  private static func note(
    _ json: JSONValue, _ path: String, _ tree: SourceTree, _ context: SourceContext
  ) throws(SlipError) -> SourceNote {
    let title = (json["title"]?.string ?? "").trimmingBlanks()
    var note = SourceNote(title: title.isEmpty ? nil : title, body: .document(Document()))
    note.created = note.date(json["createdTimestampUsec"]?.int, perSecond: 1_000_000)
    note.modified = note.date(json["userEditedTimestampUsec"]?.int, perSecond: 1_000_000)
    note.isFavorite = json["isPinned"]?.isTrue ?? false
    if note.isFavorite { note.properties.append(Property(Property.WellKnown.pinned, .boolean, "true")) }
    if json["isArchived"]?.isTrue ?? false || json["isTrashed"]?.isTrue ?? false { note.status = .archived }
    note.keywords = (json["labels"]?.array ?? []).compactMap { $0["name"]?.string }.map {
      SourceKeyword(path: [$0])
    }
    if let color = json["color"]?.string, color != "DEFAULT" {
      note.properties.append(Property("keep:color", .text, color))
    }
    if let text = json["textContent"]?.string {
      if let document = formatted(json["textContentHtml"], text, context) {
        note.body = .document(document)
      } else {
        note.takePlain(text)
      }
    }
    if let list = json["listContent"]?.array, !list.isEmpty, case .document(let text) = note.body {
      var builder = DocumentBuilder()
      builder.append(text)
      for item in list {
        builder.text(item["isChecked"]?.isTrue ?? false ? "☑ " : "☐ ")
        let text = item["text"]?.string ?? ""
        if let document = formatted(item["textHtml"], text, context) {
          builder.appendInline(document)
        } else {
          builder.text(text)
        }
        builder.end(.item(level: 0, number: nil))
      }
      note.body = .document(builder.document)
    }
    note.lacksText = json["textContent"] == nil && json["listContent"] == nil
    addLinks(json["annotations"]?.array ?? [], to: &note)
    for attachment in json["attachments"]?.array ?? [] {
      guard let name = attachment["filePath"]?.string else { continue }
      try take(name, beside: path, tree, &note)
    }
    return note
  }

  /// Adds the pages that the program shows below a text: each as a link with its title, and what it says of itself.
  private static func addLinks(_ pages: [JSONValue], to note: inout SourceNote) {
    guard case .document(let text) = note.body else { return }
    var builder = DocumentBuilder()
    builder.append(text)
    var isChanged = false
    for page in pages {
      let (url, title) = (page["url"]?.string ?? "", (page["title"]?.string ?? "").trimmingBlanks())
      let summary = (page["description"]?.string ?? "").trimmingBlanks()
      if !url.isEmpty { note.properties.append(Property("keep:link", .uri, url)) }
      let label = title.isEmpty ? url : title
      // An address that stands in the text is shown there.
      let isThere =
        title.isEmpty && summary.isEmpty
        && text.blocks.contains { block in
          block.inlines.contains { $0.runText.contains(url) }
        }
      guard !label.isEmpty, !isThere else { continue }
      if url.isEmpty { builder.text(label) } else { builder.link(url, label) }
      if !summary.isEmpty { builder.text(" – " + summary) }
      builder.end()
      isChanged = true
    }
    if isChanged {
      note.body = .document(builder.document)
      note.lacksText = false
    }
  }

  /// Formatted text, which newer exports have beside the plain one; nil where there is none, or where it says something else.
  private static func formatted(_ html: JSONValue?, _ text: String, _ context: SourceContext) -> Document? {
    guard let html = html?.string, !html.isEmpty else { return nil }
    let document = Array(html.utf8).withUnsafeBytes {
      HTMLReader.read($0, limits: context.limits, pictures: .program).document
    }
    let shown = document.blocks.flatMap(\.inlines).map(\.runText).joined()
    return ImportMerger.words(shown) == ImportMerger.words(text) ? document : nil
  }

  /// Takes a file beside a note. Its extension may differ from the one that the note names.
  ///
  /// A file that isn't there is reported as missing.
  ///
  /// - Throws: `SlipError` where the file can't be read.
  private static func take(
    _ name: String, beside path: String, _ tree: SourceTree, _ note: inout SourceNote
  ) throws(SlipError) {
    let folder = path.parentPath
    for suffix in [name.suffixName, "jpg", "jpeg", "png", "3gp", "gif"] {
      let file = name.lastName.stem + (suffix.isEmpty ? "" : "." + suffix)
      guard let found = SourcePath.join(folder, file), let place = tree.place(ofAny: found) else { continue }
      let bytes = try tree.bytes(at: place).array
      guard !bytes.isEmpty else { break }
      note.files.append(SourceFile(name: String(tree.files[place].name), bytes: bytes))
      return
    }
    note.reportMissing([name])
  }
}
