import SlipBase
import Testing

@testable import SlipRTF
@testable import SlipRTFD

/// HTML in RTF, as mail programs write it (MS-OXRTFEX).
@Suite struct RTFEncapsulatedHTMLTests {
  private static let head =
    "{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 \\deff0{\\fonttbl{\\f0\\fswiss Arial;}"
    + "{\\f1\\fswiss\\fcharset204 Arial;}{\\f2\\fmodern\\fcharset128 Mincho;}}\\uc1\\pard\\plain\\deftab360\\f0 "

  private static func recovered(_ rtf: String) -> String? {
    var diagnostics = DiagnosticSink()
    return Array(rtf.utf8).withUnsafeBytes {
      RTFEncapsulatedHTML.recover($0, diagnostics: &diagnostics).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test(arguments: [
    ("{\\*\\htmltag64 <p>}a{\\*\\htmltag72 </p>}", "<p>a</p>"),
    // What stands for HTML in RTF, and the way back.
    (
      "{\\*\\htmltag84 <b>}\\htmlrtf {\\b\\htmlrtf0 bold\\htmlrtf }\\htmlrtf0 {\\*\\htmltag92 </b>}",
      "<b>bold</b>"
    ),
    (
      "{\\*\\htmltag84 &nbsp;}\\htmlrtf \\'a0\\htmlrtf0 {\\*\\htmltag84 &lt;}\\htmlrtf <\\htmlrtf0 x",
      "&nbsp;&lt;x"
    ),
    ("{\\*\\htmltag <br>}{\\htmlrtf gone \\plain gone \\line\\par\\tab}stays", "<br>stays"),
    ("{\\htmlrtf\\v \\htmlrtf0 a{\\*\\htmltag <i>}}", "a<i>"),
    // Escapes, lines and characters, within tags and between.
    (
      "{\\*\\htmltag <a title=\"\\{\\}\\\\\">\\par\\tab\\line}\\{\\}\\\\\\par\\line\\tab x",
      "<a title=\"{}\\\">\n\t\n{}\\\n\n\tx"
    ),
    ("{\\*\\htmltag <p>}\\'e4\\u8364 ?\\u-10179 ?\\u-8704 ?\\lquote\\emdash\\~\\_", "<p>ä€😀‘—\u{a0}\u{ad}"),
    // Code pages of fonts, also within tags.
    ("{\\*\\htmltag <p>}{\\f1 \\'ef}\\f2 \\'88\\'9f{\\*\\htmltag <b title=\\'88\\'9f>}", "<p>п亜<b title=亜>"),
    // Text is text.
    ("{\\*\\htmltag <p>}1 < 2 & 3 > 2", "<p>1 &lt; 2 &amp; 3 &gt; 2"),
    // Left alone: rewritten addresses, fields' instructions, markers, pictures.
    ("{\\*\\mhtmltag64 <img src=\"x\">}{\\*\\htmltag64 <img src=\"y\">}", "<img src=\"y\">"),
    (
      "{\\*\\htmltag84 <a href=\"http://x\">}\\htmlrtf {\\field{\\*\\fldinst{HYPERLINK \"http://x\"}}{\\fldrslt\\ul"
        + "\\htmlrtf0 link\\htmlrtf }\\htmlrtf0 \\htmlrtf }\\htmlrtf0 {\\*\\htmltag92 </a>}",
      "<a href=\"http://x\">link</a>"
    ),
    ("{\\*\\htmltag64 <li>}{\\pntext 1.\\tab}{\\*\\pn\\pnlvlbody}one{\\pict\\pngblip 8950}", "<li>one"),
    // Deleted and hidden text is no text of the page's making.
    ("{\\*\\htmltag <p>}{\\v a}{\\deleted b}", "<p>ab"),
  ])
  func recovers(_ body: String, _ html: String) {
    let recovered = RTFEncapsulatedHTMLTests.recovered(RTFEncapsulatedHTMLTests.head + body + "}")
    #expect(recovered.map { $0.hasSuffix("\n") ? String($0.dropLast()) : $0 } == html)
  }

  @Test(arguments: [
    "{\\rtf1\\ansi {\\*\\htmltag <p>}a}", "{\\rtf1\\fromhtml0{\\*\\htmltag <p>}a}",
    "{\\rtf1\\ansi\\fromhtml1 no tags}", "{\\rtf1\\ansi a\\fromhtml1{\\*\\htmltag <p>}a}", "", "<p>a</p>",
    "{\\rtf1\\ansi\\fromtext a}",
  ])
  func isNone(_ rtf: String) {
    #expect(RTFEncapsulatedHTMLTests.recovered(rtf) == nil)
  }

  /// The mirror and the document are of the RTF: what stands for the tags is read, the tags are not.
  @Test func textIsOfTheRTF() {
    let rtf =
      RTFEncapsulatedHTMLTests.head + "{\\*\\htmltag <p>}\\htmlrtf {\\b\\htmlrtf0 a{\\*\\mhtmltag <x>}"
      + "{\\*\\htmltag &lt;}\\htmlrtf <\\htmlrtf0 \\htmlrtf }\\par\\htmlrtf0{\\*\\htmltag </p>}b}"
    var diagnostics = DiagnosticSink()
    let text = Array(rtf.utf8).withUnsafeBytes { RTFPlainText.extract($0, diagnostics: &diagnostics) }
    #expect(String(decoding: text, as: UTF8.self) == "a<\nb")
    #expect(diagnostics.diagnostics.isEmpty)
  }

  /// Text files in RTF (`\fromtext`) are plain RTF.
  @Test func fromText() {
    var diagnostics = DiagnosticSink()
    let rtf =
      "{\\rtf1\\ansi\\ansicpg1252\\fromtext \\fbidi \\deff0{\\fonttbl{\\f0 A;}}\\uc1\\pard a < b\\par\r\nc\\par}"
    let text = Array(rtf.utf8).withUnsafeBytes { RTFPlainText.extract($0, diagnostics: &diagnostics) }
    #expect(String(decoding: text, as: UTF8.self) == "a < b\nc")
    #expect(diagnostics.diagnostics.isEmpty)
  }
}
