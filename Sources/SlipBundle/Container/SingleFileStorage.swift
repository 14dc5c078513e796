internal import SlipFiles
package import SlipBase

/// One file as a tree that holds nothing else: a bundle of version 1 to 3, or RTF outside of bundles.
package struct SingleFileStorage: BundleStorage {
  package let displayPath: String
  private let path: String
  private let file: MappedFile

  package init(_ path: String) throws(SlipError) {
    self.path = path
    displayPath = path.utf8.lastIndex(of: 0x2F).map { String(path[..<$0]) } ?? ""
    file = try MappedFile(path)
  }

  private var name: String {
    path.utf8.lastIndex(of: 0x2F).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }

  package func forEachEntry(_ body: (StorageEntry) throws -> Void) throws {
    try body(StorageEntry(path: name, length: file.count, kind: .file))
  }

  package func length(of path: String) throws(SlipError) -> Int? { path == name ? file.count : nil }

  package func withBytes<R>(of path: String, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    guard path == name else {
      throw SlipError(
        .cannotDo, code: FileFault.missing, "There is no such file.", at: SourceLocation(file: path))
    }
    return try file.withBytes(body)
  }

  package func forEachChunk(of path: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    try withBytes(of: path, body)
  }

  /// Checks schema and references.
  package func validate(limits: Limits) throws(SlipError) -> ValidationReport {
    try slipErrors { try file.withBytes { try SingleFileValidator.check($0, name: path, limits: limits) } }
  }

  /// Checks RTF.
  package func validateRTF(limits: Limits) throws(SlipError) -> ValidationReport {
    let report = try slipErrors {
      try file.withBytes { try RTFFileValidator.check($0, path: path, limits: limits) }
    }
    try file.expectUnchanged()
    return report
  }
}
