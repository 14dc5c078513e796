public import SlipBase

/// Why a query can't be answered, and the place in its text that is to blame.
///
/// The place of a syntax error is the first token that no valid text has there: all that stands
/// before it is the beginning of some valid predicate.
public struct QueryError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was being done when the error was found.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// The text was parsed.
    case syntax
    /// Arguments were put in for `%@`, `%K` and their like.
    case argument
    /// Keys and types were checked.
    case check
    /// The query ran. Only limits are found then, such as that of a regular expression's steps.
    case evaluation
  }

  /// What was being done.
  public var phase: Phase
  /// Where the error is: bytes of UTF-8 from the beginning of the text, 0 for its first.
  public var offset: Int
  /// One sentence without a full stop.
  public var message: String
  /// The tokens that could have stood there, such as `operator` or `)`. Only syntax errors have
  /// them.
  public var expected: [String] = []
  /// What to write instead, where that is known.
  public var hint: String?
  /// The error of reading a note's text, where that stopped the query.
  public var cause: SlipError?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - phase: What was being done.
  ///   - offset: The place in bytes, 0 for the first.
  ///   - message: One sentence without a full stop.
  ///   - expected: The tokens that could have stood there.
  ///   - hint: What to write instead.
  public init(
    _ phase: Phase, at offset: Int, _ message: String, expected: [String] = [], hint: String? = nil
  ) {
    self.phase = phase
    self.offset = offset
    self.message = message
    self.expected = expected
    self.hint = hint
  }

  /// Phase, offset and message on one line, with the hint in parentheses.
  public var description: String {
    "\(phase.rawValue) error at byte \(offset): \(message)" + (hint.map { " (\($0))" } ?? "")
  }

  /// The line and column of the error, both from 1. Columns count Unicode scalars.
  ///
  /// - Parameter text: The text in which the error was found.
  public func position(in text: String) -> (line: Int, column: Int) {
    var (line, column, passed) = (1, 1, 0)
    for scalar in text.unicodeScalars {
      if passed >= offset { break }
      passed += UTF8.width(scalar)
      if scalar == "\n" { (line, column) = (line + 1, 1) } else { column += 1 }
    }
    return (line, column)
  }
}

/// A place in a predicate's text, which doesn't count when trees are compared.
///
/// So a predicate equals the one that is read back from its canonical form.
public struct TextPlace: Sendable, Hashable {
  /// Bytes of UTF-8 from the beginning of the text.
  public var offset: Int

  /// Creates a place.
  public init(_ offset: Int) { self.offset = offset }

  /// Always true.
  public static func == (a: TextPlace, b: TextPlace) -> Bool { true }

  /// Adds nothing, because all places are equal.
  public func hash(into hasher: inout Hasher) {}
}
