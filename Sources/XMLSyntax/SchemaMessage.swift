internal import CLibXML2

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// libxml2's schema errors in our words: what is wrong and what the schema expects, never the document's values.
enum SchemaMessage {
  /// nil for a message that only repeats the one before or after it.
  static func translate(_ error: xmlError) -> String? {
    let text = error.message.map { excerpt($0) } ?? ""
    let subject = attribute(in: text).map { "attribute `\($0)`" } ?? "the element"
    switch xmlParserErrors(UInt32(bitPattern: error.code)) {
    // Each facet is followed by "not a valid value of the type", which names the type.
    case XML_SCHEMAV_CVC_PATTERN_VALID, XML_SCHEMAV_CVC_ENUMERATION_VALID, XML_SCHEMAV_CVC_LENGTH_VALID,
      XML_SCHEMAV_CVC_MINLENGTH_VALID, XML_SCHEMAV_CVC_MAXLENGTH_VALID, XML_SCHEMAV_CVC_MININCLUSIVE_VALID,
      XML_SCHEMAV_CVC_MAXINCLUSIVE_VALID, XML_SCHEMAV_CVC_MINEXCLUSIVE_VALID,
      XML_SCHEMAV_CVC_MAXEXCLUSIVE_VALID,
      XML_SCHEMAV_CVC_TOTALDIGITS_VALID, XML_SCHEMAV_CVC_FRACTIONDIGITS_VALID:
      return nil
    case XML_SCHEMAV_CVC_DATATYPE_VALID_1_2_1, XML_SCHEMAV_CVC_DATATYPE_VALID_1_2_2,
      XML_SCHEMAV_CVC_DATATYPE_VALID_1_2_3:
      return "the value of \(subject) isn't allowed" + (type(in: text).map { "; expected: \($0)" } ?? "")
    case XML_SCHEMAV_CVC_ATTRIBUTE_4, XML_SCHEMAV_CVC_COMPLEX_TYPE_3_1:
      return "the value of \(subject) isn't the one the schema fixes"
    case XML_SCHEMAV_CVC_COMPLEX_TYPE_3_2_1, XML_SCHEMAV_CVC_COMPLEX_TYPE_3_2_2:
      return "\(subject) isn't allowed here"
    case XML_SCHEMAV_CVC_COMPLEX_TYPE_4:
      return "\(subject) is missing"
    case XML_SCHEMAV_ELEMENT_CONTENT:
      let fault =
        text.utf8.contains(ascii: "Missing child")
        ? "a child element is missing" : "the element isn't allowed here"
      return fault + (expected(in: text).map { "; expected: \($0)" } ?? "")
    case XML_SCHEMAV_CVC_COMPLEX_TYPE_2_1, XML_SCHEMAV_CVC_COMPLEX_TYPE_2_3, XML_SCHEMAV_CVC_COMPLEX_TYPE_2_2:
      return "the element must not contain text"
    case XML_SCHEMAV_CVC_ELT_1:
      return "the root element isn't the schema's"
    default:
      return "\(subject) breaks the schema (libxml2 error \(error.code))"
    }
  }

  /// Both ends of the message: what lies between is a value, which may be long.
  private static func excerpt(_ message: UnsafePointer<CChar>) -> String {
    let length = strlen(message)
    let bytes = UnsafeRawBufferPointer(start: message, count: length)
    guard length > 2_048 else { return String(decoding: bytes, as: UTF8.self) }
    return String(decoding: bytes.prefix(1_024), as: UTF8.self)
      + String(decoding: bytes.suffix(1_024), as: UTF8.self)
  }

  /// The name in `Element 'e', attribute 'a'` or `Element 'e': The attribute 'a'`: no value can stand before it.
  private static func attribute(in text: String) -> String? {
    guard let element = quoted(after: "Element '", in: text) else { return nil }
    for separator in ["', attribute '", "': The attribute '"] {
      guard let place = range(of: separator, in: text, last: false) else { continue }
      let before = text[..<place.lowerBound]
      guard before.hasSuffix(element), before.filter({ $0 == "'" }).count == 1 else { continue }
      return String(stripped(text[place.upperBound...].prefix { $0 != "'" }))
    }
    return nil
  }

  /// The name of the type, which stands last.
  private static func type(in text: String) -> String? {
    quoted(after: " type '", in: text, last: true)
  }

  /// The names in `Expected is one of ( … )`.
  private static func expected(in text: String) -> String? {
    guard let start = range(of: "Expected is ", in: text, last: true) else { return nil }
    guard let open = text[start.upperBound...].firstIndex(of: "("),
      let close = text[open...].lastIndex(of: ")")
    else { return nil }
    let names = text[text.index(after: open)..<close].split(separator: ",").map { name in
      String(stripped(name.drop { $0 == " " }).prefix { $0 != " " })
    }
    return names.joined(separator: ", ")
  }

  private static func quoted(after key: String, in text: String, last: Bool = false) -> String? {
    guard let start = range(of: key, in: text, last: last) else { return nil }
    return String(stripped(text[start.upperBound...].prefix { $0 != "'" }))
  }

  /// A name without its `{namespace}`.
  private static func stripped(_ name: Substring) -> Substring {
    guard name.first == "{", let close = name.firstIndex(of: "}") else { return name }
    return name[name.index(after: close)...]
  }

  private static func range(of key: String, in text: String, last: Bool) -> Range<String.Index>? {
    var found: Range<String.Index>?
    var index = text.startIndex
    while index < text.endIndex {
      if text[index...].hasPrefix(key) {
        found = index..<text.index(index, offsetBy: key.count)
        if !last { return found }
      }
      index = text.index(after: index)
    }
    return found
  }
}
