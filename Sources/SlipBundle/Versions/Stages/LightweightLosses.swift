internal import SlipBase
internal import XMLSyntax

/// Finds what version 4 can't hold while a manifest of version 5 streams by.
final class LightweightLosses {
  private var list = LossList(from: 5, to: 4)
  private(set) var used: Set<Digest> = []
  private var all: [Digest] = []
  /// The entity that is open: what kind, and its id.
  private var entity: (kind: String, id: String) = ("bundle", "")
  private var references = 0

  func start(_ kind: ManifestElement, _ attributes: ManifestAttributes) throws(SlipError) {
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
    entity = ("\(kind.row.name)", id)
  }

  private func note(_ attributes: ManifestAttributes) {
    for name: StaticString in ["modified", "zone", "source", "imported"] where attributes.text(name) != nil {
      list.add("note", entity.id, "\(name)")
    }
  }

  private func reference(_ attributes: ManifestAttributes) throws(SlipError) {
    references += 1
    if references == 1 {
      used.insert(try attributes.requiredDigest("ref"))
      if attributes.text("description") != nil { list.add("note", entity.id, "attachment description") }
    } else if references == 2 {
      list.add("note", entity.id, "attachments but the first")
    }
  }

  func foreign(in parent: ManifestElement) {
    if parent == .slipbox {
      list.add("bundle", String?.none, "foreign elements")
    } else {
      list.add(entity.kind, entity.id, "foreign elements")
    }
  }

  func finish() -> [VersionLoss] {
    for digest in all where !used.contains(digest) { list.add("attachment", digest.hex, "all of it") }
    return list.all
  }
}
