public import SlipBase
internal import SlipBundle
internal import SlipNotes

/// Takes in what other programs did in the bundle, as `slipconv refresh` does: bodies that they edited (`EditedBodyImport`), and
/// copies of what another machine had (`ConflictMerge`). Without it `slipconv validate` reports both.
public enum Refresh {
  /// What was adopted.
  public struct Outcome: Sendable {
    /// Titles of the adopted notes, by UUID; empty where no body was edited.
    public var titles: [String]
    /// The notes that copies of another machine changed.
    public var merged: [BoxSyncOutcome.NoteChange] = []
    /// What both machines had changed.
    public var conflicts: [MergeRequest.Outcome.Conflict] = []
    /// The copies that were removed, because all that they had is in the bundle.
    public var removed: [String] = []
    /// Findings about the edited bodies and the bundle.
    public var diagnostics: [Diagnostic]
  }

  /// Merges copies of another machine, and adopts all edited bodies in one atomic change. Where there is nothing of either kind,
  /// nothing is written.
  ///
  /// - Parameters:
  ///   - bundle: The bundle: see `BundleLocator.locate`.
  ///   - thumbnailSize: The longer side of thumbnails of new pictures in pixels; 0 makes none.
  /// - Throws: `SlipError`; then the bundle has lost nothing.
  public static func run(
    _ bundle: String, thumbnailSize: Int = 600, limits: Limits = Limits()
  ) throws(SlipError) -> Outcome {
    let location = try BundleLocator.locate(bundle)
    let merge =
      location.kind == .directory
      ? try ConflictMerge.run(location.path, limits: limits) : ConflictMerge.Outcome()
    var outcome = try adopt(bundle, thumbnailSize: thumbnailSize, limits: limits)
    (outcome.merged, outcome.conflicts, outcome.removed) = (merge.notes, merge.conflicts, merge.removed)
    outcome.diagnostics = merge.diagnostics + outcome.diagnostics
    return outcome
  }

  /// Adopts all edited bodies in one atomic change. If no body was edited, nothing is written.
  static func adopt(
    _ bundle: String, thumbnailSize: Int = 600, limits: Limits = Limits()
  ) throws(SlipError) -> Outcome {
    var transaction = try BundleTransaction.begin(existing: bundle, limits: limits)
    do throws(SlipError) {
      let adoption = EditedBodyImport(limits: limits, thumbnailSize: thumbnailSize, workers: Parallel.cores)
      var files = ReadFiles(nil, bundle: transaction.output.target)
      var result = try adoption.run(in: &transaction, &files)
      if result.titles.isEmpty {
        transaction.abandon()
      } else {
        result.diagnostics += try transaction.commit(BoxTransaction(.refresh, tool: SlipboxTool.name))
      }
      return Outcome(titles: result.titles, diagnostics: result.diagnostics)
    } catch {
      transaction.abandon()
      throw error
    }
  }
}
