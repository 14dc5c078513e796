import SlipTestSupport
import SlipboxKit
import Testing

/// RTF outside of bundles, checked by the rules for bodies.
@Suite struct TextValidationTests {
  private let directory: TemporaryDirectory
  private let faulty = """
    {\\rtf1\\ansi caf\\u55296 ?
    {\\field{\\*\\fldinst INCLUDEPICTURE "https://example.org/a.png"}{\\fldrslt}}
    {\\object\\objemb{\\*\\objclass Package}{\\*\\objdata 0105}}}
    """

  init() throws { directory = try TemporaryDirectory() }

  private func findings(_ path: String, recursive: Bool = false) -> [ValidationFinding] {
    ValidationRun([directory.path(path)], recursive: recursive).outcomes.flatMap(\.findings)
  }

  @Test func `faults of a file have the codes of a body's, with line and column`() throws {
    try directory.write("a.doc", faulty)
    let findings = findings("a.doc")
    #expect(findings.map(\.diagnostic.code) == ["SBXR903", "SBXP008", "SBXR902"])
    #expect(findings.map(\.line) == [2, 2, 3])
    #expect(findings.filter { $0.column != nil && $0.entry == "a.doc" && $0.excerpt != nil }.count == 3)
  }

  @Test func `a bundle tells the same of its body`() throws {
    try directory.write("a.rtf", faulty)
    var request = ImportRequest(inputs: [directory.path("a.rtf")])
    request.target = .at(directory.path("a.slipbox"))
    _ = try request.run()
    let codes = Set(findings("a.slipbox").map(\.diagnostic.code))
    #expect(codes == Set(findings("a.rtf").map(\.diagnostic.code)))
  }

  @Test func `what says RTF and is none is a finding`() throws {
    try directory.write("a.rtf", "no RTF")
    try directory.write("b.rtf", "")
    #expect(findings("a.rtf").map(\.diagnostic.code) == ["SBXR901"])
    #expect(findings("b.rtf").map(\.diagnostic.code) == ["SBXR901"])
  }

  @Test func `what is neither is named`() throws {
    try directory.write("a.txt", "text")
    let run = ValidationRun([directory.path("a.txt")])
    #expect(run.failures.map(\.error.code) == ["SBXC001"])
    #expect(run.failures.map(\.path) == [directory.path("a.txt")])
  }

  @Test func `pictures of a bundle are other files where there is no bundle`() throws {
    let digest = String(repeating: "9f", count: 32)
    try directory.write(
      "a.rtf",
      "{\\rtf1 {\\field{\\*\\fldinst INCLUDEPICTURE \"../../attachments/9f/\(digest).png\"}{\\fldrslt}}}")
    #expect(findings("a.rtf").map(\.diagnostic.code) == ["SBXP008"])
  }

  @Test func `RTFD packages and the files that they lack`() throws {
    try directory.write("a.rtfd/TXT.rtf", "{\\rtf1 {{\\NeXTGraphic gone.png}\\'ac}}")
    #expect(findings("a.rtfd").map(\.diagnostic.code) == ["SBXR903"])
    try directory.write("b.rtfd/TXT.rtf", "{\\rtf1 One}")
    #expect(findings("b.rtfd").isEmpty)
  }

  @Test func `trees hold bundles, files and packages`() throws {
    try directory.write("tree/a.rtf", "{\\rtf1 One}")
    try directory.write("tree/old.doc", " {\\rtf1 Two}")
    try directory.write("tree/note.txt", "{\\rt")
    try directory.write("tree/.hidden.rtf", "none")
    try directory.write("tree/p.rtfd/TXT.rtf", "{\\rtf1 Three}")
    var request = ImportRequest(inputs: [directory.path("tree/a.rtf")])
    request.target = .at(directory.path("tree/z.slipbox"))
    _ = try request.run()
    let run = ValidationRun([directory.path("tree")], recursive: true)
    let names = ["a.rtf", "old.doc", "p.rtfd", "z.slipbox"]
    #expect(run.items.map(\.path) == names.map { directory.path("tree/" + $0) })
    #expect(run.outcomes.map(\.isText) == [true, true, true, false])
    #expect(run.outcomes.filter(\.report.isValid).count == 4)
  }

  @Test func `a folder without a bundle stands for its RTF`() throws {
    try directory.write("tree/sub/a.rtf", "none")
    #expect(findings("tree").map(\.diagnostic.code) == ["SBXR901"])
  }
}
