public import SlipBase

/// A finding with what reports tell of it besides.
public struct ValidationFinding: Sendable, Hashable {
  /// A line of the user's text with the place in it. It is short: of a long line it is what stands around the place.
  public struct Excerpt: Sendable, Hashable {
    /// Without control characters.
    public var text: String
    /// Characters of `text` before the place.
    public var caret: Int
  }

  public var diagnostic: Diagnostic
  /// The path in the bundle; empty for the bundle itself.
  public var entry: String
  /// Line from 1, where it is known.
  public var line: Int?
  /// Column from 1 in Unicode code points, where it is known.
  public var column: Int?
  public var excerpt: Excerpt?
  /// Of the note whose body or mirror it is about.
  public var noteTitle: String?
  /// 64 hexadecimal digits of code, path and object: the same in the next run, also when lines have moved. It is one
  /// within the bundle; reports have that of `ReportFingerprint`.
  public var fingerprint: String
}
