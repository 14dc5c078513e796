internal import SlipboxKit
public import SlipBase
internal import SlipDocument
public import SlipNotes

extension BoxJSON {
  /// A folder: `{"id": …, "name": …, "parent": …}`.
  public struct FolderObject: BoxJSONObject {
    /// The folder.
    public var folder: SlipNotes.Folder
    /// Wraps a folder.
    public init(_ folder: SlipNotes.Folder) { self.folder = folder }

    /// Reads an object.
    public init(_ json: Value) throws(SlipError) {
      let fields = try json.fields()
      guard let id = try fields.uuid("id") else { throw fields.fault("id", "is missing") }
      folder = SlipNotes.Folder(id: id, name: try fields.required("name"))
      folder.parent = try fields.uuid("parent")
      folder.order = try fields.int("order") ?? 0
      folder.created = try fields.date("created")
      folder.properties = try properties(fields)
      folder.foreign = try fields.strings("foreign")
    }

    /// The object.
    public var json: Value {
      Value(
        .object([
          ("id", .string(folder.id.description)), ("name", .string(folder.name)),
          ("parent", folder.parent.map { .string($0.description) }),
          ("order", folder.order == 0 ? nil : .number(folder.order)),
          ("created", BoxJSON.json(folder.created)), ("properties", BoxJSON.json(folder.properties)),
          ("foreign", BoxJSON.json(folder.foreign)),
        ]))
    }
  }

  /// A keyword: `{"id": …, "name": …, "color": [1, 0.8, 0]}`.
  public struct KeywordObject: BoxJSONObject {
    /// The keyword.
    public var keyword: SlipNotes.Keyword
    /// Wraps a keyword.
    public init(_ keyword: SlipNotes.Keyword) { self.keyword = keyword }

    /// Reads an object. Without a color the keyword gets the one that its name gives.
    public init(_ json: Value) throws(SlipError) {
      let fields = try json.fields()
      guard let id = try fields.uuid("id") else { throw fields.fault("id", "is missing") }
      let name = try fields.required("name")
      keyword = SlipNotes.Keyword(
        id: id, name: name, color: try BoxJSON.color(fields) ?? SlipNotes.Keyword.Color(forName: name))
      keyword.parent = try fields.uuid("parent")
      keyword.foreign = try fields.strings("foreign")
    }

    /// The object.
    public var json: Value {
      Value(
        .object([
          ("id", .string(keyword.id.description)), ("name", .string(keyword.name)),
          ("color", BoxJSON.json(keyword.color)),
          ("parent", keyword.parent.map { .string($0.description) }),
          ("foreign", BoxJSON.json(keyword.foreign)),
        ]))
    }
  }

  /// A color as a list of three or four numbers from 0 to 1.
  static func color(_ fields: JSONFields) throws(SlipError) -> SlipNotes.Keyword.Color? {
    guard let list = try fields.array("color") else { return nil }
    let numbers = list.compactMap(\.number)
    guard numbers.count == list.count, (3...4).contains(list.count), numbers.allSatisfy((0...1).contains)
    else { throw fields.fault("color", "must be three or four numbers from 0 to 1") }
    return SlipNotes.Keyword.Color(
      red: numbers[0], green: numbers[1], blue: numbers[2], opacity: numbers.count == 4 ? numbers[3] : 1)
  }

  /// A color as a list; opacity 1 is left out.
  static func json(_ color: SlipNotes.Keyword.Color) -> JSONValue {
    let numbers = [color.red, color.green, color.blue] + (color.opacity == 1 ? [] : [color.opacity])
    return .array(numbers.map { .double($0) })
  }

  /// An attachment, with its bytes or where they are.
  public struct AttachmentObject: BoxJSONObject {
    /// The attachment.
    public var attachment: SlipNotes.Attachment
    /// Its bytes.
    public var content: Content
    /// The bytes of its thumbnail.
    public var thumbnail: Content

    /// Describes an attachment.
    public init(_ attachment: SlipNotes.Attachment, content: Content, thumbnail: Content) {
      (self.attachment, self.content, self.thumbnail) = (attachment, content, thumbnail)
    }

    /// Reads an object. Where the content is there, type and extension follow from it, whatever the object says.
    public init(_ json: Value) throws(SlipError) {
      let fields = try json.fields()
      content = try Content(fields)
      var fact: FileFact?
      if case .inline(let bytes) = content { fact = FileFact(of: bytes) }
      if let digest = try fields.digest("sha256"), let length = try fields.int("length") ?? fact?.length {
        if let fact, fact != FileFact(digest: digest, length: length) {
          throw fields.fault("data", "has another digest or length than `sha256` and `length` say")
        }
        fact = FileFact(digest: digest, length: length)
      }
      guard let fact else { throw fields.fault("sha256", "and `length` must be there, or `data`") }
      var sniffed: MediaType?
      if case .inline(let bytes) = content { sniffed = bytes.withUnsafeBytes { MediaType.sniff($0) } }
      let (type, suffix) = (try fields.string("type"), try fields.string("extension"))
      attachment = SlipNotes.Attachment(
        blob: fact, mediaType: sniffed?.name ?? type ?? MediaType.binary.name,
        fileExtension: sniffed?.fileExtension ?? suffix ?? MediaType.binary.fileExtension)
      guard PayloadPath.isExtension(attachment.fileExtension) else {
        throw fields.fault("extension", "must be an extension of a file name")
      }
      attachment.width = try fields.int("width")
      attachment.height = try fields.int("height")
      attachment.foreign = try fields.strings("foreign")
      thumbnail = .absent
      if let small = try fields.object("thumbnail") {
        thumbnail = try Content(small)
        guard let digest = try small.digest("sha256"), let length = try small.int("length") else {
          throw small.fault("sha256", "and `length` must be there")
        }
        let suffix = try small.required("extension")
        guard ["png", "jpg"].contains(suffix) else { throw small.fault("extension", "must be png or jpg") }
        attachment.thumbnail = SlipNotes.Attachment.Thumbnail(
          file: FileFact(digest: digest, length: length), fileExtension: suffix)
      }
    }

    /// The object.
    public var json: Value {
      let small = attachment.thumbnail.map { made in
        JSONValue.object(
          [
            ("sha256", .string(made.file.digest.hex)), ("length", .number(made.file.length)),
            ("extension", .string(made.fileExtension)),
          ] + thumbnail.members())
      }
      return Value(
        .object(
          [
            ("sha256", .string(attachment.id.hex)), ("length", .number(attachment.blob.length)),
            ("type", .string(attachment.mediaType)), ("extension", .string(attachment.fileExtension)),
            ("width", .count(attachment.width)), ("height", .count(attachment.height)),
            ("thumbnail", small), ("foreign", BoxJSON.json(attachment.foreign)),
          ] + content.members()))
    }
  }

  /// What the box is synchronized with.
  public struct OriginObject: BoxJSONObject {
    /// The origin.
    public var origin: Origin
    /// Wraps an origin.
    public init(_ origin: Origin) { self.origin = origin }

    /// Reads an object.
    public init(_ json: Value) throws(SlipError) {
      let fields = try json.fields()
      origin = Origin(name: try fields.required("name"), token: try fields.string("token") ?? "")
      origin.url = try fields.string("url")
      origin.kind = try fields.string("kind")
      for row in try fields.objects("tombstones") {
        origin.tombstones.append(
          Tombstone(
            key: try row.required("key"), item: try row.string("item"), date: try row.date("date")))
      }
      origin.foreign = try fields.strings("foreign")
    }

    /// The object.
    public var json: Value {
      let tombstones = origin.tombstones.map {
        JSONValue.object([
          ("key", .string($0.key)), ("item", .text($0.item)), ("date", BoxJSON.json($0.date)),
        ])
      }
      return Value(
        .object([
          ("name", .string(origin.name)), ("token", .string(origin.token)), ("url", .text(origin.url)),
          ("kind", .text(origin.kind)), ("tombstones", tombstones.isEmpty ? nil : .array(tombstones)),
          ("foreign", BoxJSON.json(origin.foreign)),
        ]))
    }
  }
}
