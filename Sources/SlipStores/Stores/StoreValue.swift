internal import AppleArchives
package import SlipBase
internal import SlipIndex

/// A value of a row, as the database has it.
package enum StoreValue: Sendable, Equatable {
  /// No value.
  case null
  /// A whole number.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// Text. What isn't UTF-8 is repaired.
  case text(String)
  /// Bytes.
  case bytes([UInt8])

  /// The number; nil for anything else.
  package var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }

  /// The whole number; nil for anything else, and for a number with a fraction.
  package var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .real(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// Whether there is a value that isn't 0: what a Boolean says.
  package var isTrue: Bool { number.map { $0 != 0 } ?? (self != .null && number == nil) }

  /// The value as text: a number in decimal digits, 16 bytes as a UUID. Nil for no value and for
  /// other bytes.
  package var text: String? {
    switch self {
    case .null: nil
    case .integer(let value): String(value)
    case .real(let value): Int64(exactly: value).map { String($0) } ?? "\(value)"
    case .text(let text): text
    case .bytes(let bytes): UniqueID(sixteen: bytes).map { "\($0)".uppercased() }
    }
  }

  /// What a date says.
  package enum Moment: Sendable, Equatable {
    /// No date, or one that a program writes for "never".
    case none
    /// A date.
    case moment(Timestamp)
    /// A value that is no date.
    case impossible
  }

  /// The value as a date: seconds since 2001, or RFC 3339.
  package var moment: Moment {
    switch self {
    case .null, .bytes: return .none
    case .text(let text): return Timestamp(rfc3339: text).map { .moment($0) } ?? .impossible
    case .integer, .real:
      guard let seconds = number, seconds != AppleDate.distantPast else { return .none }
      return AppleDate.timestamp(seconds).map { .moment($0) } ?? .impossible
    }
  }
}

extension Statement {
  /// The value of a column.
  func value(_ column: Int32) -> StoreValue {
    switch type(column) {
    case .null: .null
    case .integer: .integer(integer(column))
    case .real: .real(double(column))
    case .text: .text(text(column))
    case .blob: .bytes(blob(column))
    }
  }
}
