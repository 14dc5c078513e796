import SlipBase
import SlipFormats
import SlipTestSupport
import SlipboxKit
import Testing

/// Bodies that are edited as text.
@Suite struct BodyEditTests {
  static let files = Fixtures.names(in: "rtf").filter { $0.hasSuffix(".rtf") }
  static let formats = ["markdown", "txt", "html", "rtf"]

  private static func edit(_ body: [UInt8], _ format: String) throws -> BodyEdit {
    let format = try #require(FormatTable.named(format))
    return try #require(try BodyEdit(body: body, format: format))
  }

  @Test(arguments: files, formats)
  func anEditWithoutChangeGivesTheSameBytes(name: String, format: String) throws {
    let body = try Fixtures.bytes("rtf/\(name)")
    let edit = try Self.edit(body, format)
    #expect(try edit.applying(edit.text).bytes == body)
  }

  @Test(arguments: files)
  func aLineEndAtTheEndOfMarkdownChangesNothing(name: String) throws {
    let body = try Fixtures.bytes("rtf/\(name)")
    let edit = try Self.edit(body, "markdown")
    #expect(try edit.applying(edit.text + [0x0A]).bytes == body)
  }

  private static let body =
    #"{\rtf1\ansi{\fonttbl{\f0 Helvetica;}{\f1 Menlo;}}\pard\plain\f0\fs28 The {\b queen} left in May.\par"#
    + "\n" + #"\pard\plain\f1\fs20\expnd4 Ten frames\par"# + "\n}"

  private static func edited(_ format: String, _ old: String, _ new: String) throws -> BodyEdit.Result {
    let edit = try Self.edit(Array(body.utf8), format)
    let text = String(decoding: edit.text, as: UTF8.self).replacing(old, with: new)
    return try edit.applying(Array(text.utf8))
  }

  @Test(arguments: ["markdown", "txt", "html"])
  func formattingStaysAndNewWordsGetIt(format: String) throws {
    let result = try Self.edited(format, "left in May", "left early in June")
    #expect(result.losses == [])
    let text = String(decoding: result.bytes, as: UTF8.self)
    #expect(text.contains(#"{\f0\fs28 The }{\b\f0\fs28 queen}{\f0\fs28  left early in June.}\par"#))
    #expect(text.hasSuffix(#"\pard\plain\f1\fs20\expnd4 Ten frames\par"# + "\n}"))
  }

  /// A text that has no tracked changes reads as if they were accepted; so they are where the edit changes something, and stay elsewhere.
  @Test(arguments: ["markdown", "txt"])
  func trackedChangesAreAcceptedWhereTheEditChangesTheText(format: String) throws {
    let body = Array(
      (#"{\rtf1\ansi{\*\revtbl{Unknown;}{a;}{b;}}\pard\plain It left in {\deleted\revauthdel1 May}{\revised\revauth1 April}{\revised\revauth2 June}.\par"#
        + "\n" + #"\pard\plain Ten {\revised\revauth1 old }frames.\par"# + "\n}").utf8)
    let edit = try Self.edit(body, format)
    let text = String(decoding: edit.text, as: UTF8.self)
    #expect(text.contains("AprilJune"))
    let result = try edit.applying(Array(text.replacing("AprilJune", with: "June").utf8))
    #expect(result.losses == [])
    let (first, second) = try (
      Self.edit(result.bytes, "html").text,
      #require(String(decoding: result.bytes, as: UTF8.self).split(separator: "\n").dropFirst().first)
    )
    let html = String(decoding: first, as: UTF8.self)
    #expect(html.contains("It left in June.") && html.contains("<ins"))
    #expect(second == #"\pard\plain Ten {\revised\revauth1 old }frames.\par"#)
    #expect(try edit.applying(edit.text).bytes == body)
  }

  /// The text doesn't say that an empty paragraph is before the picture.
  @Test func aPicturesLineIsReplacedByWords() throws {
    let body =
      #"{\rtf1 Before.\par\par\pard\plain {\field{\*\fldinst INCLUDEPICTURE "../../attachments/92/a.png" \\d}{\fldrslt }}\par After.\par}"#
    let edit = try Self.edit(Array(body.utf8), "markdown")
    let text = String(decoding: edit.text, as: UTF8.self)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("![") })
    let result = try edit.applying(Array(text.replacing(line, with: "gone").utf8))
    #expect(result.losses.isEmpty)
    let bytes = String(decoding: result.bytes, as: UTF8.self)
    #expect(bytes.contains("gone") && !bytes.contains("INCLUDEPICTURE"))
  }

  @Test func newParagraphsLookLikeThoseBefore() throws {
    let result = try Self.edited("markdown", "Ten frames", "Ten frames\n\nA **new** one")
    let text = String(decoding: result.bytes, as: UTF8.self)
    #expect(text.hasPrefix(String(Self.body.dropLast(2))))
    #expect(text.contains(#"{\f1\fs20\expndtw20 A }{\b\f1\fs20\expndtw20 new}{\f1\fs20\expndtw20  one}\par"#))
  }

  @Test(arguments: ["markdown", "html"])
  func picturesThatAnEditNamesAreRead(format: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write("comb.png", try Fixtures.bytes("images/png-2-8.png"))
    let edit = try Self.edit(Array(Self.body.utf8), format)
    let marks =
      format == "html"
      ? ["<p><img src=\"comb.png\"></p>", "<p><img src=\"gone.png\"></p>", "</main>"]
      : ["\n\n![](comb.png)\n\n", "![](gone.png)\n", ""]
    let text = String(decoding: edit.text, as: UTF8.self)
    let edited =
      format == "html" ? text.replacing("</main>", with: marks.joined()) : text + marks.joined()
    let result = try edit.applying(Array(edited.utf8), picturesIn: directory.path(""))
    #expect(String(decoding: result.bytes, as: UTF8.self).contains("89504e470d0a1a0a"))
    #expect(result.diagnostics.compactMap(\.location.file) == [directory.path("gone.png")])
    // Without a folder nothing is read.
    let names = try edit.applying(Array(edited.utf8))
    #expect(
      !String(decoding: names.bytes, as: UTF8.self).contains("89504e470d0a1a0a") && names.diagnostics == [])
    // Pictures of the body stay what they are.
    let again = try Self.edit(names.bytes, format)
    let unchanged = try again.applying(again.text + [0x0A], picturesIn: directory.path(""))
    #expect(unchanged.bytes == names.bytes && unchanged.diagnostics == [])
  }
}
