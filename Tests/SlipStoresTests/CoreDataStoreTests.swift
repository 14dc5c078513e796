import Foundation
import SlipBase
import SlipTestSupport
import Testing

@testable import SlipIndex
@testable import SlipStores

/// Stores of Core Data: columns, relationships, faults.
@Suite struct CoreDataStoreTests {
  typealias Attribute = StoreMaker.Attribute
  typealias Relation = StoreMaker.Relation
  typealias Entity = StoreMaker.Entity

  /// Notes in folders with keywords, and files of two kinds in one table.
  static let entities: [(number: Int, entity: Entity)] = [
    (1, Entity(name: "File", relations: [Relation(name: "note", destination: "Note", inverse: "files")])),
    (
      2,
      Entity(name: "Picture", parent: "File", attributes: [Attribute(name: "data", number: 1000, flags: 4)])
    ),
    (
      3,
      Entity(
        name: "Sound", parent: "File",
        attributes: [Attribute(name: "data", number: 1000), Attribute(name: "name", number: 700)])
    ),
    (
      4,
      Entity(
        name: "Folder", attributes: [Attribute(name: "name", number: 700)],
        relations: [
          Relation(name: "notes", destination: "Note", inverse: "folder", isToMany: true),
          Relation(name: "parent", destination: "Folder", inverse: "children"),
          Relation(name: "children", destination: "Folder", inverse: "parent", isToMany: true),
        ])
    ),
    (
      5,
      Entity(
        name: "Note",
        attributes: [
          Attribute(name: "body", number: 700), Attribute(name: "created", number: 900),
          Attribute(name: "mood", number: 300), Attribute(name: "title", number: 700),
          Attribute(name: "uuid", number: 1100),
        ],
        relations: [
          Relation(name: "back", destination: "Note", inverse: "links", isToMany: true),
          Relation(name: "files", destination: "File", inverse: "note", isToMany: true),
          Relation(name: "folder", destination: "Folder", inverse: "notes"),
          Relation(name: "links", destination: "Note", inverse: "back", isToMany: true),
          Relation(name: "tags", destination: "Tag", inverse: "notes", isToMany: true),
        ])
    ),
    (
      6,
      Entity(
        name: "Tag", attributes: [Attribute(name: "name", number: 700)],
        relations: [Relation(name: "notes", destination: "Note", inverse: "tags", isToMany: true)])
    ),
  ]

  private static let tables = """
    CREATE TABLE ZFILE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNOTE INTEGER, ZDATA BLOB, ZDATA1 BLOB,
      ZNAME VARCHAR);
    CREATE TABLE ZFOLDER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPARENT INTEGER, ZNAME VARCHAR);
    CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFOLDER INTEGER, ZMOOD INTEGER,
      ZCREATED TIMESTAMP, ZBODY VARCHAR, ZTITLE VARCHAR, ZUUID BLOB);
    CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
    CREATE TABLE Z_5BACK (Z_5BACK INTEGER, Z_5LINKS INTEGER);
    CREATE TABLE Z_5TAGS (Z_5NOTES INTEGER, Z_6TAGS INTEGER);
    CREATE INDEX ZNOTE_ZFOLDER_INDEX ON ZNOTE (ZFOLDER);
    INSERT INTO ZFOLDER VALUES (1, 4, 1, NULL, 'a'), (2, 4, 1, 1, 'b'), (3, 4, 1, 4, 'c'), (4, 4, 1, 3, 'd');
    INSERT INTO ZTAG VALUES (1, 6, 1, 'x'), (2, 6, 1, 'y');
    INSERT INTO ZNOTE VALUES (1, 5, 1, 2, 3, 0, 'text of one', 'one', x'000102030405060708090a0b0c0d0e0f'),
      (2, 5, 1, 9, NULL, 1e300, 'text', 'two', x'000102030405060708090a0b0c0d0e0f'), (3, 5, 1, 3, 4, 0.5, NULL, NULL, NULL);
    INSERT INTO Z_5BACK VALUES (1, 2), (1, 3), (3, 7);
    INSERT INTO Z_5TAGS VALUES (1, 2), (1, 1), (2, 5);
    INSERT INTO ZFILE VALUES (1, 2, 1, 1, x'01616263', NULL, NULL), (2, 3, 1, 1, NULL, x'01646566', 'sound'),
      (3, 2, 1, 2, x'0242424242424242422d424242422d424242422d424242422d42424242424242424242424200', NULL, NULL),
      (4, 2, 1, 2, x'07', NULL, NULL);
    """

  /// Makes a store of these entities, with or without a copy of its model.
  static func make(_ path: String, hasModel: Bool = true) throws {
    let maker = try StoreMaker(path, CoreDataStoreTests.entities, hasModel: hasModel)
    try maker.database.execute(CoreDataStoreTests.tables)
  }

  static let mapping = StoreMapping([
    StoreMapping.Line(.note, "entity", .name("Note")), StoreMapping.Line(.note, "id", .name("uuid")),
    StoreMapping.Line(.note, "title", .name("TITLE")), StoreMapping.Line(.note, "body", .name("body")),
    StoreMapping.Line(.note, "created", .name("created")),
    StoreMapping.Line(.note, "folder", .name("folder")),
    StoreMapping.Line(.note, "keywords", .name("tags")), StoreMapping.Line(.note, "links", .name("links")),
    StoreMapping.Line(.note, "attachments", .foreign(entity: "File", attribute: nil, by: "note")),
    StoreMapping.Line(.folder, "entity", .name("Folder")), StoreMapping.Line(.folder, "name", .name("name")),
    StoreMapping.Line(.folder, "parent", .name("parent")),
    StoreMapping.Line(.keyword, "entity", .name("Tag")),
    StoreMapping.Line(.keyword, "name", .name("name")),
    StoreMapping.Line(.attachment, "data", .list([.name("data")])),
    StoreMapping.Line(.attachment, "name", .name("name")),
  ])

  private static let nothing = ExternalData(store: "x", beside: []) { _ in [] }

  /// All notes of a store.
  static func notes(_ store: CoreDataStore, _ mapping: StoreMapping = mapping) throws -> (
    [StoreNote], StoreReader
  ) {
    let reader = try StoreReader(store, mapping, nothing)
    var notes: [StoreNote] = []
    while let note = try reader.nextNote() { notes.append(note) }
    return (notes, reader)
  }

  @Test func columnsFollowTheModel() throws {
    let directory = try TemporaryDirectory()
    try CoreDataStoreTests.make(directory.path("x.sqlite"))
    let store = try CoreDataStore(directory.path("x.sqlite"))
    #expect(store.model.origin == .cache)
    #expect(store.uuid == "STORE")
    #expect(store.model.entities.map(\.name) == ["File", "Picture", "Sound", "Folder", "Note", "Tag"])
    #expect(store.model.entities.map(\.count) == [0, 3, 1, 4, 3, 2])
    #expect(store.model.entity("Picture")?.attributes.map(\.column) == ["ZDATA"])
    #expect(store.model.entity("Sound")?.attributes.map(\.column) == ["ZDATA1", "ZNAME"])
    let note = try #require(store.model.entity("Note"))
    func storage(_ name: String) -> StoreRelationship.Storage? {
      note.relationships.first { $0.name == name }?.storage
    }
    #expect(storage("folder") == .column("ZFOLDER", entity: nil))
    #expect(storage("files") == .inverse(table: "ZFILE", column: "ZNOTE", order: nil))
    #expect(storage("tags") == .join(table: "Z_5TAGS", source: "Z_5NOTES", column: "Z_6TAGS", order: nil))
    #expect(storage("links") == .join(table: "Z_5BACK", source: "Z_5BACK", column: "Z_5LINKS", order: nil))
    #expect(storage("back") == .join(table: "Z_5BACK", source: "Z_5LINKS", column: "Z_5BACK", order: nil))
    #expect(store.otherTables == ["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"])
  }

  @Test func notesComeWithAllThatBelongsToThem() throws {
    let directory = try TemporaryDirectory()
    try CoreDataStoreTests.make(directory.path("x.sqlite"))
    let (notes, reader) = try CoreDataStoreTests.notes(CoreDataStore(directory.path("x.sqlite")))
    try #require(notes.count == 3)
    #expect(notes[0].id == "00010203-0405-0607-0809-0A0B0C0D0E0F")
    #expect(notes[1].id == "x-coredata://STORE/Note/p2")
    #expect(notes[2].id == "x-coredata://STORE/Note/p3")
    #expect(notes.map(\.title) == ["one", "two", nil])
    #expect(notes[0].folder.map(\.name) == ["a", "b"])
    #expect(notes[0].created?.rfc3339 == "2001-01-01T00:00:00Z")
    #expect(notes[0].keywords.map(\.name) == ["x", "y"])
    #expect(notes[0].links == [notes[1].id, notes[2].id])
    #expect(notes[0].files.map(\.bytes) == [Array("abc".utf8), [1] + Array("def".utf8)])
    #expect(notes[0].files.map(\.name) == [nil, "sound"])
    #expect(notes[0].properties.map(\.value) == ["3"])
    #expect(notes[0].diagnostics.isEmpty)
    // A missing folder and keyword, an impossible date and an unknown tag.
    #expect(
      Set(notes[1].diagnostics.map(\.code)) == [
        StoreCode.danglingKey, StoreCode.impossibleDate, StoreCode.unknownTag,
      ])
    #expect(notes[1].files.map(\.bytes) == [[7]])
    // Of the two folders that contain each other the lower one is at the top.
    #expect(notes[2].folder.map(\.name) == ["c"])
    #expect(
      Set(reader.diagnostics.map(\.code)) == [
        StoreCode.noMetadata, StoreCode.circle, StoreCode.repeatedID, StoreCode.externalMissing,
      ])
  }

  @Test func aStoreWithoutItsModelGivesTheSame() throws {
    let directory = try TemporaryDirectory()
    try CoreDataStoreTests.make(directory.path("a.sqlite"))
    try CoreDataStoreTests.make(directory.path("b.sqlite"), hasModel: false)
    let (with, _) = try CoreDataStoreTests.notes(CoreDataStore(directory.path("a.sqlite")))
    let store = try CoreDataStore(directory.path("b.sqlite"))
    #expect(store.model.origin == .columns)
    // A whole number that is called a parent leads to the entity itself.
    #expect(store.model.entity("Folder")?.relationships.map(\.name) == ["parent"])
    #expect(store.model.entity("Folder")?.relationships.map(\.destination) == ["Folder"])
    var mapping = CoreDataStoreTests.mapping
    // Of a file of its own nothing says that its values have tags.
    mapping.lines.removeAll { $0.key == "attachments" || $0.section == .attachment }
    let (without, _) = try CoreDataStoreTests.notes(store, mapping)
    #expect(without.map(\.id) == with.map(\.id))
    #expect(without.map(\.folder) == with.map(\.folder))
    #expect(without.map(\.keywords) == with.map(\.keywords))
    #expect(without.map(\.links) == with.map(\.links))
  }

  @Test func anUnknownStatusStaysAsAProperty() throws {
    let directory = try TemporaryDirectory()
    try CoreDataStoreTests.make(directory.path("x.sqlite"))
    var mapping = CoreDataStoreTests.mapping
    mapping.lines.append(StoreMapping.Line(.note, "status", .name("mood")))
    let (notes, _) = try CoreDataStoreTests.notes(CoreDataStore(directory.path("x.sqlite")), mapping)
    #expect(notes.map { $0.properties.map(\.value) } == [["3"], [], ["4"]])
    #expect(notes[0].properties.map(\.name) == ["coredata:mood"] && notes[0].status == .draft)
    #expect(notes[0].diagnostics.map(\.code) == [StoreCode.unknownStatus])
  }

  @Test func withoutAModelFilesComeByTheirKeys() throws {
    let directory = try TemporaryDirectory()
    let maker = try StoreMaker(
      directory.path("x.sqlite"),
      [
        (1, Entity(name: "Attachment")), (2, Entity(name: "Scan", parent: "Attachment")),
        (3, Entity(name: "Note")),
      ],
      hasModel: false)
    try maker.database.execute(
      """
      CREATE TABLE ZATTACHMENT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZNOTE INTEGER, Z_FOK_NOTE INTEGER,
        ZDATA BLOB, ZFULLIMAGEDATA BLOB);
      CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZISARCHIVED INTEGER, ZBODY VARCHAR, ZTITLE VARCHAR);
      INSERT INTO ZNOTE VALUES (1, 3, 1, 'text', 'one'), (2, 3, 0, 'text', 'two');
      INSERT INTO ZATTACHMENT VALUES (1, 2, 1, 3072, x'61', NULL), (2, 1, 1, 1024, NULL, x'62'),
        (3, 2, 2, 1, x'01255044462d312e34', NULL), (4, 2, 2, 2, x'0120', NULL);
      """)
    let store = try CoreDataStore(directory.path("x.sqlite"))
    let (notes, _) = try CoreDataStoreTests.notes(store, StoreMapping.sure(of: store))
    // A PDF behind a tag is known by its first bytes; other bytes may begin with 1 by chance.
    let files = [["b", "a"], ["%PDF-1.4", "\u{1} "]]
    #expect(notes.map { $0.files.map(\.bytes) } == files.map { $0.map { Array($0.utf8) } })
    #expect(notes.map(\.status) == [.archived, .draft])
  }

  @Test func destinationsOfColumnsAreCalledLikeThem() throws {
    let directory = try TemporaryDirectory()
    let entities = ["EntryImage", "JournalEntry", "Journals"].enumerated().map { number, name in
      (number: number + 1, entity: Entity(name: name))
    }
    let maker = try StoreMaker(directory.path("x.sqlite"), entities, hasModel: false)
    try maker.database.execute(
      """
      CREATE TABLE ZENTRYIMAGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZENTRY INTEGER, ZOTHER INTEGER);
      CREATE TABLE ZJOURNALENTRY (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZJOURNAL INTEGER);
      CREATE TABLE ZJOURNALS (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER);
      CREATE INDEX ZENTRYIMAGE_ZENTRY_INDEX ON ZENTRYIMAGE (ZENTRY);
      CREATE INDEX ZENTRYIMAGE_ZOTHER_INDEX ON ZENTRYIMAGE (ZOTHER);
      CREATE INDEX ZJOURNALENTRY_ZJOURNAL_INDEX ON ZJOURNALENTRY (ZJOURNAL);
      """)
    let model = try CoreDataStore(directory.path("x.sqlite")).model
    #expect(model.relationships("EntryImage").map(\.destination) == ["JournalEntry", nil])
    #expect(model.relationships("JournalEntry").map(\.destination) == ["Journals"])
  }

  @Test func keywordsComeBelowTheirParents() throws {
    let directory = try TemporaryDirectory()
    var entities = CoreDataStoreTests.entities
    entities[5].entity.relations.append(Relation(name: "parent", destination: "Tag"))
    let maker = try StoreMaker(directory.path("x.sqlite"), entities)
    try maker.database.execute(CoreDataStoreTests.tables)
    try maker.database.execute(
      """
      ALTER TABLE ZTAG ADD COLUMN ZPARENT INTEGER;
      INSERT INTO ZTAG VALUES (3, 6, 1, 'z', 1), (4, 6, 1, 'a', 5), (5, 6, 1, 'b', 4), (6, 6, 1, 'lost', 9);
      UPDATE ZTAG SET ZPARENT = 3 WHERE Z_PK = 2;
      """)
    var mapping = CoreDataStoreTests.mapping
    mapping.lines.append(StoreMapping.Line(.keyword, "parent", .name("parent")))
    let (notes, reader) = try CoreDataStoreTests.notes(
      CoreDataStore(directory.path("x.sqlite")), mapping)
    #expect(notes[0].keywords.map { $0.parents + [$0.name] } == [["x"], ["x", "z", "y"]])
    #expect(
      reader.keywords.map { $0.parents + [$0.name] } == [
        ["x"], ["x", "z", "y"], ["x", "z"], ["a"], ["a", "b"], ["lost"],
      ])
    #expect(reader.diagnostics.count { $0.message.contains("keyword") } == 2)
  }

  @Test func aBodyWithAnUnknownTagIsAFile() throws {
    let directory = try TemporaryDirectory()
    let note = Entity(
      name: "Note",
      attributes: [Attribute(name: "body", number: 1000, flags: 4), Attribute(name: "title", number: 700)])
    let maker = try StoreMaker(directory.path("x.sqlite"), [(1, note)])
    try maker.database.execute(
      """
      CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZBODY BLOB, ZTITLE VARCHAR);
      INSERT INTO ZNOTE VALUES (1, 1, x'036162', 'one'), (2, 1, x'016162', 'two');
      """)
    let store = try CoreDataStore(directory.path("x.sqlite"))
    let (notes, _) = try CoreDataStoreTests.notes(store, StoreMapping.sure(of: store))
    #expect(notes.map { $0.body.map(\.value) } == [[], [.bytes(Array("ab".utf8))]])
    #expect(notes.map { $0.files.map(\.bytes) } == [[[3, 0x61, 0x62]], []])
    #expect(notes[0].files[0].name == "body.bin")
    #expect(notes[0].diagnostics.map(\.code) == [StoreCode.unknownTag])
  }

  @Test func theOriginalIsNotTouchedAndItsLogCounts() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("x.sqlite")
    try CoreDataStoreTests.make(path)
    let writer = try Database(path, .write)
    try writer.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
    try writer.execute("INSERT INTO ZNOTE (Z_PK, Z_ENT, ZTITLE) VALUES (8, 5, 'late')")
    func contents() throws -> [String: Data] {
      var contents: [String: Data] = [:]
      for name in directory.names() where !name.hasSuffix("-shm") {
        contents[name] = try Data(contentsOf: directory.url.appending(path: name))
      }
      return contents
    }
    let before = try contents()
    let store = try CoreDataStore(path)
    #expect(store.file.log == .present)
    #expect(try CoreDataStoreTests.notes(store).0.map(\.title) == ["one", "two", nil, "late"])
    #expect(try contents() == before)
    withExtendedLifetime(writer) {}
  }

  @Test func whatIsNoStoreIsRefused() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a", "no database")
    _ = try Database(directory.path("b"), .create).execute("CREATE TABLE x (y)")
    for name in ["a", "b"] {
      let error = slipError { _ = try CoreDataStore(directory.path(name)) }
      #expect(error?.code == StoreCode.notStore)
    }
  }

  @Test func wrongNamesAreErrorsWithTheNearestOnes() throws {
    let directory = try TemporaryDirectory()
    try CoreDataStoreTests.make(directory.path("x.sqlite"))
    let store = try CoreDataStore(directory.path("x.sqlite"))
    var mapping = CoreDataStoreTests.mapping
    mapping.lines[2].value = .name("titel")
    let error = slipError { _ = try StoreReader(store, mapping, CoreDataStoreTests.nothing) }
    #expect(error?.code == StoreCode.unknownName)
    #expect(error?.candidates.first == "title")
  }

  @Test func objectsOfOtherEntitiesArentMissing() throws {
    let directory = try TemporaryDirectory()
    let maker = try StoreMaker(directory.path("x.sqlite"), CoreDataStoreTests.entities)
    try maker.database.execute(CoreDataStoreTests.tables)
    try maker.database.execute("UPDATE ZFOLDER SET Z_ENT = 1 WHERE Z_PK = 2")
    var mapping = CoreDataStoreTests.mapping
    mapping.lines[8].value = .foreign(entity: "Sound", attribute: nil, by: "note")
    let (notes, _) = try CoreDataStoreTests.notes(CoreDataStore(directory.path("x.sqlite")), mapping)
    // The Picture that leads to the note is no Sound, and isn't meant.
    #expect(notes[0].files.map(\.name) == ["sound"])
    #expect(
      notes[0].diagnostics.map(\.message) == ["a relationship leads to an object that is there but no folder"]
    )
    #expect(notes[1].diagnostics.contains { $0.message.hasSuffix("that the store lacks") })
  }

  @Test func aRelationshipThatLeadsNowhereSaysWhatWouldDo() throws {
    let directory = try TemporaryDirectory()
    try CoreDataStoreTests.make(directory.path("x.sqlite"), hasModel: false)
    let store = try CoreDataStore(directory.path("x.sqlite"))
    var mapping = CoreDataStoreTests.mapping
    mapping.lines[3].value = .name("mood.text")
    let error = slipError { _ = try StoreReader(store, mapping, CoreDataStoreTests.nothing) }
    #expect(error?.code == StoreCode.badMapping)
    #expect(error?.message.contains("to which entity `mood` leads. If that entity leads to notes") == true)
  }

  @Test func damagedStoresNeverBreakIt() throws {
    let directory = try TemporaryDirectory()
    try CoreDataStoreTests.make(directory.path("x.sqlite"))
    let good = try Data(contentsOf: directory.url.appending(path: "x.sqlite"))
    var random = SeededGenerator(seed: 3)
    for _ in 0..<150 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        bytes[Int.random(in: 16..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if Int.random(in: 0..<5, using: &random) == 0 {
        bytes.removeLast(Int.random(in: 1..<bytes.count - 100, using: &random))
      }
      try bytes.write(to: directory.url.appending(path: "y.sqlite"))
      do {
        let store = try CoreDataStore(directory.path("y.sqlite"))
        _ = MappingGuess(store.model)
        _ = try CoreDataStoreTests.notes(store)
      } catch is SlipError {}
    }
  }

  @Test func theSchemaIsFoundWhereverItLies() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("late.sqlite")
    let database = try Database(path, .create)
    try database.execute(
      "CREATE TABLE first(x); INSERT INTO first VALUES('a ZNOTHING that is only text'), (zeroblob(3000000))")
    for number in 0..<200 {
      try database.execute("CREATE TABLE late\(number)(x TEXT, \(String(repeating: "y", count: 90)) INT)")
    }
    try database.execute("CREATE TABLE Z_PRIMARYKEY(Z_ENT INTEGER)")
    let file = try Array(Data(contentsOf: URL(filePath: path)))
    let text = file.withUnsafeBytes { file in
      StoreFile.schemaPages(of: file).map { String(decoding: $0, as: UTF8.self) }.joined()
    }
    #expect(text.contains("Z_PRIMARYKEY") && text.contains("late0") && text.contains("late199"))
    #expect(!text.contains("ZNOTHING"))
    for end in [0, 16, 99, 100, 512, 4_096, 5_000, file.count - 1] {
      file[..<end].withUnsafeBytes { _ = StoreFile.schemaPages(of: $0) }
    }
    Mutations.forEach(of: Array(file.prefix(8_192)), seeds: 0..<300) { bytes in
      bytes.withUnsafeBytes { _ = StoreFile.schemaPages(of: $0) }
    }
  }
}
