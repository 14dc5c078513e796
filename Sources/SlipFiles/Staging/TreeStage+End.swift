public import SlipBase

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// The end of a stage: the commit, or giving it up.
extension TreeStage {
  /// Flushes the new tree to disk and puts it in the target's place.
  ///
  /// On any error the target is as it was before, and the stage has ended.
  ///
  /// - Parameter suffix: Keeps the old tree beside the new one, with this suffix appended to the
  ///   target's name, such as `~v4`; a number is added where that name is taken. By default the old
  ///   tree is deleted.
  /// - Returns: The path of the old tree where it was kept, and what went wrong after the new tree was in
  ///   place. The next stage does what is left.
  /// - Throws: `SlipError` with code `FileCode.changedMeanwhile` where someone changed what was
  ///   read, `FileCode.cannotExchange` where the file system can't exchange directories.
  @discardableResult
  public func commit(keepingOldWith suffix: String? = nil) throws(SlipError) -> Committed {
    defer { abandon() }
    try ledger.beginCommit()
    ledger.removeEmptyFolders()
    let seal = try seal()
    let kept = try old.map { old throws(SlipError) in
      ReservedName(inode: try old.status().inode, seal: seal, suffix: suffix)
    }
    var done = try exchange(kept)
    oldFolders?.close()
    // If the process dies from here on, the next stage for this target does the rest.
    if let old, let kept { retire(old, kept, &done) } else { place.lock.release() }
    // Until now an interrupt waits.
    _ = ledger.finish(.committed)
    return done
  }

  /// Puts the new tree in the target's place, once it is written down what the old one was like.
  private func exchange(_ kept: ReservedName?) throws(SlipError) -> Committed {
    do throws(SlipError) {
      if let kept, let known = ledger.known {
        try OldFiles.write(known, to: kept.known(of: place.name), in: place.parent)
      }
      return try TreeCommit(stage: self, hidden: kept?.hidden(of: place.name)).run()
    } catch {
      if let kept { unlinkat(place.parent.descriptor, kept.known(of: place.name), 0) }
      throw error
    }
  }

  /// Deletes the old tree, or gives it the name under which it stays, when the new one is in place.
  private func retire(_ old: DirectoryHandle, _ kept: ReservedName, _ done: inout Committed) {
    let hidden = kept.hidden(of: place.name)
    let known = kept.known(of: place.name)
    let late = LateChanges(
      old: old, new: place.stage, since: kept.seal, evidence: ledger.known.map { .facts($0) } ?? .changes)
    guard let suffix = kept.suffix else {
      if let error = place.finish(deleting: hidden, late, known: known) {
        done.note("the old version could not be deleted; the next command deletes it", error, target)
      }
      return
    }
    var backup: String?
    let what = "the old version could not be put beside the new one; the next command does so"
    let isDone = done.finish(what, target) { () throws(SlipError) in
      try late.bringOver()
      backup = try place.keep(hidden, as: place.name + suffix)
    }
    done.backup = backup
    let note = "a hidden file about the old version could not be deleted; the next command deletes it"
    let parent = place.parent
    let isClear =
      isDone
      && done.finish(note, target) { () throws(SlipError) in try TreeRemover.remove(known, in: parent) }
    place.lock.release(removing: isClear)
  }

  /// The moment from which on changes of the old tree count as late, by the file system's own
  /// clock.
  private func seal() throws(SlipError) -> Timestamp {
    if let seal = ledger.seal { return seal }
    let first = try fileSystemTime()
    var seal = first
    // Waits for the tick after the one in which the last file was written, but not for a clock that stands
    // still.
    for _ in 0..<100 where seal == first {
      usleep(500)
      seal = try fileSystemTime()
    }
    ledger.noteSeal(seal)
    return seal
  }

  /// The time by the clock of the file system, found by touching the new tree's directory.
  private func fileSystemTime() throws(SlipError) -> Timestamp {
    guard futimens(place.stage.descriptor, nil) == 0 else {
      throw .system("Cannot set the time of the directory", place.stage.path, errno: errno)
    }
    return try place.stage.status().modified
  }

  /// Files that were to be left behind, but were carried over because someone had changed them.
  public var spared: [String] { ledger.spared }

  /// Sets the moment from which on changes count as late. Called before the old tree is searched.
  func beginSeal() throws(SlipError) { _ = try seal() }

  /// The new tree while it is being made.
  package var root: DirectoryHandle { place.stage }

  /// Gives the new tree up. The target stays as it was. Does nothing after a commit.
  public func abandon() {
    guard ledger.finish(.abandoned) else { return }
    oldFolders?.close()
    place.finish()
  }

  /// Gives the new tree up because the process is interrupted; false while a commit is running.
  func interrupt() -> Bool {
    guard let mayEnd = ledger.interrupt() else { return true }
    if mayEnd { place.finish() }
    return mayEnd
  }

  /// Ends the stage without deleting anything, as if the process had died. For tests.
  package func dropWithoutCleaning() {
    if ledger.finish(.abandoned) { place.lock.release(removing: false) }
  }
}
