public import SlipBase
public import SlipNotes
internal import SlipRTF
internal import SlipRTFD

extension Importer {
  /// Imports RTFD packages: directories with a text, pictures and files.
  ///
  /// A package is kept as a stream, without the parts that became blobs.
  ///
  /// The stream has the package's files one after the other. Files that became blobs are left out
  /// and listed in `Source.lifted`, so the package can be restored byte for byte.
  public static let rtfd = Importer(
    name: "rtfd", title: "RTFD package", suffixes: ["rtfd"], input: .package(RTFDImporter.read))

  /// Imports RTFD in a single file, which is kept as it is.
  public static let flatRTFD = Importer(
    name: "flatrtfd", title: "RTFD in one file", suffixes: ["rtfd"], input: .file(RTFDImporter.readFlat))
}

/// Reads both forms of RTFD.
enum RTFDImporter {
  /// Reads a package.
  static func read(_ package: FilePackage, _ context: ImportContext) throws(SlipError) -> ImportedNote {
    var diagnostics = DiagnosticSink()
    let (contents, extraction) = try extract(package, context, &diagnostics)
    let blobs = Dictionary(
      (extraction.files + extraction.others).filter { package.entries[$0.entry].bytes != nil }.map {
        ($0.entry, $0.digest)
      },
      uniquingKeysWith: { first, _ in first })
    let text = (path: package.entries[contents.text].path, lift: extraction.text)
    let kept = PackageStream.keep(package, text: text, blobs: blobs)
    var note = make(
      context, "rtfd", extraction, kept: Payload(kept.bytes), PackageStream.fact(of: package), &diagnostics)
    note.lifted = kept.lifted
    return note
  }

  /// Reads RTFD in a single file.
  static func readFlat(_ bytes: UnsafeRawBufferPointer, _ context: ImportContext) throws(SlipError)
    -> ImportedNote
  {
    guard FlatRTFD.isFlat(bytes) else {
      throw SlipError(
        .badInput, code: ExchangeCode.notRTF,
        "The file's name says RTFD, but its content is neither RTFD nor RTF.",
        at: SourceLocation(file: context.key.path))
    }
    var found: [Diagnostic] = []
    let package = FlatRTFD.read(bytes, limits: context.limits, diagnostics: &found)
    var diagnostics = DiagnosticSink()
    diagnostics.report(contentsOf: found)
    if found.contains(where: { $0.code == RTFDCode.damaged }) {
      diagnostics.report(SourceFault.cut("The package is damaged or cut off; what is there was read."))
    }
    let (_, extraction) = try extract(RTFDParts.readable(package, context.limits), context, &diagnostics)
    let kept = Payload(Array(bytes))
    var dated = context
    // What the file says of itself counts more than the file system, as in all formats.
    if context.dates == .document, let modified = FlatRTFD.modified(bytes) { dated.fileModified = modified }
    var note = make(dated, "flatrtfd", extraction, kept: kept, kept.fact, &diagnostics)
    note.fileModified = context.fileModified
    return note
  }

  /// Reads the text and the files of a note in a container. Nothing is kept of them; the container is.
  ///
  /// - Throws: Where a folder among the files can't become a ZIP file, and where there is no file at all.
  static func readParts(_ package: FilePackage, _ context: ImportContext) throws(SlipError) -> ImportedNote {
    var diagnostics = DiagnosticSink()
    let (_, extraction) = try extract(RTFDParts.readable(package, context.limits), context, &diagnostics)
    let kept = Payload([])
    return make(context, "rtfd", extraction, kept: kept, kept.fact, &diagnostics)
  }

  /// The names of the files that a source's text refers to, case-folded; nil for a source that
  /// isn't RTFD.
  static func names(
    in kept: UnsafeRawBufferPointer, of format: String, _ limits: Limits
  ) -> Set<String>? {
    switch format {
    case Importer.rtfd.name:
      return PackageStream.rest(of: kept, fromFile: RTFDWriter.textName).map {
        RTFDExtraction.names(in: $0, limits: limits)
      }
    case Importer.flatRTFD.name:
      var found: [Diagnostic] = []
      let package = FlatRTFD.read(kept, limits: limits, diagnostics: &found)
      let contents = RTFDContents(RTFDParts.readable(package, limits))
      return contents?.textBytes.withUnsafeBytes { RTFDExtraction.names(in: $0, limits: limits) }
    default: return nil
    }
  }

  /// Extracts the pictures and files of a package.
  private static func extract(
    _ package: FilePackage, _ context: ImportContext, _ diagnostics: inout DiagnosticSink
  ) throws(SlipError) -> (RTFDContents, RTFDExtraction) {
    guard let contents = RTFDContents(package) else { throw RTFDContents.noText(context.key.path) }
    let extraction = try RTFDExtraction(
      contents, limits: context.limits, place: { PayloadPath.blobFromBody($0, $1.fileExtension) },
      diagnostics: &diagnostics
    )
    return (contents, extraction)
  }

  /// The note of a package. Its attachments are the text's files, then its pictures, then files
  /// that the text doesn't name.
  private static func make(
    _ context: ImportContext, _ format: String, _ extraction: RTFDExtraction, kept: Payload,
    _ original: FileFact, _ diagnostics: inout DiagnosticSink
  ) -> ImportedNote {
    var note = RTFImporter.make(
      context, format, Payload(extraction.body), kept: kept, original, &diagnostics)
    var list = PictureList()
    for file in extraction.files { list.add(file) }
    list.add(extraction.text)
    for file in extraction.others { list.add(file, isBeside: true) }
    note.attachments = list.attachments
    note.expectWholeRTF(in: context.key.path)
    if note.diagnostics.contains(where: { $0.code == RTFDCode.missing }) {
      note.diagnostics += [
        SourceFault.missingFile("A file that the text shows is missing from the package.")
      ].located(in: context.key.path)
    }
    return note
  }
}

extension ImportedNote {
  /// Reports that words may be missing where RTF ends within a group, as it does where it was cut off.
  mutating func expectWholeRTF(in path: String) {
    let message = "The RTF ends within a group: it was cut off, and its end may be missing."
    guard diagnostics.contains(where: { $0.code == RTFFaultTable.unclosedGroup }),
      !diagnostics.contains(where: { $0.message == message })
    else { return }
    diagnostics += [SourceFault.cut(message)].located(in: path)
  }
}

/// Finds files that came with a note's package although its text doesn't name them. Edits of the
/// text must not remove them.
public enum FilesBeside {
  /// The note's attachments that its text never named.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - source: What the note was imported from.
  ///   - kept: The bytes that are kept of the source.
  ///   - limits: The limits for reading them.
  ///
  /// - Returns: An empty array for a source that isn't RTFD.
  public static func attachments(
    of note: Note, from source: Source, kept: UnsafeRawBufferPointer, limits: Limits = Limits()
  ) -> [AttachmentReference] {
    guard let named = RTFDImporter.names(in: kept, of: source.format, limits) else { return [] }
    return note.attachments.filter { reference in
      let name = TextFolding.caseFolded(reference.name)
      let isNamed =
        named.contains(name) || (name.hasSuffix(".zip") && named.contains(String(name.dropLast(4))))
      return !isNamed && !PictureList.isName(reference.name, of: reference.attachment)
    }
  }
}
