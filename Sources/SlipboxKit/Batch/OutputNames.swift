internal import SlipFiles
internal import SlipBase
internal import SlipFormats
internal import Synchronization

/// The names that files get when each of many is converted. They don't depend on what else is converted, so that all
/// shards and runs agree: the suffix is changed; it is added where the folder has another file that differs from this
/// one in its suffix only, and where the old one says nothing.
final class ConvertNames: Sendable {
  /// With its dot.
  private let suffix: String
  /// Folded stems that several files of a folder have, for the folders that were last looked at.
  private let clashes = Mutex<[String: Set<UInt64>]>([:])
  private static let mostFolders = 256

  init(_ target: Format) { suffix = "." + (target.suffixes.first ?? target.name) }

  /// The path below the output folder for a file at `path`.
  ///
  /// - Parameter relative: the file's path, as `below` gives it.
  func output(for relative: String, at path: String) throws(SlipError) -> String {
    guard FormatTable.forPath(relative) != nil, let dot = relative.lastIndex(of: ".") else {
      return relative + suffix
    }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "./"
    let stem = relative[..<dot]
    let name = stem[(stem.lastIndex(of: "/").map(stem.index(after:)) ?? stem.startIndex)...]
    let isClashing = try clashes(in: String(folder)).contains(OutputClaims.key(String(name)))
    return (isClashing ? relative : String(stem)) + suffix
  }

  /// A path as it can stand below a folder: without `./` and `/` at its start; nil where it leads out by `..`.
  static func below(_ path: String) -> String? {
    let parts = path.split(separator: "/").filter { $0 != "." }
    guard !parts.isEmpty, !parts.contains("..") else { return nil }
    return parts.joined(separator: "/")
  }

  private func clashes(in folder: String) throws(SlipError) -> Set<UInt64> {
    if let known = clashes.withLock({ $0[folder] }) { return known }
    var seen: Set<UInt64> = []
    var clashing: Set<UInt64> = []
    for name in try DirectoryHandle(folder).names() where !ImportEntries.isHidden(name) {
      guard FormatTable.forPath(name)?.read != nil, let dot = name.lastIndex(of: ".") else { continue }
      let key = OutputClaims.key(String(name[..<dot]))
      if !seen.insert(key).inserted { clashing.insert(key) }
    }
    clashes.withLock { clashes in
      if clashes.count >= ConvertNames.mostFolders { clashes.removeAll() }
      clashes[folder] = clashing
    }
    return clashing
  }
}

/// Which item of a batch writes which output: two must not flow into one. It holds sixteen bytes an item.
final class OutputClaims: Sendable {
  private let sources = Mutex<[UInt64: UInt64]>([:])

  /// - Returns: false where another item has it already.
  func claim(_ output: String, for source: String) -> Bool {
    let (target, source) = (OutputClaims.key(output), OutputClaims.key(source))
    return sources.withLock { sources in
      let owner = sources[target] ?? source
      sources[target] = owner
      return owner == source
    }
  }

  /// File systems may take names for equal that differ in case or in the form of their letters.
  static func key(_ name: String) -> UInt64 {
    UInt64(Digest(of: Array(TextFolding.caseFolded(name).utf8)).hex.prefix(16), radix: 16) ?? 0
  }
}
