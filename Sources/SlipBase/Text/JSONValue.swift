#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// JSON (RFC 8259) as a value: for files whose members may be missing, null, or of another type than expected,
/// and for reports.
///
/// ```swift
/// let title = JSONValue(bytes)?["content"]?["title"]?.string ?? ""
/// ```
package enum JSONValue: Sendable, Hashable, Codable {
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
  package init?(_ bytes: [UInt8]) {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else { return nil }
    self = value
  }

  /// Takes any JSON.
  package init(from decoder: any Decoder) throws {
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
  package subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = self, let value = members[key] else { return nil }
    if case .null = value { return nil }
    return value
  }

  /// The text of a string; nil for anything else.
  package var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The text of a string or number.
  package var text: String? {
    switch self {
    case .string(let text): text
    case .int(let value): String(value)
    case .double(let value): String(value)
    case .bool(let value): String(value)
    case .null, .array, .object: nil
    }
  }
  /// The elements of a list; empty for anything else.
  package var array: [JSONValue] { if case .array(let values) = self { values } else { [] } }
  /// The members of an object, by key; empty for anything else.
  package var members: [(key: String, value: JSONValue)] {
    if case .object(let members) = self { members.sorted { $0.key < $1.key } } else { [] }
  }
  /// The whole number; nil for anything else.
  package var int: Int64? {
    switch self {
    case .int(let value): value
    case .double(let value): Int64(exactly: value.rounded())
    case .string(let text): Int64(text)
    default: nil
    }
  }
  /// The number; nil for anything else.
  package var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }
  /// Whether it is true, or a number other than 0.
  package var isTrue: Bool {
    switch self {
    case .bool(let value): value
    case .int(let value): value != 0
    default: false
    }
  }

  /// Writes the value as it is.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }

  /// An object; members whose value is nil are left out.
  package static func object(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(
      Dictionary(members.compactMap { name, value in value.map { (name, $0) } }) { first, _ in first })
  }
  /// A whole number.
  package static func number(_ value: Int) -> JSONValue { .int(Int64(value)) }
  /// A member with a text, which is left out where the text is nil.
  package static func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }
  /// A member with a number, which is left out where the number is nil.
  package static func count(_ number: Int?) -> JSONValue? { number.map { .number($0) } }

  /// The value as an indented document.
  package var document: String { (try? JSONText.document(self)) ?? "" }
}

/// Writing JSON: members are sorted, so that equal values give equal bytes, and slashes aren't escaped. Absent
/// values are left out.
package enum JSONText {
  /// An indented document with a line end.
  ///
  /// - Throws: `EncodingError` for numbers that JSON can't hold.
  package static func document(_ value: some Encodable) throws -> String {
    try text(value, [.prettyPrinted])
  }

  /// One line (NDJSON) with its line end.
  ///
  /// - Throws: `EncodingError` for numbers that JSON can't hold.
  package static func line(_ value: some Encodable) throws -> String { try text(value, []) }

  /// The JSON text of a value.
  private static func text(_ value: some Encodable, _ form: JSONEncoder.OutputFormatting) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = form.union([.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }
}
