public import SlipBase

/// Three-way merge of the facts of two slip-boxes that were made of one.
///
/// Each attribute that one side alone changed gets that side's value; keywords, links and attachments of a note are
/// merged as sets. Where both sides changed an attribute to different values, a rule decides, and the conflict is
/// reported. An entity that one side changed stays although the other side deleted it; so do folders, keywords, sources
/// and attachments that a note still refers to. Text is not merged here: the rule decides about bodies as about
/// other attributes, and whoever has the bodies merges those that `conflicts` names.
///
/// The merged box has the transactions of both sides.
public struct BoxMerge: Sendable {
  /// The merged box.
  public let box: SlipBox
  /// What the rule decided, by kind of entity and id.
  public let conflicts: [MergeConflict]
  /// Whose value counts, for each conflict over an attribute.
  public let decisions: [MergeConflict: MergeSide]

  /// Merges what became of `base` on both sides.
  ///
  /// - Parameters:
  ///   - base: The box that both sides were made of.
  ///   - ours: Our box.
  ///   - theirs: The other side's box.
  ///   - rule: Whose value counts where both sides changed one.
  ///   - later: Whose value of single attributes was set last, for `MergeRule.newest`; for all others the times of modification say
  ///     so.
  ///   - notesLieElsewhere: Whether notes that aren't in these boxes may refer to their folders and keywords. Then those
  ///     that one side alone deleted stay.
  /// - Throws: `SlipError` for boxes that aren't sound.
  public init(
    base: SlipBox, ours: SlipBox, theirs: SlipBox, rule: MergeRule = .newest,
    later: [MergeConflict: MergeSide] = [:], notesLieElsewhere: Bool = false
  ) throws(SlipError) {
    var work = BoxMergeWork(base, ours, theirs, rule)
    work.notesLieElsewhere = notesLieElsewhere
    for (conflict, side) in later { work.later[conflict.entity, default: [:]][conflict.field] = side }
    var merged = try work.run()
    merged.history.formUnion(theirs.history)
    box = merged
    decisions = work.decisions
    conflicts = work.conflicts.sorted {
      ($0.entity?.description ?? "", $0.field.rawValue) < ($1.entity?.description ?? "", $1.field.rawValue)
    }
  }
}

/// The states of entities that a merge is about. Others are the same on both sides.
private struct MergeTable<Entity: Identifiable & Equatable & Sendable>
where Entity.ID: Sendable & Comparable {
  /// Our entities, which count where nothing was merged.
  private let ours: EntityTable<Entity>
  /// The states that were decided, by id; nil inside for an entity that is gone.
  private(set) var merged: [Entity.ID: Entity?] = [:]

  /// Begins with our entities and without decisions.
  init(_ ours: EntityTable<Entity>) { self.ours = ours }

  /// The entity as the merge has it so far; nil where there is none.
  subscript(id: Entity.ID) -> Entity? {
    get { merged[id] ?? ours[id] }
    set { merged[id] = .some(newValue) }
  }

  /// The entities that are changed and still there, in the order of their ids.
  var present: [Entity] { merged.values.compactMap { $0 }.sorted { $0.id < $1.id } }

  /// What turns our table into the merged one.
  var changes: [EntityChange<Entity>] {
    merged.compactMap { id, entity in EntityChange(from: ours[id], to: entity) }.sorted { $0.id < $1.id }
  }
}

/// The states of a merge between its steps.
///
/// Each step decides about some entities; `run` makes one change of all decisions and applies it to our box.
private struct BoxMergeWork {
  /// The box that both sides were made of.
  let base: SlipBox
  /// Our box.
  let ours: SlipBox
  /// The other side's box.
  let theirs: SlipBox
  /// Whose value is taken where both sides changed one.
  let rule: MergeRule
  /// Whether notes that aren't in these boxes may refer to folders and keywords.
  var notesLieElsewhere = false
  /// Whose value of single attributes was set last, by entity.
  var later: [EntityID?: [MergeConflict.Field: MergeSide]] = [:]
  /// What the rule decided so far, in the order of the steps.
  var conflicts: [MergeConflict] = []
  /// Whose value was taken, for conflicts over attributes.
  var decisions: [MergeConflict: MergeSide] = [:]

  /// Notes, of which attributes, keywords, links and references are merged.
  private var notes: MergeTable<Note>
  /// Folders, which may come back for what still lies in them.
  private var folders: MergeTable<Folder>
  /// Keywords, which are joined where two have one name.
  private var keywords: MergeTable<Keyword>
  /// Attachments, each as a whole.
  private var attachments: MergeTable<Attachment>
  /// Sources, each as a whole.
  private var sources: MergeTable<Source>

  /// Prepares a merge; `run` makes it.
  init(_ base: SlipBox, _ ours: SlipBox, _ theirs: SlipBox, _ rule: MergeRule) {
    (self.base, self.ours, self.theirs, self.rule) = (base, ours, theirs, rule)
    notes = MergeTable(ours.noteTable)
    folders = MergeTable(ours.folderTable)
    keywords = MergeTable(ours.keywordTable)
    attachments = MergeTable(ours.attachmentTable)
    sources = MergeTable(ours.sourceTable)
  }

  /// Merges the boxes.
  ///
  /// - Returns: Our box with the changes of the other side.
  /// - Throws: `SlipError` where the result would not be sound.
  mutating func run() throws(SlipError) -> SlipBox {
    let mine = BoxChanges(from: base, to: ours)
    if mine.isEmpty, !notesLieElsewhere { return theirsAlone() }
    let other = BoxChanges(from: base, to: theirs)
    if other.isEmpty, !notesLieElsewhere { return ours }
    merge(mine.folders, other.folders, \.folders, EntityID.folder) { $0.mergedFolder() }
    merge(mine.keywords, other.keywords, \.keywords, EntityID.keyword) { $0.mergedKeyword() }
    merge(mine.attachments, other.attachments, \.attachments, EntityID.attachment) { $0.value(.facts) { $0 } }
    merge(mine.sources, other.sources, \.sources, EntityID.source) { $0.mergedSource() }
    merge(mine.notes, other.notes, \.notes, EntityID.note) { $0.mergedNote() }
    unifyReferences()
    openCircles()
    var changes = BoxChanges()
    changes.notes = notes.changes
    changes.folders = folders.changes
    changes.keywords = keywords.changes
    changes.attachments = attachments.changes
    changes.sources = sources.changes
    var box = ours
    try box.apply(changes)
    box.origins = mergedOrigins()
    var foreign = FieldMerge(base, ours, theirs, rule: rule)
    box.foreign = foreign.value(.foreign) { $0.foreign }
    report(nil, foreign)
    for change in mine.notes + other.notes {
      guard let before = change.before else { continue }
      box.collect(attachments: before.attachments, source: before.source)
    }
    return box
  }

  /// The merged box where we changed nothing: that of the other side, whose new notes may be as many as a first import has.
  private func theirsAlone() -> SlipBox {
    var box = theirs
    box.history = ours.history
    for change in BoxChanges(from: base, to: theirs, insertions: false).notes {
      guard let before = change.before else { continue }
      box.collect(attachments: before.attachments, source: before.source)
    }
    return box
  }

  /// Records conflicts over attributes of an entity, or of the box itself for nil.
  private mutating func report(_ entity: EntityID?, _ fields: [MergeConflict.Field]) {
    conflicts += fields.map { MergeConflict(entity: entity, field: $0) }
  }

  /// Records conflicts over attributes, and whose values were taken.
  private mutating func report<Entity>(_ entity: EntityID?, _ merge: FieldMerge<Entity>) {
    report(entity, merge.conflicts)
    for (field, side) in merge.decisions { decisions[MergeConflict(entity: entity, field: field)] = side }
  }

  /// Entities that one side changed are as on that side; of those that both changed each attribute is merged.
  private mutating func merge<Entity>(
    _ mine: [EntityChange<Entity>], _ other: [EntityChange<Entity>],
    _ table: WritableKeyPath<BoxMergeWork, MergeTable<Entity>>, _ name: (Entity.ID) -> EntityID,
    _ body: (inout FieldMerge<Entity>) -> Entity
  ) {
    var byID: [Entity.ID: EntityChange<Entity>] = [:]
    for change in mine {
      byID[change.id] = change
      self[keyPath: table][change.id] = change.after
    }
    for change in other {
      guard let my = byID[change.id] else {
        self[keyPath: table][change.id] = change.after
        continue
      }
      switch (my.after, change.after) {
      case (nil, nil): break
      case (let stays?, nil), (nil, let stays?):
        self[keyPath: table][change.id] = stays
        report(name(change.id), [.deletion])
      case (let ours?, let theirs?):
        var fields = FieldMerge(my.before, ours, theirs, rule: rule)
        fields.later = later[name(change.id)] ?? [:]
        self[keyPath: table][change.id] = body(&fields)
        report(name(change.id), fields)
      }
    }
  }

  // MARK: What single entities can't see

  /// Brings back what is referred to, and joins keywords of one name, until neither makes work for the other: a
  /// keyword that comes back, or whose parents were joined, may have the name of another.
  private mutating func unifyReferences() {
    if notesLieElsewhere {
      for folder in base.folders where ours.folder(folder.id) != nil || theirs.folder(folder.id) != nil {
        restore(folder: folder.id)
      }
      for keyword in base.keywords
      where ours.keyword(keyword.id) != nil || theirs.keyword(keyword.id) != nil {
        restore(keyword: keyword.id)
      }
    }
    for _ in 0...(ours.keywords.count + theirs.keywords.count) {
      restoreReferences()
      openKeywordCircles()
      guard joinKeywords() else { return }
    }
  }

  /// Two keywords of one name become the one with the lower id.
  ///
  /// - Returns: Whether there were any.
  private mutating func joinKeywords() -> Bool {
    var replaced: [Keyword.ID: Keyword.ID] = [:]
    var idByName: [KeywordName: Keyword.ID] = [:]
    for keyword in keywords.present {
      let name = keyword.key
      var id = keyword.id
      let others = [idByName[name], ours.keyword(named: keyword.name, in: keyword.parent)?.id].compactMap {
        $0
      }
      for other in others where other != id && keywords[other]?.key == name {
        replaced[max(id, other)] = min(id, other)
        id = min(id, other)
      }
      idByName[name] = id
    }
    guard !replaced.isEmpty else { return false }
    func final(_ id: Keyword.ID) -> Keyword.ID {
      var id = id
      while let next = replaced[id] { id = next }
      return id
    }
    var users = Set(notes.present.map(\.id))
    for id in replaced.keys { users.formUnion(ours.notes(with: id)) }
    for id in users.sorted() {
      guard var note = notes[id], note.keywords.contains(where: { replaced[$0] != nil }) else { continue }
      note.keywords = note.keywords.map(final)
      note.keywords.removeRepetitions()
      notes[id] = note
    }
    for id in replaced.keys { keywords[id] = nil }
    for child in ours.keywords where child.parent != nil && keywords.merged[child.id] == nil {
      keywords[child.id] = child
    }
    for var child in keywords.present {
      guard let parent = child.parent, replaced[parent] != nil else { continue }
      child.parent = final(parent)
      keywords[child.id] = child
    }
    return true
  }

  /// What notes and folders still refer to comes back; links to deleted notes go.
  private mutating func restoreReferences() {
    for var note in notes.present {
      for id in note.keywords { restore(keyword: id) }
      if let id = note.source, sources[id] == nil { sources[id] = base.source(id) }
      for reference in note.attachments { restore(attachment: reference.attachment) }
      if let folder = note.folder { restore(folder: folder) }
      let links = note.links.filter { notes[$0] != nil }
      if links != note.links {
        note.links = links
        notes[note.id] = note
      }
    }
    for folder in folders.present { if let parent = folder.parent { restore(folder: parent) } }
    for keyword in keywords.present { if let parent = keyword.parent { restore(keyword: parent) } }
    for source in sources.present {
      for data in source.lifted { restore(attachment: data.attachment) }
    }
  }

  /// Brings an attachment back that was deleted, if the common box had it.
  private mutating func restore(attachment id: Attachment.ID) {
    if attachments[id] == nil { attachments[id] = base.attachment(id) }
  }

  /// Brings a keyword back that was deleted, and those above it, as the common box had them.
  private mutating func restore(keyword id: Keyword.ID) {
    var next: Keyword.ID? = id
    while let id = next, keywords[id] == nil, let keyword = base.keyword(id) {
      keywords[id] = keyword
      next = keyword.parent
    }
  }

  /// Brings a folder back that was deleted, and those above it, as the common box had them.
  private mutating func restore(folder id: Folder.ID) {
    var next: Folder.ID? = id
    while let id = next, folders[id] == nil, let folder = base.folder(id) {
      folders[id] = folder
      next = folder.parent
    }
  }

  /// Folders of a circle go back to where they lay.
  private mutating func openCircles() {
    var isOpen = false
    while !isOpen {
      isOpen = true
      for folder in folders.present {
        var seen: [Folder.ID] = []
        var next: Folder.ID? = folder.id
        while let id = next, !seen.contains(id) {
          seen.append(id)
          next = folders[id]?.parent
        }
        guard let start = next.flatMap({ seen.firstIndex(of: $0) }) else { continue }
        for id in seen[start...] {
          guard var inCircle = folders[id], let before = base.folder(id), inCircle.parent != before.parent
          else {
            continue
          }
          inCircle.parent = before.parent
          folders[id] = inCircle
          report(.folder(id), [.circle])
          if let parent = before.parent { restore(folder: parent) }
          isOpen = false
        }
      }
    }
  }

  /// Keywords of a circle go back to where they lay.
  private mutating func openKeywordCircles() {
    for keyword in keywords.present {
      var seen: Set<Keyword.ID> = []
      var next: Keyword.ID? = keyword.id
      while let id = next, seen.insert(id).inserted { next = keywords[id]?.parent }
      guard next != nil, var inCircle = keywords[keyword.id] else { continue }
      inCircle.parent = base.keyword(keyword.id)?.parent
      keywords[keyword.id] = inCircle
      report(.keyword(keyword.id), [.circle])
      if let parent = inCircle.parent { restore(keyword: parent) }
    }
  }

  /// The origins of both sides, told apart by name: first those of the common box, then ours, then theirs.
  private mutating func mergedOrigins() -> [Origin] {
    var merged: [Origin] = []
    let (before, mine, other) = (base.origins, ours.origins, theirs.origins)
    var names = before.map(\.name) + mine.map(\.name) + other.map(\.name)
    names.removeRepetitions()
    for name in names {
      let versions = [before, mine, other].map { origins in origins.first { $0.name == name } }
      switch (versions[0], versions[1], versions[2]) {
      case (let base, let ours?, let theirs?):
        var fields = FieldMerge(base, ours, theirs, rule: rule)
        merged.append(fields.mergedOrigin())
        report(nil, fields)
      // Deleted on one side: gone, unless the other side changed it.
      case (let base, let one?, nil), (let base, nil, let one?): if base != one { merged.append(one) }
      case (_, nil, nil): break
      }
    }
    return merged
  }
}

extension FieldMerge<Folder> {
  /// The folder with each attribute merged by itself.
  fileprivate mutating func mergedFolder() -> Folder {
    var folder = ours
    folder.name = value(.name) { $0.name }
    folder.created = value(.created) { $0.created }
    folder.order = value(.order) { $0.order }
    folder.parent = value(.parent) { $0.parent }
    folder.properties = value(.properties) { $0.properties }
    folder.foreign = value(.foreign) { $0.foreign }
    return folder
  }
}

extension FieldMerge<Keyword> {
  /// The keyword with each attribute merged by itself.
  fileprivate mutating func mergedKeyword() -> Keyword {
    var keyword = ours
    keyword.name = value(.name) { $0.name }
    keyword.color = value(.color) { $0.color }
    keyword.parent = value(.parent) { $0.parent }
    keyword.foreign = value(.foreign) { $0.foreign }
    return keyword
  }
}

extension FieldMerge<Source> {
  /// The source with the facts about its file merged as a whole.
  ///
  /// Whether something couldn't be read belongs to the bytes that were taken. Of the options of reading, those
  /// that one side alone has count where both imported the source.
  fileprivate mutating func mergedSource() -> Source {
    let before = conflicts.count
    var source = value(.facts) { $0.recorded }
    let winner = source == ours.recorded ? ours : theirs
    if ours.recorded != theirs.recorded {
      source.isIncomplete = winner.isIncomplete
    } else if base == nil {
      source.isIncomplete = ours.isIncomplete && theirs.isIncomplete
    } else {
      source.isIncomplete = value(.facts) { $0.isIncomplete }
    }
    if conflicts.count > before {
      source.reading = winner.reading
    } else if base == nil, ours.reading == nil || theirs.reading == nil {
      source.reading = ours.reading ?? theirs.reading
    } else {
      source.reading = value(.facts) { $0.reading }
    }
    return source
  }
}

extension FieldMerge<Origin> {
  /// The origin with token, place and foreign elements merged; its tombstones are merged as a set.
  fileprivate mutating func mergedOrigin() -> Origin {
    var origin = ours
    origin.token = value(.token) { $0.token }
    origin.url = value(.place) { $0.url }
    origin.kind = value(.place) { $0.kind }
    origin.tombstones = set({ $0.tombstones }, precedes: <)
    origin.foreign = value(.foreign) { $0.foreign }
    return origin
  }
}

extension FieldMerge<Note> {
  /// What belongs to a body: its mirror, and what was imported.
  private struct Text: Equatable {
    /// Length and digest of the RTF.
    var body: FileFact
    /// Length and digest of the plain text, which has to be that of the body.
    var mirror: FileFact
  }

  /// The note with each attribute merged by itself; keywords, links and references are merged as sets.
  ///
  /// Where both sides have a time of modification and the times differ, the later side counts as newer.
  fileprivate mutating func mergedNote() -> Note {
    if let mine = ours.modified, let other = theirs.modified, mine != other { oursIsNewer = mine > other }
    var note = ours
    note.title = value(.title) { $0.title }
    note.status = value(.status) { $0.status }
    note.isFavorite = value(.favorite) { $0.isFavorite }
    note.order = value(.order) { $0.order }
    note.created = value(.created) { $0.created }
    note.zoneIsUnknown = value(.zone) { $0.zoneIsUnknown }
    note.folder = value(.folder) { $0.folder }
    note.source = value(.source) { $0.source }
    note.sourceItem = value(.source) { $0.sourceItem }
    note.properties = value(.properties) { $0.properties }
    note.imported = value(.imported) { $0.imported }
    note.foreign = value(.foreign) { $0.foreign }
    let text = value(.body) { Text(body: $0.body, mirror: $0.mirror) }
    (note.body, note.mirror) = (text.body, text.mirror)
    // A merge is a change of its own: the later time is the truer one.
    note.modified = [ours.modified, theirs.modified].compactMap { $0 }.max()
    note.keywords = set({ $0.keywords }, precedes: <)
    note.links = set({ $0.links }, precedes: <)
    note.manualLinks = Set(set({ $0.manualLinks.sorted() }, precedes: <))
    note.attachments = set({ $0.attachments }) { ($0.attachment, $0.name) < ($1.attachment, $1.name) }
    return note
  }
}
