import SlipBase
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// Files of KeyNote.
@Suite struct KeyNoteSourceTests {
  /// Bytes as zlib packs them, in one block as it is.
  static func packed(_ bytes: [UInt8]) -> [UInt8] {
    let (low, high) = (UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8))
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    let sum = [b >> 8, b & 0xFF, a >> 8, a & 0xFF].map { UInt8($0) }
    return [0x78, 1, 1, low, high, ~low, ~high] + bytes + sum
  }

  @Test func packedFilesKeepPicturesOutside() throws {
    let file = try Fixtures.bytes("sources/keynote/Shipyard.knt")
    let pictures = try #require(file.firstRange(of: Array("%EI".utf8)))
    let start = try #require(file.firstIndex(of: 0x0A))
    let bytes =
      Array("GFKNZ32".utf8) + [2] + Self.packed(Array(file[(start + 1)..<pictures.lowerBound]))
      + file[pictures.lowerBound...]
    let result = try SourceDrain.read(bytes, named: "a.knt")
    #expect(result.notes.map(\.id) == ["gi:1", "gi:3", "gi:4", "gi:2", "note:9"])
    #expect(result["gi:1"]?.attachments.map(\.payload.bytes.count) == [67])
  }

  @Test func encryptedFilesAreRefused() throws {
    let error = #expect(throws: SlipError.self) {
      try SourceDrain.read(Array("GFKNE10".utf8) + [0, 1, 2], named: "a.knt")
    }
    #expect(error?.code == ExchangeCode.encryptedPart)
  }

  @Test func endlessFilesAreRefused() throws {
    // Stored blocks don't shrink, so this is as large as it looks, and only just below the limit.
    let lines = Array("%*\nGI=1\n%.\n%:\n".utf8) + [UInt8](repeating: 0x61, count: 60_000)
    let bytes = Array("GFKNZ30".utf8) + [0] + Self.packed(lines)
    #expect(try SourceDrain.read(bytes, named: "a.knt").notes.count == 1)
  }

  @Test func aNoteWithSeveralNumbersHasOneIDAlways() throws {
    let numbers = (1...9).map { "GI=\($0)\n" }.joined()
    let text = "#!GFKNT 3.2\n%*\n\(numbers)ND=A\n%.\n%+\nNN=F\n%%\n"
    for _ in 0..<8 {
      #expect(try SourceDrain.read(Array(text.utf8), named: "a.knt").notes.map(\.id) == ["note:1"])
    }
  }

  @Test func encryptedPartsShow() throws {
    let text = "#!GFKNT 3.2\n%*\nGI=1\nND=A\n%.\nNS=10\n%+\nNN=F\n%-\ngi=1\n%C\n\u{7}%%\nx\n%CE\n%%\n"
    let result = try SourceDrain.read(Array(text.utf8), named: "a.knt")
    #expect(result.text("gi:1") == "🔒" && result.findings.map(\.code).contains(ExchangeCode.encryptedPart))
  }

  @Test(arguments: [
    (
      "{\\protect{\\field{\\*\\fldinst{HYPERLINK \"FOLD:\"}}{\\fldrslt{+}}}}\\protect First\\v\\par rest \\'11L\"http://a.b/\"@\\ul link\\'12\\ul0  end\\v0 ...\\'13\\protect0 after",
      "First\nrest link endafter"
    ),
    ("a\\'11B12\\'12 b", "a b"), ("a\\v\\'11I1\\'12\\v0 b", "ab"), ("a\\'11x", "ax"), ("a\\'13b", "ab"),
    ("a\\fs20\\'11D1\\'12\\b b", "ab"),
  ])
  func marksGo(_ rtf: String, _ text: String) throws {
    let file = "#!GFKNT 3.0\n%*\nGI=1\nND=A\n%.\n%:\n{\\rtf1 \(rtf)}\n%+\nNN=F\n%-\ngi=1\n%%\n"
    let result = try SourceDrain.read(Array(file.utf8), named: "a.knt")
    #expect(result.text("gi:1") == text)
  }

  @Test(arguments: [
    ("file:///<41|663|0|11", KeyNoteLink.Target.node("41"), ""),
    ("file:///*8|303|1", .place(folder: "8", node: "303"), ""),
    ("file:///*8|-1|1", .place(folder: "8", node: "0"), ""),
    ("file:///D:\\a%20b.knt*8|2", .place(folder: "8", node: "2"), "D:\\a b.knt"),
    ("file:///?My%20notes|A%FC|1", .names(folder: "My notes", node: "Aü"), ""),
  ])
  func links(_ address: String, _ target: KeyNoteLink.Target, _ file: String) {
    let link = KeyNoteLink(address)
    #expect(link?.target == target && link?.file == file)
  }

  @Test(arguments: [
    "", "file:///", "file:///C:\\a.txt", "http://a/*1|2", "file:///<x|1", "file:///*|1", "file:///?a",
  ])
  func otherAddresses(_ address: String) { #expect(KeyNoteLink(address) == nil) }

  @Test func levelsAreBounded() throws {
    var text = "#!GFKNT 2.0\n%+\nNN=F\n"
    for level in 0..<2_000 { text += "%-\nLV=\(level)\nND=n\nDI=\(level)\n" }
    let result = try SourceDrain.read(Array(text.utf8), named: "a.knt")
    #expect(result.notes.count == 2_000)
    #expect((result.notes.map { $0.note.item?.folder.count ?? 0 }.max() ?? 0) <= 66)
  }

  @Test func damagedFilesNeverCrash() throws {
    for (name, seed) in [("Shipyard", UInt64(1)), ("Old", 2)] {
      let bytes = try Fixtures.bytes("sources/keynote/\(name).knt")
      SourceDrain.law(bytes, .keynote, seed: seed, step: 2) { try SourceTree.of($0, named: "a.knt") }
    }
  }
}
