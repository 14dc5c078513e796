import Foundation
import SlipTestSupport
import SlipboxKit
import Testing

/// The example of `Docs/Apps.md`: an app that takes a bundle into a store of its own.
@Suite struct CoreDataExampleTests {
  /// An object of a store in memory.
  final class Object {
    var values: [String: Any] = [:]
    var links: [String: [Object]] = [:]
  }

  /// A store in memory. Core Data exists on Apple's platforms only.
  final class Memory: ObjectStore {
    var objects: [String: [String: Object]] = [:]
    var saves = 0

    func object(_ entity: String, id: String) -> Object {
      let object = objects[entity]?[id] ?? Object()
      objects[entity, default: [:]][id] = object
      return object
    }
    func set(_ key: String, _ value: Any?, of object: Object) { object.values[key] = value }
    func link(_ key: String, to objects: [Object], of object: Object) { object.links[key] = objects }
    func save() { saves += 1 }

    /// The notes by their titles.
    var notes: [String: Object] {
      Dictionary(
        (objects["Note"] ?? [:]).values.map { ($0.values["title"] as? String ?? "", $0) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  @Test func aBundleComesIntoAStore() throws {
    let path = Fixtures.directory.appending(path: "versions/tour-8.slipbox").path
    let bundle = try OpenBundle(path)
    let store = Memory()
    try take(bundle: path, into: store)
    #expect(store.saves == 1)
    #expect(store.objects["Note"]?.count == bundle.box.noteCount)
    #expect(store.objects["Folder"]?.count == Array(bundle.box.folders).count)
    #expect(store.objects["Keyword"]?.count == Array(bundle.box.keywords).count)
    var files = 0
    for note in bundle.box.notes {
      let object = try #require(store.objects["Note"]?[note.id.description])
      #expect(object.values["title"] as? String == note.title)
      #expect(object.values["rtf"] as? Data == Data(try bundle.body(of: note)))
      #expect((object.values["created"] as? Date == nil) == (note.created == nil))
      let folder = note.folder.flatMap { bundle.box.folder($0)?.name }
      #expect((object.values["folder"] as? Object)?.values["name"] as? String == folder)
      #expect(
        object.links["keywords"]?.compactMap { $0.values["name"] as? String }
          == note.keywords.compactMap { bundle.box.keyword($0)?.name })
      #expect(object.links["links"]?.count == note.links.count)
      for (use, file) in zip(note.attachments, object.links["files"] ?? []) {
        #expect(file.values["name"] as? String == use.name)
        #expect((file.values["data"] as? Data)?.count == bundle.box.attachment(use.attachment)?.blob.length)
        files += 1
      }
    }
    #expect(files > 0)
    // A second time updates the same objects.
    try take(bundle: path, into: store)
    #expect(store.objects["Note"]?.count == bundle.box.noteCount && store.saves == 2)
  }

  @Test func thePageHasTheCodeThatIsCompiled() throws {
    let root = Fixtures.directory.deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "Docs/Apps.md"), encoding: .utf8)
    let source = try String(
      contentsOf: root.appending(path: "Tests/SlipboxKitTests/CoreDataExample.swift"), encoding: .utf8)
    let code = try #require(
      source.components(separatedBy: "// Page begin\n").last?.components(separatedBy: "// Page end").first)
    #expect(page.contains("```swift\n" + code + "```"))
  }
}
