internal import SlipRTF
internal import SlipBase
internal import ZipContainer

/// A directory that counts as one document, such as `Note.rtfd`: its files and folders by path, in
/// memory.
public struct FilePackage: Sendable, Equatable {
  /// A file or folder of a package.
  public struct Entry: Sendable, Equatable {
    /// The path relative to the package with `/` between components, exactly as the file system has it:
    /// nothing is normalized.
    public var path: String
    /// The content of a file; nil for a folder.
    public var bytes: [UInt8]?
  }

  /// The entries in the bytewise order of their paths. Each path occurs once, and a folder stands
  /// before its contents.
  public internal(set) var entries: [Entry] = []

  /// Creates an empty package.
  public init() {}

  /// Adds an entry.
  ///
  /// - Parameters:
  ///   - path: a relative path.
  ///   - bytes: the content of a file; nil for a folder.
  /// - Returns: false, and the package is unchanged, when there is an entry with this path or the path
  ///   is not valid (`isPath`).
  @discardableResult
  public mutating func add(_ path: String, _ bytes: [UInt8]?) -> Bool {
    guard FilePackage.isPath(path) else { return false }
    let index = place(of: path)
    guard index == entries.count || !FilePackage.isSame(entries[index].path, path) else { return false }
    entries.insert(Entry(path: path, bytes: bytes), at: index)
    return true
  }

  /// The entry with exactly this path; nil when there is none. Paths are compared by bytes, so `é` as
  /// one and as two code points are different paths.
  public subscript(path: String) -> Entry? { index(of: path).map { entries[$0] } }

  /// The index of the entry with exactly this path; nil when there is none.
  func index(of path: String) -> Int? {
    let index = place(of: path)
    guard index < entries.count, FilePackage.isSame(entries[index].path, path) else { return nil }
    return index
  }

  /// Adds an attached file. A ZIP file that was made from a folder becomes that folder again.
  ///
  /// - Parameters:
  ///   - name: the name of the file, which for such a ZIP ends in `.zip`.
  ///   - bytes: its content.
  /// - Returns: the name in the package, without `.zip` for a folder.
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

  /// The contents of a folder as a package of its own.
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

  /// The length of all files in bytes.
  public var length: Int { entries.reduce(0) { $0 + ($1.bytes?.count ?? 0) } }

  /// The index of the first entry that does not precede `path`, by binary search.
  private func place(of path: String) -> Int {
    entries.partitionPoint { $0.path.utf8.lexicographicallyPrecedes(path.utf8) }
  }

  /// Whether two paths have the same bytes. Swift's `==` would take composed and decomposed letters for
  /// the same.
  private static func isSame(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }

  /// Whether a path is valid for a file in a package: it is relative and stays inside.
  ///
  /// It has no empty component, no `.`, `..` or NUL, at most 255 bytes in a component, and at most 64
  /// components.
  public static func isPath(_ path: String) -> Bool {
    let parts = path.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
    return parts.count <= 64
      && parts.allSatisfy { part in
        !part.isEmpty && part.count <= 255 && !part.contains(0) && !part.elementsEqual(".".utf8)
          && !part.elementsEqual("..".utf8)
      }
  }
}

/// Names that leave a bundle.
extension FilePackage {
  /// Whether no name in the package is one that programs act upon, such as `.git`; see `OutgoingName`.
  public var isHarmless: Bool { entries.allSatisfy { FilePackage.isHarmless($0.path) } }

  /// The package with changed names where programs would act upon the names. All others are unchanged.
  public func harmless() -> FilePackage {
    if isHarmless { return self }
    var package = FilePackage()
    for entry in entries {
      var path = FilePackage.harmless(entry.path)
      if entry.bytes == nil, package[path] != nil { continue }
      // Another file may have the new name already.
      while !package.add(path, entry.bytes), FilePackage.isPath(path + "_") { path += "_" }
    }
    return package
  }

  /// Whether no component of a path is a name that programs act upon.
  package static func isHarmless(_ path: String) -> Bool {
    !path.split(separator: "/").contains { OutgoingName.isActive($0) }
  }

  /// A path with `_` before each component that programs act upon. Other components are left as their
  /// file system had them.
  private static func harmless(_ path: String) -> String {
    path.split(separator: "/").map { OutgoingName.isActive($0) ? "_" + $0 : String($0) }.joined(
      separator: "/")
  }
}

/// A folder that the text shows as an attachment. A bundle stores it as one blob, a ZIP file, because
/// every system can open that.
enum StoredZip {
  /// The ZIP file for a folder. The same folder always gives the same bytes.
  ///
  /// - Throws: `SlipError` when the folder does not fit in a ZIP file.
  static func write(_ package: FilePackage) throws(SlipError) -> [UInt8] {
    try ZipFolder.write(package.entries.map { ZipFolder.Entry(path: $0.path, bytes: $0.bytes) })
  }

  /// The folder from which `write` made these bytes; nil for all other bytes, including other ZIP
  /// files, which remain files.
  static func read(_ bytes: [UInt8]) -> FilePackage? {
    // A ZIP file that can't be read is a file like any other.
    guard let entries = try? ZipFolder.read(bytes) else { return nil }
    var package = FilePackage()
    for entry in entries { guard package.add(entry.path, entry.bytes) else { return nil } }
    let isOurs = (try? write(package)).map { $0 == bytes } ?? false
    return isOurs ? package : nil
  }
}
