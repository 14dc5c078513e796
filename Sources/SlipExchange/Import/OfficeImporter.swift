internal import SlipBase
internal import SlipDocument
internal import SlipFormats
internal import SlipRTF

extension Importer {
  /// Imports Word documents. Pictures become attachments; the original is kept in `sources/` as it is.
  public static let docx = Importer(
    name: "docx", title: "Word document", suffixes: ["docx", "docm", "dotx", "dotm"],
    input: .file { bytes, context throws(SlipError) in try OfficeImporter.read(bytes, "docx", context) })
  /// Imports OpenDocument texts as Word documents are imported.
  public static let odt = Importer(
    name: "odt", title: "OpenDocument text", suffixes: ["odt", "ott"],
    input: .file { bytes, context throws(SlipError) in try OfficeImporter.read(bytes, "odt", context) })
  /// Imports OpenDocument texts in one XML file.
  public static let flatODT = Importer(
    name: "fodt", title: "flat OpenDocument text", suffixes: ["fodt"],
    input: .file { bytes, context throws(SlipError) in try OfficeImporter.read(bytes, "fodt", context) })
}

/// Reads documents of word processors that are no RTF.
enum OfficeImporter {
  /// Reads a document. Its body is RTF with the same text, without the pictures.
  ///
  /// - Parameter format: The name of the format in `FormatTable`.
  /// - Throws: `SlipError` for what isn't a document of the format, or is encrypted.
  static func read(
    _ bytes: UnsafeRawBufferPointer, _ format: String, _ context: ImportContext
  ) throws(SlipError) -> ImportedNote {
    do throws(SlipError) {
      guard let result = try FormatTable.named(format)?.read(bytes, in: nil, limits: context.limits) else {
        throw SlipError(.badInput, code: ExchangeCode.unknownFormat, "This format can't be read.")
      }
      return note(result, kept: Payload(Array(bytes)), format, context)
    } catch {
      var error = error
      error.location = SourceLocation(file: context.key.path, error.location?.place ?? .wholeFile)
      throw error
    }
  }

  /// The note that a document gives.
  private static func note(
    _ result: ReadResult, kept: Payload, _ format: String, _ context: ImportContext
  ) -> ImportedNote {
    var document = result.document
    let attachments = ItemImporter.extractResources(of: &document)
    var faults = DiagnosticSink()
    for finding in result.diagnostics { faults.report(finding) }
    var note = RTFImporter.make(
      context, format, Payload(RTFWriter.write(document)), kept: kept, kept.fact, &faults)
    note.attachments = attachments
    return note
  }
}
