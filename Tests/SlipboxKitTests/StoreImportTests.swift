import Foundation
import SlipBase
import SlipExchange
import SlipTestSupport
import SlipboxKit
import Testing

@testable import SlipIndex

/// Stores of note applications, on their way into a bundle.
@Suite struct StoreImportTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for name in ["garden", "applenotes"] {
      try FileManager.default.copyItem(
        at: Fixtures.directory.appending(path: "stores/" + name), to: directory.url.appending(path: name))
    }
  }

  private func run(
    _ input: String, change: (inout ImportRequest) -> Void = { _ in }
  ) throws -> ImportOutcome {
    var request = ImportRequest(inputs: [directory.path(input)])
    request.target = .at(directory.path("b.slipbox"))
    change(&request)
    return try request.run()
  }

  private func text(_ bundle: OpenBundle, _ title: String) throws -> String {
    let id = try bundle.note(named: title).id.description
    return directory.text("b.slipbox/notes/\(id.prefix(2))/\(id).txt") ?? ""
  }

  /// All files below a folder, with their contents.
  private func contents(_ folder: String) throws -> [String: Data] {
    let url = directory.url.appending(path: folder)
    var contents: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
      contents[name] = try? Data(contentsOf: url.appending(path: name))
    }
    return contents
  }

  @Test func aNoteWithoutATitleHasAnEmptyOne() throws {
    do {
      let database = try Database(directory.path("garden/Garden.sqlite"), .write)
      try database.execute("UPDATE ZNOTE SET ZTITLE = NULL WHERE ZTITLE = 'Hives'")
    }
    #expect(try run("garden/Garden.sqlite").report.added.count == 5)
    let box = try OpenBundle(directory.path("b.slipbox")).box
    #expect(box.notes.count { $0.title.isEmpty } == 1 && !box.notes.contains { $0.title == "Hives" })
    #expect(try !run("garden/Garden.sqlite").isChanged)
    #expect(try SyncBench.errors(directory.path("b.slipbox")) == [])
  }

  @Test func aStoreOfCoreDataComesWithAllThatBelongsToIt() throws {
    let before = try contents("garden")
    let outcome = try run("garden/Garden.sqlite")
    #expect(outcome.report.added.count == 5)
    #expect(try contents("garden") == before)
    let bundle = try OpenBundle(directory.path("b.slipbox"))
    let box = bundle.box
    let hives = try bundle.note(named: "Hives")
    #expect(hives.isFavorite && hives.status == .draft)
    #expect(hives.sourceItem == "01010101-0101-0101-0101-010101010101")
    #expect(hives.created?.rfc3339 == "2023-03-09T20:26:40.5Z")
    #expect(hives.folder.map { box.path(of: $0) } == ["Garden", "Bees"])
    #expect(hives.keywords.compactMap { box.keyword($0)?.name } == ["spring", "money"])
    #expect(box.keyword(hives.keywords[0])?.color.green == 0.5)
    #expect(Set(hives.links) == [try bundle.note(named: "Queens").id, try bundle.note(named: "Bill").id])
    #expect(hives.attachments.count == 1)
    #expect(try bundle.note(named: "Queens").status == .review)
    #expect(try text(bundle, "Hives").contains("woke early"))
    #expect(try text(bundle, "Queens").hasPrefix("Queens\nTwo queens"))
    #expect(try text(bundle, "Bill").hasPrefix("What the nursery charges."))
    #expect(try text(bundle, "Beds").hasPrefix("Sow peas first."))
    #expect(try bundle.note(named: "Beds").properties.map(\.value) == ["sunny"])
    // What can't be read is kept as a file.
    #expect(try bundle.note(named: "Broken").attachments.map(\.name) == ["body.bin"])
    let codes = Set(outcome.diagnostics.map(\.code))
    #expect(codes.isSuperset(of: ["SBXG170", "SBXG171", "SBXG174"]))
  }

  @Test(arguments: [("garden", 5), ("applenotes", 4)])
  func aZIPOfTheFolderGivesTheSame(_ folder: String, _ count: Int) throws {
    var zip = ZipMaker()
    for (name, bytes) in try contents(folder) {
      var entry = ZipMaker.Entry(folder + "/" + name)
      entry.bytes = Array(bytes)
      zip.entries.append(entry)
    }
    try Data(zip.bytes()).write(to: directory.url.appending(path: "a.zip"))
    let fromFolder = try run(folder)
    try directory.remove("b.slipbox")
    let fromZIP = try run("a.zip")
    #expect(fromZIP.report.added.count == count)
    #expect(
      Set(fromZIP.diagnostics.map(\.code)) == Set(fromFolder.diagnostics.map(\.code)))
  }

  @Test func importingAgainChangesNothing() throws {
    _ = try run("garden/Garden.sqlite")
    let before = try contents("b.slipbox")
    let outcome = try run("garden/Garden.sqlite")
    #expect(outcome.report.unchanged.count == 5)
    #expect(try contents("b.slipbox") == before)
  }

  @Test func aMappingDecides() throws {
    try directory.write(
      "m.toml",
      "[note]\nentity = \"note\"\nbody = \"BODY\"\nstatus = \"status\"\nstatus_values = { \"?\" = \"review\" }\n"
    )
    let outcome = try run("garden/Garden.sqlite") { $0.mapping = directory.path("m.toml") }
    #expect(outcome.report.added.count == 5)
    let bundle = try OpenBundle(directory.path("b.slipbox"))
    #expect(bundle.box.folderCount == 0)
    #expect(bundle.box.noteIDs.compactMap { bundle.box.note($0)?.status }.count { $0 == .review } == 2)
  }

  @Test func wrongMappingsAreRefusedAndNothingIsWritten() throws {
    for (text, code) in [
      ("[note]\nentity = \"Note\"\ntitle = \"titel\"\n", "SBXG148"),
      ("[note]\ntitle = \"title\"\n", "SBXG147"),
      ("[notes]\n", nil), ("[note]\nentity = 3\n", nil),
      ("[note]\nentity = \"Note\"\nbody = [\"created.x\"]\n", "SBXG148"),
    ] as [(String, String?)] {
      try directory.write("m.toml", text)
      let error = slipError { _ = try run("garden/Garden.sqlite") { $0.mapping = directory.path("m.toml") } }
      if let code { #expect(error?.code == code) }
      #expect(!directory.exists("b.slipbox"))
    }
  }

  @Test func appleNotesComesWithItsFiles() throws {
    for input in ["applenotes", "applenotes/NoteStore.sqlite"] {
      if directory.exists("b.slipbox") { try directory.remove("b.slipbox") }
      let outcome = try run(input)
      #expect(outcome.report.added.count == 4)
      let bundle = try OpenBundle(directory.path("b.slipbox"))
      let note = try bundle.note(named: "Hive book")
      #expect(note.folder.map { bundle.box.path(of: $0) } == ["Bees", "Hives"])
      #expect(note.keywords.compactMap { bundle.box.keyword($0)?.name } == ["Spring"])
      #expect(note.links == [try bundle.note(named: "The queen").id])
      #expect(note.attachments.map(\.name) == ["bee.png"])
      #expect(note.properties.map(\.name) == ["pinned", "applenotes:account"])
      let text = try text(bundle, "Hive book")
      for part in ["☑ smoker", "Keep calm", "#Spring", "east\t8"] { #expect(text.contains(part)) }
      #expect(try bundle.note(named: "Locked").properties.map(\.value).contains("the usual"))
      #expect(Set(outcome.diagnostics.map(\.code)).isSuperset(of: ["SBXG242", "SBXG241"]))
    }
  }
}
