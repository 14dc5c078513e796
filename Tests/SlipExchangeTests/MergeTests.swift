import SlipBase
import SlipExchange
import SlipNotes
import Testing

@Suite struct MergeTests {
  @Test func identityComesFromSourceNameAndPath() throws {
    let one = try importing([imported("Cafe\u{301}/a.rtf")]).box
    let other = try importing([imported("Café/a.rtf", body: "other")]).box
    #expect(one.noteIDs == other.noteIDs)
    #expect(one.noteIDs == [noteID("Café/a.rtf")])
    #expect(one.noteIDs != [noteID("Café/a.rtf", sourceName: "Other")])
    #expect(noteID("a.rtf").description == "dadd7fdf-0221-5500-b2eb-3027252b068d", "fixed for ever")
  }

  @Test func orderOfFilesDoesntMatterForTheBox() throws {
    let notes = (1...20).map { imported("f\($0 % 3)/n\($0).rtf", keywords: ["k\($0 % 4)"]) }
    let box = try importing(notes).box
    #expect(try importing(notes.reversed()).box == box)
  }

  @Test func newNotesComeInNaturalOrderBehindOthers() throws {
    let box = try importing(["n10", "N2", "a"].map { imported("F/\($0).rtf") }).box
    let folder = try #require(box.folder(at: "F"))
    #expect(box.notes(in: folder).map(\.title) == ["a", "N2", "n10"])
    #expect(box.notes(in: folder).map(\.order) == [0, 1, 2])
    let notes = ["n10", "N2", "a", "A0", "n3"].map { imported("F/\($0).rtf") }
    let next = try importing(notes, into: box).box
    #expect(next.notes(in: folder).map(\.title) == ["a", "N2", "n10", "A0", "n3"])
    #expect(next.notes(in: folder).map(\.order) == [0, 1, 2, 3, 4])
  }

  @Test func foldersThatTheUserSetStay() throws {
    var box = try importing([imported("Work/Ideas/a.rtf", body: "1")]).box
    let mine = box.findOrCreateFolder(at: ["Mine"])
    try box.update(note: noteID("Work/Ideas/a.rtf")) { $0.folder = mine }
    let after = try importing([imported("Work/Ideas/a.rtf", body: "2")], into: box).box
    #expect(after.note(noteID("Work/Ideas/a.rtf"))?.folder == mine)
  }

  @Test func aRenamedFolderIsFoundAgain() throws {
    var box = try importing([imported("Work/Ideas/a.rtf")]).box
    let ideas = try #require(box.folder(at: "Work/Ideas"))
    try box.update(folder: ideas) {
      $0.name = "Thoughts"
      $0.parent = nil
    }
    let (after, report, _) = try importing(
      [imported("Work/Ideas/a.rtf"), imported("Work/Ideas/b.rtf")], into: box)
    #expect(report.added.count == 1)
    #expect(after.note(noteID("Work/Ideas/b.rtf"))?.folder == ideas)
    // Another source knows nothing of that.
    let other = try importing(
      [imported("Work/Ideas/a.rtf", sourceName: "Other")], into: after, sourceName: "Other"
    ).box
    #expect(
      other.note(noteID("Work/Ideas/a.rtf", sourceName: "Other"))?.folder == other.folder(at: "Work/Ideas"))
    #expect(other.folder(at: "Work/Ideas") != ideas)
  }

  @Test func keywordsAreMergedOneByOne() throws {
    let path = "a.rtf"
    var box = try importing([imported(path, body: "1", keywords: ["stays", "dropped", "gone"])]).box
    let names = { (box: SlipBox) in
      box.note(noteID(path))?.keywords.compactMap { box.keyword($0)?.name }
    }
    let dropped = try #require(box.keyword(named: "dropped")).id
    let mine = box.findOrCreateKeyword(named: "mine")
    try box.update(note: noteID(path)) {
      $0.keywords.removeAll { $0 == dropped }
      $0.keywords.append(mine)
    }
    let again = imported(path, body: "2", keywords: ["STAYS", "dropped", "new"])
    let facts = SourceFacts(imported(path, body: "1", keywords: ["stays", "dropped", "gone"]))
    let merged = try importing([again], into: box, baseline: { _ in facts }).box
    #expect(names(merged) == ["stays", "mine", "new"])
    let unknown = try importing([again], into: box).box
    #expect(names(unknown) == ["stays", "gone", "mine"], "without the last state the user's keywords stay")
  }

  @Test func vanishedFilesDeleteOnlyWhenAsked() throws {
    let notes = ["a", "b", "c"].map { imported("\($0).rtf") }
    var box = try importing(notes).box
    try box.update(note: noteID("b.rtf")) { $0.title = "mine" }
    let (same, report, _) = try importing([notes[0]], into: box)
    #expect(same == box)
    #expect(report.vanished.map(\.path) == ["b.rtf", "c.rtf"] && !report.isChange)
    let (pruned, list, _) = try importing([notes[0]], into: box) { $0.prune = true }
    #expect(list.pruned.map(\.path) == ["c.rtf"])
    #expect(list.vanished.map(\.path) == ["b.rtf"], "what was changed here stays")
    #expect(pruned.noteIDs.sorted() == [noteID("a.rtf"), noteID("b.rtf")].sorted())
  }

  @Test func whatCouldNotBeReadHasNotVanished() throws {
    let box = try importing(["a.rtf", "Dir/b.rtf", "Dirt/c.rtf"].map { imported($0) }).box
    var options = ImportMerger.Options()
    options.prune = true
    var merger = try ImportMerger(box, sourceName: "Box", options: options)
    merger.skip(SkippedFile(path: "a.rtf", reason: .refused(SlipError(.badInput, "x"))))
    merger.skip(SkippedFile(path: "Dir", isDirectory: true, reason: .unreadable(SlipError(.cannotDo, "x"))))
    try merger.finish()
    #expect(merger.report.pruned.map(\.path) == ["Dirt/c.rtf"])
    #expect(merger.report.needsAttention)
  }

  @Test func anotherSourceIsLeftAlone() throws {
    let box = try importing([imported("a.rtf", sourceName: "Other")], sourceName: "Other").box
    let (after, report, _) = try importing([], into: box) { $0.prune = true }
    #expect(after == box && report.vanished.isEmpty)
  }

  @Test func tombstonesKeepDeletedNotesAway() throws {
    var box = SlipBox()
    var origin = Origin(name: "Box", token: "")
    origin.tombstones = [Tombstone(key: "Box/a.rtf")]
    box.origins = [origin]
    let (after, report, payload) = try importing([imported("a.rtf")], into: box)
    #expect(after == box && payload.isEmpty)
    #expect(report.skipped == [SkippedFile(path: "a.rtf", reason: .deletedHere)])
  }

  @Test func namesThatAreTheSameInNFCCantBothComeIn() throws {
    let (box, report, _) = try importing([imported("é.rtf", body: "1"), imported("e\u{301}.rtf", body: "2")])
    #expect(box.noteCount == 1)
    #expect(report.skipped.map(\.reason) == [.nameTaken])
  }

  @Test func equalPicturesAreStoredOnce() throws {
    let (box, _, payload) = try importing([
      imported("a.rtf", pictures: ["p", "p", "q"]), imported("b.rtf", pictures: ["p"]),
    ])
    #expect(box.attachmentCount == 2)
    let places = payload.filter { if case .attachment = $0.place { true } else { false } }
    #expect(places.count == 2)
    #expect(box.note(noteID("a.rtf"))?.attachments.map(\.name) == ["p.png", "p.png", "q.png"])
  }

  @Test(arguments: ["", "a/b", "a\nb"]) func badSourceNames(name: String) {
    #expect { _ = try ImportMerger(SlipBox(), sourceName: name) } throws: {
      ($0 as? SlipError)?.code == ExchangeCode.badSourceName
    }
  }
}
