public import SlipboxKit
internal import SlipBundle
internal import SlipFiles
internal import SlipNotes
internal import SlipBase

/// Writes a feed of a bundle as static files, which any web server serves.
///
/// ```
/// feed.json                 all objects
/// since-12-0f3a….json       what changed since token 12-0f3a…; one file for each of the last tokens
/// attachments/ab/…          the bytes of attachments
/// .slipconv-feed.json       what was written, so that a later run knows its files
/// ```
///
/// Each file is replaced at once. Documents come after the files that they name, and files go after the documents that
/// named them, so a reader always finds a state that belongs together. The list of files is written first, so that a
/// later run goes on where this one is interrupted, at whatever moment.
public struct FeedRequest: Sendable {
  /// The bundle.
  public var bundle: String
  /// The directory.
  public var output: String
  /// For how many earlier tokens there is a file with what changed since.
  public var deltas = 50
  /// The format of texts: a name of `BoxJSON.NoteObject.formats`.
  public var body = "rtf"
  /// The states that the feed has had, where the box that is written has what they led to; nil: as the feed's list says.
  var states: FeedStates?
  /// Whether the document says already what the box has, so that nothing but the list of states is written.
  var isCurrent = false

  /// Creates a request.
  public init(bundle: String, output: String) { (self.bundle, self.output) = (bundle, output) }

  /// What was written.
  public struct Outcome: Sendable, Encodable {
    /// The token of the bundle's state.
    public var token: String
    /// How many notes the feed has.
    public var notes: Int
    /// How many earlier tokens have a file.
    public var deltas: Int
    /// How many files were written.
    public var written: Int
    /// How many files were deleted.
    public var deleted: Int
    /// What went wrong after the feed was complete; not part of the JSON form, which goes to standard error.
    public var diagnostics: [Diagnostic] = []

    /// The keys of the JSON form: everything but the diagnostics.
    private enum CodingKeys: String, CodingKey { case token, notes, deltas, written, deleted }
  }

  /// The list of what was written.
  static let markerName = ".slipconv-feed.json"
  /// The document with all objects.
  static let document = "feed.json"
  /// The place of a token in the name of a document.
  private static let template = "since-{token}.json"

  /// Writes the feed, or what changed of it.
  ///
  /// - Throws: `SlipError`; files that were written by then stay, and each of them is complete.
  public func run(progress: WorkProgress = .silent) throws(SlipError) -> Outcome {
    try retryingWhenReplaced { () throws(SlipError) in
      let opened = try OpenBundle(bundle)
      var work = FeedWork(
        request: self, opened: opened, form: BoxJSONWriter.Form(body: body, isBeside: true, isFeed: true))
      try work.begin(FeedRequest.markerName)
      return try work.write(progress, FeedRequest.markerName, FeedRequest.template)
    }
  }
}

/// A feed that is being written.
private struct FeedWork {
  /// What was asked for.
  let request: FeedRequest
  /// The bundle.
  let opened: OpenBundle
  /// The form of documents.
  let form: BoxJSONWriter.Form
  /// What an earlier run wrote, by path: a digest, or a mark of what the file depends on.
  private var known: [String: String] = [:]
  /// What this run wrote, or left as it was.
  private var current: [String: String] = [:]
  /// How many files were written.
  private var written = 0
  /// The states that the feed has had.
  private var states = FeedStates()

  init(request: FeedRequest, opened: OpenBundle, form: BoxJSONWriter.Form) {
    (self.request, self.opened, self.form) = (request, opened, form)
  }

  /// Makes the directory, and reads what an earlier run wrote.
  ///
  /// - Throws: `SlipError` for a directory with files of others.
  mutating func begin(_ marker: String) throws(SlipError) {
    try FileSystem.makeDirectory(request.output, parents: true)
    if try FileSystem.status("\(request.output)/\(marker)") == nil {
      // A first run may have been killed while it wrote the list, which comes first.
      let names = try DirectoryHandle(request.output).names()
      guard names.allSatisfy({ AtomicFile.isHidden($0, of: marker) }) else {
        throw SlipError(
          .cannotDo, code: FileCode.exists,
          "This directory has files and was not written as a feed; nothing was changed.",
          at: SourceLocation(file: request.output))
      }
      return
    }
    let list = "\(request.output)/\(marker)"
    try FeedFolder.expectFile(list)
    let bytes = try FileSystem.readFile(list)
    for (path, mark) in JSONValue(bytes)?["files"]?.members ?? [] where BesideFiles.isInside(path) {
      known[path] = mark.string
    }
    if let known = request.states { states = known } else { states = try seenStates(JSONValue(bytes)) }
  }

  /// The states that the feed has had and the box has seen.
  ///
  /// A box that never saw the newest of them replaces the feed: what others wrote there is not what this box comes from.
  private func seenStates(_ marker: JSONValue?) throws(SlipError) -> FeedStates {
    guard try FileSystem.status("\(request.output)/\(FeedRequest.document)") != nil else {
      return FeedStates()
    }
    // A run that was killed leaves no mark of the document; but it is there, as it was or as it is to be.
    let token = try FeedFolder.token(of: "\(request.output)/\(FeedRequest.document)")
    let found = FeedStates(marker, at: token)
    return found.isNewestKnown(Set(opened.box.history.transactions.map { FeedToken.of($0) }))
      ? found : FeedStates()
  }

  /// Notes that the box has what the documents say, and writes no document.
  private mutating func confirm(_ marker: String) throws(SlipError) -> FeedRequest.Outcome {
    let token = FeedToken.of(opened.box)
    states = states.joined(by: token)
    try writeMarker(marker, known)
    return FeedRequest.Outcome(token: token, notes: opened.box.noteCount, deltas: 0, written: 0, deleted: 0)
  }

  /// Writes what isn't there yet, and deletes what is no longer needed.
  mutating func write(
    _ progress: WorkProgress, _ marker: String, _ template: String
  ) throws(SlipError) -> FeedRequest.Outcome {
    if request.isCurrent { return try confirm(marker) }
    let token = FeedToken.of(opened.box)
    states = states.written(at: token)
    // The marks say which state and form a document has.
    let mark = "\(token) \(request.body)"
    let deltas = try deltas()
    try plan(marker, mark, [FeedRequest.document] + deltas.map { template.replacing("{token}", with: $0.0) })
    for attachment in opened.box.attachments {
      let path = PayloadPath.blob(attachment.id, attachment.fileExtension)
      try file(path, mark: "blob") { [opened] () throws(SlipError) in try opened.storage.read(path) }
    }
    let seen = try SeenStates.member(of: opened)
    for (base, contents, deleted) in deltas {
      let path = template.replacing("{token}", with: base)
      try document(
        path, mark, [("base_token", .string(base)), seen, ("deleted", deleted)], contents, token, .silent)
    }
    let header: [(String, JSONValue?)] = [("full", .bool(true)), ("since", .string(template)), seen]
    try document(FeedRequest.document, mark, header, .init(opened.box), token, progress)
    // The feed is complete. What is left is done by the next run where it fails now.
    let gone = known.keys.filter { current[$0] == nil }.sorted()
    var done = Committed()
    _ = done.finish("what is no longer needed could not be deleted; the next run does so", request.output) {
      () throws(SlipError) in
      for path in gone { try remove(path) }
      try writeMarker(marker, current)
    }
    return FeedRequest.Outcome(
      token: token, notes: opened.box.noteCount, deltas: deltas.count, written: written, deleted: gone.count,
      diagnostics: done.diagnostics)
  }

  /// Writes down which files there may be from now on, before the first of them is written.
  ///
  /// A file that isn't there yet has no mark, so a later run writes it again or deletes it.
  private mutating func plan(_ marker: String, _ mark: String, _ documents: [String]) throws(SlipError) {
    var planned = known
    for attachment in opened.box.attachments {
      let path = PayloadPath.blob(attachment.id, attachment.fileExtension)
      if planned[path] == nil { planned[path] = "" }
    }
    for path in documents where planned[path] != mark { planned[path] = "" }
    // What an interrupted run was writing when it died.
    for (path, mark) in known where mark.isEmpty {
      try AtomicFile.clearLeftovers(at: "\(request.output)/\(path)")
    }
    try AtomicFile.clearLeftovers(at: "\(request.output)/\(marker)")
    try writeMarker(marker, planned)
    known = planned
  }

  /// Writes the list of files, unless it is there.
  private func writeMarker(_ name: String, _ files: [String: String]) throws(SlipError) {
    let list = JSONValue.object([
      ("files", .object(files.mapValues { .string($0) })), (FeedStates.key, states.json),
    ])
    let path = "\(request.output)/\(name)"
    let bytes = list.bytes
    if try FileSystem.status(path) != nil, try FileSystem.readFile(path) == bytes { return }
    try FileSystem.writeFileAtomically(path, bytes)
  }

  /// Writes a file that an earlier run didn't write.
  private mutating func file(
    _ path: String, mark: String, _ bytes: () throws(SlipError) -> [UInt8]
  ) throws(SlipError) {
    current[path] = mark
    let target = "\(request.output)/\(path)"
    if known[path] == mark, try FileSystem.status(target) != nil { return }
    try FileSystem.makeDirectory(PathText.split(target).folder, parents: true)
    try FileSystem.writeFileAtomically(target, try bytes())
    written += 1
  }

  /// Writes a document, unless it is there in this state.
  private mutating func document(
    _ path: String, _ mark: String, _ header: [(String, JSONValue?)], _ contents: BoxJSONWriter.Contents,
    _ token: String, _ progress: WorkProgress
  ) throws(SlipError) {
    current[path] = mark
    let target = "\(request.output)/\(path)"
    if known[path] == mark, try FileSystem.status(target) != nil { return }
    let file = try AtomicFile(target)
    do throws(SlipError) {
      let writer = BoxJSONWriter(bundle: opened, form: form) { (bytes) throws(SlipError) in
        try bytes.withUnsafeBufferPointer { (buffer) throws(SlipError) in
          try file.write(UnsafeRawBufferPointer(buffer))
        }
      }
      try writer.write(header: header + [("version_token", .string(token))], contents, progress)
      try opened.expectCurrent()
      try file.commit()
    } catch {
      file.abandon()
      throw error
    }
    written += 1
  }

  /// Deletes a file that an earlier run wrote.
  private func remove(_ path: String) throws(SlipError) {
    guard try FileSystem.status("\(request.output)/\(path)", followLinks: false) != nil else { return }
    try FileSystem.remove("\(request.output)/\(path)")
  }

  /// What changed since each of the last tokens, the newest first: as far back as transactions record changes.
  private func deltas() throws(SlipError) -> [(String, BoxJSONWriter.Contents, deleted: JSONValue?)] {
    let box = opened.box
    let entries = box.history.transactions
    var found: [(String, BoxJSONWriter.Contents, deleted: JSONValue?)] = []
    var (notes, folders, keywords) = (Set<Note.ID>(), Set<Folder.ID>(), Set<Keyword.ID>())
    for number in stride(from: entries.count, to: max(0, entries.count - 1 - request.deltas), by: -1) {
      if number < entries.count {
        guard let changes = try opened.transactions((number + 1)...(number + 1)).first?.transaction.changes
        else { break }
        notes.formUnion(changes.notes.map(\.id))
        folders.formUnion(changes.folders.map(\.id))
        keywords.formUnion(changes.keywords.map(\.id))
      }
      var contents = BoxJSONWriter.Contents()
      contents.notes = notes.sorted().compactMap { box.note($0) }
      contents.folders = folders.sorted().compactMap { box.folder($0) }
      contents.keywords = keywords.sorted().compactMap { box.keyword($0) }
      let used = Set(contents.notes.flatMap { $0.attachments.map(\.attachment) })
      contents.attachments = used.sorted().compactMap { box.attachment($0) }
      let gone: [(String, JSONValue?)] = [
        ("notes", BoxJSON.json(notes.filter { !box.has(note: $0) }.sorted())),
        ("folders", BoxJSON.json(folders.filter { box.folder($0) == nil }.sorted())),
        ("keywords", BoxJSON.json(keywords.filter { box.keyword($0) == nil }.sorted())),
      ]
      let deleted = gone.contains { $0.1 != nil } ? JSONValue.object(gone) : nil
      found.append((FeedToken.of(entries[number - 1]), contents, deleted))
    }
    return found
  }
}
