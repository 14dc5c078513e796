import Testing

@testable import ImageCodec

@Suite struct ProbeTests {
  static func probe(_ bytes: [UInt8]) -> ImageFacts? { bytes.withUnsafeBytes { ImageProbe.probe($0) } }

  static let others: [(String, [UInt8], ImageFacts)] = [
    (
      "gif", Array("GIF89a".utf8) + [0x2C, 1, 5, 0, 0, 0, 0],
      ImageFacts(mediaType: .gif, width: 300, height: 5)
    ),
    (
      "bmp",
      Array("BM".utf8) + bytes(12) + [40, 0, 0, 0, 7, 0, 0, 0, 0xFD, 0xFF, 0xFF, 0xFF, 1, 0, 24, 0]
        + bytes(24),
      ImageFacts(mediaType: .bmp, width: 7, height: 3, bitDepth: 24)
    ),
    (
      "os/2 bmp", Array("BM".utf8) + bytes(12) + [12, 0, 0, 0, 7, 0, 3, 0, 1, 0, 8, 0],
      ImageFacts(mediaType: .bmp, width: 7, height: 3, bitDepth: 8)
    ),
    (
      "dib", [40, 0, 0, 0, 7, 0, 0, 0, 3, 0, 0, 0, 1, 0, 1, 0] + bytes(40),
      ImageFacts(mediaType: .dib, width: 7, height: 3, bitDepth: 1)
    ),
    (
      "webp lossy", webp("VP8 ", [0x10, 0, 0, 0x9D, 0x01, 0x2A, 0x2C, 0x41, 0x05, 0x80]),
      ImageFacts(mediaType: .webp, width: 300, height: 5, bitDepth: 8)
    ),
    (
      "webp lossless", webp("VP8L", [0x2F, 0x2B, 0x01, 0x01, 0x00]),
      ImageFacts(mediaType: .webp, width: 300, height: 5, bitDepth: 8)
    ),
    (
      "webp extended", webp("VP8X", [0x10, 0, 0, 0, 0x2B, 0x01, 0x00, 0x04, 0x00, 0x01]),
      ImageFacts(mediaType: .webp, width: 300, height: 65_541, bitDepth: 8)
    ),
    (
      "tiff",
      Array("MM\0\u{2A}\0\0\0\u{8}".utf8) + [0, 3, 1, 0, 0, 3, 0, 0, 0, 1, 1, 0x2C, 0, 0]
        + [1, 1, 0, 4, 0, 0, 0, 1, 0, 0, 0, 5, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 8, 0, 0],
      ImageFacts(mediaType: .tiff, width: 300, height: 5, orientation: .leftBottom)
    ),
    (
      "wmf",
      [0xD7, 0xCD, 0xC6, 0x9A, 0, 0, 0x9C, 0xFF, 0, 0, 0x3C, 0x05, 0xD0, 0x02, 0xA0, 0x05, 0, 0, 0, 0, 0, 0],
      ImageFacts(mediaType: .wmf, width: 96, height: 48)
    ),
    (
      "emf",
      [1, 0, 0, 0, 88, 0, 0, 0] + bytes(16) + [0, 0, 0, 0, 0, 0, 0, 0, 0xEC, 0x09, 0, 0, 0xF6, 0x04, 0, 0]
        + Array(" EMF".utf8), ImageFacts(mediaType: .emf, width: 96, height: 48)
    ),
  ]

  static func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
  static func webp(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array("RIFF\0\0\0\0WEBP\(name)\0\0\0\0".utf8) + data
  }

  @Test(arguments: others.indices) func otherFormats(_ index: Int) {
    let (name, bytes, facts) = Self.others[index]
    #expect(Self.probe(bytes) == facts, "\(name)")
    for length in bytes.indices { _ = Self.probe(Array(bytes.prefix(length))) }
  }

  @Test func sizesOfNothing() {
    #expect(Self.probe([]) == nil)
    #expect(Self.probe(Array("GIF89a\0\0\u{5}\0".utf8)) == nil)
    #expect(Self.probe(Array("plain text".utf8)) == nil)
    #expect(Self.probe([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) == nil)
  }

  @Test func jpegSkipsFillBytesAndSegments() {
    let frame: [UInt8] = [0xFF, 0xFF, 0xFF, 0xC2, 0, 11, 8, 0, 5, 1, 0x2C, 1, 1, 0x11, 0]
    let comment: [UInt8] = [0xFF, 0xFE, 0, 6, 0xFF, 0xC0, 0, 0]
    let facts = ImageFacts(mediaType: .jpeg, width: 300, height: 5, bitDepth: 8)
    #expect(Self.probe([0xFF, 0xD8] + comment + frame) == facts)
    #expect(Self.probe([0xFF, 0xD8] + comment + [0xFF, 0xDA] + frame) == nil)
    #expect(Self.probe([0xFF, 0xD8] + comment + [0xFF, 0xC4, 0, 1] + frame) == nil)
  }
}
