/// What dead processes left beside a target.
extension TreeStage {
  /// Clears it, where there is any and nobody works on the target now. A new stage does so by itself; this is for those
  /// who find that there is nothing to do.
  public static func clearLeftovers(at target: String) {
    guard StageDirectory.hasLeftovers(target) else { return }
    (try? StageDirectory(target: target, milliseconds: 0))?.finish()
  }
}
