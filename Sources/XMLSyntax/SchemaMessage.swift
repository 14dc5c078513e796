internal import CLibXML2

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(WASILibc)
  internal import WASILibc
#elseif canImport(ucrt)
  internal import ucrt
#else
  internal import Darwin
#endif

/// Translates libxml2's schema errors into messages of this program: what is wrong, and what the
/// schema expects.
///
/// libxml2's messages quote values of the document, which are users' text and don't belong into
/// messages. Only the schema's part of them, such as a pattern or a list of allowed words, is taken
/// over:
///
///     Element '{…}note', attribute 'status': [facet 'enumeration'] The value 'secret' is not an
///         element of the set {'active', 'archived'}.
///     → the value of attribute `status` isn't allowed; expected: active, archived
///
/// Values can contain anything, also text that looks like a part of the message. So names are read
/// from the start of the message, and what the schema expects from its end.
enum SchemaMessage {
  /// The message for an error: one sentence without values of the document.
  ///
  /// - Parameter error: libxml2's error. Its number says what kind it is, its message is only
  ///   searched for names.
  static func translate(_ error: xmlError) -> String {
    let text = error.message.map { excerpt($0) } ?? ""
    let subject = attribute(in: text).map { "attribute `\($0)`" } ?? "the element"
    let wrongValue = "the value of \(subject) isn't allowed"
    switch xmlParserErrors(UInt32(bitPattern: error.code)) {
    case XML_SCHEMAV_CVC_PATTERN_VALID:
      return wrongValue
        + (ending(of: text, after: "by the pattern '", before: "'").map { "; expected: \($0)" } ?? "")
    case XML_SCHEMAV_CVC_ENUMERATION_VALID:
      let words = ending(of: text, after: "element of the set {", before: "}").map { $0.filter { $0 != "'" } }
      return wrongValue + (words.map { "; expected: \($0)" } ?? "")
    case XML_SCHEMAV_CVC_MININCLUSIVE_VALID:
      return wrongValue
        + (ending(of: text, after: "minimum value allowed ('", before: "')").map {
          "; expected: at least \($0)"
        } ?? "")
    case XML_SCHEMAV_CVC_MAXINCLUSIVE_VALID:
      return wrongValue
        + (ending(of: text, after: "maximum value allowed ('", before: "')").map {
          "; expected: at most \($0)"
        } ?? "")
    case XML_SCHEMAV_CVC_LENGTH_VALID, XML_SCHEMAV_CVC_MINLENGTH_VALID, XML_SCHEMAV_CVC_MAXLENGTH_VALID:
      return wrongValue + "; its length is wrong"
    case XML_SCHEMAV_CVC_DATATYPE_VALID_1_2_1, XML_SCHEMAV_CVC_DATATYPE_VALID_1_2_2,
      XML_SCHEMAV_CVC_DATATYPE_VALID_1_2_3:
      return wrongValue + (type(in: text).map { "; expected: \($0)" } ?? "")
    case XML_SCHEMAV_CVC_ATTRIBUTE_4, XML_SCHEMAV_CVC_COMPLEX_TYPE_3_1:
      return "the value of \(subject) isn't the one that the schema requires"
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
      return "the root element isn't the expected one"
    default:
      return "\(subject) breaks the schema (libxml2 error \(error.code))"
    }
  }

  /// The start and end of libxml2's message. Between them is a value, which may be very long.
  private static func excerpt(_ message: UnsafePointer<CChar>) -> String {
    let length = strlen(message)
    let bytes = UnsafeRawBufferPointer(start: message, count: length)
    guard length > 2_048 else { return String(decoding: bytes, as: UTF8.self) }
    return String(decoding: bytes.prefix(1_024), as: UTF8.self)
      + String(decoding: bytes.suffix(1_024), as: UTF8.self)
  }

  /// The name of the attribute that a message is about; nil where it is about the element.
  ///
  /// It appears in `Element 'e', attribute 'a'` or `Element 'e': The attribute 'a'`. No value can
  /// precede it, so a value can't pretend to be a name.
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

  /// The name of the expected type, which comes last in a message.
  private static func type(in text: String) -> String? {
    quoted(after: " type '", in: text, last: true)
  }

  /// The part between the last `key` and the message's end, without `close`.
  ///
  /// The schema's part follows the document's value, so the last `key` is never a part of that
  /// value.
  private static func ending(of text: String, after key: String, before close: String) -> String? {
    guard let start = range(of: key, in: text, last: true) else { return nil }
    let rest = text[start.upperBound...]
    return String(rest.hasSuffix(close + ".\n") ? rest.dropLast(close.count + 2) : rest)
  }

  /// The names in `Expected is one of ( … )`, joined by commas.
  private static func expected(in text: String) -> String? {
    guard let start = range(of: "Expected is ", in: text, last: true) else { return nil }
    guard let open = text[start.upperBound...].firstIndex(of: "("),
      let close = text[open...].lastIndex(of: ")")
    else { return nil }
    let names = text[text.index(after: open)..<close].split(separator: ",").map { name in
      name.contains("##other")
        ? "an element of another namespace" : String(stripped(name.drop { $0 == " " }).prefix { $0 != " " })
    }
    return names.joined(separator: ", ")
  }

  /// The name in quotation marks after `key`, without its namespace.
  private static func quoted(after key: String, in text: String, last: Bool = false) -> String? {
    guard let start = range(of: key, in: text, last: last) else { return nil }
    return String(stripped(text[start.upperBound...].prefix { $0 != "'" }))
  }

  /// A name without its `{namespace}`.
  private static func stripped(_ name: Substring) -> Substring {
    guard name.first == "{", let close = name.firstIndex(of: "}") else { return name }
    return name[name.index(after: close)...]
  }

  /// The first or last place of `key` in a text.
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
