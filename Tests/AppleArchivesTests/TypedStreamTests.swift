import SlipBase
import SlipDocument
import SlipTestSupport
import Testing

@testable import AppleArchives

@Suite struct TypedStreamTests {
  /// What each stream begins with.
  private static let head: [UInt8] = [4, 11] + Array("streamtyped".utf8) + [0x81, 0xE8, 3]

  private func open(_ bytes: [UInt8]) -> TypedStream? { bytes.withUnsafeBytes { TypedStream($0) } }

  /// A text with its length.
  private func text(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + Array(text.utf8) }

  /// An attributed string with two runs; the second dictionary has an underline.
  private var attributed: [UInt8] {
    var bytes = TypedStreamTests.head + [0x84, 1, 0x40, 0x84, 0x84, 0x84] + text("NSAttributedString") + [0]
    bytes += [0x84, 0x84] + text("NSObject") + [0, 0x85]
    bytes +=
      [0x92, 0x84, 0x84, 0x84] + text("NSString") + [1, 0x94, 0x84, 1, 0x2B] + text("Hello, world") + [0x86]
    bytes +=
      [0x84, 2, 0x69, 0x49, 1, 5, 0x92, 0x84, 0x84, 0x84] + text("NSDictionary") + [
        0, 0x94, 0x84, 1, 0x69, 0, 0x86,
      ]
    // The type "iI" is the sixth text; the class of dictionaries is the sixth object.
    bytes += [0x97, 2, 7, 0x92, 0x84, 0x98, 0x99, 1]
    bytes += [0x92, 0x84, 0x96] + [0x96] + text("NSUnderline") + [0x86]
    bytes += [0x92, 0x84, 0x84, 0x84] + text("NSNumber") + [0, 0x84, 0x84] + text("NSValue") + [0, 0x94]
    bytes += [0x84, 1, 0x2A, 0x84, 0x99, 0x99, 1, 0x86]
    return bytes + [0x86, 0x86]
  }

  @Test func aStringIsRead() throws {
    let bytes =
      TypedStreamTests.head + [0x84, 1, 0x40, 0x84, 0x84, 0x84] + text("NSString") + [1, 0x84, 0x84]
      + text("NSObject") + [0, 0x85, 0x84, 1, 0x2B] + text("Hello, world") + [0x86]
    #expect(bytes.count == 62)
    let stream = try #require(open(bytes))
    #expect(!stream.isDamaged)
    #expect(stream.roots.count == 1)
    #expect(stream.string(stream.roots[0]) == "Hello, world")
    #expect(AttributedText(stream)?.string == "Hello, world")
  }

  @Test func anAttributedStringWithoutAttributesIsRead() throws {
    let bytes =
      TypedStreamTests.head + [0x84, 1, 0x40, 0x84, 0x84, 0x84] + text("NSAttributedString") + [
        0, 0x84, 0x84,
      ]
      + text("NSObject") + [0, 0x85, 0x92, 0x84, 0x84, 0x84] + text("NSString") + [1, 0x94, 0x84, 1, 0x2B]
      + text("Hello, world") + [0x86, 0x84, 2, 0x69, 0x49, 1, 12, 0x92, 0x84, 0x84, 0x84]
      + text("NSDictionary")
      + [0, 0x94, 0x84, 1, 0x69, 0, 0x86, 0x86]
    #expect(bytes.count == 118)
    let stream = try #require(open(Array(bytes)))
    #expect(!stream.isDamaged)
    let text = try #require(AttributedText(stream))
    #expect(text.string == "Hello, world")
    #expect(text.runs.map(\.length) == [12])
    #expect(text.losses.isEmpty)
  }

  @Test func numbersOfSeveralBytesAreRead() throws {
    var bytes = TypedStreamTests.head + [0x84, 3] + Array("iid".utf8)
    bytes +=
      [0x81, 0x00, 0x80, 0x82, 0, 0, 1, 0, 0x83]
      + (0..<8).map { UInt8(truncatingIfNeeded: (0.5).bitPattern >> (8 * $0)) }
    let stream = try #require(open(bytes))
    #expect(stream.roots == [.integer(-32_768), .integer(65_536), .real(0.5)])
  }

  @Test func whateverTheBytesAreNothingBreaks() {
    let good = attributed
    var random = SeededGenerator(seed: 2)
    for _ in 0..<5_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let place = Int.random(in: TypedStreamTests.head.count..<bytes.count, using: &random)
        bytes[place] =
          Bool.random(using: &random)
          ? UInt8.random(in: 0x80...0x9A, using: &random) : UInt8.random(in: 0...255, using: &random)
      }
      guard let stream = open(bytes) else { continue }
      for index in stream.entries.indices { _ = stream.classNames(index) }
      _ = AttributedText(stream)?.document()
    }
  }
}
