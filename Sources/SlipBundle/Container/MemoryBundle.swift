public import SlipBase
internal import SlipFiles
public import SlipNotes
internal import Synchronization

/// A bundle that lies in memory alone: for tests, for previews, and for work that leaves no files.
///
/// It has the same files as a bundle on disk, so that all that reads a `BundleStorage` reads it, too.
public final class MemoryBundle: Sendable {
  /// What the bundle holds now.
  package struct State: Sendable {
    /// The facts.
    package var box = SlipBox()
    /// The files by path.
    package var files: [String: [UInt8]] = [:]
  }

  /// The name that stands for a path in messages.
  public let name: String
  /// Facts and files.
  private let state = Mutex(State())
  /// Whether somebody changes the bundle.
  private let isLocked = Mutex(false)

  /// Creates an empty bundle.
  ///
  /// - Parameter name: What messages call it.
  public init(named name: String = "memory.slipbox") { self.name = name }

  /// Copies a bundle into memory.
  ///
  /// - Parameters:
  ///   - storage: The files. All of them are read.
  ///   - box: The facts that their manifest holds.
  ///   - name: What messages call the copy.
  /// - Throws: `SlipError` where a file can't be read.
  public init(copying storage: some BundleStorage, box: SlipBox, named name: String) throws(SlipError) {
    self.name = name
    var files: [String: [UInt8]] = [:]
    for entry in try storage.entries() where entry.kind == .file {
      files[entry.path] = try storage.read(entry.path)
    }
    // It isn't among the entries, as Git and not the bundle needs it.
    if try storage.length(of: BundleLayout.gitAttributesPath) != nil {
      files[BundleLayout.gitAttributesPath] = try storage.read(BundleLayout.gitAttributesPath)
    }
    let state = State(box: box, files: files)
    self.state.withLock { $0 = state }
  }

  /// The facts as they are now.
  public var box: SlipBox { state.withLock { $0.box } }
  /// The files as they are now. Later changes of the bundle don't change them.
  public var storage: some BundleStorage {
    MemoryStorage(files: state.withLock { $0.files }, displayPath: name)
  }
  /// The files by path, as they are now.
  public var files: [String: [UInt8]] { state.withLock { $0.files } }
  /// Facts and files of one moment.
  package var snapshot: State { state.withLock { $0 } }

  /// Begins a change.
  ///
  /// - Throws: `SlipError` with code `FileCode.locked` while another change goes on.
  package func begin() throws(SlipError) -> any BundleOutput {
    let isFree = isLocked.withLock { isLocked in
      defer { isLocked = true }
      return !isLocked
    }
    guard isFree else {
      throw SlipError(
        .cannotDo, code: FileCode.locked, "Another session changes this bundle.",
        at: SourceLocation(file: name))
    }
    return MemoryOutput(self)
  }

  /// Ends a change.
  ///
  /// - Parameter new: Facts and files from now on; nil leaves them as they are.
  fileprivate func end(_ new: State?) {
    if let new { state.withLock { $0 = new } }
    isLocked.withLock { $0 = false }
  }
}

/// The files of a bundle in memory, as they were at one moment.
package struct MemoryStorage: BundleStorage {
  /// The files by path.
  package let files: [String: [UInt8]]
  /// The name of the bundle.
  package let displayPath: String

  /// Wraps files.
  package init(files: [String: [UInt8]], displayPath: String) {
    (self.files, self.displayPath) = (files, displayPath)
  }

  /// The files, in bytewise order of their paths, without directories.
  package func forEachEntry(_ body: (StorageEntry) throws -> Void) throws {
    for (path, bytes) in files.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      try body(StorageEntry(path: path, length: bytes.count, kind: .file))
    }
  }

  /// The length of a file; nil where there is none.
  package func length(of path: String) throws(SlipError) -> Int? { files[path]?.count }

  /// The bytes of a file.
  package func withBytes<R>(of path: String, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    guard let bytes = files[path] else {
      throw SlipError(
        .cannotDo, code: FileCode.missing, "There is no such file.",
        at: SourceLocation(file: displayPath(of: path)))
    }
    return try bytes.withUnsafeBytes(body)
  }

  /// The bytes of a file in one piece.
  package func forEachChunk(of path: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    try withBytes(of: path, body)
  }
}

/// A change of a bundle in memory.
private final class MemoryOutput: BundleOutput {
  /// The bundle.
  private let bundle: MemoryBundle
  /// Facts and files before the change.
  private let before: MemoryBundle.State
  /// New files; nil when the change is over.
  private let new = Mutex<[String: [UInt8]]?>([:])

  /// Begins without new files. The bundle is locked.
  init(_ bundle: MemoryBundle) {
    (self.bundle, before) = (bundle, bundle.snapshot)
  }

  deinit { abandon() }

  /// The name of the bundle, which has no path.
  var target: String { bundle.name }
  /// Nothing is on disk.
  var old: DirectoryStorage? { nil }
  /// Nothing is on disk.
  var isOnDisk: Bool { false }
  /// The files before the change.
  var oldStorage: (any BundleStorage)? { MemoryStorage(files: before.files, displayPath: bundle.name) }

  /// Keeps a file.
  func write(
    _ path: String, _ bytes: UnsafeRawBufferPointer, fact: FileFact?
  ) throws(SlipError) -> FileFact {
    let copy = [UInt8](bytes)
    new.withLock { $0?[path] = copy }
    return fact ?? FileFact(of: bytes)
  }

  /// Keeps a file that comes in pieces.
  func write(
    _ path: String, fact: FileFact, pieces produce: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    var bytes: [UInt8] = []
    try produce { bytes.append(contentsOf: $0) }
    guard FileFact(of: bytes) == fact else { throw otherBytes(path) }
    _ = try write(path, bytes, fact: fact)
  }

  /// Keeps a file in the place of another.
  func write(_ path: String, _ bytes: [UInt8], replacing replaced: FileFact?) throws(SlipError) {
    _ = try write(path, bytes, fact: nil)
  }

  /// Nobody else puts files into the bundle.
  func hasUnlisted(_ path: String) throws(SlipError) -> Bool { false }

  /// There is no disk to wait for.
  func beginFlush() {}

  /// Takes the new files over, with the manifest of the box, and drops those that it doesn't list.
  func commit(_ box: SlipBox, replacing original: SlipBox) throws(SlipError) -> [Diagnostic] {
    guard let written = new.withLock({ $0 }) else { return [] }
    var files = [
      BundleLayout.mimetypePath: BundleLayout.mimetype,
      BundleLayout.gitAttributesPath: BundleLayout.gitAttributes,
    ]
    for file in box.payload() {
      guard let bytes = written[file.path] ?? before.files[file.path] else {
        throw SlipError(
          .cannotDo, code: FileCode.missing, "A file that the manifest lists is missing.",
          at: SourceLocation(file: "\(bundle.name)/\(file.path)"))
      }
      files[file.path] = bytes
    }
    var manifest: [UInt8] = []
    let fact = try slipErrors {
      try ManifestWriter.write(
        box, part: { files[$0.path] = [UInt8]($1) }, root: { manifest.append(contentsOf: $0) })
    }
    files[BundleLayout.manifestPath] = manifest
    files[BundleLayout.manifestDigestPath] = BundleLayout.manifestDigest(hex: fact.digest.hex)
    end(MemoryBundle.State(box: box, files: files))
    return []
  }

  /// Gives the new files up.
  func abandon() { end(nil) }

  /// Ends the change, once.
  private func end(_ state: MemoryBundle.State?) {
    let isOpen = new.withLock { new in
      defer { new = nil }
      return new != nil
    }
    if isOpen { bundle.end(state) }
  }
}
