import Testing

@testable import ImageCodec

@Suite struct ThumbnailTests {
  /// Smooth waves with some noise, which compress neither very well nor very badly.
  static func waves(_ width: Int, _ height: Int, alpha: Bool = false) throws -> [UInt8] {
    var samples: [UInt8] = []
    var seed: UInt32 = 1
    for y in 0..<height {
      for x in 0..<width {
        seed = seed &* 1_103_515_245 &+ 12_345
        let noise = Int(seed >> 28)
        samples += [UInt8((x + y + noise) & 255), UInt8((2 * x + noise) & 127), UInt8((3 * y + noise) & 255)]
        if alpha { samples.append(UInt8((x * 5) & 255)) }
      }
    }
    let image = PixelImage(width: width, height: height, layout: alpha ? .rgba : .rgb, samples: samples)
    return try #require(try PixelWriter.png(image, level: 1, mostBytes: .max))
  }

  @Test(arguments: [
    (100, 50, 40, 40, 20), (50, 100, 40, 20, 40), (101, 67, 40, 40, 27), (7, 300, 40, 1, 40),
    (300, 1, 40, 40, 1),
    (40, 40, 40, 40, 40), (30, 20, 40, 30, 20), (41, 40, 40, 40, 39),
  ]) func size(_ width: Int, _ height: Int, _ longSide: Int, _ expectedWidth: Int, _ expectedHeight: Int)
    throws
  {
    let bytes = try Self.waves(width, height)
    let thumbnail = try FixturePictures.thumbnail(bytes, longSide: longSide)
    #expect(thumbnail.width == expectedWidth && thumbnail.height == expectedHeight)
    let facts = thumbnail.bytes.withUnsafeBytes { ImageProbe.probe($0) }
    #expect(facts?.width == expectedWidth && facts?.height == expectedHeight)
    #expect(facts?.mediaType.fileExtension == thumbnail.fileExtension)
  }

  @Test func bytesAreTheSameEachTime() throws {
    for alpha in [false, true] {
      let bytes = try Self.waves(90, 70, alpha: alpha)
      let first = try FixturePictures.thumbnail(bytes, longSide: 33)
      #expect(first.fileExtension == (alpha ? "png" : "jpg"))
      for _ in 0..<3 { #expect(try FixturePictures.thumbnail(bytes, longSide: 33) == first) }
    }
  }

  @Test func smallUprightPicturesMayBeTheirOwnThumbnail() throws {
    let bytes = try FixturePictures.bytes("png-3-2.png")
    let thumbnail = try FixturePictures.thumbnail(bytes)
    #expect(thumbnail.bytes == bytes && thumbnail.fileExtension == "png")
    // A turned picture may not, nor one that viewers show in wrong colours or not at all.
    for name in ["jpeg-orientation-3.jpg", "jpeg-cmyk.jpg", "jpeg-arithmetic.jpg", "png-2-8-exif6.png"] {
      let bytes = try FixturePictures.bytes(name)
      let thumbnail = try FixturePictures.thumbnail(bytes)
      #expect(thumbnail.bytes != bytes && thumbnail.bytes.count <= bytes.count, "\(name)")
    }
  }

  /// Large line art is smaller as a file than a good thumbnail of it would be.
  @Test func neverMoreBytesThanThePicture() throws {
    for step in [2, 3, 16, 1000] {
      let samples = (0..<800 * 800).map { UInt8(($0 / step + $0 / 800 / step) & 1) * 255 }
      let image = PixelImage(width: 800, height: 800, layout: .grey, samples: samples)
      let bytes = try #require(try PixelWriter.png(image, level: 9, mostBytes: .max))
      let thumbnail = try FixturePictures.thumbnail(bytes, longSide: 100)
      #expect(thumbnail.bytes.count <= bytes.count)
      #expect(max(thumbnail.width, thumbnail.height) <= 100)
    }
  }

  @Test func colorProfilesGoAlong() throws {
    var profile = [UInt8](repeating: 0, count: 560)
    profile.replaceSubrange(0..<4, with: [0, 0, 2, 0x30])
    profile[8] = 2
    profile.replaceSubrange(12..<24, with: Array("mntrRGB XYZ ".utf8))
    profile.replaceSubrange(36..<40, with: Array("acsp".utf8))
    profile.withUnsafeBytes { profile in
      #expect(ColorProfile.worthKeeping(profile, for: .rgb) == Array(profile))
      #expect(ColorProfile.worthKeeping(profile, for: .grey) == nil)
      #expect(
        ColorProfile.worthKeeping(UnsafeRawBufferPointer(rebasing: profile.dropLast()), for: .rgb) == nil)
    }
    var image = PixelImage(
      width: 60, height: 60, layout: .rgb, samples: [UInt8](repeating: 9, count: 60 * 60 * 3))
    image.profile = profile
    let bytes = try #require(try PixelWriter.jpeg(image, quality: 95, mostBytes: .max))
    let thumbnail = try FixturePictures.thumbnail(bytes, longSide: 20)
    try thumbnail.bytes.withUnsafeBytes { bytes in
      let range = try #require(JPEGHeader(ByteView(bytes))?.profile)
      #expect(bytes[range].elementsEqual(profile))
    }
    profile.replaceSubrange(200..<213, with: Array("sRGB IEC61966".utf8))
    profile.withUnsafeBytes { #expect(ColorProfile.worthKeeping($0, for: .rgb) == nil) }
  }

  /// Lines one pixel wide keep their colour where the picture is a PNG.
  @Test func drawingsKeepTheirColors() throws {
    var samples: [UInt8] = []
    for index in 0..<64 * 64 {
      let noise = UInt8(truncatingIfNeeded: index &* index >> 3) & 31
      samples += index & 1 == 0 ? [255, noise, 0] : [0, noise, 255]
    }
    let image = PixelImage(width: 64, height: 64, layout: .rgb, samples: samples)
    let bytes = try #require(try PixelWriter.png(image, level: 0, mostBytes: .max))
    let thumbnail = try FixturePictures.thumbnail(bytes)
    #expect(thumbnail.fileExtension == "jpg")
    let shown = try FixturePictures.pixels(thumbnail.bytes)
    for x in 0..<64 {
      let (red, blue) = (shown.color(x, 9).x, shown.color(x, 9).z)
      #expect(x & 1 == 0 ? red > blue + 150 : blue > red + 150, "\(x): \(red), \(blue)")
    }
  }

  @Test func decoderScale() {
    func eighths(_ width: Int, _ height: Int) -> Int {
      ThumbnailPlan(ImageFacts(mediaType: .jpeg, width: width, height: height), longSide: 600).eighths
    }
    #expect(eighths(4000, 3000) == 4)
    #expect(eighths(2390, 1200) == 8)
    #expect(eighths(2400, 1200) == 4)
    #expect(eighths(12_000, 12_000) == 1)
    #expect(eighths(600, 600) == 8)
    #expect(eighths(1, 60_000) == 8)
  }
}
