/// One token of a predicate's text.
struct Token: Sendable, Hashable {
  /// What a token is.
  enum Kind: Sendable, Hashable {
    /// A name or reserved word, as written.
    case word(String)
    /// A function name with colons, such as `modulus:by:`.
    case selector(String)
    /// A whole number up to 2^63; the parser refuses that one unless a minus stands before it.
    case integer(UInt64)
    /// A number with a fraction or an exponent.
    case double(Double)
    /// A string's content, with its escapes replaced.
    case string(String)
    /// A variable's name without the `$`.
    case variable(String)
    /// A place for an argument: `%@`, `%K` or another specifier.
    case argument(ArgumentSpecifier)
    /// An operator or bracket, as written.
    case symbol(String)
    /// What can be no token, with the reason where there is one of use, and with the hint.
    case bad(String?, hint: String?)
    /// The text's end.
    case end
  }

  /// What it is.
  var kind: Kind
  /// Where it starts, in bytes.
  var offset: Int
}

/// What may be put in for an argument's place.
enum ArgumentSpecifier: Sendable, Hashable {
  /// `%@`: any value.
  case value
  /// `%K`: a key path.
  case key
  /// `%d` and its like, as written: an integer.
  case integer(String)
  /// `%f` and its like, as written: a number, which becomes a double.
  case double(String)
  /// `%s` and `%c`, as written: a string.
  case string(String)

  /// The specifier as it was written.
  var text: String {
    switch self {
    case .value: "%@"
    case .key: "%K"
    case .integer(let text), .double(let text), .string(let text): text
    }
  }
}
