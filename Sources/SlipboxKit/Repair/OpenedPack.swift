internal import SlipFiles
internal import SlipBase
internal import SlipBundle

/// The content of a pack as a directory beside it, for as long as a repair needs it.
///
/// Repairs are defined on bundle directories. A pack is unpacked, repaired as a directory, and
/// packed again in its place. The directory is inside a work directory, which also keeps other
/// repairs of the same pack away.
struct OpenedPack {
  /// The path of the bundle directory.
  let directory: String
  /// The path of the pack, with links resolved.
  private let path: String
  /// The status of the pack when it was unpacked.
  private let before: FileStatus?
  /// The work directory; when it is removed, `directory` goes with it.
  private let work: WorkDirectory

  /// Unpacks a pack into a new work directory beside it.
  ///
  /// - Throws: `SlipError`; then nothing is left behind.
  init(_ path: String, limits: Limits) throws(SlipError) {
    let real = FileSystem.realPath(path) ?? path
    self.path = real
    work = try WorkDirectory(beside: real)
    directory = work.path + "/" + PathText.split(real).name + BundleLayout.directorySuffix
    do throws(SlipError) {
      before = try FileSystem.status(real)
      try SlipPack.unpack(real, to: directory, limits: limits)
    } catch {
      work.remove()
      throw error
    }
  }

  /// Packs the directory into the pack's place.
  ///
  /// - Throws: `SlipError` with `FileCode.changedMeanwhile` where another program has changed
  ///   the pack since it was unpacked.
  func replace() throws(SlipError) {
    let now = try FileSystem.status(path)
    guard let before, let now, now.isSameFile(as: before), now.modified == before.modified else {
      throw SlipError(
        .cannotDo, code: FileCode.changedMeanwhile,
        "Another program changed the pack in the meantime; nothing was changed. Try again.",
        at: SourceLocation(file: path))
    }
    try SlipPack.pack(directory: directory, to: path, existing: .replace)
  }

  /// Deletes the directory.
  func close() { work.remove() }
}
