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
    var diagnostics = DiagnosticSink()
    let lift = RTFPictures.lift(
      bytes, limits: context.limits, place: { AttachmentPlace.fromBody($0, $1) }, diagnostics: &diagnostics)
    let body = Payload(lift.body)
    // Nothing lifted means nothing changed, so the digest is the same.
    let original = lift.pictures.isEmpty ? body.fact : FileFact(of: bytes)
    var note = body.bytes.withUnsafeBytes { raw in
      let mirror = RTFPlainText.extract(raw, limits: context.limits, diagnostics: &diagnostics)
      return make(context, body, Payload(mirror), original, RTFInformation.read(raw), raw)
    }
    note.lifted = lift.lifted
    note.attachments = attachments(lift.pictures)
    note.diagnostics += diagnostics.diagnostics.located(in: context.key.path)
    return note
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
  private static func attachments(_ pictures: [LiftedPicture]) -> [ImportedAttachment] {
    var indexes: [Digest: Int] = [:]
    var attachments: [ImportedAttachment] = []
    for picture in pictures {
      let digest = picture.data.attachment
      if let index = indexes[digest] {
        if !picture.isFallback { attachments[index].isShown = true }
        continue
      }
      let type = picture.mediaType
      let payload = Payload(picture.bytes, fact: FileFact(digest: digest, length: picture.bytes.count))
      var attachment = ImportedAttachment(
        payload: payload, mediaType: type.name, fileExtension: type.fileExtension,
        name: "picture-\(digest.hex.prefix(8)).\(type.fileExtension)")
      attachment.isShown = !picture.isFallback
      indexes[digest] = attachments.count
      attachments.append(attachment)
    }
    return attachments
  }
}

/// Where blobs lie as seen from a body: both are two folders deep.
enum AttachmentPlace {
  static func fromBody(_ digest: Digest, _ type: MediaType) -> String {
    let name = digest.hex
    return "../../attachments/\(name.prefix(2))/\(name).\(type.fileExtension)"
  }
}
