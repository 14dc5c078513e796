public import SlipBase
public import Testing

/// Runs `body`, which must throw a `SlipError`.
public func slipError(
  _ body: () throws -> Void, sourceLocation: Testing.SourceLocation = #_sourceLocation
) -> SlipError? {
  do {
    try body()
    Issue.record("no error was thrown", sourceLocation: sourceLocation)
  } catch let error as SlipError {
    return error
  } catch {
    Issue.record("another kind of error: \(error)", sourceLocation: sourceLocation)
  }
  return nil
}
