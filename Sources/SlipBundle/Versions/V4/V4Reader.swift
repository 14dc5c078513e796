internal import SlipBase
internal import SlipNotes

/// Fills a box of version 4 while `VersionWalker` reads.
///
/// The manifest lists payload at its end, so entities wait for the facts about their files.
final class V4Reader: VersionConsumer {
  /// What was read so far.
  private var box = V4Box()
  /// What the `file` elements list.
  private var facts: [PayloadKey: FileFact] = [:]
  /// Stands for facts that aren't known yet.
  private static let unknown = FileFact(of: [])

  /// Takes an element: entities are added, children of a note go to the last note, files are remembered by
  /// their key.
  func start(_ kind: VersionElement, _ attributes: ManifestAttributes) throws(SlipError) {
    switch kind {
    case .event: box.history.append(try HistoryEvent(attributes))
    case .folder: box.folders.append(try V3Box.Folder(attributes))
    case .keyword: box.keywords.append(try V3Box.Keyword(attributes))
    case .attachment: box.attachments.append(try attachment(attributes))
    case .note: box.notes.append(try note(attributes))
    case .noteKeyword: box.notes[box.notes.count - 1].keywords.append(try attributes.requiredID("ref"))
    case .link: box.notes[box.notes.count - 1].links.append(try attributes.requiredID("to"))
    case .reference:
      box.notes[box.notes.count - 1].attachment = V4Box.Reference(
        attachment: try attributes.requiredDigest("ref"), name: attributes.requiredText("name"))
    case .file:
      guard let path = attributes.element.value("path"), let key = PayloadKey(path: path) else {
        throw attributes.malformed("path")
      }
      facts[key] = FileFact(
        digest: try attributes.requiredDigest("sha256"), length: try attributes.length("length"))
    default: break
    }
  }

  /// Does nothing: no element of version 4 has content that is text.
  func end(_ kind: VersionElement, text: [UInt8]) throws(SlipError) {}

  /// An attachment without the facts about its files.
  ///
  /// Its digest is known already, as it is the attachment's id; the length isn't.
  private func attachment(_ attributes: ManifestAttributes) throws(SlipError) -> V4Box.Attachment {
    V4Box.Attachment(
      blob: FileFact(digest: try attributes.requiredDigest("sha256"), length: 0),
      mediaType: attributes.requiredText("type"), fileExtension: attributes.requiredText("extension"),
      width: try attributes.value("width", ManifestValue.pixels),
      height: try attributes.value("height", ManifestValue.pixels),
      thumbnail: attributes.text("thumbnail").map { V4Box.Thumbnail(file: Self.unknown, fileExtension: $0) })
  }

  /// A note without its references and the facts about its files.
  private func note(_ attributes: ManifestAttributes) throws(SlipError) -> V4Box.Note {
    V4Box.Note(
      id: try attributes.requiredID("id"), title: attributes.requiredText("title"),
      status: try attributes.word("status") ?? .draft,
      isFavorite: try attributes.value("isFavorite", ManifestValue.bool) ?? false,
      order: try attributes.value("order", ManifestValue.int) ?? 0,
      creationDate: try attributes.date("creationDate"), folder: try attributes.id("folder"),
      body: Self.unknown, mirror: Self.unknown)
  }

  /// The complete box.
  ///
  /// - Throws: `SlipError` with code `ManifestCode.unlistedPayload` for an entity whose files aren't listed.
  func finish() throws(SlipError) -> V4Box {
    for index in box.attachments.indices {
      let digest = box.attachments[index].blob.digest
      box.attachments[index].blob = try fact(.blob(digest), .attachment(digest))
      if box.attachments[index].thumbnail != nil {
        box.attachments[index].thumbnail?.file = try fact(.thumbnail(digest), .attachment(digest))
      }
    }
    for index in box.notes.indices {
      let id = box.notes[index].id
      box.notes[index].body = try fact(.body(id), .note(id))
      box.notes[index].mirror = try fact(.mirror(id), .note(id))
    }
    box.sort()
    return box
  }

  /// The fact about a file, or the error that it isn't listed.
  private func fact(_ key: PayloadKey, _ entity: EntityID) throws(SlipError) -> FileFact {
    if let fact = facts[key] { return fact }
    throw SlipError(
      .badInput, code: ManifestCode.unlistedPayload,
      "the manifest lists no payload file for a \(entity.kind)", at: entity.location)
  }
}
