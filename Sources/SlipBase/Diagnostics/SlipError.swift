/// An error that stops a piece of work. Commands map `kind` to their exit status.
public struct SlipError: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Kind: Sendable, Hashable {
    /// The caller asked for something that makes no sense: exit status 2.
    case usage
    /// The input is not what it claims to be, or breaks a limit: exit status 3.
    case badInput
    /// Reading or writing failed, or somebody else holds the bundle: exit status 3.
    case cannotDo
  }

  public var kind: Kind
  /// A permanent code as in `Diagnostic.code`, where the fault has one.
  public var code: String?
  public var message: String
  public var location: SourceLocation?
  /// What may have been meant, a line each, as it is shown to the user behind the message.
  public var candidates: [String] = []

  public init(_ kind: Kind, code: String? = nil, _ message: String, at location: SourceLocation? = nil) {
    self.kind = kind
    self.code = code
    self.message = message
    self.location = location
  }

  public var description: String {
    (location.map { "\($0): " } ?? "") + message
  }
}

/// Narrows a call that throws nothing but `SlipError`; another error becomes one of kind `cannotDo`.
public func slipErrors<R>(_ body: () throws -> R) throws(SlipError) -> R {
  do {
    return try body()
  } catch {
    throw error as? SlipError ?? SlipError(.cannotDo, String(describing: error))
  }
}
