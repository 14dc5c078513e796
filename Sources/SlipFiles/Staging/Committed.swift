public import SlipBase

/// A change that was made.
///
/// Whoever has a value of this type knows that the change counts, and that no later fault can make it fail. What
/// goes wrong in the steps that are left, such as deleting the old version, is told by `diagnostics`.
public struct Committed: Sendable {
  /// The path of the old version; nil where it wasn't kept, or doesn't have that name yet.
  public var backup: String?
  /// What went wrong after the change counted, each with code `FileCode.unfinished`.
  public private(set) var diagnostics: [Diagnostic] = []

  /// A change that was made just now.
  package init() {}

  /// Records what went wrong.
  ///
  /// - Parameters:
  ///   - what: What could not be done, as a sentence that begins with "The change was made, but".
  ///   - error: Why.
  ///   - path: The path of what was changed.
  package mutating func note(_ what: String, _ error: SlipError, _ path: String) {
    var reason = error.message
    if reason.hasSuffix(".") { reason.removeLast() }
    diagnostics.append(
      Diagnostic(
        code: FileCode.unfinished, severity: .error,
        message: "The change was made, but \(what): \(reason)",
        location: error.location ?? SourceLocation(file: path)))
  }

  /// Does a step that is left after the change counts.
  ///
  /// - Returns: Whether it was done.
  package mutating func finish(
    _ what: String, _ path: String, _ step: () throws(SlipError) -> Void
  ) -> Bool {
    do throws(SlipError) {
      try step()
      return true
    } catch {
      note(what, error, path)
      return false
    }
  }
}
