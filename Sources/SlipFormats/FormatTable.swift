internal import SlipOffice
internal import SlipRTF
internal import SlipRTFD
public import SlipBase

/// All document formats that the library reads or writes.
///
/// A new format is a new row here, and a folder with its reader and writer.
public enum FormatTable {
  /// The formats, in the order in which `sniffing(_:)` asks them. Plain text comes last,
  /// because all other text formats are plain text too.
  public static let rows: [Format] = [
    Format(
      name: "rtf", kind: .rtf, title: "Rich Text Format", suffixes: ["rtf"], mediaType: .rtf, isText: true,
      viewer: .wordProcessor,
      sniff: { RTFProbe.isRTF($0) },
      read: { RTFReader.read($0, limits: $1) },
      write: { RTFWriter.write($0, isNormalForm: $1.isNormalForm) },
      writePieces: { try RTFWriter.write($0, isNormalForm: $1.isNormalForm, chunk: $2) }),
    Format(
      name: "rtfd", kind: .package, title: "RTF with its files beside it", suffixes: ["rtfd"],
      mediaType: .binary,
      isText: false,
      // The flat form. A package is a directory, which callers turn into bytes first.
      sniff: { FlatRTFD.isFlat($0) },
      read: { bytes, limits in
        var diagnostics: [Diagnostic] = []
        let package = FlatRTFD.read(bytes, limits: limits, diagnostics: &diagnostics)
        var result = RTFDReader.read(package, limits: limits)
        result.diagnostics.insert(contentsOf: diagnostics, at: 0)
        return result
      },
      write: { document, _ in FlatRTFD.write(RTFDWriter.write(document)) }),
    Format(
      name: "html", kind: .html, title: "HTML 5", suffixes: ["html", "htm"], mediaType: .html, isText: true,
      viewer: .browser,
      sniff: { MediaType.sniff($0) == .html },
      read: { HTMLReader.read($0, limits: $1) },
      write: { HTMLWriter.write($0, options: $1) },
      writePieces: { try HTMLWriter.write($0, options: $1, chunk: $2) }),
    Format(
      name: "xhtml", kind: .html, title: "XHTML 5", suffixes: ["xhtml", "xht"], mediaType: .html,
      isText: true,
      viewer: .browser,
      // The reader of HTML reads both, so `html` recognizes XHTML too.
      sniff: { _ in false },
      read: { HTMLReader.read($0, limits: $1) },
      write: { HTMLWriter.write($0, options: $1.asXML) },
      writePieces: { try HTMLWriter.write($0, options: $1.asXML, chunk: $2) }),
    Format(
      name: "markdown", kind: .markdown, title: "GitHub Flavored Markdown", suffixes: ["md", "markdown"],
      mediaType: .markdown,
      isText: true, viewer: .browser,
      // Markdown has no signature: any text is Markdown.
      sniff: { _ in false },
      read: { MarkdownReader.read($0, limits: $1) },
      write: { MarkdownWriter.write($0, options: $1) },
      writePieces: { try MarkdownWriter.write($0, options: $1, chunk: $2) }),
    Format(
      name: "gfm", kind: .markdown, title: "Markdown with nothing that GitHub doesn't read", suffixes: [],
      mediaType: .markdown,
      isText: true, viewer: .browser,
      sniff: { _ in false },
      read: { MarkdownReader.readGFM($0, limits: $1) },
      write: nil),
    Format(
      name: "docx", kind: .office, title: "Word document", suffixes: ["docx", "docm", "dotx", "dotm"],
      mediaType: .docx, isText: false, viewer: .office,
      sniff: { DOCXReader.isDOCX($0) },
      readSound: { (bytes, limits) throws(SlipError) in
        try DOCXReader.readSound(bytes, limits: limits, importing: OfficeImport(limits).read)
      },
      read: { DOCXReader.read($0, limits: $1, importing: OfficeImport($1).read) },
      write: { (document, options) throws(SlipError) in
        try DOCXWriter.write(document, options: options.forOffice)
      }),
    Format(
      name: "odt", kind: .openDocument, title: "OpenDocument text", suffixes: ["odt", "ott"], mediaType: .odt,
      isText: false,
      viewer: .office,
      sniff: { ODTReader.isODT($0) },
      readSound: { (bytes, limits) throws(SlipError) in try ODTReader.readSound(bytes, limits: limits) },
      read: { ODTReader.read($0, limits: $1) },
      write: { (document, options) throws(SlipError) in
        try ODTWriter.write(document, options: options.forOffice)
      }),
    Format(
      name: "fodt", kind: .openDocument, title: "flat OpenDocument text", suffixes: ["fodt"], mediaType: .xml,
      isText: true,
      viewer: .office,
      sniff: { ODTReader.isFlat($0) },
      readSound: { (bytes, limits) throws(SlipError) in try ODTReader.readSound(bytes, limits: limits) },
      read: { ODTReader.read($0, limits: $1) },
      write: { (document, options) throws(SlipError) in
        try ODTWriter.write(document, isFlat: true, options: options.forOffice)
      }),
    Format(
      name: "epub", kind: .book, title: "EPUB 3 publication", suffixes: ["epub"], mediaType: .epub,
      isText: false,
      viewer: .book,
      sniff: { MediaType.sniff($0) == .epub },
      read: nil,
      write: { (document, options) throws(SlipError) in try BookWriter.write(document, options: options) }),
    Format(
      name: "opml", kind: .outline, title: "OPML outline", suffixes: ["opml"], mediaType: .opml, isText: true,
      sniff: { _ in false },
      read: nil,
      write: { (document, options) throws(SlipError) in try OPMLWriter.write(document, options: options) }),
    Format(
      name: "txt", kind: .plainText, title: "Plain text", suffixes: ["txt", "text"], mediaType: .plainText,
      isText: true,
      sniff: { MediaType.sniff($0) == .plainText },
      read: { bytes, _ in PlainTextReader.read(bytes) },
      write: { document, _ in PlainTextWriter.write(document) }),
  ]

  /// The format with this name or file name suffix, whatever its case: `md`, `Markdown`
  /// and `markdown` all give the same row. Nil for unknown names.
  public static func named(_ name: some StringProtocol) -> Format? {
    let lower = name.lowercased()
    return rows.first { $0.name == lower || $0.suffixes.contains(lower) }
  }

  /// The format that the file name suffix of a path claims, or nil if the path has no
  /// suffix or an unknown one.
  ///
  /// Only the last path component counts, and a leading dot begins no suffix: `notes/.md`
  /// has none.
  public static func forPath(_ path: some StringProtocol) -> Format? {
    let file = path.split(separator: "/").last ?? ""
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return nil }
    let suffix = file[file.index(after: dot)...].lowercased()
    return rows.first { $0.suffixes.contains(suffix) }
  }

  /// The format that the content shows, or nil for bytes that are not text and belong to
  /// no known format. Text of no other format is plain text, and so is Markdown.
  public static func sniffing(_ bytes: UnsafeRawBufferPointer) -> Format? {
    rows.first { $0.sniff(bytes) }
  }
}

/// Conversion from one format to another in memory.
extension FormatTable {
  /// The result of a conversion.
  public struct Conversion: Sendable {
    /// The document in the target format.
    public var bytes: [UInt8]
    /// What was found while reading, followed by a warning for each picture that the
    /// target's viewer can't show.
    public var diagnostics: [Diagnostic]
  }

  /// Reads `bytes` as one format and writes the document as another.
  ///
  /// ```
  /// guard let rtf = FormatTable.named("rtf"), let html = FormatTable.named("html") else { return }
  /// let page = try bytes.withUnsafeBytes { try FormatTable.convert($0, from: rtf, to: html).bytes }
  /// ```
  ///
  /// Pictures of types that the target's viewer doesn't show are converted on the way.
  /// RTF that is read and written as RTF keeps its pictures as they are.
  ///
  /// - Parameters:
  ///   - source: the format to read. It is not checked against the content.
  ///   - target: the format to write.
  ///   - options: options for HTML and Markdown. `isNormalForm` is set here and need not
  ///     be given.
  ///   - limits: bounds on reading and on decoding pictures.
  /// - Throws: `SlipError` of kind `.usage` if `source` has no reader or `target` no
  ///   writer. Content never makes it throw, because any bytes can be read.
  public static func convert(
    _ bytes: UnsafeRawBufferPointer, from source: Format, to target: Format,
    options: WriteOptions = WriteOptions(), limits: Limits = Limits()
  ) throws(SlipError) -> Conversion {
    guard let read = source.read else {
      throw SlipError(.usage, "\(source.title) can be written, but not read")
    }
    guard let write = target.write else {
      throw SlipError(.usage, "\(target.title) can be read, but not written")
    }
    try source.expectLength(bytes, limits)
    var result = read(bytes, limits)
    var options = options
    options.isNormalForm = result.isNormalForm
    if let viewer = target.viewer, !result.isNormalForm || viewer != .wordProcessor {
      result.diagnostics += result.document.makePicturesVisible(to: viewer, limits: limits)
    }
    return Conversion(bytes: try write(result.document, options), diagnostics: result.diagnostics)
  }
}
