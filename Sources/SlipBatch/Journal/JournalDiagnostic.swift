public import SlipBase

/// A finding or an error as journals hold it.
public struct JournalDiagnostic: Codable, Sendable, Hashable {
  /// Nil for an error without a code of its own.
  public var code: String?
  public var severity: String
  public var message: String
  /// The place as compilers print it.
  public var place: String?
  /// How often; nil for once.
  public var count: Int?
  public var hint: String?

  public init(_ diagnostic: Diagnostic) {
    code = diagnostic.code
    severity = diagnostic.severity.description
    message = diagnostic.message
    place = diagnostic.location.description
    count = diagnostic.count > 1 ? diagnostic.count : nil
    hint = diagnostic.hint
  }

  /// Why something was not done, or need not be.
  public init(_ error: SlipError, _ severity: Diagnostic.Severity = .error) {
    code = error.code
    self.severity = severity.description
    message = error.message
    place = error.location?.description
  }
}
