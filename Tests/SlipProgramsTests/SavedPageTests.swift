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
}
