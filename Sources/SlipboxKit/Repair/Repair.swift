internal import SlipFiles
public import SlipBase
internal import SlipBundle
internal import SlipNotes

/// Puts right what validation found, as far as the rules say how. One atomic change, recorded in the history.
public enum Repair {
  /// Something that was put right, or would be.
  public struct Action: Sendable, Hashable {
    /// The rule's code.
    public var code: String
    /// In the bundle.
    public var path: String
    /// Which entity, where it is one of the manifest.
    public var object: String?
    /// What is done, as a sentence without a full stop.
    public var text: String

    var place: String { object.map { "\(path)#\($0)" } ?? (path.isEmpty ? "the pack" : path) }
    public var description: String { "\(code) \(place): \(text)" }
  }

  public struct Options: Sendable {
    /// Also what may lose something.
    public var isUnsafe = false
    /// Nothing is written; `Outcome.diff` shows what would be.
    public var isTrial = false
    public var limits = Limits()

    public init() {}
  }

  public struct Outcome: Sendable {
    public var actions: [Action] = []
    /// The manifest and mirrors before and after, as a unified diff; of a trial only.
    public var diff = ""
  }

  /// - Parameters:
  ///   - found: all that validation found, for what must be left alone.
  ///   - wanted: the findings to put right.
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
    work.box.history.append(HistoryEvent(kind: .repair, tool: Tool.name))
    if options.isTrial {
      outcome.diff = try work.diff()
    } else {
      try work.commit()
    }
    return outcome
  }
}
