internal import SlipBundle
internal import SlipIndex
public import SlipBase
internal import SlipNotes
public import SlipQuery

/// What `slipconv list` asks for: conditions, an order, and which part of the notes is wanted.
///
/// Building it does nothing; `run(_:cache:needsNotes:)` lists.
public struct ListRequest: Sendable {
  /// Folder, keyword, status and favorites.
  public var filter = NoteFilter()
  /// Predicate, search, order and part.
  public var query: NoteQuery
  /// Whether only the number of notes is wanted; the list then has no summaries.
  public var countsOnly = false
  /// Whether links, back-links and attachments are wanted; without them the summaries have none.
  public var hasRelations = true
  /// Whether notes whose texts aren't there are passed over; `NoteList.missingTexts` names them. Otherwise one is an error.
  public var passesOverMissing = false

  /// A request for all notes.
  public init(clock: QueryClock) { query = NoteQuery(clock: clock) }

  /// Lists the notes of a bundle, with its index where that is possible.
  ///
  /// - Parameters:
  ///   - argument: The bundle: see `BundleLocator.locate`.
  ///   - cache: Where indexes are; nil to do without.
  ///   - needsNotes: Whether the caller needs `NoteList.sections(by:clock:)`, which no index has.
  /// - Throws: As `NoteFilter.notes(of:)` and `NoteQuery.notes(of:among:)`.
  public func run(
    _ argument: String, cache: IndexCache?, needsNotes: Bool = false
  ) throws(SlipError) -> NoteList {
    if let cache, !needsNotes, query.search == nil, query.saved == nil,
      let list = try indexed(argument, cache)
    {
      return list
    }
    return try retryingWhenReplaced { () throws(SlipError) in
      var bundle = try OpenBundle(argument)
      bundle.missingTexts = passesOverMissing ? MissingTexts() : nil
      let found = try query.notes(of: bundle, among: filter.notes(of: bundle))
      try bundle.expectCurrent()
      return NoteList(
        path: bundle.path, count: found.count, source: .bundle(bundle, found), hasRelations: hasRelations)
    }
  }

  /// The answer of the index; nil where there is none, or it can't be read.
  private func indexed(_ argument: String, _ cache: IndexCache) throws(SlipError) -> NoteList? {
    let location = try BundleLocator.locate(argument)
    return try cache.answer(location) { index throws(SlipError) -> NoteList? in
      if filter.isEmpty, query.holdsForAll, query.sort.isEmpty, let limit = query.limit, !countsOnly {
        let first = try index.firstInOrderOfFolders(query.offset + min(limit, Int.max - query.offset))
        return try list(Array(first.dropFirst(query.offset)), index, location.path)
      }
      var slots = try index.slots(status: filter.status, favoritesOnly: filter.favoritesOnly)
      if let keyword = filter.keyword {
        guard let some = try index.slots(withKeyword: keyword) else {
          throw NoteFilter.missing("keyword", location.path)
        }
        slots.formIntersection(some)
      }
      if let folder = filter.folder {
        guard let some = try index.slots(inFolderAt: folder, andBelow: true) else {
          throw NoteFilter.missing("folder", location.path)
        }
        slots.formIntersection(some)
      }
      guard let found = try query.slots(in: index, among: slots) else { return nil }
      return try list(found, index, location.path)
    }
  }

  /// The list of some notes of an index.
  private func list(_ found: [Int], _ index: NoteIndex, _ path: String) throws(SlipError) -> NoteList {
    let records = countsOnly ? [] : try index.records(found, hasRelations: hasRelations)
    return NoteList(
      path: path, count: found.count, source: .index(records.map { NoteSummary($0) }),
      hasRelations: hasRelations)
  }
}

/// Notes in order, as `ListRequest` found them.
public struct NoteList: Sendable {
  /// Where facts come from.
  enum Source: Sendable {
    /// An opened bundle, and the notes in order.
    case bundle(OpenBundle, [Note])
    /// What an index has of the notes, in order.
    case index([NoteSummary])
  }

  /// The path of the bundle.
  public let path: String
  /// The number of notes.
  public let count: Int
  /// Where facts come from.
  let source: Source
  /// Whether the summaries have links, back-links and attachments.
  let hasRelations: Bool
  /// The notes whose texts aren't there, so that they were passed over: those that were read so far.
  public var missingTexts: [Diagnostic] {
    guard case .bundle(let bundle, _) = source else { return [] }
    return bundle.missingTexts?.diagnostics(in: path) ?? []
  }

  /// The notes in sections; nil where an index answered.
  ///
  /// - Parameters:
  ///   - order: By what.
  ///   - clock: What today is, and the zone of days.
  /// - Throws: `SlipError` of a note's text that can't be read.
  public func sections(by order: NoteSections.Order, clock: QueryClock) throws(SlipError) -> NoteSections? {
    guard case .bundle(let bundle, let notes) = source else { return nil }
    return try NoteSections(notes, in: bundle, by: order, clock: clock)
  }

  /// Calls `body` with the facts of each note and, if they are wanted, with its plain text, in order. Where no index answered,
  /// the facts of one note at a time are in memory.
  ///
  /// - Parameters:
  ///   - texts: Whether `body` gets the text, and not an empty one.
  ///   - body: Gets the facts of a note.
  /// - Throws: What `body` throws. With texts also `SlipError` where a text is missing or can't be read, where an index answered
  ///   (`ListRequest.run` takes `needsNotes`), and at the end where somebody changed the bundle meanwhile.
  public func forEach(texts: Bool = false, _ body: (NoteSummary, String) throws -> Void) throws {
    switch source {
    case .index(let summaries):
      if texts { throw SlipError(.usage, "The list was made without the texts of the notes.") }
      for summary in summaries { try body(summary, "") }
    case .bundle(let bundle, let notes):
      let provider = MirrorTexts(bundle: bundle)
      var paths = BoxPaths()
      for note in notes {
        let summary = NoteSummary(note, in: bundle.box, hasRelations: hasRelations, &paths)
        try body(summary, texts ? provider.text(of: note) : "")
      }
      if texts { try bundle.expectCurrent() }
    }
  }

  /// The facts of the notes, in order.
  public func summaries() -> [NoteSummary] {
    switch source {
    case .bundle(let bundle, let notes):
      var paths = BoxPaths()
      return notes.map { NoteSummary($0, in: bundle.box, hasRelations: hasRelations, &paths) }
    case .index(let summaries): return summaries
    }
  }
}

extension NoteSummary {
  /// The facts that an index has of a note.
  init(_ record: IndexedRecord) {
    id = record.id.description
    title = record.summary.title
    status = record.summary.status.rawValue
    isFavorite = record.summary.isFavorite
    folder = record.summary.folder
    keywords = record.keywords
    created = record.created?.rfc3339
    modified = record.summary.modified?.rfc3339
    zoneIsUnknown = record.zoneIsUnknown
    links = record.links.map { LinkSummary(id: $0.id.description, title: $0.title) }
    backlinks = record.backlinks.map { LinkSummary(id: $0.id.description, title: $0.title) }
    attachments = record.attachments.map { file in
      AttachmentSummary(
        name: file.name, mediaType: file.mediaType, length: file.length,
        path: PayloadPath.blob(file.id, file.fileExtension), width: file.width, height: file.height)
    }
    source = record.source
    body = PayloadPath.body(record.id)
  }
}
