package import SlipBase

/// A bundle's tree in which some paths have other contents: those of other files of the tree, or bytes in memory.
///
/// So a bundle whose files bear wrong names, as programs that keep folders in step leave them, is read as what its manifest says,
/// and nothing is copied or renamed for it.
package struct OverlayStorage: BundleStorage {
  /// Where a content is.
  package enum Place: Sendable {
    /// In another file of the tree.
    case file(String)
    /// In memory.
    case bytes([UInt8])
  }

  /// The tree.
  private let base: any BundleStorage
  /// The contents that aren't those of the tree, by path.
  package private(set) var places: [String: Place] = [:]

  /// The tree as it is.
  package init(_ base: any BundleStorage) { self.base = base }

  /// The path of the tree.
  package var displayPath: String { base.displayPath }

  /// Says where the content of a path is; nil: where the tree has it.
  package mutating func put(_ place: Place?, at path: String) {
    if case .file(path)? = place { places[path] = nil } else { places[path] = place }
  }

  /// All entries of the tree, and the paths that only the overlay has.
  package func forEachEntry(_ body: (StorageEntry) throws -> Void) throws {
    var entries: [String: StorageEntry] = [:]
    try base.forEachEntry { entries[$0.path] = $0 }
    for path in places.keys {
      guard let length = try length(of: path) else { continue }
      entries[path] = StorageEntry(path: path, length: length, kind: .file)
    }
    let sorted = entries.values.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    for entry in sorted { try body(entry) }
  }

  /// The length of a file; nil where there is none.
  package func length(of path: String) throws(SlipError) -> Int? {
    switch places[path] {
    case .bytes(let bytes): bytes.count
    case .file(let other): try base.length(of: other)
    case nil: try base.length(of: path)
    }
  }

  /// The bytes of a file.
  package func withBytes<R>(of path: String, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    switch places[path] {
    case .bytes(let bytes): try bytes.withUnsafeBytes(body)
    case .file(let other): try base.withBytes(of: other, body)
    case nil: try base.withBytes(of: path, body)
    }
  }

  /// The bytes of a file in pieces.
  package func forEachChunk(of path: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    switch places[path] {
    case .bytes(let bytes): try bytes.withUnsafeBytes(body)
    case .file(let other): try base.forEachChunk(of: other, body)
    case nil: try base.forEachChunk(of: path, body)
    }
  }

  /// Makes sure that the tree is still what was opened.
  package func expectCurrent() throws(SlipError) { try base.expectCurrent() }
}
