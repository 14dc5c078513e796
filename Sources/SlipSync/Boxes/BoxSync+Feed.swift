internal import SlipboxKit
internal import SlipBase
internal import SlipBundle
internal import SlipFiles
internal import SlipNotes

/// A bundle and a directory that `feed` wrote.
///
/// The feed has all of a box but its history, and the tokens of the states that it has had. So what both had in common is the newest
/// of these states that the history of the bundle knows. From there both are merged as two bundles are; then the feed is written anew.
extension BoxSync {
  /// Synchronizes the first side with a feed.
  ///
  /// - Throws: `SlipError`; then the bundle wasn't changed.
  func run(with folder: FeedFolder) throws(SlipError) -> BoxSyncOutcome {
    let (limits, isDryRun) = (request.limits, request.isDryRun)
    let first = try sides[0].opened()
    let tokens = Dictionary(
      first.box.history.transactions.map { (FeedToken.of($0), $0) }, uniquingKeysWith: { _, last in last })
    let own = FeedToken.of(first.box)
    let isNewest = folder.states.isNewestKnown(Set(tokens.keys))
    var outcome = BoxSyncOutcome(
      sides: [
        .init(path: sides[0].path, notes: [], isChanged: false),
        .init(path: folder.path, notes: [], isChanged: false),
      ], conflicts: [], hasCommonState: true, isDryRun: isDryRun, diagnostics: sides[0].diagnostics)
    if isNewest, folder.states.groups[0].contains(own), folder.isComplete { return outcome }
    var known = Set(folder.states.groups.joined().compactMap { tokens[$0] })
    // Who wrote the feed may have had our states in another way; what was taken back since isn't among them.
    let seen = Set(folder.seen.compactMap { tokens[$0] }).subtracting(known)
    if !seen.isEmpty { known.formUnion(seen.subtracting(try SeenStates.takenBack(in: first))) }
    var common = try CommonState(of: first, at: known)
    // A box that only read the feed so far retains what the feed had then.
    let states = Set(folder.states.groups.joined())
    var isRetained = false
    if !common.isKnown, let origin = first.box.origins.first(where: { states.contains($0.token) }),
      let retained = try RetainedFeed(of: origin, in: first, limits: limits)
    {
      (common, isRetained) = (CommonState(retained.box), true)
    }
    outcome.hasCommonState = common.isKnown || sides[0].isNew
    let scratch = try ScratchFolder()
    // What nobody wrote to the feed since then is what both had in common.
    let isUnchanged = isNewest && common.isKnown && !common.hasTakenBack && !isRetained
    var box = first.box
    let before: SlipBox
    if isUnchanged {
      before = common.box
    } else {
      let (second, whole) = try folder.bundle(since: common.box, first.box, in: scratch, limits: limits)
      before = whole
      var files = MergedFiles([first, second])
      box = try merged(first, second, common.box, &files, &outcome.conflicts)
      outcome.sides[0].notes = BoxSync.changes(from: first.box, to: box)
      outcome.sides[0].isChanged = box != first.box
      if box != first.box, !isDryRun {
        var transaction = BoxTransaction(.sync, tool: SlipboxTool.name, date: request.date)
        transaction.from = authors[1]
        outcome.diagnostics += try files.write(
          box, to: sides[0].directory, over: sides[0].isNew ? nil : first, as: transaction, limits: limits)
        try sides[0].finish()
      }
    }
    let isEqual = BoxSync.says(box, before)
    outcome.sides[1].notes = BoxSync.changes(from: before, to: box)
    outcome.sides[1].isChanged = !isEqual
    if isDryRun { return outcome }
    do throws(SlipError) {
      var feed = FeedRequest(bundle: sides[0].directory, output: folder.path)
      feed.states = folder.states
      feed.isCurrent = isEqual && folder.isComplete
      outcome.diagnostics += try feed.run().diagnostics
    } catch {
      guard outcome.sides[0].isChanged else { throw error }
      outcome.diagnostics.append(halfDone(error, folder.path))
    }
    return outcome
  }

  /// Whether two boxes give the same feed.
  static func says(_ a: SlipBox, _ b: SlipBox) -> Bool {
    var changes = BoxChanges(from: a, to: b)
    (changes.sources, changes.origins) = ([], nil)
    return changes.isEmpty
  }
}
