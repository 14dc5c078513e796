internal import SlipFiles
public import SlipBase

/// Where a bundle lies and what contains it.
public struct BundleLocation: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case directory
    case zip
    /// One XML file, as versions 1 to 3 are.
    case singleFile
  }

  public var path: String
  public var kind: Kind

  public init(path: String, kind: Kind) {
    self.path = path
    self.kind = kind
  }

  /// Opens it for reading; nil for a single file.
  ///
  /// - Parameter checksEntries: see `ZipStorage`.
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
public enum BundleLocator {
  /// The argument may be a bundle directory, anything inside one, a directory that holds exactly one bundle, a packed
  /// bundle or a bundle of an old version that is a single file.
  public static func locate(_ argument: String) throws(SlipError) -> BundleLocation {
    var path = argument
    while path.utf8.count > 1, path.utf8.last == 0x2F { path.removeLast() }
    guard let status = try FileSystem.status(path) else {
      throw SlipError(
        .cannotDo, code: FileFault.missing, "There is no such file or directory.",
        at: SourceLocation(file: path))
    }
    if status.kind == .directory {
      let directory = try DirectoryHandle(path)
      if try isBundle(directory) { return BundleLocation(path: path, kind: .directory) }
      try expectNoDisguise(directory)
      if let within = try enclosing(path) { return within }
      return try only(in: directory, path)
    }
    if status.kind == .file, let kind = try fileKind(path) { return BundleLocation(path: path, kind: kind) }
    if let within = try enclosing(path) { return within }
    throw none("This is neither a bundle nor inside one.", path)
  }

  /// A directory with `mimetype` and `manifest.xml`, or with `manifest.xml` and a bundle's suffix.
  static func isBundle(_ directory: DirectoryHandle) throws(SlipError) -> Bool {
    guard try directory.status(of: BundleLayout.manifestPath)?.kind == .file else { return false }
    if try directory.status(of: BundleLayout.mimetypePath)?.kind == .file { return true }
    return directory.path.hasSuffix(BundleLayout.directorySuffix)
  }

  /// A bundle whose manifest is a link or a special file is refused by that name; nothing is read through it.
  private static func expectNoDisguise(_ directory: DirectoryHandle) throws(SlipError) {
    let hasMimetype = try directory.status(of: BundleLayout.mimetypePath)?.kind == .file
    guard hasMimetype || directory.path.hasSuffix(BundleLayout.directorySuffix) else { return }
    let location = SourceLocation(file: directory.path(of: BundleLayout.manifestPath))
    switch try directory.status(of: BundleLayout.manifestPath)?.kind {
    case .symlink:
      throw SlipError(
        .badInput, code: ContainerFault.symbolicLink,
        "The manifest is a symbolic link; links are never followed.",
        at: location)
    case .special, .directory:
      throw SlipError(
        .badInput, code: ContainerFault.specialFile, "The manifest is not a regular file.", at: location)
    case .file, nil: return
    }
  }

  /// A file that is a bundle: by its first bytes, or by the old versions' suffix.
  private static func fileKind(_ path: String) throws(SlipError) -> BundleLocation.Kind? {
    let start = try FileSystem.readStart(of: path, count: 4)
    if start == [0x50, 0x4B, 3, 4] || start == [0x50, 0x4B, 5, 6] { return .zip }
    if path.hasSuffix(BundleLayout.packSuffix) { return .zip }
    return BundleLayout.withoutBackupSuffix(path).hasSuffix(BundleLayout.singleFileSuffix) ? .singleFile : nil
  }

  /// Whether this very directory is a bundle.
  package static func isBundle(at path: String) throws(SlipError) -> Bool {
    guard try FileSystem.status(path)?.kind == .directory else { return false }
    return try isBundle(DirectoryHandle(path))
  }

  /// Upwards to the nearest bundle, from above `path`, which need not exist.
  package static func enclosing(_ path: String) throws(SlipError) -> BundleLocation? {
    guard var current = FileSystem.realPath(path) ?? (path.hasPrefix("/") ? path : nil) else { return nil }
    while let slash = current.utf8.lastIndex(of: 0x2F), slash > current.startIndex {
      current = String(current[..<slash])
      // What may not be read above is no bundle of ours.
      guard let directory = try? DirectoryHandle(current) else { continue }
      if (try? isBundle(directory)) == true { return BundleLocation(path: current, kind: .directory) }
    }
    return nil
  }

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
    guard !found.isEmpty else { throw none("This directory is no bundle and holds none.", path) }
    let shown = found.prefix(10).map(\.path).joined(separator: ", ")
    throw SlipError(
      .usage, code: ContainerFault.severalBundles,
      "This directory holds \(found.count) bundles; name one of them: \(shown)\(found.count > 10 ? ", …" : "").",
      at: SourceLocation(file: path))
  }

  /// A folder that may not be read is none, unless its name says that it is one.
  private static func isReadableBundle(_ path: String) throws(SlipError) -> Bool {
    do throws(SlipError) {
      return try isBundle(DirectoryHandle(path))
    } catch {
      if path.hasSuffix(BundleLayout.directorySuffix) { throw error }
      return false
    }
  }

  private static func none(_ message: String, _ path: String) -> SlipError {
    SlipError(.badInput, code: ContainerFault.noBundle, message, at: SourceLocation(file: path))
  }
}
