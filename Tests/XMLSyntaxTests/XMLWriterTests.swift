import SlipBase
import Testing
import XMLSyntax

@Suite struct XMLWriterTests {
  private func write(_ body: (inout XMLWriter) throws -> Void) throws -> String {
    var bytes: [UInt8] = []
    try withoutActuallyEscaping({ (piece: UnsafeRawBufferPointer) in bytes.append(contentsOf: piece) }) {
      output in
      var writer = XMLWriter(to: output)
      try body(&writer)
      try writer.finish()
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func shape() throws {
    let text = try write { xml in
      try xml.start("a")
      xml.attribute("k", "<\"&'>\t\r\n é")
      try xml.start("b")
      xml.end()
      try xml.start("c")
      xml.text("1 < 2 & \"3\"\r\n")
      xml.end()
      try xml.fragment("<x:y xmlns:x=\"u\"/>")
      xml.end()
    }
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <a k="&lt;&quot;&amp;'&gt;&#9;&#13;&#10; é">
          <b/>
          <c>1 &lt; 2 &amp; "3"&#13;
        </c>
          <x:y xmlns:x="u"/>
        </a>

        """)
  }

  @Test func forbiddenCharactersAreRefused() {
    for character in ["\u{0}", "\u{1F}", "\u{FFFE}", "\u{FFFF}"] {
      #expect(throws: SlipError.self) {
        try write { xml in
          try xml.start("a")
          xml.attribute("k", "x\(character)")
        }
      }
    }
  }

  @Test(arguments: [
    "", "plain", "a_b_c", "\u{1}", "_x0001_", "_x005F_", "__x0001_", "_x0001", "\u{FFFE}\u{FFFF}",
    "_x005F_x0001_", "é\u{1F}😀",
    "_x00e9_", "_xD800_", "\t\n\r", "_x_x0000_\0",
  ]) func heldText(text: String) throws {
    let held = XMLEscapedText.escape(text)
    #expect(XMLEscapedText.unescape(held).utf8.elementsEqual(text.utf8))
    let written = try write { xml in
      try xml.start("a")
      xml.attribute("k", held)
    }
    let log = try EventLog.read(written).log
    #expect(log.events.first.map { Array($0.utf8) } == Array("<a k=\(held)>".utf8))
  }

  @Test func heldForms() {
    #expect(XMLEscapedText.escape("a\u{1}b") == "a_x0001_b")
    #expect(XMLEscapedText.escape("_x0001_") == "_x005F_x0001_")
    #expect(XMLEscapedText.escape("\u{FFFF}") == "_xFFFF_")
    #expect(XMLEscapedText.unescape("_xD800_") == "\u{FFFD}")
  }
}

@Suite struct XMLFragmentTests {
  final class Copier: XMLHandler {
    var fragment = XMLFragment()
    func startElement(_ element: XMLElement) throws(SlipError) { fragment.start(element) }
    func endElement() throws(SlipError) { _ = fragment.end() }
    func text(_ bytes: UnsafeRawBufferPointer) throws(SlipError) { fragment.characters(bytes) }
  }

  private func copy(_ text: String) throws -> String {
    let copier = Copier()
    let fault = try Array(text.utf8).withUnsafeBytes { try XMLParser.parse($0, handler: copier) }
    #expect(fault == nil)
    return copier.fragment.text
  }

  @Test(arguments: [
    ("<a/>", "<a xmlns=\"\"/>"),
    ("<p:a xmlns:p='u'><p:b k='1'>t</p:b></p:a>", "<p:a xmlns:p=\"u\"><p:b k=\"1\">t</p:b></p:a>"),
    (
      "<p:a xmlns:p='u' xmlns:q='v' q:k='&#10;'><c/></p:a>",
      "<p:a xmlns:p=\"u\" xmlns:q=\"v\" q:k=\"&#10;\"><c xmlns=\"\"/></p:a>"
    ),
    ("<a xmlns='u'><b xmlns=''/><c/></a>", "<a xmlns=\"u\"><b xmlns=\"\"/><c/></a>"),
    (
      "<a xmlns='u' xml:lang='de'><![CDATA[<&>]]><!-- c --></a>",
      "<a xmlns=\"u\" xml:lang=\"de\">&lt;&amp;&gt;</a>"
    ),
  ]) func form(text: String, expected: String) throws {
    let once = try copy(text)
    #expect(once == expected)
    #expect(try copy(once) == once)
  }
}
