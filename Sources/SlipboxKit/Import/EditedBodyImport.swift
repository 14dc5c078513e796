internal import SlipRTF
internal import SlipBase
internal import SlipBundle
internal import SlipExchange
internal import SlipFiles
internal import SlipNotes
internal import SlipIndex

/// Adopts bodies that other programs edited in the bundle.
///
/// A user may open a body with a word processor and save it; the manifest then lists another
/// digest than the file has. For each such note this type reads the new body, turns embedded
/// pictures into attachments again, and updates mirror, links, digests and the date of
/// modification. The imported original in `sources/` stays as it was.
///
/// It runs before every import and as `slipconv refresh`. Title, keywords and folder aren't
/// touched, because they are facts of the note and not of its body.
///
/// Whether a body was edited is decided by its digest, never by its date: copying a bundle
/// changes dates, and an edit may leave them. A file that is known to be the very one that was read before
/// (`VerifiedFiles`) isn't read again.
struct EditedBodyImport {
  /// What was adopted.
  struct Result {
    /// The titles of the adopted notes, by UUID.
    var titles: [String] = []
    /// Findings about the bodies, and bodies that could not be read.
    var diagnostics: [Diagnostic] = []
    /// Where `readsLinks` was asked for: what the notes that nobody edited point to. Notes without links are left out.
    var linkTargets: [Note.ID: [LinkTarget]] = [:]
    /// Notes that `linkTargets` knows nothing of.
    var unreadLinks: Set<Note.ID> = []
  }

  /// An edited body, read and ready to be adopted.
  private struct Edited: Sendable {
    /// The note.
    var id: Note.ID
    /// What reading the body gave.
    var body: NoteBody
    /// The date of modification of the file.
    var modified: Timestamp?
  }

  /// What is known of one note's body.
  private enum Finding: Sendable {
    /// The body and mirror are those that the manifest lists. What was read is remembered.
    case untouched([LinkTarget], ReadNote? = nil)
    /// The body was edited.
    case edited(Edited)
    /// Only the mirror differs from what the manifest lists; it is derived again.
    case staleMirror(Payload)
    /// The body was missing; this is what the history has kept of it.
    case restored(body: [UInt8], mirror: Payload)
    /// The body can't be read, or is missing; the note stays as it is.
    case unreadable(Diagnostic)
  }

  /// Bounds on what is read.
  let limits: Limits
  /// The longer side of thumbnails in pixels; 0 makes none.
  let thumbnailSize: Int
  /// How many bodies are read at the same time.
  let workers: Int
  /// Reads the links of untouched notes as well, as their bodies are at hand.
  var readsLinks = false

  /// The most notes of a batch.
  private static let notesInBatch = 1024

  /// Adopts all edited bodies. Bodies are read on all cores, in batches, and adopted in the order of their
  /// UUIDs.
  ///
  /// - Parameters:
  ///   - transaction: The bundle.
  ///   - files: What is known of files that were read before; collects what is read.
  /// - Throws: `SlipError` where something can't be written; the transaction must be abandoned
  ///   then.
  func run(
    in transaction: inout BundleTransaction, _ files: inout ReadFiles
  ) throws(SlipError) -> Result {
    guard let old = transaction.output.old else { return Result() }
    let tree = old.treeStatus()
    var result = Result()
    var edited: [(note: Note.ID, targets: [LinkTarget])] = []
    var thumbnails = ThumbnailMaker(longSide: thumbnailSize, limits: limits)
    var rest = transaction.box.noteIDs[...]
    while !rest.isEmpty {
      let notes = rest.prefix(EditedBodyImport.notesInBatch)
      rest = rest.dropFirst(EditedBodyImport.notesInBatch)
      for (id, finding) in zip(notes, findings(notes, of: transaction.box, in: old, tree, files.verified)) {
        if case .untouched(let targets, let read) = finding {
          if let read { files.add(read) }
          if !targets.isEmpty { result.linkTargets[id] = targets }
          continue
        }
        guard let note = transaction.box.note(id) else { continue }
        switch finding {
        case .untouched: continue
        case .edited(let body):
          try adopt(body, in: &transaction, &thumbnails, &result)
          edited.append((note.id, body.body.imported.linkTargets))
        case .staleMirror(let mirror):
          try transaction.output.write(PayloadPath.mirror(note.id), mirror.bytes)
          try transaction.box.update(note: note.id) { $0.mirror = mirror.fact }
          result.titles.append(note.title)
        case .restored(let body, let mirror):
          try transaction.output.write(PayloadPath.body(note.id), body)
          try transaction.output.write(PayloadPath.mirror(note.id), mirror.bytes)
          try transaction.box.update(note: note.id) { $0.mirror = mirror.fact }
          result.titles.append(note.title)
        case .unreadable(let diagnostic): result.diagnostics.append(diagnostic)
        }
        result.unreadLinks.insert(note.id)
      }
    }
    if !edited.isEmpty { try relink(edited, in: &transaction) }
    try thumbnails.attach(to: &transaction.box)
    result.diagnostics += thumbnails.diagnostics
    return result
  }

  /// Compares the files of some notes with the manifest, on all cores.
  private func findings(
    _ notes: ArraySlice<Note.ID>, of box: SlipBox, in old: DirectoryStorage, _ tree: TreeStatus,
    _ verified: VerifiedFiles
  ) -> [Finding] {
    Parallel.map(count: notes.count, workers: workers) {
      finding(notes[notes.startIndex + $0], of: box, in: old, tree, verified)
    }
  }

  /// Compares the files of a note with the manifest, and reads an edited body. The length is
  /// compared first, since it decides most cases without reading.
  private func finding(
    _ id: Note.ID, of box: SlipBox, in old: DirectoryStorage, _ tree: TreeStatus, _ verified: VerifiedFiles
  ) -> Finding {
    let files = ReadNote(id, of: box, tree)
    if let links = files.flatMap({ $0.links(verified) }) { return .untouched(links) }
    guard let note = box.note(id) else { return .untouched([]) }
    let path = PayloadPath.body(id)
    do {
      guard let length = try old.length(of: path) else { return try missing(note, old) }
      return try old.withBytes(of: path) { bytes in
        if length == note.body.length, Digest(of: bytes) == note.body.digest {
          return try staleMirror(note, bytes, old, files)
        }
        let own = Set(note.attachments.map(\.attachment))
        let body = try NoteBody(bytes, name: path, own: own, limits: limits)
        guard try hasHistory(box, body.missingPictures(in: box), old) else {
          return .unreadable(
            Diagnostic(
              code: ValidationRule.bodyPictureUnlisted.code, severity: .error,
              message:
                "The body of “\(note.title)” is damaged: it shows a picture that nobody has. It is not taken over.",
              location: SourceLocation(file: old.displayPath(of: path)),
              hint: "restore the file from a backup, or write the text anew with `slipconv edit`"))
        }
        if let cut = body.imported.diagnostics.first(where: { $0.code == ExchangeCode.pieceDamaged }) {
          return .unreadable(
            Diagnostic(
              code: cut.code, severity: .error,
              message: "The body of “\(note.title)” is damaged. \(cut.message) It is not taken over.",
              location: SourceLocation(file: old.displayPath(of: path)),
              hint: "restore the file from a backup, or write the text anew with `slipconv edit`"))
        }
        return .edited(Edited(id: note.id, body: body, modified: try old.modified(of: path)))
      }
    } catch {
      let fault = error as? SlipError
      return .unreadable(
        Diagnostic(
          code: fault?.code ?? KitCode.unreadableBody, severity: .error,
          message: fault?.message ?? "The body can't be read.", location: SourceLocation(file: path)))
    }
  }

  /// Whether the history has all of some files that the box has no more.
  private func hasHistory(
    _ box: SlipBox, _ files: [Attachment.ID], _ old: DirectoryStorage
  ) throws(SlipError) -> Bool {
    for file in files where try box.history.attachment(file, in: old, limits: limits) == nil { return false }
    return true
  }

  /// Looks for a missing body among the files that the history has kept, such as where Git took a deletion for a move.
  private func missing(_ note: Note, _ old: DirectoryStorage) throws(SlipError) -> Finding {
    let path = PayloadPath.body(note.id)
    guard let body = try old.payload(path, note.body) else {
      return .unreadable(
        Diagnostic(
          code: ValidationRule.missingFile.code, severity: .error,
          message: "The body of “\(note.title)” is missing.",
          location: SourceLocation(file: old.displayPath(of: path)),
          hint: "restore it from a backup, or delete the note"))
    }
    var diagnostics = DiagnosticSink()
    let mirror = body.withUnsafeBytes {
      RTFPlainText.extract($0, limits: limits, diagnostics: &diagnostics)
    }
    return .restored(body: body, mirror: Payload(mirror))
  }

  /// Derives the mirror again if it isn't the listed one.
  private func staleMirror(
    _ note: Note, _ body: UnsafeRawBufferPointer, _ old: DirectoryStorage, _ files: ReadNote?
  ) throws -> Finding {
    let path = PayloadPath.mirror(note.id)
    if try old.length(of: path) == note.mirror.length {
      let targets = try old.withBytes(of: path) { mirror -> [LinkTarget]? in
        guard FileFact(of: mirror) == note.mirror else { return nil }
        return readsLinks ? LinkTarget.targets(body: body, mirror: mirror) : []
      }
      if let targets { return .untouched(targets, readsLinks ? files?.with(targets) : nil) }
    }
    var diagnostics = DiagnosticSink()
    return .staleMirror(Payload(RTFPlainText.extract(body, limits: limits, diagnostics: &diagnostics)))
  }

  /// Writes the new body, its mirror and new attachments, and updates the note. References of
  /// pictures that are still shown keep their names.
  private func adopt(
    _ edited: Edited, in transaction: inout BundleTransaction, _ thumbnails: inout ThumbnailMaker,
    _ result: inout Result
  ) throws(SlipError) {
    let imported = edited.body.imported
    var payload = [
      ImportedPayload(.body(edited.id), imported.body), ImportedPayload(.mirror(edited.id), imported.mirror),
    ]
    // Pictures that only the original needs are not taken over, because the original is another file.
    for picture in imported.attachments where picture.isShown {
      let digest = picture.payload.fact.digest
      guard transaction.box.attachment(digest) == nil else { continue }
      try transaction.box.insert(Attachment(picture))
      payload.append(
        ImportedPayload(.attachment(digest, fileExtension: picture.fileExtension), picture.payload))
    }
    for file in edited.body.shown.ids where transaction.box.attachment(file) == nil {
      guard let old = transaction.output.old,
        let kept = try transaction.box.history.attachment(file, in: old, limits: limits)
      else { continue }
      try transaction.box.insert(kept.attachment)
      payload.append(
        ImportedPayload(
          .attachment(file, fileExtension: kept.attachment.fileExtension), Payload(kept.bytes)))
    }
    for item in payload { try transaction.output.write(item.place.path, item.payload.bytes) }
    try thumbnails.make(for: payload, in: transaction.output, workers: workers)
    let box = transaction.box
    let beside = try filesBeside(edited.id, transaction)
    try transaction.box.update(note: edited.id) { note in
      let before = note.attachments
      note.body = imported.body.fact
      note.mirror = imported.mirror.fact
      note.modified = edited.modified ?? note.modified
      note.attachments = edited.body.references(before: before, staying: beside, in: box)
    }
    result.titles.append(transaction.box.note(edited.id)?.title ?? edited.id.description)
    result.diagnostics += imported.diagnostics
  }

  /// Attachments that the original placed beside the text (RTFD), and that the text never
  /// named. They stay attachments of the note, however the text was edited.
  ///
  /// - Throws: `SlipError` where the kept source can't be read, because then nothing says which
  ///   files are still wanted.
  private func filesBeside(
    _ id: Note.ID, _ transaction: BundleTransaction
  ) throws(SlipError) -> [AttachmentReference] {
    let box = transaction.box
    guard let note = box.note(id), let source = note.source.flatMap({ box.source($0) }),
      let old = transaction.output.old
    else { return [] }
    let path = PayloadPath.kept(source.kept.digest, source.keptExtension)
    return try slipErrors {
      try old.withBytes(of: path) {
        FilesBeside.attachments(of: note, from: source, kept: $0, limits: limits)
      }
    }
  }

  /// Sets the links of edited notes. This happens after all are adopted, so that links between
  /// them resolve.
  private func relink(
    _ edited: [(note: Note.ID, targets: [LinkTarget])], in transaction: inout BundleTransaction
  ) throws(SlipError) {
    let resolver = LinkResolver(transaction.box)
    for (id, targets) in edited {
      let source = transaction.box.note(id)?.source.flatMap { transaction.box.source($0) }
      let links = resolver.notes(of: targets, from: source)
      try transaction.box.update(note: id) { $0.setTextLinks(links) }
    }
  }
}
