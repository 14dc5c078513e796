public import SlipRTF
internal import SlipFiles
public import SlipBase
public import SlipBatch
internal import SlipBundle
internal import SlipFormats

/// What a file is, by what lies in it, as `Schemas/identification.schema.json` describes it.
public struct Identification: Sendable, Hashable, Encodable {
  public struct Failure: Sendable, Hashable, Encodable {
    public var code: String?
    public var message: String
  }

  public var path: String
  /// `rtf`, `rtfd`, `slipbox`, another format that can be converted, or nil where the content is none of these.
  public var format: String?
  /// By content; nil for directories.
  public var mediaType: String?
  /// Of the file, or of all files of an RTFD package.
  public var bytes: Int?
  /// Files of an RTFD package, its text among them.
  public var files: Int?
  public var rtf: RTFFacts?
  /// Why it can't be told.
  public var error: Failure?

  private init(_ path: String) { self.path = path }

  /// Looks at a file, an RTFD package or a bundle; what can't be read is told by `error`.
  public init(of item: WorkItem, limits: Limits = Limits()) {
    self.init(item.path)
    do throws(SlipError) {
      if let problem = item.problem { throw problem }
      try look(limits)
    } catch {
      self.error = Failure(code: error.code, message: error.message)
    }
  }

  private mutating func look(_ limits: Limits) throws(SlipError) {
    guard let status = try FileSystem.status(path) else {
      throw SlipError(.cannotDo, code: FileFault.missing, "There is no such file or directory.")
    }
    guard status.kind != .directory else { return try lookAtDirectory(limits) }
    let file = try MappedFile(path)
    bytes = file.count
    file.withBytes { bytes in
      mediaType = MediaType.sniff(bytes).name
      format = FormatTable.sniffing(bytes)?.name
      // Plain text has no marks of its own: the name may say more.
      if format == "txt", let claimed = FormatTable.forPath(path), claimed.name == "markdown" {
        format = claimed.name
      }
      guard RTFProbe.isRTF(bytes) else { return }
      (mediaType, format) = (MediaType.rtf.name, "rtf")
      rtf = RTFFacts(of: bytes, limits: limits)
    }
    try file.expectUnchanged()
  }

  private mutating func lookAtDirectory(_ limits: Limits) throws(SlipError) {
    if try BundleSearch.isBundle(DirectoryHandle(path)) {
      format = "slipbox"
      return
    }
    guard try ConvertRequest(input: path, output: "-").isPackage else {
      throw SlipError(
        .usage, code: KitCode.noSuchInput, "This is a folder; --recursive identifies the files in it.")
    }
    format = "rtfd"
    var diagnostics: [Diagnostic] = []
    let package = try FilePackage.read(directory: path, limits: limits, diagnostics: &diagnostics)
    files = package.entries.count { $0.bytes != nil }
    bytes = package.entries.reduce(0) { $0 + ($1.bytes?.count ?? 0) }
    rtf = RTFDContents(package)?.textBytes.withUnsafeBytes { RTFFacts(of: $0, limits: limits) }
  }

  /// All files in trees; bundles and RTFD packages are one each. Without `recursive` each argument is one thing.
  public static func files(in trees: [String], recursive: Bool) -> WorkTrees {
    WorkTrees(filesIn: trees, recursive: recursive, isItem: isOne) { candidate throws(SlipError) in
      guard let directory = candidate.directory else { return .take }
      return try isOne(directory.path) ? .take : .enter
    }
  }

  private static func isOne(_ path: String) throws(SlipError) -> Bool {
    if try BundleSearch.isBundle(DirectoryHandle(path)) { return true }
    return try ConvertRequest(input: path, output: "-").isPackage
  }
}
