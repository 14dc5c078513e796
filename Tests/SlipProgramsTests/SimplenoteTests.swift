import SlipBase
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

@Suite struct SimplenoteTests {
  /// The list of an export.
  private static func list() throws -> [UInt8] {
    try Fixtures.bytes("sources/simplenote/Export/source/notes.json")
  }

  /// The list may lie below a folder in the archive, and alone.
  @Test(arguments: ["", "x/"]) func exportsMayBePackedAnew(_ folder: String) throws {
    let list = try Self.list()
    var zip = ZipMaker()
    zip.entries = [
      ZipMaker.Entry(folder + "Ferry times.txt", "twin"),
      ZipMaker.Entry(folder + "source/notes.json", String(decoding: list, as: UTF8.self)),
    ]
    #expect(try SourceDrain.read(zip.bytes(), named: "a.zip").notes.count == 3)
    #expect(try SourceDrain.read(list, named: "notes.json").notes.count == 3)
  }

  @Test func otherJSONIsNone() throws {
    for text in [#"{"notes": []}"#, "[]", #"{"activeNotes": "#] {
      let tree = try SourceTree.of(Array(text.utf8), named: "a.json")
      // Any array may be a table.
      if let kind = ProgramTable.sources.kind(of: tree), kind.name != "table" {
        #expect(kind.name == "simplenote")
        #expect(slipError { _ = try kind.open(tree, SourceContext()) } != nil)
      }
    }
  }

  @Test func damagedExports() throws {
    SourceDrain.law(try Self.list(), .simplenote, seed: 1, step: 3) {
      try SourceTree.of($0, named: "notes.json")
    }
  }
}
