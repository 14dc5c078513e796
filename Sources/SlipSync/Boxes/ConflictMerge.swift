public import SlipboxKit
internal import SlipBase
internal import SlipBundle
internal import SlipDocument
internal import SlipExchange
internal import SlipFiles
internal import SlipNotes
internal import SlipRTF

/// Merges what another machine had into a bundle in which a program that keeps folders in step left conflict copies.
///
/// 1. Where a copy is what the manifest lists, and the file itself isn't, the copy is read in its place.
/// 2. Each copy of the manifest, with the files that it lists, is the other machine's bundle. It is merged as `sync` does: from
///    the last common transaction, facts field by field, texts by words. Nothing is copied: both bundles are views of the files
///    that are there (`OverlayStorage`).
/// 3. A copy of a body that no manifest lists is merged into the note's text, with tracked changes.
/// 4. All of it becomes one change under one lock (`ConflictPatch`), with which the copies go of which all is in the bundle.
public struct ConflictMerge {
  /// What was done.
  public struct Outcome: Sendable {
    /// The notes that were changed, by title.
    public var notes: [BoxSyncOutcome.NoteChange] = []
    /// What both machines had changed.
    public var conflicts: [MergeRequest.Outcome.Conflict] = []
    /// The copies that were removed.
    public var removed: [String] = []
    /// Copies that stay, and why; what went wrong after the change counted.
    public var diagnostics: [Diagnostic] = []
  }

  /// The path of the bundle, which is a directory.
  private let path: String
  /// Bounds on what is read.
  let limits: Limits
  /// The change.
  let patch: ConflictPatch
  /// The files as they are.
  private let storage: DirectoryStorage
  /// The copies of each file, in order of their paths.
  private let copies: [String: [String]]
  /// What Git has of the files; nil where that doesn't matter.
  var git: GitTree?
  /// Who is named as the author of tracked changes of this side.
  var ownName = "here"
  /// The bundle as the manifest says.
  var here: OverlayStorage
  /// Its facts.
  var box = SlipBox()
  /// The contents that are in the bundle or its history in the end, by the path of their files.
  var known: [String: Set<FileFact>] = [:]
  /// What was done so far.
  var outcome = Outcome()

  /// Merges the copies in a bundle. Nothing is done where there are none, and in packs, which are one file.
  ///
  /// - Parameters:
  ///   - bundle: The bundle: see `BundleLocator.locate`.
  ///   - limits: Bounds on what is read.
  /// - Throws: `SlipError`; then the bundle is as it was.
  public static func run(_ bundle: String, limits: Limits = Limits()) throws(SlipError) -> Outcome {
    let location = try BundleLocator.locate(bundle)
    guard location.kind == .directory else { return Outcome() }
    let path = location.path
    guard try !copies(in: DirectoryStorage(path)).isEmpty else { return Outcome() }
    try nameManifest(of: path)
    var textsTaken: Set<FileFact> = []
    while true {
      // They may have changed until the lock is held.
      let patch = try ConflictPatch(at: path, copies: try copies(in: DirectoryStorage(path)))
      do throws(SlipError) {
        var merge = ConflictMerge(path, limits, patch)
        try merge.readHere()
        let before = merge.box
        try merge.mergeManifests()
        if let taken = try merge.commit(since: before, passingOver: textsTaken) {
          textsTaken = taken
          continue
        }
        return merge.outcome
      } catch {
        patch.abandon()
        throw error
      }
    }
  }

  /// The copies of each file, in order of their paths.
  private static func copies(in storage: DirectoryStorage) throws(SlipError) -> [String: [String]] {
    var copies: [String: [String]] = [:]
    for entry in try storage.entries() where entry.kind == .file {
      guard let copy = ConflictCopy(path: entry.path), !copy.isArriving else { continue }
      copies[copy.original, default: []].append(entry.path)
    }
    return copies
  }

  /// Gives the first copy of the manifest its name where there is no manifest, as a change of its own.
  private static func nameManifest(of path: String) throws(SlipError) {
    let patch = try TreePatch.begin(at: path)
    defer { patch.abandon() }
    guard try patch.root.status(of: BundleLayout.manifestPath) == nil,
      let copy = try copies(in: DirectoryStorage(path))[BundleLayout.manifestPath]?.first
    else { return }
    let bytes = try FileSystem.readFile(path + "/" + copy)
    try patch.write(BundleLayout.manifestPath, bytes)
    _ = try patch.delete(copy, FileFact(of: bytes))
    _ = try patch.commit(last: BundleLayout.manifestPath)
  }

  /// Begins to merge.
  init(_ path: String, _ limits: Limits, _ patch: ConflictPatch) {
    (self.path, self.limits, self.patch) = (path, limits, patch)
    storage = patch.bundle
    copies = patch.state.withLock { $0.copies }
    here = OverlayStorage(patch.bundle)
  }

  // MARK: This machine's bundle

  /// Finds the files that the manifest lists, and reads it.
  private mutating func readHere() throws(SlipError) {
    let bytes = try storage.read(BundleLayout.manifestPath)
    setManifest(bytes, of: &here)
    let root = try ManifestPieces(root: bytes, file: path, limits: limits)
    for part in root.parts ?? [] {
      known[part.path, default: []].insert(part.fact)
      if copies[part.path] != nil { try find(part.path, part.fact) }
    }
    var reading = try ManifestReader.reading(storage: here, limits: limits, adoptsParts: true)
    if !reading.partsFit {
      // The other machine alone changed these, so that there are no copies of them.
      let others = try (copies[BundleLayout.manifestPath] ?? []).map { copy throws(SlipError) in
        try ManifestPieces(root: try storage.read(copy), file: copy, limits: limits)
      }
      setManifest(try joined(root, others), of: &here)
      patch.state.withLock { $0.rewritesManifest = true }
      reading = try ManifestReader.reading(storage: here, limits: limits, adoptsParts: true)
    }
    box = reading.box
    for file in box.payload() where copies[file.path] != nil {
      known[file.path, default: []].insert(file.fact)
      try find(file.path, file.fact)
    }
  }

  /// Reads a manifest with its digest in a view.
  func setManifest(_ bytes: [UInt8], of view: inout OverlayStorage) {
    view.put(.bytes(bytes), at: BundleLayout.manifestPath)
    view.put(
      .bytes(BundleLayout.manifestDigest(hex: Digest(of: bytes).hex)), at: BundleLayout.manifestDigestPath)
  }

  /// Reads a copy in the place of the file where it has what is listed and the file hasn't.
  private mutating func find(_ file: String, _ listed: FileFact) throws(SlipError) {
    if try patch.fact(file) == listed { return }
    for copy in copies[file] ?? [] where try patch.fact(copy) == listed {
      return here.put(.file(copy), at: file)
    }
  }

  /// A manifest with parts that has the folders and keywords of others as well, since their notes may be in its parts.
  private func joined(_ root: ManifestPieces, _ others: [ManifestPieces]) throws(SlipError) -> [UInt8] {
    var box = root.box
    for other in others where other.parts != nil {
      box = try BoxMerge(base: SlipBox(), ours: box, theirs: other.box, rule: .ours).box
    }
    box.history = root.box.history
    return try ManifestPieces.write(root: box, parts: root.parts ?? [])
  }

  // MARK: The other machine's bundle

  /// Merges the copies of the manifest.
  private mutating func mergeManifests() throws(SlipError) {
    for manifest in copies[BundleLayout.manifestPath] ?? [] {
      let bytes = try storage.read(manifest)
      if bytes == (try storage.read(BundleLayout.manifestPath)) {
        known[BundleLayout.manifestPath, default: []].insert(FileFact(of: bytes))
        continue
      }
      guard let other = try bundle(manifest, bytes) else { continue }
      let listed = box
      try adoptEdits(of: other.box)
      try merge(other, named: String(manifest.lastName), since: listed)
      known[BundleLayout.manifestPath, default: []].insert(FileFact(of: bytes))
      known[BundleLayout.manifestDigestPath, default: []].insert(
        FileFact(of: BundleLayout.manifestDigest(hex: Digest(of: bytes).hex)))
      for file in other.box.payload() where copies[file.path] != nil || here.places[file.path] != nil {
        known[file.path, default: []].insert(file.fact)
      }
      for part in try ManifestPieces(root: bytes, file: manifest, limits: limits).parts ?? [] {
        known[part.path, default: []].insert(part.fact)
      }
    }
  }

  /// Merges the other machine's bundle, as `sync` does.
  ///
  /// - Parameter listed: The facts before edits were adopted, from which the history leads back.
  mutating func merge(
    _ other: OpenBundle, named name: String, since listed: SlipBox
  ) throws(SlipError) {
    let mine = OpenBundle(path: path, storage: here, box: box)
    guard mine.box != other.box else { return }
    var request = BoxSyncRequest(path, other.path)
    request.limits = limits
    // Several machines may merge the same copies, and all must come to one state.
    request.notesConflicts = false
    let sync = BoxSync(request: request, sides: [], authors: [ownName, name])
    var files = MergedFiles([mine, other])
    var conflicts: [MergeRequest.Outcome.Conflict] = []
    let common = try CommonState(OpenBundle(path: path, storage: here, box: listed), other)
    var result = try sync.merged(mine, other, common.box, &files, &conflicts)
    // A merge of Git is what the merge driver would have made: both histories, and nothing that Git doesn't know.
    if git == nil, [mine, other].allSatisfy({ $0.box.history != result.history }) {
      try sync.record(mine, other, in: &result, &files)
    }
    let new =
      BoxChanges(from: box, to: result).newPayload.map(\.file)
      + result.history.payload(unlistedIn: box.history)
    for file in new {
      known[file.path, default: []].insert(file.fact)
      here.put(.bytes(try files.bytes(of: file)), at: file.path)
    }
    outcome.notes += BoxSync.changes(from: box, to: result)
    outcome.conflicts += conflicts
    box = result
  }

  /// Counts bodies that a program edited here, and that may be written, as what this machine has.
  private mutating func adoptEdits(of other: SlipBox) throws(SlipError) {
    for change in BoxChanges(from: box, to: other).notes {
      guard let note = change.before, box.has(note: note.id) else { continue }
      let file = PayloadPath.body(note.id)
      guard here.places[file] == nil, try storage.length(of: file) != nil else { continue }
      let bytes = try storage.read(file)
      let fact = FileFact(of: bytes)
      known[file, default: []].formUnion([fact, note.body])
      guard fact != note.body, fact != change.after?.body, bytes.withUnsafeBytes({ RTFProbe.isRTF($0) })
      else {
        continue
      }
      let mirror = mirror(of: bytes)
      here.put(.bytes(mirror), at: PayloadPath.mirror(note.id))
      try box.update(note: note.id) { ($0.body, $0.mirror) = (fact, FileFact(of: mirror)) }
    }
  }

  /// The plain text of a body.
  private func mirror(of body: [UInt8]) -> [UInt8] {
    var losses = DiagnosticSink()
    return body.withUnsafeBytes { RTFPlainText.extract($0, limits: limits, diagnostics: &losses) }
  }

  /// The other machine's bundle as a view: each file from wherever its content is.
  ///
  /// What this machine's manifest lists as well is taken to be there.
  ///
  /// - Returns: Nil where some of its files aren't there, which is reported.
  mutating func bundle(_ manifest: String, _ bytes: [UInt8]) throws(SlipError) -> OpenBundle? {
    var view = here
    setManifest(bytes, of: &view)
    var missing: [String] = []
    var adoptsParts = false
    let root = try ManifestPieces(root: bytes, file: manifest, limits: limits)
    for part in root.parts ?? [] {
      if let place = try place(of: part.path, part.fact) {
        view.put(place, at: part.path)
      } else if copies[part.path] == nil, try storage.length(of: part.path) != nil {
        // This machine alone changed it, so what is here is what both are to have.
        view.put(nil, at: part.path)
        adoptsParts = true
      } else {
        missing.append(part.path)
      }
    }
    if !missing.isEmpty {
      report(missing, in: manifest)
      return nil
    }
    if adoptsParts {
      let own = try ManifestPieces(
        root: try here.read(BundleLayout.manifestPath), file: path, limits: limits)
      setManifest(try joined(root, [own]), of: &view)
    }
    var box = try ManifestReader.reading(storage: view, limits: limits, adoptsParts: adoptsParts).box
    var substitutes: [String: FileFact] = [:]
    let files =
      BoxChanges(from: self.box, to: box).newPayload.map(\.file)
      + box.history.payload(unlistedIn: self.box.history)
    for file in files {
      if let place = try place(of: file.path, file.fact) {
        view.put(place, at: file.path)
      } else if let fact = try substitute(for: file.path) {
        substitutes[file.path] = fact
      } else {
        missing.append(file.path)
      }
    }
    if !missing.isEmpty {
      report(missing, in: manifest)
      return nil
    }
    for note in Array(box.notes) where !substitutes.isEmpty {
      let (body, mirror) = (PayloadPath.body(note.id), PayloadPath.mirror(note.id))
      guard substitutes[body] != nil || substitutes[mirror] != nil else { continue }
      try box.update(note: note.id) {
        $0.body = substitutes[body] ?? $0.body
        $0.mirror = substitutes[mirror] ?? $0.mirror
      }
    }
    return OpenBundle(path: path + "/" + manifest, storage: view, box: box)
  }

  /// Reports that files of the other machine's bundle aren't here.
  mutating func report(_ missing: [String], in manifest: String) {
    guard let first = missing.first else { return }
    outcome.diagnostics.append(
      Diagnostic(
        code: ValidationRule.conflictCopy.code, severity: .error,
        message:
          "\(missing.count) of the files that this manifest lists aren't here, such as \(first); it stays until they are.",
        location: SourceLocation(file: path + "/" + manifest)))
  }

  /// The facts of the text that stands for one that the other machine had and nobody has any more; nil where there may be one.
  ///
  /// A text of which there is no copy was changed here alone. So what is here is what both machines are to have.
  private func substitute(for file: String) throws(SlipError) -> FileFact? {
    let shape = PayloadShape(path: file)
    guard shape == .body || shape == .mirror, copies[file] == nil, try here.length(of: file) != nil else {
      return nil
    }
    return try here.fact(of: file)
  }

  /// Where the content of a file is that the other machine's manifest lists; nil where it isn't here.
  func place(of file: String, _ fact: FileFact) throws(SlipError) -> OverlayStorage.Place? {
    var places = (copies[file] ?? []) + [file]
    if let suffix = PayloadPath(file)?.fileExtension {
      places.append(PayloadPath.replaced(fact.digest, suffix))
    }
    for place in places where try storage.length(of: place) == fact.length {
      if try storage.fact(of: place) == fact { return .file(place) }
    }
    if let bytes = try git?.content(of: file, fact) { return .bytes(bytes) }
    // What was merged from another copy.
    if try here.length(of: file) == fact.length {
      let bytes = try here.read(file)
      if FileFact(of: bytes) == fact { return .bytes(bytes) }
    }
    return nil
  }

  // MARK: Texts

  /// Bodies that no manifest lists, merged into the texts of their notes: what was typed there comes in as tracked changes.
  ///
  /// - Parameters:
  ///   - before: The facts that this machine's manifest lists.
  ///   - passed: Bodies that are known to bring nothing new.
  /// - Returns: The new body of each note, and the contents that are in them.
  private mutating func mergedBodies(
    since before: SlipBox, passingOver passed: Set<FileFact>
  ) throws(SlipError) -> (bodies: [(id: Note.ID, bytes: [UInt8])], taken: Set<FileFact>) {
    var found: [(Note.ID, [UInt8])] = []
    var taken: Set<FileFact> = []
    for note in Array(box.notes) {
      let body = PayloadPath.body(note.id)
      var candidates = copies[body] ?? []
      if here.places[body] != nil { candidates.append(body) }
      if candidates.isEmpty { continue }
      let own = try here.read(body)
      var ours = own
      for candidate in candidates where try storage.length(of: candidate) != nil {
        let theirs = try storage.read(candidate)
        let fact = FileFact(of: theirs)
        if [note.body, before.note(note.id)?.body].contains(fact) || known[body]?.contains(fact) == true {
          continue
        }
        guard theirs.withUnsafeBytes({ RTFProbe.isRTF($0) }) else { continue }
        // What it shows may not have arrived yet; then it stays.
        guard try hasFiles(of: theirs) else { continue }
        known[body, default: []].insert(fact)
        // The plain text is derived from the body.
        known[PayloadPath.mirror(note.id), default: []].insert(FileFact(of: mirror(of: theirs)))
        // What the history has was in the bundle before, so nothing of it is new.
        if passed.contains(fact) { continue }
        if try here.payload(body, fact) != nil { continue }
        taken.insert(fact)
        ours =
          RTFMerge.merge(
            base: [], ours: ours, theirs: theirs, rule: .ours,
            names: DocumentMerge.Names(ours: "here", theirs: String(candidate.lastName)), limits: limits
          ).bytes
      }
      guard ours != own else { continue }
      found.append((note.id, ours))
      outcome.notes.append(
        BoxSyncOutcome.NoteChange(
          change: .changed, id: note.id.description, title: BoxNames(box, box).note(note), fields: ["text"]))
    }
    return (found, taken)
  }

  /// Whether the bundle or its history has all files that a body shows.
  private func hasFiles(of body: [UInt8]) throws(SlipError) -> Bool {
    for file in ShownFiles.all(in: [body]) where box.attachment(file) == nil {
      if try box.history.attachment(file, in: here, limits: limits) == nil { return false }
    }
    return true
  }

  // MARK: The change

  /// Makes the change.
  ///
  /// - Parameters:
  ///   - before: The facts that this machine's manifest lists.
  ///   - passed: Bodies that are known to bring nothing new.
  /// - Returns: Bodies that turned out to bring nothing new, where nothing was changed for that; nil: it is done.
  mutating func commit(
    since before: SlipBox, passingOver passed: Set<FileFact>
  ) throws(SlipError) -> Set<FileFact>? {
    let (bodies, taken) = try mergedBodies(since: before, passingOver: passed)
    let (view, facts) = (here, known)
    patch.state.withLock { ($0.here, $0.known, $0.before) = (view, facts, before) }
    let transaction = BundleTransaction(patch, box, limits: limits)
    if bodies.isEmpty {
      outcome.diagnostics += try patch.commit(box, replacing: before)
    } else {
      var session = EditSession(transaction, path: path, date: nil, limits: limits)
      for (id, bytes) in bodies { try session.setBody(of: id, .rtf(bytes)) }
      let saved = try session.save(kind: .refresh)
      guard saved.number != nil else { return passed.union(taken) }
      outcome.diagnostics += saved.diagnostics
    }
    let state = patch.state.withLock { $0 }
    outcome.removed = state.removed
    outcome.diagnostics += state.diagnostics
    return nil
  }
}
