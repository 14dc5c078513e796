import SlipBase
import SlipDocument
import SlipMarkup
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// Addresses, dates and pictures as programs write them, whichever program it is.
@Suite struct ProgramAddressTests {
  /// A picture in PNG of one pixel.
  static let png: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0,
    0, 1, 8,
    0, 0, 0, 0, 0x3A, 0x7E, 0x9B, 0x55,
  ]

  @Test(arguments: [
    ("a dayone://view?entryId=1. b", ["dayone://view?entryId=1"]), ("xbear://a", []), ("bear:x", []),
    ("(joplin://x?id=2) <evernote:///view/3/>", ["joplin://x?id=2", "evernote:///view/3/"]),
    ("bear://bear://x", ["bear://bear://x"]), ("bear://", []), ("http://a.b", []),
  ])
  func addressesInText(_ text: String, _ addresses: [String]) {
    #expect(AppAddress.ranges(in: text).map { String(text[$0]) } == addresses)
  }

  @Test(arguments: [
    ("dayone2://view?entryId=aB1", "AB1"), ("joplin://x-callback-url/openNote?id=ab1", "AB1"),
    ("bear://x-callback-url/open-note?title=Two%20bees&x=1", "2"),
    ("obsidian://open?vault=V&file=notes%2FOne", "notes/One.md"),
    ("obsidian://open?vault=V&file=deep%2FTwo bees", "2"),
    ("evernote:///view/1/s2/0A000000-0000-0000-0000-000000000001/x/", "0a000000-0000-0000-0000-000000000001"),
  ])
  func addressesOfNotes(_ address: String, _ id: String) {
    var context = SourceContext()
    context.container = context.names.addContainer()
    let ids = ["AB1", "2", "notes/One.md", "0a000000-0000-0000-0000-000000000001"]
    for (number, id) in ids.enumerated() {
      let names = id == "2" ? ["Two bees"] : []
      _ = context.names.add(id, names: names, UniqueID(high: 1, low: UInt64(number)), in: context.container)
    }
    #expect(AppAddress.note(address, context) == context.note(id))
    #expect(AppAddress.note("https://a.b/?id=AB1", context) == nil)
  }

  @Test(
    arguments: [
      ("a|120", "a", 120, nil), ("a|80x40", "a", 80, 40), ("120", nil, 120, nil), ("a b", "a b", nil, nil),
      ("a|b", "a|b", nil, nil), ("a|0", "a|0", nil, nil), ("x|1x2x3", "x|1x2x3", nil, nil),
      ("a|b|9", "a|b", 9, nil),
    ] as [(String, String?, Int?, Int?)])
  func sizes(_ text: String, _ description: String?, _ width: Int?, _ height: Int?) {
    let size = PictureSize(text)
    #expect(size.description == description && size.width == width && size.height == height)
  }

  @Test func zerosOfClocksAreNoDates() {
    for text in [
      "1970-01-01T00:00:00.000Z", "19700101T000000Z", "0001-01-01T00:00:00", "1601-01-01 00:00",
      "1899-12-30T00:00:00Z",
    ] {
      #expect(SourceDate(text) == nil && SourceDate.isNone(text))
    }
    #expect(SourceDate(0, perSecond: 1_000) == nil)
    #expect(SourceDate("1970-01-01") != nil && SourceDate("1970-01-01T00:00:01Z") != nil)
    #expect(!SourceDate.isNone("2020-13-01T00:00:00Z"))
  }

  @Test func idsOfJoplinInTextStay() throws {
    let (a, b) = (String(repeating: "a", count: 32), String(repeating: "b", count: 32))
    let text =
      "prose :/\(b) `(:/\(b))` [b](:/\(b)) [gone](:/\(String(repeating: "c", count: 32)))\n\n    (:/\(b))"
    let files = [
      (a + ".md", "A\n\n\(text)\n\nid: \(a)\ntype_: 1"), (b + ".md", "B\n\nx\n\nid: \(b)\ntype_: 1"),
    ].map { (path: $0.0, bytes: Array($0.1.utf8)) }
    let result = try SourceDrain.read(SourceDrain.folder(files, named: "Raw"), .joplin)
    #expect(result.text(a) == "prose :/\(b) (:/\(b)) b gone\n(:/\(b))")
    #expect(result[a]?.linkTargets.count == 1)
    #expect(result[a]?.item?.unresolved.map(\.target) == [":/" + String(repeating: "c", count: 32)])
  }

  @Test func picturesLieUnderTheRoot() throws {
    let files = [
      (path: "notes/a.md", bytes: Array("![](/pics/p.png) ![[p.png|64]] [[p.png]]".utf8)),
      (path: "notes/b.md", bytes: Array("[[a]]".utf8)), (path: "pics/p.png", bytes: Self.png),
    ]
    let result = try SourceDrain.read(SourceDrain.folder(files, named: "Vault"), .obsidian)
    #expect(result["notes/a.md"]?.attachments.map(\.name) == ["p.png"])
    #expect(result.text("notes/a.md") == "\u{FFFC} \u{FFFC} p.png")
  }

  @Test func bracketsInHTMLStay() throws {
    let text = "<div>[[b]] and [[p.png]]</div>\n\n<span title=\"[[b]]\">x</span> [[gone|there]]"
    let files = [
      (path: "a.md", bytes: Array(text.utf8)), (path: "b.md", bytes: Array("[[a]]".utf8)),
      (path: "p.png", bytes: Self.png),
    ]
    let tree = SourceDrain.folder(files, named: "Vault")
    #expect(try SourceDrain.read(tree, .obsidian).text("a.md") == "[[b]] and [[p.png]]\nx there")
    let source = try notes(of: tree)[0].note
    guard case .document(let document) = source.body else { return #expect(Bool(false)) }
    let links = document.blocks.flatMap(\.inlines).compactMap { inline in
      if case .run(let run) = inline { run.style.link?.target } else { nil }
    }
    #expect(links == ["gone"] && source.unresolved.map(\.target) == ["gone"])
  }

  @Test func wikisOfGitHubHaveTheLabelFirst() throws {
    let files = [
      ("Home.md", "[[care of bees|Bee-Care]] [[Wax Moth]]"), ("_Sidebar.md", "[[Home]]"),
      ("Bee-Care.md", "x"),
      ("Wax-Moth.md", "y"),
    ].map { (path: $0.0, bytes: Array($0.1.utf8)) }
    let result = try SourceDrain.read(SourceDrain.folder(files, named: "wiki"), .obsidian)
    #expect(result.text("Home.md") == "care of bees Wax Moth")
    #expect(result["Home.md"]?.linkTargets.count == 2)
  }

  @Test func encryptedContentIsNoText() throws {
    func note(_ title: String, _ encoding: String, _ content: String) -> String {
      "<note><title>\(title)</title><content encoding=\"\(encoding)\"><![CDATA[\(content)]]></content></note>"
    }
    let plain = "PGVuLW5vdGU+PGRpdj5ob25leTwvZGl2PjwvZW4tbm90ZT4="
    let text =
      "<en-export>" + note("A", "base64", plain) + note("B", "base64:aes", "RU5DMA==") + "</en-export>"
    let result = try SourceDrain.read(Array(text.utf8), named: "x.notes")
    #expect(result.notes.map { String(decoding: $0.note.mirror.bytes, as: UTF8.self) } == ["honey", "🔒"])
    #expect(result.notes[1].note.diagnostics.map(\.code) == [ExchangeCode.encryptedPart])
  }

  @Test func filesOfANotebookGoByTheirNames() throws {
    let text =
      "<en-export><note><title>A</title><content><![CDATA[<en-note><a href=\"plan.pdf\">p</a></en-note>]]></content><resource><data>JVBERi0=</data><resource-attributes><file-name>plan.pdf</file-name></resource-attributes></resource></note></en-export>"
    let note = try SourceDrain.read(Array(text.utf8), named: "x.xml").notes[0].note
    #expect(note.attachments.map(\.name) == ["plan.pdf"])
    let body = String(decoding: note.body.bytes, as: UTF8.self)
    #expect(body.contains("HYPERLINK") && !body.contains("enex-media"))
  }

  @Test func archivesInArchivesAndPackedOnes() throws {
    let inner = ZipMaker([ZipMaker.Entry("a.md", "[b](b.md)"), ZipMaker.Entry("b.md", "x")]).bytes()
    var entry = ZipMaker.Entry("inner.zip", "")
    entry.bytes = inner
    let outer = ZipMaker([entry, ZipMaker.Entry("__MACOSX/._inner.zip", "x")]).bytes()
    #expect(try SourceDrain.read(outer, named: "outer.zip").notes.map(\.id) == ["a.md", "b.md"])
    let note = "<en-export><note><title>T</title></note></en-export>"
    let books = ZipMaker([
      ZipMaker.Entry("A.enex", note), ZipMaker.Entry("B.enex", note.replacing("T", with: "U")),
    ])
    let read = try SourceDrain.read(books.bytes(), named: "books.zip")
    #expect(read.notes.map { $0.note.item?.folder.first?.name } == ["A", "B"])
  }

  @Test func archivesWithMorePicturesThanNotes() throws {
    let entries =
      [ZipMaker.Entry("d.md", "![](u/a%20(1).png) ![](u/b.png) [p](u/p.pdf)")]
      + ["u/a (1).png", "u/b.png", "u/p.pdf", ".DS_Store", "__MACOSX/._d.md"].map { ZipMaker.Entry($0, "x") }
    let tree = try SourceTree.of(ZipMaker(entries).bytes(), named: "a.zip")
    #expect(ProgramTable.sources.kind(of: tree)?.name == "markdown")
    let strange = [ZipMaker.Entry("README.md", "x")] + ["a.c", "b.c"].map { ZipMaker.Entry($0, "x") }
    #expect(
      ProgramTable.sources.kind(of: try SourceTree.of(ZipMaker(strange).bytes(), named: "a.zip")) == nil)
  }

  @Test func encodingsReachTextsOfPrograms() throws {
    let id = String(repeating: "a", count: 32)
    let text = Array("A\n\n".utf8) + [0xCF, 0xF7, 0xE5, 0xEB, 0xE0] + Array("\n\nid: \(id)\ntype_: 1".utf8)
    let tree = SourceDrain.folder([(path: id + ".md", bytes: text)], named: "Raw")
    var context = SourceContext()
    #expect(try notes(of: tree, context)[0].note.diagnostics.map(\.code).count == 1)
    context.encoding = .named("windows-1251")
    let read = try notes(of: tree, context)[0].note
    #expect(read.diagnostics.isEmpty && SlipProgramsTests.text(read) == "Пчела")
  }

  @Test func storesAsXMLAreRefusedByName() throws {
    let text =
      "<?xml version=\"1.0\"?><!DOCTYPE database SYSTEM \"file:///System/Library/DTDs/CoreData.dtd\"><database/>"
    let tree = try SourceTree.of(Array(text.utf8), named: "Notes.xml")
    #expect(ProgramTable.sources.kind(of: tree)?.name == "coredata")
    #expect(
      slipError { _ = try SourceKind.coreData.open(tree, SourceContext()) }?.message.contains("XML") == true)
  }

  @Test(arguments: [
    ("![](a%20(1).png)", "a (1).png"), ("[x](<a b.pdf> \"t\")", "a b.pdf"), ("[x]: b.pdf", "b.pdf"),
    ("![[d/c.png|12]]", "c.png"), ("[[n#h]]", "n"), ("<img src='e.png'>", "e.png"),
    ("cover: \"f.png\"", "f.png"),
    ("<img src=k.png>", "k.png"), ("cover = l m.png", "l m.png"), ("<img src=a=n.png>", "a=n.png"),
    ("[a](g\\_h.png \"t\")", "g_h.png"), ("[a](i&amp;j.png)", "i&j.png"), ("[a](LICENSE)", "LICENSE"),
  ])
  func mentions(_ text: String, _ name: String) {
    var mentions = FileMentions()
    mentions.look(through: Array(text.utf8))
    #expect(mentions.has("x/" + name))
    #expect(!mentions.has("other.png"))
  }

  /// Signs that begin a target again and again cost no time for each of them.
  @Test(arguments: ["[", "[[a ", "==a ", "](", "](<", "- ", "\"a= \""])
  func manySignsCostLittle(sign: String) {
    let text = Array((String(repeating: sign, count: 15_000) + "\n[[b.png]]").utf8)
    var mentions = FileMentions()
    let time = CPUTime.measure { mentions.look(through: text) }
    #expect(time < .seconds(8))
    #expect(mentions.has("b.png"))
  }

  @Test func prosesMentionNothing() {
    var mentions = FileMentions()
    mentions.look(through: Array("see plan.pdf (or b.png) and c.png.".utf8))
    #expect(!mentions.has("plan.pdf") && !mentions.has("b.png") && !mentions.has("c.png"))
  }
}
