import Foundation
import SlipBase
import SlipTestSupport
import SlipboxKit
import Testing

/// Several files made one document.
@Suite struct CompileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Writes a file, with the folders above it, and returns its path.
  @discardableResult
  private func write(_ name: String, _ text: String) throws -> String {
    try directory.write(name, text)
    return directory.path(name)
  }

  /// Makes a document of files, as text of a format.
  private func compiled(
    _ inputs: [String], to format: String = "markdown",
    _ change: (inout CompileRequest) -> Void = { _ in }
  ) throws -> (text: String, diagnostics: [Diagnostic]) {
    var convert = ConvertRequest(input: "", output: "-")
    convert.to = format
    var request = CompileRequest(inputs: inputs, convert)
    change(&request)
    var bytes: [UInt8] = []
    let diagnostics = try request.run { bytes += $0 }
    return (String(decoding: bytes, as: UTF8.self), diagnostics)
  }

  @Test func `files come in the order given, each below its title`() throws {
    let b = try write("b.md", "# Second\n\nwords\n")
    let a = try write("a.rtf", "{\\rtf1 one\\par}")
    let (text, diagnostics) = try compiled([b, a])
    #expect(text == "# Second\n\nwords\n\n# a\n\none\n")
    #expect(diagnostics.isEmpty)
  }

  @Test func `folders are headings, and chapter 2 comes before chapter 10`() throws {
    try write("book/Part 1/Chapter 10.md", "ten\n")
    try write("book/Part 1/Chapter 2.md", "two\n")
    try write("book/Intro.txt", "begin")
    try write("book/empty/.keep", "")
    try write("book/.hidden.md", "no")
    try write("book/~$lock.md", "no")
    let (text, diagnostics) = try compiled([directory.path("book")])
    #expect(text == "# Intro\n\nbegin\n\n# Part 1\n\n## Chapter 2\n\ntwo\n\n## Chapter 10\n\nten\n")
    #expect(diagnostics.isEmpty)
  }

  @Test func `links between the files lead within the document, others stay`() throws {
    let a = try write(
      "a.md", "[b](b.md) [there](sub/c.md#part) [ü](sub/%C3%BC.md) [out](https://a.example/) [gone](x.md)\n")
    let b = try write("b.md", "b\n")
    let c = try write("sub/c.md", "[back](../a.md)\n\n## Part\n")
    // The name is decomposed as some file systems have it, the link is not.
    let d = directory.path("sub/u\u{308}.md")
    try Data("[a](../a.md)\n".utf8).write(to: URL(filePath: d))
    let (text, _) = try compiled([a, b, c, d], to: "html") { $0.request.isFragment = true }
    let links = text.matches(of: /href="([^"]*)"/).map { String($0.output.1) }
    #expect(links.count == 7)
    #expect(links.filter { $0.hasPrefix("#") }.count == 5)
    #expect(links.contains("https://a.example/") && links.contains("x.md"))
    for link in links where link.hasPrefix("#") { #expect(text.contains("id=\"\(link.dropFirst())\"")) }
  }

  @Test(
    arguments: [
      ("none", "a\none\nb\ntwo"), ("blank", "a\none\n\nb\ntwo"), ("rule", "a\none\n\nb\ntwo"),
      ("* * *", "a\none\n* * *\nb\ntwo"),
    ])
  func `separators stand between files`(_ name: String, _ text: String) throws {
    let paths = [try write("a.txt", "one"), try write("b.txt", "two")]
    #expect(try compiled(paths, to: "txt") { $0.separator = .init(name) }.text == text)
  }

  @Test func `a text that begins with its title has it once`() throws {
    #expect(try compiled([try write("bees.txt", "bees\nfly")], to: "txt").text == "bees\nfly")
  }

  @Test func `what can't be read is named with its place`() throws {
    try write("book/a.md", "one\n")
    try write("book/strange.xyz", "?")
    try FileManager.default.createSymbolicLink(
      atPath: directory.path("book/link.md"), withDestinationPath: "nowhere")
    let (text, diagnostics) = try compiled([directory.path("book")])
    #expect(text == "# a\n\none\n")
    #expect(
      Set(diagnostics.map { "\($0.severity) \($0.location.file?.split(separator: "/").last ?? "")" })
        == ["warning link.md", "info strange.xyz"])
  }

  @Test func `without a file that can be read nothing is written`() throws {
    try write("empty/.keep", "")
    #expect(throws: SlipError.self) { try compiled([directory.path("empty")]) }
    #expect(throws: SlipError.self) { try compiled([directory.path("missing.md")]) }
    let output = directory.path("out.docx")
    let bad = try write("bad.docx", "no zip")
    let good = try write("good.md", "x\n")
    let request = CompileRequest(inputs: [good, bad], ConvertRequest(input: "", output: output))
    #expect(throws: SlipError.self) { try request.run { _ in } }
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test func `folders that are nested too deep are named`() throws {
    try write("deep/" + String(repeating: "x/", count: 40) + "a.md", "a\n")
    let error = #expect(throws: SlipError.self) { try compiled([directory.path("deep")]) }
    #expect(error?.message.contains("deeper than 32") == true)
  }

  @Test(arguments: ["docx", "odt", "epub", "rtf", "html"])
  func `each format is written whole, and again the same`(_ format: String) throws {
    try write("book/a.md", "# A\n\nfoot[^1]\n\n[^1]: note one\n")
    try write("book/b.md", "# B\n\nfoot[^1]\n\n[^1]: note two\n")
    var bytes: [Data] = []
    for name in ["1", "2"] {
      let output = directory.path("\(name).\(format)")
      _ = try CompileRequest(inputs: [directory.path("book")], ConvertRequest(input: "", output: output)).run
      {
        _ in
      }
      bytes.append(try Data(contentsOf: URL(filePath: output)))
    }
    #expect(bytes[0] == bytes[1])
    guard format != "epub" else { return }
    var back = ConvertRequest(input: directory.path("1.\(format)"), output: "-")
    back.to = "txt"
    var text: [UInt8] = []
    _ = try back.run { text += $0 }
    let plain = String(decoding: text, as: UTF8.self)
    #expect(plain.contains("note one") && plain.contains("note two"))
  }
}
