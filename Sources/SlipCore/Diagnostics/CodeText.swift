/// A diagnostic code with its meaning and advice, as a row of a module's table of codes.
///
/// Each module that issues codes has one such table beside the constants, so that a code, its meaning and the place that
/// issues it are found together. `slipconv explain` collects all tables.
public struct CodeText: Sendable, Hashable {
  /// The permanent code, such as `SBXG002`.
  public let code: String
  /// The meaning in one sentence without a full stop.
  public let title: String
  /// What a user can do about it, in one or two sentences; or why nothing needs to be done.
  public let advice: String

  /// A row of a table.
  public init(_ code: String, _ title: String, advice: String) {
    (self.code, self.title, self.advice) = (code, title, advice)
  }
}
