public import SlipBase

#if canImport(Glibc)
  internal import Glibc
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
  /// - Returns: The path of the old tree where it was kept.
  /// - Throws: `SlipError` with code `FileCode.changedMeanwhile` where someone changed what was
  ///   read, `FileCode.cannotExchange` where the file system can't exchange directories.
  @discardableResult
  public func commit(keepingOldWith suffix: String? = nil) throws(SlipError) -> String? {
    defer { abandon() }
    try ledger.beginCommit()
    ledger.removeEmptyFolders()
    let seal = try seal()
    let kept = try old.map { old throws(SlipError) in
      ReservedName(inode: try old.status().inode, seal: seal, suffix: suffix)
    }
    let hidden = kept?.hidden(of: place.name)
    try TreeCommit(stage: self, hidden: hidden).run()
    guard ledger.finish(.committed) else { return nil }
    oldFolders?.close()
    guard let old, let hidden else {
      place.lock.release()
      return nil
    }
    // If the process dies from here on, the next stage for this target does the rest.
    let late = LateChanges(old: old, new: place.stage, since: seal, known: ledger.known)
    guard let suffix else {
      place.finish(deleting: hidden, late)
      return nil
    }
    do throws(SlipError) {
      try late.bringOver()
    } catch {
      // The new version is in place. The old one and the lock's file stay, so that the next stage tries
      // again.
      place.lock.release(removing: false)
      return nil
    }
    let path = place.keep(hidden, as: place.name + suffix)
    place.lock.release(removing: path != nil)
    return path
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
