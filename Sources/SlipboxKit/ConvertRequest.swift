public import SlipBase
public import SlipDocument
internal import SlipFormats

/// One file turned into another format, no bundle kept.
public struct ConvertRequest: Sendable {
  public enum Pictures: Sendable, Hashable {
    /// In the file itself.
    case embed
    /// In a directory beside the file that is written.
    case beside
  }

  /// `-` is standard input.
  public var input: String
  /// `-` is standard output.
  public var output: String
  /// Format names; nil goes by suffix, then by content.
  public var from: String?
  public var to: String?
  /// nil embeds, but for Markdown files, which are read by people.
  public var pictures: Pictures?
  public var changes = TrackedChanges.keep
  public var limits = Limits()

  public init(input: String, output: String) {
    self.input = input
    self.output = output
  }

  /// Converts. What is written to a file is there as a whole or not at all.
  ///
  /// - Parameter standardOutput: takes the result in pieces when `output` is `-`.
  public func run(
    standardOutput: (UnsafeRawBufferPointer) throws -> Void
  ) throws(SlipError) -> [Diagnostic] {
    if input == "-" {
      let bytes = try FileSystem.readFile("/dev/stdin", limit: limits.fileBytes)
      return try slipErrors { try bytes.withUnsafeBytes { try convert($0, standardOutput) } }
    }
    let file = try MappedFile(input)
    return try slipErrors { try file.withBytes { try convert($0, standardOutput) } }
  }

  /// What `run` would lose. Nothing is written; `output` counts for its suffix only.
  public func report() throws(SlipError) -> LossReport {
    if input == "-" {
      let bytes = try FileSystem.readFile("/dev/stdin", limit: limits.fileBytes)
      return try slipErrors { try bytes.withUnsafeBytes { try report($0) } }
    }
    let file = try MappedFile(input)
    return try slipErrors { try file.withBytes { try report($0) } }
  }

  private func report(_ bytes: UnsafeRawBufferPointer) throws -> LossReport {
    let source = try sourceFormat(bytes)
    let target = try targetFormat()
    var report = LossReport(target)
    let path = input == "-" ? "<stdin>" : input
    if source.name == "rtf", target.name == "html", let page = recoveredHTML(bytes) {
      report.add(path, [], reading: located(page.diagnostics, in: bytes))
      return report
    }
    let (document, diagnostics) = try document(bytes, source)
    var options = ExportLosses.Options()
    options.hasFilesBeside = placement(target) == .beside
    report.add(
      path, ExportLosses.of(document, as: target.name, options: options),
      reading: located(diagnostics, in: bytes))
    return report
  }

  private func document(
    _ bytes: UnsafeRawBufferPointer, _ source: Format
  ) throws(SlipError) -> (Document, [Diagnostic]) {
    guard let read = source.read else { throw oneWay("\(source.title) can be written, but not read.") }
    var result = read(bytes, limits)
    result.document.settle(changes)
    return (result.document, result.diagnostics)
  }

  private func placement(_ target: Format) -> Pictures {
    pictures ?? (target.name == "markdown" ? .beside : .embed)
  }

  private func convert(
    _ bytes: UnsafeRawBufferPointer, _ standardOutput: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> [Diagnostic] {
    let source = try sourceFormat(bytes)
    let target = try targetFormat()
    guard output != "-" else {
      return located(try write(bytes, source, target, nil, standardOutput), in: bytes)
    }
    let file = try AtomicFile(output)
    defer { file.abandon() }
    let diagnostics = try write(bytes, source, target, output) { try file.write($0) }
    try file.commit()
    return located(diagnostics, in: bytes)
  }

  private func write(
    _ bytes: UnsafeRawBufferPointer, _ source: Format, _ target: Format, _ path: String?,
    _ sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> [Diagnostic] {
    if source.name == "rtf", target.name == "txt", changes != .reject {
      // The short cut: no document is built, memory stays bounded.
      var diagnostics = DiagnosticSink()
      try RTFPlainText.extract(bytes, limits: limits, diagnostics: &diagnostics, chunk: sink)
      return diagnostics.diagnostics
    }
    if source.name == "rtf", target.name == "html", let page = recoveredHTML(bytes) {
      try page.html.withUnsafeBytes { try sink($0) }
      return page.diagnostics
    }
    guard let write = target.write else { throw oneWay("\(target.title) can be read, but not written.") }
    let (document, diagnostics) = try document(bytes, source)
    var options = WriteOptions()
    if let path, placement(target) == .beside {
      options.resources = .path(try writeResources(of: document, beside: path))
    }
    let written = write(document, options)
    try written.withUnsafeBytes { try sink($0) }
    return diagnostics
  }

  /// The page that a mail in RTF encapsulates, fit for publishing; nil for other RTF.
  private func recoveredHTML(_ bytes: UnsafeRawBufferPointer) -> (html: [UInt8], diagnostics: [Diagnostic])? {
    var diagnostics = DiagnosticSink()
    guard let html = RTFEncapsulatedHTML.recover(bytes, limits: limits, diagnostics: &diagnostics) else {
      return nil
    }
    let filtered = HTMLFilter.filtered(html, diagnostics: &diagnostics)
    return (filtered, diagnostics.diagnostics)
  }

  private func oneWay(_ message: String) -> SlipError {
    SlipError(.usage, code: KitCode.oneWayFormat, message)
  }

  /// Writes each resource to `NAME_files/` and gives their relative paths.
  private func writeResources(
    of document: Document, beside path: String
  ) throws -> @Sendable (Int) -> String? {
    let stem = path.lastIndex(of: ".").map { String(path[..<$0]) } ?? path
    let directory = stem + "_files"
    let directoryName = directory.split(separator: "/").last.map(String.init) ?? directory
    var paths: [Int: String] = [:]
    for (index, resource) in document.resources.enumerated() {
      switch resource.content {
      case .file(let path): paths[index] = path
      case .bytes(let bytes):
        if paths.isEmpty { try FileSystem.makeDirectory(directory, parents: true) }
        let suffix = bytes.withUnsafeBytes { MediaType.sniff($0).fileExtension }
        let name = "\(index + 1).\(suffix)"
        try FileSystem.writeFileAtomically(directory + "/" + name, bytes)
        paths[index] = directoryName + "/" + name
      }
    }
    return { [paths] index in paths[index] }
  }

  private func sourceFormat(_ bytes: UnsafeRawBufferPointer) throws(SlipError) -> Format {
    if let from { return try format(named: from) }
    // Content first: many .doc and .txt files are RTF.
    if RTFProbe.isRTF(bytes), let rtf = FormatTable.named("rtf") { return rtf }
    if input != "-", let format = FormatTable.forPath(input) {
      if format.name == "rtf" {
        throw SlipError(
          .badInput, code: KitCode.notRTF, "This is not RTF: it does not begin with {\\rtf.",
          at: SourceLocation(file: input))
      }
      return format
    }
    if let format = FormatTable.sniffing(bytes) { return format }
    throw SlipError(
      .usage, code: KitCode.unknownFormat, "The format of the input can't be told; name it with --from.",
      at: SourceLocation(file: input))
  }

  private func targetFormat() throws(SlipError) -> Format {
    if let to { return try format(named: to) }
    if output != "-", let format = FormatTable.forPath(output) { return format }
    throw SlipError(.usage, code: KitCode.unknownFormat, "Which format is wanted? Name it with --to.")
  }

  private func format(named name: String) throws(SlipError) -> Format {
    guard let format = FormatTable.named(name) else {
      let names = FormatTable.rows.map(\.name).joined(separator: ", ")
      throw SlipError(
        .usage, code: KitCode.unknownFormat, "There is no format of this name; there are: \(names).")
    }
    return format
  }

  /// Names the file, and turns byte offsets into lines and columns.
  private func located(_ diagnostics: [Diagnostic], in bytes: UnsafeRawBufferPointer) -> [Diagnostic] {
    diagnostics.placed(in: bytes).map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.location.file = input == "-" ? "<stdin>" : input
      return diagnostic
    }
  }
}
