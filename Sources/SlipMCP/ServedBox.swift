internal import SlipBase
internal import SlipBundle
internal import SlipNotes
internal import SlipQuery
internal import SlipboxKit

/// The box that a server serves: opened once, and anew when it has changed.
final class ServedBox {
  /// The path of the bundle, which stays the same whatever clients ask.
  let path: String
  /// Whether the box may be changed.
  let isWritable: Bool
  /// Where indexes are.
  let cache: IndexCache?
  /// The zone of days.
  private let zone: TimeZoneRules
  /// The time.
  private let now: () -> Timestamp?
  /// The state that was read last.
  private var latest: OpenBundle?
  /// Who makes edits.
  private var author = ServedBox.unknownClient

  /// The author of edits by a client that says no name.
  private static let unknownClient = "MCP"
  /// The most characters of a client's name.
  private static let longestName = 100

  /// Opens a box.
  ///
  /// - Throws: `SlipError` where there is no bundle, or where it is packed but shall be changed.
  init(
    _ argument: String, isWritable: Bool, cache: IndexCache?, zone: TimeZoneRules,
    now: @escaping () -> Timestamp?
  ) throws(SlipError) {
    if isWritable { try EditSession.expectFolder(argument) }
    let bundle = try OpenBundle(argument)
    (path, latest) = (bundle.path, bundle)
    (self.isWritable, self.cache, self.zone, self.now) = (isWritable, cache, zone, now)
  }

  /// Takes the name of the client, under which its edits stand in the history.
  func setClient(_ name: String?) {
    let name = PrintableText.of(String((name ?? "").prefix(ServedBox.longestName)))
    author = name.allSatisfy(\.isWhitespace) ? ServedBox.unknownClient : name
  }

  /// The time and zone of searches.
  var clock: QueryClock { QueryClock(now: now() ?? Timestamp(seconds: 0), zone: zone) }

  /// Reads the box as it is now.
  ///
  /// - Parameter body: Reads; it may be called again, where the box has changed meanwhile.
  /// - Throws: What `body` throws, and `SlipError` where the box can't be read.
  func read<R>(_ body: (OpenBundle) throws(SlipError) -> R) throws(SlipError) -> R {
    if let bundle = latest {
      let result = Result { () throws(SlipError) -> R in try body(bundle) }
      do throws(SlipError) {
        try bundle.expectCurrent()
        return try result.get()
      } catch {
        // What was read of a bundle that has changed may be of two states.
        if (try? bundle.expectCurrent()) != nil { throw error }
      }
    }
    return try retryingWhenReplaced { () throws(SlipError) in
      let bundle = try OpenBundle(path)
      let result = Result { () throws(SlipError) -> R in try body(bundle) }
      try bundle.expectCurrent()
      latest = bundle
      return try result.get()
    }
  }

  /// Changes the box as one transaction in the client's name.
  ///
  /// - Parameters:
  ///   - kind: What the edits are.
  ///   - from: What the transaction refers to.
  ///   - edits: Makes them, and says which note they are about.
  /// - Throws: `SlipError`; then the box is as it was.
  func edit(
    _ kind: BoxTransaction.Kind = .edit, from: String? = nil,
    _ edits: (inout EditSession) throws(SlipError) -> Note.ID?
  ) throws(SlipError) -> MCPAnswer {
    var request = EditRequest(bundle: path, date: now(), author: author)
    (request.known, request.indexes) = (latest, cache)
    let (note, result) = try request.run(kind, from: from) { (session) throws(SlipError) -> Note? in
      guard let id = try edits(&session) else { return nil }
      return session.box.note(id)
    }
    let changes = result.changes.prefix(ServedBox.mostChanges).map { change in
      JSONValue.object([
        "entity": .string(change.entity), "id": .string(change.id), "change": .string(change.change),
        "name": .string(MCPRows.short(change.name)),
      ])
    }
    return MCPAnswer(
      facts: .object([
        ("transaction", .count(result.transaction)), ("changes", .array(Array(changes))),
        ("changeCount", .number(result.changes.count)), ("id", .text(note?.id.description)),
        ("title", .text(note.map { MCPRows.short($0.title) })), ("digest", .text(note?.body.digest.hex)),
      ]))
  }

  /// The most changes that an answer lists.
  private static let mostChanges = 20
}
