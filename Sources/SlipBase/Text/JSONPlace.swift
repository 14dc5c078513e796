/// Codes of errors about JSON.
public enum JSONCode {
  /// A text is not JSON.
  public static let malformed = "SBXG260"
  /// A value of a JSON document has another type or form than the document's schema says.
  public static let wrongValue = "SBXG261"

  /// What each code means and what to do about it, as `slipconv explain` shows it.
  public static let texts: [CodeText] = [
    CodeText(
      malformed, "A text is not JSON; the message says where",
      advice: "Correct the text at the place that the message names. If it was cut off, fetch it again."),
    CodeText(
      wrongValue, "A value in a JSON document has another type or form than it should",
      advice: """
        Correct the value at the place that the message names. `Schemas/box.schema.json` and \
        `Schemas/edit.schema.json` say what is allowed.
        """),
  ]
}

/// Where values are in a JSON document.
extension JSONScanner {
  /// An error with its file, and with line and column in the place of an offset or path.
  ///
  /// - Parameters:
  ///   - error: An error whose place is a byte of `bytes`, or the path of a value in the value at `start`.
  ///   - bytes: The document.
  ///   - file: Its name for messages.
  ///   - start: Where the value begins that the error is about.
  package static func placed(
    _ error: SlipError, in bytes: UnsafeRawBufferPointer, file: String?, start: Int = 0
  ) -> SlipError {
    var error = error
    switch error.location?.place {
    case .byte(let offset):
      error.location = SourceLocation(file: file, SourceLocation.position(of: offset, in: bytes))
    case .object(let path) where error.code == JSONCode.wrongValue:
      let offset = JSONScanner.offset(of: path, in: bytes, from: start) ?? start
      error.location = SourceLocation(file: file, SourceLocation.position(of: offset, in: bytes))
    case nil: error.location = SourceLocation(file: file)
    default: if error.location?.file == nil { error.location?.file = file }
    }
    return error
  }

  /// The offset of a value by its path, such as `attachments[2].name`; nil where there is none.
  private static func offset(of path: String, in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var scanner = JSONScanner(bytes, at: start)
    let steps = path.replacing("[", with: ".[").split(separator: ".")
    for step in steps {
      var found: Int?
      var index = 0
      if step.hasPrefix("[") {
        let wanted = Int(step.dropFirst().dropLast()) ?? 0
        try? scanner.forEachElement { (scanner) throws(SlipError) in
          if index == wanted { found = scanner.startOfValue }
          index += 1
          try scanner.skip()
        }
      } else {
        try? scanner.forEachMember { (scanner, key) throws(SlipError) in
          if key == step { found = scanner.startOfValue }
          try scanner.skip()
        }
      }
      guard let found else { return nil }
      scanner = JSONScanner(bytes, at: found)
    }
    return scanner.startOfValue
  }

  /// Where the next value begins.
  private var startOfValue: Int {
    var scanner = self
    _ = scanner.peek()
    return scanner.offset
  }
}

/// The members of a JSON object with checks of their types. Absent members and `null` are the same here.
///
/// Errors have the code `JSONCode.wrongValue`, and the path of the value as their place.
package struct JSONFields {
  /// The members.
  package let members: [String: JSONValue]
  /// The path of the object, with a point at its end; empty for the outermost.
  private let path: String

  /// The members of an object.
  ///
  /// - Throws: `SlipError` for any other value.
  package init(_ value: JSONValue, path: String = "") throws(SlipError) {
    guard case .object(let members) = value else {
      throw JSONFields.fault(path, "must be an object")
    }
    self.members = members
    self.path = path.isEmpty ? "" : path + "."
  }

  /// The error that a value has another form than it should.
  package static func fault(_ path: String, _ message: String) -> SlipError {
    SlipError(
      .badInput, code: JSONCode.wrongValue,
      path.isEmpty ? "The value \(message)." : "`\(PrintableText.of(path))` \(message).",
      at: SourceLocation(.object(path)))
  }

  /// The error that a member has another form than it should; the message is the rest of the sentence.
  package func fault(_ key: String, _ message: String) -> SlipError { JSONFields.fault(path + key, message) }

  /// The value of a member; nil where it is absent or null.
  package subscript(_ key: String) -> JSONValue? {
    guard let value = members[key], value != .null else { return nil }
    return value
  }

  /// A text.
  package func string(_ key: String) throws(SlipError) -> String? {
    guard let value = self[key] else { return nil }
    guard case .string(let text) = value else { throw fault(key, "must be a string") }
    return text
  }

  /// A text, or a number that stands for one, as ids often do.
  package func id(_ key: String) throws(SlipError) -> String? {
    guard let value = self[key] else { return nil }
    return try JSONFields.id(value, path + key)
  }

  /// The text of an id.
  private static func id(_ value: JSONValue, _ path: String) throws(SlipError) -> String {
    switch value {
    case .string(let text) where !text.isEmpty: return text
    case .int(let number): return String(number)
    default: throw fault(path, "must be an id: a string or a whole number")
    }
  }

  /// A text that has to be there.
  package func required(_ key: String) throws(SlipError) -> String {
    guard let text = try string(key) else { throw fault(key, "is missing") }
    return text
  }

  /// `true` or `false`.
  package func bool(_ key: String) throws(SlipError) -> Bool? {
    guard let value = self[key] else { return nil }
    guard case .bool(let flag) = value else { throw fault(key, "must be true or false") }
    return flag
  }

  /// A whole number.
  package func int(_ key: String) throws(SlipError) -> Int? {
    guard let value = self[key] else { return nil }
    guard case .int(let number) = value, let number = Int(exactly: number) else {
      throw fault(key, "must be a whole number")
    }
    return number
  }

  /// Any value that a text must form.
  package func parsed<Value>(
    _ key: String, _ form: String, _ parse: (String) -> Value?
  ) throws(SlipError) -> Value? {
    guard let text = try string(key) else { return nil }
    guard let value = parse(text) else { throw fault(key, "must be \(form)") }
    return value
  }

  /// A date (RFC 3339).
  package func date(_ key: String) throws(SlipError) -> Timestamp? {
    try parsed(key, "a date as RFC 3339 has it") { Timestamp(rfc3339: $0) }
  }

  /// A UUID.
  package func uuid(_ key: String) throws(SlipError) -> UniqueID? {
    try parsed(key, "a UUID") { UniqueID($0) }
  }

  /// A SHA-256 in hexadecimal.
  package func digest(_ key: String) throws(SlipError) -> Digest? {
    try parsed(key, "a SHA-256 in hexadecimal") { Digest(hex: $0) }
  }

  /// The elements of a list; nil where it is absent.
  package func array(_ key: String) throws(SlipError) -> [JSONValue]? {
    guard let value = self[key] else { return nil }
    guard case .array(let elements) = value else { throw fault(key, "must be an array") }
    return elements
  }

  /// A list of texts.
  package func strings(_ key: String) throws(SlipError) -> [String] {
    var found: [String] = []
    for (index, value) in (try array(key) ?? []).enumerated() {
      guard case .string(let text) = value else { throw fault("\(key)[\(index)]", "must be a string") }
      found.append(text)
    }
    return found
  }

  /// A list of ids.
  package func ids(_ key: String) throws(SlipError) -> [String] {
    var found: [String] = []
    for (index, value) in (try array(key) ?? []).enumerated() {
      found.append(try JSONFields.id(value, "\(path)\(key)[\(index)]"))
    }
    return found
  }

  /// A list of UUIDs.
  package func uuids(_ key: String) throws(SlipError) -> [UniqueID] {
    var found: [UniqueID] = []
    for (index, text) in (try strings(key)).enumerated() {
      guard let id = UniqueID(text) else { throw fault("\(key)[\(index)]", "must be a UUID") }
      found.append(id)
    }
    return found
  }

  /// A list of objects.
  package func objects(_ key: String) throws(SlipError) -> [JSONFields] {
    var found: [JSONFields] = []
    for (index, value) in (try array(key) ?? []).enumerated() {
      found.append(try JSONFields(value, path: "\(path)\(key)[\(index)]"))
    }
    return found
  }

  /// An object; nil where it is absent.
  package func object(_ key: String) throws(SlipError) -> JSONFields? {
    guard let value = self[key] else { return nil }
    return try JSONFields(value, path: path + key)
  }
}
