internal import SlipBase
internal import SlipDocument
internal import SlipNotes
internal import SlipRTF

/// What three-way merging made of a text that both a source and the user changed.
struct MergedText {
  /// The body.
  let body: Payload
  /// Its plain text.
  let mirror: Payload
  /// What it links to.
  let linkTargets: [LinkTarget]
  /// Whether both sides changed the same words, which are tracked changes now.
  let hasConflicts: Bool
}

extension ImportMerger {
  /// The author of tracked changes on the side of the slip-box.
  static let ownName = OpenConflict.ownSide

  /// The name of the side of a source: the file, or where items have only numbers the container.
  static func side(of entry: ImportReport.Entry) -> String {
    let parts = entry.path.split(separator: "#")
    let name = parts.last { $0.contains(".") } ?? parts.first ?? ""
    return String(String(name).lastName)
  }

  /// Merges the text of a note with that of its source.
  ///
  /// The text as it was imported last is in the history of the bundle, because an edit keeps what it replaces there; else the kept
  /// original is read again.
  ///
  /// - Parameters:
  ///   - new: The note as its source has it.
  ///   - note: The note in the slip-box.
  ///   - entry: The file and the note, as reports name them.
  ///   - base: What the source said when it was last imported.
  ///   - source: The source of the note.
  /// - Returns: Nil where the text isn't known as it was imported, or the text of the note can't be had.
  func mergedText(
    _ new: ImportedNote, _ note: Note, _ entry: ImportReport.Entry, base: SourceFacts?,
    _ source: SourceMerge
  ) throws(SlipError) -> MergedText? {
    guard let base, let ours = try options.text(note.id, note.body) else { return nil }
    var known = try options.text(note.id, base.body)
    if known == nil, source.isOneNote, let old = box.source(source.key.text) {
      known = try options.oldText(old)
    }
    if known == nil, let item = new.item?.id { known = try source.baseline?.text(item) }
    guard let before = known else { return nil }
    let limits = options.limits
    let result = RTFMerge.merge(
      base: before, ours: ours, theirs: new.body.bytes, rule: .ours,
      names: DocumentMerge.Names(ours: ImportMerger.ownName, theirs: ImportMerger.side(of: entry)),
      limits: limits)
    var losses = DiagnosticSink()
    let mirror = result.bytes.withUnsafeBytes {
      RTFPlainText.extract($0, limits: limits, diagnostics: &losses)
    }
    let targets = result.bytes.withUnsafeBytes { body in
      mirror.withUnsafeBytes { LinkTarget.targets(body: body, mirror: $0) }
    }
    let isOpen = result.conflicts.contains { $0.kind == .text || $0.kind == .deletion }
    return MergedText(
      body: Payload(result.bytes), mirror: Payload(mirror), linkTargets: targets, hasConflicts: isOpen)
  }

  /// What both sides had of fields with one value, about which the policy decided.
  func values(
    of fields: [ImportedField], _ note: Note, _ theirs: SourceFacts, _ merged: Note, _ source: SourceMerge
  ) -> [ImportReport.Conflict.Values] {
    fields.sorted().compactMap { field in
      let (ours, other, now): (String, String, String)
      switch field {
      case .title: (ours, other, now) = (note.title, theirs.title, merged.title)
      case .status:
        (ours, other, now) = (note.status.rawValue, theirs.status.rawValue, merged.status.rawValue)
      case .favorite:
        (ours, other, now) = (
          String(note.isFavorite), String(theirs.isFavorite), String(merged.isFavorite)
        )
      case .created:
        (ours, other, now) = (
          note.created?.rfc3339 ?? "", theirs.created?.rfc3339 ?? "", merged.created?.rfc3339 ?? ""
        )
      case .folder:
        let path = FolderPath.text(source.chain(theirs.folder).map(\.step.name))
        (ours, other, now) = (
          FolderPath.text(box.path(of: note.folder)), path, FolderPath.text(box.path(of: merged.folder))
        )
      case .text, .modified, .order, .keywords, .properties, .attachments, .links: return nil
      }
      return ImportReport.Conflict.Values(field: field, ours: ours, theirs: other, isTheirs: now == other)
    }
  }
}
