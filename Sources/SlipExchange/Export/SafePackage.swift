internal import SlipRTF
internal import SlipFiles
internal import SlipBase
internal import SlipFormats

/// A package whose paths every system takes: what lies in a folder that was attached may have names such as `aux.txt`.
/// The text names the folder alone.
enum SafePackage {
  /// Leaves room for the package's own path in what `SafePath` allows.
  private static let deepest = 16
  private static let longest = 400

  static func of(_ package: FilePackage) -> FilePackage {
    guard package.entries.contains(where: { !isSafe($0.path) }) else { return package }
    var safe = FilePackage()
    var names = ExportNames()
    // Names that may stay are taken first.
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

  private static func isSafe(_ path: String) -> Bool {
    SafePath.fault(in: path) == nil && path.utf8.count <= longest && path.count { $0 == "/" } < deepest
  }

  private static func split(_ name: String) -> (stem: String, suffix: String) {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
    return (String(name[..<dot]), String(name[name.index(after: dot)...]))
  }
}
