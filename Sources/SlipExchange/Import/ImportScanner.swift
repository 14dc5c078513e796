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
  /// Whether a directory tree was scanned rather than a single file. What is unpacked of an archive counts as one.
  public var isTree: Bool
  /// Files and packages that are one note each.
  public var files: [File] = []
  /// Files and directories that hold many notes.
  public var containers: [Container] = []
  /// What was left out, and why.
  public var skipped: [SkippedFile] = []
  /// Archives whose content counts as lying beside them, or of which the whole scan is.
  public internal(set) var unpacked: [Unpacked] = []
  /// What the user should know of archives.
  public internal(set) var findings: [Diagnostic] = []
  /// Whether something in an archive can't be read, so that it isn't known what is gone.
  public internal(set) var isDamaged = false
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
  /// How many archives are around what is scanned.
  private(set) var depth = 0
  /// How many bytes archives may unpack to.
  private(set) var room = UnpackingRoom(Limits().packageBytes)
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

  /// The scanner for an archive in a folder of the user.
  var outermost: ImportScanner {
    var scanner = self
    scanner.room = UnpackingRoom(Limits().packageBytes)
    return scanner
  }

  /// The scanner for what is in an archive.
  var inside: ImportScanner {
    var scanner = self
    scanner.depth += 1
    return scanner
  }

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
      return try folder(path, sourceName, scan)
    }
    if status.kind == .file, let scan = try archives([path], sourceName, scan) { return scan }
    scan.take(String(name), status, sources, isGiven: true)
    return scan
  }

  /// Scans archives that may be the parts of one export.
  ///
  /// - Parameters:
  ///   - paths: The archives, in the order of their numbers.
  ///   - sourceName: As for `scan(_:sourceName:)`.
  /// - Returns: Nil where they are none, or belong to different exports: then each is scanned for itself.
  /// - Throws: As `scan(_:sourceName:)`.
  package func scan(parts paths: [String], sourceName: String?) throws(SlipError) -> ImportScan? {
    guard let first = paths.first else { return nil }
    for path in paths { guard try FileSystem.status(path)?.kind == .file else { return nil } }
    let root = parent(of: first)
    let source: String
    if let sourceName { source = sourceName } else { source = try directoryName(of: root) }
    try ImportKey.check(sourceName: source)
    return try archives(
      paths, sourceName, ImportScan(root: root, sourceName: TextFolding.nfc(source), isTree: false))
  }

  /// The scan of archives that the user named: a container, or what is in them, as if their folder had been named.
  ///
  /// - Parameters:
  ///   - paths: The archives, which are parts of one export where they are several.
  ///   - sourceName: What the user calls the source; nil for the name of the archive.
  ///   - scan: The scan of the folder that they lie in, which has found nothing yet.
  /// - Returns: Nil for files that are to be taken as any others.
  private func archives(
    _ paths: [String], _ sourceName: String?, _ scan: ImportScan
  ) throws(SlipError) -> ImportScan? {
    var scan = scan
    let first = paths[0]
    let name = String(first.lastName)
    guard ExchangeTable.importer(forPath: name) == nil else { return nil }
    do throws(SlipError) {
      switch try ArchiveScanner(self).content(
        of: paths, sourceName: sourceName ?? ArchiveParts.stem(of: first))
      {
      case .container(let found):
        scan.containers = [ImportScan.Container(path: name, kind: found.kind.name)]
      case .nothing: scan.skipped = [SkippedFile(path: name, reason: .archive)]
      case .folder(var inner):
        // It was a container as a whole before if it is known as one.
        if inner.isTree { inner.wholeKey = ImportKey(sourceName: scan.sourceName, path: name) }
        return inner
      case nil: return nil
      }
    } catch {
      scan.skipped = [SkippedFile(path: name, reason: .unreadable(error))]
    }
    return scan
  }

  /// A scan of a directory that isn't a container by its name or by what is directly in it.
  private func folder(
    _ path: String, _ sourceName: String?, _ scan: ImportScan
  ) throws(SlipError) -> ImportScan {
    var scan = scan
    try scan.walk(self, seen)
    let unpacked = scan.takeUnpacked()
    // A folder in which nothing else can be imported is looked at as a whole.
    if scan.files.isEmpty, scan.unpacked.isEmpty,
      var found = try sources.finding(at: path, atLeast: .possible),
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
    scan.files += unpacked.files
    scan.containers += unpacked.containers
    scan.skipped += unpacked.skipped
    if !scan.unpacked.isEmpty { scan.sort() }
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
