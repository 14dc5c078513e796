public import SlipBase
internal import SlipBundle
public import SlipNotes

/// Edits of one bundle, made and saved in one go, as the verbs of the command do.
///
/// ```swift
/// var request = EditRequest(bundle: "my.slipbox", date: now)
/// let (id, result) = try request.run { session throws(SlipError) in
///   try session.create(NoteDraft(title: "Swarm"))
/// }
/// ```
public struct EditRequest: Sendable {
  /// The bundle: see `BundleLocator.locate`.
  public var bundle: String
  /// When the edits are made; nil leaves transaction and notes without a date.
  public var date: Timestamp?
  /// Who makes them; nil: nobody is named.
  public var author: String?
  /// Whether nothing is saved: the result says what would be.
  public var isTrial = false
  /// Whether the bundle is begun where there is none.
  public var createsBundle = false
  /// The notes that the edits change or delete; where this is empty, they create one. Nil: any edit may be made. Of a large
  /// bundle only what these notes need is read. Where the edits turn out to need more, such as other titles, links or pictures,
  /// their closure runs a second time with all of it.
  public var notes: [Note.ID]?
  /// The indexes of bundles, which tell what isn't read; nil: none.
  public var indexes: IndexCache?
  /// Bounds on what is read.
  public var limits = Limits()
  /// The same bundle as it was read before; nil: it wasn't. See `EditSession`.
  public var known: OpenBundle?

  /// A request with the defaults.
  public init(bundle: String, date: Timestamp? = nil, author: String? = nil) {
    (self.bundle, self.date, self.author) = (bundle, date, author)
  }

  /// Makes the edits and saves them as one transaction.
  ///
  /// - Parameters:
  ///   - kind: What the edits are.
  ///   - from: What the transaction refers to.
  ///   - edits: Makes them.
  /// - Returns: What `edits` returned, and what was saved.
  /// - Throws: `SlipError`; then the bundle is as it was.
  public func run<R>(
    _ kind: BoxTransaction.Kind = .edit, from: String? = nil,
    _ edits: (inout EditSession) throws(SlipError) -> R
  ) throws(SlipError) -> (value: R, result: EditResult) {
    if let notes, known == nil {
      do throws(SlipError) {
        return try run(kind, from: from, notes: notes, edits)
      } catch {
        guard error.code == EditSession.needsWhole else { throw error }
      }
    }
    return try run(kind, from: from, notes: nil, edits)
  }

  /// The same, with a session that reads what these notes need; nil: all.
  private func run<R>(
    _ kind: BoxTransaction.Kind, from: String?, notes: [Note.ID]?,
    _ edits: (inout EditSession) throws(SlipError) -> R
  ) throws(SlipError) -> (value: R, result: EditResult) {
    var session = try EditSession(
      opening: bundle, date: date, limits: limits, known: known, createsBundle: createsBundle, notes: notes)
    session.indexes = indexes
    let value: R
    do throws(SlipError) {
      value = try edits(&session)
    } catch {
      // Errors of the box know the entity, but not the bundle.
      var error = error
      if let place = error.location, place.file == nil {
        error.location = SourceLocation(file: session.path, place.place)
      }
      throw error
    }
    let (before, after) = (session.original, session.box)
    let saved: EditSession.Saved
    if isTrial {
      if let partial = session.partial, !partial.holds(after) { throw EditSession.partOnly() }
      saved = EditSession.Saved(number: nil, changes: session.changes, diagnostics: session.diagnostics)
      session.abandon()
    } else {
      saved = try session.save(author: author, kind: kind, from: from)
    }
    return (value, EditResult(saved, kind, before, after, isTrial: isTrial))
  }
}

/// What an edit did, in readable form. With `--json` the properties are the keys of the output.
public struct EditResult: Sendable, Encodable {
  /// An entity that was inserted, updated or deleted.
  public struct Change: Sendable, Encodable {
    /// `note`, `folder` or `keyword`.
    public var entity: String
    /// The UUID.
    public var id: String
    /// `inserted`, `updated` or `deleted`.
    public var change: String
    /// The title of the note, the path of the folder or keyword.
    public var name: String
  }

  /// The number of the transaction; nil where nothing was saved.
  public var transaction: Int?
  /// Whether nothing was saved because that was asked for.
  public var isTrial: Bool
  /// What changed: folders, keywords, then notes, each by UUID.
  public var changes: [Change]
  /// Whether anything changes, of which `changes` may list nothing: tombstones that are removed, for instance.
  public var hasChanges: Bool
  /// What an undo took back, in people's words; empty for other edits, and where nothing changed that people name.
  public var undone: String
  /// The warnings, which are not part of the JSON form, which goes to standard error.
  public var diagnostics: [Diagnostic]

  /// The keys of the JSON form: everything but the warnings.
  private enum CodingKeys: String, CodingKey {
    case transaction, changes
    case isTrial = "trial"
  }

  /// Describes what was saved.
  ///
  /// - Parameters:
  ///   - saved: What the session did, or would have done.
  ///   - kind: What the edits are.
  ///   - before: The facts before the edits, where deleted entities have their names.
  ///   - after: The facts after the edits.
  ///   - isTrial: Whether nothing was saved because that was asked for.
  init(
    _ saved: EditSession.Saved, _ kind: BoxTransaction.Kind, _ before: SlipBox, _ after: SlipBox,
    isTrial: Bool
  ) {
    (transaction, self.isTrial, diagnostics) = (saved.number, isTrial, saved.diagnostics)
    hasChanges = !saved.changes.isEmpty
    undone = kind == .undo ? ChangeStory(saved.changes.inverse, after).text : ""
    changes = []
    for change in saved.changes.folders {
      let box = change.after == nil ? before : after
      add("folder", change.id, change.kind.rawValue, FolderPath.text(box.path(of: change.id)))
    }
    for change in saved.changes.keywords {
      let box = change.after == nil ? before : after
      add("keyword", change.id, change.kind.rawValue, box.path(ofKeyword: change.id))
    }
    for change in saved.changes.notes {
      add("note", change.id, change.kind.rawValue, (change.after ?? change.before)?.title ?? "")
    }
  }

  /// Appends one entity to the list of changes.
  private mutating func add(_ entity: String, _ id: UniqueID, _ change: String, _ name: String) {
    changes.append(Change(entity: entity, id: id.description, change: change, name: name))
  }
}
