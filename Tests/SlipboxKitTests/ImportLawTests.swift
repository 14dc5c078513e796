import Foundation
import SlipBase
import SlipExchange
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipboxKit

/// A second import is a three-way merge: what the source said last time, what it says now, and what the box has.
///
/// Random boxes are exported to another program, changed, exported and imported again. `SLIPBOX_IMPORT_SEEDS` raises the number of
/// histories.
@Suite struct ImportLawTests {
  static let targets = ["obsidian", "enex", "scrivener", "joplin", "coredata"]
  static let seeds = LawSize.seeds("SLIPBOX_IMPORT_SEEDS", 5)

  @Test(arguments: targets, seeds) func anUntouchedBoxFollowsItsSource(name: String, seed: Int) throws {
    let history = try ImportHistory(name, seed: seed)
    try history.importSource(into: "b.slipbox")
    let before = try history.box("b.slipbox")
    #expect(try !history.importSource(into: "b.slipbox").isChanged)
    #expect(try history.box("b.slipbox") == before)
    try history.changeSource()
    let outcome = try history.importSource(into: "b.slipbox") {
      $0.prunes = true
      $0.prunesAll = true
    }
    try history.importSource(into: "fresh.slipbox")
    // Notes of a file that is gone as a whole stay, unless nothing tells that they were changed.
    let sources = Set(try history.box("fresh.slipbox").sources.map(\.id))
    let followed = try history.facts("b.slipbox", of: sources, known: "b.slipbox")
    let fresh = try history.facts("fresh.slipbox", of: sources, known: "b.slipbox")
    #expect(ImportHistory.difference(followed, fresh) == "")
    #expect(outcome.report.conflicts.isEmpty && outcome.report.kept.isEmpty)
    #expect(try SyncBench.errors(history.path("b.slipbox")) == [])
    #expect(try !history.importSource(into: "b.slipbox").isChanged)
    try history.expectOriginal(of: "b.slipbox")
  }

  @Test(arguments: targets, seeds) func aChangedBoxIsMerged(name: String, seed: Int) throws {
    let history = try ImportHistory(name, seed: seed)
    try history.importSource(into: "b.slipbox")
    let base = try history.notes("b.slipbox")
    try history.changeBox("b.slipbox")
    let ours = try history.notes("b.slipbox")
    try history.changeSource()
    try history.importSource(into: "fresh.slipbox")
    let policy = ImportHistory.policies[seed % 3]
    let outcome = try history.importSource(into: "b.slipbox") { $0.onConflict = policy }
    let merged = try history.notes("b.slipbox")
    let theirs = try history.notes("fresh.slipbox", known: "b.slipbox")
    let versions = Set(outcome.report.conflicts.compactMap(\.version))
    for (id, note) in ours {
      let expected = ImportHistory.Facts(base: base[id], ours: note, theirs: theirs[id], policy)
      let difference = ImportHistory.difference(merged[id]?.lines ?? [], expected.lines)
      #expect(difference == "", "\(policy) \(note.title)")
    }
    for (id, note) in theirs where ours[id] == nil { #expect(merged[id]?.lines == note.lines) }
    #expect(Set(merged.keys) == Set(ours.keys).union(theirs.keys).union(versions))
    #expect(try SyncBench.errors(history.path("b.slipbox")) == [])
    #expect(try !history.importSource(into: "b.slipbox") { $0.onConflict = policy }.isChanged)
  }

  @Test(arguments: targets, seeds) func anImportIsTakenBack(name: String, seed: Int) throws {
    let history = try ImportHistory(name, seed: seed)
    try history.importSource(into: "b.slipbox")
    try history.changeBox("b.slipbox")
    try history.changeSource()
    let before = try history.notes("b.slipbox")
    let change: (inout ImportRequest) -> Void = {
      $0.onConflict = ImportHistory.policies[seed % 3]
      $0.prunes = true
      $0.prunesAll = true
    }
    guard try history.importSource(into: "b.slipbox", change).isChanged else { return }
    let after = try history.box("b.slipbox")
    try history.undo("b.slipbox")
    let there = try history.box("b.slipbox")
    #expect(try history.notes("b.slipbox") == before)
    #expect(try SyncBench.errors(history.path("b.slipbox")) == [])
    // It stays taken back until the source changes again, and taking that back brings it again.
    try history.importSource(into: "b.slipbox", change)
    let later = try history.notes("b.slipbox")
    #expect(Set(later.keys) == Set(before.keys))
    for (id, note) in before {
      #expect(ImportHistory.difference(note.lines, later[id]?.lines ?? []) == "", "\(note.title)")
    }
    guard try history.box("b.slipbox").history == there.history else { return }
    try history.undo("b.slipbox")
    #expect(BoxChanges(from: after, to: try history.box("b.slipbox")).isEmpty)
  }

  @Test func oneNoteOfAnImportIsTakenBack() throws {
    let history = try ImportHistory("joplin", seed: 1)
    try history.importSource(into: "b.slipbox")
    let base = try history.notes("b.slipbox")
    try history.changeSource()
    try history.addToSource()
    let outcome = try history.importSource(into: "b.slipbox")
    let after = try history.notes("b.slipbox")
    let id = try #require(outcome.report.updated.first?.note)
    let added = try #require(outcome.report.added.first?.note)
    try history.undo("b.slipbox", notes: [id.description, added.description])
    let there = try history.notes("b.slipbox")
    #expect(ImportHistory.difference(there[id]?.lines ?? [], base[id]?.lines ?? []) == "")
    #expect(there[added] == nil)
    for (other, facts) in after where other != id && other != added { #expect(there[other] == facts) }
    #expect(try SyncBench.errors(history.path("b.slipbox")) == [])
    #expect(throws: SlipError.self) { try history.undo("b.slipbox", notes: ["no such note"]) }
    // The import that made the bundle is taken back by deleting it.
    #expect(throws: SlipError.self) { try history.undo("b.slipbox", number: 1) }
  }
}
