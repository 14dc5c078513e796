internal import SlipBase

/// The hidden name under which a new version waits for the exchange, and the old one lies after it:
/// `.NAME.keep-<inode>-<seal>`, with `-<suffix>` behind it where the old version is to stay.
///
/// It says which directory the old version is. So whoever finds it after a crash knows whether the exchange took place:
/// what has this inode is the old version, anything else an unfinished new one.
struct ReservedName {
  var inode: UInt64
  /// Files of the old version that changed from then on were changed by somebody else.
  var seal: Timestamp
  /// What the kept version's name has behind the target's, such as `~v4`; nil where the old version goes.
  var suffix: String?

  init(inode: UInt64, seal: Timestamp, suffix: String?) {
    (self.inode, self.seal, self.suffix) = (inode, seal, suffix)
  }

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

  func hidden(of target: String) -> String {
    let stem = "\(StageDirectory.hiddenStem(target)).keep-\(inode)-\(max(0, seal.microseconds))"
    return suffix.map { "\(stem)-\($0)" } ?? stem
  }
}
