import Testing

@testable import ImageCodec

@Suite struct PNGTests {
  /// At its own size every pixel of every kind of PNG is what was written.
  @Test(arguments: FixturePictures.pngs) func everyKind(_ name: String) throws {
    let bytes = try FixturePictures.bytes(name + ".png")
    let expected = FixturePictures.quadrants(ofPNG: name)
    let image = try FixturePictures.pixels(bytes)
    #expect(image.width == 40 && image.height == 24)
    for y in 0..<24 {
      for x in 0..<40 {
        #expect(image.color(x, y) == expected[(x >= 20 ? 1 : 0) + (y >= 12 ? 2 : 0)], "\(x), \(y)")
      }
    }
    let hasAlpha = name.hasPrefix("png-4") || name.hasPrefix("png-6")
    #expect(image.layout.hasAlpha == hasAlpha)
    let facts = bytes.withUnsafeBytes { ImageProbe.probe($0) }
    #expect(
      facts
        == ImageFacts(mediaType: .png, width: 40, height: 24, bitDepth: Int(name.split(separator: "-")[2])))
  }

  /// Interlacing makes no difference to a picture that is shrunk.
  @Test(arguments: FixturePictures.pngs.filter { !$0.hasSuffix("interlaced") })
  func interlacedIsTheSame(_ name: String) throws {
    for longSide in [1, 7, 13, 39] {
      let plain = try FixturePictures.pixels(FixturePictures.bytes(name + ".png"), longSide: longSide)
      let interlaced = try FixturePictures.pixels(
        FixturePictures.bytes(name + "-interlaced.png"), longSide: longSide)
      #expect(plain.width == longSide && plain.width == interlaced.width && plain.height == interlaced.height)
      // Sums are added up in another order.
      for index in 0..<plain.width * plain.height {
        let difference =
          plain.color(index % longSide, index / longSide)
          &- interlaced.color(index % longSide, index / longSide)
        #expect((0..<4).allSatisfy { abs(difference[$0]) <= 1 })
      }
    }
  }

  @Test func transparencyOfOneColorAndOfPalettes() throws {
    let (colors, greys) = (FixturePictures.colors, FixturePictures.greys)
    for (name, expected) in [
      ("png-0-8-trns", [.zero] + greys[1...]), ("png-0-16-trns", [.zero] + greys[1...]),
      ("png-2-8-trns", [.zero] + colors[1...]),
      ("png-3-2-trns", zip(colors, FixturePictures.alphas).map { FixturePictures.withAlpha($0, $1) }),
      (
        "png-3-8-trns-interlaced",
        zip(colors, FixturePictures.alphas).map { FixturePictures.withAlpha($0, $1) }
      ),
    ] {
      let image = try FixturePictures.pixels(FixturePictures.bytes(name + ".png"))
      #expect(image.quadrants == expected, "\(name)")
    }
  }

  /// A picture in linear light becomes brighter: 85 of 255 is 155 in sRGB.
  @Test func gammaIsApplied() throws {
    let image = try FixturePictures.pixels(FixturePictures.bytes("png-0-8-linear.png"))
    #expect(image.distance(from: [255, 0, 155, 212].map { [$0, $0, $0, 255] }) <= 2)
    let colors = try FixturePictures.pixels(FixturePictures.bytes("png-2-8-linear.png"))
    #expect(colors.quadrants == FixturePictures.colors)
  }

  @Test func exifOrientationIsApplied() throws {
    let bytes = try FixturePictures.bytes("png-2-8-exif6.png")
    let image = try FixturePictures.pixels(bytes)
    let colors = FixturePictures.colors
    #expect(image.width == 24 && image.height == 40)
    #expect(image.quadrants == [colors[2], colors[0], colors[3], colors[1]])
    #expect(bytes.withUnsafeBytes { ImageProbe.probe($0) }?.orientation == .rightTop)
  }

  @Test func alphaIsKeptAndDoesNotBleed() throws {
    // Red, opaque, beside wholly transparent green: no mixture may contain green.
    var samples: [UInt8] = []
    for x in 0..<64 { samples += x < 30 ? [255, 0, 0, 255] : [0, 255, 0, 0] }
    let row = PixelImage(width: 64, height: 1, layout: .rgba, samples: samples)
    let bytes = try #require(try PixelWriter.png(row, level: 6, mostBytes: .max))
    let image = try FixturePictures.pixels(bytes, longSide: 10)
    #expect(image.layout == .rgba && image.width == 10)
    for x in 0..<10 {
      let color = image.color(x, 0)
      #expect(color.y == 0 && (color.w == 0 || color.x >= 254), "\(x): \(color)")
    }
    let thumbnail = try FixturePictures.thumbnail(bytes, longSide: 10)
    #expect(thumbnail.fileExtension == "png" && thumbnail.bytes.count <= bytes.count)
  }

  @Test func opaqueAlphaIsDropped() throws {
    var samples: [UInt8] = []
    for index in 0..<64 * 64 {
      samples += [UInt8(index * 7 % 251), UInt8(index * 13 % 241), UInt8(index % 256), 255]
    }
    let image = PixelImage(width: 64, height: 64, layout: .rgba, samples: samples)
    let bytes = try #require(try PixelWriter.png(image, level: 6, mostBytes: .max))
    #expect(try FixturePictures.pixels(bytes).layout == .rgb)
    #expect(try FixturePictures.thumbnail(bytes, longSide: 32).fileExtension == "jpg")
  }
}
