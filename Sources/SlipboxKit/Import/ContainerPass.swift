internal import SlipPrograms
internal import SlipBase
internal import SlipBundle
internal import SlipDocument
internal import SlipExchange
internal import SlipFiles
internal import SlipFormats
internal import SlipNotes

/// The containers of an import on their way into a bundle.
///
/// 1. `init` lists all containers and gives each of their notes its UUID, so that links between them come out right
///    whichever comes first.
///    Only heads are read here: ids, titles, paths. Memory holds some 200 bytes a note. Where no container has
///    changed since the last import, nothing is listed.
/// 2. `run` reads the notes in batches on all cores, merges them one after the other, writes their payload, and at last
///    what is kept of each container.
struct ContainerPass {
  /// A container with what is known of it.
  struct Work {
    /// The number of its scan.
    var scan: Int
    /// Its place in that scan.
    var container: ImportScan.Container
    /// Its kind.
    var kind: SourceKind
    /// Its files.
    var tree: SourceTree
    /// Its digest, and how it is kept.
    var original: ContainerOriginal
    /// Its number among the names.
    var number: Int
    /// How many notes it has, at most.
    var count = 0
    /// The UUIDs of its notes, by their unique ids.
    var ids: [String: UniqueID] = [:]
    /// Notes of the slip-box that come home in it, by their unique ids.
    var homes: [String: UniqueID] = [:]
    /// What merging it needs.
    var state: ContainerMerge
  }

  /// What was asked for.
  let request: ImportRequest
  /// The files and containers of each input.
  let scans: [ImportScan]
  /// Where payload is written.
  let output: any BundleOutput
  /// What reading notes needs to know, apart from the container's number.
  var context = SourceContext()
  /// The notes of the last import, to resolve links as they were resolved then.
  var oldNames = SourceNames()
  /// The containers that can be read.
  private var works: [Work] = []
  /// Containers that were imported from other places before.
  var recognized: [ImportReport.Recognized] = []
  /// Notes of the slip-box that come home in one of them.
  private var homes: Set<UniqueID> = []
  /// Containers that can't, by scan.
  private var failures: [(scan: Int, file: SkippedFile)] = []

  /// Whether no container can be read.
  var isEmpty: Bool { works.isEmpty }

  /// The most notes of a batch.
  static let notesInBatch = 256
  /// A batch ends when reading its notes takes at least this many bytes.
  private static let bytesInBatch = 32 << 20

  /// Lists all containers of the scans.
  ///
  /// - Throws: `SlipError` where the bundle can't be read. A container that can't be read is skipped and reported.
  init(request: ImportRequest, scans: [ImportScan], transaction: BundleTransaction) throws(SlipError) {
    (self.request, self.scans, output) = (request, scans, transaction.output)
    (context.limits, context.zone, context.encoding) = (request.limits, request.zone, request.encoding)
    (context.splitsOutlines, context.columns) = (request.splitsOutlines, request.columns)
    context.model = request.model
    if let mapping = request.mapping { context.mapping = try StoreMappingFile.read(mapping) }
    let box = transaction.box
    let mergers = try scans.map { scan throws(SlipError) in
      try ImportMerger(box, sourceName: scan.sourceName, options: ContainerPass.options(request, output))
    }
    var found: [Work] = []
    for (number, scan) in scans.enumerated() {
      for container in scan.containers {
        do throws(SlipError) {
          var work = try work(container, of: number)
          try recognize(&work, box)
          try refuseLoss(of: work, box)
          var merger = mergers[number]
          merger.begin(&work.state)
          found.append(work)
        } catch {
          failures.append((number, ContainerPass.refused(container, of: scan, error)))
        }
      }
    }
    let isUnchanged = found.allSatisfy { $0.state.isUnchanged(in: box) }
    for var work in found {
      do throws(SlipError) {
        if isUnchanged {
          work.count = work.state.knownCount
        } else {
          let isKnown = work.state.isUnchanged(in: box)
          try list(&work, mergers[work.scan], alsoAsOld: isKnown)
          if !isKnown { try listOld(work, mergers[work.scan], box) }
        }
        works.append(work)
      } catch {
        failures.append((work.scan, ContainerPass.refused(work.container, of: scans[work.scan], error)))
      }
    }
    if !isUnchanged { try listVanished(box, Set(found.map(\.state.key.text))) }
  }

  /// The keys of all containers, also of those that can't be read, and those that they have in another place.
  ///
  /// A folder and the container that it is as a whole can have one source name, so those of all scans count.
  var keys: [ImportKey] {
    scans.flatMap { scan in scan.containers.map { $0.key(in: scan.sourceName) } } + works.map(\.state.key)
  }

  /// How the report names a container that is left out: by the part that can't be read, where it is a part.
  private static func refused(
    _ container: ImportScan.Container, of scan: ImportScan, _ error: SlipError
  ) -> SkippedFile {
    for prefix in [path(container, in: scan) + "/", container.path.lastName + "/"] {
      guard error.kind == .cannotDo, let file = error.location?.file, file.hasPrefix(prefix) else { continue }
      return SkippedFile(
        path: container.path + "/" + file.dropFirst(prefix.count), reason: .unreadable(error))
    }
    return SkippedFile(path: container.path, reason: .refused(error))
  }

  /// The choices for merging.
  private static func options(_ request: ImportRequest, _ output: any BundleOutput) -> ImportMerger.Options {
    var options = ImportMerger.Options()
    options.onConflict = request.onConflict
    options.isWholeSource = false
    options.prune = request.prunes
    options.prunesAll = request.prunesAll || request.isDryRun
    options.isTaken = { id throws(SlipError) in
      if try output.hasUnlisted(PayloadPath.body(id)) { return true }
      return try output.hasUnlisted(PayloadPath.mirror(id))
    }
    return options
  }

  /// The path of a container.
  private static func path(_ container: ImportScan.Container, in scan: ImportScan) -> String {
    (scan.root == "/" ? "/" : scan.root + "/") + container.path
  }

  /// Opens a container and computes its digest.
  private mutating func work(
    _ container: ImportScan.Container, of number: Int
  ) throws(SlipError) -> Work {
    guard let kind = ProgramTable.sources.kind(named: container.kind) else {
      throw SlipError(.badInput, code: ExchangeCode.unknownFormat, "There is no source of this name.")
    }
    let scan = scans[number]
    let path = ContainerPass.path(container, in: scan)
    let (tree, original) = try ContainerOriginal.read(
      SourceTree.open(path, limits: request.limits, parts: container.parts), path: path)
    let key = container.key(in: scan.sourceName)
    let folder = folder(of: tree, kind, key, scan)
    _ = oldNames.addContainer()
    var work = Work(
      scan: number, container: container, kind: kind, tree: tree, original: original,
      number: context.names.addContainer(),
      state: ContainerMerge(
        key: key, format: kind.format(of: tree.form), original: original.fact, folder: folder))
    if tree.form == .file { work.state.modified = tree.files.first?.modified }
    return work
  }

  /// The folders that all notes of a container are in.
  func folder(
    of tree: SourceTree, _ kind: SourceKind, _ key: ImportKey, _ scan: ImportScan
  ) -> [String] {
    if kind.hasOwnFolder { return key.folder + [key.stem] }
    // Within a tree the container is a folder like its neighbours.
    guard scan.isTree, tree.form != .file, !kind.isOneNote(tree) else { return key.folder }
    return key.folder + [tree.form == .folder ? String(key.path.lastName) : key.stem]
  }

  /// Lists the notes of a container with their names and UUIDs.
  ///
  /// - Parameter alsoAsOld: Whether they are those of the last import, too.
  private mutating func list(
    _ work: inout Work, _ merger: ImportMerger, alsoAsOld: Bool
  ) throws(SlipError) {
    var own = context
    own.container = work.number
    var source = try work.kind.open(work.tree, own)
    var unique = UniqueItems()
    var exported = try work.tree.read(ExportMarker.name).flatMap { ExportMarker($0) }
    let path = ContainerPass.path(work.container, in: scans[work.scan])
    if exported == nil, work.tree.form == .folder, try FileSystem.status(path)?.kind == .directory {
      // The container may have only some files of the folder.
      exported = try ExportMarker(in: path)
    }
    var listed: [(id: String, names: [String])] = []
    while let item = try source.next() {
      guard case .note(let entry) = item else { continue }
      work.count += 1
      if entry.isTrashed, !request.takesTrash { continue }
      let id = unique.id(entry.id)
      if !request.keepsApart,
        let home = merger.home(of: entry, id, listed: exported?.notes[entry.id], in: work.state),
        homes.insert(home).inserted
      {
        work.homes[id] = home
      }
      listed.append((id, entry.names))
    }
    if let fault = work.tree.faults.all.first { throw fault.error }
    if !alsoAsOld { try findMoves(in: &work, listed.map(\.id), merger.box) }
    for (id, names) in listed {
      let note: UniqueID
      if let home = work.homes[id] {
        note = home
      } else {
        note = try merger.noteID(ofItem: id, in: &work.state)
      }
      work.ids[id] = note
      _ = context.names.add(id, names: names, note, in: work.number)
      if alsoAsOld { _ = oldNames.add(id, names: names, note, in: work.number) }
    }
  }

  /// Lets notes that were moved within a folder stay the same notes.
  private func findMoves(in work: inout Work, _ listed: [String], _ box: SlipBox) throws(SlipError) {
    let state = work.state
    guard work.tree.form == .folder, let source = box.source(state.key.text), let old = output.old else {
      return
    }
    let there = Set(listed)
    let gone = state.knownItems.filter { !there.contains($0) }
    let new = listed.filter { state.isNew($0) && work.homes[$0] == nil && work.tree.place(of: $0) != nil }
    guard !gone.isEmpty, !new.isEmpty else { return }
    let before = try slipErrors { try ContainerPass.tree(of: source, in: old, box, request.limits) }
    let moves = try ContainerMoves(from: gone.sorted(), in: before, to: new, in: work.tree)
    for (path, now) in moves.paths.sorted(by: { $0.key < $1.key }) { work.state.move(path, to: now) }
  }

  /// Throws where a part of a known container can't be read that could be read before.
  ///
  /// Without that part, what is kept of the container would lose it, and notes would lose what it says of them. So the
  /// container stays as it is until all of it can be read again.
  private func refuseLoss(of work: Work, _ box: SlipBox) throws(SlipError) {
    guard !work.tree.failed.isEmpty, let source = box.source(work.state.key.text), let old = output.old else {
      return
    }
    let known = try slipErrors { try ContainerPass.tree(of: source, in: old, box, request.limits) }
    for fault in work.tree.failed {
      let isKnown =
        fault.path.isEmpty
        || known.files.contains {
          $0.path == fault.path || $0.path.hasPrefix(fault.path + "/")
        }
      if isKnown { throw fault.error }
    }
  }

  /// Throws where something of a container couldn't be read while it is imported, though it could before. Nothing may be
  /// merged then.
  ///
  /// A file beside a container that is new is only reported: nothing that the bundle has could be lost.
  private func expectNoFaults(_ work: Work, isNew: Bool) throws(SlipError) {
    if let fault = work.tree.faults.all.first(where: { !$0.isBeside || !isNew }) { throw fault.error }
  }

  /// Imports all containers.
  ///
  /// - Parameters:
  ///   - transaction: The bundle.
  ///   - report: What was done is added to it.
  ///   - thumbnails: Collects thumbnails, which the caller assigns.
  ///   - existing: What the notes of the bundle link to.
  ///   - progress: Called after each batch.
  /// - Throws: `SlipError` where something can't be written.
  mutating func run(
    in transaction: inout BundleTransaction, report: inout ImportReport, thumbnails: inout ThumbnailMaker,
    existing: @escaping (Note) throws -> [LinkTarget], _ progress: Progress
  ) throws(SlipError) {
    var done = 0
    let total = works.reduce(0) { $0 + $1.count }
    for number in scans.indices where !scans[number].containers.isEmpty {
      var merger = try ImportMerger(
        transaction.box, sourceName: scans[number].sourceName,
        options: ContainerPass.options(request, output))
      for failure in failures where failure.scan == number { merger.skip(failure.file) }
      for index in works.indices where works[index].scan == number {
        try run(index, &merger, &thumbnails) { count throws(SlipError) in
          done += count
          try progress("importing", done, of: total)
        }
      }
      try slipErrors { try merger.finish(existingTargets: existing) }
      transaction.box = merger.box
      report.append(merger.report)
    }
  }

  /// Imports one container.
  ///
  /// A container whose bytes are those of the last import isn't read at all, unless its links may lead elsewhere now because
  /// another container has changed.
  private mutating func run(
    _ index: Int, _ merger: inout ImportMerger, _ thumbnails: inout ThumbnailMaker,
    _ progress: (Int) throws(SlipError) -> Void
  ) throws(SlipError) {
    var work = works[index]
    merger.begin(&work.state)
    if context.names == oldNames, merger.isDone(work.state) { return try progress(work.count) }
    var context = context
    context.container = work.number
    let isNew = merger.box.source(work.state.key.text) == nil
    try readBaseline(of: &work, merger.box, context)
    var source = try work.kind.open(work.tree, context)
    var unique = UniqueItems()
    var batch: [(entry: SourceEntry, note: UniqueID, order: Int)] = []
    var (order, bytes) = (0, 0)
    while let item = try source.next() {
      try expectNoFaults(work, isNew: isNew)
      switch item {
      case .folder(let steps): try merger.addFolder(steps, of: &work.state)
      case .keyword(let keyword): try merger.addKeyword(keyword, of: work.state)
      case .skipped(let skipped): merger.skip(skipped, in: &work.state)
      case .finding(let diagnostic): merger.add(diagnostic, of: &work.state)
      case .note(var entry):
        if entry.isTrashed, !request.takesTrash {
          merger.skip(SourceSkip(entry.place, .trash), in: &work.state)
          try progress(1)
          continue
        }
        let id = unique.id(entry.id)
        if id != entry.id { merger.add(ContainerPass.repeated(entry), of: &work.state) }
        entry.id = id
        guard let note = work.ids[id] else { continue }
        batch.append((entry, note, order))
        order += 1
        bytes += entry.length
        guard batch.count == ContainerPass.notesInBatch || bytes >= ContainerPass.bytesInBatch else {
          continue
        }
        try take(batch, of: &work, &merger, &thumbnails, context)
        try progress(batch.count)
        (batch, bytes) = ([], 0)
      }
    }
    try take(batch, of: &work, &merger, &thumbnails, context)
    try progress(batch.count)
    try expectNoFaults(work, isNew: isNew)
    for fault in work.tree.failed + work.tree.faults.all {
      merger.skip(part: fault.path, fault.error, in: &work.state)
    }
    if !work.tree.unreadable.isEmpty {
      merger.add(ContainerPass.notKept(work.tree.unreadable.count), of: &work.state)
    }
    if let finding = work.tree.nameFinding { merger.add(finding, of: &work.state) }
    var kept: (kept: FileFact, lifted: [ExtractedData]) = (work.original.fact, [])
    if merger.box.source(work.state.key.text) != nil, !request.isDryRun {
      kept = try work.original.write(to: output, for: merger.box, work.state.format)
    }
    try merger.end(work.state, kept: kept.kept, lifted: kept.lifted)
  }

  /// Reads, merges and writes the notes of a batch.
  private func take(
    _ batch: [(entry: SourceEntry, note: UniqueID, order: Int)], of work: inout Work,
    _ merger: inout ImportMerger, _ thumbnails: inout ThumbnailMaker, _ context: SourceContext
  ) throws(SlipError) {
    let (key, format, limits) = (work.state.key, work.state.format, request.limits)
    let (home, box, output) = (work.homes, merger.box, output)
    let readings = Parallel.map(count: batch.count, workers: request.workers) {
      index -> Result<(note: ImportedNote, isSame: Bool), SlipError> in
      do throws(SlipError) {
        let (entry, note, order) = batch[index]
        let imported = try ItemImporter.read(entry, as: note, order: order, of: key, format: format, context)
        let isSame = try home[entry.id].flatMap { box.note($0) }.map { note throws(SlipError) in
          try ContainerPass.saysTheSame(imported, note, output)
        }
        return .success((try ContainerPass.fitting(imported, limits), isSame ?? false))
      } catch {
        return .failure(error)
      }
    }
    var payload: [ImportedPayload] = []
    for (reading, (entry, _, _)) in zip(readings, batch) {
      switch reading {
      case .success(let (note, isSame)):
        if let known = home[entry.id].flatMap({ merger.box.note($0) }) {
          payload += try merger.mergeHome(note, known, isSame: isSame, of: &work.state)
        } else {
          payload += try merger.merge(note, of: &work.state)
        }
      case .failure(let error): merger.skip(item: entry.id, place: entry.place, error, in: &work.state)
      }
    }
    if !request.isDryRun { try ImportPass.write(payload, to: output, &thumbnails, workers: request.workers) }
  }

  /// Whether a note that comes home has the words that it has in the slip-box.
  static func saysTheSame(
    _ imported: ImportedNote, _ note: Note, _ output: any BundleOutput
  ) throws(SlipError) -> Bool {
    guard let old = output.old else { return false }
    let text = try slipErrors { try old.read(PayloadPath.mirror(note.id)) }
    // A body that another program has edited was read just now, and its mirror isn't there yet.
    guard FileFact(of: text) == note.mirror else { return false }
    return ImportMerger.saysTheSame(imported.mirror.bytes, text, note)
  }

  /// The note with the sizes of its pictures, after a trial that it can be merged and written.
  ///
  /// A single value that the manifest can't hold would make the whole import fail at its end, after all the work. So each note is
  /// merged into an empty box, whose manifest is written to nowhere.
  ///
  /// - Throws: `SlipError` for such a value. It costs only this note.
  private static func fitting(_ note: ImportedNote, _ limits: Limits) throws(SlipError) -> ImportedNote {
    var note = note
    note.probePictures(limits: limits)
    try note.limitNames(limits)
    var trial = try ImportMerger(SlipBox(), sourceName: note.key.sourceName)
    var container = ContainerMerge(
      key: note.key, format: note.format, original: note.original, folder: note.key.folder)
    _ = try trial.merge(note, of: &container)
    try slipErrors { _ = try ManifestWriter.write(trial.box) { _ in } }
    return note
  }

  /// The warning that a container has two notes of one id.
  private static func repeated(_ entry: SourceEntry) -> Diagnostic {
    Diagnostic(
      code: ExchangeCode.repeatedItem, severity: .warning,
      message: "Several notes of the container have the same id; the later ones were numbered.",
      location: SourceLocation())
  }

  /// The warning that parts of a folder can't be kept.
  private static func notKept(_ count: Int) -> Diagnostic {
    Diagnostic(
      code: ExchangeCode.partNotRead, severity: .warning,
      message: "A part of the container can't be read and is left out, such as a symbolic link.",
      location: SourceLocation(), count: count)
  }
}

/// Makes ids unique: a second `a` becomes `a//2`.
///
/// Copies of notes that a program exports twice have one id, as in backups of Bear. The number follows the order of the
/// container, which is the same each time.
struct UniqueItems {
  /// How often each id came.
  private var counts: [String: Int] = [:]

  /// The id, or the id with a number.
  mutating func id(_ id: String) -> String {
    let count = counts[id, default: 0] + 1
    counts[id] = count
    return count == 1 ? id : "\(id)//\(count)"
  }
}
