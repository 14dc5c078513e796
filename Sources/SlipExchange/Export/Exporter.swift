public import SlipBase
internal import SlipDocument
public import SlipFormats
public import SlipNotes

/// Makes the files of a plan, one at a time; may be used on many threads at once.
public struct Exporter: Sendable {
  /// What goes to an item's path, and what there is to say about it.
  public struct Output: Sendable {
    public enum Content: Sendable {
      case file([UInt8])
      /// A directory with files.
      case package(FilePackage)
    }

    public var content: Content
    public var diagnostics: [Diagnostic] = []

    init(bytes: [UInt8], diagnostics: [Diagnostic] = []) {
      content = .file(bytes)
      self.diagnostics = diagnostics
    }

    init(package: FilePackage) { content = .package(package) }

    /// A file's bytes; none for a package.
    public var bytes: [UInt8] { if case .file(let bytes) = content { bytes } else { [] } }
  }

  public let plan: ExportPlan
  let box: SlipBox
  let links: ExportLinks
  private let payload: @Sendable (ExportPayload) throws -> [UInt8]
  let limits: Limits

  /// `payload` gives bytes of the bundle; they are checked against their digests here.
  public init(
    _ box: SlipBox, _ plan: ExportPlan, limits: Limits = Limits(),
    payload: @escaping @Sendable (ExportPayload) throws -> [UInt8]
  ) {
    self.box = box
    self.plan = plan
    self.limits = limits
    self.payload = payload
    links = ExportLinks(box, plan)
  }

  /// - Throws: `SlipError` for payload that is missing or not what the box says, and what `payload` throws.
  public func render(_ item: ExportPlan.Item) throws -> Output {
    switch item.content {
    case .attachment(let id): Output(bytes: try blob(id))
    case .original(let id): try original(id)
    case .note(let id): try note(id, at: item.path)
    }
  }

  // MARK: Payload

  func bytes(_ wanted: ExportPayload, _ fact: FileFact, _ entity: EntityID) throws -> [UInt8] {
    let bytes = try payload(wanted)
    guard FileFact(of: bytes) == fact else {
      throw SlipError(
        .badInput, code: ExchangeCode.payloadChanged,
        "The payload of a \(entity.kind) is not what the manifest says; `refresh` adopts edited notes.",
        at: entity.location)
    }
    return bytes
  }

  func blob(_ id: Attachment.ID) throws -> [UInt8] {
    guard let attachment = box.attachment(id) else { throw Self.unknown(.attachment(id)) }
    return try bytes(.attachment(id), attachment.blob, .attachment(id))
  }

  private func original(_ id: Source.ID) throws -> Output {
    guard let source = box.source(id) else { throw Self.unknown(.source(id)) }
    let kept = try bytes(.kept(id), source.kept, .source(id))
    let original = try kept.withUnsafeBytes {
      try RTFPictures.restore(kept: $0, lifted: source.lifted) { try blob($0) }
    }
    guard FileFact(of: original) == source.original else {
      throw SlipError(
        .badInput, code: ExchangeCode.originalChanged, "The imported file can't be rebuilt exactly.",
        at: SourceLocation(file: source.path))
    }
    guard source.format == Importer.rtfd.name else { return Output(bytes: original) }
    guard let package = original.withUnsafeBytes({ PackageStream.read($0) }) else {
      throw SlipError(
        .badInput, code: ExchangeCode.cannotRebuild, "What is kept of a package has the wrong form.",
        at: SourceLocation(file: source.path))
    }
    return Output(package: package)
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
    if plan.target.form == .text, plan.changes == .keep {
      return Output(bytes: try bytes(.mirror(id), note.mirror, .note(id)))
    }
    let body = try bytes(.body(id), note.body, .note(id))
    if plan.target.form == .rtf || plan.target.form == .rtfd {
      let (text, diagnostics) = settled(body)
      var output = plan.target.form == .rtf ? try rtf(note, text, path) : try rtfd(note, text, path)
      output.diagnostics = diagnostics + output.diagnostics
      return output
    }
    guard let write = FormatTable.named(plan.target.name)?.write else {
      throw SlipError(
        .usage, code: ExchangeCode.unknownFormat, "There is no writer for \(plan.target.name).",
        at: EntityID.note(id).location)
    }
    let result = read(body)
    let document = try prepared(result.document, note, path)
    return Output(bytes: write(document, options(note, path)), diagnostics: result.diagnostics)
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
    options.rewriteLink = { links.reference(for: $0, in: note, at: path) }
    if plan.target.form == .markdown, plan.hasFrontMatter {
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
    linkFiles(in: &document)
    if document.containsWikiLinks {
      document.linkWikiTitles { links.wikiLink($0) }
    }
    return document
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
