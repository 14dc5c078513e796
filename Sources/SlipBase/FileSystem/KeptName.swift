/// The hidden name of a stage whose exchange will leave an old version that is to be kept: `.NAME.keep-<inode>-<suffix>`.
///
/// It says which directory the old version is. So whoever finds it after a crash knows whether the exchange took place:
/// what has this inode is the old version, anything else an unfinished new one.
struct KeptName {
  var inode: UInt64
  /// What the kept version's name has behind the target's, such as `~v4`.
  var suffix: String

  init(inode: UInt64, suffix: String) {
    self.inode = inode
    self.suffix = suffix
  }

  init?(hidden name: String, of target: String) {
    let prefix = StageDirectory.hiddenStem(target) + ".keep-"
    guard name.hasPrefix(prefix) else { return nil }
    let parts = name.dropFirst(prefix.count).split(
      separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let inode = UInt64(parts[0]), !parts[1].isEmpty else { return nil }
    self.init(inode: inode, suffix: String(parts[1]))
  }

  func hidden(of target: String) -> String {
    "\(StageDirectory.hiddenStem(target)).keep-\(inode)-\(suffix)"
  }
}
