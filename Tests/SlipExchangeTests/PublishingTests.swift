import SlipExchange
import SlipTestSupport
import Testing

/// HTML and Markdown: links, pictures and facts of notes; how text is written is the writers' business.
@Suite struct PublishingTests {
  func sample() throws -> SampleBox {
    var sample = SampleBox()
    try sample.importFiles(ExporterTests.files)
    try sample.box.update(note: noteID("Work/a.rtf")) { $0.isFavorite = true }
    let keywords = [
      sample.box.findOrCreateKeyword(named: "a: b"), sample.box.findOrCreateKeyword(named: "<\"c\">"),
    ]
    try sample.box.update(note: noteID("Work/a.rtf")) { $0.keywords = keywords }
    return sample
  }

  @Test func markdownLeadsToItsNeighbours() throws {
    let files = try sample().exportText(.markdown)
    let alpha = try #require(files["Work/Alpha- “one”.md"])
    #expect(
      alpha.hasPrefix(
        """
        ---
        title: "Alpha: “one”"
        id: \(noteID("Work/a.rtf"))
        status: draft
        favorite: true
        created: 2024-05-06T07:08:09Z
        modified: 2024-05-06T07:08:09Z
        keywords:
          - "a: b"
          - "<\\"c\\">"
        ---

        """))
    #expect(alpha.contains("[b](../Beta-2.md)") && alpha.contains("[g](Gamma.md)"))
    let picture = try #require(files.keys.first { $0.hasPrefix("attachments/") })
    #expect(alpha.contains("](../\(picture))"))
    let beta = try #require(files["Beta-2.md"])
    #expect(beta.contains("](Work/Alpha-%20“one”.md#x)") && !beta.contains("gone.rtf"))
    let gamma = try #require(files["Work/Gamma.md"])
    #expect(gamma.contains("[Alpha: “one”](Alpha-%20“one”.md)"))
    let bare = try sample().exportText(.markdown) { $0.hasFrontMatter = false }
    #expect(bare["Work/Gamma.md"]?.hasPrefix("Gamma") == true)
  }

  /// Files with one picture each: a metafile, and one that draws nothing.
  private func metafiles() throws -> SampleBox {
    var sample = SampleBox()
    let metafile = try Fixtures.bytes("images/drawing.wmf")
    func note(_ bytes: [UInt8]) -> String { "{\\rtf1 a {\\pict\\wmetafile8 \(bytes.hexText)} b}" }
    let empty = Array(metafile.prefix(18)) + [3, 0, 0, 0, 0, 0]
    try sample.importFiles([("good.rtf", note(metafile)), ("empty.rtf", note(empty))])
    return sample
  }

  @Test(arguments: [ExportTarget.html, .markdown])
  func metafilesAreShownByWhatTheyBecome(_ target: ExportTarget) throws {
    let files = try metafiles().exportText(target)
    let drawings = files.filter { $0.key.hasSuffix(".svg") && $0.value.hasPrefix("<svg ") }
    let svg = try #require(drawings.keys.first)
    let metafile = String(svg.dropLast(3)) + "wmf"
    #expect(files[metafile] != nil)
    let notes = files.values.filter { $0.contains(svg) }
    #expect(
      notes.count == 1 && !notes.contains { $0.contains(metafile + ")") || $0.contains(metafile + "\"") })
    // No broken icon, but a link to the file.
    let other = try #require(files.keys.first { $0.hasSuffix(".wmf") && $0 != metafile })
    let linking = try #require(files.values.first { $0.contains(other) })
    #expect(!linking.contains("<img") && !linking.contains("!["))
  }

  @Test func aMetafileThatShowsNothingIsReported() throws {
    let sample = try metafiles()
    let plan = sample.plan(.html)
    let exporter = Exporter(sample.box, plan, payload: sample)
    let outputs = try plan.items.filter { $0.path.hasSuffix(".svg") }.map { try exporter.render($0) }
    #expect(outputs.count == 2)
    #expect(outputs.flatMap { $0.diagnostics.map(\.code) } == ["SBXP109"])
    #expect(outputs.contains { if case .nothing = $0.content { true } else { false } })
  }

  @Test func htmlLeadsToItsNeighbours() throws {
    let files = try sample().exportText(.html)
    let alpha = try #require(files["Work/Alpha- “one”.html"])
    #expect(alpha.contains("<title>Alpha: “one”</title>"))
    #expect(alpha.contains("<meta name=\"keywords\" content=\"a: b, &lt;&quot;c&quot;&gt;\">"))
    #expect(alpha.contains("href=\"../Beta-2.html\"") && alpha.contains("href=\"Gamma.html\""))
    let picture = try #require(files.keys.first { $0.hasPrefix("attachments/") })
    #expect(alpha.contains("src=\"../\(picture)\""))
    let embedded = try sample().exportText(.html) { $0.attachments = .embed }
    #expect(embedded.count == 3)
    #expect(embedded["Work/Alpha- “one”.html"]?.contains("src=\"data:image/png;base64,") == true)
  }

  @Test(arguments: [ExportTarget.html, .markdown]) func filesFromOutsideAreNotLinkedTo(target: ExportTarget)
    throws
  {
    var sample = SampleBox()
    try sample.importFiles([
      (
        "a.rtf",
        #"{\rtf1 x{\field{\*\fldinst INCLUDEPICTURE "http://tracker.example/p.png" \\d}{\fldrslt }}{\field{\*\fldinst INCLUDEPICTURE "..\\\\secret.png" \\d}{\fldrslt }}"#
          + #"{\field{\*\fldinst HYPERLINK "file:///etc/passwd"}{\fldrslt f}}{\field{\*\fldinst HYPERLINK "javascript:alert(1)"}{\fldrslt j}}{\field{\*\fldinst HYPERLINK "https://example.org/"}{\fldrslt h}}}"#
      )
    ])
    let text = try #require(try sample.exportText(target).values.first)
    for bad in ["tracker", "secret", "href=\"file", "](file", "href=\"java", "](java", "src="] {
      #expect(!text.contains(bad))
    }
    #expect(text.contains("https://example.org/"))
  }

  static let scalars: [(String, String)] = [
    ("plain", "\"plain\""), ("a\"b\\c", "\"a\\\"b\\\\c\""), ("---", "\"---\""), ("a\nb\tc", "\"a\\nb\\tc\""),
    ("\u{0}\u{85}\u{2028}\u{FEFF}\u{7F}", "\"\\x00\\x85\\u2028\\ufeff\\x7f\""), ("ä😀", "\"ä😀\""),
    ("", "\"\""),
  ]

  @Test(arguments: scalars) func frontMatterIsEscaped(title: String, scalar: String) throws {
    var sample = SampleBox()
    try sample.importFiles([("a.txt", "text")])
    try sample.box.update(note: noteID("a.txt")) { $0.title = title }
    let text = try #require(try sample.exportText(.markdown).values.first)
    #expect(text.hasPrefix("---\ntitle: \(scalar)\nid: "))
  }
}

extension [UInt8] {
  fileprivate var hexText: String {
    let digits = [Character]("0123456789abcdef")
    var text = ""
    for byte in self {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return text
  }
}
