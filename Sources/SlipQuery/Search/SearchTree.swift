public import SlipNotes

/// What somebody searches for, as it was typed: the syntax tree of the search language.
///
/// ```
/// search = and { "OR" and }
/// and    = { term }                                   nothing: all notes
/// term   = [ "-" | "NOT" ] ( "(" search ")" | field | "phrase" | word | word"*" | "/regex/" | "#"keyword )
/// field  = name ":" [ "=" | ">" | ">=" | "<" | "<=" ] value { "," value }
/// name   = a field, or a property that some note of the box has
/// value  = word | "…" | a..b | a.. | ..b
/// ```
public indirect enum SearchTree: Sendable, Hashable {
  /// All of them; every note where there are none.
  case and([SearchTree])
  /// At least one of two or more.
  case or([SearchTree])
  /// The opposite.
  case not(SearchTree)
  /// Words in a row, in any field.
  case words(WordPattern)
  /// Text without any word, such as an emoji, in any field.
  case symbols(String)
  /// A regular expression that fits a part of title or text.
  case regex(String)
  /// A field and its values, one of which must fit.
  case field(SearchField, [SearchValue], place: Int)
  /// A property of notes, what its values are, and the values of which one must fit.
  case property(String, [Property.Kind], [SearchValue])
  /// A condition on the note, from a saved search.
  case predicate(QueryPredicate)
}

/// One value of a field.
public struct SearchValue: Sendable, Hashable {
  /// What stands before a value.
  public enum Relation: String, Sendable, Hashable, CaseIterable {
    /// Nothing.
    case fits = ""
    /// `=`.
    case equals = "="
    /// `>=`.
    case atLeast = ">="
    /// `<=`.
    case atMost = "<="
    /// `>`.
    case above = ">"
    /// `<`.
    case below = "<"
    /// `a..b`: both ends are in.
    case range = ".."
  }

  /// The relation; it holds for all values behind one name.
  public var relation: Relation
  /// The text; of a range the lower end, empty where it is open.
  public var text: String
  /// The upper end of a range, empty where it is open.
  public var upper = ""
  /// Whether it stood in quotes, so that `none` and `*` mean themselves.
  public var isQuoted = false
  /// Where the value begins, in bytes.
  public var place: Int
  /// Where it ends, in bytes; 0 for a value that isn't read from a text.
  public var end = 0

  /// The text where it is no range: two points in a text are none.
  var joinedText: String { relation == .range ? text + ".." + upper : text }
}

/// Something that a search finds fault with, but can do without.
public struct SearchRemark: Sendable, Hashable {
  /// Where it is, in bytes.
  public var place: Int
  /// One sentence without a full stop.
  public var message: String
  /// Whether there is no field of a name, so that it was taken as text.
  public var isUnknownField = false
}
