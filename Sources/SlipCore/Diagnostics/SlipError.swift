/// An error that stops a piece of work, such as reading one file. Nearly all functions of the
/// package throw this type; the others pass on what a caller's closure throws.
///
/// What does not stop the work is reported as a `Diagnostic` instead. Commands derive their exit
/// status from `kind`.
public struct SlipError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Who has to act: the caller, the author of the input, or whoever looks after the system.
  public enum Kind: Sendable, Hashable {
    /// The request makes no sense, such as an unknown format: exit status 2.
    case usage
    /// The input is not what it claims to be, or exceeds a limit: exit status 3.
    case badInput
    /// The work could not be done: reading or writing failed, or another process holds the bundle.
    /// Exit status 3.
    case cannotDo
  }

  /// Who has to act, from which the exit status follows.
  public var kind: Kind
  /// A permanent code as in `Diagnostic.code`; nil where the fault has none.
  public var code: String?
  /// What went wrong, for the user, without text from the user's notes.
  public var message: String
  /// The file, and the place in it, that the error is about; nil where it is about neither.
  public var location: SourceLocation?
  /// What the caller may have meant, such as similar names; shown below the message, one a line.
  public var candidates: [String] = []
  /// The name that means nothing, or several things, as it was given; nil for other errors.
  public var subject: String?
  /// What can be given in place of `subject`: one name for each of the first candidates, such as its UUID.
  public var choices: [String] = []
  /// The number of the system's error (`errno`); nil where no call of the system failed.
  package var systemNumber: Int32?

  /// Creates an error without candidates.
  public init(_ kind: Kind, code: String? = nil, _ message: String, at location: SourceLocation? = nil) {
    self.kind = kind
    self.code = code
    self.message = message
    self.location = location
  }

  /// The location, if there is one, a colon and the message, as compilers print it.
  public var description: String {
    (location.map { "\($0): " } ?? "") + message
  }
}

/// Calls a closure whose errors are known to be `SlipError`, and narrows its type accordingly.
///
/// Needed around functions of the standard library that only rethrow `any Error`. Should another
/// error arrive after all, it becomes a `SlipError` of kind `cannotDo`.
public func slipErrors<R>(_ body: () throws -> R) throws(SlipError) -> R {
  do {
    return try body()
  } catch {
    throw error as? SlipError ?? SlipError(.cannotDo, String(describing: error))
  }
}
