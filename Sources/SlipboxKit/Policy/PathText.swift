/// Operations on paths as text; the file system isn't asked.
package enum PathText {
  /// The absolute form of a path without `.` and `..`: `a/../b` in `/home` → `/home/b`.
  /// Symbolic links aren't resolved; `..` at the root stays at the root.
  ///
  /// - Parameter directory: Where relative paths begin; nil takes the root.
  package static func absolute(_ path: String, in directory: String?) -> String {
    let full = path.hasPrefix("/") ? path : "\(directory ?? "")/\(path)"
    var parts: [Substring] = []
    for part in full.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The path relative to `root` where it is below it, else unchanged. Both must be absolute.
  package static func relative(_ path: String, to root: String) -> String {
    let root = root.hasSuffix("/") ? root : root + "/"
    return path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path
  }

  /// The path without slashes at its end: `notes//` → `notes`. The root `/` stays.
  package static func withoutSlashes(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.utf8.last == 0x2F { path.removeLast() }
    return path
  }

  /// The folder that contains the path: `/a/b` → `/a`, `/a` → `/`. Nil for the root and for a
  /// name without a slash.
  package static func parent(_ path: String) -> String? {
    guard let slash = path.utf8.lastIndex(of: 0x2F) else { return nil }
    return slash == path.startIndex ? (path == "/" ? nil : "/") : String(path[..<slash])
  }

  /// The folder, with its slash, and the name: `a/b.rtf` → `("a/", "b.rtf")`. Without a slash
  /// the folder is empty.
  package static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: 0x2F) else { return ("", path) }
    let start = path.utf8.index(after: slash)
    return (String(path[..<start]), String(path[start...]))
  }
}
