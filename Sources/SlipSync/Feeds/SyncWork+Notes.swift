internal import SlipboxKit
internal import SlipBase
internal import SlipBundle
internal import SlipExchange
internal import SlipNotes

/// Notes of a feed in the boxes of the merge.
extension SyncWork {
  /// Adds the attachments that notes refer to and the box doesn't have. Their bytes are written later.
  mutating func addAttachments() throws(SlipError) {
    for note in staged {
      for reference in note.new?.references ?? [] where theirs.attachment(reference.attachment) == nil {
        if let attachment = embedded[reference.attachment] {
          try theirs.insert(attachment)
          continue
        }
        let id = reference.attachment.hex
        guard changes.page(id, .attachments) != nil else {
          throw changes.placed(
            SlipError(
              .badInput, code: KitCode.badFeed, "A note has an attachment that the feed doesn't have."),
            note.id, .notes)
        }
        do throws(SlipError) {
          let object = try BoxJSON.AttachmentObject(BoxJSON.Value(changes.object(id, .attachments)))
          var attachment = object.attachment
          attachment.thumbnail = nil
          if case .absent = object.content {
            throw SlipError(
              .badInput, code: KitCode.badFeed, "An attachment of the feed has neither `data` nor `path`.")
          }
          try theirs.insert(attachment)
          fetched.append(attachment.id)
        } catch {
          throw changes.placed(error, id, .attachments)
        }
      }
    }
  }

  /// Puts all new and changed notes into the boxes of the merge.
  mutating func placeNotes() throws(SlipError) {
    if staged.contains(where: { !($0.new?.links ?? []).isEmpty }) {
      for source in ours.sources {
        if let id = feedID(of: source) { noteIDs[id] = ours.notes(from: source.id).first }
      }
    }
    for note in staged {
      for reference in note.new?.references ?? [] {
        needed[reference.attachment] = theirs.attachment(reference.attachment)
      }
    }
    for index in staged.indices {
      try placed(index) { work throws(SlipError) in try work.placeFacts(index) }
      // A new note without links is placed.
      if staged[index].ours == nil, (staged[index].new?.links ?? []).isEmpty { staged[index].letGo() }
    }
    for index in staged.indices {
      try placed(index) { work throws(SlipError) in try work.placeLinks(index) }
      staged[index].letGo()
    }
  }

  /// Works on a note; an error gets its place.
  private mutating func placed(
    _ index: Int, _ body: (inout SyncWork) throws(SlipError) -> Void
  ) throws(SlipError) {
    do throws(SlipError) { try body(&self) } catch { throw changes.placed(error, staged[index].id, .notes) }
  }

  /// The feed's id of the note that a source retains; nil for other sources.
  private func feedID(of source: Source) -> String? {
    let prefix = origin.name + "/notes/"
    guard source.id.hasPrefix(prefix), source.format == "json", !source.id.contains("//") else {
      return nil
    }
    let name = source.path.dropFirst("notes/".count).dropLast(".json".count)
    return SyncWork.unescaped(name)
  }

  /// Text without percent encoding.
  private static func unescaped(_ text: Substring) -> String {
    guard text.contains("%") else { return String(text) }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let first = rest.popFirst() {
      if first == UInt8(ascii: "%"), rest.count >= 2,
        let byte = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(first)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Puts a note without its links into the boxes.
  private mutating func placeFacts(_ index: Int) throws(SlipError) {
    let staged = staged[index]
    guard let new = staged.new else { return }
    for reference in new.references where theirs.attachment(reference.attachment) == nil {
      if let attachment = needed[reference.attachment] { try theirs.insert(attachment) }
    }
    let key = staged.key.text
    // A note that came on another way keeps its own original.
    let isFromElsewhere = staged.ours.map { $0.source != key } ?? false
    if isFromElsewhere {
      // Nothing to retain.
    } else if theirs.source(key) == nil {
      var source = Source(
        id: key, path: staged.key.path, format: "json", original: staged.fact, kept: staged.fact)
      source.modified = nil
      try theirs.insert(source)
    } else {
      let fact = staged.fact
      try theirs.update(source: key) { ($0.original, $0.kept) = (fact, fact) }
    }
    guard let mine = staged.ours else {
      var note = Note(
        id: staged.noteID, title: new.facts.title, body: new.facts.body, mirror: new.facts.mirror)
      try fill(&note, new, bases: nil)
      note.attachments = new.references
      if !new.hasOrder { note.order = theirs.orderAtEnd(ofNotesIn: note.folder) }
      finish(&note, key)
      return try theirs.insert(note)
    }
    var last = mine
    if let before = staged.base {
      try fill(&last, before, bases: new)
      if mine.isChangedSinceImport {
        if staged.targets != nil { (last.body, last.mirror) = (before.facts.body, before.facts.mirror) }
        last.attachments = before.references.filter { base.attachment($0.attachment) != nil }
      }
      let value = last
      try base.update(note: mine.id) { $0 = value }
    } else if mine.source == nil || mine.isChangedSinceImport {
      base.remove(note: mine.id)
    }
    var next = last
    try fill(&next, new, bases: nil)
    if staged.targets != nil {
      (next.body, next.mirror) = (new.facts.body, new.facts.mirror)
      next.attachments = new.references
    }
    if !isFromElsewhere { finish(&next, key) }
    let value = next
    try theirs.update(note: mine.id) { $0 = value }
  }

  /// Sets what says that a note came from the feed.
  private func finish(_ note: inout Note, _ key: String) {
    note.source = key
    note.sourceItem = nil
    note.imported = Note.importedFields(title: note.title, body: note.body.digest)
  }

  /// Gives a note the facts of an object. Its text, attachments and links stay.
  ///
  /// - Parameter bases: The object's next version, where the facts are what the feed said before: relationships that
  ///   are no longer there are left out then.
  private mutating func fill(_ note: inout Note, _ object: FeedNote, bases: FeedNote?) throws(SlipError) {
    if object.hasTitle || (note.title.isEmpty && !object.facts.title.isEmpty) {
      note.title = object.facts.title
    }
    (note.status, note.isFavorite) = (object.facts.status, object.facts.isFavorite)
    if object.hasOrder { note.order = object.facts.order }
    (note.created, note.modified) = (object.facts.created, object.facts.modified)
    note.zoneIsUnknown = object.facts.zoneIsUnknown
    (note.properties, note.foreign) = (object.facts.properties, object.facts.foreign)
    note.folder = nil
    if let id = object.folder {
      if let folder = state.folders[id]?.id, (bases == nil ? theirs : base).folder(folder) != nil {
        note.folder = folder
      } else if bases == nil {
        throw JSONFields.fault("folder", "names no folder of the feed")
      }
    }
    if bases != nil {
      note.keywords = object.keywords.compactMap { name in
        state.keywords[name].flatMap { base.keyword($0.id)?.id } ?? base.keyword(atPath: name)?.id
      }
    } else {
      note.keywords = []
      for name in object.keywords { note.keywords.append(try keyword(name)) }
    }
  }

  /// Sets the links of a note, now that all notes are there.
  private mutating func placeLinks(_ index: Int) throws(SlipError) {
    let staged = staged[index]
    guard let new = staged.new, let there = theirs.note(staged.noteID) else { return }
    func links(_ object: FeedNote, in box: SlipBox) -> (all: [Note.ID], manual: Set<Note.ID>)? {
      guard let names = object.links ?? (changes.isWhole ? [] : nil) else { return nil }
      let all = names.compactMap { noteIDs[$0] ?? UniqueID($0) }.filter { box.has(note: $0) }
      let manual = Set(object.manualLinks.compactMap { noteIDs[$0] ?? UniqueID($0) }).intersection(all)
      // Where a feed doesn't say which links are in the text, none of those that it lists is.
      return (all, changes.isWhole ? manual : Set(all))
    }
    if let before = staged.base, let last = links(before, in: base), base.note(staged.noteID) != nil {
      let text = changes.isWhole ? [] : textLinks(staged.ours)
      try base.update(note: staged.noteID) {
        $0.links = text.filter { !last.manual.contains($0) } + last.all
        $0.manualLinks = last.manual
      }
    }
    guard let next = links(new, in: theirs) else { return }
    if next.all.count < new.links?.count ?? 0 {
      try expectKnown(new.links ?? [])
      outcome.diagnostics.append(
        Diagnostic(
          code: ExchangeCode.linkTargetMissing, severity: .warning,
          message:
            "A link of the note \u{201C}\(PrintableText.of(new.facts.title))\u{201D} leads to a note that isn't there.",
          location: SourceLocation(file: staged.key.path)))
    }
    let text = changes.isWhole ? [] : textLinks(there)
    try theirs.update(note: staged.noteID) {
      $0.links = text.filter { !next.manual.contains($0) } + next.all
      $0.manualLinks = next.manual
    }
  }

  /// Checks that each note that is linked is there, or was: deleted here, or by these changes.
  ///
  /// - Throws: `SlipError` for one that nobody has heard of, because the link could never be completed.
  private func expectKnown(_ ids: [String]) throws(SlipError) {
    for id in ids where noteIDs[id] == nil && changes.deleted[.notes]?.contains(id) != true {
      let key = FeedNote.key(id, origin: origin.name).text
      if origin.tombstones.contains(where: { $0.key == key }) { continue }
      if let id = UniqueID(id), theirs.note(id) != nil { continue }
      throw JSONFields.fault("links", "names a note that neither the feed nor the bundle has")
    }
  }

  /// The links of a note that its text has.
  private func textLinks(_ note: Note?) -> [Note.ID] {
    note.map { note in note.links.filter { !note.manualLinks.contains($0) } } ?? []
  }

  /// Deletes the notes that the feed doesn't have any more.
  ///
  /// - Returns: Those that were there.
  mutating func deleteNotes() throws(SlipError) -> Set<Note.ID> {
    var gone: [Note.ID] = []
    let named = Set(changes.ids(.notes).map { FeedNote.key($0, origin: origin.name).text })
    let prefix = origin.name + "/notes/"
    if isFull, changes.tellsAll(.notes) {
      for source in ours.sources
      where source.id.hasPrefix(prefix) && source.format == "json" && !source.id.contains("//")
        && !named.contains(source.id)
      { gone += ours.notes(from: source.id) }
      let all = ours.sources.lazy.filter { $0.id.hasPrefix(prefix) }.count
      let isMuch = gone.count > 10 && gone.count * 10 > all
      if isMuch, !changes.isComplete, !request.prunesAll, !request.isDryRun {
        throw SlipError(
          .cannotDo, code: ExchangeCode.wouldPruneMuch,
          "\(gone.count) of \(all) notes of this feed would be deleted, because they are gone from it; nothing was changed. `--dry-run` counts them, `--prune-all` deletes them."
        )
      }
    }
    for id in (changes.deleted[.notes] ?? []).sorted() {
      let key = FeedNote.key(id, origin: origin.name).text
      if !named.contains(key) { gone += ours.notes(from: key) }
    }
    let all = Set(gone)
    for id in all.sorted() {
      if request.policy != .feed, let note = ours.note(id) { try setBase(note) }
      theirs.remove(note: id)
    }
    return all
  }

  /// Gives a note of `base` what the feed said of it last.
  private mutating func setBase(_ note: Note) throws(SlipError) {
    guard let source = note.source.flatMap({ ours.source($0) }), let old = output.old,
      let object = try SyncNote.retained(source, ours, old)
    else { return }
    var before = try FeedNote(object)
    if note.isChangedSinceImport { _ = try before.readText(of: object, request.limits) }
    var last = note
    try fill(&last, before, bases: before)
    if note.isChangedSinceImport { (last.body, last.mirror) = (before.facts.body, before.facts.mirror) }
    let value = last
    try base.update(note: note.id) { $0 = value }
  }
}
