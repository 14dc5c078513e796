internal import SlipFiles
internal import SlipBase
internal import SlipBundle

/// A bundle directory that is to go because its migration's result stands under another name: nobody else writes to it until
/// then, and what somebody did to it all the same is kept.
struct MigrationHold {
  private let stage: TreeStage
  private let fingerprint: TreeFingerprint

  /// Nil where the result takes the bundle's own place, or the bundle stays.
  init?(_ request: MigrationRequest, to goal: SchemaVersion) throws(SlipError) {
    guard request.output == nil, !goal.isTree else { return nil }
    let location = try BundleLocator.locate(request.bundle)
    guard location.kind == .directory else { return nil }
    stage = try TreeStage.begin(at: location.path)
    do throws(SlipError) {
      fingerprint = try TreeFingerprint(DirectoryHandle(location.path))
    } catch {
      stage.abandon()
      throw error
    }
  }

  /// Takes the bundle away, all at once.
  ///
  /// - Returns: Where it lies if it was kept.
  func retire(keeping: Bool, suffix: String) throws(SlipError) -> String? {
    try stage.retireOld(keeping: keeping, suffix: suffix, unless: fingerprint)
  }

  /// Lets other writers go on. Nothing happens after `retire`.
  func end() { stage.abandon() }
}
