import SlipBase
import SlipDocument
import SlipFormats
import SlipRTF
import SlipTestSupport
import Testing

/// Pages in MHTML within a Word document (`altChunk`).
@Suite struct ImportedPageTests {
  private static func read(_ message: String) throws -> Document {
    var maker = DOCXMaker(body: "<w:p><w:r><w:t>before</w:t></w:r></w:p><w:altChunk r:id=\"rIdPage\"/>")
    maker.parts.append(("word/page.mht", Array(message.utf8)))
    maker.relationships.append(("rIdPage", "aFChunk", "page.mht", false))
    let read = try #require(FormatTable.named("docx")?.read)
    return maker.bytes().withUnsafeBytes { read($0, Limits()).document }
  }

  private static func text(_ document: Document) -> String {
    String(decoding: PlainTextWriter.write(document), as: UTF8.self)
  }

  @Test("A message of one page is the page") func singlePart() throws {
    let document = try ImportedPageTests.read(
      """
      MIME-Version: 1.0\r
      Content-Type: text/html; charset=iso-8859-1\r
      Content-Transfer-Encoding: quoted-printable\r
      \r
      <html><body><p>na=EFve <b>bold</b></p></body></html>\r

      """)
    #expect(ImportedPageTests.text(document) == "before\nnaïve bold")
  }

  @Test("A message with pictures shows them") func related() throws {
    let picture = Base64.text(ExportSamples.png)
    let document = try ImportedPageTests.read(
      """
      MIME-Version: 1.0
      Content-Type: multipart/related; boundary="b1"; type="text/html"

      --b1
      Content-Type: text/html; charset=utf-8
      Content-Location: file:///C:/page.htm

      <p>see <img src="cid:dot@x"></p>
      --b1
      Content-Type: image/png
      Content-ID: <dot@x>
      Content-Transfer-Encoding: base64

      \(picture)
      --b1--
      """)
    #expect(ImportedPageTests.text(document) == "before\nsee \u{FFFC}")
    #expect(document.resources.map(\.content) == [.bytes(ExportSamples.png)])
    #expect(document.resources.map(\.mediaType) == ["image/png"])
  }
}
