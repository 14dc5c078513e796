import SlipBase
import SlipFiles
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// Exports of Evernote.
@Suite struct EnexTests {
  /// Reads an export of these notes, each on a line of its own. The first is on line 2.
  private static func read(_ notes: String...) throws -> SourceDrain.Result {
    let all = notes.map { "<note>\($0)</note>" }.joined(separator: "\n")
    return try SourceDrain.read(Array("<en-export>\n\(all)</en-export>".utf8), named: "N.enex")
  }

  /// The only place in the findings of a note.
  private static func line(_ note: ImportedNote) -> Int? {
    guard note.diagnostics.count == 1, note.diagnostics[0].code == ExchangeCode.pieceDamaged,
      case .position(let line, _, _) = note.diagnostics[0].location.place
    else { return nil }
    return line
  }

  /// A picture on the web stays as its address, but for the dots that tell who looks at it.
  @Test(arguments: [
    (#"<img src="https://e.org/a.png"/>"#, "https://e.org/a.png"),
    (#"<img src="https://e.org/a.png" alt=""/>"#, "https://e.org/a.png"),
    (#"<img src="https://e.org/a.png" alt="Bee"/>"#, "Bee"),
    (#"<img src="https://e.org/a.png" width="1" height="1"/>"#, ""),
  ])
  func picturesOnTheWebStay(tag: String, expected: String) throws {
    let result = try Self.read("<title>A</title><content><![CDATA[<en-note>\(tag)</en-note>]]></content>")
    #expect(result.text(result.notes[0].id) == expected)
  }

  @Test func aNoteWithoutContentIsReported() throws {
    let result = try Self.read("<title>A</title>", "<title>B</title><content></content>")
    #expect(result.notes.map { $0.note.diagnostics.map(\.code) } == [["SBXG242"], ["SBXG242"]])
  }

  @Test func damagedFilesAreReported() throws {
    let text = "<content><![CDATA[<en-note>x</en-note>]]></content>"
    let result = try Self.read(
      "<title>A</title>\(text)<resource>\n<data>aGVs\nbG8=</data></resource>",
      "<title>B</title>\(text)<resource><data>!!!notb64</data></resource>",
      "<title>C</title>\(text)<resource><data>aGVs!bG8=</data></resource>")
    #expect(result.notes.map(\.note.attachments.count) == [1, 0, 1])
    #expect(result.notes[0].note.diagnostics.isEmpty)
    #expect(result.notes.map { Self.line($0.note) } == [nil, 5, 6])
  }

  @Test func textThatHadToBeMendedIsReported() throws {
    let result = try Self.read(
      "<title>A</title><content><![CDATA[<en-note>a]]]]><![CDATA[>b</en-note>]]></content>",
      "<title>B</title><content><![CDATA[<en-note>b</en-note>]]><created>20200101T000000Z</created>",
      "<title>C</title><content><![CDATA[<en-note><div>\nc1 <![CDATA[x]]> c2</div></en-note>]]></content>")
    #expect(result.notes.map { Self.line($0.note) } == [nil, 3, 5])
    #expect(result.text(result.notes[0].id) == "a]]>b")
    #expect(result.findings.isEmpty)
  }

  @Test func notesWithoutEndAreReportedByLine() throws {
    let text = "<en-export>\n<note><title>A</title>\n<note><title>B</title></note></en-export>"
    let result = try SourceDrain.read(Array(text.utf8), named: "N.enex")
    #expect(result.notes.map(\.note.title) == ["A", "B"])
    #expect(result.findings.map(\.location.place) == [.position(line: 2, column: 1, offset: 12)])
  }

  @Test func boxesStandBeforeTheirText() throws {
    let result = try Self.read(
      """
      <title>A</title><content><![CDATA[<en-note><ul style="--en-todo:true;">\
      <li style="--en-checked:true;"><div>one</div></li>
      <li style="--en-checked:false;">
        <div><b>two</b></div><ul style="--en-todo:true;"><li style="--en-checked:true;"><div>three</div></li></ul></li>\
      <li><div><br/></div></li></ul></en-note>]]></content>
      """)
    #expect(result.text(result.notes[0].id) == "•\t☑ one\n•\t☐ two\n•\t☑ three\n•\t☐")
  }

  @Test func linesOfLargeFiles() {
    var text = Array(repeating: UInt8(ascii: "x"), count: 200_000)
    for place in [9, 65_535, 65_536, 65_537, 131_071] { text[place] = 0x0A }
    (text[20], text[21], text[131_070]) = (0x0D, 0x0D, 0x0D)
    let lines = FileLines(FileBytes(text))
    text.withUnsafeBytes { bytes in
      for offset in [0, 9, 10, 21, 22, 65_535, 65_536, 65_538, 131_070, 131_071, 131_072, 199_999, 200_000] {
        #expect(lines.position(of: offset) == SourceLocation.position(of: offset, in: bytes))
      }
    }
  }
}
