internal import SlipFiles
public import SlipBase
internal import SlipBundle
internal import SlipNotes

/// Repairs what validation found, as far as the rules define a repair. All repairs of a bundle
/// are one atomic change, which is recorded in its history.
///
/// A rule's `RuleRepair` says in words what is done. The repair itself writes a new manifest
/// from the facts of the old one, and derived files (mirrors, thumbnails) from their sources;
/// it never edits text. So it can't damage what it doesn't understand.
public enum Repair {
  /// Something that was repaired, or would be.
  public struct Action: Sendable, Hashable {
    /// The code of the rule.
    public var code: String
    /// The path of the file in the bundle; empty for a pack as a whole.
    public var path: String
    /// The entity that was repaired, where it is one of the manifest, such as `note 5F0C…`.
    public var object: String?
    /// What is done, as a sentence without a full stop.
    public var text: String

    /// File and entity in one: `manifest.xml#note 5F0C…`.
    package var place: String { object.map { "\(path)#\($0)" } ?? (path.isEmpty ? "the pack" : path) }
    /// The action on one line, for `--diff`.
    public var description: String { "\(code) \(place): \(text)" }
  }

  /// How far a repair may go.
  public struct Options: Sendable {
    /// Whether to also make repairs that remove something or guess.
    public var isUnsafe = false
    /// Whether to write nothing; `Outcome.diff` then shows what would change.
    public var isTrial = false
    /// Bounds on what is read.
    public var limits = Limits()

    /// Safe repairs that are written.
    public init() {}
  }

  /// What a repair did, or a trial would do.
  public struct Outcome: Sendable {
    /// The repairs, by path and code.
    public var actions: [Action] = []
    /// The manifest and mirrors before and after, as a unified diff; only for trials.
    public var diff = ""
    /// What went wrong after the repaired bundle was in place, each with code `FileCode.unfinished`.
    public var diagnostics: [Diagnostic] = []
  }

  /// Repairs one bundle, packed or not.
  ///
  /// A bundle without anything to repair is not written. What an interrupted earlier change
  /// left behind is removed all the same. A pack is repaired as a directory and packed again.
  ///
  /// - Parameters:
  ///   - location: The bundle.
  ///   - found: All findings of the validation, which also say what must be left alone.
  ///   - wanted: The findings to repair; those without a permitted repair are ignored.
  ///   - options: How far the repair may go.
  /// - Throws: `SlipError`; then the bundle is as it was.
  static func run(
    _ location: BundleLocation, found: [ValidationFinding], wanted: [ValidationFinding], options: Options
  ) throws(SlipError) -> Outcome {
    let wanted = wanted.filter { finding in
      guard let repair = RuleTable.rule(code: finding.diagnostic.code)?.repair else { return false }
      return repair.safe != nil || (options.isUnsafe && repair.unsafe != nil)
    }
    guard !wanted.isEmpty else {
      if !options.isTrial { TreeStage.clearLeftovers(at: location.path) }
      return Outcome()
    }
    guard location.kind == .zip else {
      return try run(location.path, directory: location.path, found: found, wanted: wanted, options)
    }
    let pack = try OpenedPack(location.path, limits: options.limits)
    defer { pack.close() }
    let outcome = try run(location.path, directory: pack.directory, found: found, wanted: wanted, options)
    if !outcome.actions.isEmpty, !options.isTrial { try pack.replace() }
    return outcome
  }

  /// Repairs a bundle directory.
  ///
  /// - Parameter name: The path of the bundle as the user knows it: for a pack, that of the
  ///   pack.
  private static func run(
    _ name: String, directory: String, found: [ValidationFinding], wanted: [ValidationFinding],
    _ options: Options
  ) throws(SlipError) -> Outcome {
    let stage = try BundleStage.begin(at: directory)
    defer { stage.abandon() }
    guard let old = stage.old else { return Outcome() }
    var work = try RepairWork(
      name: name, stage: stage, old: old, found: found, wanted: wanted, options: options)
    try work.run()
    guard !work.actions.isEmpty else { return Outcome() }
    var outcome = Outcome(actions: work.actions)
    try work.recordTransaction()
    if options.isTrial {
      outcome.diff = try work.diff()
    } else {
      outcome.diagnostics = try work.commit()
    }
    return outcome
  }
}
