/// A tracked change: text that was inserted or deleted while changes were recorded (RTF 1.9.1,
/// "Track Changes").
public struct Revision: Sendable, Hashable {
  /// What the change does.
  public enum Kind: String, Sendable, Hashable, CaseIterable { case insertion, deletion }

  /// Who made a change, and when.
  public struct Credit: Sendable, Hashable {
    /// The author's name; nil when unknown.
    public var author: String?
    /// The date, to the minute: dates of changes have no seconds in RTF. Nil when unknown.
    public var date: CalendarDate?
    /// Creates a credit.
    public init(author: String? = nil, date: CalendarDate? = nil) {
      self.author = author
      self.date = date
    }
  }

  /// Whether the text is inserted or deleted.
  public var kind: Kind
  /// Who made the change, and when.
  public var credit: Credit
  /// Whether the change is half of a move: the deletion at the old place, or the insertion at the
  /// new one.
  public var isMove: Bool
  /// The insertion that a deletion undoes; nil for other changes.
  ///
  /// The text was first inserted and then deleted, both as tracked changes. Nothing of it stays,
  /// whether the changes are accepted or rejected.
  public var insertion: Credit?

  /// Who made the change.
  public var author: String? { credit.author }
  /// When the change was made.
  public var date: CalendarDate? { credit.date }

  /// Creates a change.
  public init(
    kind: Kind, author: String? = nil, date: CalendarDate? = nil, isMove: Bool = false,
    insertion: Credit? = nil
  ) {
    self.kind = kind
    credit = Credit(author: author, date: date)
    self.isMove = isMove
    self.insertion = insertion
  }
}
