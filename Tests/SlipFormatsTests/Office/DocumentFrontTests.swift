import SlipBase
import SlipDocument
import SlipFormats
import SlipRTF
import Testing
import ZipContainer

@testable import SlipMarkup

/// Title, facts, cover and contents in every format that one document of several is written to.
@Suite struct DocumentFrontTests {
  /// A picture of one point.
  private static let cover = Base64.decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7".utf8)

  private static var source: Document {
    MarkdownLawTests.read(Array("# One\n\na\n\n## Sub\n\nb\n\n# Two\n\nc\n".utf8))
  }

  private static func front(_ facts: [(String, String)] = []) -> DocumentFront {
    var front = DocumentFront()
    front.facts = facts.map { UserProperty(name: $0.0, value: $0.1) }
    return front
  }

  /// The document that a format writes, and what it says of it.
  private func written(
    _ name: String, _ front: DocumentFront
  ) throws -> (bytes: [UInt8], options: WriteOptions, findings: [Diagnostic]) {
    let format = try #require(FormatTable.named(name))
    var (document, options) = (DocumentFrontTests.source, WriteOptions())
    let findings = try front.apply(to: &document, &options, for: format)
    if let viewer = format.viewer { _ = document.makePicturesVisible(to: viewer) }
    return (try #require(try format.write?(document, options)), options, findings)
  }

  private func read(_ name: String, _ bytes: [UInt8]) throws -> Document {
    let format = try #require(FormatTable.named(name))
    return try #require(try bytes.withUnsafeBytes { try format.read($0, in: nil, limits: Limits()) }).document
  }

  @Test(
    "Facts are where each format has them", arguments: ["html", "rtf", "docx", "odt", "fodt", "markdown"])
  func facts(name: String) throws {
    var front = DocumentFrontTests.front([("author", "Ann \"A\""), ("keywords", "x, y"), ("lang", "en_gb")])
    front.title = "Book"
    let document = try read(name, try written(name, front).bytes)
    #expect(document.info.title == "Book" || name == "html" && document.info.title == "Book")
    #expect(document.info.author?.hasPrefix("Ann") == true && document.info.keywords == ["x", "y"])
    let text = document.blocks.flatMap(\.inlines).compactMap { inline -> String? in
      if case .run(let run) = inline { run.style.language } else { nil }
    }
    #expect(document.defaultLanguage == "en-GB" || text.contains("en-GB"))
  }

  @Test("Further facts are kept, too", arguments: ["rtf", "docx", "odt"])
  func otherFacts(name: String) throws {
    let document = try read(name, try written(name, DocumentFrontTests.front([("edition", "2")])).bytes)
    #expect(document.info.userProperties == [UserProperty(name: "edition", value: "2")])
  }

  @Test func otherFactsOfTexts() throws {
    let front = DocumentFrontTests.front([("edition", "2")])
    for (name, part) in [("markdown", "edition: \"2\""), ("html", "<meta name=\"edition\" content=\"2\">")] {
      #expect(String(decoding: try written(name, front).bytes, as: UTF8.self).contains(part))
    }
    for name in ["txt", "opml"] {
      #expect(try written(name, front).findings.map(\.code) == [MarkupCode.droppedFacts])
    }
  }

  @Test func textBeginsWithTitleAndAuthor() throws {
    var front = DocumentFrontTests.front([("author", "Ann")])
    front.title = "Book"
    let (bytes, _, findings) = try written("txt", front)
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("Book\nAnn\n\nOne\n") && findings.isEmpty)
  }

  @Test("A cover is the first page", arguments: ["html", "rtf", "docx", "odt", "markdown"])
  func cover(name: String) throws {
    var front = DocumentFront()
    (front.cover, front.hasContents) = (DocumentFrontTests.cover, true)
    let document = try read(name, try written(name, front).bytes)
    let first = document.blocks.first { !$0.inlines.isEmpty }
    #expect(first?.inlines.contains { if case .picture = $0 { true } else { false } } == true)
  }

  @Test func booksHaveTheirOwn() throws {
    var front = DocumentFrontTests.front([("edition", "2")])
    (front.cover, front.hasContents) = (DocumentFrontTests.cover, true)
    let (bytes, options, _) = try written("epub", front)
    #expect(options.cover == DocumentFrontTests.cover && options.page.hasContents)
    #expect(!bytes.isEmpty)
  }

  @Test("Contents lead to the headings", arguments: ["html", "rtf", "markdown"])
  func contents(name: String) throws {
    var front = DocumentFront()
    front.hasContents = true
    let document = try read(name, try written(name, front).bytes)
    var links: [String] = []
    var copy = document
    copy.editLinks { link in
      links.append(link.target)
      return link
    }
    let marks = document.blocks.flatMap(\.inlines).compactMap { inline -> String? in
      if case .bookmarkStart(let name) = inline { "#" + name } else { nil }
    }
    #expect(links.count == 3 && links.allSatisfy(marks.contains), "\(links) \(marks)")
  }

  @Test func textListsItsHeadings() throws {
    var front = DocumentFront()
    front.hasContents = true
    let text = String(decoding: try written("txt", front).bytes, as: UTF8.self)
    #expect(text.hasPrefix("•\tOne\n") && text.contains("•\tSub\n"))
  }

  @Test("What a format can't have is refused")
  func refused() throws {
    var (cover, contents) = (DocumentFront(), DocumentFront())
    (cover.cover, contents.hasContents) = (DocumentFrontTests.cover, true)
    let language = DocumentFrontTests.front([("lang", "German")])
    for (name, front) in [
      ("txt", cover), ("opml", cover), ("opml", contents), ("html", language), ("docx", language),
    ] {
      let error = #expect(throws: SlipError.self) { try written(name, front) }
      #expect(error?.kind == .usage && error?.code == MarkupCode.noFront)
    }
  }

  @Test func nothingSaidIsNothingChanged() throws {
    for format in FormatTable.rows where format.write != nil {
      var (document, options) = (DocumentFrontTests.source, WriteOptions())
      #expect(try DocumentFront().apply(to: &document, &options, for: format).isEmpty)
      #expect(document == DocumentFrontTests.source && options.frontMatter.isEmpty && options.cover == nil)
    }
    #expect(DocumentFront().isEmpty)
  }
}
