internal import SlipRTF
internal import SlipFiles
internal import SlipBase
internal import SlipDocument
internal import SlipFormats

extension Importer {
  /// RTF with its pictures lifted out; no document is built.
  public static let rtf = Importer(
    name: "rtf", title: "Rich Text Format", suffixes: ["rtf"], input: .file(RTFImporter.read),
    keywords: RTFImporter.keywords)
}

enum RTFImporter {
  /// Bytes from which on several threads work on one file.
  private static let worthSharing = 1 << 20
  private static let mostPrefetched = 128 << 20

  static func read(_ bytes: UnsafeRawBufferPointer, _ context: ImportContext) throws(SlipError)
    -> ImportedNote
  {
    guard RTFProbe.isRTF(bytes) else {
      throw SlipError(
        .badInput, code: ExchangeCode.notRTF,
        OtherDocument.isOne(bytes, path: context.key.path)
          ? "This is a document in another format than RTF; \(OtherDocument.advice)."
          : "The file's name says RTF, but it doesn't begin as RTF does.",
        at: SourceLocation(file: context.key.path))
    }
    // Threads cost more than they give where there is little to share.
    let workers = bytes.count >= RTFImporter.worthSharing ? context.workers : 1
    let shared = SharedBytes(bytes)
    let (lifting, original) = Parallel.both(workers: workers) {
      // The other thread needs longer for its bytes than this takes for all of them.
      if workers > 1 { MappedPages.prefetch(UnsafeRawBufferPointer(rebasing: bytes.prefix(mostPrefetched))) }
      var diagnostics = DiagnosticSink()
      let lift = RTFPictures.lift(
        shared.bytes, limits: context.limits, workers: workers,
        place: { PayloadPath.blobFromBody($0, $1.fileExtension) },
        diagnostics: &diagnostics)
      if let missing = RTFDExtraction.missingFiles(in: bytes, limits: context.limits) {
        diagnostics.report(missing)
      }
      return (lift: lift, diagnostics: diagnostics)
    } _: {
      guard shared.bytes.count <= mostPrefetched else { return FileFact(of: shared.bytes) }
      // That lets pages go that the other thread reads.
      var digester = Digester()
      digester.update(shared.bytes)
      return FileFact(digest: digester.finish(), length: shared.bytes.count)
    }
    let lift = lifting.lift
    // Nothing lifted means nothing changed, so the digest is the same.
    let body = lift.pictures.isEmpty ? Payload(lift.body, fact: original) : Payload(lift.body)
    var ofBody = DiagnosticSink()
    var note = make(context, "rtf", body, kept: body, original, &ofBody)
    let found = lifting.diagnostics.diagnostics + ofBody.diagnostics.map { inOriginal($0, lift) }
    note.diagnostics = found.placed(in: bytes).located(in: context.key.path)
    note.lifted = lift.lifted
    var list = PictureList()
    list.add(lift)
    note.attachments = list.attachments
    return note
  }

  /// What the user sees is the file, not the body without its pictures.
  private static func inOriginal(_ diagnostic: Diagnostic, _ lift: ExtractionResult) -> Diagnostic {
    guard case .position(_, _, let offset?) = diagnostic.location.place else { return diagnostic }
    var diagnostic = diagnostic
    diagnostic.location.place = .byte(lift.originalOffset(offset))
    return diagnostic
  }

  static func keywords(_ kept: UnsafeRawBufferPointer) -> [String] {
    ImportKeywords.split(RTFInformation.read(kept).keywords)
  }

  /// All that the body tells.
  static func make(
    _ context: ImportContext, _ format: String, _ body: Payload, kept: Payload, _ original: FileFact,
    _ diagnostics: inout DiagnosticSink
  ) -> ImportedNote {
    body.bytes.withUnsafeBytes { raw in
      let info = RTFInformation.read(raw)
      let mirror = Payload(RTFPlainText.extract(raw, limits: context.limits, diagnostics: &diagnostics))
      let (title, links) = mirror.bytes.withUnsafeBytes { text in
        (
          ImportTitle.choose(given: info.title, mirror: text, fileName: context.key.stem),
          LinkTarget.targets(body: raw, mirror: text)
        )
      }
      var note = ImportedNote(
        key: context.key, format: format, title: title, body: body, mirror: mirror, kept: kept,
        original: original)
      note.keywords = ImportKeywords.split(info.keywords)
      note.linkTargets = links
      let dates = ImportDates(created: info.created, modified: info.modified, context: context)
      note.take(dates, context)
      if dates.isImpossible {
        diagnostics.report(
          Diagnostic(
            code: ExchangeCode.impossibleDate, severity: .warning,
            message: "A date in the file's information is impossible; the file's own time was taken.",
            location: SourceLocation(file: context.key.path)))
      }
      note.diagnostics = diagnostics.diagnostics.located(in: context.key.path)
      return note
    }
  }
}

/// A note's pictures and objects as attachments, each blob once.
struct PictureList {
  private(set) var attachments: [ImportedAttachment] = []
  private var indexes: [Digest: Int] = [:]

  /// The pictures of a text, in its order, then its objects.
  mutating func add(_ lift: ExtractionResult) {
    var kept = lift.kept[...]
    for (index, picture) in lift.pictures.enumerated() {
      while let next = kept.first, next.position <= index {
        add(next)
        kept.removeFirst()
      }
      add(picture)
    }
    for picture in kept { add(picture) }
    for object in lift.objects { add(object) }
  }

  /// A file of a package; it keeps its name.
  mutating func add(_ file: RTFDExtraction.File) {
    let fact = FileFact(digest: file.digest, length: file.bytes.count)
    guard !attachments.contains(where: { $0.payload.fact == fact && $0.name == file.name }) else { return }
    if indexes[file.digest] == nil { indexes[file.digest] = attachments.count }
    attachments.append(
      ImportedAttachment(
        payload: Payload(file.bytes, fact: fact), mediaType: file.mediaType.name,
        fileExtension: file.mediaType.fileExtension, name: file.name))
  }

  /// Pictures in RTF have no names of their own.
  private static func stem(_ digest: Digest) -> String { "picture-\(digest.hex.prefix(8))." }

  static func isName(_ name: String, of digest: Digest) -> Bool { name.hasPrefix(stem(digest)) }

  private mutating func add(_ picture: ExtractedPicture) {
    let fact = FileFact(digest: picture.data.attachment, length: picture.bytes.count)
    add(Payload(picture.bytes, fact: fact), picture.mediaType, isShown: !picture.isFallback)
  }

  private mutating func add(_ picture: KeptPicture) {
    add(Payload(picture.bytes), picture.mediaType, isShown: true)
  }

  private mutating func add(_ object: EmbeddedObject) {
    let payload = Payload(object.bytes)
    let type = object.mediaType
    let name = object.name ?? "object-\(payload.fact.digest.hex.prefix(8)).\(type.fileExtension)"
    add(payload, type, isShown: true, name: name)
  }

  private mutating func add(_ payload: Payload, _ type: MediaType, isShown: Bool, name: String? = nil) {
    let digest = payload.fact.digest
    if let index = indexes[digest] {
      if isShown { attachments[index].isShown = true }
      return
    }
    var attachment = ImportedAttachment(
      payload: payload, mediaType: type.name, fileExtension: type.fileExtension,
      name: name ?? PictureList.stem(digest) + type.fileExtension)
    attachment.isShown = isShown
    indexes[digest] = attachments.count
    attachments.append(attachment)
  }
}
