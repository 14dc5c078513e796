package import SlipBase
internal import SlipFiles

/// A tree without files: a bundle that is still to be made.
package struct EmptyStorage: BundleStorage {
  /// The path that the bundle will have.
  package let displayPath: String

  /// The tree of a bundle that isn't there yet.
  package init(displayPath: String) { self.displayPath = displayPath }

  /// There are no entries.
  package func forEachEntry(_ body: (StorageEntry) throws -> Void) throws {}

  /// No path has a file.
  package func length(of path: String) throws(SlipError) -> Int? { nil }

  /// Says that there is no such file.
  package func withBytes<R>(of path: String, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    throw SlipError(
      .cannotDo, code: FileCode.missing, "There is no such file.",
      at: SourceLocation(file: displayPath(of: path)))
  }

  /// Says that there is no such file.
  package func forEachChunk(of path: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    try withBytes(of: path, body)
  }
}
