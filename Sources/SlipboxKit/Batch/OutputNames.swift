internal import SlipFiles
internal import SlipBase
internal import SlipFormats
internal import Synchronization

/// The names that files get when each of many is converted.
///
/// A name depends on the file and its folder only, not on what else is converted, so that all
/// shards and runs agree on it. The suffix is replaced: `a.rtf` → `a.html`. It is kept where
/// another file of the folder differs in its suffix only, `a.rtf.html` beside `a.txt.html`, and
/// where it isn't the suffix of a format, `notes.2024` → `notes.2024.html`. Control characters and
/// names that programs act upon are replaced, as `OutgoingName` describes.
final class ConvertNames: Sendable {
  /// The suffix of the target format, with its dot.
  private let suffix: String
  /// For the folders that were last looked at, the keys of names without suffix that several
  /// files have.
  private let clashes = Mutex<[String: Set<UInt64>]>([:])
  /// How many folders are remembered, so that memory doesn't grow with the tree.
  private static let mostFolders = 256

  /// Names for files of this format.
  init(_ target: Format) { suffix = "." + (target.suffixes.first ?? target.name) }

  /// The path below the output folder for a file.
  ///
  /// - Parameters:
  ///   - relative: The path of the file in its tree, as `below` returns it.
  ///   - path: The path by which the file can be read.
  /// - Throws: `SlipError` where the folder of the file can't be read.
  func output(for relative: String, at path: String) throws(SlipError) -> String {
    guard FormatTable.forPath(relative) != nil, let dot = relative.lastIndex(of: ".") else {
      return OutgoingName.harmless(path: relative + suffix)
    }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "./"
    let stem = relative[..<dot]
    let name = stem[(stem.lastIndex(of: "/").map(stem.index(after:)) ?? stem.startIndex)...]
    let isClashing = try clashes(in: String(folder)).contains(OutputClaims.key(String(name)))
    return OutgoingName.harmless(path: (isClashing ? relative : String(stem)) + suffix)
  }

  /// The path as it can be used below a folder: without `.` components and slashes at its
  /// start. Nil where it contains `..`, so that a list can't name outputs elsewhere.
  static func below(_ path: String) -> String? {
    let parts = path.split(separator: "/").filter { $0 != "." }
    guard !parts.isEmpty, !parts.contains("..") else { return nil }
    return parts.joined(separator: "/")
  }

  /// The keys of names without suffix that several files in the folder have. Hidden files and
  /// those of unknown formats don't count.
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

/// Which item of a batch writes which output. Two items must not write the same one.
///
/// It stores two hashes, sixteen bytes, per item, so that batches of millions of files fit in
/// memory.
final class OutputClaims: Sendable {
  /// The key of the source for the key of each output.
  private let sources = Mutex<[UInt64: UInt64]>([:])

  /// Claims an output for a source. Claiming it again for the same source succeeds.
  ///
  /// - Returns: False where another source has it already.
  func claim(_ output: String, for source: String) -> Bool {
    let (target, source) = (OutputClaims.key(output), OutputClaims.key(source))
    return sources.withLock { sources in
      let owner = sources[target] ?? source
      sources[target] = owner
      return owner == source
    }
  }

  /// The first 64 bits of the digest of the case-folded name. Names that differ only in case or
  /// in the normalization of their letters have the same key, because file systems may take
  /// them for equal. Two other names have the same key so rarely that it doesn't matter; one of
  /// them would be reported as taken.
  static func key(_ name: String) -> UInt64 {
    UInt64(Digest(of: Array(TextFolding.caseFolded(name).utf8)).hex.prefix(16), radix: 16) ?? 0
  }
}
