public import SlipBase
internal import SlipBundle

/// Tells whether something is still what it was.
public enum SourceState {
  /// A bundle directory's digest is that of its manifest, a file's that of its bytes. Any other directory's is that of
  /// all names, lengths and times of change in it.
  public static func digest(of path: String) throws(SlipError) -> Digest {
    guard try FileSystem.status(path)?.kind == .directory else { return try digest(InputFile(path)) }
    let directory = try DirectoryHandle(path)
    if try directory.status(of: BundleLayout.manifestPath)?.kind == .file {
      return try digest(InputFile(BundleLayout.manifestPath, beneath: directory))
    }
    var digester = Digester()
    var walker = try DirectoryWalker(directory)
    while let entry = walker.next() {
      if entry.problem != nil { continue }
      let facts = "\(entry.path)\0\(entry.status.length)\0\(entry.status.modified.microseconds)\n"
      // A directory's length and time tell nothing that its entries don't.
      let text = entry.status.kind == .directory ? "\(entry.path)/\n" : facts
      Array(text.utf8).withUnsafeBytes { digester.update($0) }
    }
    return digester.finish()
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

  private static func digest(_ file: InputFile) throws(SlipError) -> Digest {
    var digester = Digester()
    try slipErrors { try file.forEachChunk { digester.update($0) } }
    return digester.finish()
  }
}
