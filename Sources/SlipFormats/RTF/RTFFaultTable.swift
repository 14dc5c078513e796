public import SlipBase

/// All that reading RTF can report, for manuals.
public enum RTFFaultTable {
  public struct Row: Sendable, Hashable {
    public var code: String
    public var severity: Diagnostic.Severity
    /// What is wrong, as a part of a sentence.
    public var message: String
  }

  public static let rows = RTFFault.allCases.map {
    Row(code: $0.code, severity: $0.severity, message: $0.message)
  }
}
