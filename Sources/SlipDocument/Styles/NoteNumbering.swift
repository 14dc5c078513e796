/// How footnotes or endnotes are counted where a page shows them (RTF 1.9.1, "Document Formatting Properties": `\ftnnar`,
/// `\aftnnrlc` …). Marks of notes and plain text always count 1, 2, 3.
public struct NoteNumbering: Sendable, Hashable {
  public enum Style: String, Sendable, Hashable, CaseIterable {
    case decimal, lowerLetter, upperLetter, lowerRoman, upperRoman
    /// `*`, `†`, `‡`, `§`, then each twice and so on.
    case symbols
  }

  public var style: Style
  /// The number of the first note.
  public var start: Int

  public init(style: Style = .decimal, start: Int = 1) { (self.style, self.start) = (style, start) }
}
