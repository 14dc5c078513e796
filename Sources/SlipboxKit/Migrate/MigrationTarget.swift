internal import SlipBase
internal import SlipBundle

/// Where the result of a migration goes.
struct MigrationTarget {
  let path: String
  let kind: BundleLocation.Kind
  /// The result takes the old bundle's very place.
  let isInPlace: Bool

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

  /// The path without what tells the container.
  private static func stem(of path: String) -> String {
    let suffixes = [
      BundleLayout.singleFileSuffix, BundleLayout.packSuffix, BundleLayout.directorySuffix,
    ]
    for suffix in suffixes where path.hasSuffix(suffix) { return String(path.dropLast(suffix.count)) }
    return path
  }

  /// The directory that the result is written in.
  var folder: String {
    guard let slash = path.utf8.lastIndex(of: 0x2F) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func name(of path: String) -> String {
    path.utf8.lastIndex(of: 0x2F).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }
}
