public import RTFSyntax
internal import SlipRTF
internal import SlipRTFD
internal import SlipFiles
public import SlipBase
public import SlipDocument
public import SlipFormats

/// Converts one file to another format, or all files of a directory tree, without a bundle.
///
/// ```swift
/// var request = ConvertRequest(input: "notes.rtf", output: "notes.html")
/// request.links = .safe
/// let diagnostics = try request.run { _ in }
/// ```
///
/// Most conversions read a `Document` and write it. There are two shortcuts: RTF to plain text
/// streams without a document, and RTF that encapsulates an HTML page gives that page back.
public struct ConvertRequest: Sendable {
  /// Where pictures go.
  public enum Pictures: Sendable, Hashable {
    /// Into the file itself.
    case embed
    /// Into a directory beside the file that is written.
    case beside
  }

  /// The path of the file or directory; `-` is standard input. All files of a directory are
  /// converted, in the order of their names.
  public var input: String
  /// The path of the result; `-` is standard output. For a tree this is a directory that
  /// doesn't exist yet; on standard output a tree becomes text, with a line before each file
  /// that names it.
  public var output: String
  /// The name of the input's format; nil: by content, then by suffix.
  public var from: String?
  /// The name of the output's format; nil: by the suffix of the output.
  public var to: String?
  /// Where pictures go; nil embeds them, except in single Markdown files, because people read
  /// these.
  public var pictures: Pictures?
  /// What happens to tracked changes.
  public var changes = TrackedChanges.keep
  /// Which links stay; nil leaves it to the format: all in RTF, safe ones where browsers follow
  /// them.
  public var links: LinkChoice?
  /// Where headings, lists and header rows of pages and Markdown come from.
  public var structure = StructureChoice.auto
  /// Facts that replace those of the document: `title`, `author`, `lang`, `keywords` (separated
  /// by commas), `description`. Others are added to pages.
  public var metadata: [UserProperty] = []
  /// How a page is built (HTML only).
  public var page = PageOptions()
  /// Whether to write the text without a page around it (HTML only).
  public var isFragment = false
  /// A document whose styles, page, headers and footers are taken (documents of word processors only).
  public var officeTemplate: [UInt8]?
  /// The picture on the cover, in formats that have pictures.
  public var cover: [UInt8]?
  /// The columns at which Markdown paragraphs are wrapped; nil leaves each on one line.
  public var wrap: Int?
  /// Whether an existing file may be replaced. The input and directories never are.
  public var replaces = false
  /// Whether an existing file that is equal to the result is accepted as the result.
  var keepsEqual = false
  /// The encoding of pages, Markdown and text; nil: what they say themselves.
  public var encoding: TextEncoding?
  /// Bounds on what is read.
  public var limits = Limits()
  /// The input while it is read: nothing is put in place if it has changed meanwhile.
  var source: MappedFile?
  /// What a link becomes that leads to another file converted in the same run; nil where it
  /// stays.
  var renamedLink: (@Sendable (String) -> String?)?
  /// The most threads that work on a tree.
  public var workers = Parallel.cores

  /// A request with the defaults.
  public init(input: String, output: String) {
    self.input = input
    self.output = output
  }

  /// From this many bytes on, a document has so many parts that freeing it is left to another
  /// thread.
  private static let largeFile = 1 << 20

  /// Whether the input is a directory that isn't an RTFD package.
  public var isTree: Bool {
    // An input that can't be examined makes `run` fail, so an error means no here.
    guard input != "-", (try? FileSystem.status(input))?.kind == .directory else { return false }
    return (try? isPackage) == false
  }

  /// Converts the input. A file or directory is written completely or not at all.
  ///
  /// - Parameter standardOutput: Called with the result in pieces when `output` is `-`.
  /// - Returns: What was found; for a tree also an error for each file that could not be
  ///   converted.
  /// - Throws: `SlipError`; then nothing was written.
  public func run(
    standardOutput: (UnsafeRawBufferPointer) throws -> Void
  ) throws(SlipError) -> [Diagnostic] {
    try expectOutput()
    if input == "-" {
      let bytes = try FileSystem.readFile("/dev/stdin", limit: limits.fileBytes)
      return try slipErrors { try bytes.withUnsafeBytes { try convert($0, standardOutput) } }
    }
    if try FileSystem.status(input)?.kind == .directory {
      return try slipErrors {
        if try isPackage { return try convertPackage(standardOutput) }
        guard let to else {
          throw SlipError(
            .usage, code: KitCode.unknownFormat,
            "The input is a folder; name the output format of its files with --to.",
            at: SourceLocation(file: input))
        }
        var tree = try ConvertTree(self, to: format(named: to))
        return try tree.run(standardOutput: standardOutput)
      }
    }
    return try runFile(standardOutput)
  }

  /// Converts an input that is known to be a file.
  ///
  /// - Parameter systemPath: The bytes of the input's path where it isn't UTF-8.
  /// - Throws: `SlipError` with `FileCode.changedMeanwhile` where the file changed while it
  ///   was read.
  func runFile(
    systemPath: [UInt8]? = nil, _ standardOutput: (UnsafeRawBufferPointer) throws -> Void
  ) throws(SlipError) -> [Diagnostic] {
    let file: MappedFile
    if let systemPath {
      file = try MappedFile(systemPath: systemPath, shown: input)
    } else {
      file = try MappedFile(input)
    }
    var request = self
    request.source = file
    let diagnostics = try slipErrors { try file.withBytes { try request.convert($0, standardOutput) } }
    try file.expectUnchanged()
    return diagnostics
  }

  /// Whether an entry of a tree is converted: a file of a format that can be read, or an RTFD
  /// package.
  ///
  /// - Parameter from: The one format that is wanted; nil: any.
  static func isWanted(_ path: String, isDirectory: Bool, from: String?) -> Bool {
    guard let format = FormatTable.forPath(path), format.read != nil else { return false }
    guard !isDirectory || format.isPackage else { return false }
    guard let from else { return true }
    // A format without suffixes of its own reads the files of its kind.
    let wanted = FormatTable.named(from)
    return wanted?.name == format.name || wanted?.suffixes.isEmpty == true && wanted?.kind == format.kind
  }

  /// Throws where the output is the input, or a file that may not be replaced, before any work
  /// is done.
  func expectOutput() throws(SlipError) {
    guard output != "-", let there = try FileSystem.status(output) else { return }
    if input != "-", try FileSystem.status(input)?.isSameFile(as: there) == true {
      throw SlipError(
        .cannotDo, code: KitCode.outputIsInput, "The output is the input itself; nothing was changed.",
        at: SourceLocation(file: output))
    }
    // Refuse an existing file before the work rather than after it.
    if there.kind == .file, existing == .refuse { throw AtomicFile.taken(output) }
  }

  /// What happens if the output exists.
  var existing: AtomicFile.Existing { replaces ? .replace : keepsEqual ? .keepEqual : .refuse }

  /// Converts bytes that are in memory or mapped.
  private func convert(
    _ bytes: UnsafeRawBufferPointer, _ standardOutput: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> [Diagnostic] {
    let source = try sourceFormat(bytes)
    let target = try targetFormat()
    if source.kind == .rtf, target.kind == .plainText, changes == .keep, front.isEmpty {
      return located(try plainText(of: bytes, standardOutput), in: bytes)
    }
    if source.kind == .rtf, target.kind == .html, cover == nil, let page = try recoveredHTML(bytes, target) {
      try writePage(page.html, standardOutput)
      return located(page.diagnostics, in: bytes)
    }
    // Standard output has no folder for pictures beside it.
    let hasPlace = output != "-" || placement(target) == .embed
    let result = try document(bytes, source, target, readsPictures: hasPlace && target.showsPictures)
    let unseen = try write(
      result.document, isNormalForm: result.isNormalForm, target, readBytes: bytes.count, standardOutput)
    let diagnostics = located(result.diagnostics + unseen, in: bytes)
    if bytes.count >= ConvertRequest.largeFile { Parallel.release(result) }
    return diagnostics
  }

  /// The document to write: read, with tracked changes resolved, links edited, structure found
  /// and pictures loaded.
  ///
  /// - Parameter readsPictures: Whether pictures that are beside the input are read, too.
  func document(
    _ bytes: UnsafeRawBufferPointer, _ source: Format, _ target: Format, readsPictures: Bool
  ) throws(SlipError) -> ReadResult {
    var result = try read(bytes, source, in: encoding)
    if changes != .keep {
      result.document.resolve(changes)
      result.isNormalForm = false
    }
    if source.isRTF, !target.isRTF { result.document.dropMissingFiles() }
    if editLinks(&result.document) { result.isNormalForm = false }
    findStructure(in: &result.document, source, target)
    if target.kind == .plainText, source.viewer == .browser { result.document.holdPictures() }
    if source.viewer == .browser, readsPictures, input != "-" {
      var pictures = try PicturesBeside(of: input, limits: limits)
      try pictures.read(into: &result.document)
      result.diagnostics += pictures.diagnostics
    }
    return result
  }

  /// Guesses headings and lists, but only of RTF, which says little about them, and only for
  /// pages and Markdown, which depend on them.
  func findStructure(in document: inout Document, _ source: Format, _ target: Format) {
    if source.isRTF, target.viewer == .browser { document.findStructure(structure) }
  }

  /// Renames links to converted files and drops links that aren't wanted.
  ///
  /// - Returns: Whether links were looked at.
  func editLinks(_ document: inout Document) -> Bool {
    guard links != nil || renamedLink != nil else { return false }
    document.editLinks { link in
      var link = link
      link.target = renamedLink?(link.target) ?? link.target
      return links.map { link.isKept($0) } == false ? nil : link
    }
    return true
  }

  /// Extracts plain text from RTF. No document is built, so memory stays bounded whatever the
  /// length of the file.
  func plainText(
    of rtf: UnsafeRawBufferPointer, _ standardOutput: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> [Diagnostic] {
    var diagnostics = DiagnosticSink()
    if output == "-" {
      try RTFPlainText.extract(rtf, limits: limits, diagnostics: &diagnostics, chunk: standardOutput)
    } else {
      let file = try AtomicFile(output, existing: existing)
      defer { file.abandon() }
      try RTFPlainText.extract(rtf, limits: limits, diagnostics: &diagnostics) { try file.write($0) }
      try source?.expectUnchanged()
      try file.commit()
    }
    return diagnostics.diagnostics
  }

  /// Writes a document to the output.
  ///
  /// - Parameters:
  ///   - isNormalForm: Whether the document is exactly what the RTF reader returned, so
  ///     that the writer needn't normalize it again.
  ///   - readBytes: The length of the file that it was read from; nil for a document that was made otherwise.
  /// - Returns: What could not be written as it is meant.
  func write(
    _ document: Document, isNormalForm: Bool = false, _ target: Format, readBytes: Int? = nil,
    _ standardOutput: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> [Diagnostic] {
    var document = document
    let (options, findings) = try options(of: &document, target)
    if target.isPackage, output != "-" {
      return findings + (try writePackage(document))
    }
    guard let write = target.write else { throw oneWay("\(target.title) can be read, but not written.") }
    if let officeTemplate { try ConvertRequest.expect(officeTemplate, for: target) }
    var (written, diagnostics) = (options, findings)
    let isNormalForm = isNormalForm && front.isEmpty
    // A document that was read from RTF has only pictures that RTF can hold.
    if let viewer = target.viewer, !isNormalForm || viewer != .wordProcessor {
      diagnostics += document.makePicturesVisible(
        to: viewer, limits: limits, arePartOfFile: output == "-" || placement(target) != .beside)
    }
    written.isNormalForm = isNormalForm
    if output != "-" {
      try source?.expectUnchanged()
      var files = ConvertedFiles(beside: output, existing: existing)
      if placement(target) == .beside {
        written.resources = .path(try files.write(document))
      } else if !target.holdsFiles {
        // A page can contain pictures, but no other files.
        try files.moveOut(of: &document, for: target)
      }
    }
    let writePieces =
      target.writePieces ?? { document, options, sink in
        try write(document, options).withUnsafeBytes { try sink($0) }
      }
    if output == "-" {
      try writePieces(document, written, standardOutput)
      return diagnostics
    }
    let file = try AtomicFile(output, existing: existing)
    defer { file.abandon() }
    let most = readBytes.map { limits.documentBytes(readFrom: $0 + ConvertRequest.pictureBytes(document)) }
    var length = 0
    try writePieces(document, written) {
      length += $0.count
      if let most, length > most { throw MarkupCode.tooLarge(most) }
      try file.write($0)
    }
    try source?.expectUnchanged()
    try file.commit()
    return diagnostics
  }

  /// The bytes of the pictures and files that a document has with it.
  private static func pictureBytes(_ document: Document) -> Int {
    document.resources.reduce(0) { if case .bytes(let bytes) = $1.content { $0 + bytes.count } else { $0 } }
  }

  /// Throws where a document can't give its styles to one of a format.
  static func expect(_ template: [UInt8], for target: Format) throws(SlipError) {
    guard !target.takesTemplate(template) else { return }
    throw SlipError(
      .usage, code: KitCode.oneWayFormat,
      "The template must be a document of the format that is written: .docx for .docx, .odt for .odt.")
  }

  /// What the request says about the document.
  private var front: DocumentFront {
    var front = DocumentFront()
    (front.facts, front.cover, front.hasContents) = (metadata, cover, page.hasContents)
    return front
  }

  /// Options of writing, and what the format can't hold. The document gets what the request says about it.
  ///
  /// - Throws: `SlipError` where the format can't have what the request says.
  func options(
    of document: inout Document, _ target: Format
  ) throws(SlipError) -> (options: WriteOptions, findings: [Diagnostic]) {
    var options = WriteOptions()
    options.fallbackTitle = input == "-" ? nil : fileStem
    options.links = links ?? .safe
    options.page = page
    options.isFragment = isFragment
    options.wrap = wrap
    options.officeTemplate = officeTemplate
    let findings = try front.apply(to: &document, &options, for: target)
    return (options, findings)
  }

  /// The name of the input without its suffix, which is the title of a document without one.
  private var fileStem: String {
    let name = input.split(separator: "/").last ?? ""
    return String(name.lastIndex(of: ".").map { name[..<$0] } ?? name)
  }

  /// Where pictures go for this format.
  func placement(_ target: Format) -> Pictures {
    pictures ?? (target.hasPicturesBeside ? .beside : .embed)
  }

  /// Writes a page that was recovered from RTF.
  private func writePage(_ page: [UInt8], _ standardOutput: (UnsafeRawBufferPointer) throws -> Void) throws {
    if output == "-" { return try page.withUnsafeBytes(standardOutput) }
    try source?.expectUnchanged()
    try FileSystem.writeFileAtomically(output, page, existing: existing)
  }

  /// Gives diagnostics the name of the file, and line and column instead of byte offsets.
  func located(_ diagnostics: [Diagnostic], in bytes: UnsafeRawBufferPointer) -> [Diagnostic] {
    diagnostics.placed(in: bytes).map { diagnostic in
      var diagnostic = diagnostic
      let file = input == "-" ? "<stdin>" : input
      diagnostic.location.file = diagnostic.location.file ?? file
      return diagnostic
    }
  }
}
