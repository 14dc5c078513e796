import Foundation
import SlipBase
import SlipBundle
import SlipFiles
import SlipNotes
import SlipTestSupport
@testable import SlipboxKit
@testable import SlipSync
import Testing

/// The JSON form of a box: out and in again gives the same bundle.
@Suite struct BoxJSONTests {
  /// The manifest without the history.
  private func manifest(_ bundle: String) throws -> String {
    let text = String(decoding: try DirectoryStorage(bundle).read("manifest.xml"), as: UTF8.self)
    return text.replacing(/<history[^>]*\/>|<history[^>]*>[^\e]*?<\/history>/, with: "")
  }

  /// Exports and imports a bundle in each form, and checks the document by its schema.
  private func expectTheSame(_ bundle: String, in directory: TemporaryDirectory) throws {
    let schema = try SchemaChecker(named: "box")
    for (name, isLines, isBeside) in [
      ("a.json", false, false), ("b.ndjson", true, false), ("c", false, true), ("d", true, true),
    ] {
      var export = BoxJSONExport(bundle: bundle, output: directory.path(name))
      (export.isLines, export.isBeside) = (isLines, isBeside)
      let count = try export.run()
      let file = directory.path(isBeside ? "\(name)/box.\(isLines ? "ndjson" : "json")" : name)
      #expect(BoxJSONImport.recognizes(file))
      if !isLines {
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: file)))
        #expect(schema.faults(json) == [])
      }
      let copy = directory.path("\(name).slipbox")
      #expect(try BoxJSONImport(input: file, output: copy).run() == count)
      #expect(try manifest(copy) == manifest(bundle), "\(name)")
      #expect(try SyncBench.errors(copy) == SyncBench.errors(bundle))
    }
  }

  @Test func aBundleOfEveryThingComesBack() throws {
    let directory = try TemporaryDirectory()
    try expectTheSame(Fixtures.directory.appending(path: "versions/tour-8.slipbox").path, in: directory)
  }

  @Test func importedPicturesAndOriginalsComeBack() throws {
    let directory = try TemporaryDirectory()
    var request = ImportRequest(inputs: [Fixtures.directory.appending(path: "sample").path])
    request.target = .at(directory.path("sample.slipbox"))
    _ = try request.run()
    try expectTheSame(directory.path("sample.slipbox"), in: directory)
  }

  @Test(arguments: LawSize.seeds("SLIPBOX_SYNC_SEEDS", 6))
  func editedBoxesComeBack(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var bench = try SyncBench()
    for _ in 0..<12 { try bench.change(bench.server, &generator) }
    try expectTheSame(bench.server, in: bench.directory)
  }

  @Test(arguments: ["markdown", "html", "text"])
  func otherTextsMakeSoundBundles(body: String) throws {
    let directory = try TemporaryDirectory()
    let bundle = Fixtures.directory.appending(path: "versions/tour-8.slipbox").path
    var export = BoxJSONExport(bundle: bundle, output: directory.path("a.json"))
    export.body = body
    _ = try export.run()
    let copy = directory.path("a.slipbox")
    _ = try BoxJSONImport(input: directory.path("a.json"), output: copy).run()
    #expect(try SyncBench.errors(copy) == [])
    #expect(try OpenBundle(copy).box.notes.map(\.title) == OpenBundle(bundle).box.notes.map(\.title))
  }

  @Test func objectsAreCodable() throws {
    let box = try OpenBundle(Fixtures.directory.appending(path: "versions/tour-8.slipbox").path).box
    for note in box.notes {
      let object = BoxJSON.NoteObject(note, body: Array("x".utf8), format: "text")
      let data = try JSONEncoder().encode(object)
      let back = try JSONDecoder().decode(BoxJSON.NoteObject.self, from: data)
      #expect(
        back.note.title == note.title && back.note.keywords == note.keywords && back.body == object.body)
    }
    for folder in box.folders {
      let data = try JSONEncoder().encode(BoxJSON.FolderObject(folder))
      #expect(try JSONDecoder().decode(BoxJSON.FolderObject.self, from: data).folder == folder)
    }
  }

  @Test(arguments: [
    ("{\"format\":\"urn:slipbox:box:1\",\n\"notes\":[{\"id\":\"x\"}]}", "must be a UUID", 2, 16),
    ("{\"format\":\"urn:slipbox:box:1\",\n\"notes\":[\n{]}", "a key must be a string", 3, 2),
    (
      "{\"format\":\"urn:slipbox:box:1\",\"folders\":[{\"id\":\"00000021-0000-4000-8000-000000000021\",\"name\":1}]}",
      "`folders[0].name` must be a string", 1, 94
    ),
  ])
  func badDocumentsChangeNothing(text: String, message: String, line: Int, column: Int) throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.json", text)
    let error = try #require(
      slipError {
        _ = try BoxJSONImport(input: directory.path("a.json"), output: directory.path("a.slipbox")).run()
      })
    #expect(error.message.contains(message), "\(error.message)")
    guard case .position(let atLine, let atColumn, _) = error.location?.place else {
      Issue.record("no place: \(error)")
      return
    }
    #expect(atLine == line && atColumn == column)
    #expect(directory.names() == ["a.json"])
  }
}
