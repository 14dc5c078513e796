/// How a list marks its items: one entry for each level (RTF 1.9.1, "List Tables").
public struct ListDefinition: Sendable, Equatable {
  /// How the items of one level are marked.
  public struct Level: Sendable, Equatable {
    /// The form of a level's numbers (RTF: `\levelnfcN`).
    public enum Numbering: String, Sendable, Hashable, CaseIterable {
      /// A symbol, the same for each item.
      case bullet
      /// 1, 2, 3.
      case decimal
      /// I, II, III.
      case upperRoman
      /// i, ii, iii.
      case lowerRoman
      /// A, B, C.
      case upperLetter
      /// a, b, c.
      case lowerLetter
      /// No number.
      case none
    }
    /// The form of the numbers.
    public var numbering: Numbering
    /// The number of the first item; 1 by default.
    public var start: Int
    /// The pattern of the marker: text in which U+0001 … U+0009 stand for the numbers of levels 1
    /// to 9.
    ///
    /// `\u{1}.\u{2})` gives `3.2)` for the second item within item 3.
    public var pattern: String
    /// Creates a level.
    public init(numbering: Numbering, start: Int = 1, pattern: String) {
      self.numbering = numbering
      self.start = start
      self.pattern = pattern
    }
  }
  /// The marker of bulleted lists that name no other.
  public static let bullet = "•"

  /// The levels from the outermost, at most nine in RTF.
  public var levels: [Level]
  /// Creates a list with these levels.
  public init(levels: [Level]) { self.levels = levels }
}

/// The place of a paragraph in a list.
public struct ListItem: Sendable, Equatable {
  /// Index into `Document.lists`.
  public var list: Int
  /// The level, from 0 for the outermost.
  public var level: Int
  /// The marker that a reader sees, without tabs: the one that the file spells out (`\listtext`) or
  /// a computed one.
  public var marker: String
  /// Creates a place in a list.
  public init(list: Int, level: Int, marker: String) {
    self.list = list
    self.level = level
    self.marker = marker
  }
}
