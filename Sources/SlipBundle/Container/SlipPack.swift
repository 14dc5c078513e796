public import SlipFiles
public import SlipBase
internal import ZipContainer

/// Packs a bundle directory into one ZIP file, and unpacks it again. Neither changes a byte of any file.
///
/// Packs are reproducible: the same tree gives the same bytes. `mimetype` comes first and is stored (as in
/// EPUB and OpenDocument packages), all other files follow in bytewise order of their paths, and times and
/// attributes are fixed.
public enum SlipPack {
  /// Packs the bundle `directory` into the file `pack`.
  ///
  /// Names that `BundleLayout.isIgnored` leaves out are not packed, with the exception of the bundle's own
  /// `.gitattributes`.
  ///
  /// - Parameters:
  ///   - directory: A bundle directory.
  ///   - pack: The path of the new file. It appears at once when it is complete.
  ///   - existing: What to do where there is a file already; the default is to refuse.
  ///   - isPrivate: Whether nobody else may read the file, whatever the process allows.
  /// - Throws: `SlipError` for a directory that is no bundle, for a link, a special file or a file that isn't
  ///   payload in it, and for errors of the file system.
  public static func pack(
    directory: String, to pack: String, existing: AtomicFile.Existing = .refuse, isPrivate: Bool = false
  ) throws(SlipError) {
    let storage = try DirectoryStorage(directory)
    do throws(SlipError) {
      try write(storage, to: pack, existing, isPrivate)
    } catch {
      if error.code == FileCode.missing { try storage.expectCurrent() }
      throw error
    }
  }

  /// Packs an open bundle, and makes sure at the end that nobody replaced it meanwhile.
  private static func write(
    _ storage: DirectoryStorage, to pack: String, _ existing: AtomicFile.Existing, _ isPrivate: Bool
  ) throws(SlipError) {
    let files = try payload(of: storage).map {
      (
        path: $0.path, length: $0.length,
        medium: ZipByteSource.Medium.payload(path: $0.path, beneath: storage.root)
      )
    }
    let output = try write(files, to: pack, existing, isPrivate)
    // While a writer replaces the bundle, files of the old version may vanish before they are listed.
    try storage.expectCurrent()
    try output.commit()
  }

  /// One file of a pack that is being made from memory or from other storage.
  package struct Piece: Sendable {
    /// Relative to the bundle.
    package var path: String
    /// In bytes; `bytes` must give as many.
    package var length: Int
    /// Gives the content. It may be called more than once, and from another thread.
    package var bytes: @Sendable () throws(SlipError) -> [UInt8]

    /// Describes a file.
    package init(path: String, length: Int, bytes: @escaping @Sendable () throws(SlipError) -> [UInt8]) {
      (self.path, self.length, self.bytes) = (path, length, bytes)
    }
  }

  /// Writes a pack of pieces; `mimetype` is added and must not be among them.
  ///
  /// The same tree gives the same bytes as `pack(directory:to:existing:)`.
  ///
  /// - Returns: The complete file, which the caller has still to commit.
  /// - Throws: `SlipError` for errors of the file system and of the pieces.
  package static func write(
    _ pieces: [Piece], to pack: String, existing: AtomicFile.Existing
  ) throws(SlipError) -> AtomicFile {
    let sorted = pieces.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    return try write(
      sorted.map { (path: $0.path, length: $0.length, medium: .made(length: $0.length, bytes: $0.bytes)) },
      to: pack, existing, false)
  }

  /// A file to be packed: its path, its length and where its bytes come from.
  private typealias File = (path: String, length: Int, medium: ZipByteSource.Medium)

  /// Writes a pack of files that are in order.
  ///
  /// A file that shrinks to less than the ratio that unpacking accepts would be taken for a ZIP bomb; where
  /// there is one, the pack is written again with such files stored.
  private static func write(
    _ files: [File], to pack: String, _ existing: AtomicFile.Existing, _ isPrivate: Bool
  ) throws(SlipError) -> AtomicFile {
    let output = try write(files, storing: [], to: pack, existing, isPrivate)
    // Unpacking would take a file that shrinks too well for a ZIP bomb, so it is stored.
    let suspicious = try ZipArchive(output.reader()).entries(expandingMoreThan: Limits())
    if suspicious.isEmpty { return output }
    output.abandon()
    return try write(files, storing: suspicious, to: pack, existing, isPrivate)
  }

  /// Writes a pack of files that are in order.
  ///
  /// - Parameter storing: Paths of files that are stored, whatever compressing them would save.
  private static func write(
    _ files: [File], storing: Set<String>, to pack: String, _ existing: AtomicFile.Existing,
    _ isPrivate: Bool
  ) throws(SlipError) -> AtomicFile {
    let output = try AtomicFile(pack, existing: existing, isPrivate: isPrivate)
    let writer = try ZipWriter(output)
    try writer.add(
      BundleLayout.mimetypePath,
      .made(length: BundleLayout.mimetype.count, bytes: { () throws(SlipError) in BundleLayout.mimetype }),
      isStored: true)
    for file in files {
      try writer.add(
        file.path, file.medium, length: file.length,
        isStored: storing.contains(file.path) ? true : try isPacked(file))
    }
    try writer.finish()
    return output
  }

  /// Every file of a bundle directory but `mimetype`, in bytewise order of the paths.
  private static func payload(
    of storage: DirectoryStorage
  ) throws(SlipError) -> [(path: String, length: Int)] {
    try expectBundle(storage, "bundle directory") {
      SourceLocation(file: storage.displayPath(of: $0))
    }
    // A dot sorts before letters, so the order stays bytewise.
    var files: [(path: String, length: Int)] = []
    if let length = try storage.length(of: BundleLayout.gitAttributesPath) {
      files.append((BundleLayout.gitAttributesPath, length))
    }
    try slipErrors {
      try storage.forEachEntry { entry in
        try expectPayload(entry, in: storage)
        if entry.kind == .file, entry.path != BundleLayout.mimetypePath {
          files.append((entry.path, entry.length))
        }
      }
    }
    return files
  }

  /// Checks that there is a manifest, and that `mimetype` has the right content.
  ///
  /// Whether the manifest is valid doesn't matter for packing and unpacking.
  private static func expectBundle(
    _ storage: some BundleStorage, _ noun: String, location: (String) -> SourceLocation
  ) throws(SlipError) {
    guard try storage.length(of: BundleLayout.manifestPath) != nil else {
      throw SlipError(
        .badInput, code: ContainerCode.noBundle, "This is not a \(noun): it has no manifest.",
        at: SourceLocation(file: storage.displayPath))
    }
    guard try storage.length(of: BundleLayout.mimetypePath) == BundleLayout.mimetype.count,
      try storage.read(BundleLayout.mimetypePath) == BundleLayout.mimetype
    else {
      throw SlipError(
        .badInput, code: ContainerCode.mimetypeEntry,
        "The file must contain \(BundleLayout.mediaType) and nothing else.",
        at: location(BundleLayout.mimetypePath))
    }
  }

  /// Refuses an entry that no bundle has: links, special files, names that aren't UTF-8, files of other
  /// kinds.
  ///
  /// Leaving such an entry out instead would lose it silently. Directories are fine, as packs don't have
  /// entries for them.
  private static func expectPayload(_ entry: StorageEntry, in storage: any BundleStorage) throws(SlipError) {
    let code: String
    let message: String
    switch entry.kind {
    case .directory: return
    case .file:
      if PayloadShape(path: entry.path) != nil { return }
      (code, message) = (
        ContainerCode.foreignFile, "This file is not part of a bundle; it can't be packed."
      )
    case .symlink:
      (code, message) = (ContainerCode.symbolicLink, "A bundle can't contain a symbolic link.")
    case .special: (code, message) = (ContainerCode.specialFile, "A bundle can't contain a special file.")
    case .unreadableName:
      (code, message) = (ContainerCode.nameNotUnicode, "The name is not well-formed UTF-8.")
    }
    throw SlipError(
      .badInput, code: code, message, at: SourceLocation(file: storage.displayPath(of: entry.path)))
  }

  /// Extensions of media that are compressed already: deflating them again takes time and saves nothing.
  private static let packedExtensions: Set<String> = [
    "7z", "aac", "avif", "bz2", "docx", "epub", "flac", "gif", "gz", "heic", "heif", "jp2", "jpeg", "jpg",
    "jxl", "m4a",
    "m4v", "mkv", "mov", "mp3", "mp4", "odt", "ogg", "opus", "pdf", "png", "pptx", "rar", "webm", "webp",
    "wmv", "xlsx",
    "xz", "zip", "zst",
  ]

  /// Extensions of text, which always shrinks.
  private static let textExtensions: Set<String> = ["csv", "html", "md", "rtf", "sha256", "txt", "xml"]

  /// Whether a file is to be stored rather than deflated.
  ///
  /// The extension decides where it is known; else a sample of the content does. Both depend on the file
  /// alone, so that packs stay reproducible.
  private static func isPacked(_ file: File) throws(SlipError) -> Bool {
    let name = file.path.utf8
    let suffix = name.lastIndex(of: 0x2E).map { String(file.path[name.index(after: $0)...]) } ?? ""
    if packedExtensions.contains(suffix) { return true }
    if textExtensions.contains(suffix) { return false }
    return try !file.medium.deflatePays()
  }

  /// Unpacks `pack` into a bundle directory at `target`, all at once or not at all.
  ///
  /// Only files whose paths are those of payload are written, under the checks of `ZipStorage`.
  ///
  /// - Parameters:
  ///   - pack: A packed bundle.
  ///   - target: The path of the bundle directory.
  ///   - replacing: Whether an existing bundle may be replaced. It stays beside the new one, under the name
  ///     that a migration would give it, and files in it that aren't payload come over.
  ///   - limits: Bounds for the ZIP file.
  /// - Returns: The path of the bundle that was replaced, if there was one, and what went wrong after the new one
  ///   was in place.
  /// - Throws: `SlipError` for an unsafe or damaged pack, for a file in it that isn't a bundle's, with code
  ///   `FileCode.exists` for an existing bundle, and for errors of the file system.
  @discardableResult
  public static func unpack(
    _ pack: String, to target: String, replacing: Bool = false, limits: Limits = Limits()
  ) throws(SlipError) -> Committed {
    try unpack(ZipStorage(pack, limits: limits), to: target, replacing: replacing)
  }

  /// Unpacks a pack that is open; see `unpack(_:to:replacing:limits:)`.
  package static func unpack(
    _ storage: ZipStorage, to target: String, replacing: Bool
  ) throws(SlipError) -> Committed {
    let paths = try payload(of: storage)
    let stage = try BundleStage.begin(at: target, keepsOld: true)
    defer { stage.abandon() }
    let isEmpty = try stage.old?.root.isEmpty() ?? true
    if !replacing, !isEmpty {
      throw SlipError(
        .cannotDo, code: FileCode.exists, "The bundle exists already; nothing was changed.",
        at: SourceLocation(file: stage.target))
    }
    try slipErrors {
      for path in paths {
        try stage.write(path) { append in try storage.forEachChunk(of: path, append) }
      }
    }
    return try stage.commitAsWritten(
      keepingOldWith: isEmpty ? nil : BundleLayout.backupSuffix(version: VersionTable.current))
  }

  /// Every file of a packed bundle, `.gitattributes` first.
  private static func payload(of storage: ZipStorage) throws(SlipError) -> [String] {
    try expectBundle(storage, "packed bundle") {
      SourceLocation(file: storage.displayPath, .object($0))
    }
    var paths: [String] = []
    if try storage.length(of: BundleLayout.gitAttributesPath) != nil {
      paths.append(BundleLayout.gitAttributesPath)
    }
    try slipErrors {
      try storage.forEachEntry { entry in
        guard PayloadShape(path: entry.path) != nil else {
          throw SlipError(
            .badInput, code: ContainerCode.foreignFile,
            "This file is not part of a bundle; it can't be unpacked.",
            at: SourceLocation(file: storage.displayPath, .object(entry.path)))
        }
        paths.append(entry.path)
      }
    }
    return paths
  }
}
