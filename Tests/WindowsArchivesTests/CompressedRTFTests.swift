import SlipBase
import SlipTestSupport
import Testing

@testable import WindowsArchives

@Suite struct CompressedRTFTests {
  /// Bytes as a message stores them, with a right check sum.
  private static func packed(_ data: [UInt8], length: Int, sum: UInt32? = nil) -> [UInt8] {
    let sum = sum ?? data.withUnsafeBytes { CompressedRTF.checksum($0) }
    return OutlookMaker.word(UInt32(data.count + 12)) + OutlookMaker.word(UInt32(length)) + Array("LZFu".utf8)
      + OutlookMaker.word(sum) + data
  }

  private static func unpack(_ bytes: [UInt8]) -> (text: String, isSound: Bool)? {
    bytes.withUnsafeBytes { CompressedRTF.unpack($0) }.map {
      (String(decoding: $0.bytes, as: UTF8.self), $0.isSound)
    }
  }

  /// Compresses greedily, to test longer texts.
  private static func compress(_ text: [UInt8]) -> [UInt8] {
    var ring = CompressedRTF.dictionary + Array(repeating: 0, count: 4096 - CompressedRTF.dictionary.count)
    var (write, position) = (CompressedRTF.dictionary.count, 0)
    var tokens: [[UInt8]] = []
    while position < text.count {
      var best = (offset: 0, length: 0)
      for offset in 0..<4096 where offset != write {
        var length = 0
        while length < 17, position + length < text.count, (offset + length) % 4096 != write,
          ring[(offset + length) % 4096] == text[position + length]
        {
          length += 1
        }
        if length > best.length { best = (offset, length) }
      }
      let length = max(1, best.length < 2 ? 1 : best.length)
      if best.length >= 2 {
        let token = best.offset << 4 | (best.length - 2)
        tokens.append([UInt8(token >> 8), UInt8(token & 0xFF)])
      } else {
        tokens.append([text[position]])
      }
      for byte in text[position..<position + length] {
        ring[write] = byte
        write = (write + 1) % 4096
      }
      position += length
    }
    tokens.append([UInt8(write >> 4), UInt8(write << 4 & 0xF0)])
    return stride(from: 0, to: tokens.count, by: 8).flatMap { start in
      let group = tokens[start..<min(start + 8, tokens.count)]
      let control = group.enumerated().reduce(UInt8(0)) { $1.element.count == 2 ? $0 | 1 << $1.offset : $0 }
      return [control] + group.flatMap { $0 }
    }
  }

  @Test func theTextBeforeTheFirstByteHas207Bytes() { #expect(CompressedRTF.dictionary.count == 207) }

  @Test func referencesReachIntoTheDictionary() {
    // `{\rtf1\ansi` is the beginning of the dictionary: offset 0, length 11; then literal ` x}` and the end.
    let data: [UInt8] = [0b0001_0001, 0x00, 0x09, 0x20, 0x78, 0x7D, 0x0D, 0xD0]
    let result = CompressedRTFTests.unpack(CompressedRTFTests.packed(data, length: 14))
    #expect(result?.text == "{\\rtf1\\ansi x}" && result?.isSound == true)
  }

  @Test func aReferenceMayRepeatWhatItWrites() {
    // `a`, then 17 bytes from the place of `a` on.
    let data: [UInt8] = [0b0000_0110, 0x61, 0x0C, 0xFF, 0x0E, 0x10]
    #expect(
      CompressedRTFTests.unpack(CompressedRTFTests.packed(data, length: 18))?.text
        == String(repeating: "a", count: 18))
  }

  @Test func longTextsGoRoundTheRing() {
    var generator = SeededGenerator(seed: 7)
    var text = Array("{\\rtf1\\ansi\\deff0 ".utf8)
    let words = (0..<60).map { _ in (0..<6).map { _ in UInt8.random(in: 0x61...0x7A, using: &generator) } }
    while text.count < 12_000 { text += (words.randomElement(using: &generator) ?? []) + [0x20] }
    let packed = CompressedRTFTests.packed(CompressedRTFTests.compress(text), length: text.count)
    #expect(packed.count < text.count)
    let result = packed.withUnsafeBytes { CompressedRTF.unpack($0) }
    #expect(result?.bytes == text && result?.isSound == true)
  }

  @Test func storedTextIsTaken() {
    #expect(CompressedRTFTests.unpack(OutlookMaker.storedRTF("{\\rtf1 x}"))?.text == "{\\rtf1 x}")
    #expect(CompressedRTFTests.unpack(OutlookMaker.storedRTF("{\\rtf1 x}\0"))?.text == "{\\rtf1 x}")
  }

  @Test func faultsAreNoticed() {
    let data: [UInt8] = [0, 0x61, 0x62, 0x63]
    #expect(CompressedRTFTests.unpack(CompressedRTFTests.packed(data, length: 3, sum: 1))?.isSound == false)
    #expect(CompressedRTFTests.unpack(CompressedRTFTests.packed(data, length: 9))?.isSound == false)
    #expect(CompressedRTFTests.unpack(CompressedRTFTests.packed(data, length: 2))?.text == "ab")
    #expect(CompressedRTFTests.unpack(Array(CompressedRTFTests.packed(data, length: 3).prefix(15))) == nil)
    #expect(CompressedRTFTests.unpack(Array(repeating: 0x41, count: 40)) == nil)
  }

  @Test func anythingIsReadOrRefused() {
    let text = Array("{\\rtf1\\ansi\\deff0 bees and bees and bees and more bees}".utf8)
    let whole = CompressedRTFTests.packed(CompressedRTFTests.compress(text), length: text.count)
    #expect(CompressedRTFTests.unpack(whole)?.isSound == true)
    for count in 0..<whole.count { _ = CompressedRTFTests.unpack(Array(whole.prefix(count))) }
    Mutations.forEach(of: whole, seeds: LawSize.seeds("SLIPBOX_LZFU_SEEDS", 500)) { bytes in
      #expect((bytes.withUnsafeBytes { CompressedRTF.unpack($0) }?.bytes.count ?? 0) <= bytes.count * 9)
    }
  }

  @Test func aClaimOfLengthCostsNothing() {
    let data = [UInt8](repeating: 0xFF, count: 99)
    let bytes = CompressedRTFTests.packed(data, length: Int(UInt32.max))
    #expect((bytes.withUnsafeBytes { CompressedRTF.unpack($0) }?.bytes.count ?? 0) <= data.count * 9)
  }
}
