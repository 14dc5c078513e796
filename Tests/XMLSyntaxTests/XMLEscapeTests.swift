import Testing
@testable import XMLSyntax

@Suite struct XMLEscapeTests {
  @Test func eachByteIsSeenWhereverItStands() {
    let special = Set<UInt8>(0..<0x20).union([0x22, 0x26, 0x3C, 0x3E, 0xEF])
    for count in [0, 1, 15, 16, 17, 31, 32, 40] {
      var text = [UInt8](repeating: 0x61, count: count)
      #expect(text.withUnsafeBufferPointer { XMLEscape.isPlain($0) })
      for index in 0..<count {
        for byte in UInt8.min...UInt8.max {
          text[index] = byte
          let isPlain = text.withUnsafeBufferPointer { XMLEscape.isPlain($0) }
          #expect(isPlain != special.contains(byte), "\(byte) at \(index) of \(count)")
        }
        text[index] = 0x61
      }
    }
  }
}
