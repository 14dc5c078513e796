import SlipDocument
import SlipTestSupport
import Testing

/// A file that was cut off reads as if its open groups had ended there.
@Suite struct RTFCutOffTests {
  @Test(arguments: RTFFindsTests.files) func `the end of the file ends all groups`(file: String) throws {
    let bytes = try Fixtures.bytes(file)
    guard bytes.count < 4_000 else { return }
    var depth = 0
    for (offset, byte) in marks(in: bytes) {
      if depth > 0 {
        let cut = Array(bytes[..<offset])
        let closed = cut + Array(repeating: UInt8(ascii: "}"), count: depth)
        #expect(Self.dump(cut) == Self.dump(closed), "cut off at \(offset)")
      }
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
    }
  }

  private static func dump(_ rtf: [UInt8]) -> String {
    TreeDump.text(of: RTFFindsTests.read(rtf))
  }
}
