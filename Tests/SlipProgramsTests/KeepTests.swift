import SlipBase
import SlipRTF
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// Formatted text of Google Keep, which newer exports have beside the plain one.
@Suite struct KeepTests {
  /// The document of a note with these members besides.
  private func note(_ members: String) throws -> String {
    let json =
      #"{"title":"T","isTrashed":false,"isPinned":false,"isArchived":false,"#
      + #""createdTimestampUsec":1650259200123456,"userEditedTimestampUsec":1650259205123456,"# + members
      + "}"
    let tree = SourceDrain.folder([("Takeout/Keep/T.json", Array(json.utf8))], named: "Takeout")
    let result = try SourceDrain.read(tree, .keep)
    let body = try #require(result.notes.first).note.body.bytes
    return sketch(body.withUnsafeBytes { RTFReader.read($0).document })
  }

  @Test func formattedTextComesIn() throws {
    let html = #""<p><span style=\"font-weight:700\">bold</span> <i>it</i></p><h1>head</h1>""#
    #expect(
      try note(#""textContent":"bold it\nhead","textContentHtml":"# + html)
        == "<b>bold</b> <i>it</i>\n# head")
    #expect(
      try note(#""listContent":[{"text":"one","textHtml":"<b>one</b>","isChecked":true},{"text":"two"}]"#)
        == "• ☑ <b>one</b>\n• ☐ two")
  }

  @Test func formattedTextThatSaysSomethingElseIsNone() throws {
    #expect(try note(#""textContent":"bold it","textContentHtml":"<p>other</p>""#) == "bold it")
    #expect(try note(#""listContent":[{"text":"one","textHtml":"<b>x</b>"}]"#) == "• ☐ one")
  }

  @Test func kindsThatStateTheirStructure() {
    let stated = ProgramTable.statedFormats
    for format in ["enex", "markdown-folder", "html", "docx", "zim-folder", "keep"] {
      #expect(stated.contains(format), "\(format)")
    }
    for format in ["rtf", "rtfd", "txt", "scrivener-folder", "keynote", "simplenote", "msg"] {
      #expect(!stated.contains(format), "\(format)")
    }
  }
}
