import SlipBase
import SlipTestSupport
import Testing
import XMLSyntax

/// Documents that want the reader to run on, to swell or to fetch something.
@Suite(.serialized) struct HostileXMLTests {
  /// Reads within two seconds and less than 64 MiB, and gives the code.
  private func code(_ bytes: [UInt8], limits: Limits = Limits()) throws -> String? {
    var fault: XMLFault?
    let time = try CPUTime.measure { fault = try EventLog.read(bytes, limits: limits).fault }
    #expect(time < .seconds(2))
    return fault?.code
  }

  @Test func entities() throws {
    let laughs =
      "<!DOCTYPE l [<!ENTITY a0 'ha'>"
      + (1...30).map { "<!ENTITY a\($0) '&a\($0 - 1);&a\($0 - 1);'>" }.joined() + "]><l>&a30;</l>"
    let parameters =
      "<!DOCTYPE l [<!ENTITY % p0 'x'>"
      + (1...30).map { "<!ENTITY % p\($0) '&#37;p\($0 - 1);&#37;p\($0 - 1);'>" }.joined() + "%p30;]><l/>"
    let file = "<!DOCTYPE l [<!ENTITY x SYSTEM 'file:///etc/hostname'>]><l>&x;</l>"
    let net = "<!DOCTYPE l SYSTEM 'http://127.0.0.1:9/x.dtd'><l/>"
    let parameterFile = "<!DOCTYPE l [<!ENTITY % x SYSTEM 'file:///dev/zero'> %x;]><l/>"
    for text in [laughs, parameters, file, net, parameterFile] {
      #expect(try code(Array(text.utf8)) == XMLCode.doctype)
    }
  }

  @Test func depth() throws {
    let text = String(repeating: "<a>", count: 100_000) + String(repeating: "</a>", count: 100_000)
    #expect(try code(Array(text.utf8)) == XMLCode.limit)
    var limits = Limits()
    limits.xmlDepth = 1_000_000
    #expect(try code(Array(text.utf8), limits: limits) == nil)
  }

  @Test func longAttribute() throws {
    let text = "<a k=\"" + String(repeating: "x", count: 20_000_000) + "\"/>"
    #expect(try code(Array(text.utf8)) == XMLCode.limit)
    var limits = Limits()
    limits.xmlValueBytes = 1_000
    #expect(
      try code(Array("<a k='\(String(repeating: "é", count: 501))'/>".utf8), limits: limits) == XMLCode.limit)
    #expect(try code(Array("<a k='\(String(repeating: "é", count: 500))'/>".utf8), limits: limits) == nil)
  }

  @Test func longName() throws {
    #expect(try code(Array("<\(String(repeating: "x", count: 20_000_000))/>".utf8)) == XMLCode.limit)
  }

  @Test func manyAttributes() throws {
    let attributes = (0..<1_000_000).map { " a\($0)=''" }.joined()
    #expect(try code(Array("<a\(attributes)/>".utf8)) == XMLCode.limit)
    let declarations = (0..<1_000_000).map { " xmlns:a\($0)='u'" }.joined()
    #expect(try code(Array("<a\(declarations)/>".utf8)) == XMLCode.limit)
  }

  @Test func longTextAndComment() throws {
    let long = String(repeating: "x", count: 20_000_000)
    #expect(try code(Array("<a>\(long)</a>".utf8)) == nil)
    #expect(try code(Array("<a><![CDATA[\(long)]]></a>".utf8)) != XMLCode.notWellFormed)
    #expect(try code(Array("<a><!--\(long)--></a>".utf8)) != XMLCode.notWellFormed)
  }
}
