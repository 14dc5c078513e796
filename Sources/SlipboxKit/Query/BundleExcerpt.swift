public import SlipBase
internal import SlipBundle
public import SlipDocument
public import SlipNotes
internal import SlipIndex
internal import SlipRTF

/// A part of a bundle that tells all of one note, or of a part of the history, without the rest of the manifest.
///
/// A fresh index says that the manifest has the canonical form, in which single notes are found, and what a name means.
/// The facts themselves come from the manifest.
enum BundleExcerpt {
  /// More notes than these are better read with all others.
  private static let mostNotes = 1_000

  /// A bundle with one note, the notes that it links to, and those that link to it.
  ///
  /// - Parameters:
  ///   - argument: The bundle: see `BundleLocator.locate`.
  ///   - name: What the note is called: see `NoteLookup`.
  ///   - cache: Where indexes are; nil to do without.
  /// - Returns: The part with the note; nil where there is no index that knows, and the name is no UUID of a note of a
  ///   large bundle; or where it doesn't mean one note, which the whole bundle says better.
  /// - Throws: `SlipError` with `ContainerCode.replacedMeanwhile` where the bundle changed meanwhile; call it in
  ///   `retryingWhenReplaced`.
  static func around(
    _ name: String, in argument: String, cache: IndexCache?
  ) throws(SlipError) -> (bundle: OpenBundle, note: Note)? {
    let indexed = try read(argument, cache) { index, storage throws(SlipError) -> (SlipBox, Note)? in
      let found = try IndexNames(index: index).notes(named: name)
      guard found.count == 1, let id = found.first else { return nil }
      var wanted = ManifestExcerpt()
      wanted.notes = try index.neighbors(of: id)
      wanted.notes.insert(id)
      guard wanted.notes.count <= mostNotes, let box = try ManifestReader.read(wanted, of: storage),
        let note = box.note(id)
      else { return nil }
      return (box, note)
    }
    if let indexed { return indexed }
    guard let id = UniqueID(name) else { return nil }
    return try around(id, in: argument)
  }

  /// The same by UUID, of a large bundle without an index.
  private static func around(
    _ id: Note.ID, in argument: String
  ) throws(SlipError) -> (bundle: OpenBundle, note: Note)? {
    let location = try BundleLocator.locate(argument)
    guard let storage = try location.storage(),
      let box = try ManifestReader.read(around: id, of: storage), let note = box.note(id)
    else { return nil }
    try storage.expectCurrent()
    return (OpenBundle(path: location.path, storage: storage, box: box), note)
  }

  /// The last transactions, as `OpenBundle.log(limit:)` describes them.
  ///
  /// - Returns: Nil where there is no index that knows the manifest.
  /// - Throws: `SlipError` where a transaction can't be read, and as `around`.
  static func log(
    of argument: String, limit: Int?, cache: IndexCache?
  ) throws(SlipError) -> [LogRow]? {
    try read(argument, cache) { _, storage throws(SlipError) -> (SlipBox, [LogRow])? in
      guard let box = try ManifestReader.read(ManifestExcerpt(), of: storage) else { return nil }
      let bundle = OpenBundle(path: storage.displayPath, storage: storage, box: box)
      let files = try bundle.lastTransactions(limit)
      var wanted = ManifestExcerpt()
      for change in files.compactMap(\.transaction.changes).flatMap(\.notes) {
        for note in [change.before, change.after].compactMap({ $0 }) {
          wanted.notes.formUnion(note.links)
          if let source = note.source { wanted.sources.insert(source) }
        }
      }
      guard wanted.notes.count + wanted.sources.count <= mostNotes else { return nil }
      // Names are those that things have now.
      guard let named = try ManifestReader.read(wanted, of: storage) else { return nil }
      let rows = bundle.rows(of: files, naming: named)
      return (box, rows)
    }?.1
  }

  /// Reads a part of a bundle that nobody changes meanwhile.
  private static func read<R>(
    _ argument: String, _ cache: IndexCache?,
    _ body: (NoteIndex, any BundleStorage) throws(SlipError) -> (SlipBox, R)?
  ) throws(SlipError) -> (bundle: OpenBundle, R)? {
    guard let cache else { return nil }
    let location = try BundleLocator.locate(argument)
    guard location.kind == .directory, let storage = try location.storage() else { return nil }
    let found = try cache.answer(location) { index throws(SlipError) -> (SlipBox, R)? in
      index.stamp.isCanonical ? try body(index, storage) : nil
    }
    guard let (box, result) = found else { return nil }
    // It was opened before the index was looked at, so both are of one state.
    try storage.expectCurrent()
    return (OpenBundle(path: location.path, storage: storage, box: box), result)
  }
}

extension OpenBundle {
  /// A note and its body, of which only what they need is read where the bundle is large and the name is a UUID.
  ///
  /// - Parameters:
  ///   - name: What the note is called: see `NoteLookup`.
  ///   - argument: The bundle: see `BundleLocator.locate`.
  /// - Returns: The note, its body, and the bundle where all of it was read.
  /// - Throws: `SlipError` where no note or more than one is meant, or where it can't be read.
  public static func body(
    ofNote name: String, in argument: String
  ) throws(SlipError) -> (note: Note, body: [UInt8], bundle: OpenBundle?) {
    try retryingWhenReplaced { () throws(SlipError) in
      let location = try BundleLocator.locate(argument)
      if let id = UniqueID(name), let storage = try location.storage(),
        let note = try PartialBox.read(notes: [id], of: storage, limits: Limits())?.box.note(id)
      {
        let body = try storage.read(PayloadPath.body(id))
        try storage.expectCurrent()
        return (note, body, nil)
      }
      let bundle = try OpenBundle(argument)
      let note = try bundle.note(named: name)
      return (note, try bundle.body(of: note), bundle)
    }
  }
}

/// One note with all that is shown of it.
public struct ShownNote: Sendable {
  /// The facts.
  public var summary: NoteSummary
  /// The properties, in the note's order.
  public var properties: [Property]
  /// The plain text, in UTF-8.
  public var text: [UInt8]
  /// The open tracked changes of the text, in its order.
  public var openChanges: [OpenChange]
  /// The path of the bundle.
  private let bundle: String

  /// The path of a file of the note.
  ///
  /// - Parameter name: The name of the file in the note.
  /// - Throws: `SlipError` with code `KitCode.notThere` where the note has no such file; its files are the candidates.
  public func path(ofAttachment name: String) throws(SlipError) -> String {
    if let file = summary.attachments.first(where: { $0.name == name }) { return bundle + "/" + file.path }
    var error = SlipError(.usage, code: KitCode.notThere, "The note has no file of this name.")
    error.candidates = summary.attachments.map(\.name)
    throw error
  }

  /// Reads a note.
  ///
  /// - Parameters:
  ///   - name: What it is called: title, folder/title, UUID or its beginning.
  ///   - argument: The bundle: see `BundleLocator.locate`.
  ///   - point: When it is shown; nil: now.
  ///   - cache: Where indexes are; nil to do without.
  /// - Throws: `SlipError` where no note or more than one is meant, or where it can't be read.
  public init(
    _ name: String, of argument: String, at point: PastPoint? = nil, cache: IndexCache?
  ) throws(SlipError) {
    self = try retryingWhenReplaced { () throws(SlipError) in
      if let point {
        return try ShownNote(name, in: try OpenBundle(argument), at: point)
      }
      if let (bundle, note) = try BundleExcerpt.around(name, in: argument, cache: cache) {
        return try ShownNote(note, in: bundle)
      }
      let bundle = try OpenBundle(argument)
      return try ShownNote(try bundle.note(named: name), in: bundle)
    }
  }

  /// Reads a note of a bundle that is open, such as an encrypted pack.
  ///
  /// - Parameters:
  ///   - name: What it is called: title, folder/title, UUID or its beginning.
  ///   - bundle: The bundle.
  ///   - point: When it is shown; nil: now.
  /// - Throws: As `init(_:of:at:cache:)`.
  public init(_ name: String, in bundle: OpenBundle, at point: PastPoint? = nil) throws(SlipError) {
    var bundle = bundle
    if let point { bundle = try bundle.past(at: try bundle.number(of: point)) }
    try self.init(try bundle.note(named: name), in: bundle)
  }

  /// Reads a note of an opened bundle.
  private init(_ note: Note, in bundle: OpenBundle) throws(SlipError) {
    self.bundle = bundle.path
    text = try bundle.mirror(of: note)
    summary = NoteSummary(note, in: bundle.box)
    properties = note.properties
    openChanges = try bundle.body(of: note).withUnsafeBytes { RTFOpenMerge.changes(in: $0) }
    try bundle.expectCurrent()
  }
}

extension LinkGraph {
  /// Collects links of one note or of all.
  ///
  /// - Parameters:
  ///   - argument: The bundle: see `BundleLocator.locate`.
  ///   - name: The note whose links and back-links are wanted; nil: all.
  ///   - orphans: Only notes that nothing links to, as `is:orphan` finds them.
  ///   - cache: Where indexes are; nil to do without.
  /// - Throws: `SlipError` where no note or more than one has this name.
  public init(
    _ argument: String, of name: String?, orphans: Bool, cache: IndexCache?
  ) throws(SlipError) {
    self = try retryingWhenReplaced { () throws(SlipError) in
      if let name, !orphans,
        let (bundle, note) = try BundleExcerpt.around(name, in: argument, cache: cache)
      {
        return try LinkGraph(bundle, of: note.id.description)
      }
      return try LinkGraph(try OpenBundle(argument), of: name, orphans: orphans)
    }
  }
}
