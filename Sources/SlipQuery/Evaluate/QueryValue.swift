public import SlipBase
public import SlipNotes

/// A value that a key of an object has.
public indirect enum QueryValue: Sendable {
  /// No value.
  case null
  /// A whole number.
  case integer(Int64)
  /// A number with a fraction.
  case double(Double)
  /// True or false.
  case bool(Bool)
  /// Text.
  case string(String)
  /// A moment.
  case date(Timestamp)
  /// A calendar day as `YYYY-MM-DD`.
  case day(String)
  /// A UUID.
  case uuid(UniqueID)
  /// A note's status.
  case status(Note.Status)
  /// Another object.
  case object(any QueryObject)
  /// Several values, in order.
  case many([QueryValue])

  /// Whether there is no value.
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// The text of anything textual; nil for all else.
  public var text: String? {
    switch self {
    case .string(let text), .day(let text): text
    case .uuid(let id): id.description
    case .status(let status): status.rawValue
    default: nil
    }
  }

  /// The number of a number, and of a truth value 1 or 0.
  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .bool(let value): value ? 1 : 0
    default: nil
    }
  }

  /// The value where it is a whole number.
  var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

  /// The elements of a collection. Nil is the empty one, another value stands for itself.
  var elements: [QueryValue] {
    switch self {
    case .many(let values): values
    case .null: []
    default: [self]
    }
  }

  /// A finite number as a value, nil otherwise.
  static func finite(_ value: Double) -> QueryValue { value.isFinite ? .double(value) : .null }

  /// A value or nil.
  static func optional<Wrapped>(_ value: Wrapped?, _ make: (Wrapped) -> QueryValue) -> QueryValue {
    value.map(make) ?? .null
  }
}

/// Something that predicates look at.
///
/// Objects of notes, folders and the like come from a `BoxView`; others may conform, such as in
/// tests. Keys whose origin is not `stored` are derived by the evaluator and never asked for.
public protocol QueryObject: Sendable {
  /// Which entity it is.
  var kind: EntityKind { get }
  /// The UUID of a note, folder or keyword; nil for others.
  var uniqueID: UniqueID? { get }

  /// The value of a stored key, of the type that `QuerySchema` gives.
  ///
  /// - Parameter key: A key of the entity's rows whose origin is `stored`.
  /// - Throws: `SlipError` when the value can't be read.
  func value(forKey key: String) throws(SlipError) -> QueryValue
}
