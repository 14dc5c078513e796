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
  /// Whether properties are wanted, which no index has.
  public var hasProperties = false
  /// Whether notes whose texts aren't there are passed over; `NoteList.missingTexts` names them. Otherwise one is an error.
  public var passesOverMissing = false

  /// A request for all notes.
  public init(clock: QueryClock) { query = NoteQuery(clock: clock) }

  /// Lists the notes of a bundle, with its index where that is possible.
  ///
  /// - Parameters:
  ///   - argument: The bundle: see `BundleLocator.locate`.
  ///   - cache: Where indexes are; nil to do without.
  ///   - needsNotes: Whether the caller needs `NoteList.sections(by:clock:)`, texts or columns, which no index has.
  /// - Throws: As `NoteFilter.notes(of:)` and `NoteQuery.notes(of:among:)`.
  public func run(
    _ argument: String, cache: IndexCache?, needsNotes: Bool = false
  ) throws(SlipError) -> NoteList {
    if let cache, !needsNotes, !hasProperties, query.search == nil, query.saved == nil,
      let list = try indexed(argument, cache)
    {
      return list
    }
    return try retryingWhenReplaced { () throws(SlipError) in try run(in: OpenBundle(argument)) }
  }

  /// Lists the notes of a bundle that is open, such as an encrypted pack.
  ///
  /// - Throws: As `NoteFilter.notes(of:)` and `NoteQuery.notes(of:among:)`.
  public func run(in bundle: OpenBundle) throws(SlipError) -> NoteList {
    var bundle = bundle
    bundle.missingTexts = passesOverMissing ? MissingTexts() : nil
    let found = try query.notes(of: bundle, among: filter.notes(of: bundle))
    try bundle.expectCurrent()
    var list = NoteList(
      path: bundle.path, count: found.count, source: .bundle(bundle, found), hasRelations: hasRelations)
    list.hasProperties = hasProperties
    return list
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

/// A note in a list, with what is wanted of it beside its facts.
public struct NoteRow: Sendable {
  /// The facts.
  public var summary: NoteSummary
  /// The plain text; empty where it isn't wanted.
  public var text: String
  /// The values of the list's columns, in their order.
  public var values: [QueryValue]
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
  /// Whether the summaries have properties.
  var hasProperties = false
  /// The key paths of which rows have values; nil for none.
  private var columns: QueryColumns?

  /// Notes without columns.
  init(path: String, count: Int, source: Source, hasRelations: Bool) {
    (self.path, self.count, self.source, self.hasRelations) = (path, count, source, hasRelations)
  }

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

  /// The names of the properties that the notes have, in order; none where an index answered.
  public var propertyNames: [String] {
    guard case .bundle(_, let notes) = source else { return [] }
    return Set(notes.lazy.flatMap(\.properties).map(\.name)).sorted()
  }

  /// The list with columns: key paths, or names of properties.
  ///
  /// - Parameters:
  ///   - paths: The paths.
  ///   - clock: The zone of days.
  /// - Throws: `KitCode.badQuery` for a path that leads nowhere. The list must have been made without an index.
  public func with(columns paths: [String], clock: QueryClock) throws(SlipError) -> NoteList {
    guard case .bundle(let bundle, _) = source else {
      throw SlipError(.usage, "The list was made without the notes themselves.")
    }
    var list = self
    let properties = PropertyKeys(SearchNames(bundle.box))
    for path in paths {
      do throws(QueryError) {
        _ = try QueryColumns([path], properties: properties, clock: clock)
      } catch {
        throw NoteQuery.fault(error, "column '\(PrintableText.of(path))'", nil)
      }
    }
    do throws(QueryError) {
      list.columns = try QueryColumns(paths, properties: properties, clock: clock)
    } catch {
      throw NoteQuery.fault(error, "column", nil)
    }
    return list
  }

  /// Calls `body` with each note and the values of its columns, in order.
  ///
  /// - Parameters:
  ///   - texts: Whether rows have the texts.
  ///   - body: Gets a row.
  /// - Throws: As `forEach(texts:_:)`.
  public func forEachRow(texts: Bool = false, _ body: (NoteRow) throws -> Void) throws {
    guard let columns, case .bundle(let bundle, let notes) = source else {
      return try forEach(texts: texts) { try body(NoteRow(summary: $0, text: $1, values: [])) }
    }
    let provider = MirrorTexts(bundle: bundle)
    let view = BoxView(bundle.box, texts: provider)
    var next = notes.makeIterator()
    try forEach(texts: texts) { summary, text in
      var values: [QueryValue] = []
      if let note = next.next(), let object = view.note(note.id) {
        do throws(QueryError) { values = try columns.values(of: object) } catch {
          throw NoteQuery.fault(error, "column", nil)
        }
      }
      try body(NoteRow(summary: summary, text: text, values: values))
    }
    try bundle.expectCurrent()
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
        var summary = NoteSummary(note, in: bundle.box, hasRelations: hasRelations, &paths)
        if hasProperties, !note.properties.isEmpty {
          summary.properties = note.properties.map { NoteSummary.PropertySummary($0) }
        }
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
