internal import SlipBase
internal import SlipNotes

/// What an index remembers of a note, to find out whether it changed.
struct NoteDigests: Equatable {
  /// The digest of what its words come from.
  var content: StableHash.Value
  /// The digest of all else.
  var facts: StableHash.Value
}

/// Makes the digests of notes.
struct NoteDigester {
  /// The notes, and the keywords and attachments that they name.
  let box: SlipBox
  /// Kept, so that its memory is used again.
  private var hash = StableHash()

  /// Makes digests of the notes of a box.
  init(_ box: SlipBox) { self.box = box }

  /// The digests of a note: of what its words come from, and of all else.
  mutating func digests(of note: Note) -> NoteDigests {
    hash.add(note.mirror.digest)
    hash.add(note.title)
    for id in note.keywords { if let keyword = box.keyword(id) { hash.add(keyword.name) } }
    hash.add(-1)
    for use in note.attachments { hash.add(use.name) }
    let content = hash.finish()
    hash.add(note.body.digest)
    hash.add(NoteRows.rank(note.status))
    hash.add(note.isFavorite ? 1 : 0)
    hash.add(note.order)
    hash.add(note.created.map { Int($0.microseconds) } ?? .min)
    hash.add(note.modified.map { Int($0.microseconds) } ?? .min)
    hash.add(note.zoneIsUnknown ? 1 : 0)
    hash.add(note.folder)
    hash.add(note.source ?? "")
    for id in note.keywords { hash.add(id) }
    hash.add(-1)
    for id in note.links { hash.add(id) }
    hash.add(-1)
    for use in note.attachments {
      let attachment = box.attachment(use.attachment)
      hash.add(use.attachment)
      hash.add(use.description ?? "")
      hash.add(attachment?.mediaType ?? "")
      hash.add(attachment?.fileExtension ?? "")
      hash.add(attachment?.blob.length ?? -1)
      hash.add(attachment?.width ?? -1)
      hash.add(attachment?.height ?? -1)
    }
    return NoteDigests(content: content, facts: hash.finish())
  }

  /// The digest of all sources.
  mutating func sources() -> StableHash.Value {
    for source in box.sources { hash.add(source) }
    return hash.finish()
  }

  /// The digest of what an index has of folders and keywords.
  mutating func lists() -> StableHash.Value {
    for folder in box.folders {
      hash.add(folder.id)
      hash.add(folder.name)
      hash.add(folder.parent)
      hash.add(folder.order)
      hash.add(folder.created.map { Int($0.microseconds) } ?? .min)
    }
    hash.add(-1)
    for keyword in box.keywords {
      hash.add(keyword.id)
      hash.add(keyword.name)
      hash.add(keyword.parent)
      let color = keyword.color
      for part in [color.red, color.green, color.blue, color.opacity] {
        hash.add(Int(truncatingIfNeeded: part.bitPattern))
      }
    }
    return hash.finish()
  }

  /// The digest of the names of all keywords.
  mutating func keywords() -> StableHash.Value {
    for keyword in box.keywords {
      hash.add(keyword.id)
      hash.add(keyword.name)
    }
    return hash.finish()
  }
}

/// The digest of several values, each kept apart from the next.
struct StableHash {
  /// The first half of a SHA-256, which nobody can steer to that of other values.
  struct Value: Sendable, Hashable {
    /// The first eight bytes.
    var high: UInt64
    /// The next eight bytes.
    var low: UInt64
  }

  /// What was added.
  private var bytes: [UInt8] = []

  /// Adds a text with its length.
  mutating func add(_ text: String) {
    add(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  /// Adds a number.
  mutating func add(_ number: Int) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Adds a UUID, or that there is none.
  mutating func add(_ id: UniqueID?) {
    guard let id else { return add(-1) }
    withUnsafeBytes(of: (id.high, id.low)) { bytes.append(contentsOf: $0) }
  }

  /// Adds the digest of a file.
  mutating func add(_ digest: Digest) {
    withUnsafeBytes(of: digest.words) { bytes.append(contentsOf: $0) }
  }

  /// Adds what an index has of a source.
  mutating func add(_ source: Source) {
    add(source.id)
    add(source.path)
    add(source.format)
    add(source.original.length)
    add(source.modified.map { Int($0.microseconds) } ?? .min)
  }

  /// The digest; then there are no values again.
  mutating func finish() -> Value {
    defer { bytes.removeAll(keepingCapacity: true) }
    let words = Digest(of: bytes).words
    return Value(high: words.0, low: words.1)
  }
}
