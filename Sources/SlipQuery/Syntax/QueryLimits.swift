/// Bounds that keep a query from taking the program down, whatever its text is.
public enum QueryLimits {
  /// The longest text of a predicate, in bytes of UTF-8.
  public static let textBytes = 1 << 20
  /// How deep parentheses, braces, brackets, calls, NOT, unary minus and right sides of `**`
  /// nest.
  ///
  /// The parser, the checker and the evaluator recurse to this depth at most. Chains such as `a
  /// OR b OR c` and `x + y + z` are not nesting and may be as long as the text.
  public static let nesting = 128
  /// The number of steps that one regular expression may take over one text.
  ///
  /// A pattern with repetitions within repetitions, such as `(a+)+b`, may need exponentially
  /// many. When they are used up, the query ends with an error, and not with a wrong answer.
  public static let patternSteps = 5_000_000
  /// The number of instructions into which one regular expression may be translated.
  public static let patternInstructions = 100_000
  /// How deep the groups of a regular expression nest.
  public static let patternNesting = 64
}
