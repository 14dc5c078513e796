internal import SlipBase
internal import SlipBundle
internal import SlipDocument
internal import SlipExchange
internal import SlipFiles
internal import SlipNotes

/// The sources of an import on their way into a bundle: files that are one note each, and containers of notes.
///
/// 1. `init` surveys the containers and gives each of their notes its UUID.
/// 2. `run` reads the notes of each source in batches on all cores. A file whose bytes the bundle already has is only digested.
/// 3. Merging goes through the results one after the other, in the order of the sources, which decides about UUIDs, conflicts and
///    order. The payload of new and changed notes, and thumbnails, are written on all cores.
/// 4. At the end of a scan `ImportMerger.end` prunes; at the end of all `ImportMerger.link` resolves links.
///
/// Since merging is sequential, the result doesn't depend on the number of cores; since batches are bounded, memory holds a few notes
/// however many there are.
struct SourceImport {
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
    /// How it is read.
    var reading: ImportReading
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
    /// Whether something of the container as such is damaged: not single notes, but what they are read from.
    var isDamaged = false
    /// What merging it needs.
    var state: SourceMerge
  }

  /// A note of a container that is to be read.
  private struct Piece: Sendable {
    /// The note, with its unique id.
    var entry: SourceEntry
    /// Its UUID.
    var note: UniqueID
    /// Its place in the container.
    var order: Int
  }

  /// What was asked for.
  let request: ImportRequest
  /// The files and containers of each input.
  let scans: [ImportScan]
  /// Where payload is written, and the old version is read.
  let output: any BundleOutput
  /// What is known of the bundle's notes already.
  private let adoption: EditedBodyImport.Result
  /// Merges notes into the box; it has the new facts and the report.
  private(set) var merger: ImportMerger
  /// Collects thumbnails, which the caller assigns.
  private(set) var thumbnails: ThumbnailMaker
  /// What is known of files that were read before; collects what is read.
  private(set) var files: ReadFiles
  /// Called after each batch.
  let progress: WorkProgress
  /// How many notes are done, of how many.
  private var (done, total) = (0, 0)
  /// How sources are read, as far as the request says.
  let given: ImportReading
  /// What reading notes needs to know, apart from the container's number and how it is read.
  var context = SourceContext()
  /// The notes of the last import, to resolve links as they were resolved then.
  var oldNames = SourceNames()
  /// The containers that can be read.
  var works: [Work] = []
  /// Containers that were imported from other places before.
  var recognized: [ImportReport.Recognized] = []
  /// Notes of the slip-box that come home in one of them.
  var homes: Set<UniqueID> = []
  /// Containers that can't be read, by scan.
  var failures: [(scan: Int, file: SkippedFile)] = []

  /// Whether no container can be read.
  var isEmpty: Bool { works.isEmpty }

  /// Surveys the containers of the scans.
  ///
  /// - Parameters:
  ///   - request: What was asked for.
  ///   - scans: The files and containers of each input.
  ///   - transaction: The bundle; the caller takes `merger.box` back into it afterwards.
  ///   - adoption: What is known of the bundle's notes already.
  ///   - files: What is known of files that were read before.
  ///   - progress: Called after each batch.
  /// - Throws: `SlipError` where the bundle can't be read. A container that can't be read is skipped and reported.
  init(
    request: ImportRequest, scans: [ImportScan], transaction: BundleTransaction,
    _ adoption: EditedBodyImport.Result, _ files: ReadFiles, _ progress: WorkProgress
  ) throws(SlipError) {
    (self.request, self.scans, self.adoption) = (request, scans, adoption)
    (self.files, self.progress) = (files, progress)
    given = try ImportReading(request)
    thumbnails = ThumbnailMaker(longSide: request.thumbnailSize, limits: request.limits)
    let (output, box) = (transaction.output, transaction.box)
    self.output = output
    var options = ImportMerger.Options()
    options.onConflict = request.onConflict
    options.prune = request.prunes
    // A dry run lists all notes that would be deleted.
    options.prunesAll = request.prunesAll || request.isDryRun
    options.blob = { attachment throws(SlipError) in
      try slipErrors {
        try output.old?.payload(PayloadPath.blob(attachment.id, attachment.fileExtension), attachment.blob)
      }
    }
    let isTrial = request.isDryRun
    options.text = { id, fact throws(SlipError) in
      // A body can be written once, and this one was, because another program had edited it.
      if isTrial, adoption.linkTargets[id] != nil || adoption.unreadLinks.contains(id) { return nil }
      return try slipErrors { try output.old?.payload(PayloadPath.body(id), fact) }
    }
    options.oldText = { source throws(SlipError) in
      guard let old = output.old else { return nil }
      return try FileReader.oldNote(of: source, in: old, box, request)?.body.bytes
    }
    options.limits = request.limits
    options.isTaken = { id throws(SlipError) in try output.isTaken(id) }
    let name = scans.first?.sourceName ?? "import"
    merger = try ImportMerger(box, sourceName: name, options: options) { source throws(SlipError) in
      guard let old = output.old else { return nil }
      return try FileReader.facts(of: source, in: old, box, request)
    }
    context.limits = request.limits
    try survey(box)
    total = scans.reduce(0) { $0 + $1.files.count } + works.reduce(0) { $0 + $1.count }
  }

  /// The keys of all containers, also of those that can't be read, and those that they have in another place.
  ///
  /// A folder and the container that it is as a whole can have one source name, so those of all scans count.
  var keys: [ImportKey] {
    scans.flatMap { scan in scan.containers.map { $0.key(in: scan.sourceName) } } + works.map(\.state.key)
  }

  /// Imports all sources.
  ///
  /// - Throws: `SlipError` where something can't be written. What can't be read is skipped and reported.
  mutating func run() throws(SlipError) {
    // Of a directory that is a container now, single files may have been imported before.
    for scan in emptied(merger.box) { try merge(scan, nil) }
    for (number, scan) in scans.enumerated() { try merge(scan, number) }
    // The rest needs one core, so another one can write buffers to disk.
    if request.workers > 1 { output.beginFlush() }
    let (output, adoption) = (output, adoption)
    try slipErrors {
      try merger.link { id in
        adoption.unreadLinks.contains(id)
          ? try SourceImport.linkTargets(of: id, in: output) : adoption.linkTargets[id] ?? []
      }
    }
  }

  /// Scans of directories that are containers now, as folders of single files, where such files were imported before.
  private func emptied(_ box: SlipBox) -> [ImportScan] {
    scans.filter { $0.wholeKey.map { box.has(source: $0.text) } ?? false }.flatMap(\.emptied).filter {
      let prefix = $0.sourceName + "/"
      return box.sources.contains {
        $0.id.hasPrefix(prefix) && ExchangeTable.importer(named: $0.format) != nil
      }
    }
  }

  /// Imports the sources of one scan: the files, then the containers.
  ///
  /// - Parameter number: Its number among the scans; nil for one of a directory that is a container now.
  private mutating func merge(_ scan: ImportScan, _ number: Int?) throws(SlipError) {
    try merger.begin(
      scan.sourceName, isWhole: scan.isTree && !scan.isDamaged,
      isEmpty: scan.files.isEmpty && scan.containers.isEmpty)
    for file in scan.skipped { merger.skip(file) }
    for finding in scan.findings { merger.add(finding) }
    for failure in failures where failure.scan == number { merger.skip(failure.file) }
    for key in keys { merger.expect(key) }
    if number == nil { merger.expectContainers() }
    let reader = try FileReader(request: request, given, scan: scan, box: merger.box, output: output)
    var batch = ImportBatch<ImportScan.File>()
    for file in reader.scan.files {
      batch.add(file, bytes: file.length)
      if batch.isFull { try merge(batch.takeAll(), reader) }
    }
    try merge(batch.takeAll(), reader)
    for (note, targets) in merger.newLinkTargets { files.links[note] = targets }
    try merger.giveOrder()
    for work in works where work.scan == number { try merge(work) }
    try merger.end()
  }

  /// Reads, merges and writes a batch of files.
  private mutating func merge(_ batch: [ImportScan.File], _ reader: FileReader) throws(SlipError) {
    let readings = read(batch) { [box = merger.box, verified = files.verified] file throws(SlipError) in
      try reader.read(file, box, verified)
    }
    var payload: [ImportedPayload] = []
    for (file, reading) in zip(batch, readings) {
      let key = file.key(in: reader.scan.sourceName)
      switch reading {
      case .success(.done(let original, let status)):
        _ = merger.isDone(key, original: original, reading: merger.box.source(key.text)?.reading)
        files.add(key, status, original)
      case .success(.note(let note, let status)):
        files.add(key, status, note.original)
        payload += try merger.merge(note)
      case .success(.home(let id, let note, let isSame)):
        guard let known = merger.box.note(id) else { continue }
        if let note {
          payload += try merger.mergeHome(note, known, isSame: isSame)
        } else {
          merger.noteHome(key, known)
        }
      case .success(.attachment): merger.skip(SkippedFile(path: file.path, reason: .attachment), key: key)
      case .failure(let error): merger.skip(SkippedFile(path: file.path, reason: .refused(error)), key: key)
      }
    }
    try write(payload, of: batch.count)
  }

  /// Reads, merges and writes a batch of a container's notes.
  private mutating func merge(
    _ batch: [Piece], of work: inout Work, _ context: SourceContext
  ) throws(SlipError) {
    let (key, format, limits, output) = (work.state.key, work.state.format, request.limits, output)
    let homes = work.homes
    let readings = read(batch) { [box = merger.box] piece throws(SlipError) in
      let note = try ItemImporter.read(
        piece.entry, as: piece.note, order: piece.order, of: key, format: format, context)
      let isSame = try homes[piece.entry.id].flatMap { box.note($0) }.map { home throws(SlipError) in
        try SourceImport.saysTheSame(note, home, output)
      }
      return (note: try note.fitting(limits), isSame: isSame ?? false)
    }
    var payload: [ImportedPayload] = []
    for (piece, reading) in zip(batch, readings) {
      switch reading {
      case .success(let (note, isSame)):
        if let known = homes[piece.entry.id].flatMap({ merger.box.note($0) }) {
          payload += try merger.mergeHome(note, known, isSame: isSame, of: &work.state)
        } else {
          payload += try merger.merge(note, of: &work.state)
        }
      case .failure(let error):
        merger.skip(item: piece.entry.id, place: piece.entry.place, error, in: &work.state)
      }
    }
    try write(payload, of: batch.count)
  }

  /// Reads a batch on all cores. The results are in the order of the batch.
  private func read<Piece: Sendable, Reading: Sendable>(
    _ batch: [Piece], _ body: @Sendable (Piece) throws(SlipError) -> Reading
  ) -> [Result<Reading, SlipError>] {
    Parallel.map(count: batch.count, workers: request.workers) { index in
      Result { () throws(SlipError) in try body(batch[index]) }
    }
  }

  /// Writes payload and thumbnails on all cores, but in a dry run.
  ///
  /// - Parameter count: How many notes are done with that.
  private mutating func write(_ payload: [ImportedPayload], of count: Int) throws(SlipError) {
    if !request.isDryRun { try payload.write(to: output, &thumbnails, workers: request.workers) }
    try advance(count)
  }

  /// Reports progress.
  private mutating func advance(_ count: Int) throws(SlipError) {
    done += count
    try progress("importing", done, of: total)
  }

  /// What reading the notes of a container needs to know.
  ///
  /// - Parameter reading: How it is read.
  /// - Throws: `SlipError` where a remembered mapping isn't one.
  func context(of work: Work, read reading: ImportReading) throws(SlipError) -> SourceContext {
    var context = try reading.applied(to: context)
    context.container = work.number
    return context
  }

  /// Imports one container.
  ///
  /// A container whose bytes are those of the last import isn't read at all, unless its links may lead elsewhere now because
  /// another container has changed.
  private mutating func merge(_ work: Work) throws(SlipError) {
    var work = work
    merger.begin(&work.state)
    if !request.prunes, context.names == oldNames, merger.isDone(work.state) {
      return try advance(work.count)
    }
    if work.isDamaged, try !wasDamaged(work, merger.box) { return try wait(for: work) }
    let context = try context(of: work, read: work.reading)
    let isNew = !merger.box.has(source: work.state.key.text)
    try readBaseline(of: &work, merger.box)
    var source = try work.kind.open(work.tree, context)
    var unique = RepeatedIDs(mark: "//")
    var batch = ImportBatch<Piece>()
    var order = 0
    while let item = try source.next() {
      try expectNoFaults(work, isNew: isNew)
      switch item {
      case .folder(let steps): try merger.addFolder(steps, of: &work.state)
      case .keyword(let keyword): try merger.addKeyword(keyword, of: work.state)
      case .skipped(let skipped): merger.skip(skipped, in: &work.state)
      case .finding(let diagnostic): merger.add(diagnostic, of: &work.state)
      case .note(var entry):
        if entry.isTrashed, work.reading.takesTrash != true {
          merger.skip(SourceSkip(entry.place, .trash), in: &work.state)
          try advance(1)
          continue
        }
        let id = unique.next(entry.id)
        if id != entry.id { merger.add(SourceImport.repeated(entry), of: &work.state) }
        entry.id = id
        guard let note = work.ids[id] else { continue }
        batch.add(Piece(entry: entry, note: note, order: order), bytes: entry.length)
        order += 1
        if batch.isFull { try merge(batch.takeAll(), of: &work, context) }
      }
    }
    try merge(batch.takeAll(), of: &work, context)
    try expectNoFaults(work, isNew: isNew)
    for fault in work.tree.failed + work.tree.faults.all {
      merger.skip(part: fault.path, fault.error, in: &work.state)
    }
    if !work.tree.unreadable.isEmpty {
      merger.add(SourceImport.notKept(work.tree.unreadable.count), of: &work.state)
    }
    for finding in [work.tree.nameFinding, work.tree.holeFinding].compactMap({ $0 }) {
      merger.add(finding, of: &work.state)
    }
    try merger.end(work.state)
    guard merger.records(work.state) else { return }
    let kept =
      request.isDryRun
      ? (kept: work.original.fact, lifted: [])
      : try work.original.write(to: output, for: merger.box, work.state.format)
    try merger.record(work.state, kept: kept.kept, lifted: kept.lifted)
  }

  /// Names what is damaged in a container that was whole when it was last imported, and leaves its notes alone.
  ///
  /// What a damaged part says of others can't be known: a list of names, a table of contents, the end of an export. So all of it waits
  /// until the container is whole again.
  private mutating func wait(for work: Work) throws(SlipError) {
    var work = work
    merger.wait(for: &work.state)
    var source = try work.kind.open(work.tree, context(of: work, read: work.reading))
    while let item = try source.next() {
      switch item {
      case .skipped(let skipped): if skipped.reason.isFailure { merger.skip(skipped, in: &work.state) }
      case .finding(let diagnostic):
        if diagnostic.severity == .error { merger.add(diagnostic, of: &work.state) }
      case .note, .folder, .keyword: break
      }
    }
    for fault in work.tree.failed { merger.skip(part: fault.path, fault.error, in: &work.state) }
    if let finding = work.tree.holeFinding { merger.add(finding, of: &work.state) }
    merger.add(SourceImport.waits, of: &work.state)
    try advance(work.count)
  }

  /// Throws where something of a container couldn't be read while it is imported, though it could before. Nothing may be
  /// merged then.
  ///
  /// A file beside a container that is new is only reported: nothing that the bundle has could be lost.
  private func expectNoFaults(_ work: Work, isNew: Bool) throws(SlipError) {
    if let fault = work.tree.faults.all.first(where: { !$0.isBeside || !isNew }) { throw fault.error }
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

  /// The targets of links in a note of the old version, to resolve again now that there are new
  /// notes; none where a file of it is missing.
  private static func linkTargets(of id: Note.ID, in output: any BundleOutput) throws -> [LinkTarget] {
    let (body, mirror) = (PayloadPath.body(id), PayloadPath.mirror(id))
    guard let old = output.old, try old.length(of: body) != nil, try old.length(of: mirror) != nil else {
      return []
    }
    return try old.withBytes(of: body) { body in
      try old.withBytes(of: mirror) { LinkTarget.targets(body: body, mirror: $0) }
    }
  }

  /// The warning that a container has two notes of one id.
  private static func repeated(_ entry: SourceEntry) -> Diagnostic {
    Diagnostic(
      code: ExchangeCode.repeatedItem, severity: .warning,
      message: "Several notes of the container have the same id; the later ones were numbered.",
      location: SourceLocation())
  }

  /// The warning that a damaged container changes nothing.
  private static let waits = Diagnostic(
    code: ExchangeCode.pieceDamaged, severity: .warning,
    message: "It was whole when it was last imported, so its notes stay as they are until it is whole again.",
    location: SourceLocation())

  /// The warning that parts of a folder can't be kept.
  private static func notKept(_ count: Int) -> Diagnostic {
    Diagnostic(
      code: ExchangeCode.partNotRead, severity: .warning,
      message: "A part of the container can't be read and is left out, such as a symbolic link.",
      location: SourceLocation(), count: count)
  }
}
