internal import SlipBase
internal import SlipNotes

/// Bringing a note that is there up to date with its source.
extension ImportMerger {
  /// Merges what a source says now into its note, field by field, and reports what changed.
  ///
  /// - Parameters:
  ///   - new: The note as its source has it.
  ///   - theirs: Its facts.
  ///   - note: The note in the slip-box.
  ///   - known: What the source said when it was last imported. Where that isn't known, title, text, dates, files and properties
  ///     follow the source, and everything else stays.
  ///   - source: The source of the note.
  /// - Returns: The files to write.
  /// - Throws: An error of the box.
  mutating func follow(
    _ new: ImportedNote, _ theirs: SourceFacts, _ note: Note, base known: SourceFacts?,
    of source: SourceMerge
  ) throws(SlipError) -> [ImportedPayload] {
    let item = new.item ?? ImportedItem(file: new)
    let entry = ImportReport.Entry(path: source.path(of: item.place), note: note.id)
    let isTextConflict = note.isTextConflict(theirs, base: known)
    var text: MergedText?
    if isTextConflict, options.onConflict == .merge {
      text = try mergedText(new, note, entry, base: known, source)
    }
    if isTextConflict, text == nil, options.onConflict == .both || options.onConflict == .merge {
      return try addBeside(new, item, note, entry, of: source)
    }
    let base =
      known ?? theirs.assumedBase(of: note, staysAsItIs: isTextConflict && options.onConflict == .keep)
    var merge = FactsMerge(options.onConflict)
    var merged = note
    let takesText = note.mergeText(&merged, new, theirs, base: known, isTextConflict, text, &merge)
    mergeDates(&merged, note, theirs, base, &merge)
    merged.status = merge.value(.status, base: base.status, ours: note.status, theirs: theirs.status)
    merged.isFavorite = merge.value(
      .favorite, base: base.isFavorite, ours: note.isFavorite, theirs: theirs.isFavorite)
    try mergeFolder(&merged, note, theirs, base, source, &merge)
    try mergeKeywords(&merged, note, theirs, base, source, &merge)
    merged.properties = FactsMerge.merged(
      base: base.properties, ours: note.properties, theirs: theirs.properties, &merge)
    merged.attachments = note.mergedFiles(
      theirs, base, takesText: takesText, mergesText: text != nil, &merge)
    let (related, gone) = relations(theirs, base: known)

    var changes = note.changes(to: merged, from: keywordPaths(of: note), to: keywordPaths(of: merged))
    let links = Set(related).subtracting(note.links).count + note.manualLinks.intersection(gone).count
    if links > 0 { changes.append(ImportedChange(.links, count: links)) }
    if item.isDatedByFile, !changes.isEmpty, let time = new.modified {
      merged.modified = note.isChangedSinceImport ? max(time, merged.modified ?? time) : time
    }

    let needed = Set(merged.attachments.map(\.attachment) + new.lifted.map(\.attachment))
    var payload = try insertAttachments(of: new, only: needed)
    let kept = try record(new, of: source)
    let values = values(of: merge.conflicts, note, theirs, merged, source)
    noteOthers(values, in: &merged, entry)
    let result = merged
    try box.update(note: note.id) { $0 = result }
    if let text {
      pendingLinks.append((note.id, text.linkTargets))
      payload += [ImportedPayload(.body(note.id), text.body), ImportedPayload(.mirror(note.id), text.mirror)]
    }
    if takesText {
      pendingLinks.append((note.id, new.linkTargets))
      payload += [ImportedPayload(.body(note.id), new.body), ImportedPayload(.mirror(note.id), new.mirror)]
      noteUnresolved(new, item, note.id)
    }
    if !related.isEmpty || !gone.isEmpty { pendingRelations.append((note.id, related, gone)) }
    report(
      entry, note, changes, merge.conflicts, values, isRecorded: source.isRecorded || result != note)
    return payload + kept
  }

  /// Notes the values of the source that a note doesn't get, unless the user has decided about them beforehand.
  private func noteOthers(
    _ values: [ImportReport.Conflict.Values], in merged: inout Note, _ entry: ImportReport.Entry
  ) {
    guard options.onConflict == .both || options.onConflict == .merge else { return }
    for value in values where !value.isTheirs {
      guard let field = OpenConflict.Field(rawValue: value.field.rawValue) else { continue }
      merged.add(OpenConflict(field, other: value.theirs, side: ImportMerger.side(of: entry)))
    }
  }

  /// Reports what became of a note.
  ///
  /// - Parameter isRecorded: Whether something is recorded although nothing that the user sees has changed.
  private mutating func report(
    _ entry: ImportReport.Entry, _ note: Note, _ changes: [ImportedChange], _ conflicts: [ImportedField],
    _ values: [ImportReport.Conflict.Values], isRecorded: Bool
  ) {
    for change in changes { report.note(change, of: note.id) }
    if !conflicts.isEmpty {
      report.conflicts.append(
        ImportReport.Conflict(
          path: entry.path, note: note.id, version: nil, resolution: options.onConflict,
          fields: conflicts.sorted(), values: values))
    } else if changes.isEmpty {
      noteUnchanged(note, path: entry.path)
      if isRecorded { report.isRecorded = true }
    } else {
      report.updated.append(entry)
    }
  }

  /// Adds what a source says as a note of its own, since both changed the text.
  ///
  /// The old note is on its own from now on, and what comes next belongs to the new one. That of a file keeps the old source under
  /// another key, and the new one lies in its folder.
  private mutating func addBeside(
    _ new: ImportedNote, _ item: ImportedItem, _ note: Note, _ entry: ImportReport.Entry,
    of source: SourceMerge
  ) throws(SlipError) -> [ImportedPayload] {
    if !source.isOneNote {
      try box.update(note: note.id) {
        $0.sourceItem = ImportMerger.superseded(item: item.id, note.imported ?? item.digest)
      }
    } else if let old = box.source(new.key.text) {
      let key = new.key.superseded(old.original.digest)
      if !box.has(source: key) { try box.insert(old.renamed(key)) }
      for id in box.notes(from: old.id) { try box.update(note: id) { $0.source = key } }
    }
    let version = try unusedID(for: source.seed(of: item.id) + "//" + item.digest.hex)
    var conflict = ImportReport.Conflict(path: entry.path, note: note.id, version: version, resolution: .both)
    conflict.lacksBase = options.onConflict == .merge
    report.conflicts.append(conflict)
    let payload = try insert(
      new, item, source, id: version, in: source.isOneNote ? .some(note.folder) : nil)
    try noteVersions(note.id, version, entry)
    return payload
  }

  /// Notes of two notes that they are versions of one.
  mutating func noteVersions(
    _ old: Note.ID, _ new: Note.ID, _ entry: ImportReport.Entry
  ) throws(SlipError) {
    let side = ImportMerger.side(of: entry)
    try box.update(note: old) { $0.add(OpenConflict(.version, other: new.description, side: side)) }
    try box.update(note: new) {
      $0.add(OpenConflict(.version, other: old.description, side: ImportMerger.ownName))
    }
  }

  /// Merges the dates. Where both sides changed the date of the last change, the later one is the truer one.
  private func mergeDates(
    _ merged: inout Note, _ note: Note, _ theirs: SourceFacts, _ base: SourceFacts, _ merge: inout FactsMerge
  ) {
    merged.created = merge.value(.created, base: base.created, ours: note.created, theirs: theirs.created)
    let hadNoDate = base.modified == nil && base.created == nil && !note.isChangedSinceImport
    if theirs.modified != base.modified {
      if merge.prefersTheirs || note.modified == base.modified || hadNoDate {
        merged.modified = theirs.modified
      } else if let time = theirs.modified {
        merged.modified = max(time, note.modified ?? time)
      }
    }
    if theirs.zoneIsUnknown != base.zoneIsUnknown { merged.zoneIsUnknown = theirs.zoneIsUnknown }
  }

  /// Merges the folder. A note that the user moved stays, unless its source wins.
  private mutating func mergeFolder(
    _ merged: inout Note, _ note: Note, _ theirs: SourceFacts, _ base: SourceFacts,
    _ source: SourceMerge, _ merge: inout FactsMerge
  ) throws(SlipError) {
    let (before, after) = (source.chain(base.folder), source.chain(theirs.folder))
    let takes = merge.takesTheirs(
      .folder, theirsChanged: before.last?.key != after.last?.key,
      oursChanged: existingFolder(base.folder, of: source) != .some(note.folder),
      isSame: existingFolder(theirs.folder, of: source) == .some(note.folder))
    if takes {
      merged.folder = try folder(theirs.folder, of: source)
    } else {
      try followFolders(theirs.folder, of: source)
    }
  }

  /// Merges the keywords one by one.
  ///
  /// For example, the source had `a, b` and now has `b, c`, and the user has removed `b` and added
  /// `x` to the note. The result is `x, c`. Case doesn't count.
  private mutating func mergeKeywords(
    _ merged: inout Note, _ note: Note, _ theirs: SourceFacts, _ base: SourceFacts,
    _ source: SourceMerge, _ merge: inout FactsMerge
  ) throws(SlipError) {
    let ours = keywordPaths(of: note)
    let new = theirs.keywords.map { ImportMerger.folded($0.path) }
    let paths = merge.list(
      .keywords, base: base.keywords.map { ImportMerger.folded($0.path) }, ours: ours, theirs: new
    ) { $0 }
    let mine = Dictionary(zip(ours, note.keywords), uniquingKeysWith: { first, _ in first })
    let other = Dictionary(zip(new, theirs.keywords), uniquingKeysWith: { first, _ in first })
    var keywords: [Keyword.ID] = []
    for path in paths {
      if let id = mine[path] {
        if let keyword = other[path] { try color(id, as: keyword, of: source) }
        keywords.append(id)
      } else if let keyword = other[path] {
        keywords.append(try findOrCreate(keyword, of: source))
      }
    }
    merged.keywords = keywords
  }

  /// The folded paths of a note's keywords, in their order.
  func keywordPaths(of note: Note) -> [String] {
    note.keywords.map { ImportMerger.folded(box.names(ofKeyword: $0)) }
  }

  /// The relations that a source added, and those that it has no longer.
  ///
  /// One to a note that is new counts as added: it led nowhere before.
  private func relations(
    _ theirs: SourceFacts, base: SourceFacts?
  ) -> (added: [Note.ID], gone: Set<Note.ID>) {
    let before = Set(base?.relations ?? [])
    let added = theirs.relations.filter { !before.contains($0) || addedNotes.contains($0) }
    return (added, before.subtracting(theirs.relations))
  }
}

extension Note {
  /// Whether both a source and the user changed the text.
  ///
  /// Where it isn't known what the source said last time, the title belongs to the text.
  fileprivate func isTextConflict(_ theirs: SourceFacts, base: SourceFacts?) -> Bool {
    guard let base else {
      return isChangedSinceImport && !(theirs.body == body && theirs.title == title)
    }
    return theirs.body != base.body && theirs.body != body && isTextChanged(since: base)
  }

  /// Whether the user changed the text.
  ///
  /// What was imported is compared by its digest, since a newer program may make another text of the same source.
  private func isTextChanged(since base: SourceFacts) -> Bool {
    guard isChangedSinceImport else { return false }
    return imported != Note.importedFields(title: base.title, body: body.digest) && body != base.body
  }

  /// Whether the user changed the title.
  private func isTitleChanged(since base: SourceFacts) -> Bool {
    guard isChangedSinceImport else { return false }
    return imported != Note.importedFields(title: title, body: base.body.digest) && title != base.title
  }

  /// Merges title and text.
  ///
  /// - Returns: Whether the text is that of the source now.
  fileprivate func mergeText(
    _ merged: inout Note, _ new: ImportedNote, _ theirs: SourceFacts, base: SourceFacts?,
    _ isTextConflict: Bool, _ text: MergedText?, _ merge: inout FactsMerge
  ) -> Bool {
    let takesTitle = merge.takesTheirs(
      .title, theirsChanged: base.map { theirs.title != $0.title } ?? true,
      oursChanged: base.map(isTitleChanged) ?? isTextConflict, isSame: theirs.title == title)
    if takesTitle { merged.title = theirs.title }
    let isNewText = base.map { theirs.body != $0.body } ?? true
    let isOwnText = base.map(isTextChanged) ?? isTextConflict
    var takesText = false
    if let text {
      (merged.body, merged.mirror) = (text.body.fact, text.mirror.fact)
      if text.hasConflicts { merge.note(.text) }
    } else {
      takesText = merge.takesTheirs(
        .text, theirsChanged: isNewText, oursChanged: isOwnText, isSame: theirs.body == body)
    }
    if takesText { (merged.body, merged.mirror) = (new.body.fact, new.mirror.fact) }
    let digest = isNewText || isOwnText ? theirs.body.digest : body.digest
    let isNewTitle = base.map { theirs.title != $0.title } ?? true
    let isOwnTitle = base.map(isTitleChanged) ?? isTextConflict
    merged.imported = Note.importedFields(
      title: isNewTitle || isOwnTitle ? theirs.title : title, body: digest)
    return takesText
  }

  /// Merges the files.
  ///
  /// Those that a text needs go with the text. Of the others the source adds and takes away what it wants, but nothing that an
  /// edited text may need.
  fileprivate func mergedFiles(
    _ theirs: SourceFacts, _ base: SourceFacts, takesText: Bool, mergesText: Bool, _ merge: inout FactsMerge
  ) -> [AttachmentReference] {
    let keepsOwn = !takesText && !mergesText && theirs.body != base.body
    func references(_ facts: SourceFacts) -> [AttachmentReference] {
      facts.files.filter { !keepsOwn || $0.isBeside }.map(\.reference)
    }
    var files = merge.list(
      .attachments, base: references(base), ours: attachments, theirs: references(theirs)
    ) { FileName($0) }
    var there = Set(files.map(\.attachment))
    if takesText || mergesText {
      for file in theirs.files where !file.isBeside && !there.contains(file.reference.attachment) {
        files.append(file.reference)
      }
    }
    if !takesText, isChangedSinceImport {
      for file in attachments where there.insert(file.attachment).inserted { files.append(file) }
    }
    return files
  }

  /// What differs in a note that is merged, but its links.
  fileprivate func changes(
    to merged: Note, from keywords: [String], to mergedKeywords: [String]
  ) -> [ImportedChange] {
    var changes: [ImportedChange] = []
    /// Adds a field; a list with another order alone counts as one change.
    func add(_ field: ImportedField, _ isChanged: Bool, _ count: Int = 1) {
      if isChanged { changes.append(ImportedChange(field, count: max(1, count))) }
    }
    func difference<Value: Hashable>(_ a: [Value], _ b: [Value]) -> Int {
      Set(a).symmetricDifference(b).count
    }
    add(.title, title != merged.title)
    add(.text, body != merged.body)
    add(.created, created != merged.created)
    add(.modified, modified != merged.modified || zoneIsUnknown != merged.zoneIsUnknown)
    add(.status, status != merged.status)
    add(.favorite, isFavorite != merged.isFavorite)
    add(.folder, folder != merged.folder)
    add(.keywords, keywords != mergedKeywords, difference(keywords, mergedKeywords))
    add(
      .properties, properties != merged.properties,
      Set(Set(properties).symmetricDifference(merged.properties).map(\.name)).count)
    add(
      .attachments, attachments != merged.attachments,
      Set(
        Set(attachments).symmetricDifference(merged.attachments).map {
          FileName($0)
        }
      ).count)
    return changes
  }
}

/// What tells the files of a note apart.
struct FileName: Hashable {
  /// The digest of the content.
  var digest: Digest
  /// The name in the note.
  var name: String

  /// The file of a reference.
  init(_ reference: AttachmentReference) { (digest, name) = (reference.attachment, reference.name) }
}

extension SourceFacts {
  /// What a source probably said last time, where that isn't known.
  ///
  /// - Parameters:
  ///   - note: The note in the slip-box.
  ///   - staysAsItIs: Whether nothing of the note should change.
  fileprivate func assumedBase(of note: Note, staysAsItIs: Bool) -> SourceFacts {
    var base = self
    if staysAsItIs { return base }
    (base.title, base.body, base.created, base.modified) = (
      note.title, note.body, note.created, note.modified
    )
    base.zoneIsUnknown = note.zoneIsUnknown
    base.properties = note.properties
    base.files = note.attachments.map { File(reference: $0, isBeside: false) }
    return base
  }
}

extension FactsMerge {
  /// Merges properties: all of one name together, since several of one name are a list.
  fileprivate static func merged(
    base: [Property], ours: [Property], theirs: [Property], _ merge: inout FactsMerge
  ) -> [Property] {
    func grouped(_ list: [Property]) -> [[Property]] {
      var places: [String: Int] = [:]
      var groups: [[Property]] = []
      for property in list {
        if let place = places[property.name] {
          groups[place].append(property)
        } else {
          places[property.name] = groups.count
          groups.append([property])
        }
      }
      return groups
    }
    if theirs == base || ours == theirs { return ours }
    if ours == base { return theirs }
    return merge.list(.properties, base: grouped(base), ours: grouped(ours), theirs: grouped(theirs)) {
      $0[0].name
    }.flatMap { $0 }
  }
}
