internal import SlipRTF
internal import SlipFiles
public import SlipBase
public import SlipDocument
internal import SlipExchange
public import SlipFormats

/// One file turned into another format, or all files of a directory tree; no bundle kept.
public struct ConvertRequest: Sendable {
  public enum Pictures: Sendable, Hashable {
    /// In the file itself.
    case embed
    /// In a directory beside the file that is written.
    case beside
  }

  /// `-` is standard input. Of a directory all files in it are converted, in the order of their names.
  public var input: String
  /// `-` is standard output; it takes a whole tree as text, a line with its name before each file. Of a tree, else, a
  /// directory that isn't there yet.
  public var output: String
  /// Format names; nil goes by suffix, then by content.
  public var from: String?
  public var to: String?
  /// nil embeds, but for single Markdown files, which are read by people.
  public var pictures: Pictures?
  public var changes = TrackedChanges.keep
  /// Which links stay; nil leaves it to the format: all in RTF, safe ones where browsers follow them.
  public var links: LinkChoice?
  /// Where headings, lists and header rows of pages and Markdown come from.
  public var structure = StructureChoice.auto
  /// Facts that take the place of the document's own: `title`, `author`, `lang`, `keywords` (parted by commas),
  /// `description`; others are added to pages.
  public var metadata: [UserProperty] = []
  /// How a page is made (HTML only).
  public var page = PageOptions()
  /// The text without a page around it (HTML only).
  public var isFragment = false
  /// Columns after which Markdown's paragraphs are broken; nil leaves each on one line.
  public var wrap: Int?
  /// Takes the place of a file that exists; never of the input, nor of a directory.
  public var replaces = false
  /// A file that is there already as it would be made stays, and is no fault.
  var keepsEqual = false
  public var limits = Limits()
  /// The input while it is read: nothing is put in place of what changed meanwhile.
  var source: MappedFile?
  /// What a link to another file becomes that is converted in the same run.
  var renamedLink: (@Sendable (String) -> String?)?
  /// Threads that work on a tree at most.
  public var workers = Parallel.cores

  public init(input: String, output: String) {
    self.input = input
    self.output = output
  }

  /// Bytes that make a file large: its document has very many parts.
  private static let largeFile = 1 << 20

  /// Whether the input is a directory, and no package.
  public var isTree: Bool {
    // What can't be examined fails before this is asked.
    guard input != "-", (try? FileSystem.status(input))?.kind == .directory else { return false }
    return (try? isPackage) == false
  }

  /// Converts. What is written to a file or a directory is there as a whole or not at all.
  ///
  /// - Parameter standardOutput: takes the result in pieces when `output` is `-`.
  /// - Returns: what was found; for files of a tree that could not be converted, errors.
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

  /// Converts what is known to be a file.
  func runFile(_ standardOutput: (UnsafeRawBufferPointer) throws -> Void) throws(SlipError) -> [Diagnostic] {
    let file = try MappedFile(input)
    var request = self
    request.source = file
    let diagnostics = try slipErrors { try file.withBytes { try request.convert($0, standardOutput) } }
    try file.expectUnchanged()
    return diagnostics
  }

  /// Whether a tree's entry is converted: a file of a format that can be read, or an RTFD package.
  ///
  /// - Parameter from: the one format that is wanted; nil: any.
  static func isWanted(_ path: String, isDirectory: Bool, from: String?) -> Bool {
    guard let format = FormatTable.forPath(path), format.read != nil else { return false }
    return (!isDirectory || format.name == "rtfd")
      && (from.map { FormatTable.named($0)?.name == format.name } ?? true)
  }

  /// What stands at the output is somebody's.
  func expectOutput() throws(SlipError) {
    guard output != "-", let there = try FileSystem.status(output) else { return }
    if input != "-", try FileSystem.status(input)?.isSameFile(as: there) == true {
      throw SlipError(
        .cannotDo, code: KitCode.outputIsInput, "The output is the input itself; nothing was changed.",
        at: SourceLocation(file: output))
    }
    // Refused before the work, not behind it.
    if there.kind == .file, existing == .refuse { throw AtomicFile.taken(output) }
  }

  /// What happens to a file that is there.
  var existing: AtomicFile.Existing { replaces ? .replace : keepsEqual ? .keepEqual : .refuse }

  private func convert(
    _ bytes: UnsafeRawBufferPointer, _ standardOutput: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> [Diagnostic] {
    let source = try sourceFormat(bytes)
    let target = try targetFormat()
    if source.name == "rtf", target.name == "txt", changes == .keep {
      return located(try plainText(of: bytes, standardOutput), in: bytes)
    }
    if source.name == "rtf", target.name == "html", let page = recoveredHTML(bytes) {
      try writePage(page.html, standardOutput)
      return located(page.diagnostics, in: bytes)
    }
    // With standard output alone there is no place beside it.
    let hasPlace = output != "-" || placement(target) == .embed
    let result = try document(bytes, source, target, readsPictures: hasPlace && target.name != "txt")
    let unseen = try write(result.document, isNormalForm: result.isNormalForm, target, standardOutput)
    let diagnostics = located(result.diagnostics + unseen, in: bytes)
    if bytes.count >= ConvertRequest.largeFile { Parallel.release(result) }
    return diagnostics
  }

  /// What is to be written.
  ///
  /// - Parameter readsPictures: with the bytes of pictures that lie beside the input.
  func document(
    _ bytes: UnsafeRawBufferPointer, _ source: Format, _ target: Format, readsPictures: Bool
  ) throws(SlipError) -> ReadResult {
    guard let read = source.read else { throw oneWay("\(source.title) can be written, but not read.") }
    var result = read(bytes, limits)
    if changes != .keep {
      result.document.settle(changes)
      result.isNormalForm = false
    }
    if source.name.hasPrefix("rtf"), !target.name.hasPrefix("rtf") { result.document.dropMissingFiles() }
    if editLinks(&result.document) { result.isNormalForm = false }
    findStructure(in: &result.document, source, target)
    if source.viewer == .browser, readsPictures, input != "-" {
      var pictures = try PicturesBeside(of: input, limits: limits)
      pictures.read(into: &result.document)
      result.diagnostics += pictures.diagnostics
    }
    return result
  }

  /// Only of what says little of it, for those that live by it.
  func findStructure(in document: inout Document, _ source: Format, _ target: Format) {
    if source.name.hasPrefix("rtf"), target.viewer == .browser { document.findStructure(structure) }
  }

  /// - Returns: whether there was anything to do.
  func editLinks(_ document: inout Document) -> Bool {
    guard links != nil || renamedLink != nil else { return false }
    document.editLinks { link in
      var link = link
      link.target = renamedLink?(link.target) ?? link.target
      return links.map { link.isKept($0) } == false ? nil : link
    }
    return true
  }

  /// The short cut: no document is built, memory stays bounded.
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

  /// - Returns: what couldn't be written as it is meant.
  func write(
    _ document: Document, isNormalForm: Bool = false, _ target: Format,
    _ standardOutput: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> [Diagnostic] {
    if target.name == "rtfd", output != "-" {
      try writePackage(document)
      return []
    }
    guard let write = target.write else { throw oneWay("\(target.title) can be read, but not written.") }
    var document = document
    var diagnostics: [Diagnostic] = []
    // A document that was RTF has no pictures that RTF doesn't hold.
    if let viewer = target.viewer, !isNormalForm || viewer == .browser {
      diagnostics = document.makePicturesVisible(to: viewer, limits: limits)
    }
    var options = options(of: &document.info)
    options.isNormalForm = isNormalForm && metadata.isEmpty
    options.links = links ?? .safe
    options.page = page
    options.isFragment = isFragment
    options.wrap = wrap
    if output != "-" {
      try source?.expectUnchanged()
      var files = ConvertedFiles(beside: output, existing: existing)
      if placement(target) == .beside {
        options.resources = .path(try files.write(document))
      } else if target.name == "html" {
        // A page holds pictures, but no other files.
        try files.moveOut(of: &document)
      }
    }
    let writePieces =
      target.writePieces ?? { document, options, sink in
        try write(document, options).withUnsafeBytes { try sink($0) }
      }
    if output == "-" {
      try writePieces(document, options, standardOutput)
      return diagnostics
    }
    let file = try AtomicFile(output, existing: existing)
    defer { file.abandon() }
    try writePieces(document, options) { try file.write($0) }
    try source?.expectUnchanged()
    try file.commit()
    return diagnostics
  }

  /// What is known of a document besides its text. Sets what is to be another than the document says.
  func options(of info: inout DocumentInfo) -> WriteOptions {
    var options = WriteOptions()
    options.fallbackTitle = input == "-" ? nil : fileStem
    for fact in metadata {
      switch fact.name.lowercased() {
      case "title": info.title = fact.value
      case "author": info.author = fact.value
      case "description", "subject": info.subject = fact.value
      case "keywords":
        info.keywords = fact.value.split(separator: ",").map { String($0.drop { $0 == " " }) }
      case "lang", "language": options.language = fact.value
      default: options.metadata.append(fact)
      }
    }
    return options
  }

  /// The input's name without its suffix.
  private var fileStem: String {
    let name = input.split(separator: "/").last ?? ""
    return String(name.lastIndex(of: ".").map { name[..<$0] } ?? name)
  }

  func placement(_ target: Format) -> Pictures {
    pictures ?? (target.name == "markdown" ? .beside : .embed)
  }

  private func writePage(_ page: [UInt8], _ standardOutput: (UnsafeRawBufferPointer) throws -> Void) throws {
    if output == "-" { return try page.withUnsafeBytes(standardOutput) }
    try source?.expectUnchanged()
    try FileSystem.writeFileAtomically(output, page, existing: existing)
  }

  func oneWay(_ message: String) -> SlipError {
    SlipError(.usage, code: KitCode.oneWayFormat, message)
  }

  func sourceFormat(_ bytes: UnsafeRawBufferPointer) throws(SlipError) -> Format {
    if let from { return try format(named: from) }
    // Content first: many .doc and .txt files are RTF.
    if RTFProbe.isRTF(bytes), let rtf = FormatTable.named("rtf") { return rtf }
    if OtherDocument.isOne(bytes, path: input) {
      throw SlipError(
        .badInput, code: KitCode.unknownFormat,
        "This is a document in another format than RTF; \(OtherDocument.advice).",
        at: SourceLocation(file: input))
    }
    if input != "-", let format = FormatTable.forPath(input) {
      if format.name == "rtf" {
        throw SlipError(
          .badInput, code: KitCode.notRTF, "This file is not RTF: it does not begin with {\\rtf.",
          at: SourceLocation(file: input))
      }
      return format
    }
    if let format = FormatTable.sniffing(bytes) { return format }
    throw SlipError(
      .usage, code: KitCode.unknownFormat, "The input's format is unknown; name it with --from.",
      at: SourceLocation(file: input))
  }

  func targetFormat() throws(SlipError) -> Format {
    if let to { return try format(named: to) }
    if output != "-", let format = FormatTable.forPath(output) { return format }
    throw SlipError(.usage, code: KitCode.unknownFormat, "The output format is unknown; name it with --to.")
  }

  func format(named name: String) throws(SlipError) -> Format {
    guard let format = FormatTable.named(name) else {
      let names = FormatTable.rows.map(\.name).joined(separator: ", ")
      throw SlipError(
        .usage, code: KitCode.unknownFormat, "There is no format of this name; known formats are: \(names).")
    }
    return format
  }

  /// Names the file, and turns byte offsets into lines and columns.
  func located(_ diagnostics: [Diagnostic], in bytes: UnsafeRawBufferPointer) -> [Diagnostic] {
    diagnostics.placed(in: bytes).map { diagnostic in
      var diagnostic = diagnostic
      let file = input == "-" ? "<stdin>" : input
      diagnostic.location.file = diagnostic.location.file ?? file
      return diagnostic
    }
  }
}
