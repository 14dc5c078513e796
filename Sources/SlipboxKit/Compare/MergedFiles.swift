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

  /// Merges the texts that both sides changed.
  ///
  /// - Parameters:
  ///   - merge: The merged facts, with what both sides changed.
  ///   - ours: Our side.
  ///   - theirs: Their side.
  ///   - base: The body that a note had before both changed it; none for a note that is new on both sides.
  ///   - request: The rule, the names of the authors, and bounds.
  /// - Returns: The box with the merged texts, and what people should look at.
  /// - Throws: `SlipError` where a body can't be read.
  package mutating func mergeTexts(
    of merge: BoxMerge, _ ours: OpenBundle, _ theirs: OpenBundle,
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
        conflicts.append(.init(conflict, of: merge, sides, names))
        continue
      }
      let result = RTFMerge.merge(
        base: try base(id), ours: try ours.body(of: mine), theirs: try theirs.body(of: other),
        rule: request.textRule(ours: mine.modified, theirs: other.modified),
        names: DocumentMerge.Names(ours: request.ourName, theirs: request.theirName), limits: request.limits)
      try setBody(of: note, result.bytes, in: &box, limits: request.limits)
      conflicts += Set(result.conflicts.map(\.kind.rawValue)).sorted().map {
        .init(entity: "note \(id)", name: names.note(note), kind: $0)
      }
    }
    return (box, conflicts)
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
