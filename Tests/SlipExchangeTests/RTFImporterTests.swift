import SlipRTF
import SlipRTFD
import SlipBase
import SlipExchange
import SlipNotes
import Testing

@Suite struct RTFImporterTests {
  /// A PNG of one pixel.
  static let png =
    "89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c020000000b4944415478da6364f80f00010501012718e366"
    + "0000000049454e44ae426082"

  func read(
    _ text: String, name: String = "Folder/File.rtf", _ change: (inout ImportContext) -> Void = { _ in }
  ) throws -> ImportedNote {
    var context = ImportContext(
      key: ImportKey(sourceName: "Box", path: name), fileModified: Timestamp(rfc3339: "2024-05-06T07:08:09Z"))
    change(&context)
    return try Array(text.utf8).withUnsafeBytes { try Importer.rtf.read($0, context) }
  }

  static let full = #"""
    {\rtf1\ansi\ansicpg1251{\fonttbl{\f0 Arial;}}
    {\info{\title \'cf\'f0\u1080?\'e2\'e5\'f2 \{1\}}{\keywords red, Blue;RED
    , green\u8364?}{\creatim\yr2001\mo2\dy3\hr4\min5}{\revtim\yr2010\mo12\dy31\hr23\min59\sec58}}
    \pard First line with {\field{\*\fldinst HYPERLINK "b%20c.rtf" \\l "mark"}{\fldrslt b}} and
    {\field{\*\fldinst{HYPERLINK "https://example.org/"}}{\fldrslt web}} [[Other]]\par
    {\field{\*\fldinst HYPERLINK "slipbox:note/00000000-0000-0000-0000-000000000001"}{\fldrslt x}}}
    """#

  @Test func fieldsOfAFile() throws {
    let note = try read(Self.full)
    #expect(note.title == "Привет {1}")
    #expect(note.keywords == ["red", "Blue", "green€"])
    #expect(note.key.folder == ["Folder"])
    #expect(note.created?.rfc3339 == "2001-02-03T04:05:00Z")
    #expect(note.modified?.rfc3339 == "2010-12-31T23:59:58Z")
    #expect(note.zoneIsUnknown)
    #expect(note.fileModified?.rfc3339 == "2024-05-06T07:08:09Z")
    #expect(note.linkTargets == [.file("b%20c.rtf#mark"), .note(UniqueID(high: 0, low: 1)), .title("Other")])
    #expect(note.body.fact == note.original && note.kept.fact == note.original && note.lifted.isEmpty)
    #expect(String(decoding: note.mirror.bytes, as: UTF8.self).hasPrefix("First line with b and"))
  }

  /// Places are those of the file, not of the body without its pictures.
  @Test func placesAreTheFiles() throws {
    let note = try read(
      "{\\rtf1\\ansi {\\pict\\pngblip\n\(Self.png)\n}\na {\\xe{\\v entry}} \\u-10179 ?{\\pict\\pngblip \(Self.png)}\n {\\*\\docvar{n}{v}}}"
    )
    #expect(note.lifted.count == 2)
    #expect(note.diagnostics.map(\.code) == ["SBXR148", "SBXR009", "SBXR149"])
    #expect(
      note.diagnostics.map(\.location)
        == [(4, 4), (4, 29), (5, 5)].map { line, column in
          SourceLocation(
            file: "Folder/File.rtf", .position(line: line, column: column, offset: Self.offset(line, column)))
        })
  }

  /// In `placesAreTheFiles`.
  private static func offset(_ line: Int, _ column: Int) -> Int {
    let first = "{\\rtf1\\ansi {\\pict\\pngblip\n\(png)\n}\n".utf8.count
    let second = "a {\\xe{\\v entry}} \\u-10179 ?{\\pict\\pngblip \(png)}\n".utf8.count
    return first + (line == 4 ? 0 : second) + column - 1
  }

  @Test func datesHaveAPolicy() throws {
    let file = try read(Self.full) { $0.dates = .file }
    #expect(file.created == file.fileModified && file.modified == file.fileModified && !file.zoneIsUnknown)
    let zone = try read(Self.full) { $0.zone = TimeZoneRules(minutesEast: 90) }
    #expect(zone.created?.rfc3339 == "2001-02-03T02:35:00Z" && !zone.zoneIsUnknown)
    let none = try read(#"{\rtf1 x}"#)
    #expect(none.created == none.fileModified && !none.zoneIsUnknown && none.diagnostics.isEmpty)
    let odd = try read(#"{\rtf1{\info{\creatim\yr2001\mo13\dy3}}x}"#)
    #expect(odd.created == odd.fileModified)
    #expect(odd.diagnostics.map(\.code) == [ExchangeCode.impossibleDate])
    let far = try read(#"{\rtf1{\info{\creatim\yr9999\mo12\dy31\hr23}}x}"#) {
      $0.zone = TimeZoneRules(minutesEast: -90)
    }
    #expect(far.created == far.fileModified)
    #expect(far.diagnostics.map(\.code) == [ExchangeCode.impossibleDate])
  }

  @Test func titles() throws {
    #expect(try read(#"{\rtf1{\info{\title  }}\par\par Text here\par}"#).title == "Text here")
    #expect(try read(#"{\rtf1}"#, name: "a/My note.rtf").title == "My note")
  }

  @Test(arguments: ["", "plain text", "{\\html", "\u{FEFF}PK"]) func whatIsNoRTFIsRefused(text: String) {
    #expect { _ = try read(text) } throws: {
      guard let error = $0 as? SlipError else { return false }
      return error.code == ExchangeCode.notRTF && error.kind == .badInput
        && error.location?.file == "Folder/File.rtf"
    }
  }

  @Test func blanksAndMarksMayComeFirst() throws {
    #expect(try read("\u{FEFF} \r\n{\\rtf1 x}").title == "x")
  }

  @Test func picturesAreLiftedAndComeBack() throws {
    let text = "{\\rtf1 a{\\pict\\pngblip\n\(Self.png)}b{\\pict\\pngblip \(Self.png)}}"
    let note = try read(text)
    let attachment = try #require(note.attachments.first)
    #expect(note.attachments.count == 1, "equal pictures are one blob")
    #expect(attachment.mediaType == "image/png" && attachment.fileExtension == "png" && attachment.isShown)
    let digest = attachment.payload.fact.digest
    #expect(attachment.name == "picture-\(digest.hex.prefix(8)).png")
    #expect(note.lifted.count == 2 && note.kept == note.body && note.original != note.body.fact)
    let shown = note.body.bytes.withUnsafeBytes { RTFPictures.references(in: $0).map(\.digest) }
    #expect(shown == [digest, digest], "what a body shows is what its note refers to")
    let body = String(decoding: note.body.bytes, as: UTF8.self)
    #expect(
      body.contains("../../attachments/\(digest.hex.prefix(2))/\(digest.hex).png") && !body.contains(Self.png)
    )
    #expect(String(decoding: note.mirror.bytes, as: UTF8.self) == "a\u{FFFC}b\u{FFFC}")
    let restored = try note.kept.bytes.withUnsafeBytes {
      try RTFPictures.restore(kept: $0, lifted: note.lifted) { _ in attachment.payload.bytes }
    }
    #expect(restored == Array(text.utf8))
  }

  @Test func keptPicturesAreAttachmentsToo() throws {
    let bitmap =
      "280000000100000001000000010018000000000004000000" + String(repeating: "0", count: 32) + "11223300"
    let picture = "{\\pict\\dibitmap0 \(bitmap)}"
    let note = try read("{\\rtf1 a\(picture)b{\\pict\\pngblip \(Self.png)}c\(picture)}")
    #expect(
      note.attachments.map(\.mediaType) == ["image/bmp", "image/png"], "in the order of the text, each once")
    #expect(note.attachments.map(\.fileExtension) == ["bmp", "png"])
    #expect(note.attachments.allSatisfy(\.isShown) && note.lifted.count == 1)
    #expect(note.attachments[0].payload.bytes.starts(with: Array("BM".utf8)))
    #expect(String(decoding: note.body.bytes, as: UTF8.self).contains(picture))
    #expect(String(decoding: note.mirror.bytes, as: UTF8.self) == "a\u{FFFC}b\u{FFFC}c\u{FFFC}")
  }

  @Test func datesOfZerosAreNone() throws {
    let note = try read(#"{\rtf1{\info{\creatim\yr0\mo0\dy0\hr0\min0}}x}"#)
    #expect(note.created == note.fileModified && note.diagnostics.isEmpty)
  }

  @Test func anythingThatBeginsAsRTFIsRead() throws {
    var random = SeededBytes(state: 7)
    let pieces = [
      "{", "}", "\\info", "{\\title ", "\\field", "{\\*\\fldinst HYPERLINK ", "\"", "\\'e4", "\\u-10179?",
      "\\u8364?", "\\\\",
      "\\bin5 ", "[[", "]]", "\\pict ", "ff", "\\creatim\\yr99999999999", " ", "\n", "\\keywords a,b",
      "\\ansicpg932 ", "\u{e9}",
    ]
    for _ in 0..<2_000 {
      var text = "{\\rtf1"
      for _ in 0..<Int.random(in: 0..<24, using: &random) {
        text += pieces.randomElement(using: &random) ?? ""
      }
      let note = try read(text)
      #expect(!note.title.isEmpty && note.title.count <= 65_536)
      #expect(!note.title.unicodeScalars.contains { $0.value < 0x20 })
    }
  }
}

struct SeededBytes: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
