public import SlipBase
internal import SlipBundle

/// The digests of all files of a bundle, as `sha256sum -c` reads them.
///
/// They are those that the manifest and the history list, so that the check finds damage that is there already. What neither lists, such as
/// the manifest itself, has the digest of its content.
public struct ChecksumList: Sendable {
  /// A file.
  public struct File: Sendable, Hashable {
    /// The path, below the folder that the bundle lies in.
    public var path: String
    /// The digest in hexadecimal digits.
    public var sha256: String
  }

  /// The files, in the order of their paths.
  public let files: [File]

  /// Lists the files of a bundle that is a folder.
  ///
  /// - Parameter argument: The bundle: see `BundleLocator.locate`.
  /// - Throws: `SlipError` where the bundle can't be read, or is one file.
  public init(of argument: String) throws(SlipError) {
    files = try retryingWhenReplaced { () throws(SlipError) in
      let bundle = try OpenBundle(argument)
      let location = try BundleLocator.locate(argument)
      guard location.kind == .directory else {
        throw SlipError(
          .usage, code: KitCode.notThere,
          "A packed bundle is one file: `sha256sum` lists it.", at: SourceLocation(file: location.path))
      }
      var known: [String: FileFact] = [:]
      for file in bundle.box.payload() + bundle.box.history.payload(unlistedIn: BoxHistory()) {
        known[file.path] = file.fact
      }
      var found: [File] = []
      let folder = PathText.split(PathText.withoutSlashes(bundle.path)).name
      for entry in try bundle.storage.entries() where entry.kind == .file {
        let fact: FileFact
        if let listed = known[entry.path] {
          fact = listed
        } else {
          fact = try bundle.storage.fact(of: entry.path)
        }
        found.append(File(path: "\(folder)/\(entry.path)", sha256: fact.digest.hex))
      }
      try bundle.expectCurrent()
      return found.sorted { $0.path < $1.path }
    }
  }

  /// The list as text. A backslash before a line says that its name has escapes, as GNU coreutils write it.
  public var text: String {
    files.map { file in
      let name = file.path.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
      return (name == file.path ? "" : "\\") + "\(file.sha256)  \(name)\n"
    }.joined()
  }
}
