import SlipBase
import SlipNotes

/// Works out all inverses of a box from its entities alone, and compares them with what the box says.
func faults(of box: SlipBox) -> [String] {
  var faults: [String] = []
  func expect(_ holds: Bool, _ text: @autoclosure () -> String) { if !holds { faults.append(text()) } }
  let notes = Array(box.notes)
  let folders = Array(box.folders)
  expect(notes.map(\.id) == notes.map(\.id).sorted(), "notes are not sorted")
  expect(notes.count == box.noteCount && folders.count == box.folderCount, "counts")
  expect(box.noteIDs == notes.map(\.id), "note ids")

  for note in notes {
    expect(note.folder.map { box.folder($0) != nil } ?? true, "\(note.id): folder dangles")
    expect(note.keywords.allSatisfy { box.keyword($0) != nil }, "\(note.id): keyword dangles")
    expect(note.links.allSatisfy { box.note($0) != nil }, "\(note.id): link dangles")
    expect(
      note.attachments.allSatisfy { box.attachment($0.attachment) != nil }, "\(note.id): attachment dangles")
    expect(note.source.map { box.source($0) != nil } ?? true, "\(note.id): source dangles")
    expect(Set(note.links).count == note.links.count, "\(note.id): repeated link")
    expect(Set(note.keywords).count == note.keywords.count, "\(note.id): repeated keyword")
    let backlinks = notes.filter { $0.links.contains(note.id) }.map(\.id)
    expect(box.backlinks(of: note.id) == backlinks, "\(note.id): back-links")
  }
  for folder in folders.map(Optional.some) + [nil] {
    let held = notes.filter { $0.folder == folder?.id }.map(\.id)
    expect(box.notes(in: folder?.id).map(\.id).sorted() == held, "notes of folder")
    let children = folders.filter { $0.parent == folder?.id }.map(\.id)
    expect(box.children(of: folder?.id).map(\.id).sorted() == children, "children of folder")
    expect(folder?.parent.map { box.folder($0) != nil } ?? true, "parent dangles")
    if let folder {
      var seen: Set<UniqueID> = [folder.id]
      var next = folder.parent
      while let parent = next {
        guard seen.insert(parent).inserted else {
          faults.append("folder cycle")
          break
        }
        next = box.folder(parent)?.parent
      }
      let named = box.child(named: folder.name, of: folder.parent)
      expect(named.flatMap { box.folder($0)?.name } == folder.name, "folder by name")
    }
  }
  var names: Set<String> = []
  for keyword in box.keywords {
    expect(
      box.notes(with: keyword.id) == notes.filter { $0.keywords.contains(keyword.id) }.map(\.id),
      "keyword notes")
    expect(box.keyword(named: keyword.name.uppercased())?.id == keyword.id, "keyword by name")
    expect(names.insert(keyword.name.lowercased()).inserted, "keyword name twice")
  }
  for attachment in box.attachments {
    let users = notes.filter { $0.attachments.contains { $0.attachment == attachment.id } }.map(\.id)
    let sources = box.sources.filter { $0.lifted.contains { $0.attachment == attachment.id } }.map(\.id)
    expect(box.notes(using: attachment.id) == users, "attachment notes")
    expect(box.sources(using: attachment.id) == sources, "attachment sources")
    expect(box.isUsed(attachment: attachment.id) == !(users.isEmpty && sources.isEmpty), "attachment use")
  }
  for source in box.sources {
    expect(box.notes(from: source.id) == notes.filter { $0.source == source.id }.map(\.id), "source notes")
    expect(source.lifted.allSatisfy { box.attachment($0.attachment) != nil }, "lifted dangles")
  }
  return faults
}
