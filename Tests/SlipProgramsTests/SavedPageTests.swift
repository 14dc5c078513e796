import SlipBase
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

@Suite struct SavedPageTests {
  @Test(arguments: [
    ("c.html", "https://e.org/a/c.html"), ("../c", "https://e.org/c"), ("/c?d", "https://e.org/c?d"),
    ("//f.org/c", "https://f.org/c"), ("http://g.org", "http://g.org"), ("?q", "https://e.org/a/b?q"),
    ("../../../c", "https://e.org/c"),
  ])
  func addresses(_ reference: String, _ address: String) {
    #expect(WebAddress.resolve(reference, from: "https://e.org/a/b?x") == address)
  }

  @Test func archivesOfFilesHaveTheirNames() throws {
    let archive =
      "<plist version='1.0'><dict><key>WebMainResource</key><dict><key>WebResourceURL</key><string>https://e.org/a%20b.pdf</string><key>WebResourceMIMEType</key><string>application/pdf</string><key>WebResourceData</key><data>JVBERg==</data></dict></dict></plist>"
    let result = try SourceDrain.read(Array(archive.utf8), named: "b.webarchive")
    #expect(result.notes[0].note.title == "a b.pdf")
    #expect(result.notes[0].note.attachments.map(\.name) == ["a b.pdf"])
  }

  @Test func damagedPages() throws {
    let bytes = try Fixtures.bytes("sources/mhtml/Clockwork.mhtml")
    SourceDrain.law(bytes, .mhtml, seed: 9, step: 3) { try SourceTree.of($0, named: "a.mhtml") }
  }

  /// A page in MHTML with a picture.
  private func page(_ html: String, _ location: String, type: String = "image/png", _ header: String = "")
    throws
    -> ImportedNote
  {
    let text =
      "From: <Saved by Blink>\nSnapshot-Content-Location: https://e.org/a/b.html\nSubject: X\nContent-Type: multipart/related; boundary=\"b\"\n\n--b\nContent-Type: text/html\nContent-Location: https://e.org/a/b.html\n\n\(html)\n--b\nContent-Type: \(type)\nContent-Transfer-Encoding: base64\nContent-Location: \(location)\n\(header)\niVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==\n--b--\n"
    return try SourceDrain.read(Array(text.utf8), named: "page").notes[0].note
  }

  /// Pictures are found however their address is spelled, and wherever an element names it.
  @Test(arguments: [
    "<img src='p.png'>", "<img src=' p.png\n'>", "<img src='HTTPS://E.org:443/a/p.png'>",
    "<img src='..\\a\\p.png'>",
    "<img src='q.png' srcset='q.png 1x, p.png 2x'>", "<img srcset='p.png 100w'>", "<img data-src='p.png'>",
    "<picture><source srcset='p.png'><img src='q.png'></picture>", "<img src='CID:p@e'>",
    "<my-app><template shadowmode=open><img src=p.png></template></my-app>",
  ])
  func pictures(_ html: String) throws {
    for location in ["https://e.org/a/p.png", "https://e.org\n /a/p.png"] {
      let note = try page("<p>one</p>" + html + "<p>two</p>", location, "Content-ID: <p@e>\n")
      #expect(note.attachments.map(\.isShown) == [true], "\(location)")
      #expect(String(decoding: note.mirror.bytes, as: UTF8.self).contains("two"))
      #expect(!note.diagnostics.contains { $0.code == ExchangeCode.fileMissing })
    }
  }

  @Test func shadowsAndFilms() throws {
    let note = try page(
      "<x-a><template shadowmode='open'><p>all the words</p></template></x-a><video src='v.mp4'></video>",
      "https://e.org/other.png")
    #expect(String(decoding: note.mirror.bytes, as: UTF8.self).contains("all the words"))
    #expect(String(decoding: note.body.bytes, as: UTF8.self).contains("https://e.org/a/v.mp4"))
  }

  /// A page without its boundary is text, a file without a page is shown, and one that is cut off says so.
  @Test func pagesInPieces() throws {
    let head = "From: <Saved by Blink>\nSubject: X\nDate: Mon, 6 May 2024 07:08:09 +0200\nMIME-Version: 1.0\n"
    let text =
      head
      + "Content-Type: multipart/related; boundary=b\n\n--other\nContent-Type: text/plain\n\nthe words\n--other--\n"
    for text in [text, text.replacing("; boundary=b", with: "")] {
      let note = try SourceDrain.read(Array(text.utf8), named: "a.mht").notes[0].note
      #expect(String(decoding: note.mirror.bytes, as: UTF8.self).contains("the words"))
    }
    let picture =
      head
      + "Content-Type: image/png; name=p.png\nContent-Transfer-Encoding: base64\nContent-Location: https://e.org/p.png\n\niVBORw0KGgo=\n"
    let shown = try SourceDrain.read(
      Array(
        (head + "Content-Type: multipart/related; boundary=b\n\n--b\n" + picture.dropFirst(head.count)
          + "--b--\n").utf8),
      named: "a.mht"
    ).notes[0].note
    #expect(shown.attachments.map(\.name) == ["p.png"])
    let cut =
      head + "Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>the wo"
    let note = try SourceDrain.read(Array(cut.utf8), named: "a.mht").notes[0].note
    #expect(note.diagnostics.contains { $0.code == ExchangeCode.pieceDamaged })
  }

  /// What a file without suffix is, its content says.
  @Test func filesWithoutSuffix() throws {
    #expect(
      try page("<p>x</p>", "https://e.org/p.png").item?.properties.map(\.value) == ["https://e.org/a/b.html"])
    let archive =
      "<?xml version='1.0'?><plist version='1.0'><dict><key>WebMainResource</key><dict><key>WebResourceURL</key><string>https://e.org/</string><key>WebResourceMIMEType</key><string>TEXT/HTML; charset=utf-8</string><key>WebResourceData</key><data>PHA+eDwvcD4=</data></dict></dict></plist>"
    let note = try SourceDrain.read(Array(archive.utf8), named: "page").notes[0].note
    #expect(String(decoding: note.mirror.bytes, as: UTF8.self) == "x")
  }

  /// The first part is the page, also where it isn't HTML, and its place may be relative to that of the whole.
  @Test(arguments: [
    (
      "application/xhtml+xml",
      "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>the text</p></body></html>"
    ),
    ("text/plain", "the text"), ("text/html", "<p>the text</p>"),
  ])
  func pagesInOtherForms(_ type: String, _ content: String) throws {
    let page =
      "From: <Saved by Blink>\nSubject: X\nContent-Location: https://e.org/d/\nContent-Type: multipart/related; boundary=\"b\"\n\n--b\nContent-Type: \(type)\nContent-Location: index.html\n\n\(content)\n--b--\n"
    for text in [page, "\u{FEFF}" + page, "\n" + page] {
      let note = try SourceDrain.read(Array(text.utf8), named: "a.mhtml").notes[0].note
      #expect(String(decoding: note.mirror.bytes, as: UTF8.self) == "the text")
      #expect(note.item?.properties.map(\.value) == ["https://e.org/d/index.html"])
    }
  }
}
