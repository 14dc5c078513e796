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
/// 1. Each file gets its name back: where a copy is what the manifest lists, and the file itself isn't, the two change places.
/// 2. Each copy of the manifest, with the files that it lists, is the other machine's bundle. It is merged as `sync` does: from
///    the last common transaction, facts field by field, texts by words.
/// 3. A copy of a body that no manifest lists is merged into the note's text, with tracked changes.
/// 4. A copy is removed when all of it is in the bundle: never before.
public struct ConflictMerge {
  /// What was done.
  public struct Outcome: Sendable {
    /// The notes that were changed, by title.
    public var notes: [BoxSyncOutcome.NoteChange] = []
    /// What both machines had changed.
    public var conflicts: [MergeRequest.Outcome.Conflict] = []
    /// The copies that were removed.
    public var removed: [String] = []
    /// Copies that stay, and why.
    public var diagnostics: [Diagnostic] = []
  }

  /// The path of the bundle, which is a directory.
  private let path: String
  private let limits: Limits
  private let storage: DirectoryStorage
  /// The copies of each file, in order of their paths.
  private var copies: [String: [String]] = [:]
  /// What was done so far.
  private var outcome = Outcome()

  /// Merges the copies in a bundle. Nothing is done where there are none, and in packs, which are one file.
  ///
  /// - Parameters:
  ///   - bundle: The bundle: see `BundleLocator.locate`.
  ///   - limits: Bounds on what is read.
  /// - Throws: `SlipError`; then all copies are still there.
  public static func run(_ bundle: String, limits: Limits = Limits()) throws(SlipError) -> Outcome {
    let location = try BundleLocator.locate(bundle)
    guard location.kind == .directory else { return Outcome() }
    var merge = try ConflictMerge(location.path, limits)
    guard !merge.copies.isEmpty else { return merge.outcome }
    try merge.nameFiles()
    try merge.mergeManifests()
    try merge.mergeBodies()
    try merge.removeMerged()
    return merge.outcome
  }

  /// Finds the copies.
  private init(_ path: String, _ limits: Limits) throws(SlipError) {
    (self.path, self.limits) = (path, limits)
    storage = try DirectoryStorage(path)
    for entry in try storage.entries() where entry.kind == .file {
      guard let copy = ConflictCopy(path: entry.path), !copy.isArriving else { continue }
      copies[copy.original, default: []].append(entry.path)
    }
  }

  /// The length and digest of a file; nil where it isn't there.
  private func fact(_ file: String) throws(SlipError) -> FileFact? {
    guard try storage.length(of: file) != nil else { return nil }
    return try storage.fact(of: file)
  }

  // MARK: Names

  /// Gives files their names back, so that the bundle is what its manifest says.
  ///
  /// Each step leaves all contents in place, so an interruption loses nothing.
  private mutating func nameFiles() throws(SlipError) {
    if try storage.length(of: BundleLayout.manifestPath) == nil,
      let first = copies[BundleLayout.manifestPath]?.first
    {
      try rename(first, to: BundleLayout.manifestPath)
    }
    let manifest = try storage.fact(of: BundleLayout.manifestPath)
    try exchange(
      BundleLayout.manifestDigestPath, FileFact(of: BundleLayout.manifestDigest(hex: manifest.digest.hex)))
    let root = try ManifestPieces(
      root: try storage.read(BundleLayout.manifestPath), file: path, limits: limits)
    for part in root.parts ?? [] where copies[part.path] != nil { try exchange(part.path, part.fact) }
    let reading = try ManifestReader.reading(storage: storage, limits: limits, adoptsParts: true)
    for file in reading.box.payload() where copies[file.path] != nil { try exchange(file.path, file.fact) }
    if !reading.partsFit { try adoptParts(root) }
  }

  /// Lists parts anew that the other machine alone changed, so that there are no copies of them.
  private func adoptParts(_ root: ManifestPieces) throws(SlipError) {
    let others = try (copies[BundleLayout.manifestPath] ?? []).map { copy throws(SlipError) in
      try ManifestPieces(root: try storage.read(copy), file: copy, limits: limits)
    }
    let bytes = try joined(root, others)
    if bytes != (try storage.read(BundleLayout.manifestPath)) {
      try FileSystem.writeFileAtomically(path + "/" + BundleLayout.manifestPath, bytes, existing: .replace)
      try FileSystem.writeFileAtomically(
        path + "/" + BundleLayout.manifestDigestPath,
        BundleLayout.manifestDigest(hex: Digest(of: bytes).hex), existing: .replace)
    }
    _ = try Refresh.run(path, limits: limits)
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

  /// Puts the copy in the place of the file that has the content which is listed.
  private mutating func exchange(_ file: String, _ listed: FileFact) throws(SlipError) {
    if try fact(file) == listed { return }
    for copy in copies[file] ?? [] where try fact(copy) == listed {
      if try storage.length(of: file) != nil { try setAside(file) }
      return try rename(copy, to: file)
    }
  }

  /// Gives a file the name of a copy.
  private mutating func setAside(_ file: String) throws(SlipError) {
    let stem = file.dropLast(file.lastName.count) + file.lastName.stem
    let suffix = file.dropFirst(stem.count)
    var number = 1
    while try storage.length(of: "\(stem).sync-conflict-\(number)\(suffix)") != nil { number += 1 }
    let copy = "\(stem).sync-conflict-\(number)\(suffix)"
    _ = try FileSystem.rename(path + "/" + file, toUnused: String(copy.lastName))
    copies[file, default: []].append(copy)
  }

  /// Gives a copy the name of the file that isn't there.
  private mutating func rename(_ copy: String, to file: String) throws(SlipError) {
    _ = try FileSystem.rename(path + "/" + copy, toUnused: String(file.lastName))
    copies[file]?.removeAll { $0 == copy }
  }

  // MARK: The other machine's bundle

  /// The contents that are in the bundle or its history now, by the path of their files.
  private var merged: [String: Set<FileFact>] = [:]

  /// Merges the copies of the manifest.
  private mutating func mergeManifests() throws(SlipError) {
    for manifest in copies[BundleLayout.manifestPath] ?? [] {
      let bytes = try storage.read(manifest)
      if bytes == (try storage.read(BundleLayout.manifestPath)) {
        merged[BundleLayout.manifestPath, default: []].insert(FileFact(of: bytes))
        continue
      }
      let scratch = try ScratchFolder()
      let other = scratch.path + "/other" + BundleLayout.directorySuffix
      guard let box = try rebuild(manifest, bytes, at: other) else { continue }
      var request = BoxSyncRequest(path, other)
      request.firstCounts = false
      request.names = ["here", String(manifest.lastName)]
      request.limits = limits
      let result = try request.run()
      outcome.notes += result.sides.first?.notes ?? []
      outcome.conflicts += result.conflicts
      outcome.diagnostics += result.diagnostics
      guard !result.diagnostics.contains(where: { $0.severity == .error }) else { continue }
      merged[BundleLayout.manifestPath, default: []].insert(FileFact(of: bytes))
      merged[BundleLayout.manifestDigestPath, default: []].insert(
        FileFact(of: BundleLayout.manifestDigest(hex: Digest(of: bytes).hex)))
      for file in box.payload() { merged[file.path, default: []].insert(file.fact) }
      for part in try ManifestPieces(root: bytes, file: manifest, limits: limits).parts ?? [] {
        merged[part.path, default: []].insert(part.fact)
      }
    }
  }

  /// Puts the other machine's bundle together: each file from wherever its content is.
  ///
  /// - Returns: The facts of that bundle; nil where some of its files aren't there, which is reported.
  private mutating func rebuild(
    _ manifest: String, _ bytes: [UInt8], at other: String
  ) throws(SlipError) -> SlipBox? {
    try FileSystem.makeDirectory(other, parents: true)
    /// Writes a file of the other bundle.
    func write(_ file: String, _ bytes: [UInt8]) throws(SlipError) {
      try FileSystem.makeDirectory(other + "/" + file.parentPath, parents: true)
      try FileSystem.writeFileAtomically(other + "/" + file, bytes)
    }
    /// Writes the manifest with its digest.
    func writeManifest(_ bytes: [UInt8]) throws(SlipError) {
      try write(BundleLayout.manifestPath, bytes)
      try write(BundleLayout.manifestDigestPath, BundleLayout.manifestDigest(hex: Digest(of: bytes).hex))
    }
    try write(BundleLayout.mimetypePath, BundleLayout.mimetype)
    try write(BundleLayout.gitAttributesPath, BundleLayout.gitAttributes)
    try writeManifest(bytes)
    var missing: [String] = []
    var adoptsParts = false
    let root = try ManifestPieces(root: bytes, file: manifest, limits: limits)
    for part in root.parts ?? [] {
      let file = PayloadFile(path: part.path, fact: part.fact, mediaType: "application/xml")
      if let bytes = try content(of: file) {
        try write(part.path, bytes)
      } else if copies[part.path] == nil, try storage.length(of: part.path) != nil {
        // This machine alone changed it, so what is here is what both are to have.
        try write(part.path, try storage.read(part.path))
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
      let here = try ManifestPieces(
        root: try storage.read(BundleLayout.manifestPath), file: path, limits: limits)
      try writeManifest(try joined(root, [here]))
    }
    let folder = try DirectoryStorage(other)
    var box = try ManifestReader.reading(storage: folder, limits: limits, adoptsParts: adoptsParts).box
    var substitutes: [String: FileFact] = [:]
    for file in box.payload() {
      if let bytes = try content(of: file) {
        try write(file.path, bytes)
      } else if let bytes = try substitute(for: file.path) {
        try write(file.path, bytes)
        substitutes[file.path] = FileFact(of: bytes)
      } else {
        missing.append(file.path)
      }
    }
    if missing.isEmpty, adoptsParts || !substitutes.isEmpty {
      for note in Array(box.notes) {
        let (body, mirror) = (PayloadPath.body(note.id), PayloadPath.mirror(note.id))
        guard substitutes[body] != nil || substitutes[mirror] != nil else { continue }
        try box.update(note: note.id) {
          $0.body = substitutes[body] ?? $0.body
          $0.mirror = substitutes[mirror] ?? $0.mirror
        }
      }
      for document in try ManifestDocument.all(of: box) {
        if document.path == BundleLayout.manifestPath {
          try writeManifest(document.bytes)
        } else {
          try write(document.path, document.bytes)
        }
      }
    }
    if missing.isEmpty { return box }
    report(missing, in: manifest)
    return nil
  }

  /// Reports that files of the other machine's bundle aren't here.
  private mutating func report(_ missing: [String], in manifest: String) {
    guard let first = missing.first else { return }
    outcome.diagnostics.append(
      Diagnostic(
        code: ValidationRule.conflictCopy.code, severity: .error,
        message:
          "\(missing.count) of the files that this manifest lists aren't here, such as \(first); it stays until they are.",
        location: SourceLocation(file: path + "/" + manifest)))
  }

  /// The text that stands for one that the other machine had and nobody has any more; nil where there may be one.
  ///
  /// A text of which there is no copy was changed here alone. So what is here is what both machines are to have.
  private func substitute(for file: String) throws(SlipError) -> [UInt8]? {
    let shape = PayloadShape(path: file)
    guard shape == .body || shape == .mirror, copies[file] == nil, try storage.length(of: file) != nil else {
      return nil
    }
    return try storage.read(file)
  }

  /// The bytes of a file that the other machine's manifest lists, from wherever they are; nil where they aren't here.
  private func content(of file: PayloadFile) throws(SlipError) -> [UInt8]? {
    for copy in copies[file.path] ?? [] where try storage.length(of: copy) == file.fact.length {
      let bytes = try storage.read(copy)
      if FileFact(of: bytes) == file.fact { return bytes }
    }
    return try storage.payload(file.path, file.fact)
  }

  // MARK: Texts

  /// Merges copies of bodies that no manifest lists: what was typed there comes in as tracked changes.
  private mutating func mergeBodies() throws(SlipError) {
    let bodies = copies.filter { PayloadShape(path: $0.key) == .body && !$0.value.isEmpty }
    guard !bodies.isEmpty else { return }
    let bundle = try OpenBundle(path, limits: limits)
    var session = try EditSession(opening: path, limits: limits)
    var taken: [(String, FileFact)] = []
    for note in bundle.box.notes {
      let body = PayloadPath.body(note.id)
      for copy in bodies[body] ?? [] {
        let theirs = try storage.read(copy)
        let fact = FileFact(of: theirs)
        if fact == note.body || merged[body]?.contains(fact) == true { continue }
        guard theirs.withUnsafeBytes({ RTFProbe.isRTF($0) }) else { continue }
        // What it shows may not have arrived yet; then it stays.
        guard try hasFiles(of: theirs, bundle) else { continue }
        // The plain text is derived from the body.
        var losses = DiagnosticSink()
        let text = theirs.withUnsafeBytes {
          RTFPlainText.extract($0, limits: limits, diagnostics: &losses)
        }
        taken += [(body, fact), (PayloadPath.mirror(note.id), FileFact(of: text))]
        // What the history has was in the bundle before, so nothing of it is new.
        if try storage.payload(body, fact) != nil { continue }
        let result = RTFMerge.merge(
          base: [], ours: try bundle.body(of: note), theirs: theirs, rule: .ours,
          names: DocumentMerge.Names(ours: "here", theirs: String(copy.lastName)), limits: limits)
        try session.setBody(of: note.id, .rtf(result.bytes))
        outcome.notes.append(
          BoxSyncOutcome.NoteChange(
            change: .changed, id: note.id.description, title: BoxNames(bundle.box, bundle.box).note(note),
            fields: ["text"]))
      }
    }
    _ = try session.save(kind: .refresh)
    for (file, fact) in taken { merged[file, default: []].insert(fact) }
  }

  /// Whether the bundle or its history has all files that a body shows.
  private func hasFiles(of body: [UInt8], _ bundle: OpenBundle) throws(SlipError) -> Bool {
    for file in ShownFiles.all(in: [body]) where bundle.box.attachment(file) == nil {
      if try bundle.box.history.attachment(file, in: bundle.storage, limits: limits) == nil { return false }
    }
    return true
  }

  // MARK: Copies that are not needed any more

  /// Removes the copies whose content is in the bundle, and reports the others.
  private mutating func removeMerged() throws(SlipError) {
    for (file, names) in copies.sorted(by: { $0.key < $1.key }) {
      for copy in names {
        guard let fact = try fact(copy) else { continue }
        if try isTaken(file, fact) {
          try FileSystem.remove(path + "/" + copy)
          outcome.removed.append(copy)
        } else {
          outcome.diagnostics.append(
            Diagnostic(
              code: ValidationRule.conflictCopy.code, severity: .error,
              message: "What this copy of \(file) has isn't known in the bundle; it stays where it is.",
              location: SourceLocation(file: path + "/" + copy)))
        }
      }
    }
  }

  /// Whether all that a copy has is in the bundle.
  private func isTaken(_ file: String, _ fact: FileFact) throws(SlipError) -> Bool {
    if merged[file]?.contains(fact) == true { return true }
    if try self.fact(file) == fact { return true }
    // It says nothing but the digest of a manifest.
    guard file == BundleLayout.manifestDigestPath else { return false }
    return (copies[BundleLayout.manifestPath] ?? []).isEmpty || merged[BundleLayout.manifestPath] != nil
  }
}
