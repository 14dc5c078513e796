import Foundation
import SlipBase
import SlipTestSupport
import SlipboxKit
import Testing

/// Folders of files, converted without a bundle.
@Suite struct ConvertTreeTests {
  private let directory: TemporaryDirectory
  private let notes: String

  init() throws {
    directory = try TemporaryDirectory()
    notes = directory.path("notes")
    try FileManager.default.createDirectory(atPath: notes + "/sub", withIntermediateDirectories: true)
    try write("b.rtf", "{\\rtf1 two\\par lines\\par}")
    try write("a.html", "<p>one <b>bold</b></p>")
    try write("sub/c.md", "# Three\n")
    try write("sub/c.txt", "other three")
    try write(".hidden.rtf", "{\\rtf1 no}")
    try write("picture.xyz", "?")
  }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: notes + "/" + name))
  }

  private func run(_ output: String, to format: String, workers: Int = 2) throws -> (String, [Diagnostic]) {
    var request = ConvertRequest(input: notes, output: output)
    request.to = format
    request.workers = workers
    var bytes: [UInt8] = []
    let diagnostics = try request.run { bytes += $0 }
    return (String(decoding: bytes, as: UTF8.self), diagnostics)
  }

  @Test func `text of all files goes out in their order`() throws {
    let (text, diagnostics) = try run("-", to: "txt")
    #expect(
      text == """
        ==> a.html <==
        one bold

        ==> b.rtf <==
        two
        lines

        ==> sub/c.md <==
        Three

        ==> sub/c.txt <==
        other three

        """)
    #expect(diagnostics.map(\.severity) == [.info])
    #expect(diagnostics.first?.location.file == notes + "/picture.xyz")
    #expect(try run("-", to: "txt", workers: 1).0 == text)
  }

  @Test func `a tree keeps its shape, and no file takes another's place`() throws {
    let output = directory.path("texts")
    let (_, diagnostics) = try run(output, to: "txt")
    #expect(diagnostics.count == 1)
    #expect(directory.names("texts") == ["a.txt", "b.txt", "sub"])
    #expect(directory.names("texts/sub") == ["c.txt", "c.txt.txt"])
    #expect(directory.text("texts/b.txt")?.hasPrefix("two\nlines") == true)
    #expect(directory.text("texts/sub/c.txt.txt")?.hasPrefix("other three") == true)
    #expect(throws: SlipError.self) { try run(output, to: "txt") }
  }

  @Test func `a file that can't be read is told, the others are converted`() throws {
    try write("broken.rtf", "no RTF")
    let (_, diagnostics) = try run(directory.path("pages"), to: "html")
    #expect(diagnostics.filter { $0.severity == .error }.map(\.location.file) == [notes + "/broken.rtf"])
    #expect(directory.names("pages") == ["a.html", "b.html", "sub"])
  }

  @Test func `names in Latin-1 are read, and written in UTF-8`() throws {
    let bytes = Array((notes + "/caf").utf8) + [0xE9] + Array(".rtf".utf8)
    // Some file systems take no such names.
    guard let stream = fopen(bytes.map { CChar(bitPattern: $0) } + [0], "w") else { return }
    fputs("{\\rtf1 latin}", stream)
    fclose(stream)
    try write("café.rtf", "{\\rtf1 unicode}")
    let (_, diagnostics) = try run(directory.path("texts"), to: "txt")
    #expect(!diagnostics.contains { $0.severity == .error })
    #expect(directory.names("texts") == ["a.txt", "b.txt", "café.txt", "café.txt.txt", "sub"])
    let texts = ["texts/café.txt", "texts/café.txt.txt"].compactMap { directory.text($0) }
    #expect(Set(texts.map { $0.prefix(5) }) == ["latin", "unico"])
  }

  @Test func `what can't be is refused`() {
    #expect(throws: SlipError.self) { try run("-", to: "html") }
    var request = ConvertRequest(input: notes, output: directory.path("x"))
    #expect(throws: SlipError.self) { try request.run { _ in } }
    request.to = "html"
    request.pictures = .beside
    #expect(throws: SlipError.self) { try request.run { _ in } }
    #expect(directory.names() == ["notes"])
  }
}
