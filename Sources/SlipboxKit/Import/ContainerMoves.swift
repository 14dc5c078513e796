internal import SlipBase
internal import SlipExchange

/// Notes that were moved or renamed within a folder or archive whose notes are known by their paths.
///
/// A path that is gone and one that is new are the same note where both files have the same bytes, or the same name and at least half of
/// their lines. Only what is the one candidate on both sides counts.
struct ContainerMoves {
  /// The least share of lines that a file of the same name must have in common, in percent.
  private static let fewestLines = 50

  /// What is compared of a file.
  private struct File {
    /// Its path.
    var path: String
    /// The digest of its bytes.
    var digest: Digest
    /// Its lines that aren't empty.
    var lines: Set<ArraySlice<UInt8>>

    /// Reads a file; nil for one that is empty, damaged or not there.
    init?(_ path: String, in tree: SourceTree) throws(SlipError) {
      guard let file = tree.file(ofItem: path), let bytes = try tree.read(file), !bytes.isEmpty else {
        return nil
      }
      (self.path, digest) = (path, Digest(of: bytes))
      lines = Set(bytes.split(separator: 0x0A))
    }

    /// Whether it has the name of another one, and much of its text.
    func isLike(_ other: File) -> Bool {
      let shared = lines.intersection(other.lines).count
      return path.lastName == other.path.lastName
        && shared * 100 >= max(lines.count, other.lines.count) * ContainerMoves.fewestLines
    }
  }

  /// The new path of each note that was moved, by its old one.
  private(set) var paths: [String: String] = [:]

  /// Compares the files that are gone with those that are new.
  ///
  /// - Parameters:
  ///   - gone: Paths that only the folder as it was last imported has.
  ///   - old: That folder.
  ///   - new: Paths that only the folder has now.
  ///   - tree: The folder now.
  /// - Throws: `SlipError` where a file can't be read.
  init(from gone: [String], in old: SourceTree, to new: [String], in tree: SourceTree) throws(SlipError) {
    var (before, after) = ([File](), [File]())
    for path in gone { if let file = try File(path, in: old) { before.append(file) } }
    for path in new { if let file = try File(path, in: tree) { after.append(file) } }
    pair(&before, &after, by: \.digest) { _, _ in true }
    pair(&before, &after, by: { $0.path.lastName }) { $0.isLike($1) }
  }

  /// Takes out files of which there is one of a key on both sides.
  private mutating func pair<Key: Hashable>(
    _ before: inout [File], _ after: inout [File], by key: (File) -> Key, where isSame: (File, File) -> Bool
  ) {
    let (old, new) = (Dictionary(grouping: before, by: key), Dictionary(grouping: after, by: key))
    for (key, files) in old {
      guard files.count == 1, let others = new[key], others.count == 1, isSame(files[0], others[0]) else {
        continue
      }
      paths[files[0].path] = others[0].path
    }
    let (known, found) = (paths, Set(paths.values))
    before.removeAll { known[$0.path] != nil }
    after.removeAll { found.contains($0.path) }
  }
}

extension SourceTree {
  /// The path of the file that a note is, whose id is its path: from the top of the container, or from the one folder that an archive
  /// has at its top. Nil where there is none.
  func file(ofItem id: String) -> String? {
    if place(of: id) != nil { return id }
    let path = topPath + id
    return place(of: path) == nil ? nil : path
  }
}
