import Foundation
import SlipBase
import SlipTestSupport
import Testing

@testable import SlipStores

/// Models that applications ship, and those that their authors write, for stores without a copy of theirs.
@Suite struct ModelFileTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try CoreDataStoreTests.make(directory.path("x.sqlite"), hasModel: false)
    try CoreDataStoreTests.make(directory.path("cached.sqlite"))
  }

  /// The entities of the sample as a compiled model.
  private var compiled: [UInt8] { StoreMaker.model(CoreDataStoreTests.entities.map(\.entity)) }

  /// The same as the source of a model.
  private var source: String {
    let types: [Int64: String] = [
      300: "Integer 64", 700: "String", 900: "Date", 1000: "Binary", 1100: "UUID",
    ]
    let entities = CoreDataStoreTests.entities.map { _, entity in
      let parent = entity.parent.map { " parentEntity=\"\($0)\"" } ?? ""
      let attributes = entity.attributes.map {
        "<attribute name=\"\($0.name)\" optional=\"YES\" attributeType=\"\(types[$0.number] ?? "?")\""
          + ($0.flags & 4 != 0 ? " allowsExternalBinaryDataStorage=\"YES\"" : "") + "/>"
      }
      let relations = entity.relations.map {
        "<relationship name=\"\($0.name)\" optional=\"YES\" toMany=\"\($0.isToMany ? "YES" : "NO")\" "
          + "deletionRule=\"Nullify\" destinationEntity=\"\($0.destination)\""
          + ($0.inverse.map { " inverseName=\"\($0)\" inverseEntity=\"x\"" } ?? "") + "/>"
      }
      return "<entity name=\"\(entity.name)\"\(parent) syncable=\"YES\">"
        + (attributes + relations).joined(separator: "\n") + "</entity>"
    }
    return """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      \(entities.joined(separator: "\n"))
      <elements><element name="Note" positionX="0" positionY="0" width="128" height="44"/></elements>
      </model>
      """
  }

  /// A property list with the name of the current version.
  private func version(_ key: String, _ name: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd"><plist version="1.0"><dict><key>\(key)</key>\
    <string>\(name)</string></dict></plist>
    """
  }

  /// Expects that a model gives what the store's own copy of it gives.
  private func expectSame(_ model: String) throws {
    let store = try CoreDataStore(directory.path("x.sqlite"), model: directory.path(model))
    #expect(store.model.origin == .file)
    let own = try CoreDataStore(directory.path("cached.sqlite"))
    #expect(own.model.origin == .cache)
    for entity in own.model.entities {
      let other = try #require(store.model.entity(entity.name))
      #expect(other.parent == entity.parent && other.table == entity.table && other.count == entity.count)
      func facts(_ entity: StoreEntity) -> [String] {
        entity.attributes.map {
          "\($0.name) \(String(describing: $0.kind)) \($0.column ?? "-") \(String(describing: $0.isExternal))"
        }.sorted()
          + entity.relationships.map {
            "\($0.name) \($0.destination ?? "-") \($0.isToMany) \($0.storage.map { String(describing: $0) } ?? "-")"
          }
          .sorted()
      }
      #expect(facts(other) == facts(entity))
    }
    let (notes, _) = try CoreDataStoreTests.notes(store)
    let (wanted, _) = try CoreDataStoreTests.notes(own)
    #expect(notes.map(\.id) == wanted.map(\.id) && notes.map(\.title) == wanted.map(\.title))
    #expect(notes.map(\.folder) == wanted.map(\.folder) && notes.map(\.links) == wanted.map(\.links))
    #expect(notes.map { $0.keywords.map(\.name) } == wanted.map { $0.keywords.map(\.name) })
    #expect(notes.map { $0.files.map(\.bytes) } == wanted.map { $0.files.map(\.bytes) })
  }

  private func expectRefused(_ model: String, _ comment: Comment) {
    #expect(comment) {
      try CoreDataStore(directory.path("x.sqlite"), model: directory.path(model))
    } throws: {
      ($0 as? SlipError)?.code == StoreCode.badModel
    }
  }

  @Test func aCompiledModel() throws {
    try directory.write("Garden.mom", compiled)
    try expectSame("Garden.mom")
  }

  @Test func theCurrentVersionOfACompiledModel() throws {
    let other = StoreMaker.model([StoreMaker.Entity(name: "Other")])
    try directory.write("Garden.momd/Garden.mom", other)
    try directory.write("Garden.momd/Garden 2.mom", compiled)
    try directory.write("Garden.momd/Garden 3.mom", other)
    try directory.write("Garden.momd/Garden.omo", "no model")
    // Without a note about it the last one by name counts, and that isn't the store's.
    expectRefused("Garden.momd", "version 3")
    try directory.write(
      "Garden.momd/VersionInfo.plist", version("NSManagedObjectModel_CurrentVersionName", "Garden 2"))
    try expectSame("Garden.momd")
    // A name that leads elsewhere isn't followed.
    try directory.write("Garden.mom", compiled)
    try directory.write(
      "Garden.momd/VersionInfo.plist", version("NSManagedObjectModel_CurrentVersionName", "../Garden"))
    expectRefused("Garden.momd", "a name that leads elsewhere")
  }

  @Test func theSourceOfAModel() throws {
    try directory.write("Garden.xcdatamodel/contents", source)
    try directory.write("Garden.xcdatamodel/layout", "not read")
    try expectSame("Garden.xcdatamodel")
    try expectSame("Garden.xcdatamodel/contents")
  }

  @Test func theCurrentVersionOfASource() throws {
    let other = #"<model><entity name="Other"/></model>"#
    try directory.write("Garden.xcdatamodeld/Garden.xcdatamodel/contents", source)
    try directory.write("Garden.xcdatamodeld/Garden 2.xcdatamodel/contents", other)
    try directory.write(
      "Garden.xcdatamodeld/.xccurrentversion", version("_XCCurrentVersionName", "Garden.xcdatamodel"))
    try expectSame("Garden.xcdatamodeld")
    try directory.write(
      "Garden.xcdatamodeld/.xccurrentversion", version("_XCCurrentVersionName", "Garden 2.xcdatamodel"))
    expectRefused("Garden.xcdatamodeld", "version 2")
  }

  @Test func whatIsNoModelIsRefused() throws {
    try directory.write("empty.mom", [UInt8]())
    try directory.write("text.mom", "no model")
    try directory.write("cut.mom", Array(compiled.prefix(compiled.count / 2)))
    try directory.write("other.mom", StoreMaker.model([StoreMaker.Entity(name: "Other")]))
    try directory.write("cut.xcdatamodel/contents", String(source.prefix(source.count / 2)))
    try directory.write("page.xcdatamodel/contents", "<html><body>no model</body></html>")
    try directory.write("folder.momd/readme.txt", "nothing")
    for name in [
      "empty.mom", "text.mom", "cut.mom", "other.mom", "cut.xcdatamodel", "page.xcdatamodel", "folder.momd",
    ] {
      expectRefused(name, "\(name)")
    }
    #expect(throws: SlipError.self) {
      try CoreDataStore(directory.path("x.sqlite"), model: directory.path("missing.mom"))
    }
  }

  /// A circle of parents, and properties that an entity repeats.
  @Test func strangeModelsEnd() throws {
    try directory.write(
      "circle.xcdatamodel/contents",
      #"""
      <model><entity name="Note" parentEntity="Tag"><attribute name="title" attributeType="String"/></entity>
      <entity name="Tag" parentEntity="Note"><attribute name="title" attributeType="Nonsense"/></entity>
      <entity name="Alone" parentEntity="Missing"/><entity/></model>
      """#)
    let store = try CoreDataStore(directory.path("x.sqlite"), model: directory.path("circle.xcdatamodel"))
    #expect(store.model.entities.map(\.name).contains("Note"))
  }
}
