internal import SlipBase
package import SlipBundle
internal import SlipDocument
package import SlipNotes
internal import SlipRTF

/// The files of a merged box: those that the merge made, and those that one of the bundles has.
package struct MergedFiles {
  /// The bundles.
  private let bundles: [OpenBundle]
  /// Files that no bundle has, by path.
  private var made: [String: [UInt8]] = [:]

  /// The files of bundles.
  package init(_ bundles: [OpenBundle]) { self.bundles = bundles }

  /// Adds a file.
  @discardableResult
  package mutating func add(_ path: String, _ bytes: [UInt8]) -> FileFact {
    made[path] = bytes
    return FileFact(of: bytes)
  }

  /// Gives a note another body, and the plain text of it.
  ///
  /// - Throws: `SlipError` where the box has no such note.
  package mutating func setBody(
    of note: Note, _ bytes: [UInt8], in box: inout SlipBox, limits: Limits
  ) throws(SlipError) {
    var diagnostics = DiagnosticSink()
    let mirror = bytes.withUnsafeBytes {
      RTFPlainText.extract($0, limits: limits, diagnostics: &diagnostics)
    }
    let (body, text) = (add(PayloadPath.body(note.id), bytes), add(PayloadPath.mirror(note.id), mirror))
    try box.update(note: note.id) { ($0.body, $0.mirror) = (body, text) }
  }

  /// The bytes of a file, from whichever bundle has it, also as a file that was replaced.
  ///
  /// - Throws: `SlipError` with code `KitCode.unreadableBody` where no bundle has a file with this digest.
  package func bytes(of file: PayloadFile) throws(SlipError) -> [UInt8] {
    if let bytes = made[file.path], FileFact(of: bytes) == file.fact { return bytes }
    for bundle in bundles {
      if let bytes = try bundle.storage.payload(file.path, file.fact) { return bytes }
    }
    throw SlipError(
      .badInput, code: KitCode.unreadableBody, "No side has this file as its manifest lists it.",
      at: SourceLocation(file: file.path))
  }

  /// The body of a note as it was; empty where no bundle has it any more, because its history was pruned.
  ///
  /// - Throws: `SlipError` where a file can't be read.
  package func body(of note: Note) throws(SlipError) -> [UInt8] {
    let file = PayloadFile(path: PayloadPath.body(note.id), fact: note.body, mediaType: "")
    do throws(SlipError) { return try bytes(of: file) } catch {
      guard error.code == KitCode.unreadableBody else { throw error }
      return []
    }
  }

  // MARK: Texts

  /// Merges the texts that both sides changed. What a merged text shows belongs to its note: see `ShownFiles`.
  ///
  /// - Parameters:
  ///   - merge: The merged facts, with what both sides changed.
  ///   - ours: Our side.
  ///   - theirs: Their side.
  ///   - before: The box that both were made of.
  ///   - base: The body that a note had before both changed it; none for a note that is new on both sides.
  ///   - request: The rule, the names of the authors, and bounds.
  /// - Returns: The box with the merged texts, and what people should look at.
  /// - Throws: `SlipError` where a body can't be read.
  package mutating func mergeTexts(
    of merge: BoxMerge, _ ours: OpenBundle, _ theirs: OpenBundle, before: SlipBox,
    base: (Note.ID) throws(SlipError) -> [UInt8],
    _ request: MergeRequest
  ) throws(SlipError) -> (box: SlipBox, conflicts: [MergeRequest.Outcome.Conflict]) {
    var (box, conflicts) = (merge.box, [MergeRequest.Outcome.Conflict]())
    let names = BoxNames(ours.box, theirs.box)
    let sides = [(ours.box, request.ourName), (theirs.box, request.theirName)]
    for conflict in merge.conflicts {
      guard conflict.field == .body, case .note(let id)? = conflict.entity, let mine = ours.box.note(id),
        let other = theirs.box.note(id), let note = box.note(id)
      else {
        let found = MergeRequest.Outcome.Conflict(conflict, of: merge, sides, names)
        if request.notesConflicts, let open = found.open, case .note(let id)? = conflict.entity {
          try box.update(note: id) { $0.add(open) }
        }
        conflicts.append(found)
        continue
      }
      let bodies = [try base(id), try ours.body(of: mine), try theirs.body(of: other)]
      let result = RTFMerge.merge(
        base: bodies[0], ours: bodies[1], theirs: bodies[2],
        rule: request.textRule(ours: mine.modified, theirs: other.modified),
        names: DocumentMerge.Names(ours: request.ourName, theirs: request.theirName), limits: request.limits)
      let boxes = [ours.box, theirs.box, before]
      let lost = try bring(
        result.bytes.withUnsafeBytes { ShownFiles(in: $0) }, from: boxes, to: &box, limits: request.limits)
      let bytes = MergedFiles.without(lost, result.bytes, limits: request.limits)
      try setBody(of: note, bytes, in: &box, limits: request.limits)
      let wasShown = ShownFiles.all(in: bodies)
      let files = bytes.withUnsafeBytes { ShownFiles(in: $0) }.references(
        before: note.attachments + boxes.flatMap { $0.note(id)?.attachments ?? [] },
        staying: note.attachments.filter { !wasShown.contains($0.attachment) }, in: box)
      try box.update(note: id) { $0.attachments = files }
      let changes = bytes.withUnsafeBytes { RTFOpenMerge.changes(in: $0, limits: request.limits) }
      conflicts += Set(result.conflicts.map(\.kind)).sorted { $0.rawValue < $1.rawValue }.map { kind in
        var conflict = MergeRequest.Outcome.Conflict(
          entity: "note \(id)", name: names.note(note), kind: kind.rawValue)
        if kind == .text || kind == .deletion { conflict.changes = changes }
        return conflict
      }
    }
    return (box, conflicts)
  }

  /// Adds files to a box that a merged text shows again.
  ///
  /// - Parameter boxes: The boxes that may know them.
  /// - Returns: The files that nobody has any more, because histories were pruned.
  private mutating func bring(
    _ shown: ShownFiles, from boxes: [SlipBox], to box: inout SlipBox, limits: Limits
  ) throws(SlipError) -> Set<Attachment.ID> {
    var lost: Set<Attachment.ID> = []
    for id in shown.ids where box.attachment(id) == nil {
      if var attachment = boxes.lazy.compactMap({ $0.attachment(id) }).first,
        try has(
          PayloadFile(
            path: PayloadPath.blob(id, attachment.fileExtension), fact: attachment.blob, mediaType: ""))
      {
        if let thumbnail = attachment.thumbnail {
          let path = PayloadPath.thumbnail(id, thumbnail.fileExtension)
          if try !has(PayloadFile(path: path, fact: thumbnail.file, mediaType: "")) {
            attachment.thumbnail = nil
          }
        }
        try box.insert(attachment)
        continue
      }
      var found: (attachment: Attachment, bytes: [UInt8])?
      for bundle in bundles where found == nil {
        found = try bundle.box.history.attachment(id, in: bundle.storage, limits: limits)
      }
      guard let found else {
        lost.insert(id)
        continue
      }
      add(PayloadPath.blob(id, found.attachment.fileExtension), found.bytes)
      try box.insert(found.attachment)
    }
    return lost
  }

  /// Whether any bundle has a file.
  private func has(_ file: PayloadFile) throws(SlipError) -> Bool {
    do throws(SlipError) { _ = try bytes(of: file) } catch {
      guard error.code == KitCode.unreadableBody else { throw error }
      return false
    }
    return true
  }

  /// A body without the deleted pictures and files that nobody has any more.
  private static func without(_ lost: Set<Attachment.ID>, _ body: [UInt8], limits: Limits) -> [UInt8] {
    if lost.isEmpty { return body }
    var document = body.withUnsafeBytes { RTFReader.read($0, limits: limits).document }
    let gone = document.resources.indices.filter { index in
      guard case .file(let path) = document.resources[index].content else { return false }
      return PayloadPath.attachment(namedBy: path).map(lost.contains) ?? false
    }
    document.editInlines { inline in
      switch inline {
      case .picture(let picture) where gone.contains(picture.resource):
        picture.style.revision?.kind == .deletion ? [] : nil
      case .attachment(let file) where gone.contains(file.resource):
        file.style.revision?.kind == .deletion ? [] : nil
      default: nil
      }
    }
    return body.withUnsafeBytes { RTFPatch.patch($0, to: document.normalized(), limits: limits).bytes }
  }

  // MARK: Writing

  /// Writes a box as a change of a bundle, or as a new one.
  ///
  /// - Parameters:
  ///   - path: The path of the bundle.
  ///   - bundle: The bundle as it was read; nil for one that is created: then nothing may be there yet.
  ///   - recorded: What the history says of the change; nil where the history of the box says it already.
  /// - Returns: Warnings about files that the manifest doesn't list.
  /// - Throws: `SlipError`; then nothing was changed.
  package func write(
    _ box: SlipBox, to path: String, over bundle: OpenBundle?, as recorded: BoxTransaction?, limits: Limits
  ) throws(SlipError) -> [Diagnostic] {
    var transaction =
      bundle == nil
      ? try BundleTransaction.begin(at: path, limits: limits)
      : try BundleTransaction.begin(existing: path, limits: limits, known: bundle)
    do throws(SlipError) {
      if bundle == nil, transaction.output.old != nil {
        throw SlipError(
          .cannotDo, code: KitCode.outputTaken, "There is a bundle already; nothing was changed.",
          at: SourceLocation(file: path))
      }
      if let bundle, transaction.box != bundle.box {
        throw SlipError(
          .cannotDo, code: ContainerCode.replacedMeanwhile, "The bundle was changed meanwhile.",
          at: SourceLocation(file: path))
      }
      let files =
        bundle.map { old in
          BoxChanges(from: old.box, to: box).newPayload.map(\.file)
            + box.history.payload(unlistedIn: old.box.history)
        } ?? box.payload()
      for file in files { try transaction.output.write(file.path, try bytes(of: file)) }
      transaction.box = box
      if let recorded { return try transaction.commit(recorded) }
      return try transaction.commitRecorded()
    } catch {
      transaction.abandon()
      throw error
    }
  }
}
