package import SlipBase
package import SlipNotes
package import SlipQuery

/// Boxes, changes of boxes and searches at random, the same for the same seed.
package struct IndexSample {
  /// Texts by UUID.
  package struct Texts: NoteTextProvider {
    package var texts: [UniqueID: String] = [:]
    package func text(of note: Note) -> String { texts[note.id] ?? "" }
    /// A body of an odd length has a conflict.
    package func hasConflict(_ note: Note) -> Bool { note.body.length % 2 == 1 }
    package func brokenLinks(of note: Note) -> Int { note.title.utf8.count % 3 }
  }

  package var generator: SeededGenerator
  package var texts = Texts()
  package let clock = QueryClock(
    now: Timestamp(rfc3339: "2024-06-15T12:00:00Z") ?? Timestamp(microseconds: 0))
  private var next: UInt64 = 1

  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  package static let words = [
    "honey", "Honey", "wax", "WAX", "bee", "bees", "Straße", "STRASSE", "é", "e", "日本", "本", "İ", "i", "2024",
    "don't",
    "ﬁ", "fi", "か", "が", "x-y", "🦊", "a", "b", "c", "queen\u{301}", "queen", "مَ", "م", "e\u{301}",
  ]

  package mutating func word() -> String { IndexSample.words.randomElement(using: &generator) ?? "" }

  package mutating func text(_ most: Int) -> String {
    (0..<Int.random(in: 0...most, using: &generator)).map { _ in word() }.joined(
      separator: [" ", "\n", ", "].randomElement(using: &generator) ?? " ")
  }

  package mutating func id() -> UniqueID {
    next += 1
    return UniqueID(high: next &* 0x9E37_79B9_7F4A_7C15, low: next)
  }

  package mutating func box(notes: Int) throws -> SlipBox {
    var box = SlipBox()
    texts = Texts()
    var parents: [UniqueID?] = [nil]
    for name in ["Work", "Ideas", "Work", "Ärger"] {
      var folder = Folder(id: id(), name: name)
      folder.parent = parents.randomElement(using: &generator) ?? nil
      parents.append(folder.id)
      try box.insert(folder)
    }
    var above: [UniqueID?] = [nil]
    for name in ["Bees", "to do", "日本", "bees"] {
      var keyword = Keyword(id: id(), name: name, color: .init(red: 0, green: 0.5, blue: 1))
      keyword.parent = name == "bees" ? above.last ?? nil : above.randomElement(using: &generator) ?? nil
      above.append(keyword.id)
      try box.insert(keyword)
    }
    let blob = FileFact(of: Array("picture".utf8))
    try box.insert(Attachment(blob: blob, mediaType: "image/png", fileExtension: "png"))
    for _ in 0..<notes { try add(&box) }
    return box
  }

  package mutating func add(_ box: inout SlipBox) throws {
    var note = Note(
      id: id(), title: "", body: FileFact(of: [1]), mirror: FileFact(of: [1] as [UInt8]))
    randomize(&note, box)
    try box.insert(note)
  }

  private mutating func randomize(_ note: inout Note, _ box: SlipBox) {
    note.title = text(3)
    let content = text(12)
    texts.texts[note.id] = content
    note.mirror = FileFact(of: Array(content.utf8))
    randomizeFacts(&note, box)
  }

  private mutating func randomizeFacts(_ note: inout Note, _ box: SlipBox) {
    if Bool.random(using: &generator) {
      note.body = FileFact(of: Array(repeating: 1, count: Int.random(in: 1...6, using: &generator)))
    }
    note.status = Note.Status.allCases.randomElement(using: &generator) ?? .draft
    note.isFavorite = Bool.random(using: &generator)
    note.order = Int.random(in: 0...9, using: &generator)
    note.created = time()
    note.modified = time()
    note.folder =
      Bool.random(using: &generator) ? box.folders.map(\.id).randomElement(using: &generator) : nil
    note.keywords = box.keywords.map(\.id).filter { _ in Int.random(in: 0...3, using: &generator) == 0 }
    note.links = box.notes.map(\.id).filter { _ in Int.random(in: 0...19, using: &generator) == 0 }
    note.attachments =
      Int.random(in: 0...4, using: &generator) > 0
      ? [] : box.attachments.map { AttachmentReference(attachment: $0.id, name: text(2) + ".png") }
  }

  private mutating func time() -> Timestamp? {
    Int.random(in: 0...4, using: &generator) == 0
      ? nil : Timestamp(seconds: 1_700_000_000 + Int64.random(in: 0...400, using: &generator) * 86_400)
  }

  /// Changes some notes; gives how many at most.
  package mutating func change(_ box: inout SlipBox) throws -> Int {
    var count = 0
    for id in box.noteIDs where Int.random(in: 0...9, using: &generator) == 0 {
      count += 1
      switch Int.random(in: 0...3, using: &generator) {
      case 0:
        count += box.backlinks(of: id).count
        box.remove(note: id)
      case 1:
        guard var note = box.note(id) else { continue }
        randomize(&note, box)
        try box.update(note: id) { $0 = note }
      default:
        guard var note = box.note(id) else { continue }
        randomizeFacts(&note, box)
        try box.update(note: id) { $0 = note }
      }
    }
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      try add(&box)
      count += 1
    }
    if let folder = box.folders.map(\.id).randomElement(using: &generator) {
      let name = word()
      try? box.update(folder: folder) { $0.name = name }
    }
    if let keyword = box.keywords.map(\.id).randomElement(using: &generator) {
      let name = word() + " \(Int.random(in: 0...99, using: &generator))"
      try? box.update(keyword: keyword) { $0.name = name }
      count += box.notes(with: keyword).count
    }
    return count
  }

  /// A search that may be anything.
  package mutating func search() -> String {
    let fields = [
      "title:", "text:", "folder:Work", "folder:none", "folder:=Ideas", "#bees", "#bees/日本", "keyword:bees/*",
      "keyword:none",
      "status:draft",
      "status:draft,archived", "is:favorite", "is:conflict", "-is:conflict", "is:orphan", "is:dead-end",
      "has:image", "has:folder",
      "created:2024", "created:>=2024-03", "modified:..2024-02", "modified:none", "created:-30d", "words:>5",
      "links:0", "attachments:1..", "file:png", "uuid:9e", "is:empty", "-", "-", "(", ")", "OR", "\"",
      "/a|b/",
    ]
    return (0..<Int.random(in: 0...5, using: &generator)).map { _ -> String in
      let isField = Int.random(in: 0...2, using: &generator) == 0
      guard isField, let field = fields.randomElement(using: &generator) else {
        return word() + (Int.random(in: 0...4, using: &generator) == 0 ? "*" : "")
      }
      return field.hasSuffix(":") || field == "-" ? field + word() : field
    }.joined(separator: " ")
  }
}
