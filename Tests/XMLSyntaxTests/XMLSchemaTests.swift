import SlipBase
import Testing
import XMLSyntax

@Suite struct XMLSchemaTests {
  static let schema = """
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">
    <xs:simpleType name="id"><xs:restriction base="xs:string"><xs:pattern value="[0-9]{3}"/></xs:restriction></xs:simpleType>
    <xs:element name="r"><xs:complexType><xs:sequence>
    <xs:element name="a" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:attribute name="id" type="id" use="required"/></xs:complexType></xs:element>
    <xs:element name="b"/></xs:sequence></xs:complexType></xs:element></xs:schema>
    """

  private func faults(_ text: String) throws -> [String] {
    let (log, fault) = try EventLog.read(text, schema: XMLSchemaTests.schema)
    #expect(fault == nil)
    return log.schemaFaults.map { "\($0.offset) \($0.path): \($0.message)" }
  }

  @Test func valid() throws {
    #expect(try faults("<r xmlns='urn:t'><a id='123'/><b>x</b></r>") == [])
  }

  @Test(arguments: [
    (
      "<r xmlns='urn:t'><a id='secret'/><b/></r>",
      "17 r/a: the value of attribute `id` isn't allowed; expected: [0-9]{3}"
    ),
    ("<r xmlns='urn:t'><a/><b/></r>", "17 r/a: attribute `id` is missing"),
    ("<r xmlns='urn:t'><a id='123' x='1'/><b/></r>", "17 r/a: attribute `x` isn't allowed here"),
    ("<r xmlns='urn:t'><a id='123'>text</a><b/></r>", "17 r/a: the element must not contain text"),
    ("<r xmlns='urn:t'><b/><c/></r>", "21 r/c: the element isn't allowed here"),
    ("<r xmlns='urn:t'><c/></r>", "17 r/c: the element isn't allowed here; expected: a, b"),
    ("<r xmlns='urn:t'></r>", "0 r: a child element is missing; expected: a, b"),
    ("<x/>", "0 x: the root element isn't the expected one"),
  ]) func messages(text: String, message: String) throws {
    #expect(try faults(text) == [message])
  }

  @Test func valuesStayOut() throws {
    for value in ["secret", "', attribute 'secret", " type 'secret'", "Expected is (secret)"] {
      let text = try faults("<r xmlns='urn:t'><a id=\"\(value)\"/><b/></r>").joined()
      #expect(!text.contains("secret"))
      #expect(text.contains("`id`"))
    }
  }

  @Test func notASchema() {
    #expect(throws: SlipError.self) { try XMLSchema(Array("<x/>".utf8)) }
  }

  @Test func placeHintsOpenNothing() throws {
    // A locator in the document must not be followed; it is not even allowed.
    let text =
      "<r xmlns='urn:t' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation='urn:o file:///dev/zero'><b/></r>"
    #expect(try faults(text) == [])
  }
}
