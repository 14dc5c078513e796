import SlipBase
import SlipDocument
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms
@testable import WindowsArchives

/// Message files of Outlook and streams of TNEF.
@Suite struct OutlookSourceTests {
  typealias Item = OutlookMaker.Item

  /// Sets of named properties that the samples use.
  static let names: [(set: UInt32, number: UInt32, text: String?)] = [
    (0x20329, 0, "Keywords"), (0x6200E, 0x8B00, nil),
  ]

  /// 2020-01-01T00:00:00Z, and each further hour.
  static func time(_ hours: UInt64) -> UInt64 { 132_223_104_000_000_000 + hours * 36_000_000_000 }

  /// A mail with a picture in its HTML, a file and another mail.
  static func mail() -> Item {
    let html = "<html><body><p>G\u{E9}n\u{E9}ral <img src=\"cid:p1@x\"></p><p>More</p></body></html>"
    var item = Item([
      (0x001A, .text("IPM.Note")), (0x0037, .text("RE: Bees")), (0x0039, .time(time(0))),
      (0x3007, .time(time(5))), (0x3008, .time(time(6))), (0x0042, .text("Ann")),
      (0x5D02, .text("ann@x.org")),
      (0x3FDE, .number(28591)), (0x1013, .bytes(html.unicodeScalars.map { UInt8($0.value) })),
      (0x0017, .number(2)), (0x1090, .number(2)), (0x8000, .texts(["Red", "Ideas"])),
    ])
    item.recipients = [
      Item([(0x3001, .text("Bob")), (0x39FE, .text("bob@x.org")), (0x0C15, .number(1))]),
      Item([(0x3001, .text("Cid")), (0x0C15, .number(2))]),
    ]
    let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    var inner = Item([(0x3001, .text("Inner")), (0x3705, .number(5))])
    inner.inner = [Item([(0x0037, .text("Inner")), (0x1000, .text("Plain\r\ntext"))])]
    item.attachments = [
      Item([
        (0x3707, .text("p.png")), (0x3712, .text("<p1@x>")), (0x3705, .number(1)), (0x3701, .bytes(picture)),
      ]),
      Item([(0x3704, .text("A~1.TXT")), (0x3705, .number(1)), (0x3701, .bytes(Array("file".utf8)))]),
      inner,
    ]
    return item
  }

  @Test func aMailIsANote() throws {
    let found = try notes(of: OutlookMaker.message(Self.mail(), names: Self.names).bytes(), named: "m.msg")
    #expect(found.map(\.id) == ["m.msg", "m.msg#2"])
    let (outer, inner) = (found[0].note, found[1].note)
    #expect(outer.title == "RE: Bees" && outer.created?.rfc3339 == "2020-01-01T00:00:00Z")
    #expect(outer.modified?.rfc3339 == "2020-01-01T06:00:00Z" && outer.isFavorite)
    #expect(outer.keywords.map(\.path) == [["Red"], ["Ideas"]])
    #expect(text(outer).contains("G\u{E9}n\u{E9}ral") && text(outer).contains("More"))
    #expect(outer.files.map(\.name) == ["A~1.TXT"])
    guard case .document(let document) = outer.body else { return #expect(Bool(false)) }
    #expect(document.resources.compactMap(\.name) == ["p.png"])
    #expect(outer.values("author") == ["Ann <ann@x.org>"] && outer.values("outlook:cc") == ["Cid"])
    #expect(
      outer.values("outlook:to") == ["Bob <bob@x.org>"] && outer.values("outlook:importance") == ["high"])
    #expect(outer.values("outlook:attached-item") == ["Inner"])
    #expect(inner.title == "Inner" && text(inner) == "Plain\ntext")
    #expect(inner.relations == [UniqueID(high: 1, low: 0)])
  }

  @Test func aStreamIsTheSame() throws {
    let found = try notes(of: OutlookMaker.stream(Self.mail(), names: Self.names), named: "winmail.dat")
    #expect(found.map(\.id) == ["winmail.dat", "winmail.dat#2"])
    let (outer, inner) = (found[0].note, found[1].note)
    #expect(outer.title == "RE: Bees" && outer.created?.rfc3339 == "2020-01-01T00:00:00Z")
    #expect(outer.keywords.map(\.path) == [["Red"], ["Ideas"]] && text(outer).contains("G\u{E9}n\u{E9}ral"))
    #expect(outer.files.map { String(decoding: $0.bytes, as: UTF8.self) } == ["file"])
    #expect(inner.title == "Inner" && inner.relations == [UniqueID(high: 1, low: 0)])
  }

  @Test func attributesOfStreamsCountWhereThereAreNoProperties() throws {
    let date: [UInt8] = [0xD0, 0x07, 4, 0, 12, 0, 20, 0, 36, 0, 0, 0, 3, 0]
    let stream = OutlookMaker.stream(
      Item([(0x3FFD, .number(1252))]),
      attributes: [
        (0x8004, Array("S\u{FC}d\0".unicodeScalars.map { UInt8($0.value) })), (0x8005, date),
        (0x8008, Array("IPM.Microsoft Mail.Note\0".utf8)), (0x800C, Array("Body\0".utf8)),
      ])
    let note = try #require(try notes(of: stream, named: "a.tnef").first).note
    #expect(note.title == "S\u{FC}d" && note.created?.rfc3339 == "2000-04-12T20:36:00Z" && note.zoneIsUnknown)
    #expect(text(note) == "Body" && note.values("outlook:class") == ["IPM.Microsoft Mail.Note"])
  }

  @Test func aStickyNoteHasItsColor() throws {
    let item = Item([
      (0x001A, .text("IPM.StickyNote")), (0x0037, .text("First line")), (0x8001, .number(2)),
      (0x1009, .bytes(OutlookMaker.storedRTF("{\\rtf1\\ansi First line\\par next}\0"))),
    ])
    let found = try notes(of: OutlookMaker.message(item, names: Self.names).bytes(), named: "n.msg")
    #expect(found[0].note.values("outlook:color") == ["pink"] && text(found[0].note) == "First line\nnext")
  }

  @Test func htmlInRTFIsReadAsHTML() throws {
    let rtf =
      "{\\rtf1\\ansi\\fromhtml1 {\\*\\htmltag64 <p>}\\htmlrtf {\\b\\htmlrtf0 One\\htmlrtf }\\htmlrtf0 {\\*\\htmltag72 </p><p>}Two{\\*\\htmltag72 </p>}}"
    let item = Item([(0x1009, .bytes(OutlookMaker.storedRTF(rtf)))])
    let note = try #require(try notes(of: OutlookMaker.message(item).bytes(), named: "n.msg").first).note
    #expect(text(note) == "One\nTwo" && note.title == "n")
  }

  @Test(arguments: [
    (1252, 0, 0, [0xE9], "\u{E9}"), (0, 50220, 0, [0x93, 0xFA, 0x96, 0x7B], "日本"),
    (0, 50220, 0, [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42, 0x61], "日本a"),
    (0, 20866, 0, [0xCD, 0xE8, 0xF0], "Мир".replacing("М", with: "Н")),
    (0, 20866, 0, [0xED, 0xC9, 0xD2], "Мир"),
    (0, 20127, 1041, [0x93, 0xFA], "日"), (0, 65001, 1045, [0xB3], "ł"), (0, 65001, 0, [0xC5, 0x82], "ł"),
    (0, 0, 0, [0xE9], "\u{E9}"), (0, 99999, 0, [0x61], "a"),
  ])
  func textInBytes(_ message: Int64, _ web: Int64, _ language: Int64, _ bytes: [Int], _ expected: String) {
    let text = AnsiText(
      message: message == 0 ? nil : message, web: web == 0 ? nil : web,
      language: language == 0 ? nil : language)
    #expect(text.decode(bytes.map(UInt8.init)) == expected)
  }

  @Test func aListOfAddressesHasItsMembers() throws {
    func entry(_ name: String, _ address: String, isUnicode: Bool) -> [UInt8] {
      let uid: [UInt8] = [
        0x81, 0x2B, 0x1F, 0xA4, 0xBE, 0xA3, 0x10, 0x19, 0x9D, 0x6E, 0x00, 0xDD, 0x01, 0x0F, 0x54, 0x02,
      ]
      let texts: [UInt8] = [name, "SMTP", address].flatMap { text -> [UInt8] in
        isUnicode ? OutlookMaker.utf16(text) + [0, 0] : Array(text.utf8) + [0]
      }
      return [0, 0, 0, 0] + uid + [0, 0, 1, isUnicode ? 0x90 : 0x10] + texts
    }
    let members = [
      entry("Ann", "ann@a.example", isUnicode: true), entry("b@b.example", "b@b.example", isUnicode: false),
    ]
    let list = OutlookMaker.Item([
      (0x0070, .text("Beekeepers")), (0x001A, .text("IPM.DistList")), (0x8000, .pieces(members)),
    ])
    let names = [(set: UInt32(0x0006_2004), number: UInt32(0x8054), text: nil as String?)]
    let note = try notes(of: OutlookMaker.message(list, names: names).bytes(), named: "a.msg")[0].note
    #expect(note.title == "Beekeepers")
    #expect(note.values("outlook:member") == ["Ann <ann@a.example>", "b@b.example"])
    #expect(text(note) == "Ann <ann@a.example>\nb@b.example")
  }

  @Test func timesThatStandForNoneAreNone() throws {
    let item = OutlookMaker.Item([
      (0x0037, .text("A")), (0x0039, .time(0x0CB3_4557_A3DD_4000)), (0x3007, .time(0)),
    ])
    #expect(try notes(of: OutlookMaker.message(item).bytes(), named: "a.msg")[0].note.created == nil)
  }

  @Test func theEncodingThatIsGivenCounts() throws {
    let item = OutlookMaker.Item([(0x0037, .ansi([0xCF, 0xF7, 0xE5, 0xEB, 0xE0]))])
    var context = SourceContext()
    context.encoding = .named("windows-1251")
    let tree = try SourceTree.of(OutlookMaker.message(item).bytes(), named: "a.msg")
    #expect(try notes(of: tree, context)[0].note.title == "Пчела")
  }

  @Test func aFolderOfMessagesIsOneContainer() throws {
    let message = OutlookMaker.message(Item([(0x0037, .text("T"))])).bytes()
    let directory = try TemporaryDirectory()
    for (path, bytes) in [("a.msg", message), ("d/b.msg", message), ("x.dat", [1, 2])] {
      try directory.write("Mail/" + path, bytes)
    }
    let found = try notes(of: SourceTree.open(directory.path("Mail")))
    #expect(found.map(\.id) == ["a.msg", "d/b.msg"] && found[1].note.folder.map(\.name) == ["d"])
  }

  @Test func otherCompoundFilesAreNoMessages() throws {
    var file = CompoundFileMaker()
    file.add("WordDocument", [1, 2, 3])
    #expect(ProgramTable.sources.kind(of: try SourceTree.of(file.bytes(), named: "a.msg")) == nil)
    #expect(ProgramTable.sources.kind(of: try SourceTree.of([1, 2, 3], named: "a.dat")) == nil)
  }

  @Test func anythingIsReadOrRefused() {
    let message = OutlookMaker.message(Self.mail(), names: Self.names).bytes()
    let stream = OutlookMaker.stream(Self.mail(), names: Self.names)
    for count in 0..<message.count { readAll(Array(message.prefix(count)), named: "m.msg") }
    for count in 0..<stream.count { readAll(Array(stream.prefix(count)), named: "w.dat") }
    let seeds = LawSize.seeds("SLIPBOX_OUTLOOK_SEEDS", 500)
    Mutations.forEach(of: message, seeds: seeds) { readAll($0, named: "m.msg") }
    Mutations.forEach(of: stream, seeds: seeds) { readAll($0, named: "w.dat") }
  }

  @Test func sumsAreThoseOfSingleBytes() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: 255 - $0 * 3) }
      let sum = bytes.reduce(UInt16(0)) { $0 &+ UInt16($1) }
      #expect(bytes.withUnsafeBytes { $0.byteSum } == sum)
    }
    #expect([UInt8](repeating: 255, count: 1 << 20).withUnsafeBytes { $0.byteSum } == 0)
  }

  @Test func streamsWithinStreamsEnd() throws {
    var item = Item([(0x0037, .text("T"))])
    for _ in 0..<40 {
      var outer = Item([(0x0037, .text("T"))])
      var attachment = Item([(0x3001, .text("T"))])
      attachment.inner = [item]
      outer.attachments = [attachment]
      item = outer
    }
    #expect(try notes(of: OutlookMaker.stream(item), named: "w.dat").count == 16)
  }
}
