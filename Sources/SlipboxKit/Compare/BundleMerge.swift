internal import SlipBase
internal import SlipBundle
internal import SlipNotes

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
    var files = MergedFiles([ours, theirs, base])
    var request = request
    // Who names a side has decided.
    request.notesConflicts = request.rule == .newest
    let (box, conflicts) = try files.mergeTexts(
      of: merge, ours, theirs, before: base.box,
      base: { id throws(SlipError) in
        try base.box.note(id).map { note throws(SlipError) in try base.body(of: note) } ?? []
      }, request)
    let diagnostics = try files.write(
      box, to: request.output ?? ours.path, over: request.output == nil ? ours : nil,
      as: BoxTransaction(.merge, tool: SlipboxTool.name), limits: request.limits)
    return MergeRequest.Outcome(conflicts: conflicts, diagnostics: diagnostics)
  }
}
