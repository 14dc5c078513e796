import SlipBase
import SlipNotes

/// A note of a box.
struct BoxNote: QueryObject {
  /// The box and the texts.
  let store: BoxView.Store
  /// The note.
  let note: Note

  /// The entity that the schema describes.
  var kind: EntityKind { .note }
  /// The UUID by which it is compared and found.
  var uniqueID: UniqueID? { note.id }

  /// The value of a stored key of a note.
  ///
  /// - Parameter key: A key of the schema; nil is the value of any other.
  /// - Throws: `SlipError` when the text of the note can't be read.
  func value(forKey key: String) throws(SlipError) -> QueryValue {
    switch key {
    case "uuid": return .uuid(note.id)
    case "title": return .string(note.title)
    case "status": return .status(note.status)
    case "favorite": return .bool(note.isFavorite)
    case "conflict": return .bool(try store.texts.hasConflict(note))
    case "brokenLinks": return .integer(Int64(try store.texts.brokenLinks(of: note)))
    case "order": return .integer(Int64(note.order))
    case "created": return .optional(note.created) { .date($0) }
    case "modified": return .optional(note.modified) { .date($0) }
    case "text": return .string(try store.texts.text(of: note))
    case "folder": return store.value(folder: note.folder)
    case "source": return .optional(note.source.flatMap(store.box.source)) { .object(BoxSource(source: $0)) }
    case "keywords":
      return .many(
        note.keywords.compactMap(store.box.keyword).map { .object(BoxKeyword(store: store, keyword: $0)) })
    case "links": return .many(note.links.compactMap(store.value(note:)))
    case "properties": return .many(note.properties.map { .object(BoxProperty(property: $0)) })
    case "backlinks": return .many(store.box.backlinks(of: note.id).compactMap(store.value(note:)))
    case "attachments":
      return .many(
        note.attachments.map { use in
          .object(BoxAttachment(store: store, use: use, attachment: store.box.attachment(use.attachment)))
        })
    default: return .null
    }
  }
}

/// A folder of a box.
struct BoxFolder: QueryObject {
  /// The box and the texts.
  let store: BoxView.Store
  /// The folder.
  let folder: Folder

  /// The entity that the schema describes.
  var kind: EntityKind { .folder }
  /// The UUID by which it is compared and found.
  var uniqueID: UniqueID? { folder.id }

  /// The value of a stored key of a folder.
  ///
  /// - Parameter key: A key of the schema; nil is the value of any other.
  /// - Throws: Nothing; the protocol allows it for texts of notes.
  func value(forKey key: String) throws(SlipError) -> QueryValue {
    switch key {
    case "uuid": return .uuid(folder.id)
    case "name": return .string(folder.name)
    case "created": return .optional(folder.created) { .date($0) }
    case "order": return .integer(Int64(folder.order))
    case "parent": return store.value(folder: folder.parent)
    case "children":
      let children = store.box.children(of: folder.id).sorted { $0.id < $1.id }
      return .many(children.map { .object(BoxFolder(store: store, folder: $0)) })
    case "notes":
      let notes = store.box.notes(in: folder.id).sorted { $0.id < $1.id }
      return .many(notes.map { .object(BoxNote(store: store, note: $0)) })
    case "properties": return .many(folder.properties.map { .object(BoxProperty(property: $0)) })
    default: return .null
    }
  }
}

/// A keyword of a box.
struct BoxKeyword: QueryObject {
  /// The box and the texts.
  let store: BoxView.Store
  /// The keyword.
  let keyword: Keyword

  /// The entity that the schema describes.
  var kind: EntityKind { .keyword }
  /// The UUID by which it is compared and found.
  var uniqueID: UniqueID? { keyword.id }

  /// The value of a stored key of a keyword.
  ///
  /// - Parameter key: A key of the schema; nil is the value of any other.
  /// - Throws: Nothing; the protocol allows it for texts of notes.
  func value(forKey key: String) throws(SlipError) -> QueryValue {
    switch key {
    case "uuid": return .uuid(keyword.id)
    case "name": return .string(keyword.name)
    case "color": return .object(BoxColor(color: keyword.color))
    case "notes": return .many(store.box.notes(with: keyword.id).compactMap(store.value(note:)))
    case "parent": return store.value(keyword: keyword.parent)
    case "children":
      let children = store.box.children(ofKeyword: keyword.id).sorted { $0.id < $1.id }
      return .many(children.map { .object(BoxKeyword(store: store, keyword: $0)) })
    default: return .null
    }
  }
}

/// The color of a keyword.
struct BoxColor: QueryObject {
  /// The color.
  let color: Keyword.Color

  /// The entity that the schema describes.
  var kind: EntityKind { .color }
  /// None: it is compared with nil only.
  var uniqueID: UniqueID? { nil }

  /// The value of a stored key of a color.
  ///
  /// - Parameter key: A key of the schema; nil is the value of any other.
  /// - Throws: Nothing; the protocol allows it for texts of notes.
  func value(forKey key: String) throws(SlipError) -> QueryValue {
    switch key {
    case "red": return .double(color.red)
    case "green": return .double(color.green)
    case "blue": return .double(color.blue)
    case "opacity": return .double(color.opacity)
    default: return .null
    }
  }
}

/// A note's use of an attachment, together with the attachment.
struct BoxAttachment: QueryObject {
  /// The box and the texts.
  let store: BoxView.Store
  /// The use, which has the name.
  let use: AttachmentReference
  /// The attachment; nil in a damaged box.
  let attachment: Attachment?

  /// The entity that the schema describes.
  var kind: EntityKind { .attachment }
  /// None: it is compared with nil only.
  var uniqueID: UniqueID? { nil }

  /// The value of a stored key of a attachment.
  ///
  /// - Parameter key: A key of the schema; nil is the value of any other.
  /// - Throws: Nothing; the protocol allows it for texts of notes.
  func value(forKey key: String) throws(SlipError) -> QueryValue {
    switch key {
    case "name": return .string(use.name)
    case "description": return .optional(use.description) { .string($0) }
    case "mediaType": return .optional(attachment) { .string($0.mediaType) }
    case "length": return .optional(attachment) { .integer(Int64($0.blob.length)) }
    case "sha256": return .string(use.attachment.hex)
    case "width": return .optional(attachment?.width) { .integer(Int64($0)) }
    case "height": return .optional(attachment?.height) { .integer(Int64($0)) }
    case "notes":
      return .many(store.box.notes(using: use.attachment).compactMap(store.value(note:)))
    default: return .null
    }
  }
}

/// A named fact of a note or folder.
struct BoxProperty: QueryObject {
  /// The property.
  let property: Property

  /// The entity that the schema describes.
  var kind: EntityKind { .property }
  /// None: it is compared with nil only.
  var uniqueID: UniqueID? { nil }

  /// The value of a stored key of a property.
  ///
  /// - Parameter key: A key of the schema; nil is the value of any other.
  /// - Throws: Nothing; the protocol allows it for texts of notes.
  func value(forKey key: String) throws(SlipError) -> QueryValue {
    switch key {
    case "name": return .string(property.name)
    case "type": return .string(property.kind.rawValue)
    case "value": return .string(property.value)
    case "number":
      return .optional(property.kind == .number ? Double(property.value) : nil) { .double($0) }
    case "date":
      return .optional(property.kind == .date ? Timestamp(rfc3339: property.value) : nil) { .date($0) }
    case "boolean": return property.kind == .boolean ? .bool(property.value == "true") : .null
    default: return .null
    }
  }
}

/// Where a note came from.
struct BoxSource: QueryObject {
  /// The source.
  let source: Source

  /// The entity that the schema describes.
  var kind: EntityKind { .source }
  /// None: it is compared with nil only.
  var uniqueID: UniqueID? { nil }

  /// The value of a stored key of a source.
  ///
  /// - Parameter key: A key of the schema; nil is the value of any other.
  /// - Throws: Nothing; the protocol allows it for texts of notes.
  func value(forKey key: String) throws(SlipError) -> QueryValue {
    switch key {
    case "key": return .string(source.id)
    case "path": return .string(source.path)
    case "format": return .string(source.format)
    case "length": return .integer(Int64(source.original.length))
    case "modified": return .optional(source.modified) { .date($0) }
    default: return .null
    }
  }
}
