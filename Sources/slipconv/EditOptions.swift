import ArgumentParser
import SlipBase
import SlipNotes
import SlipboxKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// The options of all commands that edit a bundle.
struct EditOptions: ParsableArguments {
  /// Who makes the edit, for the history.
  @Option(help: "Who makes the change, for the history.")
  var author: String?

  /// When the edit is made, instead of now.
  @Option(
    help: "When the change is made (RFC 3339), instead of $SOURCE_DATE_EPOCH or now.",
    transform: Timestamp.argument)
  var date: Timestamp?

  /// Shows what would be done.
  @Flag(help: "Show what would be done; change nothing.")
  var dryRun = false

  /// Prints the result as JSON (`EditResult`).
  @OptionGroup var json: JSONOption
  /// Whether remarks, warnings or more than these are printed.
  @OptionGroup var common: CommonOptions

  /// Makes edits as one transaction, and prints what was done.
  ///
  /// - Parameters:
  ///   - bundle: The bundle.
  ///   - kind: What the edits are.
  ///   - from: What the transaction refers to.
  ///   - known: The bundle as it was read before.
  ///   - notes: The notes that are changed or deleted, none where one is created: see `EditRequest.notes`; nil: any edit may be made.
  ///   - createsBundle: Whether the bundle is made where there is none.
  ///   - done: Says what was done, from what `edits` returned and the result; not used for JSON.
  ///   - edits: Makes the edits.
  /// - Throws: `SlipError`, and then nothing was saved; `ExitStatus.problemsFound` where edits were saved but
  ///   the JSON could not be written.
  func run<R>(
    _ bundle: String, _ kind: BoxTransaction.Kind = .edit, from: String? = nil, known: OpenBundle? = nil,
    createsBundle: Bool = false, notes: [Note.ID]? = nil, done: (R, EditResult) -> String,
    edits: (inout EditSession) throws(SlipError) -> R
  ) throws {
    var request = EditRequest(bundle: bundle, date: date ?? EditOptions.now, author: author)
    (request.isTrial, request.known, request.createsBundle) = (dryRun, known, createsBundle)
    request.notes = notes
    request.indexes = IndexOption.folder.map { IndexCache(directory: $0) }
    let (value, result) = try request.run(kind, from: from, edits)
    common.print(result.diagnostics)
    if json.json { return try JSONOutput.print(result, isDone: result.transaction != nil) }
    if !result.hasChanges { return common.say("Nothing to change.") }
    let began = createsBundle ? "Created \(bundle). " : ""
    common.say((dryRun ? "Would do: " : "") + began + done(value, result))
  }

  /// The time of edits: `SOURCE_DATE_EPOCH` in seconds since 1970, else the clock.
  static var now: Timestamp {
    if let text = getenv("SOURCE_DATE_EPOCH").map({ String(cString: $0) }), let seconds = Int64(text) {
      return Timestamp(seconds: seconds, microseconds: 0)
    }
    return .systemClock
  }
}

/// Notes that a command works on: by name, by predicate or by search.
struct NotesArgument: ParsableArguments {
  /// The names of the notes: see `NoteLookup`.
  @Argument(
    help: """
      Notes: title, the beginning or some words of it, folder/title, UUID, or the beginning of a UUID (4 digits or more).
      """, completion: NameCompletion.notes)
  var notes: [String] = []

  /// The predicate and the search that choose notes instead of names.
  @OptionGroup var selection: SelectionOptions

  /// Checks that notes are named or chosen, and not both.
  func validate() throws {
    if notes.isEmpty && !selection.isGiven {
      throw ValidationError("Name a note, or give --where or --find.")
    }
    if !notes.isEmpty && selection.isGiven {
      throw ValidationError("Notes can be named, or chosen by --where and --find, but not both.")
    }
  }

  /// The notes, where they are known without reading all of a bundle: all are named by their whole UUIDs, or its index finds
  /// them. Else nil.
  ///
  /// - Throws: `SlipError` where there is no bundle.
  func ids(in bundle: String) throws(SlipError) -> [Note.ID]? {
    guard !selection.isGiven else { return nil }
    let ids = notes.compactMap { UniqueID($0) }
    if ids.count == notes.count { return ids }
    return try IndexOption.folder.flatMap { folder throws(SlipError) in
      try IndexCache(directory: folder).notes(named: notes, in: bundle)
    }
  }

  /// The notes that are meant, each once.
  ///
  /// - Parameters:
  ///   - session: The session whose notes are meant, after its edits so far.
  ///   - known: The notes, where they were known before.
  /// - Returns: The notes in the order of the names or of the query; days of a query are those of UTC.
  /// - Throws: `SlipError` where a name means no note or several, or the query can't be read.
  func notes(
    in session: borrowing EditSession, known: [Note.ID]? = nil
  ) throws(SlipError) -> [Note.ID] {
    var found: [Note.ID] = []
    if selection.isGiven {
      found = try session.notes(matching: selection.query(zone: nil)).map(\.id)
    } else {
      for name in known?.map(\.description) ?? notes { found.append(try session.note(named: name).id) }
    }
    var seen: Set<Note.ID> = []
    return found.filter { seen.insert($0).inserted }
  }
}

extension EditResult {
  /// What was changed of one kind, such as `3 notes`.
  func count(_ entity: String, _ change: String) -> Int {
    changes.count { $0.entity == entity && $0.change == change }
  }
}
