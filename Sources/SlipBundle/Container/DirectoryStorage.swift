internal import SlipFiles
public import SlipBase

/// A bundle that is a directory.
public struct DirectoryStorage: BundleStorage {
  public let displayPath: String
  let root: DirectoryHandle
  /// Told of each file that is read, with the facts about it when it was opened.
  private let onRead: (@Sendable (String, FileStatus) -> Void)?

  /// Opens the directory `path`; what is read later lies in this very directory, even if it is renamed or replaced.
  public init(_ path: String) throws(SlipError) {
    self.init(root: try DirectoryHandle(path), displayPath: path)
  }

  init(
    root: DirectoryHandle, displayPath: String, onRead: (@Sendable (String, FileStatus) -> Void)? = nil
  ) {
    self.root = root
    self.displayPath = displayPath
    self.onRead = onRead
  }

  public func forEachEntry(_ body: (StorageEntry) throws -> Void) throws {
    var walker = try DirectoryWalker(root, skips: { BundleLayout.isIgnored(name: $0) })
    while let entry = walker.next() {
      switch entry.problem {
      case .nameNotUnicode:
        try body(StorageEntry(path: entry.path, length: 0, kind: .unreadableName))
      case .unreadable(let error), .unknown(let error):
        if error.code == FileFault.missing { try expectCurrent() }
        throw SlipError(
          .cannotDo, code: ContainerFault.unreadableDirectory, error.message,
          at: SourceLocation(file: displayPath(of: entry.path)))
      case .tooDeep:
        throw SlipError(
          .badInput, code: FileFault.tooDeep, "Directories are nested too deep.",
          at: SourceLocation(file: displayPath(of: entry.path)))
      case nil:
        try body(StorageEntry(entry))
      }
    }
  }

  /// Whether the directory is empty.
  package func holdsNothing() throws(SlipError) -> Bool { try root.isEmpty() }

  public func length(of path: String) throws(SlipError) -> Int? {
    guard let status = try root.status(of: path), status.kind == .file else { return nil }
    return status.length
  }

  /// When a regular file was last changed; nil where there is none.
  public func modified(of path: String) throws(SlipError) -> Timestamp? {
    guard let status = try root.status(of: path), status.kind == .file else { return nil }
    return status.modified
  }

  public func withBytes<R>(of path: String, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    try withMapped(path) { file in try file.withBytes(body) }
  }

  public func withBytesInOrder<R>(
    of path: String, _ body: (UnsafeRawBufferPointer, _ done: (Int) -> Void) throws -> R
  ) throws -> R {
    try withMapped(path) { file in try file.withBytes { try body($0) { file.release(upTo: $0) } } }
  }

  /// What somebody wrote to meanwhile counts as not read, whatever `body` made of it.
  private func withMapped<R>(_ path: String, _ body: (MappedFile) throws -> R) throws -> R {
    let file = try open(path) { () throws(SlipError) in
      try waitForTick(path)
      return try MappedFile(path, beneath: root)
    }
    onRead?(path, file.status)
    let result = Result { try body(file) }
    try file.expectUnchanged()
    return try result.get()
  }

  /// A change that comes behind the reading must show in the file's times.
  private func waitForTick(_ path: String) throws(SlipError) {
    guard onRead != nil, let status = try root.status(of: path), FileClock.isTicking(status) else { return }
    FileClock.waitForTick()
  }

  public func forEachChunk(of path: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    let file = try open(path) { () throws(SlipError) in
      try waitForTick(path)
      return try InputFile(path, beneath: root)
    }
    onRead?(path, file.status)
    try file.forEachChunk(body)
    try file.expectUnchanged()
  }

  /// Tells a file that never was there from one that went with the whole old version of the bundle.
  private func open<R>(_ path: String, _ body: () throws(SlipError) -> R) throws(SlipError) -> R {
    do {
      return try body()
    } catch  where error.code == FileFault.missing {
      try expectCurrent()
      throw error
    }
  }

  /// Throws when another version of the bundle has taken the place of the one that is read here.
  public func expectCurrent() throws(SlipError) {
    guard let now = try FileSystem.status(displayPath), !now.isSameFile(as: try root.status()) else { return }
    throw SlipError(
      .cannotDo, code: ContainerFault.replacedMeanwhile,
      "Another program replaced the bundle while it was read.", at: SourceLocation(file: displayPath))
  }
}

extension StorageEntry {
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
