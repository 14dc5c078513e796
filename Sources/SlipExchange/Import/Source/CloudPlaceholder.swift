internal import SlipBase
internal import SlipFiles

/// A file that stands for one which a cloud keeps elsewhere, and which wasn't downloaded.
///
/// ```
/// .Bees.md.icloud        iCloud Drive, for Bees.md
/// Bees.md.nextcloud      virtual files of Nextcloud
/// Bees.md.owncloud       those of ownCloud
/// ```
///
/// OneDrive, Dropbox and newer versions of iCloud have no such files: the system downloads what is read, or reports an error,
/// which counts like any other.
enum CloudPlaceholder {
  /// What the names of placeholders end in.
  private static let suffixes = [".nextcloud", ".owncloud"]
  /// What those of iCloud end in, which begin with a dot.
  private static let iCloud = ".icloud"

  /// The path of the file that a placeholder stands for; nil for any other file.
  static func target(of path: String) -> String? {
    // All of them end so; most paths don't.
    guard path.utf8.last == UInt8(ascii: "d") else { return nil }
    let name = path.lastName
    let folder = path.dropLast(name.count)
    if name.hasPrefix("."), name.hasSuffix(iCloud), name.count > iCloud.count + 1 {
      return String(folder) + String(name.dropFirst().dropLast(iCloud.count))
    }
    for suffix in suffixes where name.hasSuffix(suffix) && name.count > suffix.count {
      return String(folder) + String(name.dropLast(suffix.count))
    }
    return nil
  }

  /// The placeholders among some paths: what each stands for, by its place. One beside the file itself stands for nothing.
  static func all(in paths: [String]) -> [Int: String] {
    var found: [Int: String] = [:]
    for (place, path) in paths.enumerated() { if let target = target(of: path) { found[place] = target } }
    guard !found.isEmpty else { return [:] }
    let there = Set(paths)
    return found.filter { !there.contains($0.value) }
  }

  /// Whether a placeholder is there in place of a file of the file system.
  static func isThere(for path: String) throws(SlipError) -> Bool {
    let name = path.lastName
    let folder = String(path.dropLast(name.count))
    for placeholder in ["." + name + iCloud] + suffixes.map({ name + $0 }) {
      if try FileSystem.status(folder + placeholder) != nil { return true }
    }
    return false
  }

  /// The error for a file that wasn't downloaded.
  static func error(of path: String) -> SlipError {
    SlipError(
      .cannotDo, code: ExchangeCode.partNotRead,
      "The file isn't downloaded; only a placeholder of the cloud is there. Download it, and import again.",
      at: SourceLocation(file: path))
  }

  /// The file that a placeholder in a container stands for, as one that can't be read.
  static func fault(of path: String, in container: String) -> ReadFaults.Fault {
    ReadFaults.Fault(path: path, error: error(of: container + "/" + path))
  }
}

extension FileBytes {
  /// Whether there are bytes, and all of them are zero. Only as many are looked at as are zero at the beginning.
  var isHollow: Bool {
    count > 0 && withBytes { bytes in bytes.first == 0 && bytes.allSatisfy { $0 == 0 } }
  }
}
