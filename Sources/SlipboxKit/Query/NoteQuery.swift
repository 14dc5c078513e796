public import SlipBase
internal import SlipBundle
public import SlipNotes
public import SlipQuery

/// A search for notes by a predicate, with an order: `slipconv list --where 'title CONTAINS "bee"' --sort -modified`.
///
/// Building it does nothing; `notes(of:among:)` runs it.
public struct NoteQuery: Sendable {
  /// The predicate's text (`SlipQuery`); nil holds for all notes.
  public var predicate: String?
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

  /// The notes among the given ones that the predicate holds for, in the wanted order.
  ///
  /// Texts are read only where the predicate needs them.
  ///
  /// - Throws: `KitCode.badQuery` for a predicate or sort key that can't be used, with the place in its text;
  ///   `SlipError` of a note's text that can't be read.
  public func notes(of bundle: OpenBundle, among notes: [Note]) throws(SlipError) -> [Note] {
    let predicate = predicate ?? "TRUEPREDICATE"
    var request = QueryRequest(predicate, clock: clock)
    let byID = Dictionary(notes.map { ($0.id, $0) }) { first, _ in first }
    let view = BoxView(bundle.box, texts: MirrorTexts(bundle: bundle))
    var found: [Note] = []
    // Without the sort keys first, so that an error says which of both texts is to blame.
    do throws(QueryError) {
      _ = try request.prepare()
    } catch {
      throw NoteQuery.fault(error, "predicate", predicate)
    }
    request.sort = sort
    do throws(QueryError) {
      let query = try request.prepare()
      let objects = notes.compactMap { view.note($0.id) }
      found = try query.run(over: objects).ids.compactMap { byID[$0] }
    } catch {
      throw NoteQuery.fault(error, error.phase == .evaluation ? "predicate" : "sort key", nil)
    }
    if sort.isEmpty {
      let wanted = Set(found.map(\.id))
      found = notes.filter { wanted.contains($0.id) }
    }
    return Array(found.dropFirst(offset).prefix(limit ?? .max))
  }

  /// - Parameter text: The text that the error's place is in; nil where its column says nothing.
  private static func fault(_ error: QueryError, _ subject: String, _ text: String?) -> SlipError {
    if let cause = error.cause { return cause }
    let place = text.map { " at column \(error.position(in: $0).column)" } ?? ""
    let hint = error.hint.map { " (\($0))" } ?? ""
    return SlipError(
      .usage, code: KitCode.badQuery, "The \(subject) can't be used\(place): \(error.message)\(hint).")
  }
}

/// Texts of notes from the mirrors in a bundle.
private struct MirrorTexts: NoteTextProvider {
  let bundle: OpenBundle

  func text(of note: Note) throws(SlipError) -> String {
    String(decoding: try bundle.mirror(of: note), as: UTF8.self)
  }
}
