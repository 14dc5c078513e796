public import SlipBase
internal import SlipBundle

/// Brings a bundle to another schema version, stage by stage, up or down.
///
/// The source is checked before anything is written, and the result of each stage after it. The new version takes the
/// old one's place all at once, or not at all. A bundle that has the wanted version already is left alone.
public struct MigrationRequest: Sendable {
  /// The bundle, as `BundleLocator.locate` understands it.
  public var bundle: String
  /// The version wanted; nil for the current one.
  public var to: Int?
  /// Whether a version that can't hold all may be made.
  public var allowLoss: Bool
  /// Whether the old bundle stays beside the new one, as `NAME.slipbox~v3`.
  public var keepsBackup: Bool
  /// Where the result goes; nil for the old one's place. With it the old bundle stays as it is.
  public var output: String?
  public var limits: Limits
  /// Payload files read at once.
  public var workers: Int

  public init(
    bundle: String, to: Int? = nil, allowLoss: Bool = false, keepsBackup: Bool = true, output: String? = nil,
    limits: Limits = Limits(), workers: Int = Parallel.cores
  ) {
    self.bundle = bundle
    self.to = to
    self.allowLoss = allowLoss
    self.keepsBackup = keepsBackup
    self.output = output
    self.limits = limits
    self.workers = workers
  }

  /// What would be done; writes nothing.
  ///
  /// - Throws: `SlipError` where there is no bundle, it is of an unknown version, or it is broken.
  public func plan() throws(SlipError) -> MigrationPlan {
    try MigrationRun(self).plan()
  }

  /// Does it.
  ///
  /// - Throws: As `plan`; an error with code `MigrationCode.wouldLose` where something would be lost and `allowLoss`
  ///   is off; what writing throws. The bundle is then as it was.
  public func run(progress: Progress = .silent) throws(SlipError) -> MigrationReport {
    try MigrationRun(self).run(progress: progress)
  }
}
