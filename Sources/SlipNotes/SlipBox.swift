public import SlipBase

/// A whole slip-box in memory: facts only, no payload.
///
/// Entities are found by id in constant time. Relationships are checked when an entity is put in, and their inverses
/// (folder – notes, parent – children, keyword – notes, link – back-link, attachment – references, source – notes) are
/// kept from then on, so no id in a box dangles (but `Source.lifted` of a damaged bundle may). All that comes out in more than one piece is sorted.
///
/// A box is a value; a copy shares what doesn't change.
public struct SlipBox: Sendable {
  public var history: [HistoryEvent] = []
  public var origins: [Origin] = []
  /// Elements of other namespaces, serialised, in order.
  public var foreign: [String] = []

  var noteTable = EntityTable<Note>()
  var folderTable = EntityTable<Folder>()
  var keywordTable = EntityTable<Keyword>()
  var attachmentTable = EntityTable<Attachment>()
  var sourceTable = EntityTable<Source>()

  var notesByFolder = Inverse()
  var notesWithoutFolder = SlotSet.none
  var childrenByFolder = Inverse()
  var rootFolders = SlotSet.none
  var folderSlotsByName: [FolderName: SlotSet] = [:]
  var notesByKeyword = Inverse()
  var keywordSlotByName: [String: UInt32] = [:]
  var backlinks = Inverse()
  var notesByAttachment = Inverse()
  var sourcesByAttachment = Inverse()
  var notesBySource = Inverse()

  public init() {}

  public var noteCount: Int { noteTable.count }
  public var folderCount: Int { folderTable.count }
  public var keywordCount: Int { keywordTable.count }
  public var attachmentCount: Int { attachmentTable.count }
  public var sourceCount: Int { sourceTable.count }

  public func note(_ id: Note.ID) -> Note? { noteTable[id] }
  public func folder(_ id: Folder.ID) -> Folder? { folderTable[id] }
  public func keyword(_ id: Keyword.ID) -> Keyword? { keywordTable[id] }
  public func attachment(_ id: Attachment.ID) -> Attachment? { attachmentTable[id] }
  public func source(_ id: Source.ID) -> Source? { sourceTable[id] }

  /// By UUID. Sorting takes O(n log n) each time; the entities themselves are not copied.
  public var notes: SortedEntities<Note> { SortedEntities(noteTable) }
  /// By UUID.
  public var folders: SortedEntities<Folder> { SortedEntities(folderTable) }
  /// By UUID.
  public var keywords: SortedEntities<Keyword> { SortedEntities(keywordTable) }
  /// By digest.
  public var attachments: SortedEntities<Attachment> { SortedEntities(attachmentTable) }
  /// By key.
  public var sources: SortedEntities<Source> { SortedEntities(sourceTable) }

  /// Sorted.
  public var noteIDs: [Note.ID] { noteTable.sortedIDs() }
}

extension SlipBox: Equatable {
  /// Equal when all entities are, however the boxes came to be.
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
  func hasSameEntities(as other: EntityTable) -> Bool {
    count == other.count && slots.allSatisfy { slot in self[slot].map { other[$0.id] == $0 } ?? true }
  }
}
