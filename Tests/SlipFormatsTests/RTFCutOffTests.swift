import SlipBase
import SlipDocument
import SlipFormats
import SlipTestSupport
import Testing

/// A file that was cut off reads as if its open groups had ended there.
@Suite struct RTFCutOffTests {
  @Test(arguments: RTFFindsTests.files) func `the end of the file ends all groups`(file: String) throws {
    let bytes = try Fixtures.bytes(file)
    guard bytes.count < 4_000 else { return }
    var depth = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if depth > 0, [UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\\")].contains(byte) {
        let cut = Array(bytes[..<index])
        let closed = cut + Array(repeating: UInt8(ascii: "}"), count: depth)
        #expect(Self.dump(cut) == Self.dump(closed), "cut off at \(index)")
      }
      switch byte {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      default: break
      }
      index += 1
    }
  }

  private static func dump(_ rtf: [UInt8]) -> String {
    rtf.withUnsafeBytes { TreeDump.text(of: RTFReader.read($0).document) }
  }
}
