import SlipBase
import SlipDocument
import SlipTestSupport
import Testing

@testable import SlipFormats
@testable import SlipMarkup

/// Pictures that browsers don't show, in what browsers are to show.
@Suite struct VisiblePicturesTests {
  private func document(_ bytes: [UInt8], _ type: String, name: String? = nil, isAttached: Bool = false)
    -> Document
  {
    var document = Document()
    document.resources = [Resource(content: .bytes(bytes), mediaType: type, name: name)]
    var inlines: [Inline] = [.picture(Picture(resource: 0, description: "what it shows"))]
    if isAttached { inlines.append(.attachment(resource: 0)) }
    document.blocks = [.paragraph(Paragraph(inlines: inlines))]
    return document
  }

  private func html(_ document: Document) -> String {
    String(decoding: HTMLWriter.write(document), as: UTF8.self)
  }

  @Test(arguments: [
    ("tiff-lzw.tif", "image/tiff", "image/png"), ("bmp-8.bmp", "image/bmp", "image/png"),
    ("drawing.wmf", "image/wmf", "image/svg+xml"), ("drawing.emf", "image/emf", "image/svg+xml"),
    ("drawing.pict", "image/x-pict", "image/svg+xml"),
  ]) func `what can be decoded is shown`(_ file: String, _ type: String, _ shown: String) throws {
    var document = document(try Fixtures.bytes("images/" + file), type, name: "a." + file.suffix(3))
    #expect(document.makePicturesVisible().isEmpty)
    #expect(document.resources.map(\.mediaType) == [shown])
    #expect(document.resources[0].name == (shown == "image/png" ? "a.png" : "a.svg"))
    #expect(html(document).contains("src=\"data:\(shown);base64,"))
  }

  @Test(arguments: ["gif-plain.gif", "webp-lossy.webp", "png-2-8.png", "jpeg-baseline.jpg"])
  func `what browsers show stays as it is`(_ file: String) throws {
    let bytes = try Fixtures.bytes("images/" + file)
    let type = bytes.withUnsafeBytes { MediaType.sniff($0) }
    var changed = document(bytes, type.name)
    #expect(changed.makePicturesVisible().isEmpty)
    #expect(changed == document(bytes, type.name))
  }

  @Test func `no broken icon stands for what can't be shown`() {
    var changed = document([1, 2, 3, 4], "image/wmf", name: "a.wmf")
    let diagnostics = changed.makePicturesVisible()
    #expect(
      diagnostics.map(\.code) == [MarkupCode.unseenPicture] && diagnostics.map(\.severity) == [.warning])
    let page = html(changed)
    #expect(!page.contains("<img") && page.contains("what it shows") && page.contains("a.wmf"))
    var empty = document([], "image/wmf")
    #expect(empty.makePicturesVisible().count == 1)
    #expect(!html(empty).contains("<img") && !html(empty).contains("class=\"attachment\""))
  }

  @Test func `a reference to a file that browsers don't show is a link`() {
    var changed = document([], "image/tiff")
    changed.resources[0].content = .file("a.tif")
    #expect(changed.makePicturesVisible().count == 1)
    #expect(html(changed).contains("href=\"a.tif\"") && !html(changed).contains("<img"))
  }

  @Test func `a file that is attached, too, stays what it is`() throws {
    let bytes = try Fixtures.bytes("images/tiff-lzw.tif")
    var changed = document(bytes, "image/tiff", isAttached: true)
    #expect(changed.makePicturesVisible().isEmpty)
    #expect(changed.resources.map(\.mediaType) == ["image/tiff", "image/png"])
    #expect(changed.resources[0].content == .bytes(bytes) && changed.picturedResources == [1])
    #expect(changed.attachedResources == [0])
  }
}
