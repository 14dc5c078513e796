public import SlipBase
public import SlipNotes

/// A part of a manifest: a document with some of the attachments, sources and notes of a large box, as the
/// manifest lists it.
///
/// ```
/// manifest.xml          history, origins, folders, keywords, and a line for each part
/// manifest/00.xml       what ends in these two digits: notes by UUID, attachments by digest,
/// …                     sources by the SHA-256 of their key
/// manifest/ff.xml
/// ```
///
/// So a change of one note writes one part of 256. Whether a box has parts follows from the number of its
/// entities alone. A part without entities doesn't exist.
public struct ManifestPart: Sendable, Hashable {
  /// The last byte of what is in it.
  public let key: UInt8
  /// Length and digest of the document.
  public var fact: FileFact
  /// How many attachments it has.
  public var attachments: Int
  /// How many sources it has.
  public var sources: Int
  /// How many notes it has.
  public var notes: Int

  /// Describes a part.
  public init(_ key: UInt8, fact: FileFact, attachments: Int, sources: Int, notes: Int) {
    (self.key, self.fact) = (key, fact)
    (self.attachments, self.sources, self.notes) = (attachments, sources, notes)
  }

  /// How many attachments, sources and notes a box without parts has at most.
  public static let mostWithout = 1_024

  /// The path of the document, relative to the bundle.
  public var path: String { ManifestPart.path(key) }
  /// The id, as the manifest has it.
  var id: String { ManifestPart.digits(key) }

  /// The path of the part with this key.
  public static func path(_ key: UInt8) -> String { "\(folder)/\(digits(key)).xml" }

  /// The folder of parts.
  public static let folder = "manifest"

  /// The key of the part at a path; nil for any other path.
  public static func key(path: some StringProtocol) -> UInt8? {
    guard path.utf8.count == folder.utf8.count + 7, path.hasPrefix(folder + "/"), path.hasSuffix(".xml")
    else {
      return nil
    }
    return key(path.utf8.dropFirst(folder.utf8.count + 1).prefix(2))
  }

  /// The byte that two lower-case hexadecimal digits stand for; nil for anything else.
  static func key(_ digits: some Collection<UInt8>) -> UInt8? {
    guard digits.count == 2 else { return nil }
    var key: UInt8 = 0
    for byte in digits {
      guard byte.isLowercaseHexDigit, let value = byte.hexDigitValue else { return nil }
      key = key << 4 | value
    }
    return key
  }

  /// Two lower-case hexadecimal digits.
  static func digits(_ key: UInt8) -> String {
    (key < 16 ? "0" : "") + String(key, radix: 16)
  }

  /// The part that has a note.
  public static func key(ofNote id: Note.ID) -> UInt8 { id.lastByte }
  /// The part that has an attachment.
  public static func key(ofAttachment id: Attachment.ID) -> UInt8 { id.lastByte }
  /// The part that has a source.
  public static func key(ofSource id: Source.ID) -> UInt8 {
    var id = id
    return id.withUTF8 { Digest(of: UnsafeRawBufferPointer($0)) }.lastByte
  }
}

extension SlipBox {
  /// Whether a bundle of this box has parts.
  public var hasParts: Bool { noteCount + attachmentCount + sourceCount > ManifestPart.mostWithout }

  /// The keys of the parts with entities that are new, different or gone in another box.
  func changedParts(to new: SlipBox) -> Set<UInt8> {
    let changed = changedIDs(to: new)
    var keys: Set<UInt8> = []
    for id in changed.notes { keys.insert(ManifestPart.key(ofNote: id)) }
    for id in changed.attachments { keys.insert(ManifestPart.key(ofAttachment: id)) }
    for id in changed.sources { keys.insert(ManifestPart.key(ofSource: id)) }
    return keys
  }

  /// What some parts of the box have, in the order of their keys; by default all parts.
  func partContents(_ keys: Set<UInt8> = Set(0...UInt8.max)) -> [PartContent] {
    var contents = Dictionary(keys.map { ($0, PartContent($0)) }) { first, _ in first }
    /// Whether a part is wanted; where all are, its key needn't be known yet.
    func isWanted(_ key: @autoclosure () -> UInt8) -> Bool { keys.count > UInt8.max || keys.contains(key()) }
    for id in attachmentIDs(where: { isWanted(ManifestPart.key(ofAttachment: $0)) }) {
      contents[ManifestPart.key(ofAttachment: id)]?.attachmentIDs.append(id)
    }
    for id in sourceIDs(where: { isWanted(ManifestPart.key(ofSource: $0)) }) {
      contents[ManifestPart.key(ofSource: id)]?.sourceIDs.append(id)
    }
    for id in noteIDs(where: { isWanted(ManifestPart.key(ofNote: $0)) }) {
      contents[ManifestPart.key(ofNote: id)]?.noteIDs.append(id)
    }
    return contents.values.sorted { $0.key < $1.key }
  }
}

/// Which entities a part has, each kind in its order.
struct PartContent {
  /// The part.
  let key: UInt8
  /// Its attachments.
  var attachmentIDs: [Attachment.ID] = []
  /// Its sources.
  var sourceIDs: [Source.ID] = []
  /// Its notes.
  var noteIDs: [Note.ID] = []

  /// A part without entities.
  init(_ key: UInt8) { self.key = key }

  /// Whether there is nothing in it.
  var isEmpty: Bool { attachmentIDs.isEmpty && sourceIDs.isEmpty && noteIDs.isEmpty }
}

/// The entities that were read of a part.
struct PartEntities: Sendable {
  /// By digest, where the part is in the canonical form.
  var attachments: [Attachment] = []
  /// By key, where the part is in the canonical form.
  var sources: [Source] = []
  /// By UUID, where the part is in the canonical form.
  var notes: [Note] = []

  /// Whether all of them belong to this part.
  func belong(to key: UInt8) -> Bool {
    attachments.allSatisfy { ManifestPart.key(ofAttachment: $0.id) == key }
      && sources.allSatisfy { ManifestPart.key(ofSource: $0.id) == key }
      && notes.allSatisfy { ManifestPart.key(ofNote: $0.id) == key }
  }

  /// Whether there are as many of each kind as the manifest says.
  func fit(_ part: ManifestPart) -> Bool {
    (attachments.count, sources.count, notes.count) == (part.attachments, part.sources, part.notes)
  }
}

extension SlipBoxBuilder {
  /// Adds what was read of a part.
  mutating func add(_ part: PartEntities) {
    for attachment in part.attachments { add(attachment) }
    for source in part.sources { add(source) }
    for note in part.notes { add(note) }
  }
}
