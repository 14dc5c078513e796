import Testing

@testable import ImageCodec

@Suite struct JPEGTests {
  @Test(arguments: FixturePictures.jpegs) func everyKind(_ name: String) throws {
    let bytes = try FixturePictures.bytes(name + ".jpg")
    let image = try FixturePictures.pixels(bytes)
    #expect(image.width == 40 && image.height == 24 && image.layout == .rgb)
    #expect(image.distance(from: FixturePictures.colors) <= 12)
    let small = try FixturePictures.pixels(bytes, longSide: 10)
    #expect(small.width == 10 && small.height == 6)
    #expect(small.distance(from: FixturePictures.colors) <= 40)
    let facts = bytes.withUnsafeBytes { ImageProbe.probe($0) }
    #expect(facts == ImageFacts(mediaType: .jpeg, width: 40, height: 24, bitDepth: 8))
  }

  @Test(arguments: ["jpeg-grey", "jpeg-grey-progressive"]) func grey(_ name: String) throws {
    let image = try FixturePictures.pixels(FixturePictures.bytes(name + ".jpg"))
    #expect(image.layout == .grey && image.distance(from: FixturePictures.greys) <= 12)
  }

  /// Where the stored quadrants come to lie: top left, top right, bottom left, bottom right.
  @Test(arguments: [
    (1, [0, 1, 2, 3]), (2, [1, 0, 3, 2]), (3, [3, 2, 1, 0]), (4, [2, 3, 0, 1]),
    (5, [0, 2, 1, 3]), (6, [2, 0, 3, 1]), (7, [3, 1, 2, 0]), (8, [1, 3, 0, 2]),
  ]) func orientation(_ orientation: Int, _ shown: [Int]) throws {
    let bytes = try FixturePictures.bytes("jpeg-orientation-\(orientation).jpg")
    let facts = try #require(bytes.withUnsafeBytes { ImageProbe.probe($0) })
    #expect(facts.orientation.rawValue == orientation && facts.width == 40 && facts.height == 24)
    let thumbnail = try FixturePictures.thumbnail(bytes)
    #expect(thumbnail.width == facts.shownWidth && thumbnail.height == facts.shownHeight)
    #expect(thumbnail.width == (orientation >= 5 ? 24 : 40))
    let image = try FixturePictures.pixels(thumbnail.bytes)
    #expect(image.distance(from: shown.map { FixturePictures.colors[$0] }) <= 16)
    // What was turned is not to be turned again.
    let again = thumbnail.bytes.withUnsafeBytes { ImageProbe.probe($0) }
    #expect(again?.orientation == .topLeft)
  }

  @Test func exifParserIsBoundsChecked() throws {
    let bytes = try FixturePictures.bytes("jpeg-orientation-6.jpg")
    // Exif begins at 12: no change of one byte, and no cut, may trap.
    for index in 2..<64 {
      for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var changed = bytes
        changed[index] = value
        _ = changed.withUnsafeBytes { ImageProbe.probe($0) }
      }
    }
    for length in 0...bytes.count {
      _ = bytes.prefix(length).withUnsafeBytes { ImageProbe.probe($0) }
    }
  }

  /// Most of the rows are there: shown, as browsers do it.
  @Test func mostOfAPictureIsEnough() throws {
    let whole = try FixturePictures.pixels(FixturePictures.bytes("jpeg-noise.jpg"))
    let cut = try FixturePictures.pixels(FixturePictures.bytes("broken-truncated-80.jpg"))
    #expect(cut.width == 80 && cut.height == 160)
    // The first pass over every component is enough of a progressive one, coarse as it is.
    let coarse = try FixturePictures.pixels(FixturePictures.bytes("jpeg-progressive-first-scans.jpg"))
    #expect(coarse.distance(from: FixturePictures.colors) <= 100)
    #expect(cut.samples.prefix(80 * 100 * 3) == whole.samples.prefix(80 * 100 * 3))
  }
}
