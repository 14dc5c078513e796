internal import CLibXML2

/// Translates libxml2's syntax errors into codes and messages of this program.
///
/// libxml2's own messages quote the document, which may be users' text, and differ between its
/// versions:
///
///     Opening and ending tag mismatch: note line 7 and notes    from libxml2
///     an end tag doesn't match the start tag                    here
enum ParserMessage {
  /// The code and the message for an error.
  ///
  /// An error about a limit is recognized by its words, because libxml2 has no single number for
  /// it. An error that has no sentence here is named by its number.
  static func translate(_ error: xmlError) -> (code: String, message: String) {
    let text = error.message.map { String(cString: $0) } ?? ""
    if ["too long", "Huge", "huge", "too big", "xcessive depth"].contains(where: {
      text.utf8.contains(ascii: $0)
    }) {
      return (XMLCode.limit, "a name, value or nesting exceeds the parser's limit")
    }
    if let sentence = sentences[UInt32(bitPattern: error.code)] { return (XMLCode.notWellFormed, sentence) }
    return (XMLCode.notWellFormed, "not well-formed (libxml2 error \(error.code))")
  }

  /// The message for each of libxml2's error numbers.
  ///
  /// They complete the sentence "The manifest is not well-formed XML: …", so they begin in lower
  /// case and have no full stop.
  private static let sentences: [UInt32: String] = [
    XML_ERR_DOCUMENT_EMPTY.rawValue: "the document has no root element",
    XML_ERR_DOCUMENT_END.rawValue: "there is content after the root element",
    XML_ERR_INVALID_CHAR.rawValue: "a character that XML 1.0 forbids",
    XML_ERR_INVALID_CHARREF.rawValue: "a reference to a character that XML 1.0 forbids",
    XML_ERR_INVALID_HEX_CHARREF.rawValue: "a malformed character reference",
    XML_ERR_INVALID_DEC_CHARREF.rawValue: "a malformed character reference",
    XML_ERR_UNDECLARED_ENTITY.rawValue: "a reference to an entity; only the five predefined ones exist",
    XML_WAR_UNDECLARED_ENTITY.rawValue: "a reference to an entity; only the five predefined ones exist",
    XML_ERR_NAME_REQUIRED.rawValue: "a name is missing",
    XML_ERR_ENTITYREF_SEMICOL_MISSING.rawValue: "a `;` is missing after a reference",
    XML_ERR_LT_IN_ATTRIBUTE.rawValue: "a `<` in an attribute value",
    XML_ERR_ATTRIBUTE_NOT_STARTED.rawValue: "an attribute value must be in quotes",
    XML_ERR_ATTRIBUTE_NOT_FINISHED.rawValue: "an attribute value is not closed",
    XML_ERR_ATTRIBUTE_WITHOUT_VALUE.rawValue: "an attribute has no value",
    XML_ERR_ATTRIBUTE_REDEFINED.rawValue: "an attribute occurs twice on one element",
    XML_ERR_SPACE_REQUIRED.rawValue: "white space is missing between attributes",
    XML_ERR_GT_REQUIRED.rawValue: "a `>` is missing",
    XML_ERR_LTSLASH_REQUIRED.rawValue: "an end tag is missing",
    XML_ERR_TAG_NAME_MISMATCH.rawValue: "an end tag doesn't match the start tag",
    XML_ERR_TAG_NOT_FINISHED.rawValue: "the document ends inside an element",
    XML_ERR_COMMENT_NOT_FINISHED.rawValue: "a comment is not closed",
    XML_ERR_HYPHEN_IN_COMMENT.rawValue: "`--` in a comment",
    XML_ERR_CDATA_NOT_FINISHED.rawValue: "a CDATA section is not closed",
    XML_ERR_MISPLACED_CDATA_END.rawValue: "`]]>` in text",
    XML_ERR_PI_NOT_FINISHED.rawValue: "a processing instruction is not closed",
    XML_ERR_RESERVED_XML_NAME.rawValue: "an XML declaration that isn't at the very start",
    XML_ERR_XMLDECL_NOT_FINISHED.rawValue: "a malformed XML declaration",
    XML_ERR_VERSION_MISSING.rawValue: "a malformed XML declaration",
    XML_NS_ERR_UNDEFINED_NAMESPACE.rawValue: "a namespace prefix that isn't declared",
    XML_NS_ERR_ATTRIBUTE_REDEFINED.rawValue: "an attribute occurs twice on one element",
    XML_NS_ERR_QNAME.rawValue: "a malformed qualified name",
    XML_NS_ERR_COLON.rawValue: "a malformed qualified name",
    XML_NS_ERR_EMPTY.rawValue: "a prefix is declared with an empty namespace",
    XML_NS_ERR_XML_NAMESPACE.rawValue: "a reserved prefix or namespace is redeclared",
  ]
}

extension String.UTF8View {
  /// Whether the text contains ASCII `text`.
  func contains(ascii text: String) -> Bool {
    let wanted = Array(text.utf8)
    var index = startIndex
    while index < endIndex {
      if self[index...].starts(with: wanted) { return true }
      index = self.index(after: index)
    }
    return false
  }
}
