public import SlipBase
public import SlipNotes

extension ManifestReader {
  /// Reads a note of a large bundle with the notes that it links to and those that link to it, at the cost of a
  /// search through the bytes of the parts.
  ///
  /// - Parameters:
  ///   - id: The note.
  ///   - storage: The bundle.
  ///   - limits: Bounds for its XML.
  /// - Returns: A box as `read(_:of:limits:)` gives it; nil where the bundle has no parts, or a document isn't in
  ///   the canonical form, or the note isn't in it: reading all of it says what there is then.
  /// - Throws: `SlipError` where a document can't be read.
  public static func read(
    around id: Note.ID, of storage: some BundleStorage, limits: Limits = Limits()
  ) throws(SlipError) -> SlipBox? {
    let root = try root(of: storage, limits: limits)
    guard let parts = root.parts, root.isCanonical else { return nil }
    let own = ManifestPart.key(ofNote: id)
    let mentioning = try self.parts(mentioning: [id.description], among: parts, of: storage)
    guard mentioning.contains(where: { $0.key == own }) else { return nil }
    var wanted = ManifestExcerpt()
    wanted.notes = [id]
    var isCanonical = true
    try forEachPart(mentioning, of: storage, limits: limits) { _, part in
      if !part.isCanonical { isCanonical = false }
      for note in part.entities.notes {
        if note.id == id {
          wanted.notes.formUnion(note.links)
        } else if note.links.contains(id) {
          wanted.notes.insert(note.id)
        }
      }
    }
    guard isCanonical, let box = try read(wanted, of: storage, limits: limits), box.has(note: id) else {
      return nil
    }
    return box
  }
}
