/// A JSON document whose members keep their order (RFC 8259).
indirect enum JSONValue {
  case object([(String, JSONValue?)])
  case array([JSONValue])
  case string(String)
  case number(Int)
  case bool(Bool)
  /// A number as text, such as `0.25`.
  case decimal(String)

  /// Indented by two spaces, with a line end. Members that are nil are left out.
  var document: String {
    var text = ""
    write(to: &text, indent: "\n")
    return text + "\n"
  }

  // The depth is that of a report's own structure.
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

extension JSONValue {
  static func text(_ string: String?) -> JSONValue? { string.map { .string($0) } }
  static func count(_ number: Int?) -> JSONValue? { number.map { .number($0) } }
}
