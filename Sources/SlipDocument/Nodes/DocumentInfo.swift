/// Facts about the document that are not its text (RTF 1.9.1, "Information Group").
public struct DocumentInfo: Sendable, Equatable {
  public var title: String?
  public var subject: String?
  public var author: String?
  public var manager: String?
  public var company: String?
  public var category: String?
  public var comment: String?
  public var keywords: [String] = []
  /// Without a time zone in RTF: taken as UTC.
  public var created: CalendarDate?
  public var modified: CalendarDate?
  /// `\userprops`, in the order of the file.
  public var userProperties: [UserProperty] = []

  public init() {}
}

public struct UserProperty: Sendable, Equatable {
  public var name: String
  public var value: String
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
