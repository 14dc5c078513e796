import Testing

@testable import SlipRTF
@testable import SlipRTFD

/// The data of `\\object`, as copies beside the body.
@Suite struct EmbeddedObjectTests {
  private static func hex(_ bytes: [UInt8]) -> String { hexText(bytes, line: 64, space: "\n") }

  private static func objects(_ body: String) -> [EmbeddedObject] {
    let file = Array("{\\rtf1 \(body)}".utf8)
    let lift = Lift(file)
    #expect(lift.result.body == file || !lift.result.pictures.isEmpty)
    return lift.result.objects
  }

  @Test func packagesAreFiles() {
    let data = EmbeddedObjectTests.hex(OLEPackage.write(name: "C:\\a\\b.pdf", bytes: Array("%PDF-1.4".utf8)))
    let found = EmbeddedObjectTests.objects(
      "a{\\object\\objemb{\\*\\objclass Package}{\\*\\objdata \(data)}{\\result shown}}b")
    #expect(found.map(\.name) == ["b.pdf"])
    #expect(found.map(\.bytes) == [Array("%PDF-1.4".utf8)])
    #expect(found.map(\.mediaType.name) == ["application/pdf"])
  }

  /// The native data of OLE 1.0, and data that isn't OLE.
  @Test func othersAreTheirData() {
    let native = "0105000002000000070000005042727573680000000000000000000400000041424344"
    let found = EmbeddedObjectTests.objects(
      "{\\object{\\*\\objdata \(native)}}{\\object{\\*\\objdata 0102}{\\result{\\pict\\pngblip 89}}}")
    #expect(found.map(\.bytes) == [Array("ABCD".utf8), [1, 2]])
    #expect(found.allSatisfy { $0.name == nil })
  }

  /// In text boxes and notes, once for a shape; not in the head, in fallbacks and without data.
  @Test(arguments: [
    ("{\\footnote{\\object{\\*\\objdata 01}}}", 1),
    ("{\\shp{\\*\\shpinst{\\shptxt{\\object{\\*\\objdata 01}}}}{\\shprslt{\\object{\\*\\objdata 01}}}}", 1),
    ("{\\info{\\title{\\object{\\*\\objdata 01}}}}", 0), ("{\\*\\unknown{\\object{\\*\\objdata 01}}}", 0),
    ("{\\object{\\*\\objdata }}", 0), ("\\objdata 01", 0), ("{\\object{\\*\\objdata 01", 1),
    ("{\\stylesheet{\\object{\\*\\objdata 01}}}", 0),
  ])
  func whereTheyStand(_ body: String, _ count: Int) {
    #expect(EmbeddedObjectTests.objects(body).count == count)
  }
}
