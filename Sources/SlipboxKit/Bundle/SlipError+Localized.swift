public import SlipBase
public import SlipQuery

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What programs with windows show of an error: `localizedDescription` is its sentence.
extension SlipError: LocalizedError {
  /// The sentence that says what went wrong.
  public var errorDescription: String? { message }
  /// What a person can do about it, as `slipconv explain` prints it; nil where the error has no code.
  public var recoverySuggestion: String? { code.flatMap { ExplanationTable.entries(for: $0).first?.advice } }
}

/// What programs with windows show of a predicate or search that can't be used.
extension QueryError: LocalizedError {
  /// The sentence that says what is wrong with it.
  public var errorDescription: String? { message }
  /// What to write instead; nil where that isn't known.
  public var recoverySuggestion: String? { hint }
}
