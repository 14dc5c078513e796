internal import SlipBase
internal import SlipBundle

/// A pack's content as a directory for a while, beside it.
struct OpenedPack {
  let directory: String
  private let path: String
  private let before: FileStatus?

  init(_ path: String, limits: Limits) throws(SlipError) {
    let real = FileSystem.realPath(path) ?? path
    let (folder, name) = PathText.split(real)
    self.path = real
    directory = "\(folder).\(name).repair\(BundleLayout.directorySuffix)"
    before = try FileSystem.status(real)
    // What a process that died has left behind.
    try FileSystem.removeTree(directory)
    try SlipPack.unpack(real, to: directory, limits: limits)
  }

  /// Packs the directory into the pack's place, unless somebody else has changed the pack.
  func replace() throws(SlipError) {
    let now = try FileSystem.status(path)
    guard let before, let now, now.isSameFile(as: before), now.modified == before.modified else {
      throw SlipError(
        .cannotDo, code: FileFault.changedMeanwhile,
        "Another program changed the pack meanwhile; nothing was changed. Try again.",
        at: SourceLocation(file: path))
    }
    try SlipPack.pack(directory: directory, to: path, existing: .replace)
  }

  /// Deletes the directory.
  func close() { try? FileSystem.removeTree(directory) }
}
