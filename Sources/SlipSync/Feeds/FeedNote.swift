internal import SlipboxKit
internal import SlipBase
internal import SlipBundle
internal import SlipExchange
internal import SlipHTTP
internal import SlipNotes

/// A note as a feed describes it, before its relationships are looked up.
struct FeedNote: Sendable {
  /// Whether the object has a title.
  let hasTitle: Bool
  /// Status, favorite, order, dates, properties and foreign elements; title, body and mirror.
  var facts: Note
  /// The feed's id of the folder; nil at the top.
  var folder: String?
  /// The feed's ids of keywords, or their names.
  var keywords: [String]
  /// The feed's ids of linked notes; nil where the text says what the note links to.
  var links: [String]?
  /// The feed's ids of those of `links` that aren't in the text.
  var manualLinks: Set<String>
  /// The files that the object names.
  var references: [AttachmentReference]
  /// Whether the object gives the note's place among others.
  var hasOrder: Bool

  /// Folders, keywords and attachments that came within the object.
  struct Nested: Sendable {
    /// Their sections, ids and objects.
    var objects: [(BoxJSON.Section, String, JSONValue)] = []
  }

  /// Reads an object, but not its text.
  ///
  /// - Parameter object: The object; nested objects have been replaced by their ids.
  /// - Throws: `SlipError` with the path of a value that is wrong.
  init(_ object: JSONValue) throws(SlipError) {
    let fields = try JSONFields(object)
    hasTitle = fields["title"] != nil
    facts = Note(
      id: UniqueID(high: 0, low: 0), title: try fields.string("title") ?? "", body: FileFact(of: []),
      mirror: FileFact(of: []))
    try facts.readFacts(fields)
    facts.foreign = try fields.strings("foreign")
    folder = try fields.id("folder")
    keywords = try fields.ids("keywords")
    links = fields["links"] == nil ? nil : try fields.ids("links")
    manualLinks = Set(try fields.ids("manual_links"))
    references = try BoxJSON.references(fields)
    hasOrder = fields["order"] != nil
  }

  /// Reads the text of the object, which takes the most time.
  ///
  /// - Returns: The text. The note keeps its facts only: all texts of a feed are too much for memory.
  /// - Throws: `SlipError` with the path of a value that is wrong.
  mutating func readText(of object: JSONValue, _ limits: Limits) throws(SlipError) -> NoteBody {
    let fields = try JSONFields(object)
    let (text, format) = try BoxJSON.body(of: fields)
    let read = try FeedBody.read(
      text, format: format, title: facts.title, Set(references.map(\.attachment)), limits)
    (facts.body, facts.mirror) = (read.imported.body.fact, read.imported.mirror.fact)
    if facts.title.isEmpty { facts.title = read.imported.title }
    let shown = read.references(before: [], in: FeedNote.box(of: read))
    for reference in shown where !references.contains(where: { $0.attachment == reference.attachment }) {
      references.append(reference)
    }
    return read
  }

  /// A box that has the pictures that a text brought with it.
  private static func box(of body: NoteBody) -> SlipBox {
    var box = SlipBox()
    for picture in body.imported.attachments where picture.isShown {
      if box.attachment(picture.payload.fact.digest) == nil { try? box.insert(Attachment(picture)) }
    }
    return box
  }

  /// Takes nested objects out of an object: `"folder": {"id": 7, "name": "A"}` becomes `"folder": 7`.
  static func unnested(_ object: JSONValue) -> (JSONValue, Nested) {
    guard case .object(var members) = object else { return (object, Nested()) }
    var nested = Nested()
    func id(_ value: JSONValue, _ section: BoxJSON.Section) -> JSONValue {
      guard case .object(let inner) = value, let id = inner["id"], let text = id.text else { return value }
      let names = Dictionary(inner.map { (SyncMapping.snake($0.key), $0.value) }) { first, _ in first }
      if inner.count > 1 { nested.objects.append((section, text, .object(names))) }
      return id
    }
    if let folder = members["folder"] { members["folder"] = id(folder, .folders) }
    for (key, section) in [("keywords", BoxJSON.Section.keywords), ("links", .notes)] {
      if case .array(let values) = members[key] { members[key] = .array(values.map { id($0, section) }) }
    }
    return (.object(members), nested)
  }

  /// The key of the source that retains an object.
  static func key(_ id: String, origin: String) -> ImportKey {
    ImportKey(sourceName: origin, path: "notes/\(FeedNote.fileName(id)).json")
  }

  /// An id as a file name.
  private static func fileName(_ id: String) -> String { HTTPAddress.escaped(id) }
}
