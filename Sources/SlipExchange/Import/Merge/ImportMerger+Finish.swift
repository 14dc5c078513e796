public import SlipBase
public import SlipNotes

extension ImportMerger {
  /// Completes an import of one source: `end`, then `link`.
  ///
  /// - Throws: `ExchangeCode.wouldPruneMuch`, and what `existingTargets` throws.
  public mutating func finish(existingTargets: ((Note.ID) throws -> [LinkTarget])? = nil) throws {
    try end()
    try link(existingTargets: existingTargets)
  }

  /// Completes a source: treats notes whose files vanished, and gives new notes their order.
  ///
  /// - Throws: `ExchangeCode.wouldPruneMuch`.
  public mutating func end() throws(SlipError) {
    try handleVanished()
    try giveOrder()
  }

  /// Completes the import: resolves links, when all notes are there and no link can lead to one that was deleted.
  ///
  /// - Parameter existingTargets: Returns the link targets of a note that was in the box before.
  ///   Links of such notes that led nowhere may lead to a new note now. It is called only when
  ///   there are new or changed notes.
  ///
  /// - Throws: What `existingTargets` throws, or an error of the box.
  public mutating func link(existingTargets: ((Note.ID) throws -> [LinkTarget])? = nil) throws {
    try resolveLinks(existingTargets)
    report.diagnostics = diagnostics.diagnostics
  }

  /// Deletes or lists the notes whose files are no longer there.
  private mutating func handleVanished() throws(SlipError) {
    guard options.isWholeSource else { return }
    let prefix = sourceName + "/"
    let gone = box.sources.filter { source in
      source.id.hasPrefix(prefix) && !ImportKey.isSuperseded(source.id) && !seen.contains(source.id)
        && !unseenDirectories.contains { source.path.hasPrefix($0 + "/") }
    }
    var notes: [(entry: ImportReport.Entry, isUntouched: Bool)] = []
    for source in gone {
      let file = SourceMerge(
        file: ImportKey(sourceName: sourceName, path: source.path), original: source.original)
      for id in box.notes(from: source.id) {
        var isUntouched = false
        if options.prune, let note = box.note(id) {
          isUntouched = self.isUntouched(note, base: try baseline(source), of: file)
        }
        notes.append((ImportReport.Entry(path: source.path, note: id), isUntouched))
      }
    }
    let sources = box.sources.lazy.filter { $0.id.hasPrefix(prefix) }
    try remove(
      notes, of: sources.reduce(0) { $0 + box.notes(from: $1.id).count },
      isNothingLeft: options.isEmptySource, "their files are gone")
  }

  /// Whether the note is as its source last said: nobody changed anything of it but its links.
  ///
  /// Such a note can be deleted together with its source, because nothing of the user's work is lost.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - base: What its source said when it was last imported. Where that isn't known, only a draft counts that is no
  ///     favourite.
  ///   - source: Its source.
  func isUntouched(_ note: Note, base: SourceFacts?, of source: SourceMerge) -> Bool {
    guard !note.isChangedSinceImport, note.status == base?.status ?? .draft,
      note.isFavorite == base?.isFavorite ?? false
    else { return false }
    // The folder of a file is known in any case.
    if let steps = base?.folder ?? (source.isOneNote ? [] : nil),
      existingFolder(steps, of: source) != .some(note.folder)
    {
      return false
    }
    guard let base else { return !source.isOneNote || note.keywords.isEmpty }
    return Set(keywordPaths(of: note)) == Set(base.keywords.map { ImportMerger.folded($0.path) })
      && note.properties == base.properties && note.attachments == base.files.map(\.reference)
      && note.manualLinks.isSubset(of: base.relations)
  }

  /// Treats notes that their source has no longer: deletes those as it last said if the user wants that, and lists the others.
  ///
  /// A large part of the notes is deleted only if the user allowed it. If a folder is suddenly empty, or lacks much, its disk is
  /// more likely missing than its notes unwanted.
  ///
  /// - Parameters:
  ///   - notes: The notes, and whether each may be deleted.
  ///   - all: How many notes the source had.
  ///   - isNothingLeft: Whether the source has no note any more.
  ///   - reason: Why the notes would be deleted, for the message.
  /// - Throws: `SlipError` with `ExchangeCode.wouldPruneMuch` before anything is deleted.
  mutating func remove(
    _ notes: [(entry: ImportReport.Entry, isUntouched: Bool)], of all: Int, isNothingLeft: Bool,
    _ reason: String
  ) throws(SlipError) {
    let prunable = notes.filter(\.isUntouched).map(\.entry)
    let isMuch = isNothingLeft || prunable.count > 10 && prunable.count * 10 > all
    if isMuch, !options.prunesAll, !prunable.isEmpty {
      throw SlipError(
        .cannotDo, code: ExchangeCode.wouldPruneMuch,
        "\(prunable.count) of \(all) notes of this source would be deleted, because \(reason); nothing was changed. `--dry-run` lists them, `--prune-all` deletes them."
      )
    }
    for entry in prunable { box.remove(note: entry.note) }
    report.pruned += prunable
    report.vanished += notes.filter { !$0.isUntouched }.map(\.entry)
  }

  /// Sets the links of new and changed notes, and completes those of notes that were there before.
  ///
  /// All links are resolved before the first is set. Otherwise the box would change while the
  /// resolver retains it, and would be copied.
  ///
  /// A note of the import gets exactly the links that its text has now. A note that was there
  /// before only gains links; an import never takes them away.
  private mutating func resolveLinks(_ existingTargets: ((Note.ID) throws -> [LinkTarget])?) throws {
    guard !pendingLinks.isEmpty else { return try relate() }
    var changes: [(note: Note.ID, links: [Note.ID])] = []
    do {
      let resolver = LinkResolver(box)
      for (note, targets) in pendingLinks { resolve(note, targets, resolver, isNew: true, &changes) }
      if let existingTargets {
        let done = Set(pendingLinks.map(\.note))
        for id in box.noteIDs where !done.contains(id) {
          resolve(id, try existingTargets(id), resolver, isNew: false, &changes)
        }
      }
    }
    for (note, links) in changes { try box.update(note: note) { $0.setTextLinks(links) } }
    try relate()
  }

  /// Resolves the links of one note and collects the change.
  ///
  /// For a note that was there before, problems are not reported again, and the links that it has
  /// stay.
  private mutating func resolve(
    _ id: Note.ID, _ targets: [LinkTarget], _ resolver: LinkResolver, isNew: Bool,
    _ changes: inout [(note: Note.ID, links: [Note.ID])]
  ) {
    if targets.isEmpty, !box.hasLinks(note: id) { return }
    guard let note = box.note(id) else { return }
    let source = note.source.flatMap { box.source($0) }
    var links: [Note.ID] = []
    for target in targets {
      let resolution = resolver.resolve(target, from: source)
      if case .note(let found) = resolution { links.append(found) }
      if isNew { report(resolution, target, note, source) }
    }
    if !isNew { links += note.links }
    links.removeRepetitions()
    let before = Set(note.links)
    let added = links.count { !before.contains($0) }
    report.newLinks += added
    let changed = before.subtracting(note.manualLinks).symmetricDifference(links).subtracting(
      note.manualLinks)
    if isNew, !changed.isEmpty, report.changes[id] != nil {
      report.note(ImportedChange(.links, count: changed.count), of: id)
    }
    if isNew ? links != note.links : added > 0 { changes.append((id, links)) }
  }

  /// Reports a link that leads to no note.
  private mutating func report(
    _ resolution: LinkResolver.Resolution, _ target: LinkTarget, _ note: Note, _ source: Source?
  ) {
    let candidates: [Note.ID]
    switch resolution {
    case .note: return
    case .missing: candidates = []
    case .ambiguous(let notes): candidates = notes
    case .otherFile:
      report(ExchangeCode.linkToOtherFile, .info, "This link leads to a file that is not a note.", source)
      return
    }
    noteUnresolved(
      ImportReport.UnresolvedLink(path: source?.path, note: note.id, target: target, candidates: candidates))
  }

  /// Reports a link that leads to no note.
  mutating func noteUnresolved(_ link: ImportReport.UnresolvedLink) {
    diagnostics.report(link.finding)
    report.unresolvedLinks.append(link)
  }

  /// Adds a finding about what is imported.
  public mutating func add(_ finding: Diagnostic) { diagnostics.report(finding) }

  /// Reports a finding about an imported file.
  private mutating func report(
    _ code: String, _ severity: Diagnostic.Severity, _ message: String, _ source: Source?
  ) {
    diagnostics.report(
      Diagnostic(
        code: code, severity: severity, message: message, location: SourceLocation(file: source?.path)))
  }
}
