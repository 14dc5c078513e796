public import SlipBase

/// Migrates a bundle to another schema version, stage by stage, up or down.
///
/// The source is validated before anything is written, and so is the result. The new version
/// replaces the old one as a whole, or not at all. A bundle that already has the wanted version
/// is left alone.
///
/// ```swift
/// let request = MigrationRequest(bundle: "old.slipbox.xml")
/// print(try request.plan().losses.count)
/// let report = try request.run()
/// ```
public struct MigrationRequest: Sendable {
  /// The bundle: see `BundleLocator.locate`.
  public var bundle: String
  /// The wanted schema version; nil: the current one.
  public var to: Int?
  /// Whether to migrate even if the wanted version can't represent everything.
  public var allowLoss: Bool
  /// Whether the old bundle stays beside the new one, as `NAME.slipbox~v3`.
  public var keepsBackup: Bool
  /// Where the result goes; nil: it replaces the old bundle. With an output the old bundle
  /// stays as it is.
  public var output: String?
  /// Bounds on what is read.
  public var limits: Limits
  /// How many payload files are read at the same time.
  public var workers: Int

  /// A request with the defaults: to the current version, in place, with a backup, without
  /// losses.
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

  /// What would be done. Nothing is written.
  ///
  /// - Throws: `SlipError` where there is no bundle, or where it has an unknown version or
  ///   errors.
  public func plan() throws(SlipError) -> MigrationPlan {
    try MigrationRun(self).plan()
  }

  /// Migrates the bundle.
  ///
  /// - Throws: What `plan` throws; an error with `MigrationCode.wouldLose` where something
  ///   would be lost and `allowLoss` is off; and errors of writing. The bundle is then as it
  ///   was.
  public func run(progress: WorkProgress = .silent) throws(SlipError) -> MigrationReport {
    try MigrationRun(self).run(progress: progress)
  }
}
