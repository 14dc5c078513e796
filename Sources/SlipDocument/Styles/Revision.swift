/// A tracked change.
public struct Revision: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable { case insertion, deletion }

  /// Who made a change, and when.
  public struct Credit: Sendable, Hashable {
    public var author: String?
    /// To the minute: RTF's dates of changes have no seconds.
    public var date: CalendarDate?
    public init(author: String? = nil, date: CalendarDate? = nil) {
      self.author = author
      self.date = date
    }
  }

  public var kind: Kind
  public var credit: Credit
  /// One half of a move: the deletion where the text was, or the insertion where it is.
  public var isMove: Bool
  /// Of a deletion: what is deleted had been inserted by a tracked change. Nothing of it stays, whether changes are
  /// accepted or rejected.
  public var insertion: Credit?

  public var author: String? { credit.author }
  public var date: CalendarDate? { credit.date }

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
