import SlipBase
import SlipDocument
import SlipFiles
import SlipIndex
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// Sticky Notes of Windows.
@Suite struct StickyNotesTests {
  /// A file of Windows 7 with two notes.
  static func snt() -> CompoundFileMaker {
    var file = CompoundFileMaker()
    file.add("Version", [2, 0, 0, 0])
    file.add("Metafile", Array(repeating: 0, count: 110))
    for (name, text) in [
      ("b-later", "{\\rtf1\\ansi Two\\par caf\\'e9}\0"), ("c-first", "{\\rtf1\\ansi One\\par}\0"),
    ] {
      file.add(name + "/0", Array(text.utf8))
      file.add(name + "/1", [0x11, 0x20, 4, 0, 0, 0, 0, 0, 0, 0])
      file.add(name + "/3", OutlookMaker.utf16("T\0"))
    }
    let time: UInt64 = 132_223_104_000_000_000
    file.date("c-first", created: time, modified: time + 10_000_000)
    file.date("b-later", created: time + 20_000_000, modified: time + 30_000_000)
    return file
  }

  @Test func storagesAreNotes() throws {
    let found = try notes(of: Self.snt().bytes(), named: "StickyNotes.snt")
    #expect(found.map(\.id) == ["c-first", "b-later"])
    #expect(found.map { text($0.note) } == ["One", "Two\ncaf\u{E9}"])
    #expect(found[0].note.created?.rfc3339 == "2020-01-01T00:00:00Z")
    #expect(found[0].note.modified?.rfc3339 == "2020-01-01T00:00:01Z")
    #expect(found.allSatisfy { $0.note.diagnostics.isEmpty })
  }

  @Test func thePreviewStandsForTextThatIsLost() throws {
    var file = CompoundFileMaker()
    file.add("Version", [2, 0, 0, 0])
    file.add("n/0", Array("broken".utf8))
    file.add("n/3", OutlookMaker.utf16("Begin\r\nnext\0"))
    let found = try notes(of: file.bytes(), named: "StickyNotes.snt")
    #expect(found.count == 1 && found[0].note.diagnostics.count == 1)
    #expect(text(found[0].note).hasPrefix("Begin"))
  }

  @Test func anythingIsReadOrRefused() {
    let whole = Self.snt().bytes()
    for count in 0..<whole.count {
      readAll(Array(whole.prefix(count)), named: "s.snt")
    }
    Mutations.forEach(of: whole, seeds: LawSize.seeds("SLIPBOX_STICKY_SEEDS", 500)) {
      readAll($0, named: "s.snt")
    }
  }

  // MARK: Windows 10 and 11

  @Test(arguments: [
    ("\\id=7138a041-3bf3-4202-8094-30ddfb55d58a Bees", "Bees"),
    ("\\id=1 a\n\\id=2 \\b b\\b0 \\i c\\i0  d", "a\n<b>b</b><i>c</i> d"),
    ("\\b x\\ul y\\b0 z\\ul0 ", "<b>x</b><b><u>y</u></b><u>z</u>"),
    ("\\l one\\l0 \n\\l two\n three", "• one\n• two\n three"),
    ("\\b a\nb\\b0 ", "<b>a</b>\n<b>b</b>"),
    ("C:\\\\temp \\strike gone\\strike0  \\x \\bold \\", "C:\\temp <s>gone</s> \\x \\bold \\"),
    ("", ""), ("\\id=zz a", "\\id=zz a"), ("a < b & c", "a < b & c"),
  ])
  func markup(_ text: String, _ expected: String) { #expect(sketch(PlumText.document(text)) == expected) }

  /// Writes a store.
  static func store(_ path: String, media: Bool = true) throws {
    let database = try Database(path, .create)
    try database.execute(
      "CREATE TABLE \"Note\" (\"Text\" varchar, \"WindowPosition\" varchar, \"Theme\" varchar, \"Id\" varchar primary key, \"CreatedAt\" bigint, \"DeletedAt\" bigint, \"UpdatedAt\" bigint)"
    )
    try database.execute(
      "INSERT INTO Note VALUES ('\\id=1 Bees', NULL, 'Pink', 'b', 637135310450000000, NULL, 637135311050000000)"
    )
    try database.execute(
      "INSERT INTO Note VALUES ('\\id=1 Gone', NULL, 'Blue', 'c', 1, 637135311050000000, 0)")
    try database.execute("INSERT INTO Note VALUES ('First', NULL, NULL, 'a', 637135310440000000, NULL, -5)")
    guard media else { return }
    try database.execute("CREATE TABLE Media (Id varchar, ParentId varchar, LocalFileRelativePath varchar)")
    try database.execute("INSERT INTO Media VALUES ('1', 'b', 'media\\p.png'), ('2', 'b', 'lost.png')")
  }

  @Test func rowsAreNotes() throws {
    let directory = try TemporaryDirectory()
    try Self.store(directory.path("plum.sqlite"))
    try directory.write("media/p.png", "picture")
    let before = directory.names()
    let found = try notes(of: try SourceTree.open(directory.path("plum.sqlite")))
    #expect(found.map(\.id) == ["c", "a", "b"] && directory.names() == before)
    let (gone, first, bees) = (found[0].note, found[1].note, found[2].note)
    #expect(gone.status == .archived && gone.created?.rfc3339 == "0001-01-01T00:00:00Z")
    #expect(text(first) == "First" && first.modified == nil && first.properties.isEmpty)
    #expect(text(bees).hasPrefix("Bees") && bees.values("stickynotes:color") == ["Pink"])
    #expect(bees.created?.rfc3339 == "2020-01-02T03:04:05Z" && bees.files.map(\.name) == ["p.png"])
    #expect(bees.diagnostics.map(\.code) == [ExchangeCode.fileMissing])
  }

  @Test(arguments: ["", "LocalState/"])
  func aZIPHasThemAtTheTopOrInOneFolder(_ folder: String) throws {
    let directory = try TemporaryDirectory()
    try Self.store(directory.path("plum.sqlite"))
    var store = ZipMaker.Entry(folder + "plum.sqlite")
    store.bytes = try FileSystem.readStart(of: directory.path("plum.sqlite"), count: 1 << 20)
    var zip = ZipMaker([store, ZipMaker.Entry(folder + "media/p.png", "picture")])
    let tree = try SourceTree.of(zip.bytes(), named: "plum.zip")
    #expect(ProgramTable.sources.kind(of: tree)?.name == "plum")
    #expect(try notes(of: tree)[2].note.files.map(\.name) == ["p.png"])
    // Other files beside it are no part of it.
    zip.entries.append(ZipMaker.Entry(folder + "other/p.png", "picture"))
    #expect(ProgramTable.sources.kind(of: try SourceTree.of(zip.bytes(), named: "plum.zip")) == nil)
  }

  @Test func deletedPicturesAreLeftOut() throws {
    let directory = try TemporaryDirectory()
    try Self.store(directory.path("plum.sqlite"), media: false)
    try Database(directory.path("plum.sqlite"), .write).execute(
      """
      CREATE TABLE Media (Id varchar, ParentId varchar, LocalFileRelativePath varchar, DeletedAt bigint);
      INSERT INTO Media VALUES ('1', 'b', 'p.png', NULL), ('2', 'b', 'gone.png', 637135311050000000), ('3', 'b', 'q.png', 0);
      """)
    for name in ["p", "gone", "q"] { try directory.write("media/\(name).png", name) }
    let found = try notes(of: try SourceTree.open(directory.path("plum.sqlite")))
    #expect(found[2].note.files.map(\.name) == ["p.png", "q.png"] && found[2].note.diagnostics.isEmpty)
  }

  @Test func damagedStoresGiveWhatTheyHave() throws {
    let directory = try TemporaryDirectory()
    try Self.store(directory.path("plum.sqlite"), media: false)
    let whole = try FileSystem.readStart(of: directory.path("plum.sqlite"), count: 1 << 20)
    for count in stride(from: 512, to: whole.count, by: 1_531) {
      readAll(Array(whole.prefix(count)), named: "plum.sqlite")
    }
    Mutations.forEach(of: whole, seeds: LawSize.seeds("SLIPBOX_STICKY_SEEDS", 200)) {
      readAll($0, named: "plum.sqlite")
    }
  }
}
