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
