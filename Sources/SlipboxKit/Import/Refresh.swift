public import SlipBase
internal import SlipNotes

/// Adopts bodies that other programs edited in the bundle.
public enum Refresh {
  public struct Outcome: Sendable {
    /// Titles of the notes that were adopted, by UUID.
    public var titles: [String]
    public var diagnostics: [Diagnostic]
  }

  /// One atomic change; nothing is written when no body was edited.
  ///
  /// - Throws: `SlipError`; then the bundle is as it was.
  public static func run(
    _ bundle: String, thumbnailSize: Int = 600, limits: Limits = Limits()
  ) throws(SlipError) -> Outcome {
    var transaction = try BundleTransaction.begin(existing: bundle, limits: limits)
    do throws(SlipError) {
      let adoption = EditedBodyImport(limits: limits, thumbnailSize: thumbnailSize, workers: Parallel.cores)
      var result = try adoption.run(in: &transaction)
      if result.titles.isEmpty {
        transaction.abandon()
      } else {
        result.diagnostics += try transaction.commit(HistoryEvent(kind: .refresh, tool: Tool.name))
      }
      return Outcome(titles: result.titles, diagnostics: result.diagnostics)
    } catch {
      transaction.abandon()
      throw error
    }
  }
}
