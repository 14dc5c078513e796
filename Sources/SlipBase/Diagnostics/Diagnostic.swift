/// A finding that is reported and does not stop the work. Errors that stop are thrown instead.
public struct Diagnostic: Sendable, Hashable {
  public enum Severity: Int, Sendable, Hashable, Comparable, CaseIterable, CustomStringConvertible {
    case info
    case warning
    case error

    public static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }

    public var description: String {
      switch self {
      case .info: "info"
      case .warning: "warning"
      case .error: "error"
      }
    }
  }

  /// The permanent code: `SBX`, a family letter and three digits, such as `SBXR012`. Never used again once given.
  public var code: String
  public var severity: Severity
  /// One sentence without the user's own text.
  public var message: String
  public var location: SourceLocation
  /// How often the same kind of finding occurred; `location` is the first.
  public var count: Int
  /// What the user can do about it, where that can be said.
  public var hint: String?

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
