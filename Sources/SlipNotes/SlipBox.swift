public import SlipBase

/// A whole slip-box in memory: the facts about notes, folders, keywords, attachments and sources,
/// without any payload.
///
/// Entities are found by id in constant time. Relationships are checked when an entity is inserted
/// or updated, and their inverses are maintained from then on: folder – notes, parent – children,
/// keyword – notes, link – back-link, attachment – references, source – notes. No id in a box
/// dangles, with one exception: `Source.lifted` of a damaged bundle may name attachments that are
/// lost. Whatever comes out in more than one piece is sorted.
///
/// A box is a value. A copy shares everything that doesn't change.
public struct SlipBox: Sendable {
  /// The files that tell what was done to the box.
  public var history = BoxHistory()
  /// What the box is synchronized with.
  public var origins: [Origin] = []
  /// Elements of other XML namespaces, serialized, in the order of the manifest.
  public var foreign: [String] = []

  /// The notes by id.
  var noteTable = EntityTable<Note>()
  /// The folders by id.
  var folderTable = EntityTable<Folder>()
  /// The keywords by id.
  var keywordTable = EntityTable<Keyword>()
  /// The attachments by digest.
  var attachmentTable = EntityTable<Attachment>()
  /// The sources by key.
  var sourceTable = EntityTable<Source>()

  /// For each folder its notes, not those of folders below.
  var notesByFolder = Inverse()
  /// The notes at the top.
  var notesWithoutFolder = SlotSet.none
  /// For each folder the folders directly in it.
  var childrenByFolder = Inverse()
  /// The folders at the top.
  var rootFolders = SlotSet.none
  /// Folders by parent and name; several folders may share both.
  var folderSlotsByName: [FolderName: SlotSet] = [:]
  /// For each keyword the notes that have it.
  var notesByKeyword = Inverse()
  /// Keywords by parent and case-folded name.
  var keywordSlotByName: [KeywordName: UInt32] = [:]
  /// For each note the notes that link to it.
  var backlinks = Inverse()
  /// For each attachment the notes that use it.
  var notesByAttachment = Inverse()
  /// For each attachment the sources whose pictures were extracted into it.
  var sourcesByAttachment = Inverse()
  /// For each source the notes that were imported from it.
  var notesBySource = Inverse()

  /// The highest orders of notes that are known, by the slot of the folder; nil stands for the top. What isn't known has no
  /// entry.
  var highestOrders: [UInt32?: Int] = [:]
  /// The titles that came and went since somebody set this to an empty list; nil where nobody asks.
  public var titleChanges: [TitleChange]?

  /// Creates an empty box.
  public init() {}

  /// The number of notes.
  public var noteCount: Int { noteTable.count }
  /// The number of folders.
  public var folderCount: Int { folderTable.count }
  /// The number of keywords.
  public var keywordCount: Int { keywordTable.count }
  /// The number of attachments.
  public var attachmentCount: Int { attachmentTable.count }
  /// The number of sources.
  public var sourceCount: Int { sourceTable.count }

  /// The note with this id; nil when there is none.
  public func note(_ id: Note.ID) -> Note? { noteTable[id] }
  /// Whether there is a note with this id.
  package func has(note id: Note.ID) -> Bool { noteTable.contains(id) }
  /// Whether there is a source with this key.
  package func has(source id: Source.ID) -> Bool { sourceTable.contains(id) }
  /// The facts of a note's files, without a copy of the note; nil when there is none.
  package func files(ofNote id: Note.ID) -> (body: FileFact, mirror: FileFact)? {
    noteTable.slot(of: id).flatMap { noteTable.read($0) { (body: $0.body, mirror: $0.mirror) } }
  }
  /// Whether a note links to others, without a copy of it.
  package func hasLinks(note id: Note.ID) -> Bool {
    noteTable.slot(of: id).flatMap { noteTable.read($0) { !$0.links.isEmpty } } ?? false
  }
  /// The folder with this id; nil when there is none.
  public func folder(_ id: Folder.ID) -> Folder? { folderTable[id] }
  /// The keyword with this id; nil when there is none.
  public func keyword(_ id: Keyword.ID) -> Keyword? { keywordTable[id] }
  /// The attachment with this digest; nil when there is none.
  public func attachment(_ id: Attachment.ID) -> Attachment? { attachmentTable[id] }
  /// The source with this key; nil when there is none.
  public func source(_ id: Source.ID) -> Source? { sourceTable[id] }

  /// All notes by UUID. Sorting takes O(n log n) each time; the notes themselves are not copied.
  public var notes: SortedEntities<Note> { SortedEntities(noteTable) }
  /// All folders by UUID.
  public var folders: SortedEntities<Folder> { SortedEntities(folderTable) }
  /// All keywords by UUID.
  public var keywords: SortedEntities<Keyword> { SortedEntities(keywordTable) }
  /// All attachments by digest.
  public var attachments: SortedEntities<Attachment> { SortedEntities(attachmentTable) }
  /// All sources by key.
  public var sources: SortedEntities<Source> { SortedEntities(sourceTable) }

  /// The ids of all notes, ascending.
  public var noteIDs: [Note.ID] { noteTable.sortedIDs() }
  /// The ids of the notes that satisfy a condition, ascending.
  public func noteIDs(where isWanted: (Note.ID) -> Bool) -> [Note.ID] { noteTable.sortedIDs(where: isWanted) }
  /// The ids of the attachments that satisfy a condition, ascending.
  public func attachmentIDs(where isWanted: (Attachment.ID) -> Bool) -> [Attachment.ID] {
    attachmentTable.sortedIDs(where: isWanted)
  }
  /// The ids of the sources that satisfy a condition, ascending.
  public func sourceIDs(where isWanted: (Source.ID) -> Bool) -> [Source.ID] {
    sourceTable.sortedIDs(where: isWanted)
  }
}

extension SlipBox: Equatable {
  /// Whether all entities are equal, no matter how the boxes came to be. Slots and the order of
  /// insertion don't count.
  public static func == (a: SlipBox, b: SlipBox) -> Bool {
    a.history == b.history && a.origins == b.origins && a.foreign == b.foreign
      && a.folderTable.hasSameEntities(as: b.folderTable)
      && a.keywordTable.hasSameEntities(as: b.keywordTable)
      && a.attachmentTable.hasSameEntities(as: b.attachmentTable)
      && a.sourceTable.hasSameEntities(as: b.sourceTable)
      && a.noteTable.hasSameEntities(as: b.noteTable)
  }
}

extension EntityTable where Entity: Equatable {
  /// Whether both tables have equal entities. O(n), and less where they share chunks.
  func hasSameEntities(as other: EntityTable) -> Bool {
    count == other.count && unsharedIDs(with: other).allSatisfy { isSame($0, in: other) }
  }

  /// Whether both tables have the same with this id, or both nothing. Nothing is copied.
  func isSame(_ id: Entity.ID, in other: EntityTable) -> Bool {
    guard let own = slot(of: id), let others = other.slot(of: id) else {
      return slot(of: id) == nil && other.slot(of: id) == nil
    }
    return read(own) { mine in other.read(others) { mine == $0 } ?? false } ?? false
  }
}
