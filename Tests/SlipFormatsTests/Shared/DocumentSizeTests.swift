import SlipBase
import SlipDocument
import SlipRTF
import SlipTestSupport
import Testing

@testable import SlipFormats
@testable import SlipMarkup

/// What documents may become when they are written, and how long a text may be.
@Suite struct DocumentSizeTests {
  /// A document that shows two pictures, the first one many times.
  private func document(times: Int) -> Document {
    var document = Document()
    document.resources = [
      Resource(content: .bytes([UInt8](repeating: 7, count: 1_000)), mediaType: "image/png", name: "a.png"),
      Resource(content: .bytes([UInt8](repeating: 8, count: 1_000)), mediaType: "image/png", name: "b.png"),
    ]
    let shown = (0..<times).map { _ in Inline.picture(Picture(resource: 0, description: "first")) }
    document.blocks = [.paragraph(Paragraph(inlines: shown + [.picture(Picture(resource: 1))]))]
    return document
  }

  private func pictures(_ document: Document) -> Int {
    document.blocks.flatMap(\.inlines).count { if case .picture = $0 { true } else { false } }
  }

  private var limits: Limits {
    var limits = Limits()
    limits.repeatedPictureBytes = 5_500
    return limits
  }

  @Test(arguments: [PictureViewer.wordProcessor, .browser])
  func `a picture that is shown often is in the file some times`(_ viewer: PictureViewer) {
    var often = document(times: 100)
    let found = often.limitRepeatedPictures(limits)
    #expect(viewer.hasRepeatedPictures)
    #expect(found.map(\.code) == [MarkupCode.repeatedPicture] && found.map(\.severity) == [.error])
    #expect(found.first?.count == 94)
    // The first of each, and five more.
    #expect(pictures(often) == 7)
    let words = often.blocks.flatMap(\.inlines).map(\.runText).joined()
    #expect(words == String(repeating: "first", count: 94))
    #expect(RTFWriter.write(often).count < 20_000)
    var few = document(times: 6)
    #expect(few.limitRepeatedPictures(limits).isEmpty && few == document(times: 6))
  }

  @Test func `formats that have each picture once have no such limit`() {
    #expect(!PictureViewer.office.hasRepeatedPictures && !PictureViewer.book.hasRepeatedPictures)
    var beside = document(times: 100)
    _ = beside.makePicturesVisible(to: .browser, limits: limits, arePartOfFile: false)
    #expect(beside.limitRepeatedPictures(limits).first?.count ?? 0 > 0)
  }

  @Test func `files that are attached often count, too`() {
    var document = Document()
    document.resources = [
      Resource(content: .bytes([UInt8](repeating: 7, count: 1_000)), mediaType: "a/b", name: "a.bin")
    ]
    document.blocks = [
      .paragraph(Paragraph(inlines: [Inline](repeating: .attachment(AttachedFile(resource: 0)), count: 20)))
    ]
    #expect(document.limitRepeatedPictures(limits).first?.count == 14)
    #expect(document.blocks.flatMap(\.inlines).map(\.runText).joined().hasPrefix("a.bin"))
  }

  @Test func `a document that becomes far larger than its file is refused`() throws {
    var limits = Limits()
    (limits.documentRatio, limits.repeatedPictureBytes) = (1, 0)
    #expect(limits.documentBytes(readFrom: 10) == 64 << 20)
    #expect(limits.documentBytes(readFrom: 100 << 20) == 100 << 20)
    #expect(limits.documentBytes(readFrom: .max) == .max)
    var document = Document()
    let line = String(repeating: "x", count: 1 << 20)
    document.blocks = [Block](repeating: .paragraph(Paragraph(inlines: [.run(Run(line))])), count: 66)
    #expect(throws: SlipError.self) { try document.rtf(readFrom: 10, limits) }
    #expect(try document.rtf(readFrom: 100 << 20, limits).count > 66 << 20)
  }

  @Test(arguments: ["txt", "html", "xhtml", "markdown"])
  func `a text that is too long is refused`(_ name: String) throws {
    let format = try #require(FormatTable.named(name))
    var limits = Limits()
    limits.textBytes = 1_000
    let bounds = limits
    /// The code of the error for a text of some length; nil where it is read.
    func code(_ length: Int) -> String? {
      [UInt8](repeating: UInt8(ascii: "a"), count: length).withUnsafeBytes { bytes in
        do throws(SlipError) {
          _ = try format.read(bytes, in: nil, limits: bounds)
          return nil
        } catch {
          return error.code
        }
      }
    }
    #expect(code(1_001) == MarkupCode.longText)
    #expect(code(1_000) == nil)
  }

  @Test func `pictures in a page are no text of it`() throws {
    let format = try #require(FormatTable.named("html"))
    var limits = Limits()
    limits.textBytes = 1_000
    let data = String(repeating: "AAAA", count: 1_000)
    let page = Array("<p>a<img src=\"data:image/png;base64,\(data)\">b".utf8)
    #expect(page.withUnsafeBytes { DataURL.length(in: $0) } == 4_000)
    let result = try page.withUnsafeBytes { try format.read($0, in: nil, limits: limits) }
    #expect(result?.document.resources.count == 1)
  }

  @Test func `rows of Markdown are filled up to a limit`() {
    var limits = Limits()
    limits.repeatedCells = 100
    let head = "|" + String(repeating: "a|", count: 20) + "\n|" + String(repeating: "-|", count: 20) + "\n"
    let long = Array((head + String(repeating: "|b|\n", count: 100)).utf8)
    let result = long.withUnsafeBytes { MarkdownReader.read($0, limits: limits) }
    #expect(result.diagnostics.map(\.code) == [MarkupCode.tooManyCells])
    #expect(long.withUnsafeBytes { MarkdownReader.read($0) }.diagnostics.isEmpty)
  }

  @Test func `spans of HTML have a limit`() {
    var limits = Limits()
    limits.repeatedCells = 100
    let page = "<table>" + String(repeating: "<tr><td colspan=1000 rowspan=60000>x", count: 20)
    let result = Array(page.utf8).withUnsafeBytes { HTMLReader.read($0, limits: limits) }
    #expect(result.diagnostics.map(\.code) == [MarkupCode.tooManySpans])
    #expect(RTFWriter.write(result.document).count < 100_000)
  }
}
