import SlipBase
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

@Suite struct SavedPageTests {
  private static let page = """
    From: <Saved by Blink>
    Snapshot-Content-Location: https://example.org/a/b.html
    Subject: =?utf-8?Q?Garden_=E2=80=93?=
    Date: Wed, 1 May 2024 10:20:30 +0200
    MIME-Version: 1.0
    Content-Type: multipart/related; type="text/html"; boundary="x"

    --x
    Content-Type: text/html
    Content-Location: https://example.org/a/b.html

    <p>Words <a href="../c?x=1">link</a> <a href="#top">top</a> <img src="p.png"><img src="cid:q@x"><img src="https://e.org/gone.png"><iframe src="cid:f@x"></iframe>
    --x
    Content-Type: text/html
    Content-ID: <f@x>

    <p>frame
    --x
    Content-Type: image/png
    Content-Transfer-Encoding: base64
    Content-Location: https://example.org/a/p.png

    iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==
    --x
    Content-Type: text/css
    Content-Location: https://example.org/a/s.css

    p {}
    --x--
    """

  @Test func pages() throws {
    let result = try SourceDrain.read(Array(Self.page.utf8), named: "Page.mhtml")
    let note = try #require(result["Page.mhtml"])
    #expect(note.title == "Garden –")
    #expect(note.created?.rfc3339 == "2024-05-01T08:20:30Z")
    #expect(note.attachments.map(\.name) == ["p.png"])
    #expect(note.item?.properties.map(\.value) == ["https://example.org/a/b.html"])
    let body = String(decoding: note.body.bytes, as: UTF8.self)
    #expect(body.contains("https://example.org/c?x=1"))
    #expect(result.text("Page.mhtml")?.contains("frame") == false)
    #expect(note.diagnostics.contains { $0.code == ExchangeCode.featureDropped })
  }

  @Test(arguments: [
    ("c.html", "https://e.org/a/c.html"), ("../c", "https://e.org/c"), ("/c?d", "https://e.org/c?d"),
    ("//f.org/c", "https://f.org/c"), ("http://g.org", "http://g.org"), ("?q", "https://e.org/a/b?q"),
    ("../../../c", "https://e.org/c"),
  ])
  func addresses(_ reference: String, _ address: String) {
    #expect(WebAddress.resolve(reference, from: "https://e.org/a/b?x") == address)
  }

  @Test func webArchives() throws {
    func archive(_ type: String, _ data: String, _ address: String, _ more: String = "") -> [UInt8] {
      Array(
        "<?xml version='1.0'?><plist version='1.0'><dict><key>WebMainResource</key><dict><key>WebResourceURL</key><string>\(address)</string><key>WebResourceMIMEType</key><string>\(type)</string><key>WebResourceTextEncodingName</key><string>iso-8859-1</string><key>WebResourceData</key><data>\(data)</data></dict>\(more)</dict></plist>"
          .utf8)
    }
    let page = archive(
      "text/html",
      Base64.text(
        Array("<title>T</title><p>w\u{E9}<img src='p.png'>".unicodeScalars.map { UInt8($0.value) })),
      "https://e.org/x/",
      "<key>WebSubresources</key><array><dict><key>WebResourceURL</key><string>https://e.org/x/p.png</string><key>WebResourceData</key><data>iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==</data></dict></array>"
    )
    let result = try SourceDrain.read(page, named: "a.webarchive")
    #expect(result.text("a.webarchive")?.hasPrefix("wé") == true)
    #expect(result.notes[0].note.title == "T")
    #expect(result.notes[0].note.attachments.map(\.name) == ["p.png"])
    let other = try SourceDrain.read(
      archive("application/pdf", "JVBERg==", "https://e.org/a%20b.pdf"), named: "b.webarchive")
    #expect(other.notes[0].note.title == "a b.pdf")
    #expect(other.notes[0].note.attachments.map(\.name) == ["a b.pdf"])
  }

  @Test func damagedPages() {
    SourceDrain.law(Array(Self.page.utf8), .mhtml, seed: 9) { try SourceTree.of($0, named: "a.mhtml") }
  }
}
