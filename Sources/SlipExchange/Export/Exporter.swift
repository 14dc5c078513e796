internal import ImageCodec
public import SlipBase
internal import SlipDocument
internal import SlipFormats
public import SlipNotes
internal import SlipRTF
public import SlipRTFD

/// Makes the files of a plan, one at a time. Several threads may use it at once.
///
/// A plan says which files there are; the exporter makes each of them from payload:
///
/// - An attachment or original is copied, or restored from the parts that the bundle keeps.
/// - A note as plain text is a copy of its mirror, unless its tracked changes are to be resolved.
/// - A note as RTF or RTFD is its body, with the targets of pictures and links rewritten.
/// - A note in another format is read into a document and written in that format.
///
/// Payload is checked against the manifest on the way, so damage in the bundle never gets into an
/// export unnoticed.
public struct Exporter: Sendable {
  /// The file or directory for an item of the plan, and the findings about it.
  public struct Output: Sendable {
    /// What goes to the item's path.
    public enum Content: Sendable {
      /// A file with these bytes.
      case file([UInt8])
      /// A file that is copied or restored in pieces. Its digest is compared at the end, so an
      /// error may come late.
      case pieces(@Sendable (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void)
      /// Nothing, for a picture that can't be converted.
      case nothing
      /// A directory of files, none of which has a name that programs act on.
      case package(FilePackage)
    }

    /// What goes to the item's path.
    public var content: Content
    /// The findings.
    public var diagnostics: [Diagnostic] = []

    /// Creates the output of a file in memory.
    init(bytes: [UInt8], diagnostics: [Diagnostic] = []) {
      content = .file(bytes)
      self.diagnostics = diagnostics
    }

    /// Creates the output of a file that is made in pieces.
    init(pieces: @escaping @Sendable ((UnsafeRawBufferPointer) throws -> Void) throws -> Void) {
      content = .pieces(pieces)
    }

    /// Creates the output of a package. Files whose names programs act on get other names.
    init(package: FilePackage) {
      content = .package(package.harmless())
      if !package.isHarmless {
        diagnostics.append(
          Diagnostic(
            code: ExchangeCode.nameChanged, severity: .warning,
            message: "Files in the package have names that programs act on; they get other names.",
            location: SourceLocation()))
      }
    }

    /// All bytes of a file; none for a package.
    ///
    /// - Throws: What producing the file throws.
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

  /// The plan whose files are made.
  public let plan: ExportPlan
  /// The slip-box that is exported.
  let box: SlipBox
  /// The links between exported files.
  let links: ExportLinks
  /// Where the payload comes from.
  private let payload: any ExportPayloadReader
  /// The limits for reading bodies and pictures.
  let limits: Limits

  /// Creates an exporter.
  ///
  /// - Parameter payload: Supplies the payload. The exporter checks it against the digests of the
  ///   box.
  public init(
    _ box: SlipBox, _ plan: ExportPlan, limits: Limits = Limits(), payload: some ExportPayloadReader
  ) {
    self.plan = plan
    self.limits = limits
    self.payload = payload
    links = ExportLinks(box, isPartial: plan.notePaths.count < box.noteCount) { plan.path(of: $0) }
    self.box = links.withoutStaying(plan.notePaths.keys)
  }

  /// Makes the file for an item of the plan.
  ///
  /// - Throws: `SlipError` for payload that is missing or differs from the manifest, and what
  ///   `payload` throws. For `Content.pieces` this happens when the pieces are taken.
  public func render(_ item: ExportPlan.Item) throws -> Output {
    switch item.content {
    case .attachment(let id): try attachment(id)
    case .rendering(let id): try rendering(id)
    case .original(let id): try original(id)
    case .note(let id): try note(id, at: item.path)
    }
  }

  // MARK: Payload

  /// The bytes of a payload file, after a check of their digest.
  func bytes(_ wanted: ExportPayload, _ fact: FileFact, _ entity: EntityID) throws -> [UInt8] {
    try payload.withBytes(of: wanted) { bytes in
      try Self.expect(FileFact(of: bytes), fact, entity)
      return [UInt8](bytes)
    }
  }

  /// The bytes of an attachment, after a check of their digest.
  func blob(_ id: Attachment.ID) throws -> [UInt8] {
    guard let attachment = box.attachment(id) else { throw Self.unknown(.attachment(id)) }
    return try bytes(.attachment(id), attachment.blob, .attachment(id))
  }

  /// Throws `ExchangeCode.payloadChanged` unless the payload is what the manifest says.
  static func expect(_ found: FileFact, _ fact: FileFact, _ entity: EntityID) throws(SlipError) {
    guard found != fact else { return }
    throw SlipError(
      .badInput, code: ExchangeCode.payloadChanged,
      "The payload of this \(entity.kind) differs from the manifest; `refresh` adopts edited notes.",
      at: entity.location)
  }

  /// A payload file, copied in pieces.
  func copy(_ wanted: ExportPayload, _ fact: FileFact, _ entity: EntityID) -> Output {
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

  /// An attachment as it is.
  private func attachment(_ id: Attachment.ID) throws -> Output {
    guard let attachment = box.attachment(id) else { throw Self.unknown(.attachment(id)) }
    return copy(.attachment(id), attachment.blob, .attachment(id))
  }

  /// The picture that is shown instead of an attachment, or a warning when there is none.
  ///
  /// A picture that can't be converted is not an error of the export. The note then links to the
  /// attachment itself.
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

  /// The bytes of the picture that is shown instead of an attachment.
  ///
  /// - Throws: An error with a code of `PictureFault` when the picture can't be converted.
  func rendered(_ attachment: Attachment) throws(SlipError) -> [UInt8] {
    try slipErrors {
      let blob = try blob(attachment.id)
      let type = MediaType.named(attachment.mediaType) ?? .binary
      return try blob.withUnsafeBytes { try WebPicture.render($0, claimed: type, limits: limits)?.bytes }
        ?? blob
    }
  }

  /// The file that notes were imported from: a copy, or restored from its parts.
  ///
  /// Which of the two it is depends on what the bundle keeps: the imported file itself, or the file
  /// without its pictures. A package is restored as a directory.
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

  /// The error for a plan that doesn't belong to the box.
  static func unknown(_ entity: EntityID) -> SlipError {
    SlipError(
      .usage, code: ExchangeCode.cannotRebuild,
      "The plan names this \(entity.kind), but the slip-box doesn't have it.", at: entity.location)
  }
}

/// A payload file that an export needs.
public enum ExportPayload: Sendable, Hashable {
  /// The RTF body of a note.
  case body(Note.ID)
  /// The plain-text mirror of a note.
  case mirror(Note.ID)
  /// The blob of an attachment.
  case attachment(Attachment.ID)
  /// What is kept of an imported file.
  case kept(Source.ID)
}

/// Supplies the payload of a slip-box to an export. Any thread may ask at any time.
public protocol ExportPayloadReader: Sendable {
  /// Calls `body` with all bytes of a file, which are valid during the call only.
  func withBytes<R>(of payload: ExportPayload, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R

  /// Calls `body` with the bytes of a file piece by piece. Memory is bounded, whatever the file's
  /// length.
  func forEachChunk(of payload: ExportPayload, _ body: (UnsafeRawBufferPointer) throws -> Void) throws
}
