internal import SlipboxKit
public import SlipBase
public import SlipNotes

extension BoxJSON {
  /// A note with its text.
  public struct NoteObject: BoxJSONObject {
    /// The facts. Length and digest of body and mirror are those of the texts below, where these are RTF and its
    /// mirror; otherwise they stand for nothing.
    public var note: SlipNotes.Note
    /// The text.
    public var body: [UInt8]
    /// The name of the text's format: `rtf`, `markdown`, `html` or `text`.
    public var format: String
    /// The plain text of an RTF body; nil: it is made from the body.
    public var mirror: [UInt8]?

    /// Describes a note.
    public init(_ note: SlipNotes.Note, body: [UInt8], format: String = "rtf", mirror: [UInt8]? = nil) {
      (self.note, self.body, self.format, self.mirror) = (note, body, format, mirror)
    }

    /// The formats that a text may have.
    public static let formats = ["rtf", "markdown", "html", "text"]

    /// Reads an object.
    public init(_ json: Value) throws(SlipError) {
      let fields = try json.fields()
      guard let id = try fields.uuid("id") else { throw fields.fault("id", "is missing") }
      (body, format) = try BoxJSON.body(of: fields)
      mirror = format == "rtf" ? try BoxJSON.text("text", of: fields) : nil
      note = SlipNotes.Note(
        id: id, title: try fields.required("title"), body: FileFact(of: body),
        mirror: FileFact(of: mirror ?? []))
      try note.readFacts(fields)
      note.folder = try fields.uuid("folder")
      note.keywords = try fields.uuids("keywords")
      note.links = try fields.uuids("links")
      note.manualLinks = Set(try fields.uuids("manual_links"))
      note.source = try fields.string("source")
      note.sourceItem = try fields.string("source_item")
      note.imported = try fields.digest("imported")
      note.attachments = try BoxJSON.references(fields)
      note.foreign = try fields.strings("foreign")
    }

    /// The object.
    public var json: Value {
      let references = note.attachments.map { reference in
        JSONValue.object([
          ("sha256", .string(reference.attachment.hex)), ("name", .string(reference.name)),
          ("description", .text(reference.description)),
          ("properties", BoxJSON.json(reference.properties)),
        ])
      }
      let manual = note.links.filter { note.manualLinks.contains($0) }
      return Value(
        .object([
          ("id", .string(note.id.description)), ("title", .string(note.title)),
          ("status", note.status == .draft ? nil : .string(note.status.rawValue)),
          ("favorite", note.isFavorite ? .bool(true) : nil),
          ("order", note.order == 0 ? nil : .number(note.order)),
          ("created", BoxJSON.json(note.created)), ("modified", BoxJSON.json(note.modified)),
          ("zone_unknown", note.zoneIsUnknown ? .bool(true) : nil),
          ("folder", note.folder.map { .string($0.description) }),
          ("keywords", BoxJSON.json(note.keywords)), ("links", BoxJSON.json(note.links)),
          ("manual_links", BoxJSON.json(manual)),
          ("attachments", references.isEmpty ? nil : .array(references)),
          ("source", .text(note.source)), ("source_item", .text(note.sourceItem)),
          ("imported", note.imported.map { .string($0.hex) }),
          ("properties", BoxJSON.json(note.properties)), ("foreign", BoxJSON.json(note.foreign)),
          ("format", format == "rtf" ? nil : .string(format)), BoxJSON.text("body", body),
          mirror.map { BoxJSON.text("text", $0) } ?? ("text", nil),
        ]))
    }
  }

  /// The format of a note's text.
  static func format(of fields: JSONFields) throws(SlipError) -> String {
    let name = try fields.string("format") ?? "rtf"
    guard NoteObject.formats.contains(name) else {
      throw fields.fault("format", "must be rtf, markdown, html or text")
    }
    return name
  }

  /// The text of a note and its format: the body, or the plain text where there is no body.
  static func body(of fields: JSONFields) throws(SlipError) -> (text: [UInt8], format: String) {
    if let body = try text("body", of: fields) { return (body, try format(of: fields)) }
    if let plain = try text("text", of: fields) { return (plain, "text") }
    return ([], try format(of: fields))
  }

  /// A note's references to attachments.
  static func references(_ fields: JSONFields) throws(SlipError) -> [AttachmentReference] {
    var found: [AttachmentReference] = []
    for row in try fields.objects("attachments") {
      guard let digest = try row.digest("sha256") else { throw row.fault("sha256", "is missing") }
      var reference = AttachmentReference(
        attachment: digest, name: try row.required("name"), description: try row.string("description"))
      reference.properties = try properties(row)
      found.append(reference)
    }
    return found
  }
}

extension Note {
  /// Takes what depends on no other entity from a JSON object: status, favorite, order, dates and properties.
  mutating func readFacts(_ fields: JSONFields) throws(SlipError) {
    status = try fields.parsed("status", "draft, review or archived") { Status(rawValue: $0) } ?? .draft
    isFavorite = try fields.bool("favorite") ?? false
    order = try fields.int("order") ?? 0
    created = try fields.date("created")
    modified = try fields.date("modified")
    zoneIsUnknown = try fields.bool("zone_unknown") ?? false
    properties = try BoxJSON.properties(fields)
  }
}
