internal import SlipBase
internal import SlipBundle

/// Where the result of a migration goes, and in which container.
///
/// `my.slipbox.xml` → version 5 → `my.slipbox`, `my.slipbox` → version 3 → `my.slipbox.xml`,
/// `my.slippack` → version 4 → `my.slippack`, each beside or in place of the old bundle.
struct MigrationTarget {
  /// The path of the result.
  let path: String
  /// The container: versions 1 to 3 are a single file, later ones a directory or pack.
  let kind: BundleLocation.Kind
  /// Whether the result replaces the old bundle at the same path.
  let isInPlace: Bool

  /// The target of a request. Without an output the result has the path of the bundle, with the
  /// suffix of its container.
  init(_ request: MigrationRequest, from location: BundleLocation, to version: SchemaVersion) {
    if let output = request.output {
      path = output
      kind =
        !version.isTree
        ? .singleFile : output.hasSuffix(BundleLayout.packSuffix) ? .zip : .directory
      isInPlace = false
      return
    }
    isInPlace = version.isTree == (location.kind != .singleFile)
    if isInPlace {
      (path, kind) = (location.path, location.kind)
    } else {
      kind = version.isTree ? .directory : .singleFile
      path =
        MigrationTarget.stem(of: location.path)
        + (version.isTree ? BundleLayout.directorySuffix : BundleLayout.singleFileSuffix)
    }
  }

  /// The path without the suffix of a bundle.
  private static func stem(of path: String) -> String {
    let suffixes = [
      BundleLayout.singleFileSuffix, BundleLayout.packSuffix, BundleLayout.directorySuffix,
    ]
    for suffix in suffixes where path.hasSuffix(suffix) { return String(path.dropLast(suffix.count)) }
    return path
  }

  /// The paths of a bundle in all containers between which it can be migrated.
  static func places(of path: String) -> [String] {
    [path]
      + [BundleLayout.singleFileSuffix, BundleLayout.directorySuffix].map { stem(of: path) + $0 }
      .filter { $0 != path }
  }

  /// The directory in which the result is written.
  var folder: String {
    guard let slash = path.utf8.lastIndex(of: 0x2F) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last component of a path.
  static func name(of path: String) -> String {
    path.utf8.lastIndex(of: 0x2F).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }
}
