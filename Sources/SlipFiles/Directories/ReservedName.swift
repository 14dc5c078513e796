internal import SlipBase

/// The hidden name of a new version that waits for the exchange with the old one, and of the old
/// version after the exchange.
///
///     .box.slipbox.keep-4711-1715000000000000        inode and seal; the old version is to be deleted
///     .box.slipbox.keep-4711-1715000000000000-~v4    the old version is to stay as `box.slipbox~v4`
///
/// The name says which directory the old version is, by its inode. So whoever finds the name after
/// a crash knows whether the exchange took place: a directory with this inode is the old version,
/// and any other is an unfinished new one.
struct ReservedName {
  /// The inode of the old version.
  var inode: UInt64
  /// The moment from which on changes to files of the old version were made by someone else.
  var seal: Timestamp
  /// What the old version's name gets in addition to the target's, such as `~v4`; nil where the old
  /// version is deleted.
  var suffix: String?

  /// Creates a name from its parts.
  init(inode: UInt64, seal: Timestamp, suffix: String?) {
    (self.inode, self.seal, self.suffix) = (inode, seal, suffix)
  }

  /// Reads a name; nil where it isn't of this form or belongs to another target.
  init?(hidden name: String, of target: String) {
    let prefix = StageDirectory.hiddenStem(target) + ".keep-"
    guard name.hasPrefix(prefix) else { return nil }
    let parts = name.dropFirst(prefix.count).split(
      separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count >= 2, let inode = UInt64(parts[0]), let seal = Int64(parts[1]), seal >= 0 else {
      return nil
    }
    if parts.count > 2, parts[2].isEmpty { return nil }
    self.init(
      inode: inode, seal: Timestamp(microseconds: seal), suffix: parts.count > 2 ? String(parts[2]) : nil)
  }

  /// The name as it appears in the directory.
  ///
  /// - Parameter target: The name of the target, without its folder.
  func hidden(of target: String) -> String {
    let stem = "\(StageDirectory.hiddenStem(target)).keep-\(inode)-\(max(0, seal.microseconds))"
    return suffix.map { "\(stem)-\($0)" } ?? stem
  }

  /// The name of the file with what is known of the old version: see `OldFiles`.
  ///
  /// - Parameter target: The name of the target, without its folder.
  func known(of target: String) -> String {
    "\(StageDirectory.hiddenStem(target)).known-\(inode)-\(max(0, seal.microseconds))"
  }
}
