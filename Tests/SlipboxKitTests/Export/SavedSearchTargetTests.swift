import Foundation
import SlipPrograms
import SlipBase
import SlipBundle
import SlipExchange
import SlipNotes
import SlipQuery
import SlipTestSupport
@testable import SlipboxKit
import Testing

/// Folders with saved searches, exported to programs that have such a thing.
@Suite struct SavedSearchTargetTests {
  let bench: TargetBench

  init() throws {
    bench = try TargetBench()
    _ = try BundleTransaction.begin(at: bench.bundle, limits: Limits()).output.commit(
      SlipBox(), replacing: SlipBox())
    var session = try EditSession(opening: bench.bundle, date: Timestamp(seconds: 1_700_000_000))
    for (title, text, folder) in [
      ("Queens", "about bees", "Work"), ("Hives", "about bees, too", nil), ("Taxes", "no insects", "Work"),
    ] {
      _ = try session.create(NoteDraft(title: title, body: .text(text), folder: folder))
    }
    let search = SavedSearch(search: "bees", predicate: #"title != "x: \"y\"""#)
    try session.save(search, asFolder: "Smart/All: bees")
    try session.save(SavedSearch(search: "nothing-like-it", predicate: nil), asFolder: "Smart/None")
    _ = try session.create(
      NoteDraft(title: "All- bees", body: .text("of its own"), folder: "Smart/All: bees"))
    try session.save()
  }

  func export(_ name: String, change: (inout ContainerExport) -> Void = { _ in }) throws -> String {
    let target = try #require(ProgramTable.container(named: name))
    return try bench.roundTrip(target, change: change)
  }

  /// The searches of a box by the names of their folders.
  func searches(_ bundle: String) throws -> [String: [String]] {
    var found: [String: [String]] = [:]
    for folder in try OpenBundle(bundle).box.folders where !folder.properties.isEmpty {
      found[folder.name] = folder.properties.map { "\($0.name)=\($0.value)" }
    }
    return found
  }

  @Test func aVaultHasANoteOfLinks() throws {
    let back = try export("obsidian")
    let text = try #require(bench.directory.text("Out/Smart/All- bees/All- bees (search).md"))
    #expect(
      text == """
        ---
        slipbox-search: "bees"
        slipbox-predicate: "title != \\"x: \\\\\\"y\\\\\\"\\""
        ---
        - [[Hives]]
        - [[Queens]]
        - [[All- bees]]

        """)
    #expect(bench.directory.text("Out/Smart/None/None.md")?.hasSuffix("---\n") == true)
    let before = try searches(bench.bundle)
    #expect(try searches(back) == ["All- bees": before["All: bees"] ?? [], "None": before["None"] ?? []])
    #expect(try OpenBundle(back).box.noteCount == 4)
  }

  @Test func aVaultForOtherProgramsHasPlainLinks() throws {
    _ = try export("obsidian") { ($0.linkStyle, $0.frontMatter) = (.markdown, .none) }
    #expect(
      bench.directory.text("Out/Smart/All- bees/All- bees (search).md")
        == "- [Hives](../../Hives.md)\n- [Queens](../../Work/Queens.md)\n- [All\\- bees](All-%20bees.md)\n")
  }

  @Test func aProjectHasACollection() throws {
    let back = try export("scrivener")
    let project = try #require(bench.directory.text("Out.scriv/Out.scrivx"))
    let box = try OpenBundle(bench.bundle)
    let ids = try ["Hives", "Queens", "All- bees"].map { try box.note(named: $0).id.description.uppercased() }
    #expect(project.contains("<Title>All: bees</Title>\n      <BinderUUIDs>\(ids.joined(separator: ","))</"))
    #expect(try searches(back) == searches(bench.bundle))
    #expect(try OpenBundle(back).box.notes.allSatisfy { $0.properties.isEmpty })
  }

  @Test func collectionsOfNotesComeBack() throws {
    var session = try EditSession(opening: bench.bundle, date: Timestamp(seconds: 1_700_000_000))
    let ids = try ["Taxes", "Queens"].map { try session.note(named: $0).id }
    try session.edit { (box) throws(SlipError) in
      for id in ids {
        try box.update(note: id) { $0.properties = [Property("scrivener:collection", .text, "To read")] }
      }
    }
    try session.save()
    let back = try OpenBundle(try export("scrivener"))
    #expect(bench.directory.text("Out.scriv/Out.scrivx")?.contains("<Title>To read</Title>") == true)
    for title in ["Taxes", "Queens"] {
      #expect(try back.note(named: title).properties == [Property("scrivener:collection", .text, "To read")])
    }
    #expect(try back.note(named: "Hives").properties == [])
  }

  @Test(arguments: ["enex", "textbundle", "textpack", "bear", "joplin"])
  func aReportSaysWhereSearchesAreLost(name: String) throws {
    let target = try #require(ProgramTable.container(named: name))
    let report = try ContainerExport(bundle: bench.bundle, output: "", target: target).report()
    let total = try #require(report.totals.first { $0.loss.name == "saved-search" })
    #expect(total.loss.count == 2 && total.loss.becomes == nil && total.documents == 0)
    #expect(report.entries.filter(\.isFolder).map(\.path) == ["Smart/All: bees", "Smart/None"])
    #expect(try searches(try export(name)) == [:])
  }

  @Test func aSearchThatCannotBeUsedIsReported() throws {
    var session = try EditSession(opening: bench.bundle, date: Timestamp(seconds: 1_700_000_000))
    let folder = try #require(session.box.folder(at: "Smart/None"))
    try session.edit { (box) throws(SlipError) in
      try box.update(folder: folder) { $0.properties = [Property("predicate", .text, "title ==")] }
    }
    try session.save()
    let target = try #require(ProgramTable.container(named: "obsidian"))
    let outcome = try ContainerExport(
      bundle: bench.bundle, output: bench.directory.path("Vault"), target: target
    ).run()
    #expect(outcome.diagnostics.map(\.code) == [KitCode.badQuery])
    #expect(!bench.directory.exists("Vault/Smart/None/None.md"))
  }

  /// The day of a search is that of the export, and not of the computer.
  @Test func daysComeFromTheClock() throws {
    var session = try EditSession(opening: bench.bundle, date: Timestamp(seconds: 1_700_000_000))
    try session.save(SavedSearch(search: nil, predicate: #"created > "-2d""#), asFolder: "New")
    try session.save()
    for (clock, count) in [(nil, 4), (QueryClock(now: Timestamp(seconds: 1_900_000_000)), 0)] {
      let path = bench.directory.path("Vault \(count)")
      let target = try #require(ProgramTable.container(named: "obsidian"))
      var request = ContainerExport(bundle: bench.bundle, output: path, target: target)
      request.clock = clock
      _ = try request.run()
      let text = bench.directory.text("Vault \(count)/New/New.md")
      #expect(text?.split(separator: "\n").count { $0.hasPrefix("- ") } == count)
    }
  }
}
