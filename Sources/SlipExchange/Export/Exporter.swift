public import SlipRTF
internal import ImageCodec
public import SlipBase
internal import SlipDocument
internal import SlipFormats
public import SlipNotes

/// Makes the files of a plan, one at a time; may be used on many threads at once.
public struct Exporter: Sendable {
  /// What goes to an item's path, and what there is to say about it.
  public struct Output: Sendable {
    public enum Content: Sendable {
      case file([UInt8])
      /// A file that is copied or put together in pieces; its digest is compared at the end.
      case pieces(@Sendable (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void)
      /// Nothing: of a picture that can't be made visible.
      case nothing
      /// A directory with files, under names that no program acts upon.
      case package(FilePackage)
    }

    public var content: Content
    public var diagnostics: [Diagnostic] = []

    init(bytes: [UInt8], diagnostics: [Diagnostic] = []) {
      content = .file(bytes)
      self.diagnostics = diagnostics
    }

    init(pieces: @escaping @Sendable ((UnsafeRawBufferPointer) throws -> Void) throws -> Void) {
      content = .pieces(pieces)
    }

    init(package: FilePackage) {
      content = .package(package.harmless())
      if !package.isHarmless {
        diagnostics.append(
          Diagnostic(
            code: ExchangeCode.nameChanged, severity: .warning,
            message: "Files in the package have names that programs act upon; they have others.",
            location: SourceLocation()))
      }
    }

    /// A file's bytes at once; none for a package.
    public func bytes() throws -> [UInt8] {
      switch content {
      case .file(let bytes): return bytes
      case .pieces(let produce):
        var bytes: [UInt8] = []
        try produce { bytes.append(contentsOf: $0) }
        return bytes
      case .package, .nothing: return []
      }
    }
  }

  public let plan: ExportPlan
  let box: SlipBox
  let links: ExportLinks
  private let payload: any ExportPayloadReader
  let limits: Limits

  /// What `payload` gives is checked against its digest here.
  public init(
    _ box: SlipBox, _ plan: ExportPlan, limits: Limits = Limits(), payload: some ExportPayloadReader
  ) {
    self.box = box
    self.plan = plan
    self.limits = limits
    self.payload = payload
    links = ExportLinks(box, plan)
  }

  /// - Throws: `SlipError` for payload that is missing or not what the box says, and what `payload` throws; of `pieces`,
  ///   when they are taken.
  public func render(_ item: ExportPlan.Item) throws -> Output {
    switch item.content {
    case .attachment(let id): try attachment(id)
    case .rendering(let id): try rendering(id)
    case .original(let id): try original(id)
    case .note(let id): try note(id, at: item.path)
    }
  }

  // MARK: Payload

  func bytes(_ wanted: ExportPayload, _ fact: FileFact, _ entity: EntityID) throws -> [UInt8] {
    try payload.withBytes(of: wanted) { bytes in
      try Self.expect(FileFact(of: bytes), fact, entity)
      return [UInt8](bytes)
    }
  }

  func blob(_ id: Attachment.ID) throws -> [UInt8] {
    guard let attachment = box.attachment(id) else { throw Self.unknown(.attachment(id)) }
    return try bytes(.attachment(id), attachment.blob, .attachment(id))
  }

  private static func expect(_ found: FileFact, _ fact: FileFact, _ entity: EntityID) throws(SlipError) {
    guard found != fact else { return }
    throw SlipError(
      .badInput, code: ExchangeCode.payloadChanged,
      "The payload of a \(entity.kind) is not what the manifest says; `refresh` adopts edited notes.",
      at: entity.location)
  }

  /// A file of the bundle as it is.
  private func copy(_ wanted: ExportPayload, _ fact: FileFact, _ entity: EntityID) -> Output {
    Output(pieces: { [payload] write in
      var digester = Digester()
      try payload.forEachChunk(of: wanted) { chunk in
        digester.update(chunk)
        try write(chunk)
      }
      let length = digester.length
      try Self.expect(FileFact(digest: digester.finish(), length: length), fact, entity)
    })
  }

  private func attachment(_ id: Attachment.ID) throws -> Output {
    guard let attachment = box.attachment(id) else { throw Self.unknown(.attachment(id)) }
    return copy(.attachment(id), attachment.blob, .attachment(id))
  }

  private func rendering(_ id: Attachment.ID) throws -> Output {
    guard let attachment = box.attachment(id) else { throw Self.unknown(.attachment(id)) }
    do throws(SlipError) {
      return Output(bytes: try rendered(attachment))
    } catch {
      guard PictureFault(rawValue: error.code ?? "") != nil else { throw error }
      var diagnostic = Diagnostic(
        code: error.code ?? PictureFault.notShown.rawValue, severity: .warning, message: error.message,
        location: EntityID.attachment(id).location)
      diagnostic.hint = "Notes link to the picture's file instead of showing it."
      var output = Output(bytes: [], diagnostics: [diagnostic])
      output.content = .nothing
      return output
    }
  }

  /// - Throws: an error with a code of `PictureFault` where browsers can't be shown anything.
  private func rendered(_ attachment: Attachment) throws(SlipError) -> [UInt8] {
    try slipErrors {
      let blob = try blob(attachment.id)
      let type = MediaType.named(attachment.mediaType) ?? .binary
      return try blob.withUnsafeBytes { try WebPicture.render($0, claimed: type, limits: limits)?.bytes }
        ?? blob
    }
  }

  private func original(_ id: Source.ID) throws -> Output {
    guard let source = box.source(id) else { throw Self.unknown(.source(id)) }
    let file = OriginalFile(fact: source.original, lifted: source.lifted, isPackage: source.isPackage)
    if source.isPackage {
      return Output(
        package: try payload.withBytes(of: .kept(id)) { kept in
          try file.package(kept: kept, limits: limits) { try blob($0) }
        })
    }
    if source.lifted.isEmpty, source.kept == source.original {
      return copy(.kept(id), source.kept, .source(id))
    }
    return Output(pieces: { write in
      try payload.withBytes(of: .kept(id)) { kept in
        try file.write(kept: kept, blob: { try blob($0) }, to: write)
      }
    })
  }

  private static func unknown(_ entity: EntityID) -> SlipError {
    SlipError(
      .usage, code: ExchangeCode.cannotRebuild, "The plan names a \(entity.kind) that the slip-box lacks.",
      at: entity.location)
  }

  // MARK: Notes

  private func note(_ id: Note.ID, at path: String) throws -> Output {
    guard let note = box.note(id) else { throw Self.unknown(.note(id)) }
    // The mirror reads as if changes were accepted, but for deleted rows.
    if plan.target.kind == .plainText, plan.changes == .keep {
      return copy(.mirror(id), note.mirror, .note(id))
    }
    let body = try bytes(.body(id), note.body, .note(id))
    if plan.target.kind == .rtf || plan.target.kind == .package {
      let (text, diagnostics) = settled(body)
      var output = plan.target.kind == .rtf ? try rtf(note, text, path) : try rtfd(note, text, path)
      output.diagnostics = diagnostics + output.diagnostics
      return output
    }
    guard let write = FormatTable.named(plan.target.name)?.write else {
      throw SlipError(
        .usage, code: ExchangeCode.unknownFormat, "There is no writer for \(plan.target.name).",
        at: EntityID.note(id).location)
    }
    let result = read(body)
    var document = try prepared(result.document, note, path)
    document.findStructure(plan.structure)
    let unseen = document.makePicturesVisible(limits: limits)
    return Output(bytes: write(document, options(note, path)), diagnostics: result.diagnostics + unseen)
  }

  /// The body as it is, but for where pictures and links lead.
  private func rtf(_ note: Note, _ body: [UInt8], _ path: String) throws -> Output {
    var diagnostics = DiagnosticSink()
    var bytes = body
    if plan.attachments == .embed {
      bytes = try bytes.withUnsafeBytes {
        try RTFPictures.embed(body: $0, limits: limits, diagnostics: &diagnostics) { digest in
          guard let attachment = box.attachment(digest), plan.target.canEmbed(mediaType: attachment.mediaType)
          else {
            return nil
          }
          return try blob(digest)
        }
      }
    }
    bytes = bytes.withUnsafeBytes {
      RTFPictures.rewritePaths(body: $0, limits: limits) { reference in
        self.path(of: reference.digest, in: note).map { RelativePath.reference(from: path, to: $0) }
      }
    }
    bytes = bytes.withUnsafeBytes {
      RTFHyperlinks.rewrite($0) { target in
        if let digest = PayloadPath.attachment(fromBody: target) {
          return self.path(of: digest, in: note).map {
            RelativeURL.encoded(path: RelativePath.reference(from: path, to: $0))
          }
        }
        return links.reference(for: target, in: note, at: path)
      }
    }
    return Output(bytes: bytes, diagnostics: diagnostics.diagnostics)
  }

  private func path(of digest: Digest, in note: Note) -> String? {
    box.attachment(digest).flatMap { plan.path(of: $0, in: note) }
  }

  private func options(_ note: Note, _ path: String) -> WriteOptions {
    var options = WriteOptions()
    options.title = note.title
    let links = links
    options.links = plan.links
    options.dropsUnknownFiles = true
    options.rewriteLink = { links.reference(for: $0, in: note, at: path) }
    if plan.target.kind == .markdown, plan.hasFrontMatter {
      options.frontMatter = FrontMatter.lines(note, in: box)
    }
    return options
  }

  /// The document with the note's facts, its blobs where the plan has them, and `[[title]]` as links.
  private func prepared(_ original: Document, _ note: Note, _ path: String) throws -> Document {
    var document = original
    document.info.title = note.title
    document.info.keywords = note.keywords.compactMap { box.keyword($0)?.name }
    let attached = document.attachedResources
    for index in document.resources.indices {
      document.resources[index] = try placed(
        document.resources[index], isAttached: attached.contains(index), note, path)
    }
    showRenderings(in: &document, of: original, note, path)
    linkFiles(in: &document)
    if document.containsWikiLinks {
      document.linkWikiTitles { links.wikiLink($0) }
    }
    return document
  }

  /// Pictures that the target's programs don't show are shown by what was made of them, where that could be.
  private func showRenderings(
    in document: inout Document, of original: Document, _ note: Note, _ path: String
  ) {
    var shown: [Int: Int] = [:]
    for index in document.picturedResources {
      guard let digest = Self.digest(of: original.resources[index]), let attachment = box.attachment(digest),
        let other = plan.renderingPath(of: attachment, in: note, named: document.resources[index].name),
        let type = plan.target.renderedType(of: attachment.mediaType), (try? rendered(attachment)) != nil
      else { continue }
      shown[index] = document.resources.count
      let reference = RelativePath.reference(from: path, to: other)
      document.resources.append(
        Resource(content: .file(reference), mediaType: type.name, name: document.resources[index].name))
    }
    if shown.isEmpty { return }
    document.editInlines { inline in
      guard case .picture(var picture) = inline else { return [inline] }
      picture.resource = shown[picture.resource] ?? picture.resource
      return [.picture(picture)]
    }
  }

  /// Of a blob that a body names or holds.
  private static func digest(of resource: Resource) -> Digest? {
    switch resource.content {
    case .file(let name): PayloadPath.attachment(namedBy: name)
    case .bytes(let bytes): Digest(of: bytes)
    }
  }

  /// Pictures that the target's programs don't show become links to their files.
  private func linkFiles(in document: inout Document) {
    let files = document.resources.indices.filter { index in
      guard case .file(let path) = document.resources[index].content, !path.isEmpty else { return false }
      return !plan.target.shows(mediaType: document.resources[index].mediaType)
    }
    guard !files.isEmpty else { return }
    document.editInlines { inline in
      guard case .picture(let picture) = inline, picture.style.isVisible, files.contains(picture.resource)
      else { return [inline] }
      return [
        .attachment(AttachedFile(resource: picture.resource, width: picture.width, height: picture.height))
      ]
    }
  }

  /// A blob beside or within the file; a file that is not in the slip-box is not linked to.
  private func placed(
    _ resource: Resource, isAttached: Bool, _ note: Note, _ path: String
  ) throws -> Resource {
    var resource = resource
    let file: String
    switch resource.content {
    case .file(let name): file = name
    case .bytes(let bytes):
      // The body holds the data of a blob that lies beside: once is enough.
      let digest = Digest(of: bytes)
      guard let reference = note.reference(to: digest, named: resource.name),
        let attachment = box.attachment(digest),
        let other = plan.path(of: attachment, in: note, named: reference.name)
      else { return resource }
      resource.content = .file(RelativePath.reference(from: path, to: other))
      resource.mediaType = attachment.mediaType
      resource.name = reference.name
      return resource
    }
    guard let digest = PayloadPath.attachment(namedBy: file), let attachment = box.attachment(digest) else {
      resource.content = .file("")
      if isAttached, resource.name == nil {
        resource.name = file.split { $0 == "/" || $0 == "\\" }.last.map(String.init)
      }
      return resource
    }
    resource.mediaType = attachment.mediaType
    resource.name = note.reference(to: digest, named: resource.name)?.name ?? resource.name
    if let other = plan.path(of: attachment, in: note, named: resource.name) {
      resource.content = .file(RelativePath.reference(from: path, to: other))
    } else {
      resource.content = .bytes(try blob(digest))
    }
    return resource
  }
}

extension Note {
  /// The reference to a blob under that name, else the first one to it.
  fileprivate func reference(to attachment: Attachment.ID, named name: String?) -> AttachmentReference? {
    let references = attachments.filter { $0.attachment == attachment }
    return references.first { $0.name == name } ?? references.first
  }
}
