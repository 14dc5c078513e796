internal import SlipBase
internal import SlipBundle
internal import SlipExchange
internal import SlipFiles
internal import SlipNotes
internal import SlipIndex

/// The files of a note as they are, and what its text links to.
struct ReadNote: Sendable {
  /// The note.
  let id: Note.ID
  /// The body, whose contents are those that the manifest lists.
  private let body: VerifiedFiles.State
  /// The mirror, likewise.
  private let mirror: VerifiedFiles.State
  /// What the text links to.
  private var targets: [LinkTarget] = []
  /// Whether neither file was changed shortly before a moment, or after it.
  private let isSettled: @Sendable (Timestamp) -> Bool

  /// Looks at the files of a note; nil where one is missing or hasn't the length that the manifest lists.
  init?(_ id: Note.ID, of box: SlipBox, _ tree: TreeStatus) {
    guard let facts = box.files(ofNote: id),
      let (body, mirror) = tree.files(PayloadPath.body(id), PayloadPath.mirror(id)),
      body.length == facts.body.length, mirror.length == facts.mirror.length
    else { return nil }
    self.id = id
    self.body = VerifiedFiles.State(body, facts.body.digest)
    self.mirror = VerifiedFiles.State(mirror, facts.mirror.digest)
    isSettled = { body.isSettled(before: $0) && mirror.isSettled(before: $0) }
  }

  /// The targets of the note's links, if both files are known; nil otherwise.
  func links(_ verified: VerifiedFiles) -> [LinkTarget]? {
    verified.links(of: id, body: body, mirror: mirror).flatMap(LinkTarget.list)
  }

  /// The same with targets of links.
  func with(_ targets: [LinkTarget]) -> ReadNote {
    var copy = self
    copy.targets = targets
    return copy
  }

  /// Remembers the files, unless they changed so shortly before a moment that a further change could leave
  /// the same times.
  func remember(in verified: inout VerifiedFiles, readAt moment: Timestamp) {
    guard isSettled(moment), let links = LinkTarget.text(of: targets) else { return }
    verified.add(note: id, body: body, mirror: mirror, links: links)
  }
}

/// What an import knows of files that it, or an earlier one, has read.
struct ReadFiles {
  /// The files, by note and by source.
  private(set) var verified = VerifiedFiles()
  /// Where that is kept; nil where nothing is.
  private let cache: IndexCache?
  /// When the reading began.
  private let start = FileClock.now
  /// What the texts of new notes link to.
  var links: [Note.ID: [LinkTarget]] = [:]

  /// Reads what earlier imports know.
  init(_ cache: IndexCache?, bundle: String) {
    self.cache = cache
    if let cache { verified = VerifiedFiles(reading: cache.verifiedFiles(of: bundle)) }
  }

  /// Notes that a file was read; nothing where its status isn't known.
  mutating func add(_ key: ImportKey, _ status: FileStatus?, _ fact: FileFact) {
    guard let status, cache != nil, let start, status.isSettled(before: start) else { return }
    verified.add(source: key.text, VerifiedFiles.State(status, fact.digest))
  }

  /// Notes that the files of a note were read.
  mutating func add(_ note: ReadNote) {
    guard cache != nil, let start else { return }
    note.remember(in: &verified, readAt: start)
  }

  /// Keeps for the next import what is known of the bundle's files.
  ///
  /// New notes are known by what was written, if nobody has touched their files since the commit began.
  /// Nothing depends on this: where it fails, the next import reads more.
  ///
  /// - Parameters:
  ///   - box: The notes of the bundle as it is now.
  ///   - bundle: The bundle's path.
  ///   - commit: When the commit began; nil where there was none.
  mutating func save(_ box: SlipBox, bundle: String, committedAt commit: Timestamp?) {
    guard let cache, start != nil else { return }
    if let commit, !links.isEmpty, let root = try? DirectoryHandle(bundle) {
      let tree = TreeStatus(root)
      for (id, targets) in links {
        guard let files = ReadNote(id, of: box, tree) else { continue }
        files.with(targets).remember(in: &verified, readAt: commit)
      }
    }
    verified.keep(notes: box.has(note:), sources: box.has(source:))
    try? FileSystem.makeDirectory(cache.directory, parents: true)
    try? verified.write(to: cache.verifiedFiles(of: bundle))
    cache.noteBundle(bundle)
  }
}
