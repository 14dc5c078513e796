internal import RTFSyntax
internal import SlipBase
internal import SlipFormats
internal import SlipRTF

extension Importer {
  /// Imports plain text in UTF-8, in UTF-16 with a byte order mark, or in Windows-1252. The
  /// original is kept in `sources/`.
  public static let text = Importer(
    name: "txt", title: "plain text", suffixes: ["txt", "text"], input: .file(TextImporter.read))
}

/// Reads plain-text files.
enum TextImporter {
  /// Reads a text file. Its body is RTF with the same text.
  ///
  /// Plain text has neither information nor formatting: the title is the first line, the dates are
  /// those of the file, and links are `[[titles]]` only.
  static func read(_ bytes: UnsafeRawBufferPointer, _ context: ImportContext) throws(SlipError)
    -> ImportedNote
  {
    let utf8 = context.encoding?.decode(bytes)
    let result = utf8.map { $0.withUnsafeBytes { PlainTextReader.read($0) } } ?? PlainTextReader.read(bytes)
    let body = Payload(RTFWriter.write(result.document))
    // The mirror is extracted from the body, so that both agree whatever the writer does.
    var bodyFaults = DiagnosticSink()
    let mirror = Payload(
      body.bytes.withUnsafeBytes {
        RTFPlainText.extract($0, limits: context.limits, diagnostics: &bodyFaults)
      })
    let kept = Payload(Array(bytes))
    let (title, links) = mirror.bytes.withUnsafeBytes { text in
      (
        ImportTitle.choose(given: nil, mirror: text, fileName: context.key.stem),
        WikiLinks.titles(in: text)
      )
    }
    var note = ImportedNote(
      key: context.key, format: "txt", title: title, body: body, mirror: mirror, kept: kept,
      original: kept.fact)
    note.take(ImportDates(created: nil, modified: nil, context: context), context)
    note.linkTargets = links.map(LinkTarget.title)
    note.linkTargets.removeRepetitions()
    note.diagnostics = (result.diagnostics + bodyFaults.diagnostics).located(in: context.key.path)
    return note
  }
}

extension ImportedNote {
  /// Sets the dates of the note and its file.
  package mutating func take(_ dates: ImportDates, _ context: ImportContext) {
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
