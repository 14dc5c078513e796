internal import SlipBase
internal import SlipDocument
internal import SlipFormats

extension Importer {
  /// RTF with its pictures lifted out; no document is built.
  public static let rtf = Importer(
    name: "rtf", title: "Rich Text Format", suffixes: ["rtf"], read: RTFImporter.read)
}

enum RTFImporter {
  static func read(_ bytes: UnsafeRawBufferPointer, _ context: ImportContext) throws(SlipError)
    -> ImportedNote
  {
    guard RTFProbe.isRTF(bytes) else {
      throw SlipError(
        .badInput, code: ExchangeCode.notRTF, "The file's name says RTF, but it doesn't begin as RTF does.",
        at: SourceLocation(file: context.key.path))
    }
    var ofLift = DiagnosticSink()
    var ofBody = DiagnosticSink()
    let lift = RTFPictures.lift(
      bytes, limits: context.limits, place: { AttachmentPlace.fromBody($0, $1) }, diagnostics: &ofLift)
    let body = Payload(lift.body)
    // Nothing lifted means nothing changed, so the digest is the same.
    let original = lift.pictures.isEmpty ? body.fact : FileFact(of: bytes)
    var note = body.bytes.withUnsafeBytes { raw in
      let mirror = RTFPlainText.extract(raw, limits: context.limits, diagnostics: &ofBody)
      return make(context, body, Payload(mirror), original, RTFInformation.read(raw), raw)
    }
    note.lifted = lift.lifted
    note.attachments = attachments(lift)
    let found = ofLift.diagnostics + ofBody.diagnostics.map { inOriginal($0, lift) }
    note.diagnostics += found.placed(in: bytes).located(in: context.key.path)
    return note
  }

  /// What the user sees is the file, not the body without its pictures.
  private static func inOriginal(_ diagnostic: Diagnostic, _ lift: LiftResult) -> Diagnostic {
    guard case .position(_, _, let offset?) = diagnostic.location.place else { return diagnostic }
    var diagnostic = diagnostic
    diagnostic.location.place = .byte(lift.originalOffset(offset))
    return diagnostic
  }

  private static func make(
    _ context: ImportContext, _ body: Payload, _ mirror: Payload, _ original: FileFact, _ info: DocumentInfo,
    _ raw: UnsafeRawBufferPointer
  ) -> ImportedNote {
    let (title, links) = mirror.bytes.withUnsafeBytes { text in
      (
        ImportTitle.choose(given: info.title, mirror: text, fileName: context.key.stem),
        LinkTarget.targets(body: raw, mirror: text)
      )
    }
    var note = ImportedNote(
      key: context.key, format: "rtf", title: title, body: body, mirror: mirror, kept: body,
      original: original)
    note.keywords = ImportKeywords.split(info.keywords)
    note.linkTargets = links
    let dates = ImportDates(created: info.created, modified: info.modified, context: context)
    note.take(dates, context)
    if dates.isImpossible {
      note.diagnostics.append(
        Diagnostic(
          code: ExchangeCode.impossibleDate, severity: .warning,
          message: "A date in the file's information is impossible; the file's own time was taken.",
          location: SourceLocation(file: context.key.path)))
    }
    return note
  }

  /// One for each blob, in the order in which they come first.
  private static func attachments(_ lift: LiftResult) -> [ImportedAttachment] {
    var list = PictureList()
    var kept = lift.kept[...]
    for (index, picture) in lift.pictures.enumerated() {
      while let next = kept.first, next.position <= index {
        list.add(next)
        kept.removeFirst()
      }
      list.add(picture)
    }
    for picture in kept { list.add(picture) }
    for object in lift.objects { list.add(object) }
    return list.attachments
  }
}

/// A note's pictures and objects as attachments, each blob once.
private struct PictureList {
  private(set) var attachments: [ImportedAttachment] = []
  private var indexes: [Digest: Int] = [:]

  mutating func add(_ picture: LiftedPicture) {
    let fact = FileFact(digest: picture.data.attachment, length: picture.bytes.count)
    add(Payload(picture.bytes, fact: fact), picture.mediaType, isShown: !picture.isFallback)
  }

  mutating func add(_ picture: KeptPicture) { add(Payload(picture.bytes), picture.mediaType, isShown: true) }

  mutating func add(_ object: EmbeddedObject) {
    add(Payload(object.bytes), object.mediaType, isShown: true, name: object.name, kind: "object")
  }

  private mutating func add(
    _ payload: Payload, _ type: MediaType, isShown: Bool, name: String? = nil, kind: String = "picture"
  ) {
    let digest = payload.fact.digest
    if let index = indexes[digest] {
      if isShown { attachments[index].isShown = true }
      return
    }
    var attachment = ImportedAttachment(
      payload: payload, mediaType: type.name, fileExtension: type.fileExtension,
      name: name ?? "\(kind)-\(digest.hex.prefix(8)).\(type.fileExtension)")
    attachment.isShown = isShown
    indexes[digest] = attachments.count
    attachments.append(attachment)
  }
}

/// Where blobs lie as seen from a body: both are two folders deep.
enum AttachmentPlace {
  static func fromBody(_ digest: Digest, _ type: MediaType) -> String {
    let name = digest.hex
    return "../../attachments/\(name.prefix(2))/\(name).\(type.fileExtension)"
  }
}
