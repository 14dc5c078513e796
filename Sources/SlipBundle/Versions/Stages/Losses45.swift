internal import SlipBase
internal import XMLSyntax

/// Finds what version 4 can't hold, while a manifest of version 5 is read.
///
/// That are origins, sources, foreign elements, new attributes of notes, all attachments of a note but the
/// first with their descriptions, and attachments that no note uses then.
final class Losses45: ManifestConsumer {
  /// The losses so far.
  private var list = LossList(from: 5, to: 4)
  /// Attachments that notes still use in version 4.
  private(set) var used: Set<Digest> = []
  /// All attachments.
  private var all: [Digest] = []
  /// The entity that is open: its kind and its id.
  private var entity: (kind: String, id: String) = ("bundle", "")
  /// How many attachments the note that is open has so far.
  private var references = 0

  /// Takes an element.
  func start(_ kind: ManifestElement, _ element: XMLElement) throws(SlipError) {
    let attributes = try ManifestAttributes(element, kind, .version5)
    switch kind {
    case .folder, .keyword, .attachment, .note, .origin, .source: open(kind, attributes)
    default: break
    }
    switch kind {
    case .origin, .source: list.add(entity.kind, entity.id, "all of it")
    case .attachment: if let digest = try attributes.digest("sha256") { all.append(digest) }
    case .note: note(attributes)
    case .reference: try reference(attributes)
    default: break
    }
  }

  /// Notes which entity is open.
  private func open(_ kind: ManifestElement, _ attributes: ManifestAttributes) {
    references = 0
    let name: StaticString =
      switch kind {
      case .attachment: "sha256"
      case .source: "key"
      case .origin: "name"
      default: "id"
      }
    let id = attributes.text(name) ?? ""
    entity = ("\(kind.name)", id)
  }

  /// Attributes of notes that version 4 doesn't have.
  private func note(_ attributes: ManifestAttributes) {
    for name: StaticString in ["modified", "zone", "source", "imported"] where attributes.text(name) != nil {
      list.add("note", entity.id, "\(name)")
    }
  }

  /// References to attachments: version 4 has one for each note, without a description.
  ///
  /// Only the first and the second reference of a note add a loss.
  ///
  /// - Throws: `SlipError` for a missing or malformed digest.
  private func reference(_ attributes: ManifestAttributes) throws(SlipError) {
    references += 1
    if references == 1 {
      used.insert(try attributes.requiredDigest("ref"))
      if attributes.text("description") != nil { list.add("note", entity.id, "attachment description") }
    } else if references == 2 {
      list.add("note", entity.id, "all attachments but the first")
    }
  }

  /// Foreign elements, which version 4 doesn't have.
  func foreign(_ text: String, in parent: ManifestElement) throws(SlipError) {
    if parent == .slipbox {
      list.add("bundle", String?.none, "foreign elements")
    } else {
      list.add(entity.kind, entity.id, "foreign elements")
    }
  }

  /// All losses. Attachments that no note uses any more come last.
  func finish() -> [VersionLoss] {
    for digest in all where !used.contains(digest) { list.add("attachment", digest.hex, "all of it") }
    return list.all
  }
}
