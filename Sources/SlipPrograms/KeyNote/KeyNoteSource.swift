internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes
internal import SlipRTF

/// Reads a file of KeyNote: each node of its trees is a note.
///
/// A node with nodes below it is a folder as well, and its own text is a note in that folder. A note that several nodes
/// show comes in once for each of them, because each has a place of its own.
struct KeyNoteSource: NoteSource {
  /// What reading a note needs.
  private let library: KeyNoteLibrary
  /// What is given next, the last one first.
  private var pending: [SourceItem] = []
  /// The next node.
  private var position = 0
  /// The next folder.
  private var folder = 0
  /// Whether the file ends too early, or a part of it can't be read.
  private let isCut: Bool
  /// Whether the notes that no node shows have been given.
  private var hasGivenRest = false

  /// Reads the structure of a file.
  ///
  /// - Throws: `SlipError` for an encrypted file, and one that can't be read.
  /// Damage within the file isn't an error. It becomes a finding, and what can be read comes in.
  init(_ tree: SourceTree, _ context: SourceContext) throws(SlipError) {
    let file = try KeyNoteFile(try tree.bytes(at: 0))
    isCut = file.isDamaged || file.version >= 2 && !file.hasEnd
    library = KeyNoteLibrary(file, tree, context.limits)
    let keywords = file.tagOrder.compactMap { library.keyword($0) }
    pending = keywords.map { SourceItem.keyword($0) }.reversed()
    if isCut {
      pending.append(
        .finding(SourceFault.cut("The file ends too early, or a part of it can't be read.")))
    }
    if file.encryptedParts > 0 {
      pending.append(
        .finding(SourceFault.encrypted("A part of the file is encrypted; its notes have no text.")))
    }
  }

  /// The next keyword, finding, folder or note; nil at the end.
  ///
  /// Keywords come first, in the order of the file, then findings about the whole file. Each folder
  /// comes before its nodes, also an empty one. Notes that no node shows come last.
  mutating func next() throws(SlipError) -> SourceItem? {
    while true {
      if let item = pending.popLast() { return item }
      let file = library.file
      if folder < file.folders.count, position == file.nodes.count || file.nodes[position].folder >= folder {
        folder += 1
        if !file.folders[folder - 1].isNote { return .folder([library.step(ofFolder: folder - 1)]) }
      } else if position < file.nodes.count {
        position += 1
        pending = items(at: position - 1).reversed()
      } else if !hasGivenRest {
        hasGivenRest = true
        pending = rest().reversed()
      } else {
        return nil
      }
    }
  }

  /// What a node gives: a folder where nodes lie below it, and a note.
  ///
  /// - Parameter place: The place of the node in the file.
  /// - Returns: In order: the folder, and the note. A node whose note the file lacks is reported as
  ///   skipped.
  private func items(at place: Int) -> [SourceItem] {
    let node = library.file.nodes[place]
    guard let note = node.note ?? library.file.notePlaces[library.noteID(of: node)] else {
      return [.skipped(SourceSkip(library.ids[place], .damaged))]
    }
    var folder = library.folders(of: place)
    var items: [SourceItem] = []
    if let step = library.step(ofNode: place) {
      folder.append(step)
      items.append(.folder(folder))
    }
    return items + [.note(entry(library.ids[place], note, place, folder))]
  }

  /// The notes that no node shows: of a damaged file, or left over in it.
  ///
  /// Old files hold notes within nodes, so there can't be any.
  ///
  /// - Returns: A finding, and the notes with ids `note:NUMBER`; nothing where each note is shown.
  private func rest() -> [SourceItem] {
    let file = library.file
    guard file.version >= 3 else { return [] }
    let shown = Set(file.nodes.compactMap { file.notePlaces[library.noteID(of: $0)] })
    // A damaged file may give a note several numbers, which are in no order.
    let numbers = Dictionary(file.notePlaces.map { ($0.value, $0.key) }, uniquingKeysWith: min)
    let lost = file.notes.indices.filter { !shown.contains($0) }
    guard !lost.isEmpty else { return [] }
    var items: [SourceItem] = [
      .finding(SourceFault.damaged("The file has notes that no folder shows; they came in without a folder."))
    ]
    for note in lost {
      items.append(.note(entry("note:" + (numbers[note] ?? "#\(note)"), note, nil, [])))
    }
    return items
  }

  /// A note, before it is read.
  ///
  /// - Parameters:
  ///   - id: The id of the note, which stays the same from import to import.
  ///   - note: The place of the note in the file.
  ///   - place: The place of the node that shows it; nil for none.
  ///   - folder: The folders from the top down.
  private func entry(_ id: String, _ note: Int, _ place: Int?, _ folder: [SourceFolder]) -> SourceEntry {
    let (library, isCut) = (library, isCut)
    let length = library.file.notes[note].entries.reduce(0) { $0 + $1.text.count }
    return SourceEntry(id: id, place: id, length: length) { context throws(SlipError) in
      var made = library.note(note, place, folder, context)
      if isCut {
        made.diagnostics.append(
          SourceFault.cut("The file ends too early, or a part of it can't be read; so may the note."))
      }
      return made
    }
  }
}
