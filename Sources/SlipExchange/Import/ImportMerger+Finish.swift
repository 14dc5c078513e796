internal import SlipBase
public import SlipNotes

extension ImportMerger {
  /// Deletes or lists notes whose files vanished, gives new notes their order, and resolves links.
  ///
  /// `existingTargets` gives the link targets of a note that was in the box before: links that led nowhere may lead to a
  /// new note now. It is asked only when there are new or changed notes.
  public mutating func finish(existingTargets: ((Note) throws -> [LinkTarget])? = nil) throws {
    try handleVanished()
    try giveOrder()
    try resolveLinks(existingTargets)
    report.diagnostics = diagnostics.diagnostics
  }

  private mutating func handleVanished() throws(SlipError) {
    guard options.isWholeSource else { return }
    let prefix = sourceName + "/"
    let gone = box.sources.filter { source in
      source.id.hasPrefix(prefix) && !ImportKey.isSuperseded(source.id) && !seen.contains(source.id)
        && !unseenDirectories.contains { source.path.hasPrefix($0 + "/") }
    }
    for source in gone {
      for id in box.notes(from: source.id) {
        let entry = ImportReport.Entry(path: source.path, note: id)
        if options.prune, box.note(id)?.isChangedSinceImport == false {
          box.remove(note: id)
          report.pruned.append(entry)
        } else {
          report.vanished.append(entry)
        }
      }
    }
  }

  /// All links are resolved before the first is set: a box that changes while a resolver holds it is copied.
  private mutating func resolveLinks(_ existingTargets: ((Note) throws -> [LinkTarget])?) throws {
    guard !pendingLinks.isEmpty else { return }
    var changes: [(note: Note.ID, links: [Note.ID])] = []
    do {
      let resolver = LinkResolver(box)
      for (note, targets) in pendingLinks { resolve(note, targets, resolver, isNew: true, &changes) }
      if let existingTargets {
        let done = Set(pendingLinks.map(\.note))
        for id in box.noteIDs where !done.contains(id) {
          guard let note = box.note(id) else { continue }
          resolve(id, try existingTargets(note), resolver, isNew: false, &changes)
        }
      }
    }
    for (note, links) in changes { try box.update(note: note) { $0.links = links } }
  }

  /// Faults of links in notes that were there before are not reported again. Their other links stay.
  private mutating func resolve(
    _ id: Note.ID, _ targets: [LinkTarget], _ resolver: LinkResolver, isNew: Bool,
    _ changes: inout [(note: Note.ID, links: [Note.ID])]
  ) {
    guard let note = box.note(id), !(targets.isEmpty && note.links.isEmpty) else { return }
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
    if isNew ? links != note.links : added > 0 { changes.append((id, links)) }
  }

  private mutating func report(
    _ resolution: LinkResolver.Resolution, _ target: LinkTarget, _ note: Note, _ source: Source?
  ) {
    let candidates: [Note.ID]
    switch resolution {
    case .note: return
    case .missing: candidates = []
    case .ambiguous(let notes): candidates = notes
    case .otherFile:
      tell(ExchangeCode.linkToOtherFile, .info, "A link leads to a file that is not a note.", source)
      return
    }
    report.unresolvedLinks.append(
      ImportReport.UnresolvedLink(path: source?.path, note: note.id, target: target, candidates: candidates))
    if candidates.isEmpty {
      tell(ExchangeCode.linkTargetMissing, .warning, "A link leads to no note.", source)
    } else {
      tell(
        ExchangeCode.linkAmbiguous, .warning, "A link fits more than one note, so it leads to none.", source)
    }
  }

  private mutating func tell(
    _ code: String, _ severity: Diagnostic.Severity, _ message: String, _ source: Source?
  ) {
    diagnostics.report(
      Diagnostic(
        code: code, severity: severity, message: message, location: SourceLocation(file: source?.path)))
  }
}
