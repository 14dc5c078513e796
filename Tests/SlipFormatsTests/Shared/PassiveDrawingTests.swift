import SlipBase
import Testing

@testable import SlipFormats

/// Drawings lose what could run, and nothing else.
@Suite struct PassiveDrawingTests {
  private func passive(_ text: String) -> String? {
    PassiveDrawing.passive(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    "<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M0 0\"/></svg>",
    "<?xml version='1.0'?>\n<!-- c --><svg xmlns='http://www.w3.org/2000/svg' width='1'><style>a{fill:red}</style></svg>",
    "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:x=\"http://www.w3.org/1999/xlink\"><use x:href=\"#a\"/>"
      + "<image href=\"data:image/png;base64,AAAA\"/><a href=\"https://example.org\"><text>on &amp; off</text></a></svg>",
    "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">\n"
      + "<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
  ]) func whatIsHarmlessStays(_ drawing: String) { #expect(passive(drawing) == drawing) }

  @Test(arguments: [
    "<script>alert(1)</script>", "<x:script xmlns:x=\"http://www.w3.org/1999/xhtml\">alert(1)</x:script>",
    "<SCRIPT href=\"x.js\"/>", "<g onload=\"alert(1)\"/>", "<g OnClick=\"alert(1)\"/>",
    "<a href=\" java\tscript:alert(1)\"><text>t</text></a>", "<a xlink:href=\"JAVASCRIPT:alert(1)\"/>",
    "<set attributeName=\"href\" to=\"javascript:alert(1)\"/>",
    "<animate attributeName=\"xlink:href\" values=\"javascript:alert(1)\"/>",
    "<set attributeName=\"onclick\" to=\"alert(1)\"/>",
    "<foreignObject><iframe xmlns=\"http://www.w3.org/1999/xhtml\" srcdoc=\"alert(1)\"/></foreignObject>",
    "<use href=\"data:image/svg+xml,alert(1)\"/>",
    "<handler xmlns=\"http://www.w3.org/2001/xml-events\">alert(1)</handler>",
    "<g><script>al</script><script>ert(1)</script><desc>kept</desc></g>",
    "<script><![CDATA[alert(1)]]></script>",
    "<a href=\"&#106;avascript:alert(1)\"/>",
  ]) func whatCouldRunGoes(_ part: String) throws {
    let drawing =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"><path d=\"M1 2\"/>\(part)</svg>"
    let result = try #require(passive(drawing))
    #expect(result.contains("M1 2"))
    for word in ["alert", "ert(1)", "script", "SCRIPT", "iframe", "data:image/svg"] {
      #expect(!result.contains(word), "\(result)")
    }
    #expect(!result.lowercased().contains(" on"), "\(result)")
    #expect(result.contains("kept") == part.contains("kept"))
    // Once more, nothing is left to go.
    #expect(passive(result) == result)
  }

  @Test func entitiesStandForWhatTheyMean() throws {
    let drawing =
      "<!DOCTYPE svg [<!ENTITY ns \"http://www.w3.org/2000/svg\"><!ENTITY j \"javascript:\">]>"
      + "<svg xmlns=\"&ns;\"><a href=\"&j;alert(1)\"><text>t</text></a></svg>"
    let result = try #require(passive(drawing))
    #expect(result.contains("xmlns=\"http://www.w3.org/2000/svg\"") && !result.contains("alert"))
  }

  @Test(arguments: [
    "", "<svg", "<svg><script>alert(1)</script>", "<!DOCTYPE svg [<!ENTITY a \"&b;\">]><svg/>",
    "<!DOCTYPE svg [<!ENTITY % a SYSTEM \"x\">]><svg/>", "\u{FEFF}<svg></g>",
  ]) func ofWhatCannotBeReadNothingIsSaid(_ drawing: String) { #expect(passive(drawing) == nil) }
}
