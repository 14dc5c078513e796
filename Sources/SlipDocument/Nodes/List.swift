/// A list's levels (RTF 1.9.1, "List Tables").
public struct ListDefinition: Sendable, Equatable {
  public struct Level: Sendable, Equatable {
    public enum Numbering: String, Sendable, Hashable, CaseIterable {
      case bullet, decimal, upperRoman, lowerRoman, upperLetter, lowerLetter, none
    }
    public var numbering: Numbering
    public var start: Int
    /// The marker's pattern: text in which U+0001 … U+0009 stand for the numbers of levels 1 to 9.
    public var pattern: String
    public init(numbering: Numbering, start: Int = 1, pattern: String) {
      self.numbering = numbering
      self.start = start
      self.pattern = pattern
    }
  }
  /// The marker of an unordered list that asks for no other.
  public static let bullet = "•"

  public var levels: [Level]
  public init(levels: [Level]) { self.levels = levels }
}

/// A paragraph's place in a list.
public struct ListItem: Sendable, Equatable {
  /// Index into `Document.lists`.
  public var list: Int
  /// From 0.
  public var level: Int
  /// The marker a reader sees, without tabs: the file's own where it has one, else computed.
  public var marker: String
  public init(list: Int, level: Int, marker: String) {
    self.list = list
    self.level = level
    self.marker = marker
  }
}
