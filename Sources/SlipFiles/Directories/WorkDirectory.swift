package import SlipBase

/// A hidden directory beside a file, for preparing a change of that file.
///
/// While it exists, no other process can have one for the same file. It is deleted when the work is
/// done or the process is interrupted. If the process dies, the next one that works on the file
/// deletes it.
package final class WorkDirectory: LiveOutput {
  private let place: StageDirectory
  private let ledger: StageLedger

  /// Creates the directory, or waits until it is free.
  ///
  /// - Parameters:
  ///   - path: The file that is to be changed.
  ///   - waitMilliseconds: How long to wait for another process that works on the file.
  /// - Throws: `SlipError`, with code `FileCode.locked` where the other process takes longer.
  package init(beside path: String, waitMilliseconds: Int = 5_000) throws(SlipError) {
    LiveOutputs.beginCreating()
    defer { LiveOutputs.endCreating() }
    place = try StageDirectory(target: path, milliseconds: waitMilliseconds)
    ledger = StageLedger(root: place.stage, target: place.targetPath, old: nil, attributes: nil)
    LiveOutputs.add(self)
  }

  deinit {
    LiveOutputs.remove(self)
    remove()
  }

  /// The directory's own path.
  package var path: String { place.parent.path(of: place.stageName) }

  /// Deletes the directory with everything in it, and lets other processes work. Further calls do
  /// nothing.
  package func remove() { if ledger.finish(.abandoned) { place.finish() } }

  /// Deletes the directory when the process is interrupted.
  func interrupt() -> Bool {
    remove()
    return true
  }
}
