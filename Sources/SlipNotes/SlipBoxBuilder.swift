public import SlipBase

/// Something wrong with entities as they were read.
public struct BoxFault: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// `entity` came again; only the first was taken.
    case duplicate
    /// The keyword `entity` has the same name as `other`, but for case; notes get `other` instead.
    case keywordNameTaken
    /// `entity` points to `other`, which is missing; the reference was dropped, but for what was lifted from a source.
    case dangling
    /// The folder `entity` lies within itself; it was moved to the top.
    case folderCycle
    /// The folder `entity` lies too deep; it was moved to the top with all that is in it.
    case folderTooDeep
    /// Nothing refers to `entity`, an attachment or source; it was kept.
    case unused
  }
  public var kind: Kind
  public var entity: EntityID
  public var other: EntityID?

  public init(_ kind: Kind, _ entity: EntityID, _ other: EntityID? = nil) {
    self.kind = kind
    self.entity = entity
    self.other = other
  }
}

/// Takes entities as a file has them, in any order and with whatever faults, and makes a sound box of them.
public struct SlipBoxBuilder: Sendable {
  private var box = SlipBox()
  private var faults: [BoxFault] = []
  /// Keywords that stand for one whose name was taken.
  private var replacedKeywords: [Keyword.ID: Keyword.ID] = [:]

  private let folderDepth: Int

  /// - Parameter folderDepth: folders on the way to a folder, itself included, at most.
  public init(folderDepth: Int = Limits().folderDepth) { self.folderDepth = folderDepth }

  public mutating func add(_ event: HistoryEvent) { box.history.append(event) }
  public mutating func add(_ origin: Origin) { box.origins.append(origin) }
  public mutating func add(foreign: String) { box.foreign.append(foreign) }

  public mutating func add(_ folder: Folder) {
    if box.folderTable.insert(folder) == nil { report(.duplicate, .folder(folder.id)) }
  }

  public mutating func add(_ keyword: Keyword) {
    if let same = box.keyword(named: keyword.name), same.id != keyword.id {
      report(.keywordNameTaken, .keyword(keyword.id), .keyword(same.id))
      replacedKeywords[keyword.id] = same.id
    } else if let slot = box.keywordTable.insert(keyword) {
      box.keywordSlotByName[TextFolding.caseFolded(keyword.name)] = slot
    } else {
      report(.duplicate, .keyword(keyword.id))
    }
  }

  public mutating func add(_ attachment: Attachment) {
    if box.attachmentTable.insert(attachment) == nil { report(.duplicate, .attachment(attachment.id)) }
  }

  public mutating func add(_ source: Source) {
    if box.sourceTable.insert(source) == nil { report(.duplicate, .source(source.id)) }
  }

  /// A keyword or link that stands twice in a note is taken once.
  public mutating func add(_ note: Note) {
    var note = note
    note.removeRepetitions()
    if box.noteTable.insert(note) == nil { report(.duplicate, .note(note.id)) }
  }

  /// The box, and its faults: first those of adding, in that order, then those of references, sorted by entity.
  ///
  /// The builder is empty afterwards: a box that two hold would be copied as it changes.
  public mutating func finish() -> (box: SlipBox, faults: [BoxFault]) {
    defer { self = SlipBoxBuilder(folderDepth: folderDepth) }
    connectFolders()
    for slot in box.sourceTable.sortedSlots() { connect(sourceAt: slot) }
    for slot in box.noteTable.sortedSlots() { connect(noteAt: slot) }
    reportUnused()
    return (box, faults)
  }

  private mutating func report(_ kind: BoxFault.Kind, _ entity: EntityID, _ other: EntityID? = nil) {
    faults.append(BoxFault(kind, entity, other))
  }

  private mutating func connectFolders() {
    let slots = box.folderTable.sortedSlots()
    for slot in slots {
      guard let folder = box.folderTable[slot], let parent = folder.parent,
        !box.folderTable.contains(parent)
      else { continue }
      report(.dangling, .folder(folder.id), .folder(parent))
      box.folderTable.modify(slot) { $0.parent = nil }
    }
    breakFolderCycles(slots)
    cutDeepFolders(slots)
    for slot in slots {
      if let folder = box.folderTable[slot] { box.connect(folder, slot) }
    }
  }

  /// Walks up from each folder until it meets one that was seen: if on this walk, it lies on a cycle, which is cut there.
  private mutating func breakFolderCycles(_ slots: [UInt32]) {
    var walkOf: [UInt32: UInt32] = [:]
    for start in slots {
      var next: UInt32? = start
      while let slot = next, walkOf[slot] == nil {
        walkOf[slot] = start
        next = box.folderTable[slot]?.parent.flatMap(box.folderTable.slot)
      }
      guard let met = next, walkOf[met] == start, let folder = box.folderTable[met]
      else { continue }
      report(.folderCycle, .folder(folder.id))
      box.folderTable.modify(met) { $0.parent = nil }
    }
  }

  /// Each folder is walked over once.
  private mutating func cutDeepFolders(_ slots: [UInt32]) {
    var depths: [UInt32: Int] = [:]
    for start in slots {
      var way: [UInt32] = []
      var next: UInt32? = start
      while let slot = next, depths[slot] == nil {
        way.append(slot)
        next = box.folderTable[slot]?.parent.flatMap(box.folderTable.slot)
      }
      var depth = next.flatMap { depths[$0] } ?? 0
      for slot in way.reversed() {
        depth += 1
        if depth > folderDepth, let folder = box.folderTable[slot] {
          report(.folderTooDeep, .folder(folder.id))
          box.folderTable.modify(slot) { $0.parent = nil }
          depth = 1
        }
        depths[slot] = depth
      }
    }
  }

  private mutating func connect(sourceAt slot: UInt32) {
    guard let source = box.sourceTable[slot] else { return }
    for data in source.lifted where !box.attachmentTable.contains(data.attachment) {
      report(.dangling, .source(source.id), .attachment(data.attachment))
    }
    // It is not dropped: the kept file can't be read without it, and the blob may be found again.
    box.connect(source, slot)
  }

  private mutating func connect(noteAt slot: UInt32) {
    guard var note = box.noteTable[slot] else { return }
    dropDangling(&note)
    box.adoptSourceKey(&note)
    box.noteTable.replace(slot, with: note)
    box.connect(note, slot)
  }

  private mutating func dropDangling(_ note: inout Note) {
    let before = faults.count
    let id = EntityID.note(note.id)
    if let folder = note.folder, !box.folderTable.contains(folder) {
      report(.dangling, id, .folder(folder))
      note.folder = nil
    }
    if !replacedKeywords.isEmpty {
      note.keywords = note.keywords.map { box.keywordTable.contains($0) ? $0 : replacedKeywords[$0] ?? $0 }
      note.keywords.removeRepetitions()
    }
    for keyword in note.keywords where !box.keywordTable.contains(keyword) {
      report(.dangling, id, .keyword(keyword))
    }
    for link in note.links where !box.noteTable.contains(link) { report(.dangling, id, .note(link)) }
    for reference in note.attachments where !box.attachmentTable.contains(reference.attachment) {
      report(.dangling, id, .attachment(reference.attachment))
    }
    if let source = note.source, !box.sourceTable.contains(source) {
      report(.dangling, id, .source(source))
      note.source = nil
    }
    guard faults.count > before else { return }
    note.keywords.removeAll { !box.keywordTable.contains($0) }
    note.links.removeAll { !box.noteTable.contains($0) }
    note.attachments.removeAll { !box.attachmentTable.contains($0.attachment) }
  }

  private mutating func reportUnused() {
    for id in box.attachmentTable.sortedIDs() where !box.isUsed(attachment: id) {
      report(.unused, .attachment(id))
    }
    for slot in box.sourceTable.sortedSlots() where box.notesBySource[slot].isEmpty {
      if let source = box.sourceTable[slot] { report(.unused, .source(source.id)) }
    }
  }
}
