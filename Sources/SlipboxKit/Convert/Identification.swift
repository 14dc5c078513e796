public import SlipRTF
internal import SlipRTFD
internal import SlipFiles
public import SlipBase
public import SlipBatch
internal import SlipBundle
internal import SlipFormats

/// What a file is, by its content, as `Schemas/identification.schema.json` describes it. The
/// properties are the keys of the JSON form.
///
/// ```swift
/// let file = Identification(of: WorkItem(path: "letter.doc"))
/// print(file.rtf?.version.evidence ?? "not RTF")
/// ```
///
/// Only for Markdown is the suffix considered, because its content is also plain text.
public struct Identification: Sendable, Hashable, Encodable {
  /// Why a file could not be identified.
  public struct Failure: Sendable, Hashable, Encodable {
    /// The code of the error, where it has one.
    public var code: String?
    /// What went wrong, as a sentence.
    public var message: String
  }

  /// The path as it was given or found.
  public var path: String
  /// `rtf`, `rtfd`, `slipbox`, another format that can be converted, or nil where the content
  /// is none of these.
  public var format: String?
  /// The media type by content; nil for directories.
  public var mediaType: String?
  /// The length of the file, or of all files of an RTFD package, in bytes.
  public var bytes: Int?
  /// The number of files of an RTFD package, including its text; nil for others.
  public var files: Int?
  /// What is known of the RTF; nil for other formats.
  public var rtf: RTFFacts?
  /// Why the file could not be identified; nil where it could.
  public var error: Failure?

  /// An identification that says nothing yet.
  private init(_ path: String) { self.path = path }

  /// Identifies a file, RTFD package or bundle. An error becomes part of the result.
  public init(of item: WorkItem, limits: Limits = Limits()) {
    self.init(item.path)
    do throws(SlipError) {
      if let problem = item.problem { throw problem }
      try look(limits)
    } catch {
      self.error = Failure(code: error.code, message: error.message)
    }
  }

  /// Reads the file and fills in what its content shows.
  private mutating func look(_ limits: Limits) throws(SlipError) {
    guard let status = try FileSystem.status(path) else {
      throw SlipError(.cannotDo, code: FileCode.missing, "There is no such file or directory.")
    }
    guard status.kind != .directory else { return try lookAtDirectory(limits) }
    let file = try MappedFile(path)
    bytes = file.count
    file.withBytes { bytes in
      mediaType = MediaType.sniff(bytes).name
      format = FormatTable.sniffing(bytes)?.name
      // Markdown can't be told from plain text by content, so the suffix decides.
      if format == "txt", let claimed = FormatTable.forPath(path), claimed.name == "markdown" {
        format = claimed.name
      }
      guard RTFProbe.isRTF(bytes) else { return }
      (mediaType, format) = (MediaType.rtf.name, "rtf")
      rtf = RTFFacts(of: bytes, limits: limits)
    }
    try file.expectUnchanged()
  }

  /// Tells bundles and RTFD packages from other directories.
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

  /// All files in trees; bundles and RTFD packages are one item each.
  ///
  /// - Parameters:
  ///   - trees: Paths of files and directories.
  ///   - recursive: Whether trees are searched; without it each argument is one item.
  public static func files(in trees: [String], recursive: Bool) -> WorkTrees {
    WorkTrees(filesIn: trees, recursive: recursive, isItem: isOne) { candidate throws(SlipError) in
      guard let directory = candidate.directory else { return .take }
      return try isOne(directory.path) ? .take : .enter
    }
  }

  /// Whether a directory is one item: a bundle or an RTFD package.
  private static func isOne(_ path: String) throws(SlipError) -> Bool {
    if try BundleSearch.isBundle(DirectoryHandle(path)) { return true }
    return try ConvertRequest(input: path, output: "-").isPackage
  }
}
