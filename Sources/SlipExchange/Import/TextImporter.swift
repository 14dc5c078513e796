internal import SlipRTF
internal import SlipBase
internal import SlipFormats

extension Importer {
  /// Plain text in UTF-8, UTF-16 with a byte order mark, or Windows-1252. The original stays in `sources/`.
  public static let text = Importer(
    name: "txt", title: "plain text", suffixes: ["txt", "text"], input: .file(TextImporter.read),
    keywords: { _ in [] })
}

enum TextImporter {
  static func read(_ bytes: UnsafeRawBufferPointer, _ context: ImportContext) throws(SlipError)
    -> ImportedNote
  {
    let result = PlainTextReader.read(bytes)
    let body = Payload(RTFWriter.write(result.document))
    // Of the body as it will lie there, whatever the writer made of the text.
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
  mutating func take(_ dates: ImportDates, _ context: ImportContext) {
    created = dates.created
    modified = dates.modified
    zoneIsUnknown = dates.zoneIsUnknown
    fileModified = context.fileModified
  }
}

extension [Diagnostic] {
  /// The same, with the file that they are about.
  func located(in path: String) -> [Diagnostic] {
    map { diagnostic in
      var diagnostic = diagnostic
      if diagnostic.location.file == nil { diagnostic.location.file = path }
      return diagnostic
    }
  }
}

extension Array where Element: Hashable {
  /// Each element stays where it stood first.
  mutating func removeRepetitions() {
    var seen = Set<Element>(minimumCapacity: count)
    removeAll { !seen.insert($0).inserted }
  }
}
