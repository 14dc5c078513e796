import Foundation
import SlipBase
import SlipDocument
import SlipFormats
import SlipRTF
import SlipTestSupport
import Testing
import ZipContainer

/// One document of several, and books.
struct BookTests {
  private static func markdown(_ text: String) throws -> Document {
    let format = try #require(FormatTable.named("markdown"))
    let read = try #require(format.read)
    return Array(text.utf8).withUnsafeBytes { read($0, Limits()) }.document
  }

  private static func compiled(_ separator: DocumentCompilation.Separator = .none) throws -> Document {
    var compilation = DocumentCompilation(separator: separator)
    compilation.addHeading("Part", level: 1)
    compilation.add(
      try markdown("# One\n\nSee [two](two.md).[^1]\n\n## Sub\n\n[^1]: First.\n"), title: "One", level: 2,
      key: "one.md")
    compilation.add(try markdown("Text.[^1]\n\n[^1]: Second.\n"), title: "Two", level: 2, key: "two.md")
    return compilation.document { link, _ in link == "two.md" ? DocumentCompilation.Target(key: link) : nil }
  }

  private static func paragraphs(_ document: Document) -> [Paragraph] {
    document.blocks.compactMap { if case .paragraph(let paragraph) = $0 { paragraph } else { nil } }
  }

  @Test("What lies beside a book isn't in it, and what no program shows is told in words")
  func filesBeside() throws {
    var document = try BookTests.markdown("See [it](attachments/a.pdf) and [web](https://a.example).")
    document.resources = [
      Resource(
        content: .bytes(Array("<!DOCTYPE svg [<!ENTITY e SYSTEM 'x'>]><svg>&e;".utf8)),
        mediaType: "image/svg+xml")
    ]
    var picture = Picture(resource: 0)
    picture.description = "a drawing"
    document.blocks.append(.paragraph(Paragraph(inlines: [.picture(picture)])))
    _ = document.makePicturesVisible(to: .book)
    let write = try #require(FormatTable.named("epub")?.write)
    var options = WriteOptions()
    options.rewriteLink = { $0 }
    let zip = try ZipListing(write(document, options), limits: Limits())
    let place = try #require(zip.entries.firstIndex { $0.path == "EPUB/text/ch0001.xhtml" })
    let page = String(decoding: try zip.read(place), as: UTF8.self)
    #expect(!page.contains("href=\"attachments") && page.contains("https://a.example"))
    #expect(!page.contains("<img") && page.contains("a drawing"))
  }

  @Test("Titles are headings once, and headings of notes come below them")
  func headings() throws {
    let document = try BookTests.compiled()
    let headings = BookTests.paragraphs(document).filter { $0.style.headingLevel != nil }
    #expect(headings.map(\.style.headingLevel) == [1, 2, 3, 2])
    #expect(headings.map { $0.inlines.map(\.runText).joined() } == ["Part", "One", "Sub", "Two"])
  }

  @Test(
    "A chapter has one heading where its title and its first heading say the same",
    arguments: [
      ("Chapter 1", "# Chapter 1: The Door", ["Chapter 1: The Door"]),
      ("Chapter 1: The Door", "# Chapter 1", ["Chapter 1: The Door"]),
      ("01 The Door", "# The Door", ["The Door"]), ("the-door", "# The Door", ["The Door"]),
      ("The Door", "**The Door**", ["The Door"]), ("Chapter 1", "Chapter 1 begins here.", ["Chapter 1"]),
      ("Bees", "# Wax", ["Bees", "Wax"]), ("Bee", "# Bees", ["Bee", "Bees"]), ("Bees", "- Bees", ["Bees"]),
    ])
  func oneHeading(title: String, text: String, expected: [String]) throws {
    var compilation = DocumentCompilation()
    compilation.add(try BookTests.markdown(text + "\n\nwords\n"), title: title, level: 1, key: "a")
    let document = compilation.document { _, _ in nil }
    let headings = BookTests.paragraphs(document).filter { $0.style.headingLevel != nil }
    #expect(headings.map { $0.inlines.map(\.runText).joined() } == expected)
  }

  @Test("Links lead within the document, and notes are numbered through")
  func linksAndNotes() throws {
    let document = try BookTests.compiled()
    var targets: [String] = []
    var copy = document
    copy.editLinks { link in
      targets.append(link.target)
      return link
    }
    #expect(targets == ["#_Note2"])
    #expect(document.notes.map(\.mark) == ["1", "2"])
    let starts = document.blocks.flatMap(\.inlines).compactMap { inline -> String? in
      if case .bookmarkStart(let name) = inline { name } else { nil }
    }
    #expect(starts == ["_Note1", "_Note2"])
  }

  @Test("Something stands between two notes, and nothing before the first")
  func separators() throws {
    let text = String(decoding: PlainTextWriter.write(try BookTests.compiled(.text("* * *"))), as: UTF8.self)
    #expect(text.components(separatedBy: "* * *").count == 2)
    #expect(
      BookTests.paragraphs(try BookTests.compiled(.rule)).contains { $0.style.name == "Horizontal Line" })
  }

  @Test("Pictures that two notes show are there once")
  func pictures() throws {
    var document = Document()
    document.resources = [Resource(content: .bytes([1, 2, 3]), mediaType: "image/png")]
    document.blocks = [.paragraph(Paragraph(inlines: [.picture(Picture(resource: 0))]))]
    var compilation = DocumentCompilation()
    compilation.add(document, title: "A", level: 1, key: "a")
    compilation.add(document, title: "B", level: 1, key: "b")
    #expect(compilation.document { _, _ in nil }.resources.count == 1)
  }

  @Test("A book begins with its type, and each note is a page")
  func epub() throws {
    let format = try #require(FormatTable.named("epub"))
    let write = try #require(format.write)
    let bytes = try write(BookTests.compiled(), WriteOptions())
    let text = String(decoding: bytes.prefix(64), as: UTF8.self)
    #expect(text.contains("mimetypeapplication/epub+zip"))
    let names = String(decoding: bytes, as: UTF8.self)
    #expect(names.contains("EPUB/text/ch0003.xhtml") && !names.contains("EPUB/text/ch0004.xhtml"))
    #expect(format.read == nil)
  }

  @Test("The role of a cover is that of its picture, which is the only element that may have it")
  func cover() throws {
    let write = try #require(FormatTable.named("epub")?.write)
    var options = WriteOptions()
    options.cover = [UInt8](
      try Data(contentsOf: Fixtures.directory.appending(path: "images/png-2-8.png")))
    let zip = try ZipListing(write(BookTests.markdown("Text.\n"), options), limits: Limits())
    let place = try #require(zip.entries.firstIndex { $0.path == "EPUB/text/cover.xhtml" })
    let page = String(decoding: try zip.read(place), as: UTF8.self)
    let roles = page.split(separator: "<").filter { $0.contains("role=") }
    #expect(roles.count == 1)
    #expect(roles.first?.hasPrefix("img ") == true && roles.first?.contains("doc-cover") == true)
  }

  @Test(
    "A heading with nothing to read is none in a book",
    arguments: [("# One\n\nText.\n", "One"), ("Text.\n", "Book")])
  func blankHeadings(markdown: String, title: String) throws {
    let write = try #require(FormatTable.named("epub")?.write)
    var document = try BookTests.markdown(markdown)
    for inlines in [[], [Inline.lineBreak], [.run(Run(" "))], [.bookmarkStart("a"), .bookmarkEnd("a")]] {
      var heading = Paragraph(inlines: inlines)
      heading.style.headingLevel = 1
      document.blocks.append(.paragraph(heading))
    }
    var options = WriteOptions()
    options.title = "Book"
    let zip = try ZipListing(write(document, options), limits: Limits())
    let pages = zip.entries.indices.filter { zip.entries[$0].path.hasPrefix("EPUB/text/") }
    #expect(pages.count == 1)
    let page = String(decoding: try zip.read(try #require(pages.first)), as: UTF8.self)
    #expect(page.components(separatedBy: "<h1").count == 2)
    #expect(page.firstRange(of: "</h1>").map { page[..<$0.lowerBound].hasSuffix(">" + title) } == true)
  }

  @Test("Drawings load nothing, links lead where programs for books go, and header cells have words")
  func nothingFromElsewhere() throws {
    let write = try #require(FormatTable.named("epub")?.write)
    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"><style>
      @font-face { font-family: A; src: url("https://e.org/a.woff2"); } @import url(//e.org/b.css);
      @font-face { font-family: B; src: url(data:font/woff2;base64,AA==); } rect { fill: url('http://e.org/c#d') }</style>
      <image xlink:href="https://e.org/e.png" width="3"/><use href='#x'/><a href="https://e.org/f"><text>f</text></a></svg>
      """
    var document = try BookTests.markdown("[a](elisp:b) [c](https://e.org/g)\n\n|\u{A0}|d|\n|-|-|\n|e|f|\n")
    document.resources.append(Resource(content: .bytes(Array(drawing.utf8)), mediaType: "image/svg+xml"))
    document.blocks.append(
      .paragraph(Paragraph(inlines: [.picture(Picture(resource: document.resources.count - 1))])))
    let zip = try ZipListing(write(document, WriteOptions()), limits: Limits())
    func text(_ suffix: String) throws -> String {
      let place = try #require(zip.entries.firstIndex { $0.path.hasSuffix(suffix) })
      return String(decoding: try zip.read(place), as: UTF8.self)
    }
    let svg = try text(".svg")
    for gone in ["a.woff2", "b.css", "c#d", "e.png"] { #expect(!svg.contains(gone), "\(gone)") }
    for kept in ["data:font", "width=\"3\"", "href='#x'", "https://e.org/f"] {
      #expect(svg.contains(kept), "\(kept)")
    }
    let page = try text("ch0001.xhtml")
    #expect(!page.contains("href=\"elisp") && page.contains("href=\"https://e.org/g\""))
    #expect(
      page.components(separatedBy: "<th").count == 3 && page.components(separatedBy: "<th scope").count == 2)
  }

  @Test("A page leads to nothing that the book lacks, and each of its notes has a name")
  func onePage() throws {
    let write = try #require(FormatTable.named("epub")?.write)
    let document = try BookTests.markdown(
      "See [there](intro.md), [here](#x) and [that](https://example.org/).[^1][^2]\n\n[^1]: First.\n\n[^2]: Second.\n"
    )
    let zip = try ZipListing(write(document, WriteOptions()), limits: Limits())
    func text(_ path: String) throws -> String {
      let place = try #require(zip.entries.firstIndex { $0.path == path })
      return String(decoding: try zip.read(place), as: UTF8.self)
    }
    let page = try text("EPUB/text/ch0001.xhtml")
    #expect(!page.contains("href=\"intro.md\"") && page.contains("href=\"https://example.org/\""))
    #expect(page.contains("aria-label=\"Note 1\"") && page.contains("aria-label=\"Note 2\""))
    // The contents aren't in the spine of a book without a page of contents.
    #expect(try !text("EPUB/nav.xhtml").contains("href=\"#toc\""))
    var options = WriteOptions()
    options.page.hasContents = true
    let other = try ZipListing(write(document, options), limits: Limits())
    let nav = try #require(other.entries.firstIndex { $0.path == "EPUB/nav.xhtml" })
    #expect(String(decoding: try other.read(nav), as: UTF8.self).contains("href=\"#toc\""))
  }
}

extension String {
  /// The parts between occurrences of a text.
  fileprivate func components(separatedBy separator: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      parts.append(rest[..<range.lowerBound])
      rest = rest[range.upperBound...]
    }
    return parts + [rest]
  }
}
