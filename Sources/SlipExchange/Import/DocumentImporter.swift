internal import SlipBase
internal import SlipDocument
internal import SlipFormats
internal import SlipRTF

extension Importer {
  /// Imports plain text in UTF-8, in UTF-16 with a byte order mark, or in Windows-1252. Its title is the first line, its dates are
  /// those of the file, and links are `[[titles]]`.
  public static let text = document("txt", "plain text", ["txt", "text"])
  /// Imports Word documents. Pictures become attachments.
  public static let docx = document("docx", "Word document", ["docx", "docm", "dotx", "dotm"])
  /// Imports OpenDocument texts as Word documents are imported.
  public static let odt = document("odt", "OpenDocument text", ["odt", "ott"])
  /// Imports OpenDocument texts in one XML file.
  public static let flatODT = document("fodt", "flat OpenDocument text", ["fodt"])

  /// The importer of a format that is read as a document.
  private static func document(_ name: String, _ title: String, _ suffixes: [String]) -> Importer {
    Importer(
      name: name, title: title, suffixes: suffixes,
      input: .file { bytes, context throws(SlipError) in
        try DocumentImporter.read(bytes, name, context)
      })
  }
}

/// Reads files of other formats than RTF. The original is kept in `sources/` as it is.
enum DocumentImporter {
  /// Reads a file. Its body is RTF with the same text, without the pictures.
  ///
  /// - Parameter format: The name of the format in `FormatTable`.
  /// - Throws: `SlipError` for what isn't a document of the format, or is encrypted.
  static func read(
    _ bytes: UnsafeRawBufferPointer, _ format: String, _ context: ImportContext
  ) throws(SlipError) -> ImportedNote {
    do throws(SlipError) {
      guard
        let result = try FormatTable.named(format)?.read(
          bytes, in: context.encoding, limits: context.limits)
      else {
        throw SlipError(.badInput, code: ExchangeCode.unknownFormat, "This format can't be read.")
      }
      var document = result.document
      let attachments = ItemImporter.extractResources(of: &document)
      let kept = Payload(Array(bytes))
      var faults = DiagnosticSink()
      faults.report(contentsOf: result.diagnostics)
      faults.report(contentsOf: document.limitRepeatedPictures(context.limits))
      let body = try document.rtf(readFrom: bytes.count, context.limits)
      var note = RTFImporter.make(
        context, format, Payload(body), kept: kept, kept.fact, &faults)
      note.attachments = attachments
      note.lacksText = bytes.isEmpty
      return note
    } catch {
      var error = error
      error.location = SourceLocation(file: context.key.path, error.location?.place ?? .wholeFile)
      throw error
    }
  }
}

extension ImportedNote {
  /// Sets the dates of the note and its file.
  mutating func take(_ dates: ImportDates, _ context: ImportContext) {
    created = dates.created
    modified = dates.modified
    zoneIsUnknown = dates.zoneIsUnknown
    fileModified = context.fileModified
  }
}

extension [Diagnostic] {
  /// The same findings, with the file that they are about.
  func located(in path: String) -> [Diagnostic] {
    map { diagnostic in
      var diagnostic = diagnostic
      if diagnostic.location.file == nil { diagnostic.location.file = path }
      return diagnostic
    }
  }
}

extension Array where Element: Hashable {
  /// Removes elements that equal an earlier one.
  package mutating func removeRepetitions() {
    var seen = Set<Element>(minimumCapacity: count)
    removeAll { !seen.insert($0).inserted }
  }
}
