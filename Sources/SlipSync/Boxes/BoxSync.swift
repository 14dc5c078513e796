internal import SlipboxKit
internal import SlipBase
internal import SlipBundle
internal import SlipNotes

/// The work of a synchronization of two bundles.
///
/// 1. `CommonState` finds what both had in common.
/// 2. The boxes and texts are merged. The merged box has the histories of both and, where both had gone on, a transaction for
///    each side that says what the synchronization did there. So both are equal, and the next synchronization begins here.
/// 3. Each side that differs is written.
struct BoxSync {
  /// What was asked for.
  let request: BoxSyncRequest
  /// The two sides.
  let sides: [SyncSide]
  /// Who is named as the author of tracked changes.
  let authors: [String]

  /// Synchronizes.
  ///
  /// - Throws: `SlipError`; then nothing was changed.
  func run() throws(SlipError) -> BoxSyncOutcome {
    let isDryRun = request.isDryRun
    let (first, second) = (try sides[0].opened(), try sides[1].opened())
    if first.box == second.box {
      return BoxSyncOutcome(
        sides: sides.map { .init(path: $0.path, notes: [], isChanged: false) }, conflicts: [],
        hasCommonState: true,
        isDryRun: isDryRun, diagnostics: sides.flatMap(\.diagnostics))
    }
    let common = try CommonState(first, second)
    let sides = [
      first.withoutSources(ofFeedsOf: second, common.box),
      second.withoutSources(ofFeedsOf: first, common.box),
    ]
    var files = MergedFiles([first, second])
    var conflicts: [MergeRequest.Outcome.Conflict] = []
    var box = try merged(sides[0], sides[1], common.box, &files, &conflicts)
    // A side whose history is that of both gets by no transaction of the other side what it hasn't.
    let gets = [first, second].contains { bundle in
      bundle.box.history == box.history && !BoxChanges(from: bundle.box, to: box).isEmpty
    }
    if gets || [first, second].allSatisfy({ $0.box.history != box.history }) {
      try record(first, second, in: &box, &files)
    }
    var outcome = BoxSyncOutcome(
      sides: [], conflicts: conflicts, hasCommonState: common.isKnown, isDryRun: isDryRun,
      diagnostics: self.sides.flatMap(\.diagnostics))
    for (side, bundle) in zip(self.sides, [first, second]) {
      outcome.sides.append(
        BoxSyncOutcome.Side(
          path: side.path, notes: BoxSync.changes(from: bundle.box, to: box), isChanged: bundle.box != box))
    }
    try first.expectCurrent()
    try second.expectCurrent()
    if !isDryRun { try write(box, [first, second], files, &outcome) }
    return outcome
  }

  /// Writes the sides that differ. When one is written, the other one's failure is reported: the next run completes the work.
  private func write(
    _ box: SlipBox, _ bundles: [OpenBundle], _ files: MergedFiles, _ outcome: inout BoxSyncOutcome
  ) throws(SlipError) {
    var isWritten = false
    for (side, bundle) in zip(sides, bundles) where bundle.box != box {
      do throws(SlipError) {
        outcome.diagnostics += try files.write(
          box, to: bundle.path, over: bundle, as: nil, limits: request.limits)
        try side.finish()
      } catch {
        guard isWritten else { throw error }
        outcome.diagnostics.append(halfDone(error, side.path))
      }
      isWritten = true
    }
  }

  /// What is said of a side that couldn't be written after the other one was.
  func halfDone(_ error: SlipError, _ path: String) -> Diagnostic {
    Diagnostic(
      code: KitCode.halfSynchronized, severity: .error,
      message: "This side is not in step yet: \(error.message) The same command completes it.",
      location: SourceLocation(file: path))
  }

  // MARK: Merging

  /// The merged box with merged texts and both histories.
  func merged(
    _ first: OpenBundle, _ second: OpenBundle, _ base: SlipBox, _ files: inout MergedFiles,
    _ conflicts: inout [MergeRequest.Outcome.Conflict]
  ) throws(SlipError) -> SlipBox {
    // Texts of notes that only one side has are its own; so what comes from the lower history is ours, whichever is named first.
    let isSwapped = BoxSync.isBehind(second, first)
    let (ours, theirs) = isSwapped ? (second, first) : (first, second)
    var merging = MergeRequest(base: "", ours: ours.path, theirs: theirs.path)
    (merging.ourName, merging.theirName) = isSwapped ? (authors[1], authors[0]) : (authors[0], authors[1])
    merging.limits = request.limits
    merging.notesConflicts = request.notesConflicts && request.rule == .newest
    merging.rule =
      switch request.rule {
      case .newest: .newest
      case .ours: isSwapped ? .theirs : .ours
      case .theirs: isSwapped ? .ours : .theirs
      }
    let boxes = (ours.box, theirs.box)
    var merge = try BoxMerge(base: base, ours: boxes.0, theirs: boxes.1, rule: merging.rule)
    if merging.rule == .newest {
      let first: MergeSide? = request.firstCounts ? (isSwapped ? .theirs : .ours) : nil
      let later = try FactTimes.later(merge.conflicts, ours, theirs, first: first)
      if later.contains(where: { merge.decisions[$0.key] != $0.value }) {
        merge = try BoxMerge(base: base, ours: boxes.0, theirs: boxes.1, rule: .newest, later: later)
      }
    }
    let bodies = files
    var (box, found) = try files.mergeTexts(
      of: merge, ours, theirs, before: base,
      base: { id throws(SlipError) in try base.note(id).map(bodies.body) ?? [] }, merging)
    box.history.formUnion(ours.box.history)
    // A source that one side alone had for a note of both goes where the other one's counts.
    for side in [ours.box, theirs.box] {
      for source in side.sources where box.has(source: source.id) && box.notes(from: source.id).isEmpty {
        if !side.notes(from: source.id).isEmpty { box.removeUnused(source: source.id) }
      }
    }
    conflicts = found
    return box
  }

  /// Whether a bundle comes first, so that the result doesn't depend on the order in which the bundles are named.
  private static func isBehind(_ a: OpenBundle, _ b: OpenBundle) -> Bool {
    let (mine, other) = (Set(a.box.history.transactions), Set(b.box.history.transactions))
    guard let own = mine.subtracting(other).min(), let others = other.subtracting(mine).min() else {
      return false
    }
    return own < others
  }

  // MARK: History

  /// Adds what was done to each side to the history of both.
  ///
  /// Each of the two transactions names the last one of its side as the one before. Both lead to the same state, which has the
  /// same name in both.
  func record(
    _ first: OpenBundle, _ second: OpenBundle, in box: inout SlipBox, _ files: inout MergedFiles
  ) throws(SlipError) {
    let paths = box.history.transactions.map(\.path).joined(separator: "\n")
    let state = String(Digest(of: Array(paths.utf8)).hex.prefix(16))
    var entries: [BoxHistory.Entry] = []
    for (index, bundle) in [first, second].enumerated() {
      var transaction = BoxTransaction(.sync, tool: SlipboxTool.name, date: request.date)
      (transaction.from, transaction.to) = (authors[1 - index], state)
      transaction.record(from: bundle.box, to: box)
      if let changes = transaction.changes {
        try HistoryRecord.keepReplaced(changes, in: &box, bundle.storage) { path, bytes throws(SlipError) in
          files.add(path, bytes)
        }
      }
      let file = TransactionFile(after: bundle.box.history, transaction)
      let bytes = try file.bytes()
      let entry = BoxHistory.Entry(file.number, FileFact(of: bytes))
      _ = files.add(entry.path, bytes)
      entries.append(entry)
    }
    for entry in entries { box.history.add(entry) }
  }

  // MARK: Report

  /// What happens to the notes of a box, by title.
  static func changes(from old: SlipBox, to new: SlipBox) -> [BoxSyncOutcome.NoteChange] {
    let names = BoxNames(old, new)
    return BoxChanges(from: old, to: new).notes.compactMap { change -> BoxSyncOutcome.NoteChange? in
      guard let note = change.after ?? change.before else { return nil }
      var fields: [String] = []
      if let before = change.before, let after = change.after {
        fields = FactTable.note.filter { $0.text(before, old) != $0.text(after, new) }.map(\.name)
        if before.body != after.body { fields.append("text") }
      }
      return BoxSyncOutcome.NoteChange(
        change: change.before == nil ? .added : change.after == nil ? .deleted : .changed,
        id: change.id.description, title: names.note(note), fields: fields)
    }.sorted { ($0.title, $0.id) < ($1.title, $1.id) }
  }
}

extension OpenBundle {
  /// The bundle with the sources that notes had at first, where it took them from a feed or from JSON of the other one.
  ///
  /// What a feed says of a note is its source in the box that takes it. That is the way on which it came, and no change of where it
  /// comes from.
  ///
  /// - Parameters:
  ///   - other: The bundle whose feeds are meant.
  ///   - common: The last state that both had in common.
  fileprivate func withoutSources(ofFeedsOf other: OpenBundle, _ common: SlipBox) -> OpenBundle {
    let tokens = Set(other.box.history.transactions.map { FeedToken.of($0) })
    let prefixes = box.origins.filter { tokens.contains($0.token) }.map { $0.name + "/notes/" }
    if prefixes.isEmpty { return self }
    var box = box
    for note in self.box.notes {
      guard let key = note.source, prefixes.contains(where: key.hasPrefix),
        let before = common.note(note.id) ?? other.box.note(note.id), before.source != key
      else { continue }
      do throws(SlipError) {
        if let id = before.source, !box.has(source: id) {
          guard let source = common.source(id) ?? other.box.source(id) else { continue }
          for data in source.lifted where box.attachment(data.attachment) == nil {
            guard let file = common.attachment(data.attachment) else { continue }
            try box.insert(file)
          }
          try box.insert(source)
        }
        try box.update(note: note.id) {
          ($0.source, $0.sourceItem, $0.imported) = (before.source, before.sourceItem, before.imported)
        }
      } catch {
        // Then the note keeps the source that it has.
        continue
      }
    }
    return OpenBundle(path: path, storage: storage, box: box)
  }
}
