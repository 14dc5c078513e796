public import SlipBase
internal import SlipNotes

/// Findings about some notes only.
extension ValidationRun {
  /// Keeps the findings about the notes that a query chooses: about their bodies, mirrors, attachments and
  /// originals.
  ///
  /// Findings about the bundle as a whole and its manifest don't count. A bundle that can't be opened, since
  /// it is damaged or of another version, keeps all its findings.
  ///
  /// - Throws: `SlipError` for a query that can't be used.
  public mutating func keep(_ query: NoteQuery) throws(SlipError) {
    for index in items.indices {
      guard case .success(var outcome) = items[index].result, !outcome.isText,
        let bundle = try? OpenBundle(outcome.path)
      else { continue }
      let notes = try query.notes(of: bundle, among: Array(bundle.box.notes))
      let paths = Set(notes.flatMap { bundle.box.paths(of: $0) })
      _ = outcome.filter { paths.contains($0.entry) }
      items[index].result = .success(outcome)
    }
  }
}

extension SlipBox {
  /// The files that belong to a note: body, mirror, attachments with thumbnails, the original.
  fileprivate func paths(of note: Note) -> [String] {
    var paths = [PayloadPath.body(note.id), PayloadPath.mirror(note.id)]
    for attachment in note.attachments.compactMap({ attachment($0.attachment) }) {
      paths.append(PayloadPath.blob(attachment.id, attachment.fileExtension))
      if let thumbnail = attachment.thumbnail {
        paths.append(PayloadPath.thumbnail(attachment.id, thumbnail.fileExtension))
      }
    }
    if let source = note.source.flatMap({ source($0) }) {
      paths.append(PayloadPath.kept(source.kept.digest, source.keptExtension))
    }
    return paths
  }
}
