public import SlipBase

/// What became of one item.
public struct ItemRecord: Codable, Sendable, Hashable {
  public enum Result: String, Codable, Sendable, CaseIterable {
    /// It was done.
    case landed
    /// There was nothing to do.
    case skipped
    case failed
    /// It would be done, were this no dry run.
    case planned
  }

  public struct Size: Codable, Sendable, Hashable {
    public var before: Int?
    public var after: Int?

    public init(before: Int?, after: Int?) { (self.before, self.after) = (before, after) }
  }

  /// A file or folder that was not taken.
  public struct LeftOut: Codable, Sendable, Hashable {
    /// Below the item's path.
    public var path: String
    /// A word for programs, such as `unreadable`.
    public var reason: String
    /// A sentence's end: `The file …`.
    public var message: String
    /// An import is expected to bring it; nil where it isn't.
    public var failure: Bool?

    /// - Parameter isFailure: An import is expected to bring it.
    public init(path: String, reason: String, message: String, isFailure: Bool) {
      (self.path, self.reason, self.message, failure) = (path, reason, message, isFailure ? true : nil)
    }
  }

  /// More findings than these are counted in `omittedDiagnostics`.
  public static let diagnosticLimit = 50

  public private(set) var record = "item"
  public var path: String
  public var result: Result
  /// Why it was skipped, such as `current`.
  public var reason: String?
  /// Where the result lies, if not at `path`.
  public var output: String?
  /// Schema versions.
  public var from: Int?
  public var to: Int?
  /// Numbers of notes and other things.
  public var counts: [String: Int]?
  /// Lengths in bytes.
  public var bytes: Size?
  /// How long it took.
  public var seconds: Double = 0
  /// SHA-256 digests, see `SourceState`: of `path` before the work, and of `output` (or `path`) after it.
  public var before: String?
  public var after: String?
  public var diagnostics: [JournalDiagnostic]?
  public var omittedDiagnostics: Int?
  /// Everything that was not taken, and why; none is omitted.
  public var leftOut: [LeftOut]?
  /// It landed, but not all of it, or not as one might think: the diagnostics say why.
  public var needsAttention: Bool?

  public init(path: String, _ result: Result, reason: String? = nil) {
    self.path = path
    self.result = result
    self.reason = reason
  }

  /// A failure and its cause.
  public init(path: String, error: SlipError) {
    self.init(path: path, .failed)
    diagnostics = [JournalDiagnostic(error)]
  }

  /// Adds findings up to the limit, the gravest first.
  public mutating func add(_ findings: some Collection<Diagnostic>) {
    guard !findings.isEmpty else { return }
    let findings = Diagnostic.Severity.allCases.sorted(by: >).flatMap { severity in
      findings.filter { $0.severity == severity }
    }
    var all = diagnostics ?? []
    let room = max(0, ItemRecord.diagnosticLimit - all.count)
    all += findings.prefix(room).map { JournalDiagnostic($0) }
    diagnostics = all
    if findings.count > room { omittedDiagnostics = (omittedDiagnostics ?? 0) + findings.count - room }
  }
}
