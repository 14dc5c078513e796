public import SlipBase

/// All that reading RTF can report, for manuals.
public enum RTFFaultTable {
  public struct Row: Sendable, Hashable {
    public var code: String
    public var severity: Diagnostic.Severity
    /// What is wrong or left out, as a part of a sentence.
    public var message: String
    /// The file is as it should be; a document can't hold what it says.
    public var isLoss: Bool
  }

  public static let rows =
    RTFFault.allCases.map {
      Row(code: $0.code, severity: $0.severity, message: $0.message, isLoss: false)
    } + RTFLoss.all.map { Row(code: $0.code, severity: .info, message: $0.message, isLoss: true) }
}
