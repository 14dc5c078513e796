internal import SlipFiles
internal import SlipRTF
internal import SlipRTFD

/// Gives the files of a package paths that every system accepts.
///
/// A folder that was attached to a note may contain names such as `aux.txt`. They can be changed,
/// because the text names only the folder itself.
enum SafePackage {
  /// How many names deep files may lie. This leaves room for the path of the package itself, as
  /// `SafePath` limits both.
  private static let deepest = 16
  /// The longest path in bytes.
  private static let longest = 400

  /// The package itself when all paths are safe, otherwise one with safe paths.
  ///
  /// Each changed name stays in its folder and keeps its extension: `files/aux.txt` becomes
  /// `files/_aux.txt`. Paths that are too deep or too long move up into the first folder.
  static func of(_ package: FilePackage) -> FilePackage {
    guard package.entries.contains(where: { !isSafe($0.path) }) else { return package }
    var safe = FilePackage()
    var names = ExportNames()
    // Names that can stay come first, so that changed ones don't take them.
    for entry in package.entries where isSafe(entry.path) {
      safe.add(entry.path, entry.bytes)
      names.take(entry.path)
    }
    for entry in package.entries where !isSafe(entry.path) {
      let parts = entry.path.split(separator: "/").map { ExportNames.safe(String($0)) }
      let isTooLong = parts.count > deepest || entry.path.utf8.count > longest
      guard let bytes = entry.bytes else {
        if !isTooLong { safe.add(parts.joined(separator: "/"), nil) }
        continue
      }
      let folder = isTooLong ? parts.prefix(1) : parts.dropLast()
      let (stem, suffix) = split(parts[parts.count - 1])
      let directory = folder.map { $0 + "/" }.joined()
      safe.add(directory + names.name(for: stem, fileExtension: suffix, in: directory), bytes)
    }
    return safe
  }

  /// Whether every system accepts the path.
  private static func isSafe(_ path: String) -> Bool {
    SafePath.fault(in: path) == nil && path.utf8.count <= longest && path.count { $0 == "/" } < deepest
  }

  /// A name's parts before and behind its last dot.
  private static func split(_ name: String) -> (stem: String, suffix: String) {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
    return (String(name[..<dot]), String(name[name.index(after: dot)...]))
  }
}
