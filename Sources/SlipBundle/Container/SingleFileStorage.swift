internal import SlipFiles
package import SlipBase

/// One file, as a tree that holds nothing else: a bundle of version 1 to 3, or RTF that is in no bundle.
///
/// So validation has one interface for all that it checks.
package struct SingleFileStorage: BundleStorage {
  /// The directory of the file; empty for a path without one.
  package let displayPath: String
  /// The path of the file as it was given.
  private let path: String
  /// The open file.
  private let file: MappedFile

  /// Opens a file.
  ///
  /// - Throws: `SlipError` where it can't be opened or mapped.
  package init(_ path: String) throws(SlipError) {
    self.path = path
    displayPath = path.utf8.lastIndex(of: 0x2F).map { String(path[..<$0]) } ?? ""
    file = try MappedFile(path)
  }

  /// The file's name, which is its path within this tree.
  private var name: String {
    path.utf8.lastIndex(of: 0x2F).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }

  /// The one file.
  package func forEachEntry(_ body: (StorageEntry) throws -> Void) throws {
    try body(StorageEntry(path: name, length: file.count, kind: .file))
  }

  /// The file's length; nil for any other path.
  package func length(of path: String) throws(SlipError) -> Int? { path == name ? file.count : nil }

  /// The file's bytes.
  package func withBytes<R>(of path: String, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    guard path == name else {
      throw SlipError(
        .cannotDo, code: FileCode.missing, "There is no such file.", at: SourceLocation(file: path))
    }
    return try file.withBytes(body)
  }

  /// The file's bytes, in one piece: they are mapped, not read into memory.
  package func forEachChunk(of path: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    try withBytes(of: path, body)
  }

  /// Checks the file as a bundle of version 1 to 3: schema and references.
  ///
  /// - Throws: `SlipError` where the file can't be read.
  package func validate(limits: Limits) throws(SlipError) -> ValidationReport {
    try slipErrors { try file.withBytes { try SingleFileValidator.check($0, name: path, limits: limits) } }
  }

  /// Checks the file as RTF by the rules for bodies.
  ///
  /// - Throws: `SlipError` where the file can't be read, or changed meanwhile.
  package func validateRTF(limits: Limits) throws(SlipError) -> ValidationReport {
    let report = try slipErrors {
      try file.withBytes { try RTFFileValidator.check($0, path: path, limits: limits) }
    }
    try file.expectUnchanged()
    return report
  }
}
