internal import SlipboxKit
internal import SlipBase
internal import SlipBundle
internal import SlipFiles
internal import SlipNotes

/// A feed or JSON of a box that has to do with ours otherwise than by this feed: it was made of ours, of a copy, or of a box that took
/// ours from a feed.
///
/// Such a document is merged as another bundle is: the base is the last state that both had in common, and what the document doesn't
/// say of a note stays as it is. A feed that comes home so changes nothing but what was changed on its way.
///
/// What both had in common is one of these:
///
/// - the state that the document led to when it was taken last, which the origin remembers (`FeedState.home`);
/// - the newest of our states that the document has seen (`SeenStates`).
struct HomeFeed {
  /// What was asked for.
  let request: SyncRequest
  /// Our bundle.
  let opened: OpenBundle
  /// The origin of the feed.
  let origin: Origin
  /// The feed.
  let changes: FeedChanges
  /// Reads what the feed names.
  let connection: FeedConnection
  /// What both had in common.
  private let common: Common

  /// How a document and our box belong together.
  private enum Common {
    /// What the document has is part of our box already.
    case everything
    /// The state is known.
    case state(SlipBox)
    /// They have notes in common, but no state that is known. Then nothing counts as deleted.
    case notes
  }

  /// Looks whether a feed belongs to a box in this way.
  ///
  /// - Returns: Nil for a feed whose objects are merged one by one (`SyncWork`).
  /// - Throws: `SlipError` where the history can't be read.
  init?(
    _ request: SyncRequest, _ opened: OpenBundle, _ origin: Origin, _ changes: FeedChanges,
    _ connection: FeedConnection
  ) throws(SlipError) {
    guard changes.isWhole, changes.token != nil, changes.isSinglePage, request.mapping.isEmpty else {
      return nil
    }
    (self.request, self.opened, self.origin) = (request, opened, origin)
    (self.changes, self.connection) = (changes, connection)
    guard let common = try HomeFeed.common(request, opened, origin, changes) else { return nil }
    self.common = common
  }

  // MARK: What both have in common

  /// How the document and the box belong together; nil for a feed whose objects are merged one by one.
  private static func common(
    _ request: SyncRequest, _ opened: OpenBundle, _ origin: Origin, _ changes: FeedChanges
  ) throws(SlipError) -> Common? {
    let entries = opened.box.history.transactions
    let seen = try SeenStates(of: opened)
    // What came with a synchronization that was taken back isn't part of our box any more: it comes again. The history is read
    // for that only where the document has to do with it.
    let known = Set(
      entries.filter { entry in
        let token = FeedToken.of(entry)
        return token == changes.token || changes.seen.contains(token)
      })
    let held = known.isEmpty ? known : known.subtracting(try SeenStates.takenBack(in: opened))
    if let token = changes.token, !request.isFull,
      token == seen.beginning
        || held.contains(where: { FeedToken.of($0) == token })
    {
      return .everything
    }
    let isRTF = try changes.isRTF()
    // The newest of our states that the document has seen.
    var place =
      isRTF ? entries.lastIndex { held.contains($0) && changes.seen.contains(FeedToken.of($0)) } : nil
    if place == nil, let beginning = seen.beginning, changes.seen.contains(beginning) { place = 0 }
    let stored = FeedState(origin).home
    let last = try HomeFeed.lastSynchronization(with: origin, in: opened)
    if let last, place ?? -1 < last {
      // The document hasn't seen what it said last.
      guard let stored else { return nil }
      if let box = try HomeFeed.state(stored, at: entries[last], of: opened) { return .state(box) }
    }
    if let place {
      let state = try CommonState(of: opened, at: [entries[place]])
      return state.isKnown ? .state(state.box) : .notes
    }
    if stored != nil { return .notes }
    // A first meeting of boxes that have notes in common.
    guard last == nil, isRTF, !opened.box.isFed(by: origin) else { return nil }
    let isKnown = changes.ids(.notes).contains { id in
      UniqueID(id).map { opened.box.has(note: $0) } ?? false
    }
    return isKnown ? .notes : nil
  }

  /// The place in the history of the last transaction with a feed; nil where there is none.
  private static func lastSynchronization(
    with origin: Origin, in bundle: OpenBundle
  ) throws(SlipError) -> Int? {
    guard !origin.token.isEmpty else { return nil }
    let entries = bundle.box.history.transactions
    for place in entries.indices.reversed() {
      let transaction = try TransactionFile(entries[place], in: bundle).transaction
      if transaction.kind == .sync, transaction.from == origin.name, transaction.to == origin.token {
        return place
      }
    }
    return nil
  }

  /// What the feed had when it was taken last; nil where that isn't known any more.
  private static func state(
    _ stored: String, at entry: BoxHistory.Entry, of bundle: OpenBundle
  ) throws(SlipError) -> SlipBox? {
    guard var box = try CommonState.wayBack(from: bundle, to: [entry])?.box else { return nil }
    if stored.isEmpty { return box }
    do throws(SlipError) {
      let bytes = Array(stored.utf8)
      let file = try slipErrors { try bytes.withUnsafeBytes { try TransactionFile($0) } }
      guard let changes = file.transaction.changes else { return nil }
      try box.apply(changes)
    } catch {
      return nil
    }
    return box
  }

  /// The difference between a box and what a feed has, for `FeedState.home`.
  ///
  /// - Returns: Nil where it is too long to be remembered.
  private static func stored(from box: SlipBox, to feed: SlipBox) throws(SlipError) -> String? {
    var changes = BoxChanges(from: box, to: feed)
    (changes.origins, changes.foreign) = (nil, nil)
    if changes.isEmpty { return "" }
    var transaction = BoxTransaction(.sync, tool: SlipboxTool.name)
    transaction.changes = changes
    let bytes = try TransactionFile(number: 1, previous: nil, transaction).bytes()
    return bytes.count > mostStored ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// The most bytes that an origin remembers of a feed.
  private static let mostStored = 8 << 20

  // MARK: The work

  /// Merges the feed.
  ///
  /// - Throws: `SlipError`; then the bundle wasn't changed.
  func run() throws(SlipError) -> SyncOutcome {
    var outcome = SyncOutcome(origin: origin.name, token: changes.token ?? origin.token)
    (outcome.isFull, outcome.isDryRun) = (true, request.isDryRun)
    var base = SlipBox()
    switch common {
    case .everything: return outcome
    case .state(let box): base = box
    case .notes: break
    }
    let scratch = try ScratchFolder()
    let (second, whole) = try bundle(since: base, in: scratch)
    // What the feed doesn't say anew isn't worth a transaction.
    var isKnown = false
    if case .state = common { isKnown = true }
    if isKnown, BoxSync.says(whole, base) { return outcome }
    var files = MergedFiles([opened, second])
    var conflicts: [MergeRequest.Outcome.Conflict] = []
    var merging = BoxSyncRequest(opened.path, connection.root.display)
    merging.notesConflicts = false
    (merging.limits, merging.rule) = (request.limits, request.policy.homeRule)
    let names = [String(PathText.withoutSlashes(opened.path).lastName.stem), origin.name]
    let sync = BoxSync(
      request: merging, sides: [], authors: names[0] == names[1] ? [names[0], "the feed"] : names)
    var box = try sync.merged(opened, second, base, &files, &conflicts)
    outcome.notes = BoxChanges(from: opened.box, to: box).notes.map { SyncOutcome.NoteChange($0) }
    outcome.count()
    outcome.conflicts = conflicts.map { SyncOutcome.Conflict($0) }
    let isSame = BoxSync.says(box, whole)
    if isSame, BoxSync.says(box, opened.box), conflicts.isEmpty { return outcome }
    outcome.isChanged = true
    if request.isDryRun { return outcome }
    try remember(whole, second, in: &box, &files)
    var record = BoxTransaction(.sync, tool: SlipboxTool.name, date: request.date)
    (record.from, record.to) = (origin.name, changes.token)
    outcome.diagnostics += try files.write(
      box, to: opened.path, over: opened, as: record, limits: request.limits)
    return outcome
  }

  /// The feed as a bundle, and all that it has as a box. Whoever wrote it may have claimed anything, so it is validated.
  private func bundle(
    since base: SlipBox, in scratch: ScratchFolder
  ) throws(SlipError) -> (bundle: OpenBundle, whole: SlipBox) {
    guard let page = changes.pages.first else {
      throw FeedChanges.fault("The feed is empty.", connection.root)
    }
    var reading = BoxJSONImport(
      input: page.place.display, output: scratch.path + "/feed" + BundleLayout.directorySuffix)
    (reading.limits, reading.workers) = (request.limits, request.workers)
    let (opened, connection) = (opened, connection)
    _ = try reading.run(page.bytes) { path throws(SlipError) in
      // A file that the box has needn't be fetched; its digest is checked in any case.
      if PayloadShape(path: path) == .attachment, try opened.storage.length(of: path) != nil {
        return try opened.storage.read(path)
      }
      return try connection.content(path, from: page.place)
    }
    let read = try OpenBundle(reading.output, limits: request.limits)
    let buried = base.noteIDs.isEmpty ? FeedFolder.buried(read.box, opened.box, origin.name) : []
    let whole = try FeedFolder.completed(
      read.box, since: base, opened.box, without: [], connection.root.display)
    let box =
      buried.isEmpty
      ? whole
      : try FeedFolder.completed(
        read.box, since: base, opened.box, without: buried, connection.root.display)
    return (OpenBundle(path: read.path, storage: read.storage, box: box), whole)
  }

  /// Notes in the origin what the feed had, for the next time.
  private func remember(
    _ whole: SlipBox, _ second: OpenBundle, in box: inout SlipBox, _ files: inout MergedFiles
  ) throws(SlipError) {
    let index = box.origins.firstIndex { $0.name == origin.name } ?? box.origins.count
    if index == box.origins.count { box.origins.append(origin) }
    var state = FeedState(box.origins[index])
    state.home = try HomeFeed.stored(from: box, to: whole)
    (state.since, state.seen) = (changes.since, SeenStates.remembered(changes.seen))
    box.origins[index].token = changes.token ?? origin.token
    (box.origins[index].url, box.origins[index].kind) = (connection.root.display, request.kind)
    state.write(to: &box.origins[index])
    // Texts that only the feed has are the base of the next merge.
    var back = BoxChanges(from: whole, to: box)
    (back.origins, back.foreign) = (nil, nil)
    try HistoryRecord.keepReplaced(back, in: &box, second.storage) { path, bytes throws(SlipError) in
      files.add(path, bytes)
    }
  }
}

extension SlipBox {
  /// Whether a feed's objects are sources of notes.
  fileprivate func isFed(by origin: Origin) -> Bool {
    let prefix = origin.name + "/notes/"
    return sources.contains { $0.id.hasPrefix(prefix) && $0.format == "json" }
  }
}

extension SyncPolicy {
  /// The rule of a merge as that of two boxes: texts that both changed are joined, so no version needs to stand beside a note.
  fileprivate var homeRule: MergeRule {
    switch self {
    case .feed: .theirs
    case .box: .ours
    case .both, .newest: .newest
    }
  }
}

extension SyncOutcome.Conflict {
  /// A conflict of a merge as that of two boxes.
  fileprivate init(_ conflict: MergeRequest.Outcome.Conflict) {
    let parts = (conflict.entity ?? "box").split(separator: " ", maxSplits: 1).map(String.init)
    self.init(
      entity: parts[0], id: parts.count == 2 ? parts[1] : "", title: conflict.name, field: conflict.kind,
      version: nil, value: conflict.value, other: conflict.other, from: conflict.from)
  }
}
