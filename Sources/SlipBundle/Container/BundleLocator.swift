internal import SlipFiles
public import SlipBase

/// A bundle that was found: its path, and what kind of container it is.
public struct BundleLocation: Sendable, Hashable {
  /// What contains a bundle.
  public enum Kind: Sendable, Hashable {
    /// A directory tree, `NAME.slipbox`.
    case directory
    /// One ZIP file with the same tree, `NAME.slippack`.
    case zip
    /// One XML file without payload, `NAME.slipbox.xml`: the only form of versions 1 to 3.
    case singleFile
  }

  /// The path as it was given or found; links in it are not resolved.
  public var path: String
  /// What is at the path. It was true when the bundle was located, and isn't checked again until the bundle
  /// is opened.
  public var kind: Kind

  /// Describes a bundle without looking at the file system.
  public init(path: String, kind: Kind) {
    self.path = path
    self.kind = kind
  }

  /// Opens the bundle for reading.
  ///
  /// - Parameters:
  ///   - limits: Bounds for the ZIP file of a packed bundle.
  ///   - checksEntries: Whether all entries of a packed bundle are checked at once; see `ZipStorage`.
  /// - Returns: Nil for a single file, which has no tree: `VersionTable` and `SingleFileStorage` read it.
  /// - Throws: `SlipError` where the container can't be opened, or a ZIP file isn't safe.
  public func storage(
    limits: Limits = Limits(), checksEntries: Bool = false
  ) throws(SlipError) -> (any BundleStorage)? {
    switch kind {
    case .directory: try DirectoryStorage(path)
    case .zip: try ZipStorage(path, limits: limits, checksEntries: checksEntries)
    case .singleFile: nil
    }
  }
}

/// Finds the bundle that a command's argument means.
///
/// Users name bundles loosely: by a file within one, or by the directory that holds it. Contents decide, not
/// names, with one exception: a directory that is called `.slipbox` and has a manifest is a bundle even
/// without `mimetype`, so that validation can report what is missing.
public enum BundleLocator {
  /// Finds the bundle that an argument means.
  ///
  /// The argument may be a bundle directory, any path inside one, a directory that holds exactly one bundle,
  /// a packed bundle, or a single file of an old version. Trailing slashes don't matter.
  ///
  /// - Throws: `SlipError` with code `FileCode.missing` where nothing is there, `ContainerCode.noBundle`
  ///   where no bundle is found, `ContainerCode.severalBundles` where a directory holds more than one, and
  ///   `ContainerCode.symbolicLink` or `.specialFile` for a bundle whose manifest isn't a regular file.
  public static func locate(_ argument: String) throws(SlipError) -> BundleLocation {
    var path = argument
    while path.utf8.count > 1, path.utf8.last == 0x2F { path.removeLast() }
    guard let status = try FileSystem.status(path) else {
      throw SlipError(
        .cannotDo, code: FileCode.missing, "There is no such file or directory.",
        at: SourceLocation(file: path))
    }
    if status.kind == .directory {
      let directory = try DirectoryHandle(path)
      if try isBundle(directory) { return BundleLocation(path: path, kind: .directory) }
      try expectRegularManifest(directory)
      if let within = try enclosing(path) { return within }
      return try only(in: directory, path)
    }
    if status.kind == .file, let kind = try fileKind(path) { return BundleLocation(path: path, kind: kind) }
    if let within = try enclosing(path) { return within }
    throw none("This is neither a bundle nor inside one.", path)
  }

  /// Whether a directory has a manifest, and `mimetype` or the suffix of bundles.
  static func isBundle(_ directory: DirectoryHandle) throws(SlipError) -> Bool {
    try manifest(of: directory) != nil
  }

  /// Facts about the manifest of a bundle; nil for a directory that isn't one.
  static func manifest(of directory: DirectoryHandle) throws(SlipError) -> FileStatus? {
    guard let manifest = try directory.status(of: BundleLayout.manifestPath), manifest.kind == .file else {
      return nil
    }
    if try directory.status(of: BundleLayout.mimetypePath)?.kind == .file { return manifest }
    return directory.path.hasSuffix(BundleLayout.directorySuffix) ? manifest : nil
  }

  /// Refuses a directory that looks like a bundle but whose manifest is a link or a special file.
  ///
  /// Nothing is read through such a manifest, and the error says why, rather than that there is no bundle.
  private static func expectRegularManifest(_ directory: DirectoryHandle) throws(SlipError) {
    let hasMimetype = try directory.status(of: BundleLayout.mimetypePath)?.kind == .file
    guard hasMimetype || directory.path.hasSuffix(BundleLayout.directorySuffix) else { return }
    let location = SourceLocation(file: directory.path(of: BundleLayout.manifestPath))
    switch try directory.status(of: BundleLayout.manifestPath)?.kind {
    case .symlink:
      throw SlipError(
        .badInput, code: ContainerCode.symbolicLink,
        "The manifest is a symbolic link; links are never followed.",
        at: location)
    case .special, .directory:
      throw SlipError(
        .badInput, code: ContainerCode.specialFile, "The manifest is not a regular file.", at: location)
    case .file, nil: return
    }
  }

  /// What kind of bundle a file is, by the signature of ZIP or by its suffix; nil for any other file.
  private static func fileKind(_ path: String) throws(SlipError) -> BundleLocation.Kind? {
    let start = try FileSystem.readStart(of: path, count: 4)
    if start == [0x50, 0x4B, 3, 4] || start == [0x50, 0x4B, 5, 6] { return .zip }
    if path.hasSuffix(BundleLayout.packSuffix) { return .zip }
    return BundleLayout.withoutBackupSuffix(path).hasSuffix(BundleLayout.singleFileSuffix) ? .singleFile : nil
  }

  /// Whether there is a bundle directory at this path; directories above or below it don't count.
  package static func isBundle(at path: String) throws(SlipError) -> Bool {
    guard try FileSystem.status(path)?.kind == .directory else { return false }
    return try isBundle(DirectoryHandle(path))
  }

  /// The nearest bundle directory above a path, which itself need not exist.
  ///
  /// Directories that can't be read are passed over. Nil for a relative path that doesn't exist.
  package static func enclosing(_ path: String) throws(SlipError) -> BundleLocation? {
    guard var current = FileSystem.realPath(path) ?? (path.hasPrefix("/") ? path : nil) else { return nil }
    while let slash = current.utf8.lastIndex(of: 0x2F), slash > current.startIndex {
      current = String(current[..<slash])
      // A directory that can't be read isn't taken for a bundle.
      guard let directory = try? DirectoryHandle(current) else { continue }
      if (try? isBundle(directory)) == true { return BundleLocation(path: current, kind: .directory) }
    }
    return nil
  }

  /// The only bundle that is directly within a directory; hidden names and backups don't count.
  private static func only(in directory: DirectoryHandle, _ path: String) throws(SlipError) -> BundleLocation
  {
    var found: [BundleLocation] = []
    for name in try directory.names().sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      if name.hasPrefix(".") || BundleLayout.isBackup(name: name) { continue }
      let child = directory.path(of: name)
      guard let status = try FileSystem.status(child) else { continue }
      switch status.kind {
      case .directory:
        guard try isReadableBundle(child) else { continue }
        found.append(BundleLocation(path: child, kind: .directory))
      case .file where name.hasSuffix(BundleLayout.packSuffix):
        found.append(BundleLocation(path: child, kind: .zip))
      case .file where name.hasSuffix(BundleLayout.singleFileSuffix):
        found.append(BundleLocation(path: child, kind: .singleFile))
      default: continue
      }
    }
    if found.count == 1 { return found[0] }
    guard !found.isEmpty else { throw none("This directory is not a bundle and does not contain one.", path) }
    let shown = found.prefix(10).map(\.path).joined(separator: ", ")
    throw SlipError(
      .usage, code: ContainerCode.severalBundles,
      "This directory contains \(found.count) bundles; name one of them: \(shown)\(found.count > 10 ? ", …" : "").",
      at: SourceLocation(file: path))
  }

  /// Whether a directory is a bundle. One that can't be read isn't, unless its name says that it is one: then
  /// it is an error.
  private static func isReadableBundle(_ path: String) throws(SlipError) -> Bool {
    do throws(SlipError) {
      return try isBundle(DirectoryHandle(path))
    } catch {
      if path.hasSuffix(BundleLayout.directorySuffix) { throw error }
      return false
    }
  }

  /// The error for an argument that leads to no bundle.
  private static func none(_ message: String, _ path: String) -> SlipError {
    SlipError(.badInput, code: ContainerCode.noBundle, message, at: SourceLocation(file: path))
  }
}
