public import SlipBase
public import SlipDocument
internal import SlipNotes

/// Merging the notes of sources.
///
/// Call `begin` for a source, `merge` or `skip` for each of its items, and `end` once for a container; `finish` follows when all
/// sources are through. A source that `isDone` needs no more than that.
extension ImportMerger {
  /// Begins with a source, and looks up what the slip-box has of it.
  ///
  /// Notes that came from it are found by their items. Notes that the user deleted are known by tombstones.
  ///
  /// - Parameter source: The state, which gets the notes and tombstones.
  /// - Returns: False where a source of this key was seen before in this import.
  @discardableResult
  public mutating func begin(_ source: inout SourceMerge) -> Bool {
    look(up: &source)
    return seen.insert(source.key.text).inserted
  }

  /// Looks up what the slip-box has of a source, without beginning to merge it.
  public func look(up source: inout SourceMerge) {
    let key = source.key
    source.lookUp(in: box)
    let notes = box.notes(from: key.text)
    if source.isOneNote {
      source.known[""] = notes.contains(key.noteID) ? key.noteID : notes.first
    } else {
      for id in notes {
        guard let item = box.note(id)?.sourceItem else { continue }
        source.known[source.moved[item] ?? item] = id
      }
    }
    source.buried = tombstones[key.sourceName]?[key.text] ?? []
  }

  /// Whether the source was imported before with exactly these bytes. Then all its notes are recorded, and it needn't be read.
  ///
  /// - Returns: False for a source that is new or has other bytes; nothing is recorded then.
  public mutating func isDone(_ source: SourceMerge) -> Bool {
    guard source.isUnchanged(in: box) else { return false }
    noteAllUnchanged(of: source)
    return true
  }

  /// Records that a source says of all its notes what it said last time, or that this isn't looked at.
  private mutating func noteAllUnchanged(of source: SourceMerge) {
    for (item, id) in source.known.sorted(by: { $0.key < $1.key }) {
      guard let note = box.note(id), !ImportMerger.isSuperseded(item: item) else { continue }
      noteUnchanged(note, path: source.path(of: item))
    }
  }

  /// The UUID of an item's note: the one that it has, or else a new one.
  ///
  /// A new UUID follows from the key and the item, so another import of the same source gives the same.
  ///
  /// - Parameters:
  ///   - item: The id of the item.
  ///   - source: The source, which notes the new UUID.
  /// - Throws: An error of looking up whether a UUID is taken.
  public func noteID(ofItem item: String, in source: inout SourceMerge) throws(SlipError) -> UniqueID {
    if let known = source.known[item] { return known }
    let id = try unusedID(for: source.seed(of: item), besides: source.assigned)
    source.assigned.insert(id)
    return id
  }

  /// Records something in a container that is left out.
  ///
  /// - Parameters:
  ///   - skipped: The place of the item and the reason.
  ///   - source: The container that has it.
  public mutating func skip(_ skipped: SourceSkip, in source: inout SourceMerge) {
    // What is damaged or encrypted now may be a note that came in earlier.
    if skipped.reason.isFailure { (source.isIncomplete, source.hasGaps) = (true, true) }
    report.skipped.append(
      SkippedFile(path: source.path(of: skipped.place), reason: .item(skipped.reason)))
  }

  /// Records a part of a container that can't be read. Nothing of the container counts as vanished then.
  ///
  /// - Parameters:
  ///   - path: The path of the part in the container; empty for the rest of an archive.
  ///   - error: Why it can't be read.
  public mutating func skip(part path: String, _ error: SlipError, in source: inout SourceMerge) {
    (source.isIncomplete, source.hasGaps) = (true, true)
    let place = path.isEmpty ? source.key.path : source.key.path + "/" + path
    report.skipped.append(SkippedFile(path: place, reason: .unreadable(error)))
  }

  /// Records a note that can't be read. One that came from it earlier stays as it is.
  public mutating func skip(
    item: String, place: String, _ error: SlipError, in source: inout SourceMerge
  ) {
    source.seen.insert(item)
    source.hasGaps = true
    report.skipped.append(SkippedFile(path: source.path(of: place), reason: .refused(error)))
  }

  /// Records an item that is left out on purpose, so that a note that came from it earlier doesn't count as vanished.
  public mutating func pass(item: String, in source: inout SourceMerge) { source.seen.insert(item) }

  /// Creates a folder of a container.
  ///
  /// A folder that is there already follows what the container changed. One that the user deleted stays away.
  ///
  /// - Parameters:
  ///   - steps: The folders from the top.
  ///   - source: The container, whose own folders come before them.
  public mutating func addFolder(
    _ steps: [SourceFolder], of source: inout SourceMerge
  ) throws(SlipError) {
    let keys = source.chain(steps).map(\.key)
    source.currentFolders.formUnion(keys)
    let wasThere = keys.last.map { source.oldFolders[$0] != nil } ?? false
    if wasThere { return try followFolders(steps, of: source) }
    _ = try folder(steps, of: source)
  }

  /// Creates a keyword of a container.
  ///
  /// Its name is cleaned first. Without any name, nothing is created.
  public mutating func addKeyword(
    _ keyword: SourceKeyword, of source: SourceMerge
  ) throws(SlipError) {
    for keyword in ItemImporter.cleaned([keyword]) { _ = try findOrCreate(keyword, of: source) }
  }

  /// Adds a finding about a container.
  ///
  /// A finding without a file gets the path of the container.
  public mutating func add(_ diagnostic: Diagnostic, of source: inout SourceMerge) {
    var diagnostic = diagnostic
    if diagnostic.code == ExchangeCode.pieceDamaged { source.isIncomplete = true }
    if diagnostic.severity == .error { (source.isIncomplete, source.hasGaps) = (true, true) }
    if diagnostic.location.file == nil { diagnostic.location.file = source.key.path }
    diagnostics.report(diagnostic)
  }

  /// Records that a container changes nothing, because it is damaged and wasn't when it was last imported. Its findings follow.
  public mutating func wait(for source: inout SourceMerge) {
    (source.hasGaps, source.withholds, source.isIncomplete) = (true, true, true)
    noteAllUnchanged(of: source)
  }

  /// Merges one note of a source, and returns the payload to write.
  ///
  /// - Parameters:
  ///   - new: The note.
  ///   - source: The source, which notes that the item came.
  /// - Returns: The files to write; empty where nothing changed.
  /// - Throws: An error of the box, or of finding what a file said last time.
  public mutating func merge(
    _ new: ImportedNote, of source: inout SourceMerge
  ) throws(SlipError) -> [ImportedPayload] {
    let item = new.item ?? ImportedItem(file: new)
    let path = source.path(of: item.place)
    source.seen.insert(item.id)
    let theirs = SourceFacts(new)
    if theirs.gaps.isDamage { source.hasGaps = true }
    // What is damaged may have had more notes in it, such as attached ones.
    if new.isDamaged || theirs.gaps.isDamage { source.isIncomplete = true }
    if source.buried.contains(item.id) {
      report.skipped.append(SkippedFile(path: path, reason: .deletedHere))
      return []
    }
    source.currentFolders.formUnion(source.chain(item.folder).map(\.key))
    let known = source.known[item.id]
    source.places[item.id] = (known ?? item.note, item.order)
    guard let id = known, let note = box.note(id) else { return try add(new, theirs, item, of: &source) }
    return try update(note, by: new, theirs, item, of: &source)
  }

  /// Adds the note of an item that is new.
  ///
  /// Of a source that came in before, a note of which words may be missing is left out: it may be a piece of another one.
  private mutating func add(
    _ new: ImportedNote, _ theirs: SourceFacts, _ item: ImportedItem, of source: inout SourceMerge
  ) throws(SlipError) -> [ImportedPayload] {
    let path = source.path(of: item.place)
    diagnostics.report(contentsOf: new.diagnostics)
    if source.recorded != nil, theirs.gaps.isCut {
      source.places[item.id] = nil
      source.withholds = true
      report.skipped.append(SkippedFile(path: path, reason: .item(.damaged)))
      return []
    }
    let id = source.isOneNote ? try noteID(ofItem: item.id, in: &source) : item.note
    report.added.append(ImportReport.Entry(path: path, note: id))
    source.arrived.insert(id)
    return try insert(new, item, source, id: id)
  }

  /// Brings the note of an item up to date, as far as the source can be read.
  private mutating func update(
    _ old: Note, by new: ImportedNote, _ theirs: SourceFacts, _ item: ImportedItem,
    of source: inout SourceMerge
  ) throws(SlipError) -> [ImportedPayload] {
    var note = old
    let path = source.path(of: item.place)
    if !source.isOneNote, note.sourceItem != item.id {
      note.sourceItem = item.id
      try box.update(note: note.id) { $0.sourceItem = item.id }
      report.isRecorded = true
    }
    let base = try base(of: item.id, in: source)?.as(knownIn: note, theirs)
    if base == theirs {
      // What can't be read is named each time, not only the first.
      diagnostics.report(contentsOf: new.diagnostics.filter { $0.severity == .error })
      noteUnchanged(note, path: path)
      return source.isOneNote ? try record(unchanged: new, of: source) : []
    }
    diagnostics.report(contentsOf: new.diagnostics)
    let lost = try lostFacts(new, theirs, base: base, of: note)
    if let lost {
      (source.hasGaps, source.withholds) = (true, true)
      diagnostics.report(contentsOf: lost.located(in: path))
      noteUnchanged(note, path: path)
      return []
    }
    let payload = try follow(new, theirs, note, base: base, of: source)
    if let version = report.conflicts.last?.version, report.conflicts.last?.note == note.id {
      source.places[item.id] = (version, item.order)
      source.arrived.insert(version)
    } else if box.note(note.id)?.folder != note.folder {
      source.arrived.insert(note.id)
    }
    return payload
  }

  /// What a note would lose because it can't be known: findings beyond those of the reader, perhaps none; nil where nothing is lost.
  private func lostFacts(
    _ new: ImportedNote, _ theirs: SourceFacts, base: SourceFacts?, of note: Note
  ) throws(SlipError) -> [Diagnostic]? {
    var findings: [Diagnostic] = []
    if theirs.losesText(base: base, of: note) { findings.append(SourceFault.missingText) }
    if theirs.losesEnd(base: base) { findings.append(SourceFault.missingEnd) }
    if theirs.losesParts(base: base) { findings.append(SourceFault.missingPart) }
    if theirs.losesFacts(base: base) { findings.append(SourceFault.missingFacts) }
    for file in new.attachments where try isCut(file, in: note) {
      findings.append(SourceFault.cutFile(file.name))
    }
    findings += theirs.lostNames(linkedBy: new, base: base, of: note).map(SourceFault.goneFile)
    let isLoss = !findings.isEmpty || theirs.gaps.isCut || theirs.losesFiles(base: base, of: note)
    return isLoss ? findings : nil
  }

  /// Whether a file is only the beginning of the one that a note has under its name, or has nothing but zeros. Nobody shortens a picture
  /// or an archive so, but copies that break off do. A text may have been shortened, though hardly to nothing.
  private func isCut(_ file: ImportedAttachment, in note: Note) throws(SlipError) -> Bool {
    guard let old = note.attachments.first(where: { $0.name == file.name })?.attachment,
      old != file.payload.fact.digest, let known = box.attachment(old)
    else { return false }
    // A file of which the system wrote no more than the length.
    if known.blob.length > 0, file.payload.bytes.allSatisfy({ $0 == 0 }) {
      return try !(options.blob(known)?.allSatisfy { $0 == 0 } ?? true)
    }
    guard !known.mediaType.hasPrefix("text/") || file.payload.bytes.isEmpty,
      known.blob.length > file.payload.bytes.count
    else { return false }
    return try options.blob(known)?.starts(with: file.payload.bytes) ?? false
  }

  /// Records the new bytes of a file of which only some changed that say nothing.
  private mutating func record(
    unchanged new: ImportedNote, of source: SourceMerge
  ) throws(SlipError) -> [ImportedPayload] {
    guard !source.isAsRecorded else { return [] }
    report.isRecorded = true
    return try insertAttachments(of: new, only: Set(new.lifted.map(\.attachment))) + record(new, of: source)
  }

  /// What a source said of an item when it was last imported; nil when unknown.
  private func base(of item: String, in source: SourceMerge) throws(SlipError) -> SourceFacts? {
    guard source.isOneNote else { return source.baseline?.notes[item] }
    guard let known = box.source(source.key.text) else { return nil }
    return try baseline(known)
  }

  /// The id that an item gets when a conflicting version comes in beside its note. It has two slashes and a digest at its
  /// end.
  static func superseded(item: String, _ digest: Digest) -> String { item + "//" + digest.hex }

  /// Whether this is the id of an item that a conflicting version came in beside.
  static func isSuperseded(item: String) -> Bool {
    item.utf8.count > 66 && item.dropLast(64).hasSuffix("//") && Digest(hex: item.suffix(64)) != nil
  }

  /// Reports links of an item that lead to no note, or to several.
  mutating func noteUnresolved(_ new: ImportedNote, _ item: ImportedItem, _ id: UniqueID) {
    for link in item.unresolved {
      noteUnresolved(
        ImportReport.UnresolvedLink(
          path: new.key.path + "#" + item.place, note: id, target: .title(link.target),
          candidates: link.candidates))
    }
  }

  /// Ends a container: treats notes whose items vanished. What is kept of it follows with `record`.
  ///
  /// A note is deleted only if the user wants that, and nobody changed it since its import. All others are reported as
  /// vanished. Then notes get their order, and folders that were emptied go.
  ///
  /// - Throws: `SlipError` with `ExchangeCode.wouldPruneMuch` before anything is deleted, and errors of the
  ///   box.
  public mutating func end(_ source: SourceMerge) throws(SlipError) {
    var gone: [(entry: ImportReport.Entry, isUntouched: Bool)] = []
    for (item, id) in source.known.sorted(by: { $0.key < $1.key })
    where !source.isIncomplete && !source.seen.contains(item) && !ImportMerger.isSuperseded(item: item) {
      let base = source.baseline?.notes[item]
      let note = box.note(id)
      let isUntouched = note.map { self.isUntouched($0, base: base, of: source) } ?? false
      if base != nil, !isUntouched, note?.isChangedSinceImport == false {
        // The next import doesn't know any more what the source said of it.
        try box.update(note: id) { $0.imported = Note.changedHere }
        report.isRecorded = true
      }
      gone.append((ImportReport.Entry(path: source.path(of: item), note: id), options.prune && isUntouched))
    }
    try remove(gone, of: source.known.count, isNothingLeft: source.seen.isEmpty, "they are gone from it")
    try order(source)
    try removeEmptied(source)
  }

  /// Whether a container that has ended is to be recorded: not where a note stays because of a gap, nor where no note is left.
  public func records(_ source: SourceMerge) -> Bool { source.isRecorded && box.has(source: source.key.text) }

  /// Records what a container is now, and what is kept of it.
  ///
  /// - Parameters:
  ///   - kept: Length and digest of what is kept.
  ///   - lifted: How the original is restored from it.
  /// - Throws: An error of the box.
  public mutating func record(
    _ source: SourceMerge, kept: FileFact, lifted: [ExtractedData]
  ) throws(SlipError) {
    if let recorded = source.recorded,
      recorded.reading != source.reading || recorded.isIncomplete != source.hasGaps
    {
      report.isRecorded = true
    }
    try box.update(source: source.key.text) {
      $0.original = source.original
      ($0.reading, $0.isIncomplete) = (source.reading, source.hasGaps)
      $0.format = source.format
      $0.path = source.key.path
      $0.modified = source.modified
      $0.kept = kept
      $0.lifted = lifted
    }
    report.keepOriginals(of: source.key.path)
  }

  /// Adds the relations of new and changed notes, now that all notes are there, and takes away those that the source has no
  /// longer.
  ///
  /// They are manual links: they stay when the links of the text are read again. Those that the user made stay as well. A
  /// relation to a note that isn't there, because it was left out or deleted, is none.
  ///
  /// - Throws: An error of the box.
  mutating func relate() throws(SlipError) {
    for (id, targets, gone) in pendingRelations {
      guard let note = box.note(id) else { continue }
      let there = targets.filter { box.has(note: $0) }
      let manual = Set(there).subtracting(Set(note.links).subtracting(note.manualLinks))
      let lost = note.manualLinks.intersection(gone)
      guard !there.isEmpty || !lost.isEmpty else { continue }
      let known = Set(note.links)
      report.newLinks += manual.subtracting(known).count
      try box.update(note: id) { note in
        note.links += there.filter { !known.contains($0) }
        note.links.removeAll { lost.contains($0) }
        note.manualLinks.formUnion(manual)
        note.manualLinks.subtract(lost)
      }
    }
    pendingRelations = []
  }
}
