internal import SlipBase
internal import CFileShims

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension TreeStage {
  /// Begins to write out what was written so far, while the caller makes the rest: the commit then waits for less.
  ///
  /// Promises nothing; only `commit` does.
  public func beginFlush() {
    guard FlushGroup.current == nil, ledger.newFileCount >= StageLedger.flushEachBelow else { return }
    // A descriptor of its own: an error is told once for each, and the commit must hear of it.
    let descriptor = openat(place.stage.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    let begun = ThreadTeam.begin {
      _ = slip_sync_volume(descriptor)
      close(descriptor)
    }
    if !begun { close(descriptor) }
  }
}
