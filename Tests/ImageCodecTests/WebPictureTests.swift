import SlipBase
import Testing
import XMLSyntax

@testable import ImageCodec

/// What is made of pictures that browsers don't show.
@Suite struct WebPictureTests {
  private func render(_ bytes: [UInt8], limits: Limits = Limits()) throws -> WebPicture? {
    try bytes.withUnsafeBytes { try WebPicture.render($0, claimed: .binary, limits: limits) }
  }

  private func pixels(_ name: String) throws -> PixelImage {
    try FixturePictures.bytes(name).withUnsafeBytes { bytes in
      let image = try #require(try PixelImage.decode(bytes, MediaType.sniff(bytes), Limits()))
      return image.upright(ImageProbe.probe(bytes)?.orientation ?? .topLeft)
    }
  }

  static let exact =
    ["raw", "lzw", "deflate", "packbits", "orientation-6"].map { "tiff-\($0).tif" }
    + ["gif-plain.gif", "gif-interlaced.gif", "webp-lossless.webp"]
    + ["4", "8", "16", "16-masks", "24", "24-top-down", "32", "runs-4", "runs-8"].flatMap {
      ["bmp-\($0).bmp", "dib-\($0).dib"]
    }

  @Test(arguments: exact) func `pixels are those of the file`(_ name: String) throws {
    let image = try pixels(name)
    #expect(image.width == FixturePictures.width && image.height == FixturePictures.height)
    #expect(image.distance(from: FixturePictures.colors) == 0)
  }

  @Test func `lossy and transparent pictures`() throws {
    #expect(try pixels("webp-lossy.webp").distance(from: FixturePictures.colors) < 40)
    let alpha = try pixels("tiff-alpha.tif")
    #expect(alpha.distance(from: FixturePictures.colors.map { [$0.x, $0.y, $0.z, 128] }) <= 1)
    let gif = try pixels("gif-transparent.gif")
    #expect(gif.quadrants[3].w == 0 && gif.quadrants[0].w == 255)
  }

  @Test(arguments: ["tiff-lzw.tif", "bmp-8.bmp", "dib-24.dib"])
  func `bitmaps become PNG, the same each time`(_ name: String) throws {
    let picture = try #require(try render(FixturePictures.bytes(name)))
    #expect(picture.mediaType == .png)
    #expect(try render(FixturePictures.bytes(name)) == picture)
    let image = try FixturePictures.pixels(picture.bytes)
    #expect(image.distance(from: FixturePictures.colors) == 0)
  }

  @Test(arguments: ["gif-plain.gif", "webp-lossy.webp", "png-2-8.png"])
  func `what browsers show is not touched`(_ name: String) throws {
    #expect(try render(FixturePictures.bytes(name)) == nil)
  }

  // MARK: Metafiles

  static let drawings = [
    "drawing.wmf", "drawing-placeable.wmf", "drawing.emf", "drawing-plus.emf", "drawing.pict",
    "drawing-file.pict",
  ]

  private final class Elements: XMLHandler {
    var names: [String: Int] = [:]
    func startElement(_ element: XMLElement) { names[element.localName, default: 0] += 1 }
  }

  private func expectWellFormed(_ svg: [UInt8]) throws -> [String: Int] {
    let elements = Elements()
    let fault = try svg.withUnsafeBytes { try XMLParser.parse($0, handler: elements) }
    #expect(fault == nil)
    return elements.names
  }

  @Test(arguments: drawings) func `metafiles become SVG`(_ name: String) throws {
    let picture = try #require(try render(FixturePictures.bytes(name)))
    #expect(picture.mediaType == .svg)
    let names = try expectWellFormed(picture.bytes)
    #expect(["text", "image"].allSatisfy { (names[$0] ?? 0) >= 1 } && (names["path"] ?? 0) >= 3)
    let text = String(decoding: picture.bytes, as: UTF8.self)
    #expect(text.contains("fill=\"#ff0000\"") && text.contains("stroke=\"#00ff00\""))
    #expect(text.contains("fill=\"#0000ff\"") && text.contains(">Δ</text>"))
    #expect(text.contains("data:image/png;base64,"))
    #expect(try render(FixturePictures.bytes(name)) == picture)
  }

  @Test func `a placeable metafile says how large it is`() throws {
    let plain = try #require(try render(FixturePictures.bytes("drawing.wmf")))
    let placeable = try #require(try render(FixturePictures.bytes("drawing-placeable.wmf")))
    // 800 × 600 at 200 an inch.
    #expect(
      String(decoding: placeable.bytes, as: UTF8.self).contains(
        " width=\"384\" height=\"288\" viewBox=\"0 0 800 600\""))
    #expect(
      String(decoding: plain.bytes, as: UTF8.self).contains(
        " width=\"600\" height=\"450\" viewBox=\"0 0 800 600\""))
  }

  @Test func `dashed lines are well-formed`() throws {
    var bytes = try FixturePictures.bytes("drawing.wmf")
    // The pen's record, and its style.
    let pen = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFA, 0x02, 0x01, 0x00]) })
    let text = String(decoding: try #require(try render(bytes)).bytes, as: UTF8.self)
    #expect(text.contains("stroke-dasharray"))
    _ = try expectWellFormed(Array(text.utf8))
    bytes[pen + 2] = 0
    let solid = String(decoding: try #require(try render(bytes)).bytes, as: UTF8.self)
    #expect(!solid.contains("stroke-dasharray"))
  }

  // MARK: Damage

  @Test(arguments: drawings + exact + ["tiff-alpha.tif", "gif-transparent.gif", "webp-lossy.webp"])
  func `however it is cut off or changed, it gives a picture or an error with a code`(_ name: String) throws {
    let bytes = try FixturePictures.bytes(name)
    var limits = Limits()
    limits.wholePicturePixels = 1 << 20
    for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 200)) {
      var changed = bytes
      changed[length] ^= 0xFF
      for input in [Array(bytes[..<length]), changed] {
        do {
          _ = try render(input, limits: limits)
          _ = try? FixturePictures.thumbnail(input, limits: limits)
        } catch let error as SlipError {
          #expect(error.code != nil)
        }
      }
    }
  }

  @Test(arguments: ["tiff-lzw.tif", "bmp-24.bmp", "drawing.wmf"])
  func `limits hold`(_ name: String) throws {
    var limits = Limits()
    limits.wholePicturePixels = 3
    limits.drawingBytes = 100
    let error = #expect(throws: SlipError.self) { try render(FixturePictures.bytes(name), limits: limits) }
    #expect(error?.code != nil)
  }

  @Test func `an empty metafile shows nothing`() throws {
    let bytes = try FixturePictures.bytes("drawing.wmf")
    let error = #expect(throws: SlipError.self) { try render(Array(bytes[..<18]) + [3, 0, 0, 0, 0, 0]) }
    #expect(error?.code == PictureFault.emptyDrawing.rawValue)
  }

  // MARK: Thumbnails

  @Test(arguments: ["tiff-lzw.tif", "gif-plain.gif", "webp-lossless.webp", "bmp-24.bmp", "dib-8.dib"])
  func `thumbnails are made of all pictures of pixels`(_ name: String) throws {
    let thumbnail = try FixturePictures.thumbnail(FixturePictures.bytes(name), longSide: 20)
    #expect(thumbnail.width == 20 && thumbnail.height == 12)
    #expect(["png", "jpg"].contains(thumbnail.fileExtension))
    let facts = thumbnail.bytes.withUnsafeBytes { ImageProbe.probe($0) }
    #expect(facts?.width == 20 && facts?.mediaType.fileExtension == thumbnail.fileExtension)
  }
}
