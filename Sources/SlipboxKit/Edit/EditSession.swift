public import SlipBase
internal import SlipBundle
internal import SlipExchange
internal import SlipFiles
public import SlipNotes

/// A series of edits of one bundle, which are saved as one transaction or not at all.
///
/// ```swift
/// var session = try EditSession(opening: "my.slipbox", date: now)
/// let note = try session.create(NoteDraft(title: "Swarm", body: .markdown("…"), folder: "Hives"))
/// try session.delete(folder: old, notes: .moveUp)
/// let saved = try session.save(author: "Ada")
/// ```
///
/// The session holds the lock of the bundle from the beginning to the end, so that nobody else writes
/// meanwhile. Until `save` nothing of the bundle changes. A save costs what was changed: it writes the
/// manifest, one transaction, and the payload of the notes that changed.
public struct EditSession: ~Copyable {
  /// What a save did.
  public struct Saved: Sendable {
    /// The number of the transaction; nil where nothing was to be saved.
    public var number: Int?
    /// What changed.
    public var changes: BoxChanges
    /// Warnings about files that other programs changed.
    public var diagnostics: [Diagnostic]
  }

  /// The path of the bundle.
  public let path: String
  /// The facts as they are after the edits so far. `edit` changes them.
  public internal(set) var box: SlipBox {
    get { transaction.box }
    // Without a copy, so that a change costs what it changes.
    _modify { yield &transaction.box }
  }
  /// The facts when the session began.
  var original: SlipBox { transaction.original }
  /// When the edits are made: the date of the transaction and of notes whose title or body changes;
  /// nil leaves both without.
  public var date: Timestamp?
  /// Bounds on what is read.
  public let limits: Limits
  /// New payload, until it is saved.
  var payload = EditPayload()
  /// Whether nothing of the session counts once an edit has failed, so that no state before it is retained.
  var isAllOrNothing = false
  /// The edit that failed then; the session can't be saved.
  private var failure: SlipError?
  /// The indexes of bundles, which are asked where only a part of the box was read; nil: none.
  var indexes: IndexCache?
  /// The titles of all notes as they were when somebody asked last; nil where nobody did.
  private var titles: TitleIndex?
  /// How many new notes had the same date, text and title.
  var repetitions: [String: Int] = [:]
  /// What the edits found.
  public internal(set) var diagnostics: [Diagnostic] = []
  /// The lock, and the facts before and after.
  private var transaction: BundleTransaction
  /// Where new payload is written.
  private let output: any BundleOutput
  /// The bundle as it is.
  let old: any BundleStorage

  /// Opens a bundle for editing.
  ///
  /// - Parameters:
  ///   - argument: The bundle or any path inside it: see `BundleLocator.locate`.
  ///   - date: The time of the edits; the library doesn't ask the clock.
  ///   - limits: Bounds on what is read.
  ///   - known: The same bundle as it was read before. Where it is still that, its facts aren't read again.
  ///   - createsBundle: Whether a bundle is begun where nothing is at this path; `save` makes it.
  /// - Throws: `SlipError`: with `KitCode.packedTarget` for a packed bundle, `FileCode.locked` where
  ///   another program writes to it, `FileCode.readOnly` where it is write-protected,
  ///   `VersionTable.other` for an older schema version.
  public init(
    opening argument: String, date: Timestamp? = nil, limits: Limits = Limits(), known: OpenBundle? = nil,
    createsBundle: Bool = false
  ) throws(SlipError) {
    try self.init(
      opening: argument, date: date, limits: limits, known: known, createsBundle: createsBundle, notes: nil)
  }

  /// The same, where it may be known which notes are changed.
  ///
  /// - Parameter notes: The notes whose facts alone are changed; nil: any.
  init(
    opening argument: String, date: Timestamp?, limits: Limits, known: OpenBundle?, createsBundle: Bool,
    notes: [Note.ID]?
  ) throws(SlipError) {
    let (path, transaction) = try EditSession.begin(
      argument, limits, known, createsBundle: createsBundle, notes)
    self.init(transaction, path: path, date: date, limits: limits)
  }

  /// Begins with a transaction that nobody else ends.
  package init(_ transaction: BundleTransaction, path: String, date: Timestamp?, limits: Limits) {
    let output = transaction.output
    let old: any BundleStorage = output.oldStorage ?? EmptyStorage(displayPath: path)
    (self.path, self.transaction, self.output, self.old) = (path, transaction, output, old)
    self.date = date
    self.limits = limits
  }

  /// Throws where a bundle can't be changed, since it is packed.
  ///
  /// - Parameter path: The bundle, or a path inside it.
  @discardableResult
  package static func expectFolder(_ path: String) throws(SlipError) -> BundleLocation {
    let location = try BundleLocator.locate(path)
    guard location.kind == .directory else {
      throw SlipError(
        .usage, code: KitCode.packedTarget, "A packed bundle can't be changed; unpack it first.",
        at: SourceLocation(file: location.path))
    }
    return location
  }

  /// The path of the bundle, and a transaction that is begun there.
  private static func begin(
    _ argument: String, _ limits: Limits, _ known: OpenBundle?, createsBundle: Bool, _ notes: [Note.ID]?
  ) throws(SlipError) -> (path: String, BundleTransaction) {
    if createsBundle, try FileSystem.status(argument, followLinks: false) == nil {
      let path = PathText.withoutSlashes(argument)
      return (path, try BundleTransaction.begin(at: path, limits: limits))
    }
    let location = try expectFolder(argument)
    let patch = try BundlePatch.begin(at: location.path)
    do throws(SlipError) {
      if let notes, let transaction = try BundleTransaction(patch, changing: notes, limits: limits) {
        return (location.path, transaction)
      }
      return (
        location.path, try BundleTransaction(patch, at: location.path, known: known, limits: limits)
      )
    } catch {
      patch.abandon()
      throw error
    }
  }

  deinit { output.abandon() }

  /// The one note that `name` means: a title, a UUID or its beginning, or `folder/title`.
  ///
  /// - Throws: `SlipError` where no note or more than one is meant.
  public func note(named name: String) throws(SlipError) -> Note {
    if let partial {
      guard let id = UniqueID(name), partial.has(note: id), let note = box.note(id) else {
        throw EditSession.partOnly()
      }
      return note
    }
    return try NoteLookup(box, path: path).note(named: name)
  }

  /// The part of the box that was read; nil where all of it was.
  var partial: PartialBox? { transaction.partial }
  /// Whether only a part of the box was read: see `PartialBox`.
  var isPartial: Bool { transaction.partial != nil }

  /// Stops an edit that needs all of the box where only a part was read; `EditRequest` begins it anew.
  ///
  /// - Throws: `SlipError` with code `EditSession.needsWhole`.
  borrowing func expectWhole() throws(SlipError) {
    if isPartial { throw EditSession.partOnly() }
  }

  /// Reads what the deletion of notes needs, and the parts of the manifest that new ones will be in, where only a part of the box
  /// was read.
  ///
  /// - Throws: `SlipError` with code `EditSession.needsWhole` where that isn't enough.
  mutating func reach(deleting notes: [Note.ID] = [], new: [Note.ID] = []) throws(SlipError) {
    guard isPartial, !notes.isEmpty || !new.isEmpty else { return }
    let parts = Set(new.map(ManifestPart.key(ofNote:)))
    let linking = notes.isEmpty ? nil : try indexes?.notes(linkingTo: notes, in: path)
    guard try transaction.widen(notes: notes, more: parts, deleting: Set(notes), linking: linking) else {
      throw EditSession.partOnly()
    }
  }

  /// The code of the error that an edit needs all of the box.
  static let needsWhole = "whole"

  /// The error that an edit needs all of the box.
  static func partOnly() -> SlipError {
    SlipError(.cannotDo, code: needsWhole, "The edit needs all of the bundle.")
  }

  /// The titles of all notes as they are now. It costs what has changed since the last time.
  mutating func currentTitles() -> TitleIndex {
    if var index = titles, let changes = box.titleChanges {
      guard !changes.isEmpty else { return index }
      titles = nil
      index.follow(changes)
      titles = index
      box.titleChanges = []
      return index
    }
    let index = TitleIndex(box)
    titles = index
    box.titleChanges = []
    return index
  }

  /// As `note(named:)`, but many names cost one look at all titles.
  mutating func lookUp(_ name: String) throws(SlipError) -> Note {
    if let id = UniqueID(name), partial?.has(note: id) != false, let note = box.note(id) { return note }
    try expectWhole()
    return try NoteLookup(box, path: path, titles: currentTitles()).note(named: name)
  }

  /// The notes that a query finds, in its order.
  ///
  /// - Throws: `SlipError` with code `KitCode.badQuery` for a predicate or search that can't be used.
  public func notes(matching query: NoteQuery) throws(SlipError) -> [Note] {
    try expectWhole()
    return try query.notes(of: OpenBundle(path: path, storage: old, box: box), among: Array(box.notes))
  }

  /// Changes the facts. Relationships are checked, and their inverses kept, by the box.
  ///
  /// - Parameter change: Changes a copy of the facts, which is taken over when it returns.
  /// - Returns: What `change` returned.
  /// - Throws: What `change` throws; then the facts are as they were.
  public mutating func edit<R>(_ change: (inout SlipBox) throws(SlipError) -> R) throws(SlipError) -> R {
    // A copy of the facts makes the next change copy its tables, which adds up over many edits.
    if isAllOrNothing {
      do throws(SlipError) { return try change(&box) } catch {
        failure = error
        throw error
      }
    }
    var edited = box
    let result = try change(&edited)
    box = edited
    return result
  }

  /// What the edits so far would change.
  public var changes: BoxChanges { BoxChanges(from: original, to: box) }

  /// Saves all edits as one transaction. The session is over then.
  ///
  /// - Parameters:
  ///   - author: Who made them; nil: nobody is named.
  ///   - kind: What they are.
  ///   - from: What the transaction refers to, such as the numbers that an undo takes back.
  /// - Returns: The number of the transaction, and what changed. Where nothing did, nothing is written.
  /// - Throws: `SlipError`; then the bundle is as it was.
  @discardableResult
  public consuming func save(
    author: String? = nil, kind: BoxTransaction.Kind = .edit, from: String? = nil
  ) throws(SlipError) -> Saved {
    if let failure {
      output.abandon()
      throw failure
    }
    if let partial = transaction.partial, !partial.holds(box) {
      output.abandon()
      throw EditSession.partOnly()
    }
    let changes = changes
    guard !changes.isEmpty else {
      output.abandon()
      return Saved(number: nil, changes: changes, diagnostics: diagnostics)
    }
    var record = BoxTransaction(kind, tool: SlipboxTool.name, date: date, author: author)
    record.from = from
    var transaction = transaction
    do throws(SlipError) {
      try writePayload(changes)
      payload = EditPayload()
      let found = try transaction.commit(record)
      return Saved(
        number: transaction.box.history.transactions.count, changes: changes,
        diagnostics: diagnostics + found)
    } catch {
      transaction.abandon()
      throw error
    }
  }

  /// Gives all edits up.
  ///
  /// The bundle stays as it was, and the lock is released.
  public consuming func abandon() { output.abandon() }

  /// Writes the payload that the changes need.
  ///
  /// - Throws: `SlipError` with code `KitCode.payloadGone` where neither the session nor the bundle has a
  ///   file.
  private borrowing func writePayload(_ changes: BoxChanges) throws(SlipError) {
    let (payload, old, output, path) = (payload, old, output, path)
    try changes.forEachNewPayload { (file, before) throws(SlipError) in
      var bytes = try payload.bytes(at: file.path)
      if bytes == nil { bytes = try old.payload(file.path, file.fact) }
      guard let bytes else {
        throw SlipError(
          .cannotDo, code: KitCode.payloadGone,
          "A file that the change needs is no longer there; nothing was changed.",
          at: SourceLocation(file: "\(path)/\(file.path)"))
      }
      try output.write(file.path, bytes, replacing: before)
    }
  }
}
