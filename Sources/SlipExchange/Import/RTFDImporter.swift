internal import SlipRTF
internal import SlipBase
internal import SlipDocument
internal import SlipFormats

extension Importer {
  /// A directory with a text and its pictures and files. What is kept of it is its stream, without what became blobs.
  public static let rtfd = Importer(
    name: "rtfd", title: "RTFD package", suffixes: ["rtfd"], input: .package(RTFDImporter.read),
    keywords: RTFDImporter.keywords)

  /// The same in one file, which is kept as it is.
  public static let flatRTFD = Importer(
    name: "flatrtfd", title: "RTFD in one file", suffixes: ["rtfd"], input: .file(RTFDImporter.readFlat),
    keywords: RTFDImporter.flatKeywords)
}

enum RTFDImporter {
  static func read(_ package: FilePackage, _ context: ImportContext) throws(SlipError) -> ImportedNote {
    var diagnostics = DiagnosticSink()
    let (contents, lift) = try lift(package, context, &diagnostics)
    let blobs = Dictionary(
      (lift.files + lift.others).filter { package.entries[$0.entry].bytes != nil }.map {
        ($0.entry, $0.digest)
      },
      uniquingKeysWith: { first, _ in first })
    let text = (path: package.entries[contents.text].path, lift: lift.text)
    let kept = PackageStream.keep(package, text: text, blobs: blobs)
    var note = make(
      context, "rtfd", lift, kept: Payload(kept.bytes), PackageStream.fact(of: package), &diagnostics)
    note.lifted = kept.lifted
    return note
  }

  static func readFlat(_ bytes: UnsafeRawBufferPointer, _ context: ImportContext) throws(SlipError)
    -> ImportedNote
  {
    guard FlatRTFD.isFlat(bytes) else {
      throw SlipError(
        .badInput, code: ExchangeCode.notRTF,
        "The file's name says RTFD, but it begins neither as that nor as RTF does.",
        at: SourceLocation(file: context.key.path))
    }
    var found: [Diagnostic] = []
    let package = FlatRTFD.read(bytes, limits: context.limits, diagnostics: &found)
    var diagnostics = DiagnosticSink()
    diagnostics.report(contentsOf: found)
    let (_, lift) = try lift(package, context, &diagnostics)
    let kept = Payload(Array(bytes))
    return make(context, "flatrtfd", lift, kept: kept, kept.fact, &diagnostics)
  }

  static func keywords(_ kept: UnsafeRawBufferPointer) -> [String] {
    PackageStream.rest(of: kept, fromFile: RTFDWriter.textName).map(RTFImporter.keywords) ?? []
  }

  static func flatKeywords(_ kept: UnsafeRawBufferPointer) -> [String] {
    var found: [Diagnostic] = []
    let contents = RTFDContents(FlatRTFD.read(kept, diagnostics: &found))
    return contents?.textBytes.withUnsafeBytes(RTFImporter.keywords) ?? []
  }

  /// Names of files in a source's text, folded; nil for a source that is no RTFD.
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
      let contents = RTFDContents(FlatRTFD.read(kept, limits: limits, diagnostics: &found))
      return contents?.textBytes.withUnsafeBytes { RTFDExtraction.names(in: $0, limits: limits) }
    default: return nil
    }
  }

  private static func lift(
    _ package: FilePackage, _ context: ImportContext, _ diagnostics: inout DiagnosticSink
  ) throws(SlipError) -> (RTFDContents, RTFDExtraction) {
    guard let contents = RTFDContents(package) else { throw RTFDContents.noText(context.key.path) }
    let lift = try RTFDExtraction(
      contents, limits: context.limits, place: { PayloadPath.blobFromBody($0, $1.fileExtension) },
      diagnostics: &diagnostics
    )
    return (contents, lift)
  }

  private static func make(
    _ context: ImportContext, _ format: String, _ lift: RTFDExtraction, kept: Payload, _ original: FileFact,
    _ diagnostics: inout DiagnosticSink
  ) -> ImportedNote {
    var note = RTFImporter.make(
      context, format, Payload(lift.body), kept: kept, original, &diagnostics)
    var list = PictureList()
    for file in lift.files { list.add(file) }
    list.add(lift.text)
    for file in lift.others { list.add(file) }
    note.attachments = list.attachments
    return note
  }
}
