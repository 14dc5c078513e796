import SlipBase
import SlipExchange
import SlipFormats
import SlipNotes
import SlipRTF
import Testing

@Suite struct LinkTests {
  func importLink(_ target: LinkTarget, from path: String = "Work/from.rtf") throws -> (
    links: [UniqueID], report: ImportReport
  ) {
    let notes = [
      imported("Work/a b.rtf", title: "Alpha"), imported("Work/Sub/c.rtf", title: "Twin"),
      imported("d#1.rtf", title: "twin"), imported("Café.rtf", title: "Other | Café"),
      imported(path, title: "From", links: [target]),
    ]
    let (box, report, _) = try importing(notes)
    return (box.note(noteID(path))?.links ?? [], report)
  }

  static let fileCases: [(String, String)] = [
    ("a b.rtf", "Work/a b.rtf"), ("a%20b.rtf", "Work/a b.rtf"), ("./Sub/../a b.rtf#x", "Work/a b.rtf"),
    ("Sub\\c.rtf", "Work/Sub/c.rtf"), ("../d#1.rtf", "d#1.rtf"), ("../d%231.rtf", "d#1.rtf"),
    ("../Cafe\u{301}.rtf", "Café.rtf"), ("../CAF%C3%89.RTF", "Café.rtf"), ("A B.RTF", "Work/a b.rtf"),
  ]

  /// Brackets in code are no links, unless the text has the same ones outside of it.
  @Test(arguments: [
    ("a `[[x]]` b [[y]]", ["y"]), ("`[[x]]` and [[x]]", ["x"]), ("```\n[[x]]\n```\n\n[[y]]", ["y"]),
    ("[[x]]", ["x"]),
    ("`[[x]]`", []),
  ])
  func titlesInCode(markdown: String, expected: [String]) {
    let document = Array(markdown.utf8).withUnsafeBytes { MarkdownReader.readGFM($0).document }
    let body = RTFWriter.write(document)
    let mirror = PlainTextWriter.write(document)
    let targets = body.withUnsafeBytes { body in
      mirror.withUnsafeBytes { LinkTarget.targets(body: body, mirror: $0) }
    }
    #expect(targets == expected.map(LinkTarget.title))
  }

  @Test(arguments: fileCases) func relativePaths(reference: String, path: String) throws {
    let target = try #require(LinkTarget(hyperlink: reference))
    let (links, report) = try importLink(target)
    #expect(links == [noteID(path)])
    #expect(report.unresolvedLinks.isEmpty && report.newLinks == 1)
  }

  @Test func identifiers() throws {
    let id = noteID("Work/a b.rtf")
    let target = try #require(LinkTarget(hyperlink: " SLIPBOX:Note/\(id.description.uppercased())"))
    #expect(try importLink(target).links == [id])
  }

  static let titleCases: [(String, String)] = [
    ("Alpha", "Work/a b.rtf"), ("ALPHA", "Work/a b.rtf"), ("Alpha|shown", "Work/a b.rtf"),
    ("Alpha#part", "Work/a b.rtf"), ("Twin", "Work/Sub/c.rtf"), ("twin", "d#1.rtf"),
    ("Other | Café", "Café.rtf"),
    ("a b", "Work/a b.rtf"), ("d#1", "d#1.rtf"),
  ]

  @Test(arguments: titleCases) func titles(title: String, path: String) throws {
    #expect(try importLink(.title(title)).links == [noteID(path)])
  }

  @Test func ambiguousTitlesLeadNowhere() throws {
    let (links, report) = try importLink(.title("TWIN"))
    #expect(links.isEmpty)
    let unresolved = try #require(report.unresolvedLinks.first)
    #expect(unresolved.candidates == [noteID("Work/Sub/c.rtf"), noteID("d#1.rtf")].sorted())
    #expect(report.diagnostics.map(\.code) == [ExchangeCode.linkAmbiguous])
    #expect(report.diagnostics.allSatisfy { $0.message.contains("TWIN") })
  }

  @Test(arguments: ["gone.rtf", "../../../etc/passwd.txt", "../.."]) func missingFiles(reference: String)
    throws
  {
    let (links, report) = try importLink(.file(reference))
    #expect(links.isEmpty)
    #expect(report.unresolvedLinks.map(\.candidates) == [[]])
    #expect(report.diagnostics.map(\.code) == [ExchangeCode.linkTargetMissing])
  }

  @Test func otherFilesAreNoNotes() throws {
    let (links, report) = try importLink(.file("table.pdf"))
    #expect(links.isEmpty && report.unresolvedLinks.isEmpty)
    #expect(report.diagnostics.map(\.code) == [ExchangeCode.linkToOtherFile])
  }

  @Test(arguments: [
    "https://example.org/a.rtf", "mailto:a@b", "file:///a.rtf", "#top", "/a.rtf", "\\\\host\\a.rtf",
    "C:\\a.rtf", "",
    "slipbox:note/xyz",
  ]) func whatIsNoNoteLink(hyperlink: String) {
    #expect(LinkTarget(hyperlink: hyperlink) == nil)
  }

  @Test func laterTargetsResolveEarlierLinks() throws {
    let waiting: [LinkTarget] = [.title("Later"), .file("gone.rtf")]
    let (box, first, _) = try importing([imported("a.rtf", links: waiting)])
    #expect(first.unresolvedLinks.count == 2)
    let later = [imported("a.rtf", links: waiting), imported("b.rtf", title: "Later")]
    let (after, report, _) = try importing(later, into: box, existingTargets: { _ in waiting })
    #expect(after.note(noteID("a.rtf"))?.links == [noteID("b.rtf")])
    #expect(report.newLinks == 1 && report.unresolvedLinks.isEmpty)
    let (same, again, _) = try importing(
      later, into: after,
      existingTargets: { _ in
        Issue.record("nothing is new, so nothing is asked")
        return []
      })
    #expect(same == after && !again.isChange)
  }

  @Test func changedNotesGetNewLinks() throws {
    let a = imported("a.rtf", body: "1", links: [.title("b")])
    let box = try importing([a, imported("b.rtf"), imported("c.rtf")]).box
    let after = try importing([imported("a.rtf", body: "2", links: [.title("c"), .title("c")])], into: box)
      .box
    #expect(after.note(noteID("a.rtf"))?.links == [noteID("c.rtf")])
  }
}
