public import SlipBase

/// Identifies an entity of a box together with its kind. Findings and errors use it to name what
/// they are about.
public enum EntityID: Sendable, Hashable, CustomStringConvertible {
  /// A note, by its UUID.
  case note(Note.ID)
  /// A folder, by its UUID.
  case folder(Folder.ID)
  /// A keyword, by its UUID.
  case keyword(Keyword.ID)
  /// An attachment, by the digest of its bytes.
  case attachment(Attachment.ID)
  /// A source, by its key.
  case source(Source.ID)

  /// The name of the entity's element in the manifest, such as `note`.
  public var kind: String {
    switch self {
    case .note: "note"
    case .folder: "folder"
    case .keyword: "keyword"
    case .attachment: "attachment"
    case .source: "source"
    }
  }

  /// The id as the manifest writes it: a UUID, a digest in hexadecimal, or a key.
  public var text: String {
    switch self {
    case .note(let id), .folder(let id), .keyword(let id): id.description
    case .attachment(let digest): digest.hex
    case .source(let key): key
    }
  }

  /// Kind and id, separated by a space.
  public var description: String { kind + " " + text }
}

extension EntityID {
  /// The place to report for a finding about this entity.
  public var location: SourceLocation { SourceLocation(.object(text)) }
}

/// Namespaces for the name-based UUIDs (RFC 9562, version 5) that Slipbox assigns.
///
/// They never change. An import that runs again must arrive at the same UUIDs, on any machine and
/// in any later release.
public enum IdentityNamespace {
  /// 5029eb6d-e4ae-409f-b86d-c0d7db9a34cd: for notes, whose name is the key of their source.
  public static let note = UniqueID(high: 0x5029_eb6d_e4ae_409f, low: 0xb86d_c0d7_db9a_34cd)
  /// c7ebaf44-1d28-49f1-a73e-7a63fbae453d: for folders at the top, by name. Folders below use the
  /// UUID of their parent as the namespace, so the UUID depends on the whole path.
  public static let folder = UniqueID(high: 0xc7eb_af44_1d28_49f1, low: 0xa73e_7a63_fbae_453d)
  /// 94d5f33c-b80e-42d8-886c-eacddfaaf151: for keywords, by their case-folded name.
  public static let keyword = UniqueID(high: 0x94d5_f33c_b80e_42d8, low: 0x886c_eacd_dfaa_f151)
}

extension UniqueID {
  /// The UUID of a name or, when that is taken, of the name with the first number from 2 that gives
  /// an unused one.
  ///
  /// The number follows a line end, which no name in a slip-box contains, so numbered names never
  /// clash with real ones.
  ///
  /// - Parameters:
  ///   - namespace: The namespace that the name belongs to.
  ///   - name: The name, already normalized as its kind demands.
  ///   - isUnused: Whether a UUID is free.
  ///
  /// - Throws: Only what `isUnused` throws.
  public static func unused<E: Error>(
    in namespace: UniqueID, for name: String, isUnused: (UniqueID) throws(E) -> Bool
  ) throws(E) -> UniqueID {
    var id = UniqueID(namespace: namespace, name: name)
    var number = 2
    while try !isUnused(id) {
      id = UniqueID(namespace: namespace, name: "\(name)\n\(number)")
      number += 1
    }
    return id
  }
}
