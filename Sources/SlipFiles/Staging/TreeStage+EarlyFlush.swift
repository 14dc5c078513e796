internal import SlipBase
internal import CFileShims

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Flushing before the commit.
extension TreeStage {
  /// Begins to flush to disk what was written so far, while the caller goes on writing. The commit
  /// then takes less time.
  ///
  /// This is a hint: it does nothing for few files, and only `commit` guarantees anything.
  public func beginFlush() {
    guard FlushGroup.current == nil, ledger.newFileCount >= StageLedger.flushEachBelow else { return }
    // The system reports a write error once for each descriptor. This one is opened anew, so that the commit
    // still sees the error on its own.
    let descriptor = openat(place.stage.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    let begun = ThreadTeam.begin {
      _ = slip_sync_volume(descriptor)
      close(descriptor)
    }
    if !begun { close(descriptor) }
  }
}
