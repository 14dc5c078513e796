/// A directory that counts as one document: its files and folders, by path.
public struct FilePackage: Sendable, Equatable {
  public struct Entry: Sendable, Equatable {
    /// Relative, `/` between components, as the file system has it: nothing is normalised.
    public var path: String
    /// Nil for a folder.
    public var bytes: [UInt8]?
  }

  /// Bytewise by path, each path once; folders before what lies in them.
  public internal(set) var entries: [Entry] = []

  public init() {}

  /// Takes an entry whose path is no other entry's; false where the path is taken or isn't one (`isPath`).
  @discardableResult
  public mutating func add(_ path: String, _ bytes: [UInt8]?) -> Bool {
    guard FilePackage.isPath(path) else { return false }
    let index = place(of: path)
    guard index == entries.count || !FilePackage.isSame(entries[index].path, path) else { return false }
    entries.insert(Entry(path: path, bytes: bytes), at: index)
    return true
  }

  /// The entry with exactly this path: other forms of its letters are other paths.
  public subscript(path: String) -> Entry? { index(of: path).map { entries[$0] } }

  func index(of path: String) -> Int? {
    let index = place(of: path)
    guard index < entries.count, FilePackage.isSame(entries[index].path, path) else { return nil }
    return index
  }

  /// Takes a file, or the folder that became a ZIP of that name.
  /// - Returns: the name under which it is there.
  public mutating func add(attachment name: String, _ bytes: [UInt8]) -> String {
    guard name.hasSuffix(".zip"), let folder = StoredZip.read(bytes), add(String(name.dropLast(4)), nil)
    else {
      add(name, bytes)
      return name
    }
    let name = String(name.dropLast(4))
    for entry in folder.harmless().entries { add(name + "/" + entry.path, entry.bytes) }
    return name
  }

  /// What lies in a folder, by paths that begin there.
  public func contents(of folder: String) -> FilePackage {
    var contents = FilePackage()
    let prefix = Array((folder + "/").utf8)
    for entry in entries[place(of: folder)...] {
      let path = Array(entry.path.utf8)
      if path.starts(with: prefix) {
        contents.entries.append(
          Entry(path: String(decoding: path[prefix.count...], as: UTF8.self), bytes: entry.bytes))
      } else if !path.lexicographicallyPrecedes(prefix) {
        break
      }
    }
    return contents
  }

  /// Bytes of all files.
  public var length: Int { entries.reduce(0) { $0 + ($1.bytes?.count ?? 0) } }

  /// The first entry that doesn't come before `path`.
  private func place(of path: String) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].path.utf8.lexicographicallyPrecedes(path.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// By bytes: Swift takes two forms of a letter for the same.
  private static func isSame(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }

  /// Whether a path stays inside and can be a file's: no empty component, no `.`, `..` or NUL; 255 bytes a component,
  /// 64 components.
  public static func isPath(_ path: String) -> Bool {
    let parts = path.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
    return parts.count <= 64
      && parts.allSatisfy { part in
        !part.isEmpty && part.count <= 255 && !part.contains(0) && !part.elementsEqual(".".utf8)
          && !part.elementsEqual("..".utf8)
      }
  }
}
