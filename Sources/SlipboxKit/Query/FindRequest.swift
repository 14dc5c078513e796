internal import SlipBundle
public import SlipBase
internal import SlipNotes
internal import SlipIndex
public import SlipQuery

/// A search in the words of the search box: `slipconv find my.slipbox 'honey -wax keyword:bees'`.
///
/// Building it does nothing; `search(_:cache:limit:needsNotes:)` searches one bundle.
public struct FindRequest: Sendable {
  /// The notes of which folder may be found.
  public enum Scope: Sendable, Hashable {
    /// All notes.
    case all
    /// Those in the folder of this path and below.
    case tree(String)
    /// Those in the folder of this path itself.
    case folder(String)

    /// The path, and whether folders below count; nil for all notes.
    var path: (name: String, isTree: Bool)? {
      switch self {
      case .all: nil
      case .tree(let name): (name, true)
      case .folder(let name): (name, false)
      }
    }

    /// Reads the value of `--in`: `Work/Ideas` or `=Work/Ideas`.
    public init(argument: String) {
      self = argument.hasPrefix("=") ? .folder(String(argument.dropFirst())) : .tree(argument)
    }
  }

  /// The search as it was typed. Where it needs the box, `meaning(in:)` knows what it means in a bundle.
  public let search: SearchQuery
  /// Where to look.
  public var scope = Scope.all
  /// The order; without keys the best note comes first.
  public var sort: [SortKey] = []
  /// Whether only the number of notes matters, so that nothing has to be ranked.
  public var countsOnly = false
  /// Whether notes are described afterwards (`FoundNotes.note(_:listsAll:)`), and not only named. Without it
  /// an index is asked for less, and each description opens the bundle.
  public var describes = true
  /// Whether notes whose texts aren't there are passed over; `FoundNotes.missingTexts` names them. Otherwise one is an error.
  public var passesOverMissing = false

  /// Reads a search.
  ///
  /// - Throws: `KitCode.badQuery` for a value that a field doesn't take, with the place.
  public init(_ text: String, clock: QueryClock) throws(SlipError) {
    do throws(QueryError) {
      search = try SearchQuery(text, clock: clock)
    } catch {
      throw NoteQuery.fault(error, "search", text)
    }
  }

  /// What the search means in a bundle: with its saved searches, and properties as fields.
  ///
  /// - Throws: `KitCode.badQuery` for a saved search that isn't there or can't be used, and for a value that a
  ///   property doesn't take.
  func search(in bundle: OpenBundle) throws(SlipError) -> SearchQuery {
    do throws(QueryError) {
      return try search.meaning(in: bundle.box)
    } catch {
      throw NoteQuery.fault(error, "search", search.text)
    }
  }

  /// What the search means in a bundle; opens it only where that matters.
  ///
  /// - Parameter argument: The bundle: see `BundleLocator.locate`.
  /// - Throws: As `search(_:cache:limit:needsNotes:)`.
  public func meaning(in argument: String) throws(SlipError) -> SearchQuery {
    search.needsBox ? try search(in: OpenBundle(argument)) : search
  }

  /// A search of the bundle and its scope as one predicate, for `list --where`.
  ///
  /// - Parameter search: What the search means in the bundle.
  public func predicate(of search: SearchQuery) -> QueryPredicate {
    guard let (path, isTree) = scope.path else { return search.predicate }
    return .joined(and: [.inFolder(path, andBelow: isTree), search.predicate])
  }

  /// What the search means in a bundle that is open.
  ///
  /// - Throws: As `search(_:cache:limit:needsNotes:)`.
  public func meaning(in bundle: OpenBundle) throws(SlipError) -> SearchQuery {
    search.needsBox ? try search(in: bundle) : search
  }

  /// The notes that were found in a bundle, best first or in the wanted order.
  ///
  /// - Parameters:
  ///   - search: What the search means in the bundle.
  ///   - bundle: The bundle.
  /// - Throws: `KitCode.badQuery` where a sort key can't be used; `KitCode.noSuchNote` for an unknown folder;
  ///   `SlipError` of a text that can't be read.
  func run(_ search: SearchQuery, in bundle: OpenBundle) throws(SlipError) -> [SearchHit] {
    let isInScope = try filter(bundle)
    do throws(QueryError) {
      if sort.isEmpty && !countsOnly {
        return try SearchRun(search).hits(
          in: bundle.box, texts: MirrorTexts(bundle: bundle), where: isInScope)
      }
    } catch {
      throw NoteQuery.fault(error, "search", search.text)
    }
    var query = NoteQuery(clock: search.clock)
    query.condition = search.predicate
    query.sort = sort
    let found = try query.notes(of: bundle, among: bundle.box.notes.filter(isInScope))
    return found.map { SearchHit(unranked: $0) }
  }

  /// The error that there is no such folder.
  static func noFolder(_ path: String) -> SlipError {
    SlipError(
      .usage, code: KitCode.noSuchNote, "The bundle has no such folder.", at: SourceLocation(file: path))
  }

  /// Whether notes are in the scope.
  ///
  /// - Throws: `SlipError` with code `KitCode.noSuchNote` for an unknown folder.
  private func filter(_ bundle: OpenBundle) throws(SlipError) -> @Sendable (Note) -> Bool {
    guard let (path, isTree) = scope.path else { return { _ in true } }
    guard let folder = bundle.box.folder(at: path) else { throw FindRequest.noFolder(bundle.path) }
    var folders: Set<Folder.ID> = [folder]
    var pending = isTree ? [folder] : []
    while let next = pending.popLast() {
      for child in bundle.box.children(of: next) where folders.insert(child.id).inserted {
        pending.append(child.id)
      }
    }
    let wanted = folders
    return { note in note.folder.map(wanted.contains) ?? false }
  }

  /// The notes that a search names and a bundle doesn't have.
  static func missing(_ search: SearchQuery, in bundle: OpenBundle) -> [SearchReference] {
    guard !search.references.isEmpty else { return [] }
    let titles = Set(bundle.box.notes.map { TextFolding.folded($0.title, cases: true, marks: true) })
    return search.references.filter { reference in
      if titles.contains(TextFolding.folded(reference.name, cases: true, marks: true)) { return false }
      let beginning = reference.name.lowercased()
      return beginning.utf8.count < NoteLookup.shortestBeginning
        || !bundle.box.noteIDs.contains { $0.description.hasPrefix(beginning) }
    }
  }

  /// The error that there is no such note, with the place in the search.
  static func fault(_ missing: SearchReference, _ search: SearchQuery) -> SlipError {
    NoteQuery.fault(
      QueryError(.check, at: missing.place, "no note has this title or UUID"), "search", search.text)
  }

  /// The most bytes of texts that are looked through for words where there is no index.
  private static let mostTextForWords = 2 << 20

  /// A search that may have been meant, where nothing was found: words that stand nowhere are replaced by near ones,
  /// and all else stays as it was written.
  ///
  /// An index has all words. Without one, titles, keywords and the first 2 MiB of texts are looked through.
  ///
  /// - Parameters:
  ///   - found: What the search found: nothing.
  ///   - cache: Where indexes are; nil to do without.
  /// - Returns: The search, which finds something; nil where there is none.
  /// - Throws: `SlipError` where the bundle can't be read.
  public func suggestion(for found: FoundNotes, cache: IndexCache? = nil) throws(SlipError) -> String? {
    var suggested = try suggestedName(found)
    if suggested == nil { suggested = try suggestedText(found, cache) }
    guard let text = suggested else { return nil }
    var request = try FindRequest(text, clock: search.clock)
    (request.scope, request.countsOnly, request.describes) = (scope, true, false)
    if case .bundle(let bundle) = found.source {
      return try request.found(in: bundle, 1).count == 0 ? nil : text
    }
    return try request.search(found.path, cache: cache, limit: 1).count == 0 ? nil : text
  }

  /// The search with near names of folders and keywords, whether it finds something or not.
  private func suggestedName(_ found: FoundNotes) throws(SlipError) -> String? {
    // Only fields name them.
    guard search.text.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "#") }) else {
      return nil
    }
    let bundle: OpenBundle
    if case .bundle(let opened) = found.source {
      bundle = opened
    } else {
      bundle = try OpenBundle(found.path)
    }
    return SearchReferences.suggested(search.text, in: bundle.box)
  }

  /// The search with near words, whether it finds something or not.
  private func suggestedText(_ found: FoundNotes, _ cache: IndexCache?) throws(SlipError) -> String? {
    if let cache, !search.needsBox {
      let location = try BundleLocator.locate(found.path)
      let answer = try cache.answer(location) { index throws(SlipError) -> SearchSpelling? in
        var spelling = SearchSpelling(search)
        if spelling.hasWords { try index.forEachWord { spelling.add(word: $0) } }
        return spelling
      }
      if let answer { return answer.suggestion }
    }
    let bundle: OpenBundle
    if case .bundle(let opened) = found.source {
      bundle = opened
    } else {
      bundle = try OpenBundle(found.path)
    }
    var spelling = SearchSpelling(found.search)
    guard spelling.hasWords else { return nil }
    for note in bundle.box.notes {
      let names = note.keywords.compactMap { bundle.box.keyword($0)?.name } + note.attachments.map(\.name)
      for text in [note.title] + names { spelling.add(text) }
    }
    let texts = MirrorTexts(bundle: bundle)
    var left = FindRequest.mostTextForWords
    for note in bundle.box.notes where left > 0 {
      left -= note.mirror.length
      try texts.withText(of: note) { spelling.add($0) }
    }
    return spelling.suggestion
  }
}

/// A note that was found, as `slipconv find --json` prints it (`Schemas/find.schema.json`).
public struct FoundNote: Sendable, Encodable {
  /// A place in a text.
  public struct Place: Sendable, Encodable {
    /// The line in the mirror, from 1.
    public var line: Int
    /// The column, from 1, in code points.
    public var column: Int
    /// The place in the mirror, in bytes.
    public var offset: Int
    /// The length in bytes.
    public var length: Int

    /// The place of a match.
    init(_ match: Snippet.Match) {
      (line, column, offset, length) = (match.line, match.column, match.offset, match.length)
    }
  }

  /// Parts of the text.
  public struct Excerpt: Sendable, Encodable {
    /// A match within the excerpt, in bytes of UTF-8.
    public struct Range: Sendable, Encodable {
      /// Where it begins.
      public var offset: Int
      /// How long it is.
      public var length: Int
    }

    /// The parts, with `…` where the text was cut.
    public var text: String
    /// The matches within `text`.
    public var ranges: [Range]
  }

  /// A task of the text.
  public struct Task: Sendable, Encodable {
    /// The line in the mirror, from 1.
    public var line: Int
    /// What stands behind the check box.
    public var text: String
    /// Whether it is done.
    public var isDone: Bool

    /// The keys of the JSON form.
    private enum CodingKeys: String, CodingKey {
      case line, text
      case isDone = "done"
    }
  }

  /// The path of the bundle.
  public var bundle: String
  /// The UUID of the note.
  public var id: String
  /// The title.
  public var title: String
  /// The names of the folder and all folders above it, the topmost first.
  public var folder: [String]
  /// `draft`, `review` or `archived`.
  public var status: String
  /// Whether the note is marked as a favorite.
  public var isFavorite: Bool
  /// When the note was last modified (RFC 3339); nil where that is unknown.
  public var modified: String?
  /// How well the note fits; comparable within one search.
  public var score: Double
  /// Where the searched words stand in the text.
  public var snippet: Excerpt
  /// The number of matches in the text.
  public var count: Int
  /// The matches in the text: those of the snippet, or all where that was asked for.
  public var matches: [Place]
  /// The tasks that the search asks for; nil where it asks for none.
  public var tasks: [Task]?
  /// The path of the RTF body in the bundle.
  public var body: String

  /// The keys of the JSON form.
  private enum CodingKeys: String, CodingKey {
    case bundle, id, title, folder, status, modified, score, snippet, count, matches, tasks, body
    case isFavorite = "favorite"
  }

  /// Describes a hit.
  ///
  /// - Parameters:
  ///   - hit: A note of the bundle that was found.
  ///   - bundle: The bundle.
  ///   - search: What was searched for.
  ///   - listsAll: Whether all matches are listed, and not only those of the snippet.
  /// - Throws: `SlipError` where the note's text can't be read.
  public init(
    _ hit: SearchHit, in bundle: OpenBundle, of search: SearchQuery, listsAll: Bool = false
  ) throws(SlipError) {
    let note = bundle.box.note(hit.note)
    self.bundle = bundle.path
    id = hit.note.description
    title = note?.title ?? ""
    folder = bundle.box.path(of: note?.folder)
    status = note?.status.rawValue ?? ""
    isFavorite = note?.isFavorite ?? false
    modified = note?.modified?.rfc3339
    score = hit.score
    body = PayloadPath.body(hit.note)
    (snippet, count, matches) = (Excerpt(text: "", ranges: []), 0, [])
    guard let note else { return }
    try MirrorTexts(bundle: bundle).withText(of: note) { setText($0, search, listsAll: listsAll) }
  }

  /// Describes a hit without its text.
  init(_ hit: SearchHit, _ path: String, _ note: IndexedSummary) {
    bundle = path
    id = hit.note.description
    title = note.title
    folder = note.folder
    status = note.status.rawValue
    isFavorite = note.isFavorite
    modified = note.modified?.rfc3339
    score = hit.score
    body = PayloadPath.body(hit.note)
    (snippet, count, matches) = (Excerpt(text: "", ranges: []), 0, [])
  }

  /// Sets what comes from the text.
  mutating func setText(_ text: UnsafeBufferPointer<UInt8>, _ search: SearchQuery, listsAll: Bool) {
    let found = Snippet(text, search.terms)
    let all = listsAll ? Snippet.matches(in: text, search.terms) : []
    snippet = Excerpt(
      text: found.text, ranges: found.ranges.map { Excerpt.Range(offset: $0.lowerBound, length: $0.count) })
    count = found.count
    matches = (listsAll ? all : found.matches).map(Place.init)
    guard !search.taskStates.isEmpty else { return }
    tasks = TextTask.all(in: text).filter { search.taskStates.contains($0.isDone) }
      .map { Task(line: $0.line, text: $0.text, isDone: $0.isDone) }
  }
}
