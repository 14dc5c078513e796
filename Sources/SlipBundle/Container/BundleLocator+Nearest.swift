internal import SlipFiles
public import SlipBase

extension BundleLocator {
  /// The bundle that is meant where a command names none: the one in a folder, or in the nearest folder above it.
  ///
  /// A folder counts if it is a bundle itself, or has one `.slipbox`, or else one `.slippack`. The search ends at the home
  /// folder. A folder above that everybody may write to, such as `/tmp`, isn't looked at, since anyone may have put a bundle
  /// there.
  ///
  /// - Parameters:
  ///   - folder: The absolute path where the search begins.
  ///   - home: The folder above which nothing is looked at; nil: the search ends at the top.
  /// - Returns: The path of the bundle, relative to the folder; the absolute one where the folder is in the bundle. Nil
  ///   where there is none.
  /// - Throws: `SlipError` with code `ContainerCode.severalBundles` where a folder has several; the bundles are the candidates.
  public static func nearest(to folder: String, upTo home: String? = nil) throws(SlipError) -> String? {
    let last = home.flatMap { FileSystem.realPath($0) }
    var (current, prefix) = (FileSystem.realPath(folder) ?? folder, "")
    while true {
      if let found = try bundle(in: current, isFirst: prefix.isEmpty, prefix) { return found }
      guard current != last, current != "/", let slash = current.utf8.lastIndex(of: UInt8(ascii: "/")) else {
        return nil
      }
      current = slash == current.startIndex ? "/" : String(current[..<slash])
      prefix += "../"
    }
  }

  /// The bundle that a folder is or has; nil for none.
  ///
  /// - Parameters:
  ///   - isFirst: Whether it is the folder where the search begins, which is looked at in any case.
  ///   - prefix: What leads from there to the folder.
  private static func bundle(
    in folder: String, isFirst: Bool, _ prefix: String
  ) throws(SlipError) -> String? {
    let directory: DirectoryHandle
    do throws(SlipError) { directory = try DirectoryHandle(folder) } catch {
      // A folder that may not be read, such as that of another user, has no bundle for this one.
      if error.isFaultOfSystem { throw error }
      return nil
    }
    if try isBundle(directory) { return folder }
    let permissions = try directory.status().permissions
    guard isFirst || permissions & 0o002 == 0 else { return nil }
    let names = try directory.names()
    for suffix in [BundleLayout.directorySuffix, BundleLayout.packSuffix] {
      var found: [String] = []
      for name in names where name.hasSuffix(suffix) && !name.hasPrefix(".") {
        let path = folder + "/" + name
        let isOne =
          suffix == BundleLayout.packSuffix
          ? try FileSystem.status(path)?.kind == .file : try isBundle(at: path)
        if isOne { found.append(prefix + (prefix.isEmpty && name.hasPrefix("-") ? "./" : "") + name) }
      }
      if found.count > 1 {
        var error = SlipError(
          .usage, code: ContainerCode.severalBundles, "There are \(found.count) bundles here.",
          at: SourceLocation(file: folder))
        error.candidates = found.sorted()
        throw error
      }
      if let one = found.first { return one }
    }
    return nil
  }
}
