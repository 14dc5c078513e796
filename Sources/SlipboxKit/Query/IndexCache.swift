internal import SlipBundle
internal import SlipFiles
internal import SlipNotes
internal import SlipIndex
public import SlipBase

/// The folder with the indexes of bundles and with what imports have read, such as `~/.cache/slipconv`.
///
/// An index is a cache: it lies outside of its bundle, is never needed, and never changes an answer.
/// It is made on request, or when a bundle of many notes is searched a second time, and brought up to date when it is used
/// after the bundle has changed. So is what an import notes of the files that it has read (`VerifiedFiles`). Files of
/// bundles that are gone are removed (`sweep`).
public struct IndexCache: Sendable {
  /// The folder; it is created when an index is built.
  public let directory: String

  /// Uses a folder.
  public init(directory: String) { self.directory = directory }

  /// What is known about the index of a bundle.
  public struct Status: Sendable, Encodable {
    /// Whether an index can be used.
    public enum State: String, Sendable, Encodable {
      /// There is none.
      case missing
      /// It is of the bundle's present state.
      case fresh
      /// The bundle has changed since; the next use renews it.
      case stale
    }

    /// The path of the bundle.
    public var bundle: String
    /// The path of the index.
    public var index: String
    /// Whether it can be used.
    public var state: State
    /// The number of notes in the index; nil where there is none.
    public var notes: Int?
    /// The length of the index in bytes; nil where there is none.
    public var bytes: Int?
  }

  /// Writes the index of a bundle, or brings it up to date.
  ///
  /// - Parameters:
  ///   - bundle: The bundle: see `BundleLocator.locate`.
  ///   - anew: Whether an index that is there is written anew.
  ///   - progress: Called while notes are read.
  /// - Returns: What is there now.
  /// - Throws: `SlipError` where the bundle can't be read or the index can't be written.
  public func build(
    _ bundle: String, anew: Bool = false, progress: WorkProgress = .silent
  ) throws(SlipError) -> Status {
    let location = try BundleLocator.locate(bundle)
    let path = path(of: location)
    if anew || !isFresh(location, path) {
      try FileSystem.makeDirectory(directory, parents: true)
      try retryingWhenReplaced { () throws(SlipError) in
        try write(location, to: path, anew: anew, progress)
      }
      note(.known, of: location)
    }
    return try status(bundle)
  }

  /// Removes the index of a bundle, and what imports have noted of its files; false where there is no index.
  ///
  /// The bundle itself may be gone already.
  ///
  /// - Throws: `SlipError` where the index can't be removed.
  public func drop(_ bundle: String) throws(SlipError) -> Bool {
    let location = (try? BundleLocator.locate(bundle)) ?? BundleLocation(path: bundle, kind: .directory)
    let isDropped = try IndexWriter.remove(path(of: location))
    _ = try IndexWriter.remove(verifiedFiles(of: location.path))
    for suffix in ["site", "page"] {
      let pages = path(of: location, suffix: suffix)
      if try FileSystem.status(pages) != nil { try FileSystem.remove(pages) }
    }
    if isDropped { note(.dropped, of: location) } else { forget(location) }
    return isDropped
  }

  /// The file that says which files of a bundle were read before, and what they contained.
  func verifiedFiles(of bundle: String) -> String {
    path(of: BundleLocation(path: bundle, kind: .directory), suffix: "files")
  }

  /// Says whether a bundle has an index.
  ///
  /// - Throws: `SlipError` where there is no bundle.
  public func status(_ bundle: String) throws(SlipError) -> Status {
    let location = try BundleLocator.locate(bundle)
    let path = path(of: location)
    var status = Status(bundle: location.path, index: path, state: .missing)
    guard let index = open(path, location) else { return status }
    status.state = isFresh(location, path) ? .fresh : .stale
    status.notes = index.size.notes
    status.bytes = (try? FileSystem.status(path))?.length
    return status
  }

  // MARK: Use

  /// Asks the index of a bundle in its present state.
  ///
  /// An index of an earlier state is brought up to date first, and one that turns out to be damaged is made
  /// anew. Where that fails, there is no answer: nobody needs an index.
  ///
  /// - Parameters:
  ///   - location: The bundle.
  ///   - body: Asks the index; it may be called twice. What it returns must need the index no longer.
  /// - Returns: What `body` returns; nil where there is no index that can be read.
  /// - Throws: The errors of `body` but `DatabaseCode.failed`.
  func answer<R>(_ location: BundleLocation, _ body: (NoteIndex) throws(SlipError) -> R?) throws(SlipError)
    -> R?
  {
    let path = path(of: location)
    // What a process that died left while it made the index.
    _ = try? AtomicFile.clearLeftovers(at: path)
    guard let first = index(of: location, path) else { return nil }
    if let answer = try sound(first, body) { return answer.value }
    IndexWriter.discard(path)
    guard renew(location, path, anew: true), let second = index(of: location, path) else { return nil }
    return try sound(second, body)?.value
  }

  /// The notes that names mean, by the index of a bundle whose manifest has parts: an edit then reads the parts of these alone.
  ///
  /// - Parameters:
  ///   - names: Titles, UUIDs and the like: see `NoteLookup`.
  ///   - bundle: The bundle: see `BundleLocator.locate`.
  /// - Returns: The notes, in the order of the names; nil where the bundle has no parts or no index, or where a name means no
  ///   note or several, which looking at the whole bundle says better.
  /// - Throws: `SlipError` where there is no bundle.
  public func notes(named names: [String], in bundle: String) throws(SlipError) -> [UniqueID]? {
    let location = try BundleLocator.locate(bundle)
    _ = try? AtomicFile.clearLeftovers(at: path(of: location))
    guard location.kind == .directory, hasIndex(location),
      try FileSystem.status(location.path + "/" + ManifestPart.folder)?.kind == .directory
    else { return nil }
    return try answer(location) { index throws(SlipError) in
      var found: [UniqueID] = []
      for name in names {
        let notes = try IndexNames(index: index).notes(named: name)
        guard notes.count == 1 else { return nil }
        found += notes
      }
      return found
    }
  }

  /// The order that puts a note after all others of a folder, or at the top for nil, as `SlipBox.orderAtEnd` gives it.
  ///
  /// - Parameter bundle: The path of the bundle.
  /// - Returns: Nil where the bundle has no index, or where the notes have to be numbered anew.
  /// - Throws: `SlipError` where there is no bundle.
  func orderAtEnd(ofNotesIn folder: UniqueID?, of bundle: String) throws(SlipError) -> Int? {
    let location = try BundleLocator.locate(bundle)
    guard hasIndex(location) else { return nil }
    return try answer(location) { index throws(SlipError) in
      guard let highest = try index.highestOrder(in: folder) else { return 0 }
      return highest < SlipBox.highestUsualOrder ? highest + 1 : nil
    }
  }

  /// The notes that link to some notes.
  ///
  /// - Parameter bundle: The path of the bundle.
  /// - Returns: Nil where the bundle has no index.
  /// - Throws: `SlipError` where there is no bundle.
  func notes(linkingTo notes: [UniqueID], in bundle: String) throws(SlipError) -> Set<UniqueID>? {
    let location = try BundleLocator.locate(bundle)
    guard hasIndex(location) else { return nil }
    return try answer(location) { index throws(SlipError) in
      var found: Set<UniqueID> = []
      for id in notes {
        guard let linking = try index.notes(linkingTo: id) else { return nil }
        found.formUnion(linking)
      }
      return found
    }
  }

  /// The answer of an index; nil where the index can't be read.
  private func sound<R>(
    _ index: NoteIndex, _ body: (NoteIndex) throws(SlipError) -> R?
  ) throws(SlipError) -> (value: R?, Void)? {
    do throws(SlipError) {
      let value = try index.reading { () throws(SlipError) in try body(index) }
      return index.failure == nil ? (value, ()) : nil
    } catch {
      if error.code == DatabaseCode.failed || index.failure != nil { return nil }
      throw error
    }
  }

  /// The open index of a bundle in its present state; nil where there is none.
  private func index(of location: BundleLocation, _ path: String) -> NoteIndex? {
    guard (try? FileSystem.status(path)) != nil else { return nil }
    let index = open(path, location)
    if let index, isCurrent(index.stamp, location, path) { return index }
    // One that can't be opened is damaged, or of an earlier version of the program.
    guard renew(location, path, anew: index == nil), let renewed = open(path, location),
      isCurrent(renewed.stamp, location, path)
    else { return nil }
    return renewed
  }

  /// Writes or renews an index, and says whether that worked.
  private func renew(_ location: BundleLocation, _ path: String, anew: Bool) -> Bool {
    do throws(SlipError) {
      try write(location, to: path, anew: anew, .silent)
      return true
    } catch {
      return false
    }
  }

  /// Opens the index of a bundle, in whatever state; nil where there is none that can be read.
  private func open(_ path: String, _ location: BundleLocation) -> NoteIndex? {
    guard let storage = try? location.storage() else { return nil }
    return try? NoteIndex(path) { id throws(SlipError) in
      String(decoding: try storage.read(PayloadPath.mirror(id)), as: UTF8.self)
    }
  }

  /// Whether there is an index of the present state.
  private func isFresh(_ location: BundleLocation, _ path: String) -> Bool {
    guard let index = open(path, location) else { return false }
    return isCurrent(index.stamp, location, path)
  }

  /// Writes or renews an index.
  ///
  /// - Throws: `SlipError`: with `ContainerCode.replacedMeanwhile` where the bundle changes meanwhile.
  private func write(
    _ location: BundleLocation, to path: String, anew: Bool, _ progress: WorkProgress
  ) throws(SlipError) {
    guard let before = try IndexCache.stamp(location) else { throw OpenBundle.tooOld(location.path) }
    if !anew, try followParts(of: location, path, before) { return }
    let bundle = try OpenBundle(location.path)
    let parts = try ManifestReader.listedParts(of: bundle.storage) ?? []
    try expect(before, of: location)
    var stamp = before
    stamp.isCanonical = bundle.isCanonical
    let writer = IndexWriter(
      bundle.box, texts: MirrorTexts(bundle: bundle), stamp: stamp,
      pieces: IndexCache.pieces(parts, of: bundle.box))
    if !anew, try FileSystem.status(path) != nil, let changed = try? writer.renew(at: path), changed >= 0 {
      return
    }
    let count = bundle.box.noteIDs.count
    try writer.build(at: path) { done throws(SlipError) in try progress("indexing", done, of: count) }
  }

  /// Throws where the bundle isn't in a state any more: a box that was read while the bundle changed must not get the stamp of
  /// either state.
  private func expect(_ stamp: IndexStamp, of location: BundleLocation) throws(SlipError) {
    guard try IndexCache.stamp(location) == stamp else {
      throw SlipError(
        .cannotDo, code: ContainerCode.replacedMeanwhile,
        "Another program changed the bundle while it was read.", at: SourceLocation(file: location.path))
    }
  }

  /// How many parts of a manifest are read for an index; where more have changed, all are.
  private static let mostParts = 64

  /// Brings the index of a large bundle up to date by the parts of its manifest that changed.
  ///
  /// - Returns: False where all of the bundle has to be read.
  /// - Throws: As `write`.
  private func followParts(
    of location: BundleLocation, _ path: String, _ before: IndexStamp
  ) throws(SlipError) -> Bool {
    guard let storage = try location.storage(), let wasCanonical = open(path, location)?.stamp.isCanonical,
      // An index that can't be read is made anew.
      let known = try? IndexWriter.pieces(at: path), !known.isEmpty,
      let changed = try ChangedParts.read(
        storage,
        since: Dictionary(
          known.map { (UInt8(truncatingIfNeeded: $0.key), $0.digest) },
          uniquingKeysWith: { first, _ in first }
        ), most: IndexCache.mostParts)
    else { return false }
    try expect(before, of: location)
    var stamp = before
    stamp.isCanonical = wasCanonical && changed.isCanonical
    let scope = IndexScope(
      changed: changed.keys,
      pieces: IndexCache.pieces(changed.parts.filter { changed.keys.contains($0.key) }, of: changed.box),
      notes: changed.parts.reduce(0) { $0 + $1.notes })
    let bundle = OpenBundle(path: location.path, storage: storage, box: changed.box)
    let writer = IndexWriter(changed.box, texts: MirrorTexts(bundle: bundle), stamp: stamp)
    return (try? writer.renew(at: path, scope)) != nil
  }

  /// The state of parts of a manifest, of which the box has all attachments and sources.
  private static func pieces(_ parts: [ManifestPart], of box: SlipBox) -> [IndexPiece] {
    guard !parts.isEmpty else { return [] }
    let attachments = Dictionary(grouping: box.attachments) { ManifestPart.key(ofAttachment: $0.id) }
    let sources = Dictionary(grouping: box.sources) { ManifestPart.key(ofSource: $0.id) }
    return parts.map {
      IndexPiece(
        $0.key, digest: $0.fact.digest, attachments: attachments[$0.key] ?? [], sources: sources[$0.key] ?? []
      )
    }
  }

  /// Creates the folder, where it is missing.
  ///
  /// - Throws: `SlipError` where it can't be created.
  public func create() throws(SlipError) { try FileSystem.makeDirectory(directory, parents: true) }

  /// The directory with the site of a bundle, which `view` shows.
  ///
  /// - Throws: `SlipError` where there is no bundle.
  public func site(of bundle: String) throws(SlipError) -> String {
    let location = try BundleLocator.locate(bundle)
    if record(of: location) == nil { note(.known, of: location) }
    return path(of: location, suffix: "site")
  }

  /// Writes a note as a page that browsers show, in the place of the page before.
  ///
  /// - Parameters:
  ///   - note: The UUID of the note.
  ///   - bundle: The bundle: see `BundleLocator.locate`.
  /// - Returns: The path of the page; its pictures are in it.
  /// - Throws: `SlipError` where the note can't be read, or the page can't be written.
  public func page(of note: String, in bundle: String) throws(SlipError) -> String {
    let location = try BundleLocator.locate(bundle)
    try create()
    if record(of: location) == nil { self.note(.known, of: location) }
    let folder = path(of: location, suffix: "page")
    var request = ExportRequest(bundle: bundle, output: folder, target: .html)
    (request.notes, request.attachments) = ([note], .embed)
    (request.replaces, request.hasIndex) = (true, false)
    _ = try request.run()
    guard let name = try DirectoryHandle(folder).names().first(where: { $0.hasSuffix(".html") }) else {
      throw SlipError(.cannotDo, code: KitCode.noSuchNote, "There is no such note.")
    }
    return folder + "/" + name
  }

  /// Whether there is a file where the index of a bundle would be.
  func hasIndex(_ location: BundleLocation) -> Bool { (try? FileSystem.status(path(of: location))) != nil }

  /// The file of a bundle's index, or another cache: its name is a digest of the bundle's path.
  func path(of location: BundleLocation, suffix: String = "index") -> String {
    let real = FileSystem.realPath(location.path) ?? location.path
    return "\(directory)/\(Digest(of: Array(real.utf8)).hex.prefix(32)).\(suffix)"
  }

  // MARK: State of a bundle

  /// The state of a bundle; nil for versions that are single files.
  ///
  /// It consists of the digest of the manifest, as the bundle has it beside the manifest, and of the
  /// length and time of change of the file that would change with it.
  private static func stamp(_ location: BundleLocation) throws(SlipError) -> IndexStamp? {
    guard let facts = try facts(location) else { return nil }
    if let recorded = recordedDigest(location) {
      return IndexStamp(digest: recorded, length: facts.length, modified: facts.changed)
    }
    return IndexStamp(
      digest: try manifestDigest(location), length: facts.length, modified: facts.changed)
  }

  /// The file that changes with the manifest: the manifest, or the whole pack.
  private static func facts(_ location: BundleLocation) throws(SlipError) -> FileStatus? {
    switch location.kind {
    case .directory: try FileSystem.status(location.path + "/" + BundleLayout.manifestPath)
    case .zip: try FileSystem.status(location.path)
    case .singleFile: nil
    }
  }

  /// The digest that stands in `manifest.sha256`; nil where there is none, as for packs, whose
  /// entries would have to be unpacked.
  private static func recordedDigest(_ location: BundleLocation) -> Digest? {
    guard location.kind == .directory,
      let line = try? FileSystem.readStart(
        of: location.path + "/" + BundleLayout.manifestDigestPath, count: 64)
    else { return nil }
    return Digest(hex: String(decoding: line, as: UTF8.self))
  }

  /// The digest of the manifest's bytes.
  private static func manifestDigest(_ location: BundleLocation) throws(SlipError) -> Digest {
    guard let storage = try location.storage() else { throw OpenBundle.tooOld(location.path) }
    return try storage.fact(of: BundleLayout.manifestPath).digest
  }

  /// Whether a stamp is that of the bundle as it is now.
  ///
  /// Where only the time of change differs, as after copying, the manifest's digest decides.
  private func isCurrent(_ stamp: IndexStamp, _ location: BundleLocation, _ path: String) -> Bool {
    guard let facts = try? IndexCache.facts(location), facts.length == stamp.length else { return false }
    if let recorded = IndexCache.recordedDigest(location), recorded != stamp.digest { return false }
    if facts.changed == stamp.modified { return true }
    guard let digest = try? IndexCache.manifestDigest(location), digest == stamp.digest else { return false }
    // The next use needs no digest.
    let now = IndexStamp(digest: stamp.digest, length: stamp.length, modified: facts.changed)
    try? IndexWriter.setStamp(now, at: path)
    return true
  }
}
