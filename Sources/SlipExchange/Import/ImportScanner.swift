public import SlipBase
package import SlipFiles
internal import SlipFormats
internal import SlipNotes
internal import SlipRTF
internal import SlipRTFD

/// What an import found: the files in bytewise order, and what it left out.
public struct ImportScan: Sendable, Equatable {
  /// A file, or a directory that counts as one document.
  public struct File: Sendable, Equatable {
    /// The path relative to `root` as the file system has it. A name that is not UTF-8 is read as
    /// Latin-1.
    public var path: String
    /// The path's bytes when they are not UTF-8; otherwise nil.
    public var systemPath: [UInt8]?
    /// Distinguishes files whose paths are the same in NFC; see `ImportKey.variant`.
    public var variant: String?
    /// The length in bytes.
    public var length: Int
    /// When it was last modified.
    public var modified: Timestamp
    /// The name of the importer in `ExchangeTable.importers`.
    public var format: String
    /// The file when it was found; nil for a package, which is several files.
    package var status: FileStatus?

    /// The file's key as part of a source.
    public func key(in sourceName: String) -> ImportKey {
      ImportKey(sourceName: sourceName, path: path, variant: variant)
    }
  }

  /// A file or directory that holds many notes.
  public struct Container: Sendable, Equatable {
    /// The path relative to `root`.
    public var path: String
    /// The name of its kind in the `SourceTable`.
    public var kind: String
    /// The paths below it of the files that belong to it; nil for all of them. In a folder of many things, those are the notes of
    /// this kind and the files that they mention.
    public var parts: Set<String>?

    /// Creates a container to which all files in it belong.
    public init(path: String, kind: String) { (self.path, self.kind) = (path, kind) }

    /// The container's key as part of a source.
    public func key(in sourceName: String) -> ImportKey { ImportKey(sourceName: sourceName, path: path) }
  }

  /// The directory that paths are relative to.
  public var root: String
  /// The name of the source, in NFC.
  public var sourceName: String
  /// Whether a directory tree was scanned rather than a single file.
  public var isTree: Bool
  /// Files and packages that are one note each.
  public var files: [File] = []
  /// Files and directories that hold many notes.
  public var containers: [Container] = []
  /// What was left out, and why.
  public var skipped: [SkippedFile] = []
  /// The key that the directory has as a container; nil for a single file.
  public internal(set) var wholeKey: ImportKey?
  /// The container that the directory is as a whole, beside files that are notes of their own; its scan has no others.
  public var around: [ImportScan] = []
  /// Of a directory that is a container as a whole: the scan of it as a folder of single files, of which there are none now.
  /// There may have been some when it was imported before.
  public internal(set) var emptied: [ImportScan] = []

  /// Creates a scan that has found nothing yet.
  public init(root: String, sourceName: String, isTree: Bool) {
    self.root = root
    self.sourceName = sourceName
    self.isTree = isTree
  }
}

/// Finds what can be imported in a file or a directory tree.
///
/// No symbolic link below the argument is followed. Each file that is left out is listed with the
/// reason.
///
/// Left out are hidden names, symbolic links, devices, bundles, files without an importer, and what
/// can't be read. Files named like documents of word processors (`.doc`) are examined, since many
/// of them are RTF. A directory named like a package (`.rtfd`) counts as one file.
///
/// The scan reads names, lengths and times, but hardly any content, so it is fast on large trees.
public struct ImportScanner: Sendable {
  /// The kinds of containers that are recognized.
  public let sources: SourceTable
  /// Called now and then in large folders, with the number of entries so far. An error that it throws ends the scan.
  private let seen: @Sendable (Int) throws(SlipError) -> Void

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - sources: The kinds of containers that are recognized.
  ///   - seen: Called now and then with the number of entries so far. An error that it throws ends the scan.
  public init(
    sources: SourceTable, seen: @escaping @Sendable (Int) throws(SlipError) -> Void = { _ in }
  ) { (self.sources, self.seen) = (sources, seen) }

  /// Scans a file or a directory.
  ///
  /// - Parameters:
  ///   - path: The file or directory.
  ///   - sourceName: What keys begin with; nil for the name of the directory, or of the directory
  ///     that contains the file.
  ///
  /// - Throws: `ExchangeCode.inputIsBundle`, `ExchangeCode.badSourceName`, or an error of the file
  ///   system.
  public func scan(_ path: String, sourceName: String? = nil) throws(SlipError) -> ImportScan {
    guard let status = try FileSystem.status(path) else {
      if try CloudPlaceholder.isThere(for: path) { throw CloudPlaceholder.error(of: path) }
      throw SlipError(
        .cannotDo, code: FileCode.missing, "There is no such file or directory.",
        at: SourceLocation(file: path))
    }
    let path = withoutSlashes(path)
    let name = path.split(separator: "/").last ?? ""
    let isTree = status.kind == .directory && !ImportScan.isPackage(name)
    if try ImportScan.isBundle(path, status.kind) {
      throw SlipError(
        .badInput, code: ExchangeCode.inputIsBundle,
        "This is a slip-box bundle, not notes. Export its notes first, then import those.",
        at: SourceLocation(file: path))
    }
    // The name of a file counts as the user gave it, even when it is the name of a link.
    let root = isTree ? path : parent(of: path)
    let source: String
    if let sourceName { source = sourceName } else { source = try directoryName(of: root) }
    try ImportKey.check(sourceName: source)
    var scan = ImportScan(root: root, sourceName: TextFolding.nfc(source), isTree: isTree)
    if isTree {
      if try sources.mayBeContainer(path, String(name)),
        let found = try sources.finding(at: path, atLeast: .likely)
      {
        return try whole(path, found, sourceName, of: scan)
      }
      try scan.walk(sources, seen)
      // A folder in which nothing else can be imported is looked at as a whole.
      if scan.files.isEmpty, var found = try sources.finding(at: path, atLeast: .possible),
        found.kind.parts.isSuperset(of: scan.containers.map(\.kind))
      {
        for file in scan.skipped {
          guard let error = file.reason.error else { continue }
          if !found.failed.contains(where: { $0.path == file.path }) {
            found.failed.append(ReadFaults.Fault(path: file.path, error: error))
          }
        }
        return try whole(path, found, sourceName, of: scan)
      }
      scan.wholeKey = try whole(path, kind: "", sourceName).wholeKey
      if let mixed = MixedFolder(&scan, path, sources) {
        switch mixed.container(in: &scan) {
        case .none: break
        case .below(let container): scan.containers.append(container)
        case .whole(let kind):
          return try whole(path, SourceTable.Finding(kind: kind, failed: []), sourceName, of: scan)
        case .around(let kind, let parts):
          var around = try whole(path, kind: kind.name, sourceName)
          around.containers[0].parts = parts
          scan.around = [around]
        }
      }
    } else {
      scan.take(String(name), status, sources, isGiven: true)
    }
    return scan
  }

  /// A scan of a directory that is a container as a whole, with what in it couldn't be looked at. Without that it might not be
  /// one as a whole, so the user learns of it even where all can be read later.
  private func whole(
    _ path: String, _ found: SourceTable.Finding, _ sourceName: String?, of tree: ImportScan
  ) throws(SlipError) -> ImportScan {
    var scan = try whole(path, kind: found.kind.name, sourceName)
    var emptied = tree
    (emptied.files, emptied.containers) = ([], [])
    emptied.skipped.removeAll { $0.reason.error == nil }
    scan.emptied = [emptied]
    let name = scan.containers[0].path
    scan.skipped = found.failed.map { fault in
      SkippedFile(
        path: fault.path.isEmpty ? name : name + "/" + fault.path, reason: .unreadable(fault.error))
    }
    return scan
  }

  /// A scan of a directory that is a container as a whole.
  private func whole(
    _ path: String, kind: String, _ sourceName: String?
  ) throws(SlipError) -> ImportScan {
    // `.` and `..` have names elsewhere.
    let last = path.lastName
    let isNamed = last != "." && last != ".." && !last.isEmpty
    let path = isNamed ? path : try realPath(path)
    let root = parent(of: path)
    let source: String
    if let sourceName { source = sourceName } else { source = try directoryName(of: root) }
    try ImportKey.check(sourceName: source)
    var scan = ImportScan(root: root, sourceName: TextFolding.nfc(source), isTree: false)
    scan.containers = [ImportScan.Container(path: String(path.lastName), kind: kind)]
    scan.wholeKey = scan.containers[0].key(in: scan.sourceName)
    return scan
  }

  /// The path without slashes at its end, as shells complete the names of packages with one.
  private func withoutSlashes(_ path: String) -> String {
    var path = path[...]
    while path.utf8.count > 1, path.hasSuffix("/") { path = path.dropLast() }
    return String(path)
  }

  /// The directory that contains a path.
  private func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: 0x2F) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last name of a directory's path, which is looked up for `.`, `..` and `/`.
  private func directoryName(of path: String) throws(SlipError) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? "/"
    guard last == "." || last == ".." || last == "/" else { return last }
    return try realPath(path).split(separator: "/").last.map(String.init) ?? "root"
  }

  /// The absolute path without links, `.` and `..`.
  ///
  /// - Throws: `SlipError` where the system can't say. A made-up name would make all notes new ones.
  private func realPath(_ path: String) throws(SlipError) -> String {
    if let real = FileSystem.realPath(path) { return real }
    throw SlipError(
      .cannotDo, code: FileCode.systemCall, "Cannot find out the folder's path.",
      at: SourceLocation(file: path))
  }
}

extension ImportScan {
  /// Walks the tree and decides about each entry.
  fileprivate mutating func walk(
    _ sources: SourceTable, _ seen: (Int) throws(SlipError) -> Void
  ) throws(SlipError) {
    var walker = try DirectoryWalker(root)
    var bundles: Set<String> = []
    var count = 0
    while let entry = walker.next() {
      count += 1
      if count.isMultiple(of: 1_000) { try seen(count) }
      // What is in a directory that was left out is not listed on its own.
      if isInSkippedDirectory(entry.path) || ImportScan.isIn(bundles, entry.path) { continue }
      // The contents of a directory may come as an entry of their own.
      if bundles.contains(entry.path) { continue }
      if entry.problem == nil, !isHidden(entry.path), isTaken(asWhole: entry.path, entry.status.kind, sources)
      {
        bundles.insert(entry.path)
        continue
      }
      if entry.status.kind == .file, let path = entry.latin1Path {
        let count = files.count
        take(path, entry.status, sources)
        if files.count > count { files[count].systemPath = entry.systemPath }
      } else {
        take(entry.path, entry.status, sources, entry.problem)
      }
    }
    distinguishTwins()
  }

  /// Whether a file or directory counts as one thing, so that what is in it isn't looked at: a bundle, a container, or a
  /// directory of which it can't be said what it is.
  private mutating func isTaken(
    asWhole path: String, _ kind: FileStatus.Kind, _ sources: SourceTable
  ) -> Bool {
    do throws(SlipError) {
      if try ImportScan.isBundle(below(path), kind) {
        skipped.append(SkippedFile(path: path, isDirectory: kind == .directory, reason: .bundle))
        return true
      }
      guard kind == .directory, try sources.mayBeContainer(below(path), String(path.lastName)),
        let found = try sources.finding(at: below(path), atLeast: .likely)
      else { return false }
      containers.append(Container(path: path, kind: found.kind.name))
    } catch {
      skipped.append(SkippedFile(path: path, isDirectory: true, reason: .unreadable(error)))
    }
    return true
  }

  /// Whether a path is below a hidden directory or a package.
  ///
  /// One entry for the directory is enough. The walk enters it all the same, so its entries are
  /// filtered here.
  private func isInSkippedDirectory(_ path: String) -> Bool {
    path.split(separator: "/").dropLast().contains {
      ImportScan.isHidden($0) || ImportScan.isPackage($0)
    }
  }

  /// Whether the last name of a path is hidden.
  private func isHidden(_ path: String) -> Bool {
    path.split(separator: "/").last.map(ImportScan.isHidden) ?? false
  }

  /// Whether a path is a slip-box bundle, by its name, or by the two files that every bundle
  /// directory has.
  fileprivate static func isBundle(_ path: String, _ kind: FileStatus.Kind) throws(SlipError) -> Bool {
    func isFile(_ name: String) throws(SlipError) -> Bool {
      try FileSystem.status(path + "/" + name)?.kind == .file
    }
    let name = path.lowercased()
    switch kind {
    case .directory:
      if name.hasSuffix(".slipbox") { return true }
      guard try isFile("manifest.xml") else { return false }
      return try isFile("mimetype")
    case .file: return name.hasSuffix(".slippack") || name.hasSuffix(".slipbox.xml")
    case .symlink, .special: return false
    }
  }

  /// Whether a path is below one of the directories.
  private static func isIn(_ directories: Set<String>, _ path: String) -> Bool {
    guard !directories.isEmpty else { return false }
    var parent = path[...]
    while let slash = parent.utf8.lastIndex(of: 0x2F) {
      parent = parent[..<slash]
      if directories.contains(String(parent)) { return true }
    }
    return false
  }

  /// Adds a file that the user named and whose name is that of a note, such as `backup.txt`, if its content says that it is a container.
  ///
  /// - Returns: Whether it was added, here or to what is skipped because it can't be read.
  private mutating func takeCertainContainer(_ path: String, _ sources: SourceTable) -> Bool {
    do throws(SlipError) {
      guard let found = try sources.finding(at: below(path), atLeast: .certain) else { return false }
      containers.append(Container(path: path, kind: found.kind.name))
    } catch {
      skipped.append(SkippedFile(path: path, reason: .unreadable(error)))
    }
    return true
  }

  /// Adds a file or package to the files, or to what is skipped.
  ///
  /// - Parameter isGiven: Whether the user named it, and didn't name a directory that contains it.
  fileprivate mutating func take(
    _ path: String, _ status: FileStatus, _ sources: SourceTable, _ problem: DirectoryWalker.Problem? = nil,
    isGiven: Bool = false
  ) {
    let name = path.split(separator: "/").last ?? ""
    let isDirectory = status.kind == .directory
    if !isDirectory, problem == nil, let target = CloudPlaceholder.target(of: path), !isThere(target) {
      let error = CloudPlaceholder.error(of: below(target))
      return skipped.append(SkippedFile(path: target, reason: .unreadable(error)))
    }
    let reason: SkippedFile.Reason? =
      if let problem { SkippedFile.Reason(problem) } else {
        switch status.kind {
        case .symlink: .symbolicLink
        case .special: .specialFile
        case _ where ImportScan.isHidden(name): .hidden
        case .directory, .file: nil
        }
      }
    let importer = ExchangeTable.importer(forPath: path, isPackage: isDirectory)
    if let reason {
      skipped.append(SkippedFile(path: path, isDirectory: isDirectory, reason: reason))
    } else if isGiven, !isDirectory, importer != nil, takeCertainContainer(path, sources) {
      return
    } else if let importer {
      let (length, modified) = isDirectory ? packageFacts(path, status) : (status.length, status.modified)
      files.append(
        File(
          path: path, length: length, modified: modified, format: importer.name,
          status: isDirectory ? nil : status))
    } else if !isDirectory {
      do throws(SlipError) {
        if isGiven || sources.mayBeContainer(file: path.lastName),
          let found = try sources.finding(at: below(path), atLeast: .possible),
          isGiven || !found.kind.suffixes.isEmpty
        {
          containers.append(Container(path: path, kind: found.kind.name))
        } else {
          try expectSound(path, status, sources)
          try takeByContent(path, status)
        }
      } catch {
        skipped.append(SkippedFile(path: path, reason: .unreadable(error)))
      }
    }
  }

  /// Whether there is something at a path. Where the system can't say, there is.
  private func isThere(_ path: String) -> Bool {
    do throws(SlipError) { return try FileSystem.status(below(path)) != nil } catch { return true }
  }

  /// The path in the file system of something in the scan.
  public func below(_ path: String) -> String { root == "/" ? "/" + path : root + "/" + path }

  /// Extensions of archives, and of compressed files.
  private static let archives: Set<String> = [
    "7z", "bz2", "gz", "rar", "tar", "tbz", "tgz", "txz", "xz", "zip", "zst",
  ]

  /// Adds a file that has no importer by its name.
  ///
  /// Many programs name RTF `.doc`, so the first bytes decide about such files. RTFD in one file has no suffix of its own, and
  /// is known by its first bytes under any name.
  ///
  /// - Throws: `SlipError` where its first bytes can't be read.
  private mutating func takeByContent(_ path: String, _ status: FileStatus) throws(SlipError) {
    let start = try FileSystem.readStart(of: below(path), count: 64)
    if start.withUnsafeBytes({ FlatRTFD.isFlat($0) }) {
      files.append(
        File(
          path: path, length: status.length, modified: status.modified, format: Importer.flatRTFD.name))
      return
    }
    guard OtherDocument.isNamedSo(path) else {
      let isArchive = Self.archives.contains(path.suffixName)
      return skipped.append(SkippedFile(path: path, reason: isArchive ? .archive : .unsupportedFormat))
    }
    if !start.withUnsafeBytes({ RTFProbe.isRTF($0) }) {
      return skipped.append(SkippedFile(path: path, reason: .otherDocument))
    }
    files.append(
      File(
        path: path, length: status.length, modified: status.modified, format: Importer.rtf.name,
        status: status
      ))
  }

  /// The total length of a package's files, and the time of the newest one.
  private func packageFacts(_ path: String, _ status: FileStatus) -> (length: Int, modified: Timestamp) {
    var length = 0
    var newest: Timestamp?
    var walker: DirectoryWalker
    do throws(SlipError) { walker = try DirectoryWalker(below(path)) } catch {
      // It is reported when it is imported, for then it is read.
      return (0, status.modified)
    }
    while let entry = walker.next() {
      guard entry.problem == nil, entry.status.kind == .file else { continue }
      length += entry.status.length
      newest = max(newest ?? entry.status.modified, entry.status.modified)
    }
    return (length, newest ?? status.modified)
  }

  /// Whether a name is hidden: it begins with `.` or, as lock files do, with `~$`.
  private static func isHidden(_ name: Substring) -> Bool { name.hasPrefix(".") || name.hasPrefix("~$") }

  /// Whether a directory of this name counts as one document.
  fileprivate static func isPackage(_ name: Substring) -> Bool {
    ExchangeTable.importer(forPath: String(name), isPackage: true) != nil
  }
}

extension SkippedFile.Reason {
  /// The reason for an entry that can't be examined.
  package init(_ problem: DirectoryWalker.Problem) {
    switch problem {
    case .nameNotUnicode: self = .nameNotUnicode
    case .tooDeep: self = .tooDeep
    case .unreadable(let error), .unknown(let error): self = .unreadable(error)
    }
  }
}
