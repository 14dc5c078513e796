internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFiles
internal import SlipNotes

/// Reads an export of Day One: a JSON file for each journal, and the media of all in folders.
///
/// ```json
/// { "metadata": { "version": "1.0" }, "entries": [ { "uuid": "5CAD…", "creationDate": "2022-09-03T22:05:06Z",
///   "text": "# Title\n\nText ![](dayone-moment://AB12…)", "tags": ["soil"], "starred": true,
///   "photos": [ { "identifier": "AB12…", "md5": "9f86…", "type": "jpeg" } ], "location": { "placeName": "Bremen" } } ] }
/// ```
///
/// A journal is a folder. Media are named by their MD5; what the text doesn't show comes behind it.
struct DayOneSource: NoteSource {
  /// The files.
  private let tree: SourceTree
  /// The entries with their journals.
  private let entries: [(json: JSONValue, journal: String)]
  /// What is left out: journals that are no JSON, and media that no entry lists.
  private var left: ArraySlice<SourceSkip>
  /// The next one.
  private var position = 0

  /// The places of journals: JSON files at the top, or in the one folder of an archive.
  static func journals(_ tree: SourceTree) -> [Int] {
    let top = tree.top
    return tree.files.indices.filter { place in
      let path = tree.files[place].path
      return path.suffixName == "json" && path.parentPath == top && !tree.files[place].isClutter
    }
  }

  /// Whether a file begins as a journal does and isn't JSON as a whole, as one that was cut off.
  static func isCutJournal(_ tree: SourceTree, _ place: Int) -> Bool {
    guard let bytes = tree.soundBytes(at: place) else { return false }
    return SourceJSON.begins(bytes, "{", ["\"metadata\"", "\"entries\""]) && JSONValue(bytes.array) == nil
  }

  /// The entries of a journal; nil for other JSON.
  ///
  /// An entry without `uuid` or `creationDate` is left out.
  static func entries(_ tree: SourceTree, _ place: Int) -> [JSONValue]? {
    guard let bytes = tree.soundBytes(at: place)?.array, let json = JSONValue(bytes), json["metadata"] != nil
    else {
      return nil
    }
    return json["entries"]?.array.filter { $0["uuid"] != nil && $0["creationDate"] != nil }
  }

  /// Reads all journals.
  init(_ tree: SourceTree) {
    self.tree = tree
    let journals = DayOneSource.journals(tree)
    entries = journals.flatMap { place in
      let name = String(tree.files[place].name.stem)
      return (DayOneSource.entries(tree, place) ?? []).map { ($0, name) }
    }
    let damaged = journals.filter { JSONValue(tree.soundBytes(at: $0)?.array ?? []) == nil }
    let listed = Set(
      entries.flatMap { Media.hashes($0.json) } + journals.map { String(tree.files[$0].name.stem) })
    let others = tree.files.filter { !$0.isClutter && !listed.contains(String($0.name.stem)) }
    left =
      (damaged.map { SourceSkip(tree.files[$0].path, .damaged) }
      + others.map { SourceSkip($0.path, .notShown) })[...]
  }

  /// What is left out comes first, then the entries.
  mutating func next() throws(SlipError) -> SourceItem? {
    if let skip = left.popFirst() { return .skipped(skip) }
    guard position < entries.count else { return nil }
    let ((json, journal), tree) = (entries[position], tree)
    position += 1
    let id = json["uuid"]?.string ?? ""
    return .note(
      SourceEntry(id: id, place: id, length: json["text"]?.string?.utf8.count ?? 0) { context in
        DayOneSource.note(json, journal, tree, context)
      })
  }

  /// Makes a note.
  ///
  /// - Parameters:
  ///   - json: The entry.
  ///   - journal: The name of its journal, which becomes a folder.
  ///   - tree: The container, for the media.
  ///   - context: Finds the entries that links lead to.
  private static func note(
    _ json: JSONValue, _ journal: String, _ tree: SourceTree, _ context: SourceContext
  ) -> SourceNote {
    let text = Array((json["text"]?.string ?? "").utf8)
    let media = Media(json, tree)
    let rich = text.isEmpty ? DayOneText(json["richText"]?.string ?? "") { media.take($0) } : nil
    let title = TextBundleSource.title(text, isBear: true).map { TextBundleSource.plain($0, []) }
    var note = SourceNote(title: title ?? rich?.title, fallbackTitle: day(json), body: .document(Document()))
    note.folder = [SourceFolder(journal)]
    note.created = note.date(json["creationDate"]?.string, context)
    note.modified = note.date(json["modifiedDate"]?.string, context)
    note.keywords = (json["tags"]?.array ?? []).compactMap(\.string).map { SourceKeyword(path: [$0]) }
    note.isFavorite = ["starred", "isPinned", "pinned"].contains { json[$0]?.isTrue ?? false }
    note.properties = properties(json)
    let find: MarkdownBody.Finder = { target, _ in
      if target.lowercased().hasPrefix("dayone"), let entry = AppAddress.value("entryid", in: target) {
        return context.note(entry.uppercased()).map { .note($0) } ?? .missing(candidates: [])
      }
      guard target.hasPrefix(moment) else { return .elsewhere }
      return media.take(String(target.lastName)).map { .file(name: $0.name, bytes: $0.bytes) }
        ?? .missing(candidates: [])
    }
    let body =
      rich.map { MarkdownBody($0.document, context, find: find) }
      ?? MarkdownBody(text[...], [], context, find: find)
    body.fill(&note)
    note.lacksText = json["text"] == nil && json["richText"] == nil
    note.files += media.rest()
    note.reportMissing((rich?.missing ?? []) + media.missing)
    return note
  }

  /// What the addresses of media begin with.
  private static let moment = "dayone-moment:"

  /// The day of an entry as its writer saw it, such as `2022-09-03`; empty where its date can't be read.
  private static func day(_ json: JSONValue) -> String {
    guard let time = json["creationDate"]?.string.flatMap({ SourceDate($0) })?.time else { return "" }
    let zone = json["timeZone"]?.string.flatMap { TimeZoneRules($0) } ?? .utc
    return String(zone.rfc3339(time).prefix(10))
  }

  /// Facts that a slip-box has no field for.
  ///
  /// The place is made of its name, town and country, as far as they are known.
  private static func properties(_ json: JSONValue) -> [Property] {
    var properties: [Property] = []
    if let zone = json["timeZone"]?.string { properties.append(Property("dayone:timeZone", .text, zone)) }
    let location = json["location"]
    let parts = ["placeName", "localityName", "country"].compactMap { location?[$0]?.string }.filter {
      !$0.isEmpty
    }
    if !parts.isEmpty {
      properties.append(Property(Property.WellKnown.place, .text, parts.joined(separator: ", ")))
    }
    for name in [Property.WellKnown.latitude, Property.WellKnown.longitude] {
      if let value = location?[name]?.number { properties.append(Property(name, .number, "\(value)")) }
    }
    if let weather = json["weather"]?["conditionsDescription"]?.string {
      properties.append(Property("dayone:weather", .text, weather))
    }
    if let activity = json["userActivity"]?["activityName"]?.string {
      properties.append(Property("dayone:activity", .text, activity))
    }
    return properties
  }
}

/// The media of an entry of Day One.
private final class Media {
  /// A file that the entry lists.
  private struct Item {
    /// What the text calls it.
    var identifier: String
    /// Its place among the container's files; nil where it is missing.
    var place: Int?
    /// Its name for people.
    var name: String
    /// Its place in the entry.
    var order: Int64
  }

  /// The files of the container.
  private let tree: SourceTree
  /// What the entry lists.
  private var items: [Item] = []
  /// Identifiers that the text shows.
  private var shown: Set<String> = []
  /// Identifiers of files that aren't there, and that no text shows.
  private(set) var missing: [String] = []

  /// The lists of media in an entry, and their folders.
  private static let lists = [
    ("photos", "photos"), ("videos", "videos"), ("audios", "audios"), ("pdfAttachments", "pdfs"),
  ]

  /// The names that the media of an entry have in the export, without extensions.
  static func hashes(_ json: JSONValue) -> [String] {
    lists.flatMap { list, _ in (json[list]?.array ?? []).compactMap { $0["md5"]?.string } }
  }

  /// Lists the media of an entry.
  ///
  /// Photos, videos, recordings and PDFs are listed. Each is searched for in its folder by MD5.
  init(_ json: JSONValue, _ tree: SourceTree) {
    self.tree = tree
    for (list, folder) in Media.lists {
      for item in json[list]?.array ?? [] {
        let hash = item["md5"]?.string ?? ""
        let name = ["filename", "title", "pdfName"].compactMap { item[$0]?.string }.first { !$0.isEmpty }
        let place =
          hash.isEmpty
          ? nil : tree.files.firstIndex { $0.path.contains(folder + "/") && $0.name.stem == hash }
        items.append(
          Item(
            identifier: item["identifier"]?.string ?? "", place: place,
            name: name ?? place.map { String(tree.files[$0].name) } ?? "",
            order: item["orderInEntry"]?.int ?? 0))
      }
    }
  }

  /// The file with an identifier; it counts as shown.
  ///
  /// - Parameter identifier: What the text calls it.
  /// - Returns: Its name and content; nil for an unknown, missing or empty file.
  func take(_ identifier: String) -> (name: String, bytes: [UInt8])? {
    shown.insert(identifier)
    guard let item = items.first(where: { $0.identifier == identifier }), let place = item.place,
      let bytes = tree.shownBytes(at: place), !bytes.isEmpty
    else { return nil }
    return (item.name, bytes)
  }

  /// The files that the text didn't show, in their order.
  ///
  /// Those that aren't there are noted in `missing`.
  func rest() -> [SourceFile] {
    items.filter { !shown.contains($0.identifier) }.sorted { $0.order < $1.order }.compactMap { item in
      if let file = take(item.identifier) { return SourceFile(name: file.name, bytes: file.bytes) }
      missing.append(item.identifier)
      return nil
    }
  }
}
