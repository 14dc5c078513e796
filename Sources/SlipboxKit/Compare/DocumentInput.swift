internal import RTFSyntax
internal import SlipBase
internal import SlipDocument
internal import SlipFiles
internal import SlipFormats

/// Reads a document from a file of any format that `convert` reads, an RTFD package or standard input.
struct DocumentInput {
  /// The path; `-` is standard input, and `/dev/null` an empty document.
  var path: String
  /// The name of the format; nil: by content, then by suffix.
  var from: String?
  /// What happens to tracked changes.
  var changes = TrackedChanges.keep
  /// The encoding of pages, Markdown and text; nil: what they say themselves.
  var encoding: TextEncoding?
  /// Bounds on what is read.
  var limits = Limits()

  /// Reads the document and resolves its tracked changes as asked for.
  ///
  /// - Throws: `SlipError` where it can't be read or its format is unknown.
  func read() throws(SlipError) -> Document {
    if path == "/dev/null" { return Document() }
    let request = request
    if try isDirectory, try request.isPackage {
      return try request.packageDocument()
    }
    return try withBytes { try document($0, request).document }
  }

  /// Reads the text for a note: RTF stays as it is, and pictures beside a page or Markdown file become part of it.
  ///
  /// - Returns: The text, and a warning for each picture that could not be read.
  /// - Throws: As `read`.
  func body() throws(SlipError) -> (body: NoteDraft.Body, diagnostics: [Diagnostic]) {
    if path == "/dev/null" { return (.text(""), []) }
    if try isDirectory { return (.document(try read()), []) }
    let request = request
    return try withBytes { (bytes) throws -> (body: NoteDraft.Body, diagnostics: [Diagnostic]) in
      if bytes.isEmpty { return (.text(""), []) }
      let format = try request.sourceFormat(bytes)
      if format.kind == .rtf { return (.rtf([UInt8](bytes)), []) }
      var (document, found) = try document(bytes, request)
      found = found.filter { $0.severity > .info }.map {
        var finding = $0
        finding.location.file = finding.location.file ?? path
        return finding
      }
      guard format.viewer == .browser, path != "-" else { return (.document(document), found) }
      var pictures = try PicturesBeside(of: path, limits: limits)
      try pictures.read(into: &document)
      return (.document(document), found + pictures.diagnostics)
    }
  }

  /// The request that would convert the file; it knows the format.
  private var request: ConvertRequest {
    var request = ConvertRequest(input: path, output: "-")
    (request.from, request.limits, request.changes) = (from, limits, changes)
    return request
  }

  /// Whether the path is a directory, such as a package of RTFD.
  private var isDirectory: Bool {
    get throws(SlipError) { path == "-" ? false : try FileSystem.status(path)?.kind == .directory }
  }

  /// Calls `read` with the bytes of the file or of standard input.
  private func withBytes<R>(_ read: (UnsafeRawBufferPointer) throws -> R) throws(SlipError) -> R {
    if path == "-" {
      let bytes = try FileSystem.readFile("/dev/stdin", limit: limits.fileBytes)
      return try slipErrors { try bytes.withUnsafeBytes(read) }
    }
    let file = try MappedFile(path)
    return try slipErrors { try file.withBytes(read) }
  }

  /// The document of bytes. An empty file is an empty document, as version control gives for files that don't exist.
  ///
  /// - Throws: `SlipError` where the format is unknown, or can be written but not read.
  private func document(
    _ bytes: UnsafeRawBufferPointer, _ request: ConvertRequest
  ) throws -> (document: Document, diagnostics: [Diagnostic]) {
    if bytes.isEmpty { return (Document(), []) }
    let format = try request.sourceFormat(bytes)
    var result = try request.read(bytes, from == nil ? format.ofBox : format, in: encoding)
    result.document.resolve(changes)
    return (result.document, result.diagnostics)
  }
}
