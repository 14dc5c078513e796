import Foundation
import SlipBase
import SlipDocument
import SlipRTF
import SlipTestSupport
import Testing

@testable import SlipFormats

/// Formatting that pages and Markdown state in ways of their own.
@Suite struct StatedFormattingTests {
  /// The runs of a page with the names of what they have: `bold`, `italic`, `under`, `struck`, `changed`.
  private static func runs(_ html: String) -> [String] {
    let document = Array(html.utf8).withUnsafeBytes { HTMLReader.read($0).document }
    var runs: [String] = []
    for inline in document.blocks.flatMap(\.inlines) {
      guard case .run(let run) = inline else { continue }
      let (style, text) = (run.style, run.text.trimmingCharacters(in: .whitespaces))
      if text.isEmpty { continue }
      var names = [text]
      if style.isBold { names.append("bold") }
      if style.isItalic { names.append("italic") }
      if style.underline != nil { names.append("under") }
      if style.isStruck { names.append("struck") }
      if style.revision != nil { names.append("changed") }
      runs.append(names.joined(separator: " "))
    }
    return runs
  }

  @Test(arguments: [
    ("<style>.a{font-weight:700}</style><p>x <span class=a>b</span>", ["x", "b bold"]),
    ("<style>span.s1{text-decoration: underline}</style><p><span class=s1>b</span>", ["b under"]),
    ("<style>p.t{font: italic bold 12px Times}</style><p class=t>b<p>c", ["b bold italic", "c"]),
    ("<style>.a{font-weight:bold} .a.b{font-weight:normal}</style><p><i class='a b'>c</i>", ["c italic"]),
    (
      "<style>.a{font-weight:bold}</style><p><span class=a>b <span style='font-weight:400'>c</span></span>",
      ["b bold", "c"]
    ), ("<style>.x{text-decoration:line-through}</style><p class=x>b", ["b struck"]),
    ("<style>u.thick{text-decoration:none}</style><p><u class=thick>b</u>", ["b under"]),
    ("<style>@media print{.a{font-weight:700}}</style><p class=a>b", ["b"]),
    ("<p><ins>a</ins> <del>b</del>", ["a under", "b struck"]),
    ("<p><ins class=change>a</ins><del title=Eve>b</del>", ["a changed", "b changed"]),
  ])
  func rulesAndElements(html: String, runs: [String]) { #expect(StatedFormattingTests.runs(html) == runs) }

  @Test func aCheckBoxHasABlankBehindIt() {
    #expect(StatedFormattingTests.runs("<ul><li><input type=checkbox>tight") == ["☐ tight"])
    #expect(StatedFormattingTests.runs("<ul><li><input type=checkbox checked> wide") == ["☑ wide"])
  }

  private static func markdown(_ text: String) -> Document {
    Array(text.utf8).withUnsafeBytes { MarkdownReader.read($0).document }
  }

  @Test func linkedHeadingsHaveBookmarks() {
    let document = StatedFormattingTests.markdown(
      "[a](#part-two) [b](#was-n%C3%A4hm-ich-1)\n\n# Part two\n\n## Was nähm' ich?\n\n## Was nähm ich\n\n# Other"
    )
    let names = document.blocks.flatMap(\.inlines).compactMap { inline in
      if case .bookmarkStart(let name) = inline { name } else { nil }
    }
    #expect(names == ["part-two", "was-nähm-ich-1"])
    let page = String(decoding: HTMLWriter.write(document), as: UTF8.self)
    #expect(page.contains("href=\"#part-two\"") && page.contains("id=\"part-two\""))
  }

  @Test func tasksInQuotationsAreTasks() {
    let text = String(
      decoding: PlainTextWriter.write(
        StatedFormattingTests.markdown("> - [ ] one\n> - [x] two\n> - three\n\n- [ ] four\n\n[ ] five")),
      as: UTF8.self)
    #expect(text == "•\t☐ one\n•\t☑ two\n•\tthree\n•\t☐ four\n[ ] five")
  }

  @Test func aSizeThatFewTextStatesIsShown() {
    let page = "<p><span style=\"font-size:24px\">Big words</span> and much usual text without a size"
    let document = Array(page.utf8).withUnsafeBytes { HTMLReader.read($0).document }
    #expect(String(decoding: HTMLWriter.write(document), as: UTF8.self).contains("font-size:1.5rem"))
  }
}
