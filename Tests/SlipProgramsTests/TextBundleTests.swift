import SlipBase
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// Text bundles and backups of Bear.
@Suite struct TextBundleTests {
  /// Reads a backup of Bear with these notes.
  ///
  /// - Parameter notes: The names of the bundles, and their texts.
  private static func bear(_ notes: (name: String, text: String)...) throws -> SourceDrain.Result {
    var files = [(path: "B/tags.json", bytes: Array("{}".utf8))]
    for (number, note) in notes.enumerated() {
      let info = #"{"net.shinyfrog.bear": {"uniqueIdentifier": "\#(number + 1)"}}"#
      files.append(("B/\(note.name).textbundle/info.json", Array(info.utf8)))
      files.append(("B/\(note.name).textbundle/text.md", Array(note.text.utf8)))
    }
    return try SourceDrain.read(SourceDrain.folder(files, named: "B.bear2bk"), .bear)
  }

  @Test(arguments: [
    ("Meeting 1030", "Meeting: 10:30\nbody", "Meeting: 10:30"),
    ("x", "# An *em* and `b` title", "An em and b title"),
    ("Gam ma 2", "\n\nGam/ma\ntext", "Gam/ma"), ("A long li", "A *long* line\nx", "A long line"),
    ("2020-01-01", "Some text", "2020-01-01"), ("2020-01-01", "# \nno title", "2020-01-01"),
    ("Über", "über – Größe", "über – Größe"), ("…", "Text", "…"), ("Two", "## Level: *two*", "Level: two"),
  ])
  func titles(_ file: String, _ text: String, _ title: String) throws {
    #expect(try Self.bear((file, text)).notes.map(\.note.title) == [title])
  }

  @Test func linesThatNeverEndAreNoTitles() {
    let long = String(repeating: "*a* ", count: 20_000)
    #expect(TextBundleSource.plain(long, .bear) == long)
    #expect(TextBundleSource.firstLine(Array(long.utf8), ofFile: "a") == nil)
  }

  @Test func linksGoByTitlesOfTexts() throws {
    let result = try Self.bear(
      ("Links", "# Links\n[[Meeting: 10:30]] [[Meeting 1030]] [[An em title]] [[An *em* title]]"),
      ("Meeting 1030", "Meeting: 10:30"), ("Em", "# An *em* title"))
    #expect(result["1"]?.item?.unresolved == [])
    #expect(result["1"]?.linkTargets.count == 2)
  }

  @Test func tablesEndBeforeLinesWithoutBars() throws {
    let table = "|a|b|\n|-|-|\n|1|2|"
    let result = try Self.bear(
      ("A", "# A\n\nbefore\n\(table)\nbetween\n\(table)\n\n> \(table.replacing("\n", with: "\n> "))\n> end"))
    let cells = "a\tb\n1\t2"
    #expect(result.text("1") == "A\nbefore\n\(cells)\nbetween\n\(cells)\n\(cells)\nend")
    let other = try Self.bear(("A", "# A\na|b\nnone\n```\n\(table)\nx\n```"))
    #expect(other.text("1") == "A\na|b\nnone\n\(table)\nx")
  }

  @Test func plainTextHasNoMarks() throws {
    let tree = SourceDrain.folder(
      [
        ("info.json", Array(#"{"version": 2, "type": "public.plain-text"}"#.utf8)),
        ("text.txt", Array("# not *heading*\n  b".utf8)), ("assets/a.txt", Array("a".utf8)),
      ], named: "T.textbundle")
    let note = try SourceDrain.read(tree, .textbundle).notes[0].note
    #expect(note.title == "T")
    #expect(String(decoding: note.mirror.bytes, as: UTF8.self) == "# not *heading*\n  b")
    #expect(note.attachments.map(\.name) == ["a.txt"])
  }
}
