import SlipBase
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// What a container can't say, its reader says: of each damage there is an error, and of each note whose words may be missing.
@Suite struct UnknownFactsTests {
  /// What a container said.
  struct Answer {
    /// The ids of notes whose words may be missing.
    var cut: Set<String> = []
    /// Those whose files are missing.
    var lacksFiles: Set<String> = []
    /// Those without what holds their texts.
    var lacksText: Set<String> = []
    /// Whether the container says that something in it can't be known.
    var isIncomplete = false
    /// All ids.
    var notes: Set<String> = []
  }

  /// A container.
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    /// Its files; one with an empty path is the container itself.
    var files: [String: String]
    var cut: Set<String> = []
    var lacksFiles: Set<String> = []
    var lacksText: Set<String> = []
    var isIncomplete = false
    var testDescription: String { name + " " + files.keys.sorted().joined(separator: " ") }
  }

  /// Reads a container.
  static func answer(_ tree: SourceTree) throws -> Answer {
    let kind = try #require(ProgramTable.sources.kind(of: tree))
    var context = SourceContext()
    context.container = context.names.addContainer()
    var source = try kind.open(tree, context)
    var answer = Answer()
    var entries: [SourceEntry] = []
    while let item = try source.next() {
      switch item {
      case .note(let entry):
        _ = context.names.add(
          entry.id, names: entry.names, UniqueID(high: 1, low: UInt64(entries.count)), in: context.container)
        entries.append(entry)
      case .finding(let finding) where finding.severity == .error: answer.isIncomplete = true
      case .skipped(let skip) where skip.reason == .damaged: answer.isIncomplete = true
      default: break
      }
    }
    for entry in entries {
      answer.notes.insert(entry.id)
      let note = try entry.read(context)
      if note.lacksText { answer.lacksText.insert(entry.id) }
      for finding in note.diagnostics where finding.severity == .error {
        if finding.code == ExchangeCode.pieceDamaged { answer.cut.insert(entry.id) }
        if finding.code == ExchangeCode.fileMissing { answer.lacksFiles.insert(entry.id) }
      }
    }
    return answer
  }

  private static let enex = """
    <?xml version="1.0" encoding="UTF-8"?><en-export><note><title>A</title><content><![CDATA[<en-note><div>one</div></en-note>]]></content></note>
    """
  private static let cherry =
    "<cherrytree><node unique_id=\"1\" name=\"A\"><rich_text>one</rich_text><node unique_id=\"2\" name=\"B\"><rich_text>two</rich_text></node></node>"
  private static let keep =
    "\"isTrashed\": false, \"isPinned\": false, \"isArchived\": false, \"userEditedTimestampUsec\": 1600000000000000"
  private static let binder =
    "<ScrivenerProject Version=\"2.0\"><Binder><BinderItem UUID=\"U1\" Type=\"Text\"><Title>A</Title></BinderItem></Binder></ScrivenerProject>"

  static let cases = [
    Case(name: "a.enex", files: ["": enex + "</en-export>"]),
    Case(name: "a.enex", files: ["": enex], isIncomplete: true),
    Case(
      name: "a.enex", files: ["": enex + "<note><title>B</title><content><![CDATA[<en-note><div>two"],
      cut: ["B"], isIncomplete: true),
    Case(
      name: "a.enex", files: ["": enex.replacing("</div></en-note>", with: "</div><b") + "</en-export>"],
      cut: ["A"]),
    Case(
      name: "t",
      files: [
        "a.note":
          "<note xmlns='http://beatniksoftware.com/tomboy'><title>A</title><text><note-content>A\n\none</note-content></text></note>"
      ]),
    Case(
      name: "t",
      files: [
        "a.note":
          "<note xmlns='http://beatniksoftware.com/tomboy'><title>A</title><text><note-content>A\n\non"
      ], cut: ["a"]),
    Case(name: "a.ctd", files: ["": cherry + "</cherrytree>"]),
    Case(name: "a.ctd", files: ["": String(cherry.dropLast(30))], cut: ["1", "2"], isIncomplete: true),
    Case(
      name: "a.ctd",
      files: ["": cherry.replacing("one</rich_text>", with: "one</qich_text>") + "</cherrytree>"], cut: ["1"],
      isIncomplete: true),
    Case(
      name: "k",
      files: [
        "Keep/a.json": "{\(keep), \"textContent\": \"t\", \"attachments\": [{\"filePath\": \"p.jpg\"}]}",
        "Keep/p.jpg": "x",
      ]),
    Case(
      name: "k",
      files: [
        "Keep/a.json": "{\(keep), \"textContent\": \"t\", \"attachments\": [{\"filePath\": \"p.jpg\"}]}"
      ], lacksFiles: ["Keep/a.json"]),
    Case(
      name: "k",
      files: [
        "Keep/a.json": "{\(keep), \"textContent\": \"t\", \"attachments\": [{\"filePath\": \"p.jpg\"}]}",
        "Keep/p.jpg": "",
      ], lacksFiles: ["Keep/a.json"]),
    Case(
      name: "k",
      files: ["Keep/a.json": "{\(keep), \"textContent\": \"t\"}", "Keep/b.json": "{\(keep), \"textCon"],
      isIncomplete: true),
    Case(name: "s.scriv", files: ["s.scrivx": binder, "Files/Data/U1/content.rtf": "{\\rtf1 one}"]),
    Case(name: "s.scriv", files: ["s.scrivx": binder], lacksText: ["U1"]),
    Case(name: "s.scriv", files: ["s.scrivx": binder, "Files/Data/U1/content.rtf": ""], cut: ["U1"]),
    Case(
      name: "s.scriv",
      files: ["s.scrivx": String(binder.dropLast(30)), "Files/Data/U1/content.rtf": "{\\rtf1 one}"],
      cut: ["U1"], isIncomplete: true),
    Case(name: "v", files: [".obsidian/app.json": "{}", "A.md": "![[p.png]]", "p.png": "x"]),
    Case(name: "v", files: [".obsidian/app.json": "{}", "A.md": "![[p.png]]"], lacksFiles: ["A.md"]),
    Case(
      name: "v", files: [".obsidian/app.json": "{}", "A.md": "![[p.png]]", "p.png": ""], lacksFiles: ["A.md"]),
    Case(name: "v", files: [".obsidian/app.json": "{}", "A.md": "[[p.pdf]]"], lacksFiles: ["A.md"]),
    Case(
      name: "v",
      files: [".obsidian/app.json": "{}", "A.md": "[[Away]] [x](Away.md) [y](https://a.test/p.png)"]),
    Case(name: "v", files: [".obsidian/app.json": "{}", "A.md": ""], lacksText: ["A.md"]),
    Case(
      name: "j",
      files: [
        String(repeating: "1", count: 32) + ".md":
          "A\n\none\n\nid: \(String(repeating: "1", count: 32))\ntype_: 1",
        String(repeating: "2", count: 32) + ".md": "",
      ], isIncomplete: true),
    Case(
      name: "d",
      files: [
        "J.json":
          "{\"metadata\": {}, \"entries\": [{\"uuid\": \"A\", \"creationDate\": \"2024-01-02T03:04:05Z\", \"text\": \"one\"}]}"
      ]),
    Case(
      name: "d",
      files: [
        "J.json":
          "{\"metadata\": {}, \"entries\": [{\"uuid\": \"A\", \"creationDate\": \"2024-01-02T03:04:05Z\", \"te"
      ], isIncomplete: true),
    Case(
      name: "a.tbx", files: ["": "<tinderbox><item ID=\"1\"><text>one</text></item><item ID=\"2\"><text>tw"],
      cut: ["1", "2"], isIncomplete: true),
    Case(
      name: "a.hjt",
      files: [
        "":
          "<Treepad version 3.1>\ndt=Text\n<node>\nA\n0\none\n<end node> 5P9i0s8y19Z\ndt=Text\n<node>\nB\n0\ntw"
      ], cut: ["B"], isIncomplete: true),
  ]

  @Test(arguments: cases) func eachDamageIsSaid(_ sample: Case) throws {
    let tree: SourceTree
    if let text = sample.files[""] {
      tree = try SourceTree.of(Array(text.utf8), named: sample.name)
    } else {
      let files = sample.files.sorted { $0.key < $1.key }.map { (path: $0.key, bytes: Array($0.value.utf8)) }
      tree = SourceDrain.folder(files, named: sample.name)
    }
    let answer = try Self.answer(tree)
    #expect(answer.cut == sample.cut, "cut")
    #expect(answer.lacksFiles == sample.lacksFiles, "files")
    #expect(answer.lacksText == sample.lacksText, "text")
    #expect(answer.isIncomplete == sample.isIncomplete, "incomplete")
  }

  // MARK: Mail

  @Test func aMailboxThatEndsWithinAMessageSaysSo() throws {
    let box =
      "From a@b Fri Nov 21 15:55:06 1997\nSubject: A\nFrom: a@b\nDate: x\nMessage-ID: <1>\n\none two\n\n"
    let whole = try Self.answer(SourceTree.of(Array(box.utf8), named: "a.mbox"))
    #expect(whole.cut.isEmpty && whole.notes == ["1"])
    for count in [3, 12, 20] {
      let cut = try Self.answer(
        SourceTree.of(Array((box + box.replacing("<1>", with: "<2>").dropLast(count)).utf8), named: "a.mbox"))
      #expect(cut.cut.count == 1 && !cut.cut.contains("1"), "\(count)")
    }
  }

  @Test func aMessageWithoutItsLastBoundarySaysSo() throws {
    let mail =
      "Subject: A\nFrom: a@b\nDate: x\nContent-Type: multipart/mixed; boundary=B\n\n--B\nContent-Type: text/plain\n\none\n--B\nContent-Type: image/png; name=p.png\n\nabc\n--B--\n"
    #expect(try Self.answer(SourceTree.of(Array(mail.utf8), named: "a.eml")).cut.isEmpty)
    #expect(try Self.answer(SourceTree.of(Array(mail.dropLast(9).utf8), named: "a.eml")).cut == ["a.eml"])
  }

  // MARK: Placeholders

  @Test(arguments: [".B.md.icloud", "B.md.nextcloud", "B.md.owncloud"])
  func aPlaceholderStandsForAFileThatCannotBeRead(_ name: String) throws {
    let files = ["A.md": "one", "Sub/" + name: "x"]
    let tree = SourceDrain.folder(
      files.sorted { $0.key < $1.key }.map { (path: $0.key, bytes: Array($0.value.utf8)) }, named: "v")
    #expect(tree.failed.map(\.path) == ["Sub/B.md"] && tree.files.map(\.path) == ["A.md"])
    #expect(String(decoding: try tree.bytes(at: 0).array, as: UTF8.self) == "one")
    // One that was left behind beside the file stands for nothing.
    let both = SourceDrain.folder(
      [("Sub/" + name, Array("x".utf8)), ("Sub/B.md", Array("two".utf8))].sorted { $0.0 < $1.0 }.map {
        (path: $0.0, bytes: $0.1)
      }, named: "v")
    #expect(both.failed.isEmpty)
  }

  @Test func aFileOfZerosIsNoText() throws {
    let tree = SourceDrain.folder([(path: "a.md", bytes: [UInt8](repeating: 0, count: 100))], named: "v")
    #expect(throws: SlipError.self) { try tree.bytes(at: 0) }
  }
}
