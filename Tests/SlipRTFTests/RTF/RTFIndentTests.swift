import SlipDocument
import SlipRTF
import Testing

/// Indents, which RTF states by sides or by the direction of the text.
@Suite struct RTFIndentTests {
  /// Words before a paragraph's text, and its indents on the left and right.
  static let indents: [(String, Int, Int)] = [
    (#"\lin720\rin360"#, 720, 360), (#"\rtlpar\lin720\rin360"#, 360, 720),
    (#"\lin720\rin360\rtlpar"#, 360, 720),
    // As Word writes them.
    (#"\ltrpar\ql\li720\ri360\rin360\lin720"#, 720, 360),
    (#"\rtlpar\qr\li360\ri720\rin360\lin720"#, 360, 720),
    // What comes last counts.
    (#"\li100\lin720"#, 720, 0), (#"\lin720\li100"#, 100, 0), (#"\rin720\ri100"#, 0, 100),
    (#"\rtlpar\lin720\ri100"#, 0, 100), (#"\rtlpar\rin720\li100"#, 100, 0),
    (#"\rtlpar\lin720\li100"#, 100, 720),
    (#"\lin720\lin0"#, 0, 0), (#"\lin720{\lin0\rin9}"#, 720, 0),
  ]

  @Test(arguments: indents) func indent(words: String, left: Int, right: Int) throws {
    let rtf = Array((#"{\rtf1\pard\lin5\pard\fi-10"# + words + " a\\par}").utf8)
    let document = rtf.withUnsafeBytes { RTFReader.read($0).document }
    guard case .paragraph(let paragraph) = try #require(document.blocks.first) else { return }
    #expect(paragraph.style.leftIndent == left && paragraph.style.rightIndent == right)
    #expect(paragraph.style.firstLineIndent == -10)
  }
}
