package import SlipBase
internal import Synchronization

/// Keeps writers away from a tree while somebody reads it, so that the reader sees one state of it.
///
/// It takes the lock that writers take. So whoever holds it must not write to the tree, and ends soon: writers wait
/// some seconds only.
package final class TreeHold: LiveOutput {
  /// The lock; nil once it was released.
  private let lock: Mutex<FileLock?>

  /// Waits for the lock, and completes a change whose process has died.
  ///
  /// - Parameters:
  ///   - target: The path of the tree.
  ///   - waitMilliseconds: How long to wait for a writer.
  /// - Throws: `SlipError` where the lock can't be taken: with `FileCode.locked` where writers keep it, and with
  ///   another code where nothing can be written beside the tree.
  package init(_ target: String, waitMilliseconds: Int) throws(SlipError) {
    LiveOutputs.beginCreating()
    defer { LiveOutputs.endCreating() }
    // A reader that was disturbed asks more often than writers do, who disturbed it.
    lock = Mutex(try StageDirectory.lock(target, milliseconds: waitMilliseconds, pause: 1).lock)
    LiveOutputs.add(self)
  }

  deinit { end() }

  /// Lets writers in again. Further calls do nothing.
  package func end() {
    LiveOutputs.remove(self)
    _ = interrupt()
  }

  /// Releases the lock when the process is interrupted.
  func interrupt() -> Bool {
    lock.withLock { lock in
      lock?.release()
      lock = nil
    }
    return true
  }
}
