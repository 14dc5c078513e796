internal import SlipFiles
internal import SlipBase

/// Finds names that are equal, or that some file system takes for equal.
///
/// Unpacking such a file would overwrite one entry with another, on all systems or on some:
///
///     a.rtf, a.rtf          the same name twice
///     a.rtf, A.rtf          equal on macOS and Windows, by default
///     é.rtf, e\u{301}.rtf   equal on macOS
///     a, a/b.rtf            a file and a folder
struct ZipCollisions {
  /// The ZIP file's path for messages.
  let path: String?

  /// Checks all names of an archive. Takes little more than one pass over the sorted names.
  ///
  /// - Parameters:
  ///   - index: The files, sorted by name.
  ///   - folders: The names of folders, which end in `/`.
  /// - Throws: `SlipError` with code `ZipCode.duplicatePath` or `ZipCode.collidingPaths` at the
  ///   first collision.
  func check(_ index: ZipIndex, folders: [String]) throws(SlipError) {
    var previous: String?
    var lastFolder: Substring?
    // Keys of names that are not plain lower-case ASCII; all others are their own keys.
    var keys: Set<String> = []
    for record in index.records {
      let name = index.name(record)
      if let previous, same(name, previous) {
        throw fault(ZipCode.duplicatePath, "The same path occurs twice", name)
      }
      previous = name
      if !isOwnKey(name) {
        let key = SafePath.collisionKey(name)
        if !same(key, name), index.record(of: key) != nil { throw collision(name) }
        if !keys.insert(key).inserted { throw collision(name) }
      }
      if let slash = name.utf8.lastIndex(of: 0x2F), lastFolder.map({ same($0, name[..<slash]) }) != true {
        lastFolder = name[..<slash]
        try checkFolder(String(name[..<slash]), index)
      }
    }
    for folder in folders { try checkFolder(String(decoding: folder.utf8.dropLast(), as: UTF8.self), index) }
  }

  /// Checks that neither a folder nor one above it is a file as well.
  private func checkFolder(_ folder: String, _ index: ZipIndex) throws(SlipError) {
    var rest = folder[...]
    while !rest.isEmpty {
      if index.record(of: String(rest)) != nil {
        throw fault(ZipCode.collidingPaths, "The path is both a file and a directory", String(rest))
      }
      rest = rest[..<(rest.utf8.lastIndex(of: 0x2F) ?? rest.startIndex)]
    }
  }

  /// Whether two texts have the same bytes, as file systems compare names. Swift takes canonically
  /// equivalent strings for equal.
  private func same(_ a: some StringProtocol, _ b: some StringProtocol) -> Bool {
    a.utf8.elementsEqual(b.utf8)
  }

  /// Whether a name can't differ from its collision key: ASCII without capital letters.
  private func isOwnKey(_ name: String) -> Bool {
    name.utf8.allSatisfy { $0 < 0x80 && !$0.isASCIIUppercase }
  }

  /// The error for names that some file systems take for equal.
  private func collision(_ name: String) -> SlipError {
    fault(
      ZipCode.collidingPaths,
      "The path differs from another one only in case or accent encoding", name)
  }

  /// An error about one entry.
  private func fault(_ code: String, _ message: String, _ name: String) -> SlipError {
    SlipError(.badInput, code: code, message + ".", at: SourceLocation(file: path, .object(name)))
  }
}
