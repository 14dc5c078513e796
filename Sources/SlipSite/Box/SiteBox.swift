internal import SlipBase
public import SlipExchange
internal import SlipNotes

/// What a site is made from: the notes that are chosen, and of the rest of a box only what belongs to them.
///
/// A note that isn't chosen leaves nothing in a site. So all that pages and data say about folders, keywords, links and
/// counts is computed here, from the chosen notes alone.
public final class SiteBox: Sendable {
  /// The box with the choice of notes, their texts and files.
  let content: ContainerBox
  /// The choices.
  let options: SiteOptions
  /// The notes by slot: in the order of their creation, then of their UUIDs. New notes mostly come last, so files of data
  /// stay as they are.
  let notes: [Note.ID]
  /// The slots of notes.
  let slots: [Note.ID: Int]
  /// The folders, each after the one that it lies in.
  let folders: [Folder.ID]
  /// The numbers of folders.
  let folderNumbers: [Folder.ID: Int]
  /// The keywords, each after the one that it lies under.
  let keywords: [Keyword.ID]
  /// The numbers of keywords.
  let keywordNumbers: [Keyword.ID: Int]
  /// The slots of the notes in each folder, in its order; those outside of folders last.
  let notesByFolder: [[Int]]
  /// The place of each note in its folder, by slot.
  let places: [Int?]
  /// How many notes are in each folder and the folders in it.
  let countsByFolder: [Int]
  /// The slots of the notes with each keyword, in order.
  let notesByKeyword: [[Int]]
  /// The slots that each note links to, in the order of its links.
  let links: [[Int32]]
  /// The slots of the notes that link to each note, in order.
  let backlinks: [[Int32]]
  /// When each note was modified, or else created; in microseconds, the least number where neither is known.
  let times: [Int64]
  /// Where pages and files are.
  let addresses: SiteAddresses

  /// The slip-box.
  var box: SlipBox { content.box }

  /// Chooses what belongs to a site.
  ///
  /// - Parameters:
  ///   - content: The box, with the notes to show and the saved searches.
  ///   - options: The choices.
  public init(_ content: ContainerBox, options: SiteOptions) {
    (self.content, self.options) = (content, options)
    let box = content.box
    let chosen = content.notes.compactMap { box.note($0) }
    let ordered = chosen.sorted {
      ($0.created?.microseconds ?? .min, $0.id) < ($1.created?.microseconds ?? .min, $1.id)
    }
    notes = ordered.map(\.id)
    let slots = SiteBox.numbers(notes)
    self.slots = slots
    folders = content.folders
    let folderNumbers = SiteBox.numbers(folders)
    self.folderNumbers = folderNumbers
    keywords = SiteBox.keywords(of: chosen, in: box, hasAll: chosen.count == box.noteCount)
    let keywordNumbers = SiteBox.numbers(keywords)
    self.keywordNumbers = keywordNumbers
    var byFolder: [[Int]] = Array(repeating: [], count: folders.count + 1)
    for note in chosen {
      let number = note.folder.flatMap { folderNumbers[$0] } ?? folders.count
      if let slot = slots[note.id] { byFolder[number].append(slot) }
    }
    notesByFolder = byFolder
    var places: [Int?] = Array(repeating: nil, count: notes.count)
    for slots in byFolder { for (place, slot) in slots.enumerated() { places[slot] = place } }
    self.places = places
    var counts = byFolder.map(\.count)
    for number in folders.indices.reversed() {
      if let parent = box.folder(folders[number])?.parent.flatMap({ folderNumbers[$0] }) {
        counts[parent] += counts[number]
      }
    }
    countsByFolder = counts
    var byKeyword: [[Int]] = Array(repeating: [], count: keywords.count)
    var links: [[Int32]] = Array(repeating: [], count: notes.count)
    var backlinks: [[Int32]] = Array(repeating: [], count: notes.count)
    for (slot, note) in ordered.enumerated() {
      for keyword in note.keywords {
        if let number = keywordNumbers[keyword] { byKeyword[number].append(slot) }
      }
      for link in note.links {
        guard let target = slots[link] else { continue }
        links[slot].append(Int32(target))
        backlinks[target].append(Int32(slot))
      }
    }
    (notesByKeyword, self.links, self.backlinks) = (byKeyword, links, backlinks)
    times = ordered.map { ($0.modified ?? $0.created)?.microseconds ?? .min }
    addresses = SiteAddresses(folders: folders, keywords: keywords)
  }

  /// The number of each element of a list.
  private static func numbers<ID: Hashable>(_ ids: [ID]) -> [ID: Int] {
    Dictionary(ids.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// The keywords of notes and those above them, in the order of their paths.
  ///
  /// - Parameter hasAll: Whether keywords without a note belong to them.
  private static func keywords(of notes: [Note], in box: SlipBox, hasAll: Bool) -> [Keyword.ID] {
    var used = Set(notes.flatMap(\.keywords))
    if hasAll { used.formUnion(box.keywords.map(\.id)) }
    for id in used {
      var above = box.keyword(id)?.parent
      while let parent = above, used.insert(parent).inserted { above = box.keyword(parent)?.parent }
    }
    var found: [(path: [String], id: Keyword.ID)] = []
    for id in used where box.keyword(id) != nil {
      found.append((box.names(ofKeyword: id).map(TextFolding.caseAndMarkFolded), id))
    }
    found.sort { a, b in
      a.path == b.path ? a.id < b.id : a.path.lexicographicallyPrecedes(b.path)
    }
    return found.map(\.id)
  }

  /// The note in a slot.
  ///
  /// - Throws: `SlipError` where the box has lost it.
  func note(_ slot: Int) throws -> Note { try content.note(notes[slot]) }

  /// Slots with the note that was modified last first; of equal ones that with the lower UUID.
  func newestFirst(_ slots: some Sequence<Int>) -> [Int] {
    slots.sorted { times[$0] != times[$1] ? times[$0] > times[$1] : notes[$0] < notes[$1] }
  }

  /// The folder of a note, if the site has it.
  func folder(of note: Note) -> Int? { note.folder.flatMap { folderNumbers[$0] } }

  /// The numbers of a folder and those above it, the topmost first.
  func path(ofFolder number: Int) -> [Int] {
    var path: [Int] = []
    var next: Int? = number
    while let number = next, path.count < folders.count {
      path.append(number)
      next = parent(ofFolder: number)
    }
    return path.reversed()
  }

  /// The number of the folder that a folder lies in; nil at the top.
  func parent(ofFolder number: Int) -> Int? {
    box.folder(folders[number])?.parent.flatMap { folderNumbers[$0] }
  }

  /// The number of the keyword that a keyword lies under; nil at the top.
  func parent(ofKeyword number: Int) -> Int? {
    box.keyword(keywords[number])?.parent.flatMap { keywordNumbers[$0] }
  }
}
