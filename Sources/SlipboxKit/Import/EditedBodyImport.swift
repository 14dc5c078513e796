internal import SlipRTF
internal import SlipBase
internal import SlipBundle
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes

/// Takes over bodies that other programs edited where they lie: embedded pictures become blobs again; mirror, links,
/// digests and `modified` are renewed. The imported original stays in `sources/`.
struct EditedBodyImport {
  struct Result {
    /// Of the adopted notes, by UUID.
    var titles: [String] = []
    var diagnostics: [Diagnostic] = []
  }

  private struct Edited: Sendable {
    var id: Note.ID
    var imported: ImportedNote
    var modified: Timestamp?
    /// Blobs that the body shows: those that it links to in order, then those whose data it holds.
    var shown: [Digest]
  }

  private enum Finding: Sendable {
    case untouched
    case edited(Edited)
    /// Only the mirror differs.
    case staleMirror(Note.ID, Payload)
    case unreadable(Diagnostic)
  }

  let limits: Limits
  let thumbnailSize: Int
  let workers: Int

  func run(in transaction: inout BundleTransaction) throws(SlipError) -> Result {
    guard let old = transaction.stage.old else { return Result() }
    let notes = Array(transaction.box.notes)
    let findings = Parallel.map(count: notes.count, workers: workers) { finding(notes[$0], in: old) }
    var result = Result()
    var thumbnails = ThumbnailMaker(longSide: thumbnailSize, limits: limits)
    for finding in findings {
      switch finding {
      case .untouched: break
      case .edited(let edited): try adopt(edited, in: &transaction, &thumbnails, &result)
      case .staleMirror(let id, let mirror):
        try transaction.stage.write(PayloadPath.mirror(id), mirror.bytes)
        try transaction.box.update(note: id) { $0.mirror = mirror.fact }
        result.titles.append(transaction.box.note(id)?.title ?? id.description)
      case .unreadable(let diagnostic): result.diagnostics.append(diagnostic)
      }
    }
    if !result.titles.isEmpty { try relink(findings, in: &transaction, &result) }
    try thumbnails.attach(to: &transaction.box)
    result.diagnostics += thumbnails.diagnostics
    return result
  }

  private func finding(_ note: Note, in old: DirectoryStorage) -> Finding {
    let path = PayloadPath.body(note.id)
    do {
      // A file that is missing is for `validate` to tell.
      guard let length = try old.length(of: path) else { return .untouched }
      return try old.withBytes(of: path) { bytes in
        if length == note.body.length, Digest(of: bytes) == note.body.digest {
          return try staleMirror(note, bytes, old)
        }
        return try edited(note, bytes, path, old)
      }
    } catch {
      let fault = error as? SlipError
      return .unreadable(
        Diagnostic(
          code: fault?.code ?? KitCode.unreadableBody, severity: .error,
          message: fault?.message ?? "The body can't be read.", location: SourceLocation(file: path)))
    }
  }

  private func staleMirror(
    _ note: Note, _ body: UnsafeRawBufferPointer, _ old: DirectoryStorage
  ) throws -> Finding {
    let path = PayloadPath.mirror(note.id)
    if try old.length(of: path) == note.mirror.length, try old.fact(of: path) == note.mirror {
      return .untouched
    }
    var diagnostics = DiagnosticSink()
    return .staleMirror(
      note.id, Payload(RTFPlainText.extract(body, limits: limits, diagnostics: &diagnostics)))
  }

  private func edited(
    _ note: Note, _ bytes: UnsafeRawBufferPointer, _ path: String, _ old: DirectoryStorage
  ) throws -> Finding {
    var context = ImportContext(key: ImportKey(sourceName: "body", path: path))
    context.limits = limits
    var imported = try relinked(bytes, note).withUnsafeBytes { try Importer.rtf.read($0, context) }
    imported.probePictures(limits: limits)
    let linked = imported.body.bytes.withUnsafeBytes { body in
      RTFPictures.references(in: body).map(\.digest)
        + RTFHyperlinks.targets(in: body).compactMap { PayloadPath.attachment(fromBody: $0) }
    }
    let shown = linked + imported.attachments.filter(\.isShown).map(\.payload.fact.digest)
    return .edited(
      Edited(id: note.id, imported: imported, modified: try old.modified(of: path), shown: shown))
  }

  /// Word processors make links to the note's files absolute.
  private func relinked(_ body: UnsafeRawBufferPointer, _ note: Note) -> [UInt8] {
    let own = Set(note.attachments.map(\.attachment))
    return RTFHyperlinks.rewrite(body) { target in
      guard let (path, attachment) = PayloadPath.blobFromBody(atEndOf: target), path != target else {
        return nil
      }
      return own.contains(attachment) ? path : nil
    }
  }

  private func adopt(
    _ edited: Edited, in transaction: inout BundleTransaction, _ thumbnails: inout ThumbnailMaker,
    _ result: inout Result
  ) throws(SlipError) {
    let imported = edited.imported
    var payload = [
      ImportedPayload(.body(edited.id), imported.body), ImportedPayload(.mirror(edited.id), imported.mirror),
    ]
    var names: [Digest: String] = [:]
    // What only the original would need is not wanted: the original is another file.
    for picture in imported.attachments where picture.isShown {
      let digest = picture.payload.fact.digest
      if names[digest] == nil { names[digest] = picture.name }
      guard transaction.box.attachment(digest) == nil else { continue }
      try transaction.box.insert(Attachment(picture))
      payload.append(
        ImportedPayload(.attachment(digest, fileExtension: picture.fileExtension), picture.payload))
    }
    for item in payload { try transaction.stage.write(item.place.path, item.payload.bytes) }
    try thumbnails.make(for: payload, in: transaction.stage, workers: workers)
    let box = transaction.box
    let beside = try filesBeside(edited.id, transaction)
    try transaction.box.update(note: edited.id) { note in
      let before = note.attachments
      note.body = imported.body.fact
      note.mirror = imported.mirror.fact
      note.modified = edited.modified ?? note.modified
      note.attachments = edited.shown.unique.filter { box.attachment($0) != nil }.map { digest in
        before.first { $0.attachment == digest }
          ?? AttachmentReference(attachment: digest, name: names[digest] ?? digest.hex)
      }
      for file in beside where !note.attachments.contains(file) { note.attachments.append(file) }
    }
    result.titles.append(transaction.box.note(edited.id)?.title ?? edited.id.description)
    result.diagnostics += imported.diagnostics
  }

  /// - Throws: Where what is kept of the source can't be read: then nothing says which files are no longer wanted.
  private func filesBeside(
    _ id: Note.ID, _ transaction: BundleTransaction
  ) throws(SlipError) -> [AttachmentReference] {
    let box = transaction.box
    guard let note = box.note(id), let source = note.source.flatMap({ box.source($0) }),
      let old = transaction.stage.old
    else { return [] }
    let path = PayloadPath.kept(source.kept.digest, source.keptExtension)
    return try slipErrors {
      try old.withBytes(of: path) {
        FilesBeside.attachments(of: note, from: source, kept: $0, limits: limits)
      }
    }
  }

  /// Links of edited notes, once all of them are in.
  private func relink(
    _ findings: [Finding], in transaction: inout BundleTransaction, _ result: inout Result
  ) throws(SlipError) {
    let resolver = LinkResolver(transaction.box)
    for case .edited(let edited) in findings {
      let source = transaction.box.note(edited.id)?.source.flatMap { transaction.box.source($0) }
      var links: [Note.ID] = []
      for target in edited.imported.linkTargets {
        if case .note(let id) = resolver.resolve(target, from: source) { links.append(id) }
      }
      try transaction.box.update(note: edited.id) { $0.links = links }
    }
  }
}

extension Attachment {
  fileprivate init(_ imported: ImportedAttachment) {
    self.init(
      blob: imported.payload.fact, mediaType: imported.mediaType, fileExtension: imported.fileExtension)
    width = imported.width
    height = imported.height
  }
}

extension Array where Element: Hashable {
  /// Each element where it stands first.
  fileprivate var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
