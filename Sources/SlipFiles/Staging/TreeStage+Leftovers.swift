/// What dead processes have left beside a target.
extension TreeStage {
  /// Deletes what dead processes have left beside a target, if there is anything and nobody is
  /// working there now.
  ///
  /// A new stage does so by itself. Call this where there turns out to be nothing to write.
  /// Failures are ignored: the next stage tries again.
  public static func clearLeftovers(at target: String) {
    guard StageDirectory.hasLeftovers(target) else { return }
    (try? StageDirectory(target: target, milliseconds: 0))?.finish()
  }
}
