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
  /// Bounds on what is read.
  var limits = Limits()

  /// Reads the document and resolves its tracked changes as asked for.
  ///
  /// - Throws: `SlipError` where it can't be read or its format is unknown.
  func read() throws(SlipError) -> Document {
    if path == "/dev/null" { return Document() }
    var request = ConvertRequest(input: path, output: "-")
    request.from = from
    request.limits = limits
    request.changes = changes
    if path != "-", try FileSystem.status(path)?.kind == .directory, try request.isPackage {
      return try request.packageDocument()
    }
    if path == "-" {
      let bytes = try FileSystem.readFile("/dev/stdin", limit: limits.fileBytes)
      return try slipErrors { try bytes.withUnsafeBytes { try document($0, request) } }
    }
    let file = try MappedFile(path)
    return try slipErrors { try file.withBytes { try document($0, request) } }
  }

  /// The document of bytes. An empty file is an empty document, as version control gives for files that don't exist.
  ///
  /// - Throws: `SlipError` where the format is unknown, or can be written but not read.
  private func document(_ bytes: UnsafeRawBufferPointer, _ request: ConvertRequest) throws -> Document {
    if bytes.isEmpty { return Document() }
    let format = try request.sourceFormat(bytes)
    guard let read = format.read else {
      throw request.oneWay("\(format.title) can be written, but not read.")
    }
    var document = read(bytes, limits).document
    document.resolve(changes)
    return document
  }
}
