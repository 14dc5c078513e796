package import SlipBase

/// A hidden directory beside a file, for work that will change it: while it is there, nobody else has one. It goes when the
/// work is done, when the process is told to end, or when the next one comes after this process died.
package final class WorkDirectory: LiveOutput {
  private let place: StageDirectory
  private let ledger: StageLedger

  /// Waits at most `waitMilliseconds` for another process that works on the file.
  ///
  /// - Throws: `FileFault.locked` after that.
  package init(beside path: String, waitMilliseconds: Int = 5_000) throws(SlipError) {
    place = try StageDirectory(target: path, milliseconds: waitMilliseconds)
    ledger = StageLedger(root: place.stage, target: place.targetPath, old: nil, attributes: nil)
    LiveOutputs.add(self)
  }

  deinit {
    LiveOutputs.remove(self)
    remove()
  }

  /// Its own path.
  package var path: String { place.parent.path(of: place.stageName) }

  /// Deletes it with all that it holds, and lets others work.
  package func remove() { if ledger.finish(.abandoned) { place.finish() } }

  func interrupt() -> Bool {
    remove()
    return true
  }
}
