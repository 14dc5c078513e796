public import SlipBase
internal import SlipBundle
internal import SlipExchange
internal import SlipFiles
internal import SlipIndex
public import SlipNotes
public import SlipQuery
internal import SlipRTF

/// A search for notes by a predicate, with an order: `slipconv list --where 'title CONTAINS "bee"' --sort -modified`.
///
/// Building it does nothing; `notes(of:among:)` runs it.
public struct NoteQuery: Sendable {
  /// The predicate's text (`SlipQuery`); nil holds for all notes.
  public var predicate: String?
  /// A predicate as a value, which must hold for the notes, too; nil holds for all.
  public var condition: QueryPredicate?
  /// A search that must find the notes, too (`SearchQuery`); nil finds all.
  public var search: String?
  /// The path of a folder with a saved search, which must find the notes, too: see `SavedSearch`.
  public var saved: String?
  /// Values for `%@`, `%K` and their like in the predicate, in order.
  public var arguments: [QueryArgument] = []
  /// The order, most significant key first. Without keys the order of the given notes stays.
  public var sort: [SortKey] = []
  /// How many notes are left out at the beginning, at least 0.
  public var offset = 0
  /// How many notes are given at most; nil for all.
  public var limit: Int?
  /// What `now()` and `today` mean, and the zone of days.
  public var clock: QueryClock

  /// A query that gives all notes.
  public init(clock: QueryClock) { self.clock = clock }

  /// An argument as it is written at a command line: JSON, or else text.
  public static func argument(_ text: String) -> QueryArgument { ArgumentValue(argument: text).value }

  /// The notes among the given ones that the predicate holds for, in the wanted order.
  ///
  /// Texts are read only where the predicate needs them.
  ///
  /// - Throws: `KitCode.badQuery` for a predicate or sort key that can't be used, with the place in its text;
  ///   `SlipError` of a note's text that can't be read.
  public func notes(of bundle: OpenBundle, among notes: [Note]) throws(SlipError) -> [Note] {
    if let saved {
      var (query, others) = (self, try SavedSearch(at: saved, in: bundle).query(clock: clock))
      query.saved = nil
      others.sort = []
      return try query.notes(of: bundle, among: others.notes(of: bundle, among: notes))
    }
    let found = holdsForAll && search == nil && sort.isEmpty ? notes : try matches(in: bundle, among: notes)
    return Array(found.dropFirst(offset).prefix(limit ?? .max))
  }

  /// The numbers of the notes of an index that the predicate holds for, in the wanted order.
  ///
  /// - Returns: Nil where the query needs something that no index has.
  /// - Throws: As `notes(of:among:)`; `DatabaseCode.failed` where the index can't be read.
  func slots(in index: NoteIndex, among slots: SlotSet) throws(SlipError) -> [Int]? {
    if holdsForAll, sort.isEmpty {
      return Array(try index.inOrderOfFolders(slots.slots).dropFirst(offset).prefix(limit ?? .max))
    }
    let query: PreparedQuery
    do throws(SlipError) { query = try prepared(with: nil) } catch {
      // A key that no note has may be a property, which only the box knows.
      guard error.code == KitCode.badQuery else { throw error }
      return nil
    }
    if query.needsBox { return nil }
    do throws(QueryError) {
      return Array(try index.notes(query, among: slots).dropFirst(offset).prefix(limit ?? .max))
    } catch {
      throw NoteQuery.fault(error, "predicate", nil)
    }
  }

  /// Whether no predicate leaves notes out.
  var holdsForAll: Bool { predicate == nil && condition == nil }

  /// Checks all that must hold, and the order. Step by step, so that the error says which text is to blame.
  ///
  /// - Parameters:
  ///   - searched: The predicate of a search that must find the notes, too.
  ///   - properties: The properties of the box.
  private func prepared(
    with searched: QueryPredicate?, properties: PropertyKeys = .none
  ) throws(SlipError) -> PreparedQuery {
    var parts: [QueryPredicate] = []
    if let predicate {
      var request = QueryRequest(predicate, clock: clock)
      (request.arguments, request.properties) = (arguments, properties)
      parts.append(try prepared(request, "predicate", predicate).predicate)
    }
    if let condition { parts.append(condition) }
    if let searched { parts.append(searched) }
    var request = QueryRequest(QueryPredicate.joined(and: parts), clock: clock)
    request.properties = properties
    var query = try prepared(request, searched == nil ? "predicate" : "search", nil)
    if !sort.isEmpty {
      request.sort = sort
      query = try prepared(request, "sort key", nil)
    }
    return query
  }

  /// The same where the box is known, so that its properties are keys. They are gathered only where that matters.
  private func prepared(
    with searched: QueryPredicate?, in box: SlipBox
  ) throws(SlipError) -> PreparedQuery {
    do throws(SlipError) { return try prepared(with: searched) } catch {
      guard error.code == KitCode.badQuery else { throw error }
      return try prepared(with: searched, properties: PropertyKeys(SearchNames(box)))
    }
  }

  /// Asks the evaluator for each note.
  private func matches(in bundle: OpenBundle, among notes: [Note]) throws(SlipError) -> [Note] {
    var searched: QueryPredicate?
    if let search {
      let found = try FindRequest(search, clock: clock).search(in: bundle)
      if let fault = FindRequest.missing(found, in: bundle).first { throw FindRequest.fault(fault, found) }
      searched = found.predicate
    }
    let query = try prepared(with: searched, in: bundle.box)
    let view = BoxView(bundle.box, texts: MirrorTexts(bundle: bundle))
    do throws(QueryError) {
      guard sort.isEmpty else {
        return try query.run(over: notes.compactMap { view.note($0.id) }).ids.compactMap(bundle.box.note)
      }
      var found: [Note] = []
      for note in notes {
        if let object = view.note(note.id), try query.holds(for: object) { found.append(note) }
      }
      return found
    } catch {
      throw NoteQuery.fault(error, "predicate", nil)
    }
  }

  /// Checks a request; the error says which text is to blame.
  private func prepared(
    _ request: QueryRequest, _ subject: String, _ text: String?
  ) throws(SlipError) -> PreparedQuery {
    do throws(QueryError) {
      return try request.prepare()
    } catch {
      throw NoteQuery.fault(error, subject, text)
    }
  }

  /// The error for a query that can't be used; the cause itself where something else went wrong.
  ///
  /// - Parameter text: The text that the error's place is in; nil where its column says nothing.
  static func fault(_ error: QueryError, _ subject: String, _ text: String?) -> SlipError {
    if let cause = error.cause { return cause }
    let place = text.map { NoteQuery.place(error, $0) } ?? ""
    let hint = error.hint.map { " (\($0))" } ?? ""
    return SlipError(
      .usage, code: KitCode.badQuery, "The \(subject) can't be used\(place): \(error.message)\(hint).")
  }
}

extension NoteQuery {
  /// Where an error is; of a text of several lines the line is shown, too.
  private static func place(_ error: QueryError, _ text: String) -> String {
    let (line, column) = error.position(in: text)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1, lines.indices.contains(line - 1) else { return " at column \(column)" }
    return " at line \(line), column \(column), \u{201C}\(lines[line - 1])\u{201D}"
  }
}

/// Texts of notes from the mirrors in a bundle.
struct MirrorTexts: NoteTextProvider {
  /// The bundle.
  let bundle: OpenBundle
  /// Finds the notes that links lead to.
  private let resolver: LinkResolver

  /// The texts of a bundle.
  init(bundle: OpenBundle) { (self.bundle, resolver) = (bundle, LinkResolver(bundle.box)) }

  /// The bytes of a mirror, read where they lie.
  func withText<R>(of note: Note, _ body: (UnsafeBufferPointer<UInt8>) -> R) throws(SlipError) -> R {
    do throws(SlipError) {
      return try slipErrors {
        try bundle.storage.withBytes(of: PayloadPath.mirror(note.id)) { bytes in
          bytes.withMemoryRebound(to: UInt8.self) { body($0) }
        }
      }
    } catch {
      try passOver(note, error)
      return body(UnsafeBufferPointer(start: nil, count: 0))
    }
  }

  /// Passes over a note whose file isn't there, if that is wanted.
  ///
  /// - Throws: The error, where it isn't wanted or is another one.
  private func passOver(_ note: Note, _ error: SlipError) throws(SlipError) {
    guard let missing = bundle.missingTexts, error.code == FileCode.missing else { throw error }
    missing.add(note.id, title: note.title)
  }

  /// Whether the body has open tracked changes of a merge, or a property says that something else is open.
  func hasConflict(_ note: Note) throws(SlipError) -> Bool {
    if !note.openConflicts.isEmpty { return true }
    do throws(SlipError) {
      return try slipErrors {
        try bundle.storage.withBytes(of: PayloadPath.body(note.id)) { RTFOpenMerge.isOpen(in: $0) }
      }
    } catch {
      try passOver(note, error)
      return false
    }
  }

  /// How many links of the text lead to no note, as `BrokenLinks` lists them.
  func brokenLinks(of note: Note) throws(SlipError) -> Int {
    do throws(SlipError) {
      return try BrokenLinks.links(of: note, in: bundle, resolver).count
    } catch {
      try passOver(note, error)
      return 0
    }
  }

  /// The text of a mirror.
  func text(of note: Note) throws(SlipError) -> String {
    do throws(SlipError) { return String(decoding: try bundle.mirror(of: note), as: UTF8.self) } catch {
      try passOver(note, error)
      return ""
    }
  }
}
