/// A finding about some input that is reported to the user and does not stop the work.
///
/// Errors that stop the work are thrown as `SlipError` instead. Findings of the same kind are
/// merged by `DiagnosticSink`, which counts them. The command's exit status is computed from the
/// highest severity reported and from the error thrown, if any.
public struct Diagnostic: Sendable, Hashable {
  /// How much a finding matters. Severities are ordered: `info < warning < error`.
  public enum Severity: Int, Sendable, Hashable, Comparable, CaseIterable, CustomStringConvertible {
    /// Worth knowing; nothing is lost or wrong.
    case info
    /// Something was lost or looks wrong, and the result can still be used.
    case warning
    /// The input breaks a rule, or part of the work could not be done.
    case error

    /// Orders severities from the least serious to the most serious.
    public static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }

    /// The lower-case name as it appears in reports, such as `warning`.
    public var description: String {
      switch self {
      case .info: "info"
      case .warning: "warning"
      case .error: "error"
      }
    }
  }

  /// The permanent code: `SBX`, a letter for the family and three digits, such as `SBXR012`.
  ///
  /// A code keeps its meaning for ever. When a finding is retired, its code is no longer issued and
  /// is not used for anything else.
  public var code: String
  /// How much the finding matters.
  public var severity: Severity
  /// One sentence that says what was found, without text from the user's notes but for names of files.
  public var message: String
  /// Where it was found; the first place when the finding occurred several times.
  public var location: SourceLocation
  /// How many times this kind of finding occurred, 1 by default.
  public var count: Int
  /// What the user can do about it, where there is anything to be done.
  public var hint: String?

  /// Creates a diagnostic for one occurrence, unless `count` says otherwise.
  public init(
    code: String, severity: Severity, message: String, location: SourceLocation, count: Int = 1,
    hint: String? = nil
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.location = location
    self.count = count
    self.hint = hint
  }
}

/// Collects diagnostics and merges those of the same kind, so that a file with a million equal
/// faults gives one line in the report and needs the memory of one.
///
/// Two diagnostics are of the same kind when their code, message and file are equal. The first is
/// retained with its location; further ones only raise its `count`.
public struct DiagnosticSink: Sendable {
  /// What makes two diagnostics count as one.
  private struct Kind: Hashable {
    var code: String
    var message: String
    var file: String?
  }

  /// The diagnostics so far, one for each kind, in the order in which the kinds first occurred.
  public private(set) var diagnostics: [Diagnostic] = []
  /// The index of each kind in `diagnostics`.
  private var indexByKind: [Kind: Int] = [:]

  /// Creates a sink without diagnostics.
  public init() {}

  /// Adds a diagnostic, or adds its count to that of the same kind. Takes constant time.
  public mutating func report(_ diagnostic: Diagnostic) {
    let kind = Kind(
      code: diagnostic.code, message: diagnostic.message, file: diagnostic.location.file)
    if let index = indexByKind[kind] {
      diagnostics[index].count += diagnostic.count
    } else {
      indexByKind[kind] = diagnostics.count
      diagnostics.append(diagnostic)
    }
  }

  /// Adds several diagnostics in their order.
  public mutating func report(contentsOf others: some Sequence<Diagnostic>) {
    for other in others { report(other) }
  }
}
