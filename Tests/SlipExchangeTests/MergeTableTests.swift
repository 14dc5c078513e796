import SlipBase
import SlipExchange
import SlipNotes
import Testing

/// Every cell of source (unchanged, changed) × note (unchanged, changed) × policy.
@Suite struct MergeTableTests {
  enum Outcome: String { case unchanged, updated, kept, conflict }

  struct Cell: Sendable {
    var sourceChanges: Bool
    var noteChanges: Bool
    var policy: ImportMerger.ConflictPolicy
  }

  static let cells: [Cell] = [false, true].flatMap { source in
    [false, true].flatMap { note in
      ImportMerger.ConflictPolicy.allCases.map { Cell(sourceChanges: source, noteChanges: note, policy: $0) }
    }
  }

  let id = noteID("Work/a.rtf")
  let first = imported("Work/a.rtf", title: "A", body: "one", pictures: ["old"])
  let second = imported("Work/a.rtf", title: "A2", body: "two", pictures: ["new"])
  let edited = FileFact(of: Array("edited".utf8))

  func before(noteChanges: Bool) throws -> SlipBox {
    var box = try importing([first]).box
    try box.update(note: id) {
      $0.status = .review
      $0.isFavorite = true
      if noteChanges { $0.body = edited }
    }
    return box
  }

  @Test(arguments: cells) func cell(_ cell: Cell) throws {
    let before = try before(noteChanges: cell.noteChanges)
    let (box, report, payload) = try importing([cell.sourceChanges ? second : first], into: before) {
      $0.onConflict = cell.policy
    }
    let entry = [ImportReport.Entry(path: "Work/a.rtf", note: id)]
    #expect(report.added.isEmpty && report.skipped.isEmpty && report.pruned.isEmpty)
    #expect(box.note(id)?.status == .review)
    #expect(box.note(id)?.isFavorite == true)

    guard cell.sourceChanges else {
      #expect(box == before)
      #expect(payload.isEmpty && !report.isChange && !report.needsAttention)
      #expect(cell.noteChanges ? report.kept == entry : report.unchanged == entry)
      return
    }
    #expect(box.source(second.key.text)?.original == second.original)
    #expect(report.isChange)
    guard cell.noteChanges else {
      #expect(report.updated == entry)
      try expectReplaced(box, payload)
      return
    }
    let conflict = try #require(report.conflicts.first)
    #expect(conflict.path == "Work/a.rtf" && conflict.note == id && conflict.note == id)
    // What was imported isn't known here, so that texts can't be merged.
    #expect(conflict.resolution == (cell.policy == .merge ? .both : cell.policy))
    #expect(conflict.lacksBase == (cell.policy == .merge))
    #expect(report.needsAttention == [.both, .merge].contains(cell.policy))
    switch cell.policy {
    case .keep: try expectKept(box, payload)
    case .replace: try expectReplaced(box, payload)
    case .both, .merge: try expectBoth(box, payload, conflict)
    }
  }

  func expectReplaced(_ box: SlipBox, _ payload: [ImportedPayload]) throws {
    let note = try #require(box.note(id))
    #expect(box.noteCount == 1)
    #expect(note.title == "A2" && note.body == second.body.fact && !note.isChangedSinceImport)
    #expect(box.attachments.map(\.id) == second.attachments.map(\.payload.fact.digest))
    #expect(
      payload.map(\.place) == [
        .attachment(second.attachments[0].payload.fact.digest, fileExtension: "png"), .body(id), .mirror(id),
        .kept(second.kept.fact.digest, fileExtension: "rtf"),
      ])
    try expectSettled(box)
  }

  func expectKept(_ box: SlipBox, _ payload: [ImportedPayload]) throws {
    let note = try #require(box.note(id))
    #expect(box.noteCount == 1)
    #expect(note.title == "A" && note.body == edited && note.isChangedSinceImport)
    // The note's picture and the one that the new original needs.
    #expect(box.attachmentCount == 2)
    #expect(
      payload.map(\.place) == [
        .attachment(second.attachments[0].payload.fact.digest, fileExtension: "png"),
        .kept(second.kept.fact.digest, fileExtension: "rtf"),
      ])
    try expectSettled(box)
  }

  func expectBoth(_ box: SlipBox, _ payload: [ImportedPayload], _ conflict: ImportReport.Conflict) throws {
    let note = try #require(box.note(id))
    let version = try #require(conflict.version.flatMap { box.note($0) })
    #expect(note.title == "A" && note.body == edited)
    #expect(version.title == "A2" && version.body == second.body.fact && version.folder == note.folder)
    #expect(version.status == .draft && version.order == 1)
    let old = try #require(note.source.flatMap { box.source($0) })
    #expect(old.original == first.original && old.path == "Work/a.rtf" && old.id != second.key.text)
    #expect(version.source == second.key.text)
    let again = try importing([second], into: before(noteChanges: true))
    #expect(
      again.report.conflicts.map(\.version) == [conflict.version], "the new note's id is the same each time")
    #expect(again.box == box)
    try expectSettled(box)

    // From now on the new note follows the file.
    let third = imported("Work/a.rtf", title: "A3", body: "three")
    let next = try importing([third], into: box)
    #expect(next.report.updated == [ImportReport.Entry(path: "Work/a.rtf", note: version.id)])
    #expect(next.box.note(id)?.body == edited)
  }

  /// The same file again changes nothing, and is not asked about again.
  func expectSettled(_ box: SlipBox) throws {
    let (again, report, payload) = try importing([second], into: box)
    #expect(again == box && payload.isEmpty && !report.isChange && !report.needsAttention)
  }

  @Test func bothSidesTheSameIsNoConflict() throws {
    var box = try importing([first]).box
    try box.update(note: id) {
      $0.body = second.body.fact
      $0.title = "A2"
    }
    let (after, report, _) = try importing([second], into: box)
    #expect(report.conflicts.isEmpty && report.updated.count == 1)
    #expect(after.note(id)?.isChangedSinceImport == false)
  }

  @Test func aChangedTitleCountsAsChanged() throws {
    var box = try importing([first]).box
    try box.update(note: id) { $0.title = "Mine" }
    #expect(try importing([second], into: box).report.conflicts.count == 1)
  }

  @Test func aChangedFileIsRecognisedWithoutReadingIt() throws {
    let box = try importing([first]).box
    var merger = try ImportMerger(box, sourceName: "Box")
    let isDone = ["Work/a.rtf", "Work/b.rtf"].map {
      merger.isDone(ImportKey(sourceName: "Box", path: $0), original: first.original)
    }
    #expect(isDone == [true, false])
    try merger.finish()
    #expect(merger.report.unchanged.count == 1 && merger.report.vanished.isEmpty)
  }
}
