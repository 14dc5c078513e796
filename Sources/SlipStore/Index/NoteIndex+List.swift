package import SlipBase
package import SlipNotes
package import SlipQuery

/// All facts of a note for listing it.
package struct IndexedRecord: Sendable {
  /// A note at the other end of a link: its UUID and title.
  package typealias Link = (id: UniqueID, title: String)

  /// A file that the note uses.
  package struct File: Sendable {
    /// The digest.
    package var id: Digest
    /// The name in this note.
    package var name: String
    /// The media type.
    package var mediaType: String
    /// The extension of the blob's file name.
    package var fileExtension: String
    /// The length in bytes.
    package var length: Int
    /// The width in pixels; nil where it is unknown.
    package var width: Int?
    /// The height in pixels; nil where it is unknown.
    package var height: Int?
  }

  /// The UUID.
  package var id: UniqueID
  /// What is shown of every note.
  package var summary: IndexedSummary
  /// When it was created.
  package var created: Timestamp?
  /// Whether the dates came without a time zone.
  package var zoneIsUnknown: Bool
  /// The paths of the keywords, in order.
  package var keywords: [String]
  /// The notes that it links to.
  package var links: [Link]
  /// The notes that link to it.
  package var backlinks: [Link]
  /// The files that it uses.
  package var attachments: [File]
  /// The path of the imported file.
  package var source: String?
}

extension NoteIndex {
  /// The notes among some for which a query holds, in its order.
  ///
  /// Without sort keys they are ordered as a list of the bundle is: by folder in depth-first order,
  /// notes outside of folders first, then by their order within a folder.
  ///
  /// - Throws: `QueryError` in phase `evaluation`.
  package func notes(_ query: PreparedQuery, among slots: SlotSet) throws(QueryError) -> [Int] {
    var candidates = slots
    if let known = try query.candidates(in: self) { candidates.formIntersection(known) }
    expect(candidates.count)
    let objects = candidates.slots.map { object($0) }
    let found = try query.run(over: objects).objects.compactMap { ($0 as? IndexedNote)?.slot }
    guard query.request.sort.isEmpty else { return found }
    do throws(SlipError) {
      return try inOrderOfFolders(found)
    } catch {
      throw QueryError(caused: error)
    }
  }

  /// Notes by folder in depth-first order, then by their order and UUID.
  ///
  /// - Parameter slots: The numbers of notes.
  /// - Throws: `SlipError` with `StoreCode.failed`.
  private func inOrderOfFolders(_ slots: [Int]) throws(SlipError) -> [Int] {
    var ranks: [UniqueID: Int] = [:]
    let tops = folders.values.filter { $0.parent == nil }.sorted { ($0.order, $0.id) < ($1.order, $1.id) }
    var pending = Array(tops.reversed())
    while let next = pending.popLast() {
      ranks[next.id] = ranks.count + 1
      let below = (subfolders[next.id] ?? []).compactMap { folders[$0] }
      pending += below.sorted { ($0.order, $0.id) > ($1.order, $1.id) }
    }
    var keyed: [(folder: Int, order: Int64, slot: Int)] = []
    let select = try statement("SELECT folder, place FROM note WHERE slot = ?1")
    for slot in slots {
      select.reset()
      select.bind(1, slot)
      guard try select.step() else { throw database.damage }
      keyed.append((select.id(0).flatMap { ranks[$0] } ?? 0, select.integer(1), slot))
    }
    keyed.sort { ($0.folder, $0.order, id($0.slot)) < ($1.folder, $1.order, id($1.slot)) }
    return keyed.map(\.slot)
  }

  /// The notes with a status, a mark as favorite, or both.
  package func slots(status: Note.Status?, favoritesOnly: Bool) throws(SlipError) -> SlotSet {
    var found = SlotSet(capacity: capacity)
    for slot in try live().slots {
      let state = state(slot)
      if status.map({ $0 == state.status }) ?? true, !favoritesOnly || state.isFavorite { found.insert(slot) }
    }
    return found
  }

  /// The notes with a keyword; nil where there is no such keyword.
  ///
  /// - Parameter text: The name or path, as `SlipBox.keywords(called:)` takes it.
  package func slots(withKeyword text: String) throws(SlipError) -> SlotSet? {
    let wanted = TextFolding.caseFolded(text)
    let ids = keywords.values.filter { keyword in
      TextFolding.caseFolded(keyword.name) == wanted
        || keyword.parent != nil && TextFolding.caseFolded(path(ofKeyword: keyword.id)) == wanted
    }.map(\.id)
    guard !ids.isEmpty else { return nil }
    var found = SlotSet(capacity: capacity)
    for id in ids {
      let select = try statement("SELECT note FROM note_keyword WHERE keyword = ?1")
      select.bind(1, id)
      try insert(select, into: &found)
    }
    return found
  }

  /// The names of a keyword and those above it, as `SlipBox.path(ofKeyword:)` gives them.
  ///
  /// Of keywords that contain each other in a circle, each is named once.
  private func path(ofKeyword id: UniqueID) -> String {
    var names: [String] = []
    var seen: Set<UniqueID> = []
    var next = keywords[id]
    while let keyword = next, seen.insert(keyword.id).inserted {
      names.append(keyword.name)
      next = keyword.parent.flatMap { keywords[$0] }
    }
    return names.reversed().joined(separator: "/")
  }

  /// All facts of a note for listing it.
  ///
  /// - Throws: `SlipError` with `StoreCode.failed`.
  package func record(_ slot: Int) throws(SlipError) -> IndexedRecord {
    let id = id(slot)
    var record = IndexedRecord(
      id: id, summary: try summary(of: id), zoneIsUnknown: false, keywords: [], links: [], backlinks: [],
      attachments: [])
    let note = try statement(
      "SELECT n.created, n.zoneUnknown, s.path FROM note n LEFT JOIN source s ON s.key = n.source WHERE n.slot = ?1"
    )
    note.bind(1, slot)
    guard try note.step() else { throw database.damage }
    record.created = note.optionalInteger(0).map { Timestamp(microseconds: $0) }
    record.zoneIsUnknown = note.integer(1) != 0
    record.source = note.optionalText(2)
    let keywords = try statement("SELECT keyword FROM note_keyword WHERE note = ?1 ORDER BY place")
    keywords.bind(1, slot)
    while try keywords.step() {
      if let id = keywords.id(0), self.keywords[id] != nil { record.keywords.append(path(ofKeyword: id)) }
    }
    record.links = try links(
      "SELECT n.uuid, n.title FROM note_link l JOIN note n ON n.uuid = l.target WHERE l.note = ?1 ORDER BY l.place"
    ) { $0.bind(1, slot) }
    record.backlinks = try links(
      "SELECT n.uuid, n.title FROM note_link l JOIN note n ON n.slot = l.note WHERE l.target = ?1 ORDER BY n.uuid"
    ) { $0.bind(1, id) }
    let files = try statement(
      "SELECT sha256, name, mediaType, extension, length, width, height FROM note_attachment WHERE note = ?1 ORDER BY place"
    )
    files.bind(1, slot)
    while try files.step() {
      guard let digest = Digest(hex: files.text(0)), let mediaType = files.optionalText(2) else { continue }
      record.attachments.append(
        IndexedRecord.File(
          id: digest, name: files.text(1), mediaType: mediaType, fileExtension: files.text(3),
          length: Int(files.integer(4)), width: files.optionalInteger(5).map { Int($0) },
          height: files.optionalInteger(6).map { Int($0) }))
    }
    return record
  }

  /// Notes that a statement gives, with their titles.
  ///
  /// - Parameters:
  ///   - sql: A statement whose columns are a UUID and a title.
  ///   - bind: Sets the statement's parameters.
  /// - Throws: `SlipError` with `StoreCode.failed`.
  private func links(_ sql: String, _ bind: (Statement) -> Void) throws(SlipError) -> [IndexedRecord.Link] {
    let select = try statement(sql)
    bind(select)
    var found: [IndexedRecord.Link] = []
    while try select.step() { if let id = select.id(0) { found.append((id, select.text(1))) } }
    return found
  }
}
