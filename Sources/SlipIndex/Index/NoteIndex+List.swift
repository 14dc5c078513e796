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

  /// Notes by folder in depth-first order, then by their order and UUID, as a list of the bundle has them.
  ///
  /// - Parameter slots: The numbers of notes.
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  package func inOrderOfFolders(_ slots: [Int]) throws(SlipError) -> [Int] {
    var ranks: [UniqueID: Int] = [:]
    for folder in foldersInOrder { ranks[folder] = ranks.count + 1 }
    var keyed: [(folder: Int, order: Int64, id: UniqueID, slot: Int)] = []
    keyed.reserveCapacity(slots.count)
    try forEachRow(of: slots, "folder, place, uuid") { slot, row throws(SlipError) in
      guard let id = row.id(3) else { throw database.damage }
      keyed.append((row.id(1).flatMap { ranks[$0] } ?? 0, row.integer(2), id, slot))
    }
    keyed.sort { ($0.folder, $0.order, $0.id) < ($1.folder, $1.order, $1.id) }
    return keyed.map(\.slot)
  }

  /// The first notes of a list of all, in its order, without a look at the others.
  ///
  /// - Parameter count: How many are wanted at most.
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  package func firstInOrderOfFolders(_ count: Int) throws(SlipError) -> [Int] {
    var found: [Int] = []
    for folder in [nil] + foldersInOrder.map(Optional.some) where found.count < count {
      let select = try statement("SELECT slot FROM note WHERE folder IS ?1 ORDER BY place, uuid LIMIT ?2")
      select.bind(1, folder)
      select.bind(2, count - found.count)
      while try select.step() { found.append(Int(select.integer(0))) }
    }
    return found
  }

  /// All folders, each before those in it.
  private var foldersInOrder: [UniqueID] {
    var found: [UniqueID] = []
    let tops = folders.values.filter { $0.parent == nil }.sorted { ($0.order, $0.id) < ($1.order, $1.id) }
    var pending = Array(tops.reversed())
    while let next = pending.popLast() {
      found.append(next.id)
      let below = (subfolders[next.id] ?? []).compactMap { folders[$0] }
      pending += below.sorted { ($0.order, $0.id) > ($1.order, $1.id) }
    }
    return found
  }

  /// Reads rows of notes, one by one where they are few, and else in one pass over all.
  ///
  /// - Parameters:
  ///   - slots: The numbers of the notes.
  ///   - columns: Columns of the table `note`, named `n`. In the rows they come from column 1 on.
  ///   - tables: What is joined with it.
  ///   - body: Gets the number of the note and its row, not in the order of `slots`.
  /// - Throws: `SlipError` with `DatabaseCode.failed`, also where a note has no row.
  private func forEachRow(
    of slots: [Int], _ columns: String, joining tables: String = "",
    _ body: (Int, Statement) throws(SlipError) -> Void
  ) throws(SlipError) {
    let sql = "SELECT n.slot, \(columns) FROM note n \(tables)"
    guard areMany(slots) else {
      let select = try statement(sql + " WHERE n.slot = ?1")
      for slot in slots {
        select.reset()
        select.bind(1, slot)
        guard try select.step() else { throw database.damage }
        try body(slot, select)
      }
      return select.reset()
    }
    let wanted = wanted(slots)
    let select = try database.prepare(sql)
    var count = 0
    while try select.step() {
      let slot = Int(select.integer(0))
      guard wanted.indices.contains(slot), wanted[slot] >= 0 else { continue }
      try body(slot, select)
      count += 1
    }
    guard count == slots.count else { throw database.damage }
  }

  /// Whether one pass over all notes costs less than a look at each of these.
  private func areMany(_ slots: [Int]) -> Bool { slots.count > 64 && slots.count * 8 > capacity }

  /// By slot the place in a list of slots; -1 for those that aren't in it.
  private func wanted(_ slots: [Int]) -> [Int32] {
    var places = Array(repeating: Int32(-1), count: capacity)
    for (place, slot) in slots.enumerated() { places[slot] = Int32(truncatingIfNeeded: place) }
    return places
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
  func path(ofKeyword id: UniqueID) -> String {
    var names: [String] = []
    var seen: Set<UniqueID> = []
    var next = keywords[id]
    while let keyword = next, seen.insert(keyword.id).inserted {
      names.append(keyword.name)
      next = keyword.parent.flatMap { keywords[$0] }
    }
    return names.reversed().joined(separator: "/")
  }

  /// All facts of notes for listing them.
  ///
  /// - Parameters:
  ///   - slots: The numbers of the notes, each once.
  ///   - hasRelations: Whether links, back-links and attachments are wanted.
  /// - Returns: A record for each, in their order.
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  package func records(_ slots: [Int], hasRelations: Bool) throws(SlipError) -> [IndexedRecord] {
    let places = wanted(slots)
    var found = [IndexedRecord?](repeating: nil, count: slots.count)
    var folderPaths: [UniqueID: [String]] = [:]
    try forEachRow(
      of: slots, "n.uuid, n.title, n.folder, n.created, n.modified, n.zoneUnknown, s.path",
      joining: "LEFT JOIN source s ON s.key = n.source"
    ) { slot, row throws(SlipError) in
      guard let id = row.id(1) else { throw database.damage }
      var path: [String] = []
      if let folder = row.id(3) {
        path = folderPaths[folder] ?? self.path(of: folder)
        folderPaths[folder] = path
      }
      let state = state(slot)
      let summary = IndexedSummary(
        title: row.text(2), folder: path, status: state.status, isFavorite: state.isFavorite,
        modified: row.optionalInteger(5).map { Timestamp(microseconds: $0) })
      found[Int(places[slot])] = IndexedRecord(
        id: id, summary: summary, created: row.optionalInteger(4).map { Timestamp(microseconds: $0) },
        zoneIsUnknown: row.integer(6) != 0, keywords: [], links: [], backlinks: [], attachments: [],
        source: row.optionalText(7))
    }
    var records = found.compactMap { $0 }
    var keywordPaths: [UniqueID: String] = [:]
    try forEachRelation(of: slots, "note_keyword r", "r.note", "r.keyword", order: "r.place") { place, row in
      guard let id = row.id(1), keywords[id] != nil else { return }
      let path = keywordPaths[id] ?? self.path(ofKeyword: id)
      keywordPaths[id] = path
      records[place].keywords.append(path)
    }
    guard hasRelations else { return records }
    try forEachRelation(
      of: slots, "note_link r JOIN note n ON n.uuid = r.target", "r.note", "n.uuid, n.title", order: "r.place"
    ) { place, row in
      if let id = row.id(1) { records[place].links.append((id, row.text(2))) }
    }
    try forEachRelation(
      of: slots, "note t JOIN note_link r ON r.target = t.uuid JOIN note n ON n.slot = r.note", "t.slot",
      "n.uuid, n.title", order: "n.uuid"
    ) { place, row in
      if let id = row.id(1) { records[place].backlinks.append((id, row.text(2))) }
    }
    try forEachRelation(
      of: slots, "note_attachment r", "r.note", "sha256, name, mediaType, extension, length, width, height",
      order: "r.place"
    ) { place, row in
      guard let digest = Digest(hex: row.text(1)), let mediaType = row.optionalText(3) else { return }
      records[place].attachments.append(
        IndexedRecord.File(
          id: digest, name: row.text(2), mediaType: mediaType, fileExtension: row.text(4),
          length: Int(row.integer(5)), width: row.optionalInteger(6).map { Int($0) },
          height: row.optionalInteger(7).map { Int($0) }))
    }
    return records
  }

  /// Reads what notes refer to, note by note where they are few, and else in one pass over all.
  ///
  /// - Parameters:
  ///   - slots: The numbers of the notes.
  ///   - tables: The table of the relationship, with what is joined.
  ///   - key: The column with the number of the note.
  ///   - columns: What is read, from column 1 on.
  ///   - order: The order of the rows of one note.
  ///   - body: Gets the place of the note in `slots`, and a row.
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  private func forEachRelation(
    of slots: [Int], _ tables: String, _ key: String, _ columns: String, order: String,
    _ body: (Int, Statement) -> Void
  ) throws(SlipError) {
    let sql = "SELECT \(key), \(columns) FROM \(tables)"
    guard areMany(slots) else {
      let select = try statement(sql + " WHERE \(key) = ?1 ORDER BY \(order)")
      for (place, slot) in slots.enumerated() {
        select.reset()
        select.bind(1, slot)
        while try select.step() { body(place, select) }
      }
      return select.reset()
    }
    let places = wanted(slots)
    let select = try database.prepare(sql + " ORDER BY \(key), \(order)")
    while try select.step() {
      let slot = Int(select.integer(0))
      guard places.indices.contains(slot), places[slot] >= 0 else { continue }
      body(Int(places[slot]), select)
    }
  }
}
