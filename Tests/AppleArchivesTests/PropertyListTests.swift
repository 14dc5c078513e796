import AppleArchives
import SlipTestSupport
import Testing

@Suite struct PropertyListTests {
  private func read(_ bytes: [UInt8]) -> PropertyList? { bytes.withUnsafeBytes { PropertyList.read($0) } }

  @Test func everyKindOfObjectIsRead() throws {
    let list = try #require(
      read(
        ListValue.array([
          .bool(true), .integer(-3), .real(0.5), .date(86_400), .data([1, 2]), .string("a"), .string("ü🐝"),
          .uid(7),
          .set([.integer(1)]), .dictionary([("k", .null)]),
        ]).binary))
    let values = list.elements(list.top).map { list[$0] }
    #expect(values.count == 10)
    #expect(
      Array(values[..<8]) == [
        .boolean(true), .integer(-3), .real(0.5), .date(86_400), .data([1, 2]), .string("a"), .string("ü🐝"),
        .uid(7),
      ])
    let dictionary = list.elements(list.top)[9]
    #expect(list.value("k", of: dictionary).map { list[$0] } == .null)
    #expect(list.value("x", of: dictionary) == nil)
    #expect(!list.isDamaged)
  }

  @Test func longTextsHaveTheirLengthBehindTheMark() throws {
    let text = String(repeating: "long ", count: 100)
    let list = try #require(read(ListValue.string(text).binary))
    #expect(list.string(list.top) == text)
  }

  @Test func theXMLFormGivesTheSame() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict><key>a</key><array><integer>1</integer><real>0.5</real><true/>
      <string>x &amp; y</string><data>AQI=</data><date>2001-01-02T00:00:00Z</date></array>
      <key>u</key><dict><key>CF$UID</key><integer>3</integer></dict></dict></plist>
      """
    let list = try #require(read(Array(text.utf8)))
    let array = try #require(list.value("a", of: list.top))
    #expect(
      list.elements(array).map { list[$0] } == [
        .integer(1), .real(0.5), .boolean(true), .string("x & y"), .data([1, 2]), .date(86_400),
      ])
    #expect(list.value("u", of: list.top).map { list[$0] } == .uid(3))
  }

  @Test func whateverTheBytesAreNothingBreaks() {
    let good = ListValue.array((0..<20).map { .dictionary([("k\($0)", .data([UInt8($0)]))]) }).binary
    #expect(read([]) == nil)
    #expect(read(Array("bplist00".utf8)) == nil)
    var random = SeededGenerator(seed: 1)
    for _ in 0..<3_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
      guard let list = read(bytes) else { continue }
      for index in list.objects.indices {
        _ = list.elements(index).map { list[$0] }
        _ = list.value("k1", of: index)
      }
    }
  }

  @Test func objectsThatOverlapAreStoppedByTheLengthOfTheFile() throws {
    // Ten thousand offsets that all lead to one long text.
    let text = [UInt8](repeating: 0x61, count: 60_000)
    var bytes = Array("bplist00".utf8) + [0x5F, 0x12, 0, 0, 0xEA, 0x60] + text
    let table = bytes.count
    for _ in 0..<10_000 { bytes += [0, 0, 0, 8] }
    bytes += [0, 0, 0, 0, 0, 0, 4, 2, 0, 0, 0, 0, 0, 0, 0x27, 0x10] + [UInt8](repeating: 0, count: 8)
    bytes += [0, 0, 0, 0, 0, 0, UInt8(table >> 8), UInt8(table & 0xFF)]
    let list = try #require(read(bytes))
    #expect(list.isDamaged)
    #expect(list.objects.count { $0 != .null } == 1)
  }
}
