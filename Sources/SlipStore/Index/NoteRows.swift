internal import SlipBase
internal import SlipNotes
internal import SlipQuery

/// Writes the rows of notes.
struct NoteRows {
  /// The notes.
  private let box: SlipBox
  /// Inserts a note.
  private let note: Statement
  /// Inserts a keyword of a note.
  private let keyword: Statement
  /// Inserts a link.
  private let link: Statement
  /// Inserts the use of a file.
  private let attachment: Statement
  /// Inserts the words of a note.
  private let words: Statement
  /// Delete all rows of a note.
  private let deletions: [Statement]
  /// Folds texts; kept, so that its memory is used again.
  private var folder = FoldedText()

  /// Prepares the statements.
  init(_ database: Database, _ box: SlipBox) throws(SlipError) {
    self.box = box
    note = try database.prepare(
      "INSERT INTO note VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)")
    keyword = try database.prepare("INSERT INTO note_keyword VALUES(?1, ?2, ?3)")
    link = try database.prepare("INSERT INTO note_link VALUES(?1, ?2, ?3)")
    attachment = try database.prepare(
      "INSERT INTO note_attachment VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")
    words = try database.prepare(
      "INSERT INTO word(rowid, title, keywords, attachments, text) VALUES(?1, ?2, ?3, ?4, ?5)")
    var deletions: [Statement] = []
    for table in ["note_keyword", "note_link", "note_attachment"] {
      deletions.append(try database.prepare("DELETE FROM \(table) WHERE note = ?1"))
    }
    deletions.append(try database.prepare("DELETE FROM note WHERE slot = ?1"))
    self.deletions = deletions
  }

  /// The place of a status in its order.
  static func rank(_ status: Note.Status) -> Int {
    switch status {
    case .draft: 0
    case .review: 1
    case .archived: 2
    }
  }

  /// Indexes the words of a note.
  ///
  /// - Returns: The number of words in all fields.
  mutating func insertWords(
    _ value: Note, slot: Int, _ texts: any NoteTextProvider
  ) throws(SlipError) -> Int {
    folder.clear()
    words.bind(1, slot + 1)
    folder.add(value.title)
    bind(2)
    for name in value.keywords.compactMap({ box.keyword($0)?.name }) { folder.add(name) }
    bind(3)
    for use in value.attachments { folder.add(use.name) }
    bind(4)
    var text = FoldedText()
    swap(&text, &folder)
    defer { swap(&text, &folder) }
    try texts.withText(of: value) { text.add($0) }
    text.bytes.withUnsafeBufferPointer { words.bind(text: 5, $0) }
    try words.run()
    return text.count
  }

  /// Hands over what has been folded, and begins anew.
  private mutating func bind(_ index: Int32) {
    folder.bytes.withUnsafeBufferPointer { words.bind(text: index, $0) }
    folder.next()
  }

  /// Writes the rows of a note.
  func insert(_ value: Note, slot: Int, length: Int) throws(SlipError) {
    note.bind(1, slot)
    note.bind(2, value.id)
    note.bind(3, value.title)
    note.bind(4, NoteRows.rank(value.status))
    note.bind(5, value.isFavorite ? 1 : 0)
    note.bind(6, value.order)
    note.bind(7, value.created?.microseconds)
    note.bind(8, value.modified?.microseconds)
    note.bind(9, value.zoneIsUnknown ? 1 : 0)
    note.bind(10, value.folder)
    note.bind(11, value.source)
    note.bind(12, length)
    try note.run()
    for (place, id) in value.keywords.enumerated() {
      keyword.bind(1, slot)
      keyword.bind(2, place)
      keyword.bind(3, id)
      try keyword.run()
    }
    for (place, id) in value.links.enumerated() {
      link.bind(1, slot)
      link.bind(2, place)
      link.bind(3, id)
      try link.run()
    }
    for (place, use) in value.attachments.enumerated() {
      let facts = box.attachment(use.attachment)
      attachment.bind(1, slot)
      attachment.bind(2, place)
      attachment.bind(3, use.attachment.hex)
      attachment.bind(4, use.name)
      attachment.bind(5, use.description)
      attachment.bind(6, facts?.mediaType)
      attachment.bind(7, facts?.fileExtension)
      attachment.bind(8, facts?.blob.length)
      attachment.bind(9, facts?.width)
      attachment.bind(10, facts?.height)
      try attachment.run()
    }
  }

  /// Deletes the rows of a note, but not its words.
  func delete(slot: Int) throws(SlipError) {
    for deletion in deletions {
      deletion.bind(1, slot)
      try deletion.run()
    }
  }
}

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
    for source in box.sources {
      hash.add(source.id)
      hash.add(source.path)
      hash.add(source.format)
      hash.add(source.original.length)
      hash.add(source.modified.map { Int($0.microseconds) } ?? .min)
    }
    return hash.finish()
  }
}

/// The digest of several values, each kept apart from the next.
struct StableHash {
  /// The first half of a SHA-256, which nobody can steer to that of other values.
  struct Value: Equatable {
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

  /// The digest; then there are no values again.
  mutating func finish() -> Value {
    defer { bytes.removeAll(keepingCapacity: true) }
    let words = Digest(of: bytes).words
    return Value(high: words.0, low: words.1)
  }
}
