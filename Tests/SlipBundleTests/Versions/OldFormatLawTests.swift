import SlipBase
import SlipTestSupport
import Testing

@testable import SlipBundle

/// What is written is read again as it was, and keeps its schema.
@Suite struct OldFormatLawTests {
  private func isValid(_ xml: [UInt8], _ version: SchemaVersion) throws {
    let fault = try xml.withUnsafeBytes { try SchemaCheck.firstFault($0, version: version, Limits()) }
    #expect(fault == nil, "\(fault?.message ?? "")")
    let found = try xml.withUnsafeBytes { try VersionTable.version(of: $0) }
    #expect(found.number == version.number)
  }

  @Test(arguments: 0..<60) func version1(seed: UInt64) throws {
    var generator = OldBoxGenerator(seed: seed)
    let box = generator.box1()
    let xml = try V1Format.bytes(box)
    #expect(try xml.withUnsafeBytes { try V1Format.read($0, file: nil, limits: Limits()) } == box)
    try isValid(xml, Version1.row)
  }

  @Test(arguments: 0..<60) func version2(seed: UInt64) throws {
    var generator = OldBoxGenerator(seed: seed)
    let box = generator.box2()
    let xml = try V2Format.bytes(box)
    #expect(try xml.withUnsafeBytes { try V2Format.read($0, file: nil, limits: Limits()) } == box)
    try isValid(xml, Version2.row)
  }

  @Test(arguments: 0..<60) func version3(seed: UInt64) throws {
    var generator = OldBoxGenerator(seed: seed)
    let box = generator.box3()
    let xml = try V3Format.bytes(box)
    #expect(try xml.withUnsafeBytes { try V3Format.read($0, file: nil, limits: Limits()) } == box)
    try isValid(xml, Version3.row)
  }

  @Test(arguments: 0..<60) func version4(seed: UInt64) throws {
    var generator = OldBoxGenerator(seed: seed)
    let box = Stage34.up(generator.box3(), limits: Limits(), workers: 1).box
    let xml = try V4Format.bytes(box)
    #expect(try xml.withUnsafeBytes { try V4Format.read($0, file: nil, limits: Limits()) } == box)
    try isValid(xml, Version4.row)
  }

  @Test func wrappedTextComesBack() {
    var generator = BoxGenerator(seed: 7)
    for _ in 0..<500 {
      let text = generator.text()
      #expect(PlainTextRTF.unwrap(PlainTextRTF.wrap(text)) == text)
    }
    #expect(PlainTextRTF.unwrap(Array(#"{\rtf1\ansi x}"#.utf8)) == nil)
    #expect(PlainTextRTF.unwrap([]) == nil)
  }

  @Test func base64() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
      #expect(Base64.bytes(Array(Base64.text(bytes).utf8)) == bytes)
    }
    #expect(Base64.text(Array("foob".utf8)) == "Zm9vYg==")
    #expect(Base64.bytes(Array(" Zm9v\n Yg = = ".utf8)) == Array("foob".utf8))
    for broken in ["Z", "Zm9", "Zm9vY=", "Z===", "Zg==Zg==", "Zm9v!"] {
      #expect(Base64.bytes(Array(broken.utf8)) == nil)
    }
  }
}
