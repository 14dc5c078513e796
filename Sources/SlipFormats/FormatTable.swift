package import SlipRTF
public import SlipBase

/// The formats there are. Whoever adds one adds a row.
public enum FormatTable {
  public static let rows: [Format] = [
    Format(
      name: "rtf", title: "Rich Text Format", suffixes: ["rtf"], mediaType: .rtf, isText: true,
      viewer: .wordProcessor,
      sniff: { RTFProbe.isRTF($0) },
      read: { RTFReader.read($0, limits: $1) },
      write: { RTFWriter.write($0, isNormalForm: $1.isNormalForm) },
      writePieces: { try RTFWriter.write($0, isNormalForm: $1.isNormalForm, chunk: $2) }),
    Format(
      name: "rtfd", title: "RTF with its files beside it", suffixes: ["rtfd"], mediaType: .binary,
      isText: false,
      // The flat form; a package is a directory, of which others make bytes.
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
      name: "html", title: "HTML 5", suffixes: ["html", "htm"], mediaType: .html, isText: true,
      viewer: .browser,
      sniff: { MediaType.sniff($0) == .html },
      read: { HTMLReader.read($0, limits: $1) },
      write: { HTMLWriter.write($0, options: $1) },
      writePieces: { try HTMLWriter.write($0, options: $1, chunk: $2) }),
    Format(
      name: "xhtml", title: "XHTML 5", suffixes: ["xhtml", "xht"], mediaType: .html, isText: true,
      viewer: .browser,
      // HTML's reader takes both.
      sniff: { _ in false },
      read: { HTMLReader.read($0, limits: $1) },
      write: { HTMLWriter.write($0, options: $1.asXML) },
      writePieces: { try HTMLWriter.write($0, options: $1.asXML, chunk: $2) }),
    Format(
      name: "markdown", title: "GitHub Flavored Markdown", suffixes: ["md", "markdown"], mediaType: .markdown,
      isText: true, viewer: .browser,
      // Markdown has no marks that other text lacks.
      sniff: { _ in false },
      read: { MarkdownReader.read($0, limits: $1) },
      write: { MarkdownWriter.write($0, options: $1) },
      writePieces: { try MarkdownWriter.write($0, options: $1, chunk: $2) }),
    Format(
      name: "txt", title: "Plain text", suffixes: ["txt", "text"], mediaType: .plainText, isText: true,
      sniff: { MediaType.sniff($0) == .plainText },
      read: { bytes, _ in PlainTextReader.read(bytes) },
      write: { document, _ in PlainTextWriter.write(document) }),
  ]

  /// The format that commands call `name`: by its own name or one of its suffixes, in any case.
  public static func named(_ name: some StringProtocol) -> Format? {
    let lower = name.lowercased()
    return rows.first { $0.name == lower || $0.suffixes.contains(lower) }
  }

  /// The format that a path's suffix claims.
  public static func forPath(_ path: some StringProtocol) -> Format? {
    let file = path.split(separator: "/").last ?? ""
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return nil }
    let suffix = file[file.index(after: dot)...].lowercased()
    return rows.first { $0.suffixes.contains(suffix) }
  }

  /// The format that the content shows; text of no other format is plain text.
  public static func sniffing(_ bytes: UnsafeRawBufferPointer) -> Format? {
    rows.first { $0.sniff(bytes) }
  }
}

extension FormatTable {
  /// What a conversion gives.
  public struct Conversion: Sendable {
    public var bytes: [UInt8]
    public var diagnostics: [Diagnostic]
  }

  /// Reads `bytes` as one format and writes what they say as another.
  ///
  /// Throws only when a format has no reader or no writer: any bytes can be read.
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
    var result = read(bytes, limits)
    var options = options
    options.isNormalForm = result.isNormalForm
    if let viewer = target.viewer, !result.isNormalForm || viewer == .browser {
      result.diagnostics += result.document.makePicturesVisible(to: viewer, limits: limits)
    }
    return Conversion(bytes: write(result.document, options), diagnostics: result.diagnostics)
  }
}
