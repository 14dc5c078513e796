#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// JSON as a value, for exports whose members may be missing, null, or of another type than their version says.
///
/// ```swift
/// let title = JSONValue(bytes)?["content"]?["title"]?.string ?? ""
/// ```
enum JSONValue: Sendable, Decodable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case int(Int64)
  /// Any other number.
  case double(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// An object.
  case object([String: JSONValue])

  /// Reads JSON in UTF-8; nil for anything else, and for JSON that is nested more than 500 deep.
  init?(_ bytes: [UInt8]) {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else { return nil }
    self = value
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .int(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// The member of an object; nil where there is none or it is null.
  subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = self, let value = members[key] else { return nil }
    if case .null = value { return nil }
    return value
  }

  /// The text of a string; nil for anything else.
  var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The text of a string or number.
  var text: String? {
    switch self {
    case .string(let text): text
    case .int(let value): String(value)
    case .double(let value): String(value)
    case .bool(let value): String(value)
    case .null, .array, .object: nil
    }
  }
  /// The elements of a list; empty for anything else.
  var array: [JSONValue] { if case .array(let values) = self { values } else { [] } }
  /// The members of an object, by key; empty for anything else.
  var members: [(key: String, value: JSONValue)] {
    if case .object(let members) = self { members.sorted { $0.key < $1.key } } else { [] }
  }
  /// The whole number; nil for anything else.
  var int: Int64? {
    switch self {
    case .int(let value): value
    case .double(let value): Int64(exactly: value.rounded())
    case .string(let text): Int64(text)
    default: nil
    }
  }
  /// The number; nil for anything else.
  var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }
  /// Whether it is true, or a number other than 0.
  var isTrue: Bool {
    switch self {
    case .bool(let value): value
    case .int(let value): value != 0
    default: false
    }
  }
}
