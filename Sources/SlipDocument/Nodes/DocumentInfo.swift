/// Facts about a document that are not part of its text (RTF 1.9.1, "Information Group").
public struct DocumentInfo: Sendable, Equatable {
  /// The title (`\title`).
  public var title: String?
  /// The subject (`\subject`).
  public var subject: String?
  /// The author (`\author`).
  public var author: String?
  /// The author's manager (`\manager`).
  public var manager: String?
  /// The author's company (`\company`).
  public var company: String?
  /// The category (`\category`).
  public var category: String?
  /// A comment on the document (`\doccomm`).
  public var comment: String?
  /// The keywords (`\keywords`), separated.
  public var keywords: [String] = []
  /// When the document was created (`\creatim`). RTF names no time zone; the time is taken as UTC.
  public var created: CalendarDate?
  /// When the document was last changed (`\revtim`); taken as UTC, too.
  public var modified: CalendarDate?
  /// Properties that users defined (`\userprops`), in the order of the file.
  public var userProperties: [UserProperty] = []

  /// Creates information without any facts.
  public init() {}
}

/// A named value that a user or an application added to a document (`\userprops`).
public struct UserProperty: Sendable, Equatable {
  /// The property's name (`\propname`).
  public var name: String
  /// The property's value as text (`\staticval`).
  public var value: String
  /// Creates a property.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// A date and time of day without a time zone, as `\creatim` gives it.
///
/// The fields are numbers as the file has them: nothing checks that a month has so many days.
public struct CalendarDate: Sendable, Hashable {
  /// The year, such as 2024.
  public var year: Int
  /// The month, 1 to 12.
  public var month: Int
  /// The day of the month, 1 to 31.
  public var day: Int
  /// The hour, 0 to 23.
  public var hour: Int
  /// The minute, 0 to 59.
  public var minute: Int
  /// The second, 0 to 59. Most dates in RTF have none.
  public var second: Int
  /// Creates a date; without a time it is midnight.
  public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }
}
