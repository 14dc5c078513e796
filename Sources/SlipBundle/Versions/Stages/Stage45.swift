internal import SlipBase
internal import SlipNotes
internal import SlipRTF
internal import SlipRTFD

/// Stage 4 ↔ 5, declared as data.
///
/// ```
/// <note … isFavorite="true" status="Review"  ↔  <note … favorite="true" status="review"
///       creationDate="…" canonicalTitle="…">           created="…">
/// ```
///
/// Attributes are renamed or dropped, new ones are optional, and notes refer to the pictures that their
/// bodies show. Payload stays as it is, so a bundle of any size is migrated in the time that its manifest
/// takes. `ManifestMigration` runs it.
enum Stage45 {
  /// The stage's row of `StageTable`.
  static let row = VersionStage(
    Version4.row, Version5.row, changes: changes.map(\.description),
    .streamed(
      up: { _ throws(SlipError) in PreparedStage { Writer45($0, used: [], to: $1) } },
      down: { input throws(SlipError) in
        let losses = Losses45()
        try input.read(losses)
        let all = losses.finish()
        return PreparedStage(losses: all) { Writer45($0, used: losses.used, to: $1) }
      }))

  /// What changes on the way up.
  static let changes: [LightweightChange] = [
    .rename(.folder, from: "creationDate", to: "created"),
    .rename(.keyword, from: "alpha", to: "opacity"),
    .rename(.note, from: "isFavorite", to: "favorite"),
    .rename(.note, from: "creationDate", to: "created"),
    .values(.note, "status", [("Draft", "draft"), ("Review", "review"), ("Archived", "archived")]),
    .dropDerived(.note, "canonicalTitle"),
    .add(.note, "modified"), .add(.note, "zone"), .add(.note, "source"), .add(.note, "imported"),
    .add(.reference, "description"), .toMany(.reference), .listShown(.reference),
    .addElement(.origins), .addElement(.sources),
  ]

  /// How version 5 is made.
  static let upMap = map(isUp: true)
  /// How version 4 is made.
  static let downMap = map(isUp: false)

  /// The mapping of attributes in one direction.
  ///
  /// - Parameter isUp: Whether version 5 is made; otherwise version 4.
  private static func map(isUp: Bool) -> LightweightMap {
    LightweightMap(
      old: { element in
        VersionElement.allCases.first { $0.current == element }.flatMap(V4Format.form.attributes) ?? []
      }, new: { ManifestSchema.version5.attributes(of: $0) }, changes, isUp: isUp)
  }
}

/// Writes version 4 or 5 while the other is read.
///
/// Version 4 doesn't have origins and sources. Each note keeps its first reference to an attachment, and
/// attachments that are then unused go with their files.
final class Writer45: LightweightWriter {
  /// On the way down: the attachments that notes still use; others are left out.
  private let usedAttachments: Set<Digest>
  /// How many attachments the note that is open has so far.
  private var references = 0
  /// On the way up: the extensions of all attachments.
  private var extensions: [Digest: String] = [:]
  /// The note that is open, and the attachments that it refers to.
  private var note: (id: UniqueID, listed: Set<Digest>)?

  /// Prepares the writing.
  ///
  /// - Parameter used: On the way down, the attachments that notes still use.
  init(_ options: Options, used: Set<Digest>, to sink: XMLSink) {
    usedAttachments = used
    super.init(options.isUp ? Stage45.upMap : Stage45.downMap, options, to: sink)
  }

  /// On the way down leaves out what version 4 lacks: origins and sources, all references of a note but the
  /// first, attachments that are then unused, and the files of all these.
  ///
  /// Nothing is left out on the way up.
  override func isLeftOut(_ kind: ManifestElement, _ attributes: ManifestAttributes) -> Bool {
    if kind == .note { references = 0 }
    guard !options.isUp else { return false }
    switch kind {
    case .origins, .sources: return true
    case .attachment: return digest(attributes, "sha256").map { !usedAttachments.contains($0) } ?? true
    case .reference:
      references += 1
      return references > 1
    case .file:
      guard let key = attributes.element.value("path").flatMap({ PayloadKey(path: $0) }) else { return true }
      switch key {
      case .kept, .transaction, .replaced: return true
      case .blob(let digest), .thumbnail(let digest): return !usedAttachments.contains(digest)
      case .body, .mirror: return false
      }
    default: return false
    }
  }

  /// Remembers what the note that is open refers to, and the extensions of attachments on the way up.
  ///
  /// - Throws: `SlipError` for a note without a valid id.
  override func didStart(_ kind: ManifestElement, _ attributes: ManifestAttributes) throws {
    switch kind {
    case .note: note = (try attributes.requiredID("id"), [])
    case .reference: if let digest = digest(attributes, "ref") { note?.listed.insert(digest) }
    case .attachment:
      if options.isUp, let digest = digest(attributes, "sha256") {
        extensions[digest] = attributes.requiredText("extension")
      }
    default: break
    }
  }

  /// Adds this migration to the history, and to each note the references that it lacks on the way up.
  ///
  /// - Throws: `SlipError` where a body can't be read.
  override func willEnd(_ kind: ManifestElement) throws {
    if kind == .history { try write(migration) }
    if kind == .note { try writeShown() }
  }

  /// On the way up adds the sections that are new and empty: origins behind the history, sources behind
  /// attachments.
  override func didEnd(_ kind: ManifestElement) throws {
    guard options.isUp else { return }
    if kind == .history { try write("origins") }
    if kind == .attachments { try write("sources") }
  }

  /// Refers to each picture that the note's body shows and the note doesn't refer to, if the bundle has it.
  ///
  /// Only on the way up. References are in the order in which the body shows the pictures.
  ///
  /// - Throws: `SlipError` where the body can't be read.
  private func writeShown() throws {
    guard options.isUp, let (id, known) = note else { return }
    var shown: [Digest] = []
    try options.payload(PayloadPath.body(id)) {
      shown = RTFPictures.references(in: $0, limits: options.limits).map(\.digest)
    }
    var listed = known
    for digest in shown where listed.insert(digest).inserted {
      guard let suffix = extensions[digest] else { continue }
      let name = AttachmentReference.name(ofShown: digest, fileExtension: suffix)
      try write("attachment", [("ref", digest.hex), ("name", name)])
    }
  }
}
