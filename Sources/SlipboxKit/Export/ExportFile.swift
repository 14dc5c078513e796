internal import SlipBase
internal import SlipBundle
package import SlipFiles
internal import SlipNotes

/// The place of an export that is one file: what `ExportStage` is for directories.
///
/// The file replaces nothing, or an earlier export that nobody has changed: the seal in the file proves that (`FileSeal`).
/// Devices and pipes are written to as they are, and get no seal.
package struct ExportFile {
  /// The path of the file, with links resolved where it exists.
  package let path: String
  /// The mark that the new file gets; nil for devices and pipes.
  package let seal: FileSeal?
  /// The earlier export as it was when its seal was checked; nil for none.
  private let earlier: FileStatus?

  /// Checks the place. Nothing is written yet.
  ///
  /// - Parameters:
  ///   - output: The path of the file.
  ///   - bundle: The bundle that is exported.
  ///   - replacing: Whether an earlier export may be replaced.
  /// - Throws: `SlipError` with `FileCode.exists` where there is a file that may not be replaced, and with
  ///   `KitCode.insideBundle` where the file would be inside a bundle.
  package init(at output: String, from bundle: OpenBundle, replacing: Bool) throws(SlipError) {
    try ExportStage.expectApart(output, bundle.path)
    path = FileSystem.realPath(output) ?? output
    let status = try FileSystem.status(output)
    let isStream = status?.kind == .special
    // The token names the state of the box, so no text in it has this digest by chance.
    seal = isStream ? nil : FileSeal(for: Digest(of: Array("slipconv/\(FeedToken.of(bundle.box))".utf8)))
    guard status?.kind == .file else {
      // A link that leads nowhere belongs to someone.
      if status == nil, try FileSystem.status(output, followLinks: false) != nil {
        throw ExportFile.taken(output, "")
      }
      earlier = nil
      return
    }
    guard replacing else { throw ExportFile.taken(output, "; --replace replaces an earlier export") }
    let file = try InputFile(output)
    guard try FileSeal.isIntact(file) else { throw ExportFile.foreign(output) }
    try file.expectUnchanged()
    earlier = file.status
  }

  /// Begins the file, which gets its name by `commit`.
  ///
  /// - Throws: `SlipError` where there is a directory, or nothing can be written.
  package func begin() throws(SlipError) -> AtomicFile {
    try AtomicFile(path, existing: earlier == nil ? .refuse : .replace)
  }

  /// Seals a complete file and gives it its name.
  ///
  /// - Throws: `SlipError`; what was there is then as it was.
  package func commit(_ file: AtomicFile) throws(SlipError) {
    try seal?.fill(file)
    try expectUntouched()
    try file.commit()
  }

  /// Checks that nobody has changed the earlier export since it was checked.
  ///
  /// - Throws: `SlipError` with `FileCode.exists`.
  package func expectUntouched() throws(SlipError) {
    guard let earlier, let now = try FileSystem.status(path) else { return }
    guard now.hasContent(of: earlier) else { throw ExportFile.foreign(path) }
  }

  /// The error that a file isn't an export as it was written.
  private static func foreign(_ path: String) -> SlipError {
    SlipError(
      .cannotDo, code: FileCode.exists,
      "The file is no export, or somebody changed it since; nothing was changed.",
      at: SourceLocation(file: path))
  }

  /// The error that something is at the output's path.
  ///
  /// - Parameter advice: What the user can do.
  package static func taken(_ path: String, _ advice: String) -> SlipError {
    SlipError(
      .cannotDo, code: FileCode.exists, "The output exists already; nothing was changed\(advice).",
      at: SourceLocation(file: path))
  }
}
