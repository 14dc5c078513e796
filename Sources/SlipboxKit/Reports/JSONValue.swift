/// A JSON document (RFC 8259) whose members keep their order, for reports whose readers are
/// also people.
indirect enum JSONValue {
  /// An object. Members whose value is nil are left out.
  case object([(String, JSONValue?)])
  /// An array.
  case array([JSONValue])
  /// A string.
  case string(String)
  /// An integer.
  case number(Int)
  /// `true` or `false`.
  case bool(Bool)
  /// A number that is given as text, such as `0.25`, so that no rounding changes it.
  case decimal(String)

  /// The document, indented by two spaces, with a line end.
  var document: String {
    var text = ""
    write(to: &text, indent: "\n")
    return text + "\n"
  }

  // Recursion is safe here: the depth is that of a report, not of any input.
  /// Appends the value. `indent` is a line end and the spaces of the current level.
  private func write(to text: inout String, indent: String) {
    switch self {
    case .object(let members):
      let present = members.compactMap { name, value in value.map { (name, $0) } }
      JSONValue.list("{", "}", present, &text, indent) { member, text, inner in
        JSONValue.quote(member.0, &text)
        text += ": "
        member.1.write(to: &text, indent: inner)
      }
    case .array(let values):
      JSONValue.list("[", "]", values, &text, indent) { $0.write(to: &$1, indent: $2) }
    case .string(let string): JSONValue.quote(string, &text)
    case .number(let number): text += String(number)
    case .bool(let flag): text += flag ? "true" : "false"
    case .decimal(let digits): text += digits
    }
  }

  /// Appends an object or array: `body` appends each element on a line of its own. Empty ones
  /// are `{}` and `[]`.
  private static func list<Element>(
    _ open: String, _ close: String, _ elements: [Element], _ text: inout String, _ indent: String,
    _ body: (Element, inout String, String) -> Void
  ) {
    text += open
    for (index, element) in elements.enumerated() {
      text += (index == 0 ? "" : ",") + indent + "  "
      body(element, &text, indent + "  ")
    }
    text += (elements.isEmpty ? "" : indent) + close
  }

  /// Appends a string in quotes. Control characters are escaped, including U+007F; other
  /// characters stand as they are.
  private static func quote(_ string: String, _ text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default:
        if scalar.value < 0x20 || scalar.value == 0x7F {
          let hex = String(scalar.value, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    text += "\""
  }
}

/// Optional members: an object leaves out members whose value is nil.
extension JSONValue {
  /// A string member that is left out where the string is nil.
  static func text(_ string: String?) -> JSONValue? { string.map { .string($0) } }
  /// A number member that is left out where the number is nil.
  static func count(_ number: Int?) -> JSONValue? { number.map { .number($0) } }
}
