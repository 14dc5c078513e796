package import SlipBase

/// The one file of a bundle of version 1 to 3, as a tree that holds nothing else.
package struct SingleFileStorage: BundleStorage {
  package let displayPath: String
  private let path: String
  private let bytes: [UInt8]

  package init(_ path: String) throws(SlipError) {
    self.path = path
    displayPath = path.utf8.lastIndex(of: 0x2F).map { String(path[..<$0]) } ?? ""
    bytes = try FileSystem.readFile(path)
  }

  private var name: String {
    path.utf8.lastIndex(of: 0x2F).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }

  package func forEachEntry(_ body: (StorageEntry) throws -> Void) throws {
    try body(StorageEntry(path: name, length: bytes.count, kind: .file))
  }

  package func length(of path: String) throws(SlipError) -> Int? { path == name ? bytes.count : nil }

  package func withBytes<R>(of path: String, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    guard path == name else {
      throw SlipError(
        .cannotDo, code: FileFault.missing, "There is no such file.", at: SourceLocation(file: path))
    }
    return try bytes.withUnsafeBytes(body)
  }

  package func forEachChunk(of path: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    try withBytes(of: path, body)
  }

  /// Checks schema and references.
  package func validate(limits: Limits) throws(SlipError) -> ValidationReport {
    try SingleFileValidator.check(bytes, name: path, limits: limits)
  }
}
