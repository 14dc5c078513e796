import Foundation
import SlipExchange
import SlipTestSupport
import SlipboxKit
import Testing

/// Packages on disk, in and out of a bundle.
@Suite struct RTFDRoadTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: directory.path("notes"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Fixtures.directory.appending(path: "rtfd/The garden.rtfd"),
      to: directory.url.appending(path: "notes/The garden.rtfd"))
    try directory.write(
      "notes/other.rtf", #"{\rtf1 See {\field{\*\fldinst HYPERLINK "The%20garden.rtfd"}{\fldrslt it}}}"#)
    try directory.write("secret.txt", "SECRET")
  }

  @discardableResult func importNotes() throws -> ImportOutcome {
    var request = ImportRequest(inputs: [directory.path("notes")])
    request.target = .at(directory.path("b.slipbox"))
    return try request.run()
  }

  func export(_ target: ExportTarget, to name: String) throws {
    _ = try ExportRequest(bundle: directory.path("b.slipbox"), output: directory.path(name), target: target)
      .run()
  }

  func isSame(_ a: String, _ b: String) -> Bool {
    let paths = FileManager.default.subpaths(atPath: directory.path(a)) ?? []
    guard !paths.isEmpty, paths.sorted() == FileManager.default.subpaths(atPath: directory.path(b))?.sorted()
    else {
      return false
    }
    return FileManager.default.contentsEqual(atPath: directory.path(a), andPath: directory.path(b))
  }

  @Test func theRoad() throws {
    #expect(try importNotes().noteCount == 2)
    #expect(try !importNotes().isChanged)
    #expect(try Validation.run(directory.path("b.slipbox")).report.diagnostics.isEmpty)
    try export(.original, to: "out")
    #expect(isSame("notes", "out"))
    let bundle = try OpenBundle(directory.path("b.slipbox"))
    // Other notes link to the package as to a file.
    #expect(try bundle.note(named: "See it").links == [bundle.note(named: "The garden").id])
    try export(.rtfd, to: "packages")
    #expect(isSame("notes/The garden.rtfd/Sketch.graffle", "packages/The garden.rtfd/Sketch.graffle"))
    #expect(directory.names("packages/The garden.rtfd") == directory.names("notes/The garden.rtfd"))
    #expect(directory.text("packages/See it.rtfd/TXT.rtf")?.contains("The%20garden.rtfd") == true)
  }

  @Test func aChangedFileChangesTheNote() throws {
    try importNotes()
    let before = try OpenBundle(directory.path("b.slipbox")).note(named: "The garden").attachments
    for (path, text) in [
      ("Seeds {new} 100%.csv", "seed\n"), ("left over.txt", "more\n"), ("new.txt", "new\n"),
    ] {
      try directory.write("notes/The garden.rtfd/" + path, text)
      #expect(try importNotes().isChanged)
    }
    let bundle = try OpenBundle(directory.path("b.slipbox"))
    let after = try bundle.note(named: "The garden").attachments
    #expect(after.map(\.name) == before.map(\.name) + ["new.txt"])
    #expect(after[0] == before[0] && after[1] != before[1] && after[3] != before[3])
    #expect(try Validation.run(directory.path("b.slipbox")).report.diagnostics.isEmpty)
    try export(.original, to: "out")
    #expect(isSame("notes", "out"))
  }

  @Test func linksAreNeverFollowed() throws {
    try directory.link("notes/The garden.rtfd/secret.txt", to: "../../secret.txt")
    try directory.link("notes/linked.rtfd", to: "The garden.rtfd")
    let path = "notes/The garden.rtfd/TXT.rtf"
    let text =
      #"{\rtf1 Out {{\NeXTGraphic secret.txt \width1}\'ac}{{\NeXTGraphic ../../secret.txt \width1}\'ac}}"#
    try directory.write(path, text)
    let outcome = try importNotes()
    #expect(outcome.noteCount == 2)
    #expect(Set(outcome.diagnostics.compactMap(\.code)).isSuperset(of: ["SBXP211", "SBXP212", "SBXP213"]))
    for case let file as String in FileManager.default.enumerator(atPath: directory.path("b.slipbox"))
      ?? .init()
    {
      #expect(directory.text("b.slipbox/" + file)?.contains("SECRET") != true)
    }
  }

  @Test func editsKeepFilesThatTheTextNeverNamed() throws {
    try importNotes()
    let note = try OpenBundle(directory.path("b.slipbox")).note(named: "The garden")
    let name = note.id.description.lowercased()
    let path = "b.slipbox/notes/\(name.prefix(2))/\(name).rtf"
    let body = try Data(contentsOf: directory.url.appending(path: path))
    // A word processor takes the last paragraph out.
    let cut = try #require(body.range(of: Data("The plan again".utf8)))
    var edited = body[..<cut.lowerBound]
    edited.append(contentsOf: "Edited.}".utf8)
    try edited.write(to: directory.url.appending(path: path))
    #expect(try Refresh.run(directory.path("b.slipbox")).titles == ["The garden"])
    let after = try OpenBundle(directory.path("b.slipbox")).note(named: "The garden")
    #expect(after.attachments == note.attachments)
    try Data("{\\rtf1 All gone}".utf8).write(to: directory.url.appending(path: path))
    _ = try Refresh.run(directory.path("b.slipbox"))
    let bare = try OpenBundle(directory.path("b.slipbox")).note(named: "The garden")
    #expect(bare.attachments.map(\.name) == ["left over.txt"])
    try export(.original, to: "out")
    #expect(isSame("notes", "out"))
  }

  @Test func linksThatWordProcessorsMadeAbsoluteStayInTheBundle() throws {
    try importNotes()
    let note = try OpenBundle(directory.path("b.slipbox")).note(named: "The garden")
    let name = note.id.description.lowercased()
    let path = "b.slipbox/notes/\(name.prefix(2))/\(name).rtf"
    let body = try #require(
      String(data: Data(contentsOf: directory.url.appending(path: path)), encoding: .isoLatin1))
    let absolute = body.replacing("HYPERLINK \"../../", with: "HYPERLINK \"file:///home/me/b.slipbox/")
      .replacing("costs", with: "is")
    try #require(absolute.data(using: .isoLatin1)).write(to: directory.url.appending(path: path))
    #expect(try Refresh.run(directory.path("b.slipbox")).titles == ["The garden"])
    let bundle = try OpenBundle(directory.path("b.slipbox"))
    let after = try bundle.note(named: "The garden")
    #expect(after.attachments == note.attachments)
    let expected = Array(try #require(body.replacing("costs", with: "is").data(using: .isoLatin1)))
    #expect(try Array(bundle.body(of: after)) == expected)
    #expect(try Validation.run(directory.path("b.slipbox")).report.diagnostics.isEmpty)
  }
}
