internal import SlipboxKit
public import SlipBase
internal import SlipNotes

/// The JSON form of a slip-box: `Schemas/box.schema.json`.
///
/// A document is an object with an array for each entity, or NDJSON: an object a line, with one member that
/// names the entity. Names of members are snake_case. `export --to json` writes it, `import` makes the same
/// bundle of it, and change sets of feeds have the same objects.
public enum BoxJSON {
  /// What `format` says in documents of this form.
  public static let format = "urn:slipbox:box:1"

  /// The arrays of a document, in the order in which they are written.
  public enum Section: String, Sendable, Hashable, CaseIterable {
    /// What the box is synchronized with.
    case origins
    /// Folders.
    case folders
    /// Keywords.
    case keywords
    /// Attachments with their bytes, or where these are.
    case attachments
    /// Imported files.
    case sources
    /// Notes with their texts.
    case notes

    /// The name of one object, as lines of NDJSON have it.
    public var singular: String { String(rawValue.dropLast()) }
  }

  /// The bytes of a file: within the document, or beside it.
  public enum Content: Sendable, Equatable {
    /// Within the document.
    case inline([UInt8])
    /// At this path, relative to the document.
    case beside(String)
    /// Nowhere: the receiver has them.
    case absent

    /// Takes `data` or `path` from an object.
    init(_ fields: JSONFields, data: String = "data", path: String = "path") throws(SlipError) {
      if let bytes = try fields.parsed(data, "Base64", { Base64.bytes(Array($0.utf8)) }) {
        self = .inline(bytes)
      } else if let place = try fields.string(path) {
        self = .beside(place)
      } else {
        self = .absent
      }
    }

    /// The member of an object; nothing for bytes that are absent.
    func members(data: String = "data", path: String = "path") -> [(String, JSONValue?)] {
      switch self {
      case .inline(let bytes): [(data, .string(Base64.text(bytes)))]
      case .beside(let place): [(path, .string(place))]
      case .absent: []
      }
    }
  }

  /// A text: as a string where its bytes are UTF-8, else in Base64.
  static func text(_ key: String, _ bytes: [UInt8]) -> (String, JSONValue?) {
    if let text = String(validating: bytes, as: UTF8.self) { return (key, .string(text)) }
    return (key + "_base64", .string(Base64.text(bytes)))
  }

  /// The bytes of a text; nil where there is none.
  static func text(_ key: String, of fields: JSONFields) throws(SlipError) -> [UInt8]? {
    if let text = try fields.string(key) { return Array(text.utf8) }
    return try fields.parsed(key + "_base64", "Base64") { Base64.bytes(Array($0.utf8)) }
  }

  /// Facts that the model has no field for; nil for none.
  static func json(_ properties: [Property]) -> JSONValue? {
    if properties.isEmpty { return nil }
    return .array(
      properties.map {
        .object([
          ("name", .string($0.name)), ("type", $0.kind == .text ? nil : .string($0.kind.rawValue)),
          ("value", .string($0.value)),
        ])
      })
  }

  /// The properties of an object.
  static func properties(_ fields: JSONFields) throws(SlipError) -> [Property] {
    var found: [Property] = []
    for row in try fields.objects("properties") {
      let kind = try row.parsed("type", "text, number, date, boolean or uri") { Property.Kind(rawValue: $0) }
      let property = Property(try row.required("name"), kind ?? .text, try row.required("value"))
      guard property.isValid else { throw row.fault("value", "doesn't have the form of its type") }
      found.append(property)
    }
    return found
  }

  /// Texts as a list; nil for none.
  static func json(_ texts: [String]) -> JSONValue? {
    texts.isEmpty ? nil : .array(texts.map { .string($0) })
  }
  /// Ids as a list; nil for none.
  static func json(_ ids: [UniqueID]) -> JSONValue? { json(ids.map(\.description)) }
  /// A date; nil for none.
  static func json(_ date: Timestamp?) -> JSONValue? { date.map { .string($0.rfc3339) } }
}

/// An object of the JSON form, which any encoder and decoder can use.
///
/// Decoding throws `SlipError` with the path of the value that is wrong.
public protocol BoxJSONObject: Codable, Sendable, Equatable {
  /// Reads an object.
  ///
  /// - Throws: `SlipError` with code `JSONCode.wrongValue`.
  init(_ json: BoxJSON.Value) throws(SlipError)
  /// The object.
  var json: BoxJSON.Value { get }
}

extension BoxJSON {
  /// A JSON value. Members that are absent and those that are `null` mean the same.
  public struct Value: Sendable, Equatable, Codable {
    /// The value.
    package let json: JSONValue
    /// What it is called in messages, such as `notes[3]`; empty for a value that stands by itself.
    package let path: String
    /// Wraps a value.
    package init(_ json: JSONValue, path: String = "") { (self.json, self.path) = (json, path) }
    /// Reads any JSON.
    public init(from decoder: any Decoder) throws { self.init(try JSONValue(from: decoder)) }
    /// Writes the value.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
    /// The members, for reading.
    func fields() throws(SlipError) -> JSONFields { try JSONFields(json, path: path) }
  }
}

extension BoxJSONObject {
  /// Reads an object.
  public init(from decoder: any Decoder) throws { try self.init(BoxJSON.Value(from: decoder)) }
  /// Writes the object.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
