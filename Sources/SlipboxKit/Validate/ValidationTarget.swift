internal import SlipRTF
internal import SlipRTFD
internal import SlipFiles
internal import SlipBase
internal import SlipBundle
internal import SlipFormats

/// What is validated as one unit: a bundle, or RTF or a document of a word processor outside of bundles.
///
/// `find` turns an argument into targets. A path inside a bundle means the bundle, a folder of
/// RTF means its files, and with `recursive` a folder means everything in its tree. Files in a
/// bundle are never targets of their own.
enum ValidationTarget: Sendable {
  /// A bundle of any kind.
  case bundle(BundleLocation)
  /// An encrypted pack.
  case sealed(String)
  /// A file that is RTF by content, or claims to be by its suffix.
  case text(String)
  /// A document of a word processor, by its suffix.
  case document(String)
  /// An RTFD package, which is a directory.
  case package(String)

  /// A target, or a place where the search could not go on.
  struct Found: Sendable {
    /// The path of the target or of that place.
    var path: String
    /// The target, or why there is none.
    var target: Result<ValidationTarget, SlipError>
  }

  /// The path of the bundle, file or package.
  var path: String {
    switch self {
    case .bundle(let location): location.path
    case .sealed(let path), .text(let path), .document(let path), .package(let path): path
    }
  }

  /// The target as the result of a search.
  private var found: Found { Found(path: path, target: .success(self)) }
}

/// The search for targets.
extension ValidationTarget {
  /// What an argument means: a bundle, anything inside one, a folder that contains exactly one,
  /// RTF, or a folder of RTF. With `recursive`, all bundles and all RTF in the tree of a
  /// folder.
  ///
  /// - Throws: `SlipError` where it means nothing, or can't be read.
  static func find(_ argument: String, recursive: Bool) throws(SlipError) -> [Found] {
    var path = argument
    while path.utf8.count > 1, path.utf8.last == 0x2F { path.removeLast() }
    let kind = try FileSystem.status(path)?.kind
    // Most of them are ZIP files, as packed bundles are.
    if kind == .file, isDocument(path) { return [ValidationTarget.document(path).found] }
    if kind == .file, try SealedPack.isSealed(path) { return [ValidationTarget.sealed(path).found] }
    if recursive, kind == .directory, let root = try directory(DirectoryHandle(path)) { return [root.found] }
    if recursive, kind == .directory {
      let found = try search(path)
      if !found.isEmpty { return found }
    }
    do throws(SlipError) {
      return [ValidationTarget.bundle(try BundleLocator.locate(path)).found]
    } catch  where error.code == ContainerCode.noBundle {
      return try outsideBundles(path, kind, error)
    }
  }

  /// What an argument means that isn't a bundle or inside one.
  ///
  /// - Parameter error: The error of looking for a bundle, whose code is kept.
  private static func outsideBundles(
    _ path: String, _ kind: FileStatus.Kind?, _ error: SlipError
  ) throws(SlipError) -> [Found] {
    if kind == .file, try isText(path) { return [ValidationTarget.text(path).found] }
    guard kind == .directory else {
      throw SlipError(
        .badInput, code: error.code,
        "This is neither a bundle, nor inside a bundle, nor RTF, nor a document of a word processor.",
        at: SourceLocation(file: path))
    }
    if let package = try directory(DirectoryHandle(path)) { return [package.found] }
    let found = try search(path)
    guard !found.isEmpty else {
      throw SlipError(
        .badInput, code: error.code, "This directory is not a bundle, and contains neither a bundle nor RTF.",
        at: SourceLocation(file: path))
    }
    return found
  }

  /// All bundles and RTF in a tree, bytewise by path, and the places that could not be
  /// searched.
  private static func search(_ root: String) throws(SlipError) -> [Found] {
    let prefix = root.hasSuffix("/") ? root : root + "/"
    var search = try TreeSearch(DirectoryHandle(root), skips: BundleSearch.passesOver) {
      candidate throws(SlipError) in
      if case .take = try BundleSearch.decision(candidate) { return .take }
      if let folder = candidate.directory { return try directory(folder) == nil ? .enter : .take }
      if isDocument(candidate.name) { return .take }
      return isText(claimed: candidate.name) || (try? isText(prefix + candidate.path)) == true ? .take : .pass
    }
    var found: [Found] = []
    while let finding = search.next() {
      switch finding {
      case .found(let path, let status): found.append(try target(prefix + path, status).found)
      case .trouble(let path, var error):
        error.location = error.location ?? SourceLocation(file: prefix + path)
        found.append(Found(path: prefix + path, target: .failure(error)))
      }
    }
    return found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// The target at a path that the search has found.
  private static func target(_ path: String, _ status: FileStatus) throws(SlipError) -> ValidationTarget {
    if status.kind == .directory {
      let location = BundleLocation(path: path, kind: .directory)
      return try directory(DirectoryHandle(path)) ?? .bundle(location)
    }
    if isText(claimed: path) { return .text(path) }
    if isDocument(path) { return .document(path) }
    let isBundle = path.hasSuffix(BundleLayout.packSuffix) || path.hasSuffix(BundleLayout.singleFileSuffix)
    return isBundle ? .bundle(BundleLocation(path: path, kind: BundleSearch.kind(path, status))) : .text(path)
  }

  /// The bundle or RTFD package that a directory is; nil for any other directory.
  private static func directory(_ directory: DirectoryHandle) throws(SlipError) -> ValidationTarget? {
    let path = directory.path
    if try BundleSearch.isBundle(directory) { return .bundle(BundleLocation(path: path, kind: .directory)) }
    if FormatTable.forPath(path)?.isPackage == true { return .package(path) }
    return try directory.status(of: RTFDWriter.textName)?.kind == .file ? .package(path) : nil
  }

  /// Whether the suffix is that of a word processor's document.
  private static func isDocument(_ name: String) -> Bool { FormatTable.forPath(name)?.isOffice == true }

  /// Whether the suffix is that of RTF.
  private static func isText(claimed name: String) -> Bool { FormatTable.forPath(name)?.kind == .rtf }

  /// Whether a file is RTF by its suffix or by its content: many `.doc` files are RTF.
  private static func isText(_ path: String) throws(SlipError) -> Bool {
    if isText(claimed: path) { return true }
    let start = try FileSystem.readStart(of: path, count: RTFProbe.window)
    return start.withUnsafeBytes(RTFProbe.isRTF)
  }
}
