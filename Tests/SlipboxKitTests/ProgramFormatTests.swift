import SlipBase
import SlipTestSupport
import SlipboxKit
import Testing

/// Files of programs that are converted without a bundle.
@Suite struct ProgramFormatTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// What a conversion writes to standard output, and what it finds.
  private func convert(
    _ name: String, to: String, from: String? = nil
  ) throws -> (text: String, findings: [Diagnostic]) {
    var request = ConvertRequest(input: directory.path(name), output: "-")
    (request.to, request.from, request.pictures) = (to, from, .embed)
    var output: [UInt8] = []
    let findings = try request.run { output.append(contentsOf: $0) }
    return (String(decoding: output, as: UTF8.self), findings)
  }

  /// A file alone is read as people write it, as plain GFM, or as one of a vault.
  @Test func markdownHasThreeReadings() throws {
    try directory.write("a.md", "+++\ntitle = \"T\"\n+++\n[[B]] ==c== #tag\nnext\n\n![[dot.gif]]\n")
    try directory.write("B.md", "b\n")
    try directory.write(
      "dot.gif", Base64.decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7".utf8))
    let usual = try convert("a.md", to: "html").text
    #expect(usual.contains("<title>T</title>") && usual.contains("<a href=\"B.md\">B</a> <mark"))
    #expect(usual.contains("#tag next") && usual.contains("src=\"data:image/gif"))
    let gfm = try convert("a.md", to: "txt", from: "gfm").text
    #expect(gfm == "+++ title = \"T\" +++ [[B]] ==c== #tag next\n![[dot.gif]]")
    let vault = try convert("a.md", to: "html", from: "obsidian").text
    #expect(vault.contains("<title>T</title>") && vault.contains("#tag<br>") && vault.contains("<mark"))
    #expect(vault.contains("src=\"data:image/gif"))
  }

  private static let org = """
    #+title: Bees
    #+author: A. Writer
    * TODO Hives :spring:
    /Wax/ and *honey*.
    - one
      1. two
    [[file:img/dot.gif]]
    [[*Hives][Back]]

    """

  @Test func orgBecomesPagesWithTheirPictures() throws {
    try directory.write("a.org", ProgramFormatTests.org)
    try directory.write(
      "img/dot.gif", Base64.decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7".utf8))
    let page = try convert("a.org", to: "html").text
    #expect(page.contains("<title>Bees</title>"))
    #expect(page.contains("<em>Wax</em> and <strong>honey</strong>."))
    #expect(page.contains("data:image/gif;base64,R0lGOD"))
    #expect(page.contains("<li>one"))
    let markdown = try convert("a.org", to: "markdown").text
    #expect(markdown.contains("☐ Hives"))
  }

  @Test func theNameOfTheProgramCanBeGiven() throws {
    try directory.write("notes.txt", ProgramFormatTests.org)
    #expect(try convert("notes.txt", to: "html").text.contains("* TODO"))
    #expect(try convert("notes.txt", to: "markdown", from: "org").text.contains("☐ Hives"))
    #expect(ConvertRequest.source(named: "ORG") == "org")
    #expect(ConvertRequest.source(named: "nothing") == nil)
    // Org files are known by their names.
    try directory.write("notes.org", ProgramFormatTests.org)
    #expect(try convert("notes.org", to: "html", from: "org").text.contains("Hives :spring:</h1>"))
    #expect(throws: SlipError.self) { try convert("notes.org", to: "html", from: "opml") }
  }

  @Test func outlinesComeBack() throws {
    try directory.write("a.md", "# One\n\n- a\n  - b\n\n# Two\n\ntext\n")
    var request = ConvertRequest(input: directory.path("a.md"), output: directory.path("a.opml"))
    _ = try request.run { _ in }
    let back = try convert("a.opml", to: "markdown").text
    #expect(
      back.contains("- One\n") && back.contains("    - b\n") && back.contains("- Two\n")
        && back.contains("  - text\n"))
    request.input = directory.path("a.opml")
    request.output = directory.path("b.opml")
    _ = try request.run { _ in }
    #expect(try convert("b.opml", to: "markdown").text == back)
  }

  @Test func severalNotesAreNoDocument() throws {
    let mail = "Subject: S\nFrom: a@example.org\nDate: Mon, 6 May 2024 07:08:09 +0000\n\nText\n"
    try directory.write("one.eml", mail)
    #expect(try convert("one.eml", to: "txt").text.contains("Text"))
    try directory.write(
      "two.mbox", "From a Mon May  6 07:08:09 2024\n\(mail)\nFrom b Mon May  6 07:08:10 2024\n\(mail)")
    #expect(throws: SlipError.self) { try convert("two.mbox", to: "txt") }
  }

  @Test func filesThatNoTextShowsAreNamed() throws {
    try directory.write(
      "a.eml",
      """
      Subject: S
      Content-Type: multipart/mixed; boundary=b

      --b
      Content-Type: text/plain

      Words
      --b
      Content-Type: application/pdf; name="plan.pdf"
      Content-Disposition: attachment; filename="plan.pdf"
      Content-Transfer-Encoding: base64

      JVBERi0xLjQK
      --b--

      """)
    let result = try convert("a.eml", to: "txt")
    #expect(result.text.contains("Words"))
    #expect(result.findings.contains { $0.message.contains("plan.pdf") && $0.severity == .warning })
  }
}
