internal import SlipFiles
internal import SlipBase
internal import SlipBundle

/// A pack's content as a directory for a while, beside it.
struct OpenedPack {
  let directory: String
  private let path: String
  private let before: FileStatus?
  /// Keeps other repairs of the pack away; holds the directory, and takes it with it.
  private let work: WorkDirectory

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

  /// Packs the directory into the pack's place, unless somebody else has changed the pack.
  func replace() throws(SlipError) {
    let now = try FileSystem.status(path)
    guard let before, let now, now.isSameFile(as: before), now.modified == before.modified else {
      throw SlipError(
        .cannotDo, code: FileFault.changedMeanwhile,
        "Another program changed the pack in the meantime; nothing was changed. Try again.",
        at: SourceLocation(file: path))
    }
    try SlipPack.pack(directory: directory, to: path, existing: .replace)
  }

  /// Deletes the directory.
  func close() { work.remove() }
}
