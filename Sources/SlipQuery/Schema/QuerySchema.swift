/// One key of an entity.
public struct KeyRow: Sendable, Hashable {
  /// Where the value comes from.
  public enum Origin: Sendable, Hashable {
    /// The object gives it.
    case stored
    /// Text folded as `[cd]` does it, of another key.
    case folded(String)
    /// The calendar day, in the query's zone, of another key.
    case day(String)
    /// The number of words of another key's text: runs of scalars that are not blank.
    case words(String)
    /// The number of open tasks in the text, or of done ones: see `TextTask`.
    case tasks(isDone: Bool)
    /// The first of the note's properties that has one of these names.
    case property([String])
    /// The calendar day, in the query's zone, of such a property that is a date.
    case propertyDay([String])
    /// Names from the top joined by `/`.
    case path
    /// The same of a folder, as `FolderPath` writes it.
    case folderPath
    /// The number of ancestors.
    case depth
    /// The parent, its parent and so on.
    case ancestors
    /// The children, their children and so on, by UUID.
    case descendants
  }

  /// The key.
  public let key: String
  /// Its type.
  public let type: ValueType
  /// Where its value comes from.
  public let origin: Origin
  /// Whether an index has the value, too; otherwise a query with this key needs the box.
  public let isIndexed: Bool

  /// Whether the value comes from a note's text or body, which has to be read from a file.
  var needsText: Bool {
    switch origin {
    case .stored: key == "text" || key == "conflict" || key == "brokenLinks"
    case .words, .tasks: true
    default: false
    }
  }

  /// Creates a row; its value is stored unless another origin is given.
  init(_ key: String, _ type: ValueType, _ origin: Origin = .stored, isIndexed: Bool = true) {
    (self.key, self.type, self.origin, self.isIndexed) = (key, type, origin, isIndexed)
  }
}

/// The keys of each entity.
///
/// | entity | single values | to-many, and their order |
/// | --- | --- | --- |
/// | note | see below | `keywords links attachments properties` as stored, `backlinks` by UUID |
/// | folder | `uuid name path depth created order parent` | `children descendants notes ancestors properties` |
/// | keyword | `uuid name color path depth parent` | `notes` by UUID, `children descendants ancestors` |
/// | property | `name type value number date boolean` | – |
/// | attachment | `name mediaType length sha256 width height description` | `notes` by UUID |
/// | color | `red green blue opacity` | – |
/// | source | `key path format length modified` | – |
///
/// A note has the single values `uuid title foldedTitle status favorite conflict order created
/// modified day modifiedDay text wordCount openTasks doneTasks brokenLinks folder source`. The ancestors of a folder start with the
/// nearest, its other to-many are by UUID. Dates, days, `folder`, `parent`, `source`, `width`,
/// `height` and `description` may be nil. A key of nil is nil, and a to-many of nil is empty.
/// `text` is the note's mirror, and `conflict` whether its body has open tracked changes of a merge.
/// `brokenLinks` is how many links of its text lead to no note. A day is that of the query's time zone, and depth 0 is the top.
public enum QuerySchema {
  /// The keys of an entity, in the order in which help lists them.
  public static func rows(of kind: EntityKind) -> [KeyRow] {
    switch kind {
    case .note: note
    case .folder: folder
    case .keyword: keyword
    case .attachment: attachment
    case .color: ["red", "green", "blue", "opacity"].map { KeyRow($0, .number) }
    case .source: source
    case .property: property
    }
  }

  /// The row of a key; nil for an unknown one.
  public static func row(_ key: String, of kind: EntityKind) -> KeyRow? {
    rows(of: kind).first { $0.key == key }
  }

  /// What other programs call keys of notes, folders and keywords, for hints.
  static let otherNames = [
    "creationDate": "created", "createdAt": "created", "dateCreated": "created", "created_at": "created",
    "modificationDate": "modified", "modifiedAt": "modified", "updatedAt": "modified",
    "dateModified": "modified",
    "lastModified": "modified", "updated": "modified", "bodyText": "text", "body": "text", "content": "text",
    "plainText": "text", "isFavorite": "favorite", "isFavourite": "favorite", "favourite": "favorite",
    "starred": "favorite", "isPinned": "favorite", "pinned": "favorite", "id": "uuid", "identifier": "uuid",
    "tags": "keywords", "tag": "keywords", "files": "attachments", "images": "attachments",
    "notebook": "folder", "incomingLinks": "backlinks", "outgoingLinks": "links", "words": "wordCount",
    "sortOrder": "order", "orderIndex": "order",
  ]

  /// Keys of notes.
  private static let note: [KeyRow] = [
    KeyRow("uuid", .uuid), KeyRow("title", .string), KeyRow("foldedTitle", .string, .folded("title")),
    KeyRow("status", .status), KeyRow("favorite", .bool), KeyRow("conflict", .bool), KeyRow("order", .number),
    KeyRow("created", .date),
    KeyRow("modified", .date), KeyRow("day", .day, .day("created")),
    KeyRow("modifiedDay", .day, .day("modified")), KeyRow("text", .string),
    KeyRow("wordCount", .number, .words("text")), KeyRow("openTasks", .number, .tasks(isDone: false)),
    KeyRow("doneTasks", .number, .tasks(isDone: true)), KeyRow("folder", .object(.folder)),
    KeyRow("source", .object(.source)), KeyRow("keywords", .toMany(.object(.keyword))),
    KeyRow("links", .toMany(.object(.note))), KeyRow("attachments", .toMany(.object(.attachment))),
    KeyRow("backlinks", .toMany(.object(.note))),
    KeyRow("properties", .toMany(.object(.property)), isIndexed: false),
    KeyRow("brokenLinks", .number, isIndexed: false),
  ]

  /// Keys of folders.
  private static let folder: [KeyRow] = [
    KeyRow("uuid", .uuid), KeyRow("name", .string), KeyRow("path", .string, .folderPath),
    KeyRow("depth", .number, .depth), KeyRow("created", .date), KeyRow("order", .number),
    KeyRow("parent", .object(.folder)), KeyRow("children", .toMany(.object(.folder))),
    KeyRow("descendants", .toMany(.object(.folder)), .descendants),
    KeyRow("ancestors", .toMany(.object(.folder)), .ancestors), KeyRow("notes", .toMany(.object(.note))),
    KeyRow("properties", .toMany(.object(.property)), isIndexed: false),
  ]

  /// Keys of keywords.
  private static let keyword: [KeyRow] = [
    KeyRow("uuid", .uuid), KeyRow("name", .string), KeyRow("color", .object(.color)),
    KeyRow("notes", .toMany(.object(.note))), KeyRow("path", .string, .path),
    KeyRow("depth", .number, .depth), KeyRow("parent", .object(.keyword)),
    KeyRow("children", .toMany(.object(.keyword))),
    KeyRow("descendants", .toMany(.object(.keyword)), .descendants),
    KeyRow("ancestors", .toMany(.object(.keyword)), .ancestors),
  ]

  /// Keys of properties. Number, date and truth value are nil for values of another type.
  private static let property: [KeyRow] = [
    KeyRow("name", .string), KeyRow("type", .string), KeyRow("value", .string), KeyRow("number", .number),
    KeyRow("date", .date), KeyRow("boolean", .bool),
  ]

  /// Keys of attachments. Width and height are in pixels, the length is in bytes.
  private static let attachment: [KeyRow] = [
    KeyRow("name", .string), KeyRow("mediaType", .string), KeyRow("length", .number),
    KeyRow("sha256", .string),
    KeyRow("width", .number), KeyRow("height", .number), KeyRow("description", .string),
    KeyRow("notes", .toMany(.object(.note)), isIndexed: false),
  ]

  /// Keys of sources. The length is that of the imported file, in bytes.
  private static let source: [KeyRow] = [
    KeyRow("key", .string), KeyRow("path", .string), KeyRow("format", .string), KeyRow("length", .number),
    KeyRow("modified", .date),
  ]
}
