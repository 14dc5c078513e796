public import SlipBase
package import SlipFiles
internal import SlipRTF
public import SlipRTFD
internal import SlipStores
internal import WindowsArchives
internal import ZipContainer

/// Where trees come from.
extension SourceTree {
  /// Opens a file, folder or archive of the file system. No symbolic link in a folder is followed.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - limits: `packageFiles` and `packageBytes` apply to folders and archives.
  ///   - parts: The paths of the files of a folder that belong to the container; nil for all of them.
  /// - Throws: `SlipError` where it can't be read or is beyond a limit.
  public static func open(
    _ path: String, limits: Limits = Limits(), parts: Set<String>? = nil
  ) throws(SlipError) -> SourceTree {
    let name = String(path.drop(trailing: "/").lastName)
    if try FileSystem.status(path)?.kind == .directory { return try folder(path, name, limits, parts) }
    var tree = try file(path, name, limits)
    let parent = path.drop(trailing: "/").parentPath
    let folder = parent.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : String(parent)
    let faults = tree.faults
    tree.neighbour = { neighbour in
      guard SourcePath.isInside(neighbour) else { return nil }
      do throws(SlipError) { return try self.neighbour(neighbour, of: folder, limits) } catch {
        faults.note(neighbour, error, isBeside: true)
        return nil
      }
    }
    return tree
  }

  /// The bytes of a file in a folder; nil where there is none, or something else than a regular file.
  ///
  /// - Throws: `SlipError` where it is there and can't be read.
  private static func neighbour(
    _ path: String, of folder: String, _ limits: Limits
  ) throws(SlipError) -> [UInt8]? {
    let directory = try DirectoryHandle(folder)
    let status: FileStatus?
    do throws(SlipError) { status = try directory.status(of: path) } catch {
      // A link on the way is never followed, so what it leads to counts as nothing.
      guard try !directory.leadsOverLink(path) else { return nil }
      throw error
    }
    guard let status, status.kind == .file, status.length <= limits.packageBytes else { return nil }
    return try MappedFile(path, beneath: directory).withBytes { Array($0) }
  }

  /// Opens a file or archive of the file system.
  ///
  /// The content decides: ZIP, SQLite, a cabinet, tar, also packed with gzip, or a single file.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - name: The name of the tree.
  ///   - limits: Bounds for archives and for what lies beside a store.
  /// - Throws: `SlipError` where the file can't be read or an archive is beyond a limit.
  private static func file(_ path: String, _ name: String, _ limits: Limits) throws(SlipError) -> SourceTree {
    let start = try FileSystem.readStart(of: path, count: 512)
    if start.starts(with: zipMark) {
      let file = try InputFile(path)
      return try zip(ZipListing(file, limits: archiveLimits(limits, file.length)), name).unwrapped(limits)
    }
    if StoreFile.isSQLite(start) { return try store(path, name, limits) }
    let file = try MappedFile(path)
    if Cabinet.isCabinet(start), let tree = try cabinet(FileBytes(file), name, limits) { return tree }
    if start.withUnsafeBytes({ TarListing.isTar($0) }) {
      return try tar(FileBytes(file), name, limits).unwrapped(limits)
    }
    if isPackedTar(start, name), let bytes = file.withBytes({ unpacked(Array($0), limits) }) {
      return try tar(FileBytes(bytes), name, limits).unwrapped(limits)
    }
    return single(FileBytes(file), name, modified: file.status.modified)
  }

  /// Whether a file may be a tar archive that is packed with gzip, by its beginning and its name.
  private static func isPackedTar(_ start: [UInt8], _ name: String) -> Bool {
    start.starts(with: [0x1F, 0x8B]) && ["tgz", "gz", "jex"].contains(name.suffixName)
  }

  /// The tar archive that is packed with gzip in some bytes; nil for anything else.
  ///
  /// What is beyond the bounds of archives is cut off, and reported as damage.
  private static func unpacked(_ bytes: [UInt8], _ limits: Limits) -> [UInt8]? {
    let limit = archiveLimits(limits, bytes.count).zipBytes
    guard let result = Inflation.unpack(bytes, .gzip, limit: limit) else { return nil }
    return result.bytes.withUnsafeBytes { TarListing.isTar($0) } ? result.bytes : nil
  }

  /// The archive in an archive that has nothing else in it; the same tree where there is none.
  ///
  /// Only one archive is unpacked in another.
  private func unwrapped(_ limits: Limits) throws(SlipError) -> SourceTree {
    let content = files.filter { !$0.isClutter }
    guard content.count == 1, ["zip", "tar", "tgz", "gz", "jex"].contains(content[0].path.suffixName) else {
      return self
    }
    let inner: SourceTree
    do throws(SlipError) {
      inner = try SourceTree.archive(try read(content[0].path) ?? [], name, limits) ?? self
    } catch {
      // What is no archive, whatever its name says, is a file like any other.
      if error.kind == .cannotDo || error.code == RTFDCode.tooLarge { throw error }
      return self
    }
    return inner
  }

  /// An archive in memory; nil for anything else.
  private static func archive(
    _ bytes: [UInt8], _ name: String, _ limits: Limits
  ) throws(SlipError) -> SourceTree? {
    if bytes.starts(with: zipMark) {
      return zip(try ZipListing(bytes, limits: archiveLimits(limits, bytes.count)), name)
    }
    if bytes.withUnsafeBytes({ TarListing.isTar($0) }) { return tar(FileBytes(bytes), name, limits) }
    if Cabinet.isCabinet(bytes) { return try cabinet(FileBytes(bytes), name, limits) }
    guard bytes.starts(with: [0x1F, 0x8B]) else { return nil }
    return unpacked(bytes, limits).map { tar(FileBytes($0), name, limits) }
  }

  /// A file in memory, or an archive.
  ///
  /// - Throws: As `open(_:limits:)`.
  /// - Parameters:
  ///   - bytes: The content. ZIP and tar archives and cabinets are recognized.
  ///   - name: The name of the file.
  ///   - limits: `packageFiles` and `packageBytes` apply to archives.
  public static func of(_ bytes: [UInt8], named name: String, limits: Limits = Limits()) throws(SlipError)
    -> SourceTree
  {
    if let archive = try archive(bytes, name, limits) { return try archive.unwrapped(limits) }
    return single(FileBytes(bytes), name, modified: nil)
  }

  /// A folder in memory.
  ///
  /// - Parameters:
  ///   - package: The files and folders.
  ///   - name: The name of the folder.
  public static func of(_ package: FilePackage, named name: String) -> SourceTree {
    var files: [File] = []
    var contents: [[UInt8]] = []
    var folders: [String] = []
    for entry in package.entries {
      guard let bytes = entry.bytes else {
        folders.append(entry.path)
        continue
      }
      files.append(File(path: entry.path, length: bytes.count))
      contents.append(bytes)
    }
    let all = contents
    return SourceTree(name: name, form: .folder, files: files, folders: folders) { FileBytes(all[$0]) }
  }

  /// The bytes that ZIP files with entries begin with.
  private static let zipMark: [UInt8] = [0x50, 0x4B, 3, 4]

  /// The bounds for archives: those of packages, and no more bytes than notes and their pictures expand to.
  ///
  /// - Parameters:
  ///   - limits: The bounds of the import.
  ///   - length: The length of the archive.
  /// - Returns: The same bounds with those of packages in place of those of bundles.
  private static func archiveLimits(_ limits: Limits, _ length: Int) -> Limits {
    var limits = limits
    limits.files = limits.packageFiles
    // Nothing in such an archive is the manifest of a bundle.
    limits.manifestRatio = limits.zipRatio
    let expected = length.multipliedReportingOverflow(by: limits.archiveRatio)
    limits.zipBytes = min(
      limits.packageBytes, max(64 << 20, expected.overflow ? .max : expected.partialValue))
    limits.fileBytes = limits.packageBytes
    return limits
  }

  /// A tree of one file.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - name: The name of the file and of the tree.
  ///   - modified: When it was changed; nil when unknown.
  package static func single(_ bytes: FileBytes, _ name: String, modified: Timestamp?) -> SourceTree {
    SourceTree(
      name: name, form: .file, files: [File(path: name, length: bytes.count, modified: modified)]
    ) { _ in bytes }
  }

  /// The tree of a ZIP.
  ///
  /// Entries are unpacked when they are read, one at a time.
  private static func zip(_ zip: ZipListing, _ name: String) -> SourceTree {
    var tree = SourceTree(
      name: name, form: .archive,
      files: zip.entries.map { entry in
        var file = File(path: entry.path, length: entry.length)
        file.entryTime = entry.modified
        return file
      },
      unreadable: zip.links
    ) { place throws(SlipError) in FileBytes(try zip.read(place)) }
    tree.nameCodePage = zip.codePage
    return tree
  }

  /// The tree of a tar archive.
  ///
  /// Entries with unsafe paths are listed as unreadable, and so is the rest of a damaged archive, under an
  /// empty path.
  private static func tar(_ bytes: FileBytes, _ name: String, _ limits: Limits) -> SourceTree {
    let listing = bytes.withBytes { TarListing($0, most: limits.packageFiles) }
    // Of several files with one path, the last counts, as when the archive is unpacked.
    let byPath = Dictionary(listing.entries.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
    let entries = byPath.values.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    return SourceTree(
      name: name, form: .archive,
      files: entries.map { File(path: $0.path, length: $0.range.count, modified: $0.modified) },
      unreadable: listing.unsafe,
      failed: listing.isDamaged ? [ReadFaults.Fault(path: "", error: cutTar(name))] : []
    ) { place in
      FileBytes(bytes.withBytes { Array($0[entries[place].range]) })
    }
  }

  /// The tree of a cabinet; nil for one that can't be unpacked, which stays a file.
  ///
  /// Entries with unsafe paths are listed as unreadable, and damaged ones as failed.
  ///
  /// - Throws: `SlipError` with `RTFDCode.tooLarge` beyond the bounds of archives.
  private static func cabinet(
    _ bytes: FileBytes, _ name: String, _ limits: Limits
  ) throws(SlipError) -> SourceTree? {
    let limits = archiveLimits(limits, bytes.count)
    let found = bytes.withBytes { bytes in
      Result { () throws(Cabinet.Fault) in
        try Cabinet(bytes, mostFiles: limits.packageFiles, mostBytes: limits.zipBytes)
      }
    }
    let cabinet: Cabinet
    switch found {
    case .success(let unpacked): cabinet = unpacked
    case .failure(.tooLarge):
      throw SlipError(
        .badInput, code: RTFDCode.tooLarge, "The cabinet has more files, or larger ones, than the limits.",
        at: SourceLocation(file: name))
    case .failure: return nil
    }
    let byPath = Dictionary(cabinet.files.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
    let inside = byPath.values.filter { SourcePath.isInside($0.path) }.sorted {
      $0.path.utf8.lexicographicallyPrecedes($1.path.utf8)
    }
    let sound = inside.compactMap { file in file.bytes.map { (file: file, bytes: FileBytes($0)) } }
    return SourceTree(
      name: name, form: .archive,
      files: sound.map { found in
        var file = File(path: found.file.path, length: found.bytes.count)
        file.entryTime = found.file.modified
        return file
      },
      unreadable: byPath.keys.filter { !SourcePath.isInside($0) }.sorted(),
      failed: inside.filter { $0.bytes == nil }.map { file in
        let error = SlipError(
          .badInput, code: ExchangeCode.pieceDamaged, "The file is damaged in the cabinet.",
          at: SourceLocation(file: name + "/" + file.path))
        return ReadFaults.Fault(path: file.path, error: error)
      }
    ) { sound[$0].bytes }
  }

  /// The error for a tar archive that ends too early, or has something in it that is no header.
  private static func cutTar(_ name: String) -> SlipError {
    SlipError(
      .badInput, code: ExchangeCode.pieceDamaged, "The archive is damaged; its rest can't be read.",
      at: SourceLocation(file: name))
  }

  /// The tree of an SQLite file: a folder of the file and of what programs put beside it.
  ///
  /// The file with the last changes (`-wal`) belongs to it, and so do folders of large values and those of
  /// Apple Notes.
  ///
  /// - Throws: `SlipError` where a folder can't be read or is beyond a limit.
  private static func store(_ path: String, _ name: String, _ limits: Limits) throws(SlipError) -> SourceTree
  {
    let parent = path.parentPath
    let folder = parent.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : String(parent)
    let directory = try DirectoryHandle(folder)
    var files: [File] = []
    var folders: [String] = []
    var (unreadable, failed): ([String], [ReadFaults.Fault]) = ([], [])
    /// Adds a file, unless it is missing or no file.
    ///
    /// Links are no files here.
    func add(_ path: String) throws(SlipError) {
      guard let status = try directory.status(of: path), status.kind == .file else { return }
      files.append(File(path: path, length: status.length, modified: status.modified))
    }
    let status = try FileSystem.status(path)
    files.append(File(path: name, length: status?.length ?? 0, modified: status?.modified))
    try add(name + "-wal")
    for neighbour in try directory.names().sorted() where isBeside(neighbour, name) {
      guard try directory.status(of: neighbour)?.kind == .directory else { continue }
      folders.append(neighbour)
      let below = try SourceTree.folder(folder + "/" + neighbour, neighbour, limits)
      folders += below.folders.map { neighbour + "/" + $0 }
      unreadable += below.unreadable.map { neighbour + "/" + $0 }
      failed += below.failed.map { ReadFaults.Fault(path: neighbour + "/" + $0.path, error: $0.error) }
      for file in below.files {
        files.append(File(path: neighbour + "/" + file.path, length: file.length, modified: file.modified))
      }
    }
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    let all = files
    return SourceTree(
      name: name, form: .folder, files: files, folders: folders.sorted(), unreadable: unreadable,
      failed: failed
    ) { place throws(SlipError) in
      // The store itself may be named by a link, as the user gave it.
      if all[place].path == name { return FileBytes(try MappedFile(path)) }
      return FileBytes(try MappedFile(all[place].path, beneath: directory))
    }
  }

  /// Whether a folder beside a store belongs to it: its large values, or files of Apple Notes or Sticky Notes.
  private static func isBeside(_ folder: String, _ store: String) -> Bool {
    folder.hasPrefix(".") && folder.hasSuffix("_SUPPORT")
      || store == "NoteStore.sqlite" && NotesMedia.folders.contains(folder)
      || store == "plum.sqlite" && folder == "media"
  }

  /// The tree of a folder.
  ///
  /// Names that aren't UTF-8, links and devices are listed as unreadable; the import reports how many they are. What the system
  /// refuses to show is listed as failed.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - name: The name of the tree.
  ///   - limits: `packageFiles` counts files and folders; `packageBytes` counts the bytes of all files.
  ///   - parts: The paths of the files that belong to it; nil for all of them.
  /// - Throws: `SlipError` with `RTFDCode.tooLarge` beyond a limit.
  private static func folder(
    _ path: String, _ name: String, _ limits: Limits, _ parts: Set<String>? = nil
  ) throws(SlipError) -> SourceTree {
    let directory = try DirectoryHandle(path)
    var walker = try DirectoryWalker(directory, depthLimit: SourcePath.deepest - 2)
    var files: [File] = []
    var folders: [String] = []
    var unreadable: [String] = []
    var failed: [ReadFaults.Fault] = []
    var length = 0
    let foldersOfParts = parts.map(SourcePath.folders)
    while let entry = walker.next() {
      if let parts, !parts.contains(entry.path), foldersOfParts?.contains(entry.path) != true { continue }
      if let error = entry.problem?.error {
        failed.append(ReadFaults.Fault(path: entry.path, error: error))
        continue
      }
      guard entry.problem == nil, SourcePath.isInside(entry.path) else {
        unreadable.append(entry.path)
        continue
      }
      switch entry.status.kind {
      case .directory: folders.append(entry.path)
      case .symlink, .special: unreadable.append(entry.path)
      case .file:
        length += entry.status.length
        files.append(
          File(path: entry.path, length: entry.status.length, modified: entry.status.modified))
      }
      guard files.count + folders.count <= limits.packageFiles, length <= limits.packageBytes else {
        throw SlipError(
          .badInput, code: RTFDCode.tooLarge, "The folder has more files, or larger ones, than the limits.",
          at: SourceLocation(file: path))
      }
    }
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    let all = files
    return SourceTree(
      name: name, form: .folder, files: files, folders: folders.sorted(by: <), unreadable: unreadable,
      failed: failed
    ) { place throws(SlipError) in
      FileBytes(try MappedFile(all[place].path, beneath: directory))
    }
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The text without this character at its end, however often it is there; one character stays.
  package func drop(trailing character: Character) -> Substring {
    var text = self[...]
    while text.count > 1, text.last == character { text.removeLast() }
    return text
  }
}
