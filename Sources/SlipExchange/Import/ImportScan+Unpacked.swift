internal import SlipBase
internal import SlipFiles

extension ImportScan {
  /// What is in an archive that is no container as a whole. It is unpacked to a folder of its own, which goes with the last scan that
  /// has it, and counts as if it lay beside the archive.
  public struct Unpacked: Sendable, Equatable {
    /// The path at which it counts as lying, relative to the root of the scan; empty where the scan is one of the archive.
    public var path: String
    /// The archive in the file system, or the parts of one export.
    public var archives: [String]
    /// The folder that it is unpacked to.
    var folder: String
    /// Keeps the folder.
    private let scratch: ScratchFolder

    /// Creates a value from its parts.
    init(path: String, archives: [String], folder: String, scratch: ScratchFolder) {
      (self.path, self.archives, self.folder, self.scratch) = (path, archives, folder, scratch)
    }

    /// The archive by which messages name what is in it.
    public var archive: String { archives.first ?? path }

    /// Names archives that lie in a folder by another one.
    mutating func move(from folder: String, to other: String) {
      for index in archives.indices where archives[index].utf8.starts(with: (folder + "/").utf8) {
        archives[index] = other + String(Substring(archives[index].utf8.dropFirst(folder.utf8.count)))
      }
    }

    /// Whether two values are the same; the folder is another one each time.
    public static func == (a: Unpacked, b: Unpacked) -> Bool {
      (a.path, a.archives) == (b.path, b.archives)
    }

    /// The rest of a path behind that of the archive, with a slash before it; nil for a path that lies elsewhere.
    fileprivate func rest(of path: String) -> String? {
      if self.path.isEmpty { return "/" + path }
      let length = self.path.utf8.count
      guard path.utf8.starts(with: self.path.utf8) else { return nil }
      let rest = path.utf8.dropFirst(length)
      return rest.isEmpty || rest.first == UInt8(ascii: "/") ? String(Substring(rest)) : nil
    }
  }

  /// The archive that something in the scan lies in, and the rest of its path; nil where it lies in none.
  private func unpacked(_ path: String) -> (archive: Unpacked, rest: String)? {
    guard !unpacked.isEmpty else { return nil }
    var best: (archive: Unpacked, rest: String)?
    for archive in unpacked {
      guard let rest = archive.rest(of: path) else { continue }
      if best.map({ $0.rest.utf8.count > rest.utf8.count }) ?? true { best = (archive, rest) }
    }
    return best
  }

  /// The path in the file system of something in the scan.
  public func below(_ path: String) -> String {
    if let (archive, rest) = unpacked(path) { return archive.folder + rest }
    return root == "/" ? "/" + path : root + "/" + path
  }

  /// The path of something in the scan for messages: what lies in an archive is named by that, and not by the folder to which it was
  /// unpacked for the import.
  public func shown(_ path: String) -> String {
    if let (archive, rest) = unpacked(path) { return archive.archive + rest }
    return below(path)
  }

  /// Whether the whole of what was scanned is one container.
  var isOneContainer: Bool { !isTree && files.isEmpty && containers.count == 1 }

  /// Whether nothing was found that can be imported.
  var isEmpty: Bool { files.isEmpty && containers.isEmpty && around.isEmpty }

  /// Adds what an archive holds, as if it lay in a folder.
  ///
  /// - Parameters:
  ///   - inner: The scan of the archive.
  ///   - prefix: The path of that folder.
  mutating func add(_ inner: ImportScan, at prefix: String) {
    for var file in inner.files {
      (file.path, file.variant) = (prefix + "/" + file.path, nil)
      files.append(file)
    }
    let isWhole = inner.isOneContainer
    for var container in inner.containers {
      container.path = isWhole ? prefix : prefix + "/" + container.path
      containers.append(container)
    }
    for var container in inner.around.flatMap(\.containers) {
      container.path = prefix
      containers.append(container)
    }
    for var file in inner.skipped {
      // That of a container as a whole is named by its own path.
      let path = isWhole ? file.path.drop(first: inner.containers[0].path) : "/" + file.path
      file.path = file.path.isEmpty ? prefix : prefix + path
      skipped.append(file)
    }
    for var archive in inner.unpacked {
      let isOuter = archive.path.isEmpty
      archive.path = isOuter ? prefix : prefix + "/" + archive.path
      if isOuter, isWhole { archive.folder += "/" + inner.containers[0].path }
      unpacked.append(archive)
    }
    findings += inner.findings
    isDamaged = isDamaged || inner.isDamaged
  }

  /// Takes out what lies in archives, so that the rest can be looked at as a folder.
  mutating func takeUnpacked() -> (files: [File], containers: [Container], skipped: [SkippedFile]) {
    guard !unpacked.isEmpty else { return ([], [], []) }
    let all = self
    func isInside(_ path: String) -> Bool { all.unpacked(path) != nil }
    files.removeAll { isInside($0.path) }
    containers.removeAll { isInside($0.path) }
    skipped.removeAll { isInside($0.path) }
    return (
      all.files.filter { isInside($0.path) }, all.containers.filter { isInside($0.path) },
      all.skipped.filter { isInside($0.path) }
    )
  }

  /// Brings files and containers into bytewise order of their paths.
  mutating func sort() {
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    containers.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }
}

extension String {
  /// The path without its beginning, where it begins so.
  fileprivate func drop(first beginning: String) -> String {
    utf8.starts(with: beginning.utf8)
      ? String(Substring(utf8.dropFirst(beginning.utf8.count))) : "/" + self
  }
}
