internal import SlipBase
internal import SlipBundle
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes
internal import SlipRTF

/// Merges two bundles that were made of one: the facts of their boxes, and the bodies that both sides changed.
struct BundleMerge {
  /// What was asked for.
  let request: MergeRequest

  /// Merges facts and bodies, and writes the result.
  ///
  /// - Throws: `SlipError` where a side can't be read or the result can't be written.
  func run() throws(SlipError) -> MergeRequest.Outcome {
    let base = try OpenBundle(request.base, limits: request.limits)
    let ours = try OpenBundle(request.ours, limits: request.limits)
    let theirs = try OpenBundle(request.theirs, limits: request.limits)
    let merge = try BoxMerge(base: base.box, ours: ours.box, theirs: theirs.box, rule: request.rule)
    var save = MergedBundle(box: merge.box, sources: [ours, theirs, base])
    let names = BoxNames(ours.box, theirs.box)
    var conflicts: [MergeRequest.Outcome.Conflict] = []
    for conflict in merge.conflicts {
      guard conflict.field == .body, case .note(let id)? = conflict.entity,
        let mine = ours.box.note(id), let other = theirs.box.note(id), let note = merge.box.note(id)
      else {
        conflicts.append(.init(conflict, merge.box, names))
        continue
      }
      let before = try base.box.note(id).map { note throws(SlipError) in try base.body(of: note) } ?? []
      let result = RTFMerge.merge(
        base: before, ours: try ours.body(of: mine), theirs: try theirs.body(of: other),
        rule: request.textRule(ours: mine.modified, theirs: other.modified),
        names: DocumentMerge.Names(ours: request.ourName, theirs: request.theirName), limits: request.limits)
      try save.setBody(of: note, result.bytes, limits: request.limits)
      conflicts += Set(result.conflicts.map(\.kind.rawValue)).sorted().map {
        .init(entity: "note \(id)", name: names.note(note), kind: $0)
      }
    }
    let diagnostics = try save.write(
      to: request.output ?? ours.path, isNew: request.output != nil, limits: request.limits)
    return MergeRequest.Outcome(conflicts: conflicts, diagnostics: diagnostics)
  }
}

/// A merged box and the bundles that have its files. All that is written goes through here.
struct MergedBundle {
  /// The merged facts.
  private var box: SlipBox
  /// The bundles that have the files, ours first.
  private let sources: [OpenBundle]
  /// Files that no bundle has.
  private var written: [String: [UInt8]] = [:]

  /// A merged box whose files are in these bundles.
  init(box: SlipBox, sources: [OpenBundle]) { (self.box, self.sources) = (box, sources) }

  /// Gives a note another body, and the plain text of it.
  ///
  /// - Throws: `SlipError` where the box has no such note.
  mutating func setBody(of note: Note, _ bytes: [UInt8], limits: Limits) throws(SlipError) {
    var diagnostics = DiagnosticSink()
    let mirror = bytes.withUnsafeBytes {
      RTFPlainText.extract($0, limits: limits, diagnostics: &diagnostics)
    }
    written[PayloadPath.body(note.id)] = bytes
    written[PayloadPath.mirror(note.id)] = mirror
    try box.update(note: note.id) {
      $0.body = FileFact(of: bytes)
      $0.mirror = FileFact(of: mirror)
    }
  }

  /// Writes the bundle: as a change of the first one, or as a new one.
  ///
  /// - Parameters:
  ///   - path: The path of the bundle.
  ///   - isNew: Whether the bundle is created; then nothing may be there yet.
  ///   - limits: Bounds on what is read.
  /// - Returns: Warnings about files that the manifest doesn't list.
  /// - Throws: `SlipError`; then nothing was changed.
  func write(to path: String, isNew: Bool, limits: Limits) throws(SlipError) -> [Diagnostic] {
    var transaction =
      isNew
      ? try BundleTransaction.begin(at: path, limits: limits)
      : try BundleTransaction.begin(existing: path, limits: limits)
    do throws(SlipError) {
      if isNew, transaction.output.old != nil {
        throw SlipError(
          .cannotDo, code: KitCode.outputTaken, "There is a bundle already; nothing was changed.",
          at: SourceLocation(file: path))
      }
      if !isNew, transaction.box != sources[0].box {
        throw SlipError(
          .cannotDo, code: ContainerCode.replacedMeanwhile, "The bundle was changed meanwhile.",
          at: SourceLocation(file: path))
      }
      let there =
        isNew ? [:] : Dictionary(uniqueKeysWithValues: sources[0].box.payload().map { ($0.path, $0.fact) })
      for file in box.payload() where there[file.path] != file.fact {
        try transaction.output.write(file.path, try bytes(of: file))
      }
      transaction.box = box
      return try transaction.commit(Transaction(.merge, tool: Tool.name))
    } catch {
      transaction.abandon()
      throw error
    }
  }

  /// The bytes of a file, from whichever bundle has it.
  ///
  /// - Throws: `SlipError` with code `KitCode.unreadableBody` where no bundle has the file with this digest.
  private func bytes(of file: PayloadFile) throws(SlipError) -> [UInt8] {
    if let bytes = written[file.path] { return bytes }
    for source in sources {
      guard try source.storage.length(of: file.path) == file.fact.length else { continue }
      let bytes = try source.storage.read(file.path)
      if FileFact(of: bytes) == file.fact { return bytes }
    }
    throw SlipError(
      .badInput, code: KitCode.unreadableBody, "No side has this file as its manifest lists it.",
      at: SourceLocation(file: file.path))
  }
}
