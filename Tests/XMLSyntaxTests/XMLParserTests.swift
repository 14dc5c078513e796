import SlipBase
import Testing
import XMLSyntax

@Suite struct XMLParserTests {
  @Test func events() throws {
    let (log, fault) = try EventLog.read(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?><!-- c --><a xmlns=\"u\" xmlns:p=\"v\" k=\"1 &lt;&#x41;\" p:k=\"2\">t&amp;<p:b/><![CDATA[<x>]]></a>"
    )
    #expect(fault == nil)
    #expect(log.events == ["<{u}a k=1 <A {v}k=2>", "\"t&\"", "<{v}b>", "/", "\"<x>\"", "/"])
  }

  @Test func places() throws {
    let text = "<a>\n  <b k='v'/>\r\n <c\n   k='é'/></a>"
    let (log, _) = try EventLog.read(text)
    Array(text.utf8).withUnsafeBytes { bytes in
      var lines = LineIndex(bytes)
      let places = log.tagEnds.map { lines.place(ofByte: LineIndex.tagStart(endingAt: $0, in: bytes)) }
      #expect(
        places == [
          .position(line: 1, column: 1, offset: 0), .position(line: 2, column: 3, offset: 6),
          .position(line: 3, column: 2, offset: 19),
        ])
      // Going back works as well.
      #expect(lines.place(ofByte: 6) == .position(line: 2, column: 3, offset: 6))
    }
  }

  @Test func placesFarDown() throws {
    let text = "<a>" + String(repeating: "<b/>\n", count: 100_000) + "<c></a>"
    let (_, fault) = try EventLog.read(text)
    let offset = try #require(fault).offset
    Array(text.utf8).withUnsafeBytes { bytes in
      guard case .position(let line, _, _) = SourceLocation.position(of: offset, in: bytes) else { return }
      #expect(line == 100_001)
    }
  }

  @Test(arguments: [
    ("<a>", XMLCode.notWellFormed), ("<a></b>", XMLCode.notWellFormed), ("", XMLCode.notWellFormed),
    ("<a/><b/>", XMLCode.notWellFormed), ("<a k='1' k='2'/>", XMLCode.notWellFormed),
    ("<a>&nbsp;</a>", XMLCode.notWellFormed),
    ("<a k=\"&foo;\"/>", XMLCode.notWellFormed), ("<a>&#1;</a>", XMLCode.notWellFormed),
    ("<a>\u{1}</a>", XMLCode.notWellFormed), ("<p:a/>", XMLCode.notWellFormed),
    ("text", XMLCode.notWellFormed),
    ("<a>\u{FFFE}</a>", XMLCode.notWellFormed), ("<a k='<'/>", XMLCode.notWellFormed),
    ("<!DOCTYPE a><a/>", XMLCode.doctype), ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", XMLCode.doctype),
    ("<?xml version='1.0' encoding='ISO-8859-1'?><a/>", XMLCode.encoding),
    ("<?xml version='1.0' encoding = \"utf-16\"?><a/>", XMLCode.encoding), ("<a>\0</a>", XMLCode.encoding),
  ]) func faults(text: String, code: String) throws {
    let (_, fault) = try EventLog.read(text)
    #expect(fault?.code == code, "\(fault as Any)")
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0xC1, 0x81], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xC3],
      [0xF0, 0x9F, 0x98],
    ] as [[UInt8]]) func notUTF8(bytes: [UInt8]) throws
  {
    let filler = [UInt8](repeating: 0x20, count: 5_000)
    let document = Array("<a>".utf8) + filler + bytes + Array("</a>".utf8)
    let (_, fault) = try EventLog.read(document)
    #expect(fault?.code == XMLCode.encoding)
    #expect(fault?.offset == 5_003)
  }

  @Test func utf16() throws {
    for littleEndian in [true, false] {
      for mark in [true, false] {
        let units = Array((mark ? "\u{FEFF}" : "").utf16) + Array("<a/>".utf16)
        let bytes = units.flatMap { unit -> [UInt8] in
          let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
          return littleEndian ? pair.reversed() : pair
        }
        #expect(try EventLog.read(bytes).fault?.code == XMLCode.encoding)
      }
    }
  }

  @Test func byteOrderMark() throws {
    let (log, fault) = try EventLog.read("\u{FEFF}<a/>")
    #expect(fault == nil)
    #expect(log.tagEnds == [5])
  }

  @Test func errorOfTheHandlerComesThrough() throws {
    final class Refusing: XMLHandler {
      var count = 0
      func startElement(_ element: XMLElement) throws(SlipError) {
        count += 1
        if element.isNamed("b") { throw SlipError(.usage, "no") }
      }
    }
    let handler = Refusing()
    #expect(throws: SlipError(.usage, "no")) {
      try Array("<a><b/><c/></a>".utf8).withUnsafeBytes { _ = try XMLParser.parse($0, handler: handler) }
    }
    #expect(handler.count == 2)
  }
}
