public import SlipBase

/// What became of one item: a line of a journal.
///
/// The property names are the keys of the JSON object. Optional properties that are nil are left
/// out.
public struct ItemRecord: Codable, Sendable, Hashable {
  /// How the work on an item came out.
  public enum Result: String, Codable, Sendable, CaseIterable {
    /// The work was done.
    case landed
    /// There was nothing to do; `reason` says why.
    case skipped
    /// The work could not be done; the first diagnostic says why.
    case failed
    /// The work would be done if this were not a dry run.
    case planned
  }

  /// Lengths before and after the work, in bytes.
  public struct Size: Codable, Sendable, Hashable {
    /// The length before the work; nil when unknown.
    public var before: Int?
    /// The length after the work; nil when unknown.
    public var after: Int?

    /// Creates a pair of lengths.
    public init(before: Int?, after: Int?) { (self.before, self.after) = (before, after) }
  }

  /// A file or folder that was not imported.
  public struct LeftOut: Codable, Sendable, Hashable {
    /// The path below that of the item.
    public var path: String
    /// The reason as a word for programs, such as `unreadable`.
    public var reason: String
    /// The reason as the end of a sentence that begins with `The file`.
    public var message: String
    /// True when users expect an import to include the file; otherwise nil.
    public var failure: Bool?

    /// Creates the record of a file that was left out.
    ///
    /// - Parameter isFailure: Whether users expect an import to include the file.
    public init(path: String, reason: String, message: String, isFailure: Bool) {
      (self.path, self.reason, self.message, failure) = (path, reason, message, isFailure ? true : nil)
    }
  }

  /// How many diagnostics a record holds. Further ones are counted in `omittedDiagnostics`.
  public static let diagnosticLimit = 50

  /// The kind of the line; always `item`.
  public private(set) var record = "item"
  /// The item's path, by which later runs find the record.
  public var path: String
  /// How the work came out.
  public var result: Result
  /// Why the item was skipped, such as `current`.
  public var reason: String?
  /// Where the result is, if not at `path`.
  public var output: String?
  /// The schema version before the work.
  public var from: Int?
  /// The schema version after the work.
  public var to: Int?
  /// Numbers of notes and other things, by their names.
  public var counts: [String: Int]?
  /// Lengths in bytes, before and after.
  public var bytes: Size?
  /// How long the work took, to the millisecond.
  public var seconds: Double = 0
  /// The SHA-256 digest of `path` before the work; see `SourceState`.
  public var before: String?
  /// The SHA-256 digest of `output`, or else `path`, after the work; see `SourceState`.
  public var after: String?
  /// The findings, or the error of a failure.
  public var diagnostics: [JournalDiagnostic]?
  /// How many findings the record omits.
  public var omittedDiagnostics: Int?
  /// Everything that was not imported, and why. None is omitted.
  public var leftOut: [LeftOut]?
  /// True when the work was done, but only in part or not as one might expect. The diagnostics say
  /// why.
  public var needsAttention: Bool?

  /// Creates a record of an outcome.
  public init(path: String, _ result: Result, reason: String? = nil) {
    self.path = path
    self.result = result
    self.reason = reason
  }

  /// Creates the record of a failure and its cause.
  public init(path: String, error: SlipError) {
    self.init(path: path, .failed)
    diagnostics = [JournalDiagnostic(error)]
  }

  /// Adds findings up to the limit, the most severe first, and counts the rest.
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

/// A finding or an error in the form that journals have.
public struct JournalDiagnostic: Codable, Sendable, Hashable {
  /// The permanent code; nil for an error without one.
  public var code: String?
  /// The severity, such as `warning`.
  public var severity: String
  /// The message for people.
  public var message: String
  /// The place in the form that compilers print, such as `a.rtf:3:14`.
  public var place: String?
  /// How often it was found; nil for once.
  public var count: Int?
  /// What the user can do about it; nil when there is no advice.
  public var hint: String?

  /// Creates the journal's form of a finding.
  public init(_ diagnostic: Diagnostic) {
    code = diagnostic.code
    severity = diagnostic.severity.description
    message = diagnostic.message
    place = diagnostic.location.description
    count = diagnostic.count > 1 ? diagnostic.count : nil
    hint = diagnostic.hint
  }

  /// Creates the journal's form of an error: why something was not done, or need not be done.
  public init(_ error: SlipError, _ severity: Diagnostic.Severity = .error) {
    code = error.code
    self.severity = severity.description
    message = error.message
    place = error.location?.description
  }
}
