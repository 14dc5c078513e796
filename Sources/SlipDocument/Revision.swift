/// A tracked change.
public struct Revision: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable { case insertion, deletion }
  public var kind: Kind
  public var author: String?
  /// To the minute: `\revdttm` has no seconds.
  public var date: CalendarDate?
  public init(kind: Kind, author: String? = nil, date: CalendarDate? = nil) {
    self.kind = kind
    self.author = author
    self.date = date
  }
}
