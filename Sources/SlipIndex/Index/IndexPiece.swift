package import SlipBase
package import SlipNotes

/// A piece of a bundle's facts of which an index remembers the state, so that it looks at no other when one has changed.
///
/// The pieces are those that the bundle has itself; a small one has none.
package struct IndexPiece: Sendable, Hashable {
  /// Which piece.
  package let key: UInt64
  /// The digest of the piece.
  package let digest: Digest
  /// The digest of its attachments and sources, which notes of all pieces refer to.
  let others: StableHash.Value

  /// Describes a piece.
  package init(_ key: UInt8, digest: Digest, attachments: [Attachment], sources: [Source]) {
    (self.key, self.digest) = (UInt64(key), digest)
    var hash = StableHash()
    for attachment in attachments.sorted(by: { $0.id < $1.id }) {
      hash.add(attachment.id)
      hash.add(attachment.mediaType)
      hash.add(attachment.fileExtension)
      hash.add(attachment.blob.length)
      hash.add(attachment.width ?? -1)
      hash.add(attachment.height ?? -1)
    }
    hash.add(-1)
    for source in sources.sorted(by: { $0.id < $1.id }) { hash.add(source) }
    others = hash.finish()
  }
}

/// The pieces that have changed, and the state of all.
package struct IndexScope: Sendable {
  /// The keys of pieces that changed, came or went.
  let changed: Set<UInt8>
  /// The pieces that changed or came.
  let pieces: [IndexPiece]
  /// How many notes there are in all pieces.
  let notes: Int

  /// Describes what changed.
  package init(changed: Set<UInt8>, pieces: [IndexPiece], notes: Int) {
    (self.changed, self.pieces, self.notes) = (changed, pieces, notes)
  }

  /// Whether the piece with a note has changed: its key is the last byte of the UUID.
  func has(_ note: Note.ID) -> Bool { changed.contains(note.lastByte) }

  /// What became of the pieces that an index has; nil where attachments or sources changed, or something of a piece went.
  func pieces(after old: [IndexPiece]) -> [IndexPiece]? {
    var known = Dictionary(old.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    for key in changed {
      let before = known.removeValue(forKey: UInt64(key))
      guard let piece = pieces.first(where: { $0.key == UInt64(key) }) else {
        guard before?.others == IndexPiece(key, digest: Digest(of: []), attachments: [], sources: []).others
        else { return nil }
        continue
      }
      let empty = IndexPiece(key, digest: piece.digest, attachments: [], sources: []).others
      guard piece.others == before?.others ?? empty else { return nil }
      known[piece.key] = piece
    }
    return known.values.sorted { $0.key < $1.key }
  }
}
