public import SlipBase

extension BundleLocator {
  /// What a search came across.
  public struct Found: Sendable {
    /// The bundle's path, or that of a place where the search could not go on.
    public var path: String
    /// Where the bundle lies and what contains it, or why the search could not go on.
    public var location: Result<BundleLocation, SlipError>

    /// A bundle, or a place that could not be searched.
    public init(path: String, location: Result<BundleLocation, SlipError>) {
      (self.path, self.location) = (path, location)
    }
  }

  /// All bundles in a directory tree, bytewise by path, as `BundleSearch` finds them, and the places that could not be
  /// searched. Anything but a directory is located as `locate` does.
  ///
  /// - Throws: Where the tree itself can't be read, or has no bundle.
  public static func search(_ root: String, depthLimit: Int = 64) throws(SlipError) -> [Found] {
    func one(_ location: BundleLocation) -> [Found] {
      [Found(path: location.path, location: .success(location))]
    }
    guard try FileSystem.status(root)?.kind == .directory else { return one(try locate(root)) }
    let directory = try DirectoryHandle(root)
    if try isBundle(directory) { return one(BundleLocation(path: root, kind: .directory)) }
    var found: [Found] = []
    var search = try BundleSearch(root, depthLimit: depthLimit)
    while let finding = search.next() {
      switch finding {
      case .found(let path, let status):
        found += one(BundleLocation(path: directory.path(of: path), kind: BundleSearch.kind(path, status)))
      case .trouble(let path, var error):
        let place = directory.path(of: path)
        error.location = error.location ?? SourceLocation(file: place)
        found.append(Found(path: place, location: .failure(error)))
      }
    }
    guard !found.isEmpty else { return one(try locate(root)) }
    return found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }
}
