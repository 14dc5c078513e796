/// Text of one formatting. TAB is a character of it; line ends never are.
///
/// A hidden or deleted line break stands in the text as U+2028.
public struct Run: Sendable, Equatable {
  public var text: String
  public var style: CharacterStyle
  public init(_ text: String, style: CharacterStyle = CharacterStyle()) {
    self.text = text
    self.style = style
  }

  /// Swift compares strings up to canonical equivalence; documents differ when their code points do.
  public static func == (a: Run, b: Run) -> Bool {
    a.style == b.style && a.text.utf8.elementsEqual(b.text.utf8)
  }
}
