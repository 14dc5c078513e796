internal import SlipFiles
public import SlipBase
internal import SlipBundle

/// Tells whether something is still what it was.
public enum SourceState {
  /// A bundle directory is known by its manifest, a file by its bytes: their digest and length. Any other directory by
  /// the names, lengths and times of change of all files in it: a digest of those, and the sum of the lengths.
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
      // A directory's length and time tell nothing that its entries don't.
      let text = entry.status.kind == .directory ? "\(entry.path)/\n" : facts
      Array(text.utf8).withUnsafeBytes { digester.update($0) }
      if entry.status.kind == .file { length += entry.status.length }
    }
    return FileFact(digest: digester.finish(), length: length)
  }

  /// When the bundle, the file, or anything in the directory was last changed.
  public static func lastChange(of path: String) throws(SlipError) -> Timestamp {
    guard let status = try FileSystem.status(path) else {
      throw SlipError(
        .cannotDo, code: FileFault.missing, "There is no such file or directory.",
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

  private static func fact(_ file: InputFile) throws(SlipError) -> FileFact {
    var digester = Digester()
    try slipErrors { try file.forEachChunk { digester.update($0) } }
    let length = digester.length
    return FileFact(digest: digester.finish(), length: length)
  }
}
