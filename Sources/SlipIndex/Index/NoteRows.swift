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
  /// Adds a word to the list of all words; nil where the list is made afterwards.
  private let term: Statement?
  /// Delete all rows of a note.
  private let deletions: [Statement]
  /// Folds texts; kept, so that its memory is used again.
  private var folder = FoldedText()

  /// Prepares the statements.
  ///
  /// - Parameter addsTerms: Whether the words of notes are added to the list of all words.
  init(_ database: Database, _ box: SlipBox, addsTerms: Bool) throws(SlipError) {
    self.box = box
    note = try database.prepare(
      "INSERT INTO note VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)")
    keyword = try database.prepare("INSERT INTO note_keyword VALUES(?1, ?2, ?3)")
    link = try database.prepare("INSERT INTO note_link VALUES(?1, ?2, ?3)")
    attachment = try database.prepare(
      "INSERT INTO note_attachment VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")
    words = try database.prepare(
      "INSERT INTO word(rowid, title, keywords, attachments, text) VALUES(?1, ?2, ?3, ?4, ?5)")
    term = addsTerms ? try database.prepare("INSERT OR IGNORE INTO term VALUES(?1)") : nil
    var deletions: [Statement] = []
    for table in ["note_keyword", "note_link", "note_attachment"] {
      deletions.append(try database.prepare("DELETE FROM \(table) WHERE note = ?1"))
    }
    deletions.append(try database.prepare("DELETE FROM note WHERE slot = ?1"))
    self.deletions = deletions
  }

  /// How many words a note has.
  struct Words {
    /// In all fields.
    var all: Int
    /// In the title.
    var title: Int
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
  mutating func insertWords(
    _ value: Note, slot: Int, _ texts: any NoteTextProvider
  ) throws(SlipError) -> Words {
    folder.clear()
    words.bind(1, slot + 1)
    folder.add(value.title)
    let title = folder.count
    try bind(2)
    for name in value.keywords.compactMap({ box.keyword($0)?.name }) { folder.add(name) }
    try bind(3)
    for use in value.attachments { folder.add(use.name) }
    try bind(4)
    var text = FoldedText()
    swap(&text, &folder)
    defer { swap(&text, &folder) }
    try texts.withText(of: value) { text.add($0) }
    text.bytes.withUnsafeBufferPointer { words.bind(text: 5, $0) }
    try addTerms(text.bytes)
    try words.run()
    return Words(all: text.count, title: title)
  }

  /// Hands over what has been folded, and begins anew.
  private mutating func bind(_ index: Int32) throws(SlipError) {
    folder.bytes.withUnsafeBufferPointer { words.bind(text: index, $0) }
    try addTerms(folder.bytes)
    folder.next()
  }

  /// Adds words to the list of all words.
  private func addTerms(_ bytes: [UInt8]) throws(SlipError) {
    guard let term else { return }
    for word in Set(bytes.split(separator: 0x20)) {
      word.withUnsafeBufferPointer { term.bind(text: 1, $0) }
      try term.run()
    }
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
    note.bind(13, NoteIndex.key(ofTitle: value.title))
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
