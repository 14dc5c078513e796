import SlipBase
import Testing

/// The quick ways of reading digests and UUIDs out of a buffer, against the plain ones.
@Suite struct HexDigitsTests {
  @Test func digests() {
    let good = Array(Digest(of: Array("abc".utf8)).hex.utf8)
    for position in good.indices {
      for byte in UInt8.min...UInt8.max {
        var bytes = good
        bytes[position] = byte
        let isDigit = (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
        let quick = bytes.withUnsafeBytes { Digest(hexBytes: $0) }
        #expect((quick != nil) == isDigit)
        if isDigit { #expect(quick == Digest(hex: String(decoding: bytes, as: UTF8.self))) }
      }
    }
    #expect(good.dropLast().withUnsafeBytes { Digest(hexBytes: $0) } == nil)
  }

  @Test func uuids() {
    let good = Array("6ba7b810-9DAD-11d1-80B4-00c04fd430c8".utf8)
    for position in good.indices {
      for byte in UInt8.min...0x7F {
        var bytes = good
        bytes[position] = byte
        let plain = UniqueID(String(decoding: bytes, as: UTF8.self))
        #expect(bytes.withUnsafeBytes { UniqueID(bytes: $0) } == plain)
      }
      for byte in UInt8(0x80)...0xFF {
        var bytes = good
        bytes[position] = byte
        #expect(bytes.withUnsafeBytes { UniqueID(bytes: $0) } == nil)
      }
    }
  }
}
