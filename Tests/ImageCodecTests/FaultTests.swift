import SlipBase
import Testing

@testable import ImageCodec

@Suite struct FaultTests {
  @Test(arguments: [
    ("broken-crc.png", PictureFault.brokenData), ("broken-truncated.png", .truncated),
    ("broken-header-only.png", .truncated), ("broken-lying-size.png", .tooLarge),
    ("broken-lying-allowed-size.png", .truncated), ("broken-zero-size.png", .brokenHeader),
    ("broken-lying-size.jpg", .tooLarge), ("broken-lying-allowed-size.jpg", .truncated),
    ("broken-zero-size.jpg", .brokenHeader), ("broken-header-only.jpg", .truncated),
    ("broken-truncated-20.jpg", .truncated), ("broken-truncated-progressive.jpg", .truncated),
    ("broken-lying-progressive.jpg", .tooCostly),
  ]) func broken(_ name: String, _ fault: PictureFault) throws {
    let bytes = try FixturePictures.bytes(name)
    let error = #expect(throws: SlipError.self) { try FixturePictures.thumbnail(bytes) }
    #expect(error?.code == fault.rawValue && error?.kind == .badInput)
  }

  /// A picture of 16,000 × 16,000 in 900 kB is possible, but hardly one that somebody wants to see.
  @Test func largePicturesInSmallFiles() throws {
    var bytes = try FixturePictures.bytes("broken-lying-allowed-size.png")
    for (count, fault) in [(700_000, PictureFault.truncated), (900_000, .tooCostly)] {
      bytes += [UInt8](repeating: 0, count: count - bytes.count)
      let error = #expect(throws: SlipError.self) { try FixturePictures.thumbnail(bytes) }
      #expect(error?.code == fault.rawValue)
    }
  }

  /// Each of the scans goes over the whole picture and has no data of its own.
  @Test func tooManyScans() throws {
    let bytes = try FixturePictures.bytes("jpeg-large-progressive.jpg")
    #expect(throws: Never.self) { try FixturePictures.pixels(bytes, longSide: 4) }
    let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 1, 5, 0]
    let scans = (0..<2000).flatMap { _ in scan }
    let error = #expect(throws: SlipError.self) {
      try FixturePictures.thumbnail(bytes.dropLast(2) + scans + [0xFF, 0xD9], longSide: 4)
    }
    #expect(error?.code == PictureFault.tooCostly.rawValue)
  }

  @Test func compressedTextIsNotLookedAt() throws {
    let image = try FixturePictures.pixels(FixturePictures.bytes("broken-text-bomb.png"))
    #expect(image.quadrants == FixturePictures.colors)
  }

  @Test func otherTypesAreRefused() {
    for text in ["", "\u{1}\0\u{9}\0\0\u{3}", "%PDF-1.4", "hello"] {
      let error = #expect(throws: SlipError.self) { try FixturePictures.thumbnail(Array(text.utf8)) }
      #expect(error?.code == PictureFault.unsupportedType.rawValue)
    }
  }

  @Test func limitsHold() throws {
    let bytes = try FixturePictures.bytes("png-2-8.png")
    var limits = Limits()
    limits.picturePixels = 40 * 24
    #expect(throws: Never.self) { try FixturePictures.thumbnail(bytes, limits: limits) }
    limits.picturePixels -= 1
    #expect(throws: PictureFault.tooLarge.error("40 × 24")) {
      try FixturePictures.thumbnail(bytes, limits: limits)
    }
    limits = Limits()
    limits.pictureSide = 39
    #expect(throws: PictureFault.tooLarge.error("40 × 24")) {
      try FixturePictures.thumbnail(bytes, limits: limits)
    }
  }

  /// Any prefix and any changed byte give a thumbnail or an error with a code.
  @Test(arguments: ["png-6-8-interlaced.png", "png-3-2-trns.png", "jpeg-progressive.jpg", "jpeg-cmyk.jpg"])
  func damage(_ name: String) throws {
    let bytes = try FixturePictures.bytes(name)
    for index in bytes.indices {
      check(Array(bytes.prefix(index)))
      var changed = bytes
      changed[index] ^= 0x55
      check(changed)
    }
  }

  private func check(_ bytes: [UInt8]) {
    do {
      let thumbnail = try FixturePictures.thumbnail(bytes, longSide: 16)
      #expect(max(thumbnail.width, thumbnail.height) <= 16 && thumbnail.bytes.count <= bytes.count)
    } catch {
      #expect((error as? SlipError)?.code?.hasPrefix("SBXP") == true)
    }
  }

  @Test func codesAreUnique() {
    #expect(Set(PictureFault.allCases.map(\.rawValue)).count == PictureFault.allCases.count)
  }
}
