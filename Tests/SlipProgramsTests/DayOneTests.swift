import SlipBase
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// Journals of Day One.
@Suite struct DayOneTests {
  /// The only entry of a journal.
  private static func note(_ members: String) throws -> ImportedNote {
    let entry =
      #"{"uuid": "1", "creationDate": "2020-01-01T23:30:00Z", "timeZone": "+0900", \#(members)}"#
    let json = #"{"metadata": {"version": "1.0"}, "entries": [\#(entry)]}"#
    let tree = SourceDrain.folder([("J.json", Array(json.utf8))], named: "J")
    return try SourceDrain.read(tree, .dayOne).notes[0].note
  }

  /// The text of a note.
  private static func text(_ note: ImportedNote) -> String {
    String(decoding: note.mirror.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    (##"# Mr\\. Smith\\-Jones\n\nbody"##, "Mr. Smith-Jones"), (##"## A *b*\nx"##, "A b"),
    (##"First line\\.\n\nrest"##, "First line."), ("", "2020-01-02"),
  ])
  func titles(_ text: String, _ title: String) throws {
    #expect(try Self.note(#""text": "\#(text)""#).title == title)
  }

  @Test func formattedTextHasParagraphs() throws {
    let rich = try JSONText.line(
      #"""
      {"contents": [{"text": "Head *1*\n", "attributes": {"line": {"header": 1}}}, {"text": "\n"},
        {"text": "one "}, {"text": "bold", "attributes": {"bold": true}}, {"text": "\n  two\n"},
        {"text": "a\nb\n", "attributes": {"line": {"listStyle": "numbered", "indentLevel": 1}}},
        {"text": "c\n", "attributes": {"line": {"listStyle": "bulleted", "indentLevel": 2}}},
        {"text": "d\n", "attributes": {"line": {"listStyle": "checkbox", "checked": true, "indentLevel": 1}}},
        {"text": "end"}, {"embeddedObjects": [{"type": "photo", "identifier": "X"}]}]}
      """#)
    for members in [#""richText": \#(rich)"#, #""text": "", "richText": \#(rich)"#] {
      let note = try Self.note(members)
      #expect(note.title == "Head *1*")
      #expect(Self.text(note) == "Head *1*\none bold\n  two\n1.\ta\n2.\tb\n•\tc\n•\t☑ d\nend")
      #expect(note.diagnostics.map(\.code) == [ExchangeCode.fileMissing])
    }
    #expect(try Self.note(#""richText": "no JSON""#).title == "2020-01-02")
  }

  @Test func formattedTextKeepsItsFormat() throws {
    let rich = try JSONText.line(
      #"""
      {"contents": [{"text": "if x {\n\n  y\n", "attributes": {"line": {"codeBlock": true}}},
        {"text": "- plain\n", "attributes": {"line": {"header": 0}}},
        {"text": "said\n", "attributes": {"line": {"quote": true}}},
        {"text": "shown", "attributes": {"highlightedColor": "yellow", "linkURL": "https://a.b/?c&d"}},
        {"text": " link", "attributes": {"linkURL": "dayone://view?entryId=1"}}]}
      """#)
    let note = try Self.note(#""richText": \#(rich)"#)
    #expect(Self.text(note) == "if x {\n\n  y\n- plain\nsaid\nshown link")
    let body = String(decoding: note.body.bytes, as: UTF8.self)
    for part in ["Code", "Quote", "https://a.b/?c&d", "slipbox:note/"] { #expect(body.contains(part)) }
    #expect(note.item?.unresolved == [])
  }

  @Test func mediaThatNoEntryListsAreNamed() throws {
    let json =
      #"{"metadata": {}, "entries": [{"uuid": "1", "creationDate": "2020-01-01T23:30:00Z", "photos": [{"identifier": "X", "md5": "a"}]}]}"#
    let tree = SourceDrain.folder(
      [
        ("J.json", Array(json.utf8)), ("photos/a.jpeg", [1]), ("photos/b.jpeg", [2]), ("notes.txt", [3]),
        (".DS_Store", [4]), ("K.json", Array("{".utf8)),
      ], named: "J")
    let skipped = try SourceDrain.read(tree, .dayOne).skipped
    #expect(
      skipped == [
        SourceSkip("K.json", .damaged), SourceSkip("notes.txt", .notShown),
        SourceSkip("photos/b.jpeg", .notShown),
      ])
  }
}
