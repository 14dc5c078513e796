public import SlipBase

/// Something that is wrong with entities as they were read, and was repaired in the box where
/// possible.
public struct BoxFault: Sendable, Hashable {
  /// What is wrong, and what the builder did about it.
  public enum Kind: Sendable, Hashable {
    /// An earlier entity has the id of `entity`; only the first was taken.
    case duplicate
    /// The keyword `entity` has the same name as `other`, ignoring case; its notes get `other`
    /// instead.
    case keywordNameTaken
    /// `entity` refers to `other`, which is missing. The reference was dropped, unless it is an
    /// extracted picture of a source.
    case dangling
    /// The folder `entity` lies within itself; it was moved to the top.
    case folderCycle
    /// The folder `entity` lies too deep; it was moved to the top with everything in it.
    case folderTooDeep
    /// The keyword `entity` lies below itself, or below too many others; it was moved to the top.
    case keywordCycle
    /// Nothing refers to the attachment or source `entity`. It was retained.
    case unused
  }
  /// What is wrong.
  public var kind: Kind
  /// The entity that the fault is about.
  public var entity: EntityID
  /// The entity that it refers to or clashes with; nil for kinds without one.
  public var other: EntityID?

  /// Creates a fault.
  public init(_ kind: Kind, _ entity: EntityID, _ other: EntityID? = nil) {
    self.kind = kind
    self.entity = entity
    self.other = other
  }
}

/// Builds a valid box from entities as a file has them: in any order and with any faults.
///
/// Readers of manifests use it. Entities refer to others that come later in the file, so
/// relationships are checked and inverses are made in `finish()`. Faults are repaired and reported
/// rather than thrown.
public struct SlipBoxBuilder: Sendable {
  /// The box, whose inverses are empty until `finish()`.
  private var box = SlipBox()
  /// The faults found so far.
  private var faults: [BoxFault] = []
  /// For keywords whose name was taken, the keyword that replaces them.
  private var replacedKeywords: [Keyword.ID: Keyword.ID] = [:]

  /// How deep folders may lie.
  private let folderDepth: Int

  /// Creates a builder for an empty box.
  ///
  /// - Parameter folderDepth: The most folders that may be on the way to a folder, itself included.
  public init(folderDepth: Int = Limits().folderDepth) { self.folderDepth = folderDepth }

  /// Makes room for about so many notes.
  public mutating func reserveCapacity(notes count: Int) { box.noteTable.reserveCapacity(count) }

  /// Adds the files of the history.
  public mutating func add(_ history: BoxHistory) { box.history = history }
  /// Adds an origin.
  public mutating func add(_ origin: Origin) { box.origins.append(origin) }
  /// Adds a serialized element of another XML namespace.
  public mutating func add(foreign: String) { box.foreign.append(foreign) }

  /// Adds a folder. Its parent may come later.
  public mutating func add(_ folder: Folder) {
    if box.folderTable.insert(folder) == nil { report(.duplicate, .folder(folder.id)) }
  }

  /// Adds a keyword, unless another one with the same parent has its name. Its parent may come later.
  public mutating func add(_ keyword: Keyword) {
    if let same = box.keyword(named: keyword.name, in: keyword.parent), same.id != keyword.id {
      report(.keywordNameTaken, .keyword(keyword.id), .keyword(same.id))
      replacedKeywords[keyword.id] = same.id
    } else if let slot = box.keywordTable.insert(keyword) {
      box.keywordSlotByName[keyword.key] = slot
    } else {
      report(.duplicate, .keyword(keyword.id))
    }
  }

  /// Adds an attachment.
  public mutating func add(_ attachment: Attachment) {
    if box.attachmentTable.insert(attachment) == nil { report(.duplicate, .attachment(attachment.id)) }
  }

  /// Adds a source. The attachments that it was extracted into may come later.
  public mutating func add(_ source: Source) {
    if box.sourceTable.insert(source) == nil { report(.duplicate, .source(source.id)) }
  }

  /// Adds a note; what it refers to may come later. A keyword or link that is given twice is taken
  /// once.
  public mutating func add(_ note: Note) {
    var note = note
    note.removeRepetitions()
    if box.noteTable.insert(note) == nil { report(.duplicate, .note(note.id)) }
  }

  /// The box and its faults: first those found while adding, in that order, then those of
  /// references, sorted by entity.
  ///
  /// The builder is empty afterwards. If it retained the box, the first change would copy it.
  public mutating func finish() -> (box: SlipBox, faults: [BoxFault]) {
    defer { self = SlipBoxBuilder(folderDepth: folderDepth) }
    connectFolders()
    if box.keywordTable.slots.contains(where: { box.keywordTable[$0]?.parent != nil }) {
      checkKeywordParents()
    }
    for slot in box.sourceTable.sortedSlots() { connect(sourceAt: slot) }
    for slot in box.noteTable.sortedSlots() { connect(noteAt: slot) }
    reportUnused()
    return (box, faults)
  }

  /// Records a fault.
  private mutating func report(_ kind: BoxFault.Kind, _ entity: EntityID, _ other: EntityID? = nil) {
    faults.append(BoxFault(kind, entity, other))
  }

  /// Moves keywords to the top whose parent is missing, that lie below themselves, or too deep.
  ///
  /// Where a keyword of the same name is at the top already, it takes the place of the one that moves.
  /// Each keyword is walked over once, so the time is linear.
  private mutating func checkKeywordParents() {
    let slots = box.keywordTable.sortedSlots()
    for slot in slots {
      guard let keyword = box.keywordTable[slot], let parent = keyword.parent else { continue }
      if let same = replacedKeywords[parent] {
        move(keyword, slot, to: same)
      } else if !box.keywordTable.contains(parent) {
        report(.dangling, .keyword(keyword.id), .keyword(parent))
        move(keyword, slot, to: nil)
      }
    }
    var depths: [UInt32: Int] = [:]
    for start in slots {
      var way: [UInt32] = []
      var seen: Set<UInt32> = []
      var next: UInt32? = start
      while let slot = next, depths[slot] == nil, seen.insert(slot).inserted {
        way.append(slot)
        next = box.keywordTable[slot]?.parent.flatMap(box.keywordTable.slot)
      }
      if let slot = next, depths[slot] == nil { moveToTop(slot) }
      var depth = next.flatMap { depths[$0] } ?? 0
      for slot in way.reversed() {
        depth += 1
        if depth > folderDepth {
          moveToTop(slot)
          depth = 1
        }
        depths[slot] = depth
      }
    }
  }

  /// Reports a keyword that lies below itself or too deep, and moves it to the top.
  private mutating func moveToTop(_ slot: UInt32) {
    guard let keyword = box.keywordTable[slot] else { return }
    report(.keywordCycle, .keyword(keyword.id))
    move(keyword, slot, to: nil)
  }

  /// Gives a keyword another parent, or replaces it by the one that has its name there.
  private mutating func move(_ keyword: Keyword, _ slot: UInt32, to parent: Keyword.ID?) {
    box.keywordSlotByName[keyword.key] = nil
    if let same = box.keyword(named: keyword.name, in: parent), same.id != keyword.id {
      report(.keywordNameTaken, .keyword(keyword.id), .keyword(same.id))
      replacedKeywords[keyword.id] = same.id
      box.keywordTable.remove(slot)
      return
    }
    box.keywordTable.modify(slot) { $0.parent = parent }
    box.keywordSlotByName[KeywordName(keyword.name, in: parent)] = slot
  }

  /// Checks the parents of all folders, then enters the folders into the inverses.
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

  /// Moves one folder of each cycle to the top.
  ///
  /// It walks up from each folder until it meets a folder that was seen before. Where that was on
  /// the same walk, the folder lies on a cycle. Each folder is walked over once, so the time is
  /// linear.
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

  /// Moves folders that lie too deep to the top. Each folder is walked over once.
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

  /// Enters a source into the inverses, and reports the attachments that it lacks.
  private mutating func connect(sourceAt slot: UInt32) {
    guard let source = box.sourceTable[slot] else { return }
    for data in source.lifted where !box.attachmentTable.contains(data.attachment) {
      report(.dangling, .source(source.id), .attachment(data.attachment))
    }
    // The reference stays: the original can't be restored without it, and the blob may be found again.
    box.connect(source, slot)
  }

  /// Enters a note into the inverses, without its dangling references.
  private mutating func connect(noteAt slot: UInt32) {
    guard var note = box.noteTable[slot] else { return }
    // Nearly all notes are sound, and stay as they are.
    if !replacedKeywords.isEmpty || !isSound(note) { dropDangling(&note) }
    if note.source != nil { box.adoptSourceKey(&note) }
    box.noteTable.replace(slot, with: note)
    box.connect(note, slot)
  }

  /// Whether there is everything that a note refers to.
  private func isSound(_ note: Note) -> Bool {
    if let folder = note.folder, !box.folderTable.contains(folder) { return false }
    for keyword in note.keywords where !box.keywordTable.contains(keyword) { return false }
    for link in note.links where !box.noteTable.contains(link) { return false }
    for reference in note.attachments where !box.attachmentTable.contains(reference.attachment) {
      return false
    }
    if let source = note.source, !box.sourceTable.contains(source) { return false }
    return true
  }

  /// Removes the references to entities that are missing, and reports them.
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
    note.manualLinks.formIntersection(note.links)
    note.attachments.removeAll { !box.attachmentTable.contains($0.attachment) }
  }

  /// Reports the attachments and sources that nothing uses.
  private mutating func reportUnused() {
    for id in box.attachmentTable.sortedIDs() where !box.isUsed(attachment: id) {
      report(.unused, .attachment(id))
    }
    for slot in box.sourceTable.sortedSlots() where box.notesBySource[slot].isEmpty {
      if let source = box.sourceTable[slot] { report(.unused, .source(source.id)) }
    }
  }
}
