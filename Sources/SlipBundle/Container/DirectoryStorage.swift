package import SlipFiles
public import SlipBase

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// A bundle that is a directory.
///
/// It holds the directory open. When another process replaces the bundle meanwhile, reading goes on in the
/// old version, or fails with `ContainerCode.replacedMeanwhile` once that is gone; the two are never mixed.
public struct DirectoryStorage: BundleStorage {
  /// The path that was opened, for messages.
  public let displayPath: String
  /// The open directory. All files are opened relative to it, without following links.
  let root: DirectoryHandle
  /// Called for each file that is read, with its status when it was opened. A stage records these, to compare
  /// them at the commit.
  private let onRead: (@Sendable (String, FileStatus) -> Void)?
  /// The manifest when the directory was opened; nil where there is none, or where a stage watches over it.
  private let manifest: FileStatus?
  /// A change that counts as made and that can't be completed here; nil: none. Its files take precedence.
  private let pending: PendingChange?

  /// Opens a directory. Whatever is renamed or replaced later, all is read from this very directory.
  ///
  /// A change that is being made is waited for. One whose process has died is completed first, or read as if it
  /// were complete where that can't be done, such as on a medium that is read-only.
  ///
  /// - Throws: `SlipError` where there is no directory that can be read.
  public init(_ path: String) throws(SlipError) {
    pending = try DirectoryStorage.completeChange(of: path)
    let root = try DirectoryHandle(path)
    (self.root, displayPath, onRead) = (root, path, nil)
    manifest = try DirectoryStorage.status(of: BundleLayout.manifestPath, root, pending)
  }

  /// Completes a change that counts as made.
  ///
  /// - Returns: What is left of it where it can't be completed; nil where nothing is.
  private static func completeChange(of path: String) throws(SlipError) -> PendingChange? {
    guard try TreePatch.isUnfinished(path) else { return nil }
    do throws(SlipError) {
      try TreePatch.completeUnfinished(path)
      return nil
    } catch {
      guard error.code != FileCode.locked else { throw error }
      return try PendingChange(of: path)
    }
  }

  /// Facts about something in a directory, as a change that isn't complete will make it.
  private static func status(
    of path: String, _ root: DirectoryHandle, _ pending: PendingChange?
  ) throws(SlipError) -> FileStatus? {
    switch try pending?.place(of: path) {
    case nil, .tree: try root.status(of: path)
    case .hidden(let folder, let name): try folder.status(of: name)
    case .nowhere: nil
    }
  }

  /// Takes a directory that is open.
  init(
    root: DirectoryHandle, displayPath: String, onRead: (@Sendable (String, FileStatus) -> Void)? = nil
  ) {
    self.root = root
    self.displayPath = displayPath
    self.onRead = onRead
    (manifest, pending) = (nil, nil)
  }

  /// Walks the tree in bytewise order of the paths.
  ///
  /// - Throws: `SlipError` with code `ContainerCode.unreadableDirectory` or `FileCode.tooDeep`, and what
  ///   `body` throws.
  public func forEachEntry(_ body: (StorageEntry) throws -> Void) throws {
    guard let pending else { return try forEachEntryInPlace(body) }
    var entries: [String: StorageEntry] = [:]
    try forEachEntryInPlace { entries[$0.path] = $0 }
    for path in pending.paths {
      guard let status = try DirectoryStorage.status(of: path, root, pending) else {
        entries[path] = nil
        continue
      }
      entries[path] = StorageEntry(path: path, length: status.length, kind: .file)
      for end in path.utf8.indices where path.utf8[end] == UInt8(ascii: "/") {
        let folder = String(path[..<end])
        if entries[folder] == nil {
          entries[folder] = StorageEntry(path: folder, length: 0, kind: .directory)
        }
      }
    }
    let sorted = entries.values.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    for entry in sorted { try body(entry) }
  }

  /// Walks the tree without regard to a change that isn't complete.
  private func forEachEntryInPlace(_ body: (StorageEntry) throws -> Void) throws {
    var walker = try DirectoryWalker(root, skips: { BundleLayout.isIgnored(name: $0) })
    while let entry = walker.next() {
      switch entry.problem {
      case .nameNotUnicode:
        try body(StorageEntry(path: entry.path, length: 0, kind: .unreadableName))
      case .unreadable(let error), .unknown(let error):
        if error.code == FileCode.missing { try expectCurrent() }
        throw SlipError(
          .cannotDo, code: ContainerCode.unreadableDirectory, error.message,
          at: SourceLocation(file: displayPath(of: entry.path)))
      case .tooDeep:
        throw SlipError(
          .badInput, code: FileCode.tooDeep, "Directories are nested too deep.",
          at: SourceLocation(file: displayPath(of: entry.path)))
      case nil:
        try body(StorageEntry(entry))
      }
    }
  }

  /// The links, pipes and devices in the tree, in bytewise order of their paths. No file is looked at.
  package func linksAndSpecialFiles() throws(SlipError) -> [StorageEntry] {
    try root.linksAndSpecialFiles(skips: { BundleLayout.isIgnored(name: $0) }).map {
      StorageEntry(path: $0.path, length: 0, kind: $0.kind == .symlink ? .symlink : .special)
    }
  }

  /// Whether the directory is empty.
  package func holdsNothing() throws(SlipError) -> Bool { try root.isEmpty() }

  /// Looks up facts about many of its files.
  package func treeStatus() -> TreeStatus { TreeStatus(root) }

  /// The length in bytes of a regular file; nil where there is none.
  public func length(of path: String) throws(SlipError) -> Int? {
    let status = try DirectoryStorage.status(of: path, root, pending)
    guard let status, status.kind == .file else { return nil }
    return status.length
  }

  /// When a regular file was last changed; nil where there is none.
  public func modified(of path: String) throws(SlipError) -> Timestamp? {
    let status = try DirectoryStorage.status(of: path, root, pending)
    guard let status, status.kind == .file else { return nil }
    return status.modified
  }

  /// Maps the file into memory for the time of the call.
  public func withBytes<R>(of path: String, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    try withMapped(path) { file in try file.withBytes(body) }
  }

  /// Maps the file, and releases the pages before each offset that `body` is done with.
  public func withBytesInOrder<R>(
    of path: String, _ body: (UnsafeRawBufferPointer, _ done: (Int) -> Void) throws -> R
  ) throws -> R {
    try withMapped(path) { file in try file.withBytes { try body($0) { file.release(upTo: $0) } } }
  }

  /// Maps a file, and checks after `body` that nobody changed it meanwhile.
  ///
  /// If somebody did, that error takes the place of whatever `body` returned or threw.
  private func withMapped<R>(_ path: String, _ body: (MappedFile) throws -> R) throws -> R {
    let file = try open(path, status: \.status) { (path, root) throws(SlipError) in
      try MappedFile(path, beneath: root)
    }
    let result = Result { try body(file) }
    try file.expectUnchanged()
    return try result.get()
  }

  /// Reads the file in pieces, and checks at the end that nobody changed it meanwhile.
  public func forEachChunk(of path: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    let file = try open(path, status: \.status) { (path, root) throws(SlipError) in
      try InputFile(path, beneath: root)
    }
    try file.forEachChunk(body)
    try file.expectUnchanged()
  }

  /// Opens a file by `body`, and records what it was like. Where it is missing, finds out whether the whole
  /// bundle was replaced, which is another error.
  private func open<R>(
    _ path: String, status: (R) -> FileStatus, _ body: (String, DirectoryHandle) throws(SlipError) -> R
  ) throws(SlipError) -> R {
    do throws(SlipError) {
      switch try pending?.place(of: path) {
      case nil, .tree: break
      case .hidden(let folder, let name): return try body(name, folder)
      case .nowhere: throw SlipError.system("Cannot open the file", displayPath(of: path), errno: ENOENT)
      }
      var file = try body(path, root)
      guard let onRead else { return file }
      // The times of the file system are coarse. A change right after the reading could leave the same time
      // and go unnoticed.
      if FileClock.isTicking(status(file)) {
        FileClock.waitForTick()
        file = try body(path, root)
      }
      onRead(path, status(file))
      return file
    } catch {
      if error.code == FileCode.missing { try expectCurrent() }
      throw error
    }
  }

  /// Whether the bundle's path is known to lead to the directory that is open here still, whatever is in it now. False also where
  /// that can't be found out: who asks begins anew then, and meets the fault itself.
  package var isInPlace: Bool {
    guard let now = try? FileSystem.status(displayPath), let mine = try? root.status() else { return false }
    return now.isSameFile(as: mine)
  }

  /// Checks that the bundle's path still leads to the directory that is open here, with the manifest that it
  /// had when it was opened, and that no change is being made.
  ///
  /// - Throws: `SlipError` with code `ContainerCode.replacedMeanwhile` where another version has taken its
  ///   place.
  public func expectCurrent() throws(SlipError) {
    guard let now = try FileSystem.status(displayPath) else { return }
    if now.isSameFile(as: try root.status()) {
      guard let manifest, onRead == nil else { return }
      let now = try DirectoryStorage.status(of: BundleLayout.manifestPath, root, pending)
      if now?.isUnchanged(since: manifest) == true,
        try TreePatch.isUnfinished(displayPath) == (pending != nil)
      {
        return
      }
    }
    throw SlipError(
      .cannotDo, code: ContainerCode.replacedMeanwhile,
      "Another program replaced the bundle while it was read.", at: SourceLocation(file: displayPath))
  }
}

extension StorageEntry {
  /// Makes an entry of what the walk over the directory found.
  init(_ entry: DirectoryWalker.Entry) {
    let kind: Kind =
      switch entry.status.kind {
      case .file: .file
      case .directory: .directory
      case .symlink: .symlink
      case .special: .special
      }
    self.init(path: entry.path, length: kind == .file ? entry.status.length : 0, kind: kind)
  }
}
