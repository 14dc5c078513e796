internal import SlipFiles
public import SlipBase
internal import SlipBundle
public import SlipExchange

/// What is to be imported, and where to.
public struct ImportRequest: Sendable {
  public enum Target: Sendable, Hashable {
    /// `NAME.slipbox` beside the one input.
    case beside
    /// This bundle, made if there is none.
    case at(String)
    /// This bundle, which must exist.
    case into(String)
  }

  /// Files and directories.
  public var inputs: [String]
  public var target = Target.beside
  /// What the keys of sources begin with; nil takes the directory's name.
  public var sourceName: String?
  public var onConflict = ImportMerger.ConflictPolicy.both
  /// Deletes unchanged notes whose files vanished from a directory that is imported again.
  public var prunes = false
  /// Also when more than ten and more than a tenth of the source's notes would go, or when the directory is empty.
  public var prunesAll = false
  /// Everything is read and the report is made, but nothing is written.
  public var isDryRun = false
  public var dates = ImportContext.Dates.document
  /// Where dates without a zone are from; nil takes them as UTC and marks the note.
  public var zone: TimeZoneRules?
  /// Pixels of a thumbnail's longer side; 0 makes none.
  public var thumbnailSize = 600
  /// Threads at once; one more than cores, since writers wait for the file system now and then.
  public var workers = Parallel.cores + 1
  public var limits = Limits()

  public init(inputs: [String]) { self.inputs = inputs }

  /// The bundle's path. Throws when the request doesn't say enough.
  func bundlePath() throws(SlipError) -> String {
    switch target {
    case .at(let path): return path
    case .into(let path):
      let location = try BundleLocator.locate(path)
      guard location.kind == .directory else {
        throw SlipError(
          .usage, code: KitCode.packedTarget, "A packed bundle can't be changed; unpack it first.",
          at: SourceLocation(file: path))
      }
      return location.path
    case .beside:
      guard let input = inputs.first, inputs.count == 1 else {
        throw SlipError(
          .usage, code: KitCode.noTarget, "Several inputs need a bundle name: use -o or --into.")
      }
      return ImportRequest.pathBeside(input)
    }
  }

  private static func pathBeside(_ input: String) -> String {
    var path = input[...]
    while path.hasSuffix("/"), path.count > 1 { path = path.dropLast() }
    let last = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    if last == "." || last == ".." || path == "/" {
      // The directory's real name; the bundle lies beside the directory, not in it.
      return (FileSystem.realPath(input) ?? "notes") + BundleLayout.directorySuffix
    }
    if let dot = last.lastIndex(of: "."), dot > last.startIndex,
      (try? FileSystem.status(input))?.kind != .directory
        || ExchangeTable.importer(forPath: String(last), isPackage: true) != nil
    {
      path = path[..<dot]
    }
    return path + BundleLayout.directorySuffix
  }
}
