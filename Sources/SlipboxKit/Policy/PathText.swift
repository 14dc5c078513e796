/// Paths as texts; nothing is looked up.
enum PathText {
  /// Without `.` and `..`; relative ones begin at `directory`.
  static func absolute(_ path: String, in directory: String?) -> String {
    let full = path.hasPrefix("/") ? path : "\(directory ?? "")/\(path)"
    var parts: [Substring] = []
    for part in full.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Relative to `root` where it lies below it, else as it is. Both absolute.
  static func relative(_ path: String, to root: String) -> String {
    let root = root.hasSuffix("/") ? root : root + "/"
    return path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path
  }

  /// A folder may be named with slashes behind it.
  static func withoutSlashes(_ path: String) -> String {
    var path = path
    while path.utf8.count > 1, path.utf8.last == 0x2F { path.removeLast() }
    return path
  }

  static func parent(_ path: String) -> String? {
    guard let slash = path.utf8.lastIndex(of: 0x2F) else { return nil }
    return slash == path.startIndex ? (path == "/" ? nil : "/") : String(path[..<slash])
  }

  /// The folder with its slash, or nothing, and the name.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: 0x2F) else { return ("", path) }
    let start = path.utf8.index(after: slash)
    return (String(path[..<start]), String(path[start...]))
  }
}
