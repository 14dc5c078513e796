import Foundation
import SlipBase
import SlipNotes
import SlipTestSupport
import SlipboxKit
import Testing

/// The example of the page about finding notes.
@Suite struct FindingExampleTests {
  @Test func predicatesOfBothKindsFindNotes() throws {
    let directory = try TemporaryDirectory()
    try directory.write("notes/a.rtf", "{\\rtf1{\\info{\\title Swarm}{\\keywords B\\'e9es}} Text.}")
    try directory.write("notes/b.rtf", "{\\rtf1{\\info{\\title Much honey}} Text.}")
    try directory.write("notes/c.rtf", "{\\rtf1{\\info{\\title No honey}{\\keywords wax}} Text.}")
    let path = directory.path("b.slipbox")
    var request = ImportRequest(inputs: [directory.path("notes")])
    request.target = .at(path)
    _ = try request.run()
    var session = try EditSession(opening: path)
    let favorite = try #require(session.box.notes.first { $0.title == "Much honey" })
    try session.edit { box throws(SlipError) in
      try box.update(note: favorite.id) { $0.isFavorite = true }
    }
    try session.save()
    #expect(try findingExample(path).map(\.title) == ["Swarm", "Much honey"])
  }

  @Test func thePageShowsWhatIsCompiled() throws {
    let root = Fixtures.directory.deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "Docs/Finding-notes.md"), encoding: .utf8)
    let source = try String(
      contentsOf: root.appending(path: "Tests/SlipboxKitTests/Query/FindingExample.swift"), encoding: .utf8)
    #expect(page.contains("```swift\n" + source + "```\n"))
  }
}
