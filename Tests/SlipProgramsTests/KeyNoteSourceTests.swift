import SlipBase
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// Files of KeyNote.
@Suite struct KeyNoteSourceTests {
  /// A file of version 3 with all that matters.
  static let new = """
    #!GFKNT 3.2
    #C28-11-2024 17:42:29
    %TG
    ID=1
    TN=to do
    N:=4
    %*
    GI=1
    ND=First
    AL=Other name
    LM=1902251901
    %.
    DC=2811241742
    TG=1,9
    %:
    {\\rtf1\\ansi\\ansicpg1252 \\b\\v\\'11B1\\'12\\v0 This \\b0 {{\\field{\\*\\fldinst{HYPERLINK "file:///<3|15|0|1"}}{\\fldrslt{third}}}} \\v\\'11I1\\'12\\v0{\\field{\\*\\fldinst{HYPERLINK "img:1,20,18"}}{\\fldrslt {1_pic.png}}} {\\field{\\*\\fldinst{HYPERLINK "file:///<77|0|0"}}{\\fldrslt{nowhere}}}\\par
    }
    %*
    GI=2
    ND=Second
    %.
    NS=0002
    %>
    ;plain;
    ;%*
    ;
    %*
    GI=3
    ND=Third
    VF=C:\\notes\\todo.txt
    RV=todo.txt
    %.
    %*
    GI=9
    ND=Lost
    %.
    %:
    {\\rtf1 lost}
    %+
    NN=Folder
    ID=7
    FL=101110000000101000000000
    n:=4
    %-
    gi=1
    ns=0A00
    LV=0
    HC=$00C0FFFE
    NA=0812241906/0812241911|bring it
    %-
    gi=3
    DI=12
    LV=1
    %-
    GI=1
    gi=4
    %-
    gi=2
    ns=1000
    LV=0
    %S
    SM=1
    %I
    PD=1||1_pic.png|1|20|18|0||1|1||0
    %EI
    EI=1|1_pic.png|4
    """

  /// The sample with the bytes of its picture and its end.
  static let newBytes =
    Array(new.utf8) + [0x0A, 0x89, 0x0A, 0x25, 0x25] + Array("\r\n##END_IMAGE##\r\n%%\r\n".utf8)

  @Test func treesOfVersion3() throws {
    let result = try SourceDrain.read(Self.newBytes, named: "a.knt")
    #expect(result.notes.map(\.id) == ["gi:1", "gi:3", "gi:4", "gi:2", "note:9"])
    #expect(result.folders == ["Folder", "Folder/First"] && result.keywords == ["to do"])
    let first = try #require(result["gi:1"])
    let item = try #require(first.item)
    #expect(first.title == "First" && item.folder.map(\.name) == ["Folder", "First"])
    #expect(
      first.created?.rfc3339 == "2024-11-28T17:42:00Z" && first.modified?.rfc3339 == "2025-02-19T19:01:00Z")
    #expect(first.zoneIsUnknown && item.isFavorite && item.keywords.map(\.path) == [["to do"]])
    #expect(
      item.properties == [
        Property("alias", .text, "Other name"), Property("keynote:checked", .boolean, "true"),
        Property("keynote:color", .text, "#FEFFC0"), Property("due", .date, "2024-12-08T19:11:00Z"),
        Property("keynote:alarm", .text, "bring it"),
      ])
    #expect(
      result.text("gi:1") == "This third \u{FFFC} nowhere\n"
        || result.text("gi:1") == "This third \u{FFFC} nowhere")
    #expect(first.attachments.map(\.name) == ["1_pic.png"])
    #expect(first.attachments.map(\.payload.bytes) == [[0x89, 0x0A, 0x25, 0x25]])
    #expect(first.linkTargets == [.note(UniqueID(high: 1, low: 2))])
    #expect(item.unresolved == [SourceLink("file:///<77|0|0")])
    #expect(
      result["gi:3"]?.item?.properties.contains(Property("keynote:file", .text, "C:\\notes\\todo.txt"))
        == true)
    #expect(
      result["gi:4"]?.body == first.body && result["gi:4"]?.item?.folder.map(\.name) == ["Folder", "First"])
    #expect(result["gi:4"]?.item?.properties.contains(Property("keynote:linked-node", .text, "gi:1")) == true)
    #expect(result.text("gi:2") == "plain;\n%*\n" || result.text("gi:2") == "plain;\n%*")
    #expect(result["gi:2"]?.item?.properties == [Property("keynote:hidden", .boolean, "true")])
    #expect(result["note:9"]?.item?.folder == [] && result.text("note:9") == "lost")
  }

  /// A file of version 2.
  static let old = """
    #!GFKNT 2.0
    %
    NN=Simple
    ID=2
    DC=21-05-2003 15:25:25
    %:
    {\\rtf1\\ansi\\ansicpg1250 See file:///?Tr%20ee|Child|12|0 now and {\\field{\\*\\fldinst HYPERLINK "file:///*1|2"}{\\fldrslt child}}}
    %+
    NN=Tr ee
    ID=1
    FL=101111000000210000000000
    %-
    LV=0
    ND=\u{1}
    DI=1
    NF=110000100000000000000000
    NT=20200113T115321.20241211T115236
    %:
    ;a
    ;%
    %-
    LV=5
    ND=Child
    DI=2
    NF=000000000001000000000000
    HB=clRed
    %-
    ND=Mirror
    DI=3
    VN=2|0
    %-
    ND=Again
    DI=3
    %%
    """

  @Test func treesOfVersion2() throws {
    // A title in Windows-1250: the file says so in the head of its RTF.
    let bytes = Array(Self.old.utf8).flatMap { $0 == 1 ? [0xBF, 0x61, 0xB9] : [$0] }
    let result = try SourceDrain.read(bytes, named: "a.knt")
    #expect(result.notes.map(\.id) == ["2", "1/1", "1/2", "1/3", "1/3#2"])
    #expect(result["2"]?.title == "Simple" && result["2"]?.item?.folder == [])
    #expect(result["2"]?.created?.rfc3339 == "2003-05-21T15:25:25Z")
    #expect(result["2"]?.linkTargets == [.note(UniqueID(high: 1, low: 3))])
    #expect(result.text("2") == "See file:///?Tr%20ee|Child|12|0 now and child")
    let parent = try #require(result["1/1"])
    #expect(parent.title == "żaą" && parent.item?.folder.map(\.name) == ["Tr ee", "żaą"])
    #expect(
      parent.created?.rfc3339 == "2020-01-13T11:53:21Z" && parent.modified?.rfc3339 == "2024-12-11T11:52:36Z")
    #expect(parent.item?.isFavorite == true && result.text("1/1") == "a\n%")
    #expect(result["1/2"]?.item?.folder.map(\.name) == ["Tr ee", "żaą"])
    #expect(
      result["1/2"]?.item?.properties == [
        Property("keynote:hidden", .boolean, "true"), Property("keynote:background", .text, "clRed"),
      ])
    #expect(result["1/3"]?.title == "Mirror" && result["1/3"]?.body == result["2"]?.body)
    #expect(result["1/3"]?.item?.folder.map(\.name) == ["Tr ee"])
  }

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
    let cut = try #require(Self.new.range(of: "%EI"))
    let start = try #require(Self.new.firstIndex(of: "\n"))
    let lines = Array(Self.new[Self.new.index(after: start)..<cut.lowerBound].utf8)
    let tail = Array("%EI\nEI=1|1_pic.png|4\n".utf8) + [0x89, 0x0A, 0x25, 0x25]
    let bytes =
      Array("GFKNZ32".utf8) + [2] + Self.packed(lines) + tail + Array("\r\n##END_IMAGE##\r\n%%\r\n".utf8)
    let result = try SourceDrain.read(bytes, named: "a.knt")
    #expect(result.notes.count == 5)
    #expect(result["gi:1"]?.attachments.map(\.payload.bytes) == [[0x89, 0x0A, 0x25, 0x25]])
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

  @Test func damagedFilesNeverCrash() {
    SourceDrain.law(Self.newBytes, .keynote, seed: 1) { try SourceTree.of($0, named: "a.knt") }
    SourceDrain.law(Array(Self.old.utf8), .keynote, seed: 2) { try SourceTree.of($0, named: "a.knt") }
  }
}
