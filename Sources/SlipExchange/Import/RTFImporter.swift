internal import SlipBase
internal import SlipFormats
internal import SlipRTF
internal import SlipRTFD

extension Importer {
  /// Imports RTF. Pictures are extracted; the rest of the file becomes the body as it is, so no
  /// document is built.
  public static let rtf = Importer(
    name: "rtf", title: "Rich Text Format", suffixes: ["rtf"], input: .file(RTFImporter.read))
}

/// Reads RTF files, and the texts of RTFD packages.
enum RTFImporter {
  /// The length of a file, in bytes, from which on several threads work on it.
  private static let sharingThreshold = 1 << 20
  /// How many bytes of a file are read ahead into memory.
  private static let mostPrefetched = 128 << 20

  /// Reads an RTF file. One thread extracts the pictures while another computes the digest.
  ///
  /// 1. Pictures are extracted. What remains is the body, and also what is kept of the file.
  /// 2. Title, keywords and dates come from the information group.
  /// 3. The mirror is extracted from the body, and links are collected from both.
  /// 4. The places of findings are translated from the body to the original.
  ///
  /// - Throws: `ExchangeCode.notRTF` when the content is not RTF.
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - context: The key of the file, the limits and the number of threads.
  /// - Returns: The note. Its body is what is kept of the file.
  static func read(_ bytes: UnsafeRawBufferPointer, _ context: ImportContext) throws(SlipError)
    -> ImportedNote
  {
    guard RTFProbe.isRTF(bytes) else {
      throw SlipError(
        .badInput, code: ExchangeCode.notRTF,
        OtherDocument.isOne(bytes, path: context.key.path)
          ? "This is a document in another format than RTF; \(OtherDocument.advice)."
          : "The file's name says RTF, but its content is not RTF.",
        at: SourceLocation(file: context.key.path))
    }
    // For a small file, another thread costs more than it saves.
    let workers = bytes.count >= RTFImporter.sharingThreshold ? context.workers : 1
    let shared = SharedBytes(bytes)
    let (extracting, original) = Parallel.both(workers: workers) {
      // Reading ahead takes less time than the other thread needs to hash the same bytes.
      if workers > 1 { MappedPages.prefetch(UnsafeRawBufferPointer(rebasing: bytes.prefix(mostPrefetched))) }
      var diagnostics = DiagnosticSink()
      let extraction = RTFPictures.lift(
        shared.bytes, limits: context.limits, workers: workers,
        place: { PayloadPath.blobFromBody($0, $1.fileExtension) },
        diagnostics: &diagnostics)
      if let missing = RTFDExtraction.missingFiles(in: bytes, limits: context.limits) {
        diagnostics.report(missing)
      }
      return (result: extraction, diagnostics: diagnostics)
    } _: {
      guard shared.bytes.count <= mostPrefetched else { return FileFact(of: shared.bytes) }
      // `FileFact` would release pages that the other thread still reads.
      var digester = Digester()
      digester.update(shared.bytes)
      return FileFact(digest: digester.finish(), length: shared.bytes.count)
    }
    let extraction = extracting.result
    // Without extracted pictures the body is the original, so their digests are the same.
    let body =
      extraction.pictures.isEmpty ? Payload(extraction.body, fact: original) : Payload(extraction.body)
    var ofBody = DiagnosticSink()
    var note = make(context, "rtf", body, kept: body, original, &ofBody)
    let found = extracting.diagnostics.diagnostics + ofBody.diagnostics.map { relocated($0, extraction) }
    note.diagnostics = found.placed(in: bytes).located(in: context.key.path)
    note.expectWholeRTF(in: context.key.path)
    note.lifted = extraction.lifted
    var list = PictureList()
    list.add(extraction)
    note.attachments = list.attachments
    return note
  }

  /// A finding about the body with its place in the original file, which is what the user sees.
  ///
  /// - Parameters:
  ///   - diagnostic: The finding. One without an offset stays as it is.
  ///   - extraction: Knows which bytes were taken out.
  private static func relocated(_ diagnostic: Diagnostic, _ extraction: ExtractionResult) -> Diagnostic {
    guard case .position(_, _, let offset?) = diagnostic.location.place else { return diagnostic }
    var diagnostic = diagnostic
    diagnostic.location.place = .byte(extraction.originalOffset(offset))
    return diagnostic
  }

  /// The note that a body gives: title, keywords, dates, links and mirror.
  ///
  /// - Parameters:
  ///   - context: The key of the file and the limits.
  ///   - format: The name of the importer.
  ///   - body: The RTF without extracted pictures.
  ///   - kept: What is kept of the file.
  ///   - original: Length and digest of the file.
  ///   - diagnostics: What was found so far. It gets a finding for an impossible date.
  /// - Returns: The note without attachments.
  static func make(
    _ context: ImportContext, _ format: String, _ body: Payload, kept: Payload, _ original: FileFact,
    _ diagnostics: inout DiagnosticSink
  ) -> ImportedNote {
    body.bytes.withUnsafeBytes { raw in
      let info = RTFInformation.read(raw)
      let mirror = Payload(RTFPlainText.extract(raw, limits: context.limits, diagnostics: &diagnostics))
      let (title, links) = mirror.bytes.withUnsafeBytes { text in
        (
          ImportTitle.choose(
            given: info.title, mirror: text, fileName: context.key.stem, body: raw, from: context.title,
            context.limits),
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
            message: "A date in the file's information is impossible; the file's modification time is used.",
            location: SourceLocation(file: context.key.path)))
      }
      note.diagnostics = diagnostics.diagnostics.located(in: context.key.path)
      return note
    }
  }
}

/// The pictures and objects of a note as attachments, each blob once.
///
/// A picture in RTF has no name and gets one from its digest, such as `picture-0f3a99c1.png`.
/// Objects and the files of packages keep their names. A file of a package that comes again under
/// another name is listed again.
struct PictureList {
  /// The attachments so far.
  private(set) var attachments: [ImportedAttachment] = []
  /// Where the attachment with this digest is.
  private var indexes: [Digest: Int] = [:]

  /// Adds the pictures of a text in its order, then its objects.
  ///
  /// Pictures that stay in the body come at their places among those that were taken out.
  mutating func add(_ extraction: ExtractionResult) {
    var kept = extraction.kept[...]
    for (index, picture) in extraction.pictures.enumerated() {
      while let next = kept.first, next.position <= index {
        add(next)
        kept.removeFirst()
      }
      add(picture)
    }
    for picture in kept { add(picture) }
    for object in extraction.objects { add(object) }
  }

  /// Adds a file of a package under its own name.
  ///
  /// A file with the same content and name isn't listed again.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - isBeside: Whether the text doesn't name it.
  mutating func add(_ file: RTFDExtraction.File, isBeside: Bool = false) {
    let fact = FileFact(digest: file.digest, length: file.bytes.count)
    guard !attachments.contains(where: { $0.payload.fact == fact && $0.name == file.name }) else { return }
    if indexes[file.digest] == nil { indexes[file.digest] = attachments.count }
    var attachment = ImportedAttachment(
      payload: Payload(file.bytes, fact: fact), mediaType: file.mediaType.name,
      fileExtension: file.mediaType.fileExtension, name: file.name)
    attachment.isBeside = isBeside
    attachments.append(attachment)
  }

  /// The beginning of the names given to pictures, as they have none in RTF.
  private static func stem(_ digest: Digest) -> String { "picture-\(digest.hex.prefix(8))." }

  /// Whether a name is one given to a picture, rather than one that came with a file.
  static func isName(_ name: String, of digest: Digest) -> Bool { name.hasPrefix(stem(digest)) }

  /// Adds a picture that was extracted.
  ///
  /// A picture that is only a fallback for another one counts as not shown.
  private mutating func add(_ picture: ExtractedPicture) {
    let fact = FileFact(digest: picture.data.attachment, length: picture.bytes.count)
    add(Payload(picture.bytes, fact: fact), picture.mediaType, isShown: !picture.isFallback)
  }

  /// Adds a picture that stays in the body.
  private mutating func add(_ picture: KeptPicture) {
    add(Payload(picture.bytes), picture.mediaType, isShown: true)
  }

  /// Adds an embedded object under its own name, if it has one.
  ///
  /// Without a name it gets one from its digest, such as `object-0f3a99c1.pdf`.
  private mutating func add(_ object: EmbeddedObject) {
    let payload = Payload(object.bytes)
    let type = object.mediaType
    let name = object.name ?? "object-\(payload.fact.digest.hex.prefix(8)).\(type.fileExtension)"
    add(payload, type, isShown: true, name: name)
  }

  /// Adds a blob, unless it is there.
  ///
  /// A blob that is there becomes shown if it is shown here.
  ///
  /// - Parameters:
  ///   - payload: The content.
  ///   - type: Its media type.
  ///   - isShown: Whether the note shows it.
  ///   - name: The name; nil for one that is made of the digest.
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
