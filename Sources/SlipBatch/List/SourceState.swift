internal import SlipFiles
public import SlipBase
internal import SlipBundle

/// Finds out whether a file or directory is what it was in an earlier run.
public enum SourceState {
  /// A digest and a length that change with the content.
  ///
  /// - For a bundle directory they are those of the manifest, which has the digests of everything
  ///   else.
  /// - For a file they are those of its bytes.
  /// - For any other directory the digest covers the names, lengths and modification times of all
  ///   files in it, and the length is the sum of their lengths. The files themselves are not read.
  public static func fact(of path: String) throws(SlipError) -> FileFact {
    guard try FileSystem.status(path)?.kind == .directory else { return try fact(InputFile(path)) }
    let directory = try DirectoryHandle(path)
    if try directory.status(of: BundleLayout.manifestPath)?.kind == .file {
      return try fact(InputFile(BundleLayout.manifestPath, beneath: directory))
    }
    var digester = Digester()
    var length = 0
    var walker = try DirectoryWalker(directory)
    while let entry = walker.next() {
      if entry.problem != nil { continue }
      let facts = "\(entry.path)\0\(entry.status.length)\0\(entry.status.modified.microseconds)\n"
      // The length and time of a directory say nothing that its entries don't.
      let text = entry.status.kind == .directory ? "\(entry.path)/\n" : facts
      Array(text.utf8).withUnsafeBytes { digester.update($0) }
      if entry.status.kind == .file { length += entry.status.length }
    }
    return FileFact(digest: digester.finish(), length: length)
  }

  /// When the bundle, the file, or anything in the directory last changed.
  ///
  /// - Throws: When there is nothing at this path, or it can't be examined.
  public static func lastChange(of path: String) throws(SlipError) -> Timestamp {
    guard let status = try FileSystem.status(path) else {
      throw SlipError(
        .cannotDo, code: FileCode.missing, "There is no such file or directory.",
        at: SourceLocation(file: path))
    }
    guard status.kind == .directory else { return status.modified }
    let directory = try DirectoryHandle(path)
    if let manifest = try directory.status(of: BundleLayout.manifestPath) {
      return max(status.modified, manifest.modified)
    }
    var last = status.modified
    var walker = try DirectoryWalker(directory)
    while let entry = walker.next() { last = max(last, entry.status.modified) }
    return last
  }

  /// Digest and length of a file, read in pieces.
  private static func fact(_ file: InputFile) throws(SlipError) -> FileFact {
    var digester = Digester()
    try slipErrors { try file.forEachChunk { digester.update($0) } }
    let length = digester.length
    return FileFact(digest: digester.finish(), length: length)
  }
}
