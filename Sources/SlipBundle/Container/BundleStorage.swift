public import SlipBase

/// One thing in a bundle's tree.
public struct StorageEntry: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case file
    case directory
    case symlink
    /// A device, socket or pipe.
    case special
    /// Its name is not UTF-8; `path` has replacement characters.
    case unreadableName
  }

  /// Relative to the bundle, `/` between components.
  public var path: String
  /// In bytes; 0 for what is not a file.
  public var length: Int
  public var kind: Kind

  public init(path: String, length: Int, kind: Kind) {
    self.path = path
    self.length = length
    self.kind = kind
  }
}

/// A bundle's tree for reading, whatever contains it. Paths are relative, `/` between components; nothing outside the
/// tree is ever reached and no link is followed. All methods may be called from several threads at once.
public protocol BundleStorage: Sendable {
  /// The container's path as the user knows it, for messages.
  var displayPath: String { get }

  /// Every entry in bytewise order of the path, but what `BundleLayout.isIgnored` leaves out. Streams.
  func forEachEntry(_ body: (StorageEntry) throws -> Void) throws

  /// Length in bytes of a regular file; nil where there is none.
  func length(of path: String) throws(SlipError) -> Int?

  /// The bytes of a whole file; they are valid during the call only.
  func withBytes<R>(of path: String, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R

  /// As `withBytes`, for who reads from the beginning to the end: `done` takes an offset before which the bytes
  /// aren't wanted for now.
  func withBytesInOrder<R>(
    of path: String, _ body: (UnsafeRawBufferPointer, _ done: (Int) -> Void) throws -> R
  ) throws -> R

  /// The bytes of a file in pieces, in bounded memory whatever the file's length.
  func forEachChunk(of path: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws

  /// Makes sure that the container is still what was opened. Containers that nobody can replace while they are open
  /// always are.
  ///
  /// - Throws: `ContainerFault.replacedMeanwhile` where another one took its place.
  func expectCurrent() throws(SlipError)
}

extension BundleStorage {
  public func expectCurrent() throws(SlipError) {}

  public func withBytesInOrder<R>(
    of path: String, _ body: (UnsafeRawBufferPointer, _ done: (Int) -> Void) throws -> R
  ) throws -> R {
    try withBytes(of: path) { try body($0) { _ in } }
  }

  /// All entries at once: about 100 bytes each. `forEachEntry` needs no such room.
  public func entries() throws(SlipError) -> [StorageEntry] {
    var entries: [StorageEntry] = []
    try slipErrors { try forEachEntry { entries.append($0) } }
    return entries
  }

  /// The whole file.
  public func read(_ path: String) throws(SlipError) -> [UInt8] {
    try slipErrors { try withBytes(of: path) { [UInt8]($0) } }
  }

  /// Length and digest of a file, read in pieces.
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
