internal import SlipFiles
public import SlipBase
internal import SlipBundle
internal import SlipDocument
internal import SlipExchange
public import SlipFormats
internal import SlipNotes

/// Exports the notes of a bundle as one document.
///
/// ```swift
/// var request = BookExport(ExportRequest(bundle: "my.slipbox", output: "book.docx", target: .docx))
/// let outcome = try request.run()
/// ```
///
/// Notes come in the order of the box. Folders become headings above them, titles of notes headings below these, and links
/// between notes lead to them within the document. Links to notes that aren't exported become text.
public struct BookExport: Sendable {
  /// The bundle, the file to write, its format, and the notes that are wanted.
  public var request: ExportRequest
  /// What stands between two notes.
  public var separator = DocumentCompilation.Separator.none
  /// Title, further facts, cover and table of contents. Without a title the document has the name of the bundle.
  public var front = DocumentFront()
  /// A document whose styles, page, headers and footers are taken.
  public var template: [UInt8]?

  /// Creates a request.
  public init(_ request: ExportRequest) { self.request = request }

  /// Writes the document, completely or not at all.
  ///
  /// - Throws: `SlipError`; nothing is written then.
  public func run(progress: WorkProgress = .silent) throws(SlipError) -> ExportRequest.Outcome {
    try retryingWhenReplaced { () throws(SlipError) in try runOnce(progress) }
  }

  private func runOnce(_ progress: WorkProgress) throws(SlipError) -> ExportRequest.Outcome {
    guard let format = FormatTable.named(request.target.name), let write = format.write, !format.isPackage
    else {
      throw SlipError(
        .usage, code: KitCode.oneWayFormat, "Notes can't be written to one file of this format.")
    }
    if let template { try ConvertRequest.expect(template, for: format) }
    let existing: AtomicFile.Existing = request.replaces ? .replace : .refuse
    if let there = try FileSystem.status(request.output), there.kind == .directory || !request.replaces {
      throw AtomicFile.taken(request.output)
    }
    var embedding = request
    embedding.attachments = request.target.holdsAttachments ? .embed : nil
    let (bundle, plan, exporter) = try embedding.prepare()
    var sink = DiagnosticSink()
    let order = exporter.notesInOrder
    guard !order.isEmpty else {
      throw SlipError(.badInput, code: KitCode.noSuchInput, "There is no note to export.")
    }
    var document = try compiled(order.map { ($0.note, $0.folders) }, bundle, exporter, &sink, progress)
    document.info.title = document.info.title ?? BookExport.name(of: bundle.path)
    var options = WriteOptions.ofBox
    options.links = request.links
    options.dropsUnknownFiles = true
    options.officeTemplate = template
    var findings = try front.apply(to: &document, &options, for: format)
    if front.cover != nil, let viewer = format.viewer { findings += document.makePicturesVisible(to: viewer) }
    options.title = document.info.title
    let output = request.output
    try slipErrors {
      var files = ConvertedFiles(beside: output, existing: existing)
      if format.hasPicturesBeside {
        options.resources = .path(try files.write(document))
      } else if !format.holdsFiles {
        try files.moveOut(of: &document, for: format)
      }
      let bytes = try write(document, options)
      let file = try AtomicFile(output, existing: existing)
      try bytes.withUnsafeBytes { try file.write($0) }
      // Once the file has its name, nothing can fail any more.
      try bundle.expectCurrent()
      try file.commit()
    }
    return ExportRequest.Outcome(
      path: output, notes: order.count, files: 1, leftOut: plan.leftOut.count, withoutOriginal: 0, refused: 0,
      diagnostics: plan.diagnostics + sink.diagnostics + findings)
  }

  /// All notes as one document.
  private func compiled(
    _ order: [(note: Note.ID, folders: [Folder.ID])], _ bundle: OpenBundle, _ exporter: Exporter,
    _ sink: inout DiagnosticSink, _ progress: WorkProgress
  ) throws(SlipError) -> Document {
    var compilation = DocumentCompilation(separator: separator)
    var above: [Folder.ID] = []
    for (index, (id, folders)) in order.enumerated() {
      let shared = zip(above, folders).prefix { $0 == $1 }.count
      for depth in shared..<max(shared, folders.count) {
        compilation.addHeading(bundle.box.folder(folders[depth])?.name ?? "", level: depth + 1)
      }
      above = folders
      let result = try slipErrors { try exporter.document(of: id) }
      for var finding in result.diagnostics {
        finding.location.file = bundle.storage.displayPath(of: PayloadPath.body(id))
        sink.report(finding)
      }
      let title = bundle.box.note(id)?.title ?? ""
      compilation.add(result.document, title: title, level: folders.count + 1, key: id.description)
      try progress("exporting", index + 1, of: order.count)
    }
    let ids = Dictionary(
      order.map { ($0.note.description, $0.note) }, uniquingKeysWith: { first, _ in first })
    return compilation.document { link, key in
      guard let id = ids[key], let other = exporter.note(for: link, in: id) else { return nil }
      let fragment = link.firstIndex(of: "#").map { String(link[link.index(after: $0)...]) }
      return DocumentCompilation.Target(key: other.description, bookmark: fragment)
    }
  }

  /// The name of a bundle without its suffix.
  private static func name(of path: String) -> String {
    let name = PathText.split(PathText.withoutSlashes(path)).name
    return name.lastIndex(of: ".").map { $0 > name.startIndex ? String(name[..<$0]) : name } ?? name
  }
}
