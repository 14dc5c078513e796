public import RTFSyntax
internal import SlipFiles
public import SlipBase
internal import SlipBundle
public import SlipExchange

/// What to import, and into which bundle.
///
/// ```swift
/// var request = ImportRequest(inputs: ["Notes"])
/// request.target = .at("my.slipbox")
/// let outcome = try request.run()
/// ```
///
/// Building a request does nothing; `run` does everything in one atomic change. Importing the
/// same source again updates notes whose files changed, and keeps what the user changed in the
/// bundle. Options of reading that are given then (encoding, zone, columns, mapping …) make notes anew, as if their files had
/// changed; what isn't given is as it was the last time.
public struct ImportRequest: Sendable {
  /// The bundle to import into.
  public enum Target: Sendable, Hashable {
    /// `NAME.slipbox` beside the one input.
    case beside
    /// The bundle at this path, which is created if there is none.
    case at(String)
    /// This bundle or a path inside it; it must exist.
    case into(String)
  }

  /// The files and directories to import.
  public var inputs: [String]
  /// The bundle to import into.
  public var target = Target.beside
  /// The name with which the keys of imported files begin, and by which a later import
  /// recognizes them; nil takes the name of the directory.
  public var sourceName: String?
  /// What happens if a file and its note both changed since the last import. The default keeps
  /// both.
  public var onConflict = ImportMerger.ConflictPolicy.merge
  /// Whether to delete unchanged notes whose files vanished from a directory that is imported
  /// again. Notes that were changed in the bundle stay in any case.
  public var prunes = false
  /// Whether to prune even if more than ten and more than a tenth of the source's notes would
  /// be deleted, or if the directory is empty. Without it such an import is an error, since the
  /// directory may be the wrong one, or on a disk that isn't mounted.
  public var prunesAll = false
  /// Whether a container is a source of its own even where most of its notes are known from a source that was imported from another
  /// place. Otherwise it is taken for that source.
  public var keepsApart = false
  /// A TOML file that says which parts of a store are notes; nil takes the one that the bundle remembers of the source, or else what
  /// is surely right.
  public var mapping: String?
  /// A model (`.mom`, `.momd`, `.xcdatamodel`, `.xcdatamodeld`) that gives the names of a store; nil
  /// takes the copy of the model in it.
  public var model: String?
  /// Whether notes come in that their program has thrown away. Otherwise they are only counted. Nil: as the bundle remembers of the
  /// source, or else not.
  public var takesTrash: Bool?
  /// Whether everything is read and reported, but nothing is written. The outcome is what the
  /// import would return.
  public var isDryRun = false
  /// When the import is made, for the history; nil leaves it without a date, so that the same input always gives the same bytes.
  public var date: Timestamp?
  /// Where the dates of notes come from. Nil: as the bundle remembers of the source, or else from the document, and from the
  /// file where that has none.
  public var dates: ImportContext.Dates?
  /// The time zone of dates without one, as in RTF. Nil takes the one that the bundle remembers of the source, or else UTC, and marks
  /// the note as of unknown zone.
  public var zone: TimeZoneRules?
  /// The longer side of thumbnails in pixels; 0 makes none.
  public var thumbnailSize = 600
  /// How many threads work at the same time. There is one more than cores, because writers
  /// sometimes wait for the file system.
  public var workers = Parallel.cores + 1
  /// Where it is noted which files were read, so that the next import needn't read them again; nil: nowhere.
  public var cache: IndexCache?
  /// The encoding of pages, Markdown and text. Nil: the one that the bundle remembers of the source, or else what they say
  /// themselves.
  public var encoding: TextEncoding?
  /// The columns of a table by what they are, such as `title`: fields and names of columns. What isn't named is guessed. Empty: those
  /// that the bundle remembers of the source.
  public var columns: [String: String] = [:]
  /// Whether each item at the top of an outline is a note, instead of the outline as a whole. Nil: as the bundle remembers of the
  /// source, or else not.
  public var splitsOutlines: Bool?
  /// Where titles come from. Nil takes what the bundle remembers of the source, or else what the source says.
  public var title: TitleSource?
  /// Bounds on what is read.
  public var limits = Limits()

  /// A request with these inputs and the defaults.
  public init(inputs: [String]) { self.inputs = inputs }

  /// The path of the bundle.
  ///
  /// - Throws: `SlipError` where several inputs have no named bundle, or where the named one
  ///   doesn't exist or is packed.
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
      return try ImportRequest.pathBeside(input)
    }
  }

  /// Whether the inputs may go into a bundle that nobody has named: folders, and several inputs. A single file becomes a bundle of
  /// its own. So does a folder that has one beside it, or that contains the bundle.
  ///
  /// - Parameter bundle: The path of the bundle, which need not be there yet.
  /// - Throws: `SlipError` where the paths can't be looked at.
  package func mayImport(into bundle: String) throws(SlipError) -> Bool {
    if bundle.hasSuffix(BundleLayout.packSuffix) { return false }
    if inputs.count == 1 {
      let isFolder = try FileSystem.status(inputs[0])?.kind == .directory
      let isPackage =
        ExchangeTable.importer(forPath: PathText.withoutSlashes(inputs[0]), isPackage: true) != nil
      if !isFolder || isPackage { return false }
      if try BundleLocator.isBundle(at: ImportRequest.pathBeside(inputs[0])) { return false }
    }
    guard let box = FileSystem.realPath(bundle) else { return true }
    return !inputs.compactMap { FileSystem.realPath($0) }.contains { box == $0 || box.hasPrefix($0 + "/") }
  }

  /// The path of the bundle beside an input: `Notes` → `Notes.slipbox`, `a.rtf` → `a.slipbox`.
  /// For `.` and `..` the real name of the directory is used, so that the bundle isn't inside
  /// the directory.
  private static func pathBeside(_ input: String) throws(SlipError) -> String {
    var path = input[...]
    while path.hasSuffix("/"), path.count > 1 { path = path.dropLast() }
    let last = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    if last == "." || last == ".." || path == "/" {
      // Use the real name of the directory, so that the bundle is beside the directory and not in it.
      guard let real = FileSystem.realPath(input) else {
        throw SlipError(
          .cannotDo, code: FileCode.systemCall, "Cannot find out the folder's path.",
          at: SourceLocation(file: input))
      }
      return real + BundleLayout.directorySuffix
    }
    if let dot = last.lastIndex(of: "."), dot > last.startIndex {
      let isFolder = try FileSystem.status(input)?.kind == .directory
      if !isFolder || ExchangeTable.importer(forPath: String(last), isPackage: true) != nil {
        path = path[..<dot]
      }
    }
    return path + BundleLayout.directorySuffix
  }
}
