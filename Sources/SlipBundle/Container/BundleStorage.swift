public import SlipBase

/// One entry of a bundle's tree.
public struct StorageEntry: Sendable, Hashable {
  /// What an entry is.
  public enum Kind: Sendable, Hashable {
    /// A regular file.
    case file
    /// A directory. Packed bundles have none.
    case directory
    /// A symbolic link. It is never followed.
    case symlink
    /// A device, socket or named pipe. It is never opened.
    case special
    /// An entry of any kind whose name is not UTF-8; `path` has U+FFFD in the place of what can't be decoded.
    case unreadableName
  }

  /// Relative to the bundle, with `/` between components: `notes/0b/0b2a….rtf`.
  public var path: String
  /// In bytes; 0 for anything but a regular file.
  public var length: Int
  /// What the entry is.
  public var kind: Kind

  /// Describes an entry.
  public init(path: String, length: Int, kind: Kind) {
    self.path = path
    self.length = length
    self.kind = kind
  }
}

/// A bundle's tree for reading, whatever contains it: a directory, a ZIP file or memory.
///
/// Paths are relative to the bundle, with `/` between components. Nothing outside the tree is ever reached,
/// and no link is followed. All methods may be called from several threads at once.
///
/// A file that another program changes while it is read is an error, never a mixture of old and new bytes.
public protocol BundleStorage: Sendable {
  /// The container's path as the user knows it, for messages.
  var displayPath: String { get }

  /// Calls `body` with every entry, in bytewise order of the paths.
  ///
  /// What `BundleLayout.isIgnored` names is left out. The entries stream, so memory doesn't grow with their
  /// number.
  ///
  /// - Throws: `SlipError` for a directory that can't be read, and what `body` throws.
  func forEachEntry(_ body: (StorageEntry) throws -> Void) throws

  /// The length in bytes of a regular file; nil where there is none at this path.
  func length(of path: String) throws(SlipError) -> Int?

  /// Calls `body` with the bytes of a whole file. They are valid during the call only.
  ///
  /// - Throws: `SlipError` for a file that is missing, unreadable, damaged or changed meanwhile, and what
  ///   `body` throws.
  func withBytes<R>(of path: String, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R

  /// The same, for callers that read from the beginning to the end.
  ///
  /// - Parameters:
  ///   - path: The file, relative to the bundle.
  ///   - body: Calls `done` with an offset before which it needs no more bytes for now, so that
  ///     memory can be released.
  func withBytesInOrder<R>(
    of path: String, _ body: (UnsafeRawBufferPointer, _ done: (Int) -> Void) throws -> R
  ) throws -> R

  /// Calls `body` with a file's bytes in pieces, in bounded memory whatever the file's length.
  func forEachChunk(of path: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws

  /// Makes sure that the container is still what was opened. Containers that nobody can replace while they are open
  /// always are.
  ///
  /// - Throws: `ContainerCode.replacedMeanwhile` where another one took its place.
  func expectCurrent() throws(SlipError)
}

extension BundleStorage {
  /// Does nothing: nobody can replace the container while it is open.
  public func expectCurrent() throws(SlipError) {}

  /// As `withBytes`: nothing is released early. Storages with large files do better.
  public func withBytesInOrder<R>(
    of path: String, _ body: (UnsafeRawBufferPointer, _ done: (Int) -> Void) throws -> R
  ) throws -> R {
    try withBytes(of: path) { try body($0) { _ in } }
  }

  /// All entries in memory, about 100 bytes each. `forEachEntry` streams them instead.
  public func entries() throws(SlipError) -> [StorageEntry] {
    var entries: [StorageEntry] = []
    try slipErrors { try forEachEntry { entries.append($0) } }
    return entries
  }

  /// The bytes of a whole file in memory.
  public func read(_ path: String) throws(SlipError) -> [UInt8] {
    try slipErrors { try withBytes(of: path) { [UInt8]($0) } }
  }

  /// Length and digest of a file, which is read in pieces.
  public func fact(of path: String) throws(SlipError) -> FileFact {
    var digester = Digester()
    try slipErrors { try forEachChunk(of: path) { digester.update($0) } }
    let length = digester.length
    return FileFact(digest: digester.finish(), length: length)
  }

  /// A place in the container for messages: `Notes.slipbox/manifest.xml`.
  public func displayPath(of path: String) -> String {
    if path.isEmpty { return displayPath }
    return displayPath.hasSuffix("/") ? displayPath + path : displayPath + "/" + path
  }
}
