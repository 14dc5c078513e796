import SlipRTF
import SlipRTFD
import SlipBase
import SlipTestSupport
import Testing

@Suite struct FlatRTFDTests {
  func read(
    _ bytes: [UInt8], _ limits: Limits = Limits()
  ) -> (package: FilePackage, codes: [String]) {
    var diagnostics: [Diagnostic] = []
    let package = bytes.withUnsafeBytes { FlatRTFD.read($0, limits: limits, diagnostics: &diagnostics) }
    return (package, diagnostics.compactMap(\.code))
  }

  func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

  func folder(_ entries: [(name: String, record: [UInt8])]) -> [UInt8] {
    number(3) + number(entries.count) + entries.flatMap { number($0.name.utf8.count) + Array($0.name.utf8) }
      + entries.flatMap { number($0.record.count) } + entries.flatMap(\.record)
  }

  func file(_ text: String) -> [UInt8] { number(1) + number(text.utf8.count) + Array(text.utf8) }

  func flat(_ entries: [(name: String, record: [UInt8])]) -> [UInt8] {
    Array("rtfd\0\0\0\0".utf8) + folder(entries)
  }

  /// Made by a script that knows nothing of this code.
  @Test func whatCocoaWritesIsRead() throws {
    let (package, codes) = read(try Fixtures.bytes("rtfd/Flat.rtfd"))
    #expect(codes == [])
    #expect(
      package.entries.map(\.path) == [
        "Plan of the garden.png", "Seeds {new} 100%.csv", "TXT.rtf", "left over.txt",
      ])
    for entry in package.entries {
      #expect(try entry.bytes == Fixtures.bytes("rtfd/The garden.rtfd/" + entry.path))
    }
  }

  @Test func whatIsWrittenComesBack() {
    let deep = RTFDSamples.package(
      "x", [("a.b", "1"), ("a/b/c", "2"), ("a/d", "3"), ("ab", ""), ("z/\u{1F600}", "4")])
    for package in [FilePackage(), RTFDSamples.package("x"), deep] {
      let (again, codes) = read(FlatRTFD.write(package))
      #expect(again == package && codes == [])
    }
  }

  @Test func longContentsMayBeAligned() {
    let content = [UInt8](repeating: 7, count: 5_000)
    let aligned =
      number(1) + number(0x8000_0000) + number(5_000) + number(13) + [UInt8](repeating: 0, count: 13)
    let (package, codes) = read(flat([("a", aligned + content), ("b", file("after"))]))
    #expect(codes == [])
    #expect(package["a"]?.bytes == content)
    #expect(package["b"]?.bytes == Array("after".utf8))
    #expect(read(flat([("a", Array(aligned.prefix(12)))])).codes == ["SBXG213"])
  }

  @Test func cutOffFilesGiveWhatTheyHave() throws {
    let bytes = try Fixtures.bytes("rtfd/Flat.rtfd")
    let whole = read(bytes).package
    for length in 0..<bytes.count {
      let (package, codes) = read(Array(bytes[..<length]))
      #expect(codes.contains("SBXG213") || package == whole)
      for entry in package.entries {
        #expect(whole[entry.path]?.bytes?.starts(with: entry.bytes ?? []) == true)
      }
    }
  }

  @Test(arguments: ["../x", "/x", "a/b", "..", ".\u{0}", ""]) func namesStayInside(name: String) {
    let (package, codes) = read(flat([(name, file("bad")), ("TXT.rtf", file("good"))]))
    #expect(package.entries.map(\.path) == ["TXT.rtf"] && codes == ["SBXP212"])
  }

  @Test func oddRecordsAreLeftOut() {
    #expect(read(flat([("a", number(7) + number(0)), ("b", file("b"))])).codes == ["SBXP213"])
    #expect(read(flat([("a", file("1")), ("a", file("2"))])).codes == ["SBXG213"])
    #expect(read(flat([("a", number(1) + number(1 << 31))])).codes == ["SBXG213"])
    #expect(read(Array("rtfd\0\0\0\0".utf8) + number(3) + number(0xFFFF_FFFF)).codes == ["SBXG212"])
    #expect(read(Array("rtf".utf8)).codes == ["SBXG213"])
  }

  @Test func deepFoldersAndManyFilesHaveLimits() {
    var record = file("x")
    for _ in 0..<200 { record = folder([("d", record)]) }
    let (package, codes) = read(flat([("d", record)]))
    #expect(package.entries.count == 64 && codes == ["SBXG213"])
    var limits = Limits()
    limits.packageFiles = 1
    #expect(read(flat([("a", file("1")), ("b", file("2"))]), limits).codes == ["SBXG212"])
    limits = Limits()
    limits.packageBytes = 1
    #expect(read(flat([("a", file("1")), ("b", file("2"))]), limits).package.length == 1)
  }
}
