public import SlipBase

/// Which entity of a box.
public enum EntityID: Sendable, Hashable, CustomStringConvertible {
  case note(Note.ID)
  case folder(Folder.ID)
  case keyword(Keyword.ID)
  case attachment(Attachment.ID)
  case source(Source.ID)

  /// The entity's name in the manifest.
  public var kind: String {
    switch self {
    case .note: "note"
    case .folder: "folder"
    case .keyword: "keyword"
    case .attachment: "attachment"
    case .source: "source"
    }
  }

  /// The id as the manifest writes it.
  public var text: String {
    switch self {
    case .note(let id), .folder(let id), .keyword(let id): id.description
    case .attachment(let digest): digest.hex
    case .source(let key): key
    }
  }

  public var description: String { kind + " " + text }
}

extension SlipError {
  /// The message names no source: its key is the user's own text.
  static func unknown(_ entity: EntityID) -> SlipError {
    SlipError(
      .badInput, code: NotesCode.unknownEntity, "there is no such \(entity.kind)", at: entity.location)
  }

  static func duplicate(_ entity: EntityID) -> SlipError {
    SlipError(
      .badInput, code: NotesCode.duplicateID, "two entities of kind \(entity.kind) have one id",
      at: entity.location)
  }

  static func identityChanged(_ entity: EntityID) -> SlipError {
    SlipError(
      .usage, code: NotesCode.identityChanged, "the id of a \(entity.kind) can't change", at: entity.location)
  }
}

extension EntityID {
  public var location: SourceLocation { SourceLocation(.object(text)) }
}
