/// The type of a value, known before a query runs.
public indirect enum ValueType: Sendable, Hashable {
  /// Of nothing but nil.
  case null
  /// Whole numbers of 64 bits, and doubles.
  case number
  /// True or false; compares with numbers as 1 or 0.
  case bool
  /// Text.
  case string
  /// A moment, to the microsecond.
  case date
  /// A calendar day in the query's time zone, as `YYYY-MM-DD`.
  case day
  /// A UUID.
  case uuid
  /// A note's status, ordered from draft to archived.
  case status
  /// An entity.
  case object(EntityKind)
  /// Any number of values of one type, in order. A type of this kind is never within another one.
  case toMany(ValueType)
  /// Expressions in braces, of any types.
  case list

  /// The name for messages.
  public var name: String {
    switch self {
    case .null: "nil"
    case .number: "number"
    case .bool: "bool"
    case .string: "string"
    case .date: "date"
    case .day: "day"
    case .uuid: "uuid"
    case .status: "status"
    case .object(let kind): kind.rawValue
    case .toMany: "to-many"
    case .list: "list"
    }
  }

  /// The type of one element, or of the value itself.
  var element: ValueType { if case .toMany(let element) = self { element } else { self } }

  /// Whether it is a to-many or a list.
  var isCollection: Bool {
    switch self {
    case .toMany, .list: true
    default: false
    }
  }

  /// Whether text operators take it.
  var isTextual: Bool { [.string, .day, .uuid, .status].contains(self) }

  /// Whether it compares as a number.
  var isNumeric: Bool { self == .number || self == .bool }

  /// Whether `<` takes it.
  var hasOrder: Bool { [.number, .bool, .string, .date, .day, .status, .null].contains(self) }

  /// Whether a constant string next to it is read as one.
  var readsStrings: Bool {
    switch self {
    case .date, .day, .uuid, .status: true
    case .object(let kind): kind.hasUniqueID
    default: false
    }
  }
}

/// What a query can look at.
public enum EntityKind: String, Sendable, Hashable, CaseIterable {
  /// A note.
  case note
  /// A folder.
  case folder
  /// A keyword.
  case keyword
  /// A note's use of an attachment, with the attachment's facts.
  case attachment
  /// The color of a keyword.
  case color
  /// Where a note was imported from.
  case source
  /// A named fact of a note or folder.
  case property

  /// Whether its objects have UUIDs, so that they can be compared and found.
  public var hasUniqueID: Bool { self == .note || self == .folder || self == .keyword }
}
