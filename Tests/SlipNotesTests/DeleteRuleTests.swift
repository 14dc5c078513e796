import SlipBase
import SlipNotes
import Testing

@Suite struct DeleteRuleTests {
  func boxWithFolders() throws -> SlipBox {
    var box = SlipBox()
    try box.insert(makeFolder(1, "Work"))
    try box.insert(makeFolder(2, "Ideas", in: 1))
    for (number, folder) in [(10, 1), (11, 2), (12, nil)] {
      var note = makeNote(number)
      note.folder = folder.map(id)
      try box.insert(note)
    }
    return box
  }

  @Test func folderTakesChildrenAndNotes() throws {
    var box = try boxWithFolders()
    let removal = try box.remove(folder: id(1), notes: .cascade)
    #expect(removal.folders == [id(1), id(2)])
    #expect(removal.notes == [id(10), id(11)])
    #expect(box.noteIDs == [id(12)])
    #expect(box.folderCount == 0)
  }

  @Test func folderLeavesNotesWhenAsked() throws {
    var box = try boxWithFolders()
    let removal = try box.remove(folder: id(1), notes: .nullify)
    #expect(removal.notes.isEmpty)
    #expect(box.notes(in: nil).map(\.id) == [id(10), id(11), id(12)])
    #expect(faults(of: box).isEmpty)
  }

  @Test func folderCantLieWithinItself() throws {
    var box = try boxWithFolders()
    for parent in [1, 2] {
      #expect { try box.update(folder: id(1)) { $0.parent = id(parent) } } throws: {
        ($0 as? SlipError)?.code == NotesCode.folderCycle
      }
    }
    #expect(box == (try boxWithFolders()))
  }

  @Test func deepFoldersAreNoTrouble() throws {
    var box = SlipBox()
    let path = (0..<20_000).map(String.init)
    let deepest = box.findOrCreateFolder(at: path)
    #expect(box.path(of: deepest).count == 20_000)
    let top = try #require(box.folder(at: ["0"]))
    #expect(try box.remove(folder: top, notes: .cascade).folders.count == 20_000)
  }

  @Test func keywordInUseStays() throws {
    var box = SlipBox()
    try box.insert(makeKeyword(1))
    var note = makeNote(2)
    note.keywords = [id(1), id(1)]
    try box.insert(note)
    #expect(box.note(id(2))?.keywords == [id(1)])
    #expect { try box.remove(keyword: id(1)) } throws: { ($0 as? SlipError)?.code == NotesCode.keywordInUse }
    box.remove(note: id(2))
    try box.remove(keyword: id(1))
    #expect(box.keywordCount == 0)
  }

  @Test func keywordNamesAreUniqueButForCase() throws {
    var box = SlipBox()
    try box.insert(makeKeyword(1, "Café"))
    #expect { try box.insert(makeKeyword(2, "CAFE\u{301}")) } throws: {
      ($0 as? SlipError)?.code == NotesCode.keywordNameTaken
    }
    try box.insert(makeKeyword(2, "Cafe"))
    #expect { try box.update(keyword: id(2)) { $0.name = "CAFÉ" } } throws: {
      ($0 as? SlipError)?.code == NotesCode.keywordNameTaken
    }
    try box.update(keyword: id(1)) { $0.name = "CAFÉ" }
    #expect(box.keyword(named: "café")?.id == id(1))
    #expect(box.findOrCreateKeyword(named: "cafÉ") == id(1))
  }

  @Test func attachmentGoesWithItsLastReference() throws {
    var box = SlipBox()
    let picture = makeAttachment(1)
    try box.insert(picture)
    for number in [1, 2] {
      var note = makeNote(number)
      note.attachments = [AttachmentReference(attachment: picture.id, name: "p.png")]
      try box.insert(note)
    }
    box.remove(note: id(1))
    #expect(box.attachmentCount == 1)
    try box.update(note: id(2)) { $0.attachments = [] }
    #expect(box.attachmentCount == 0)
  }

  @Test func liftedDataIsAReference() throws {
    var box = SlipBox()
    try box.insert(makeAttachment(1))
    try box.insert(makeSource(1, lifting: [1]))
    var note = makeNote(1)
    note.source = makeSource(1).id
    note.attachments = [AttachmentReference(attachment: makeAttachment(1).id, name: "p.png")]
    try box.insert(note)
    try box.update(note: id(1)) { $0.attachments = [] }
    #expect(box.attachmentCount == 1)
    box.remove(note: id(1))
    #expect(box.sourceCount == 0)
    #expect(box.attachmentCount == 0)
  }

  @Test func linksToADeletedNoteGo() throws {
    var box = SlipBox()
    var note = makeNote(1)
    note.links = [id(1)]
    try box.insert(note)
    var other = makeNote(2)
    other.links = [id(1), id(2)]
    try box.insert(other)
    #expect(box.backlinks(of: id(1)) == [id(1), id(2)])
    box.remove(note: id(1))
    #expect(box.note(id(2))?.links == [id(2)])
    #expect(faults(of: box).isEmpty)
  }

  @Test func danglingReferencesAreRefused() throws {
    var box = SlipBox()
    try box.insert(makeNote(1))
    let changes: [(inout Note) -> Void] = [
      { $0.folder = id(9) }, { $0.keywords = [id(9)] }, { $0.links = [id(9)] }, { $0.source = "none" },
      { $0.attachments = [AttachmentReference(attachment: makeAttachment(9).id, name: "x")] },
    ]
    for change in changes {
      #expect { try box.update(note: id(1), change) } throws: {
        ($0 as? SlipError)?.code == NotesCode.unknownEntity
      }
    }
    #expect { try box.insert(makeNote(1)) } throws: { ($0 as? SlipError)?.code == NotesCode.duplicateID }
    #expect(box.note(id(1)) == makeNote(1))
  }

  @Test func builderNamesEachFault() {
    var builder = SlipBoxBuilder()
    builder.add(makeFolder(1, in: 2))
    builder.add(makeFolder(2, in: 1))
    builder.add(makeFolder(3, in: 9))
    builder.add(makeFolder(3))
    builder.add(makeKeyword(1, "a"))
    builder.add(makeKeyword(2, "A"))
    builder.add(makeAttachment(1))
    var note = makeNote(1)
    note.keywords = [id(2)]
    note.links = [id(5)]
    note.source = "gone"
    builder.add(note)
    let (box, found) = builder.finish()
    #expect(
      found == [
        BoxFault(.duplicate, .folder(id(3))),
        BoxFault(.keywordNameTaken, .keyword(id(2)), .keyword(id(1))),
        BoxFault(.dangling, .folder(id(3)), .folder(id(9))),
        BoxFault(.folderCycle, .folder(id(1))),
        BoxFault(.dangling, .note(id(1)), .note(id(5))),
        BoxFault(.dangling, .note(id(1)), .source("gone")),
        BoxFault(.unused, .attachment(makeAttachment(1).id)),
      ])
    #expect(box.note(id(1))?.keywords == [id(1)])
    #expect(faults(of: box).isEmpty)
  }
}
