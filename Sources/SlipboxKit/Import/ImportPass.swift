internal import SlipRTF
internal import SlipFiles
internal import SlipBase
internal import SlipBundle
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes
internal import SlipStore

/// One source on its way into a bundle.
///
/// The work is a pipeline over batches of files:
///
/// 1. `read` reads and converts the files of a batch on all cores. A file whose bytes the bundle
///    already has is only digested.
/// 2. `merge` merges the results one after the other, in the order of the files, which decides
///    about UUIDs, conflicts and order.
/// 3. `write` writes the payload of new and changed notes on all cores, and makes thumbnails.
///
/// At the end `ImportMerger.finish` resolves links and prunes. Since merging is sequential, the
/// result doesn't depend on the number of cores; since batches are bounded, memory holds a few
/// files however many there are.
struct ImportPass {
  /// What was asked for.
  let request: ImportRequest
  /// The files of the source.
  let scan: ImportScan
  /// Where payload is written, and the old version is read.
  let output: any BundleOutput
  /// Merges notes into the box; it has the new facts and the report.
  var merger: ImportMerger
  /// What a list says of exported notes, where the source is an export of this slip-box; nil elsewhere.
  private let exported: ExportMarker?
  /// What is known of the bundle's notes already.
  private let adoption: EditedBodyImport.Result

  /// The most files of a batch.
  private static let filesInBatch = 256
  /// A batch ends when its files have at least this many bytes.
  private static let bytesInBatch = 32 << 20

  /// The result of reading one file.
  private enum Reading: Sendable {
    /// The bundle already has these very bytes. The status is that of the file, if it was read.
    case done(FileFact, FileStatus? = nil)
    /// The note that the file became, and the file's status; nil for a package.
    case note(ImportedNote, FileStatus? = nil)
    /// The file is an export of this note; nil stands for a file that is as it was exported.
    case home(Note.ID, ImportedNote?, isSame: Bool)
    /// The file is an attachment, as it was exported.
    case attachment
    /// The file could not be imported.
    case failure(SlipError)

    /// Adds a diagnostic to a note. A file that gave no note is reported for another reason
    /// already.
    mutating func report(_ diagnostic: Diagnostic) {
      guard case .note(var note, let status) = self else { return }
      note.diagnostics.append(diagnostic)
      self = .note(note, status)
    }
  }

  /// Prepares the merging of one source.
  ///
  /// - Parameters:
  ///   - request: What was asked for.
  ///   - scan: The files of the source.
  ///   - transaction: The bundle; the caller takes `merger.box` back into it afterwards.
  ///   - adoption: What is known of the bundle's notes already.
  /// - Throws: `SlipError` where the bundle contradicts itself, or keywords of its sources
  ///   can't be read.
  init(
    request: ImportRequest, scan: ImportScan, transaction: BundleTransaction,
    _ adoption: EditedBodyImport.Result
  ) throws(SlipError) {
    self.request = request
    self.adoption = adoption
    self.scan = try ImportPass.keepingKeys(scan, transaction.box)
    exported = request.keepsApart ? nil : try ExportMarker(in: scan.root)
    output = transaction.output
    var options = ImportMerger.Options()
    options.onConflict = request.onConflict
    options.isWholeSource = scan.isTree
    options.prune = request.prunes
    // A dry run lists all notes that would be deleted.
    options.prunesAll = request.prunesAll || request.isDryRun
    options.isEmptySource = scan.files.isEmpty && scan.containers.isEmpty
    let (old, box, sourceName) = (output.old, transaction.box, scan.sourceName)
    let output = output
    options.isTaken = { id throws(SlipError) in
      if try output.hasUnlisted(PayloadPath.body(id)) { return true }
      return try output.hasUnlisted(PayloadPath.mirror(id))
    }
    merger = try ImportMerger(transaction.box, sourceName: scan.sourceName, options: options) {
      source throws(SlipError) in
      guard let old else { return nil }
      return try ImportPass.facts(of: source, named: sourceName, in: old, box, request)
    }
  }

  /// Imports all files of the source.
  ///
  /// - Parameters:
  ///   - thumbnails: Collects thumbnails, which the caller assigns once all sources are merged.
  ///   - files: What is known of files that were read before; collects what is read.
  ///   - progress: Called after each batch.
  /// - Throws: `SlipError` where something can't be written. A file that can't be read is
  ///   skipped and reported.
  mutating func run(
    thumbnails: inout ThumbnailMaker, files: inout ReadFiles, _ progress: Progress
  ) throws(SlipError) {
    for file in scan.skipped { merger.skip(file) }
    for container in scan.containers { merger.expect(container.key(in: scan.sourceName)) }
    var done = 0
    for batch in batches() {
      let readings = read(Array(scan.files[batch]), files.verified)
      var payload: [ImportedPayload] = []
      for (file, reading) in zip(scan.files[batch], readings) {
        payload += try merge(file, reading, &files)
      }
      if !request.isDryRun {
        try ImportPass.write(payload, to: output, &thumbnails, workers: request.workers)
      }
      done += batch.count
      try progress("importing", done, of: scan.files.count)
    }
    let (output, adoption) = (output, adoption)
    for (note, targets) in merger.newLinkTargets { files.links[note] = targets }
    // The rest needs one core, so another one can write buffers to disk.
    if request.workers > 1 { output.beginFlush() }
    try slipErrors {
      try merger.finish { note in
        adoption.unreadLinks.contains(note.id)
          ? try ImportPass.linkTargets(of: note, in: output) : adoption.linkTargets[note.id] ?? []
      }
    }
  }

  /// The path of the source with a slash at its end.
  private var root: String { ImportPass.root(of: scan) }

  /// The path of a scan with a slash at its end.
  private static func root(of scan: ImportScan) -> String { scan.root == "/" ? "/" : scan.root + "/" }

  /// Gives files whose names are equal in NFC the keys that they had in the last import.
  ///
  /// A file system may have both `é` as one character and as two. Their notes would otherwise
  /// change places whenever the order of the directory does; the bytes decide which file a note
  /// came from.
  ///
  /// - Throws: `SlipError` where a file can't be read. Its note would get another key otherwise.
  private static func keepingKeys(_ scan: ImportScan, _ box: SlipBox) throws(SlipError) -> ImportScan {
    var scan = scan
    let root = root(of: scan)
    try scan.keepKeys(of: box) { file, source throws(SlipError) in
      try open(file, root + file.path, root: root).withBytes { FileFact(of: $0) == source.original }
    }
    return scan
  }

  /// Opens a file. A name that isn't UTF-8 is opened by its bytes, because a Swift string can't
  /// hold it.
  ///
  /// - Parameters:
  ///   - path: The path for messages, and for opening where the name is UTF-8.
  ///   - readUpTo: Files up to this length are read, larger ones mapped.
  private static func open(
    _ file: ImportScan.File, _ path: String, root: String, readUpTo: Int = MappedFile.readUpTo
  ) throws(SlipError) -> MappedFile {
    guard let bytes = file.systemPath else { return try MappedFile(path, readUpTo: readUpTo) }
    return try MappedFile(systemPath: Array(root.utf8) + bytes, shown: path, readUpTo: readUpTo)
  }

  /// Ranges of files that are worked on together: each ends at the bound that is reached first.
  private func batches() -> [Range<Int>] {
    var batches: [Range<Int>] = []
    var start = 0
    var bytes = 0
    for (index, file) in scan.files.enumerated() {
      bytes += file.length
      if index - start + 1 == ImportPass.filesInBatch || bytes >= ImportPass.bytesInBatch {
        batches.append(start..<index + 1)
        start = index + 1
        bytes = 0
      }
    }
    if start < scan.files.count { batches.append(start..<scan.files.count) }
    return batches
  }

  /// Reads a batch on all cores. The results are in the order of the files.
  private func read(_ files: [ImportScan.File], _ verified: VerifiedFiles) -> [Reading] {
    let box = merger.box
    return Parallel.map(count: files.count, workers: request.workers) { index in
      let file = files[index]
      if let status = file.status, let source = box.source(file.key(in: scan.sourceName).text),
        source.original.length == status.length,
        verified.holds(source: source.id, VerifiedFiles.State(status, source.original.digest))
      {
        return .done(source.original)
      }
      do throws(SlipError) {
        return try read(file, box)
      } catch {
        return .failure(error)
      }
    }
  }

  /// Reads one file with the importer of its format, and adds diagnostics about its name and
  /// time.
  private func read(_ file: ImportScan.File, _ box: SlipBox) throws(SlipError) -> Reading {
    let path = root + file.path
    guard let importer = ExchangeTable.importer(named: file.format) else {
      throw SlipError(.badInput, "There is no importer for this format.", at: SourceLocation(file: path))
    }
    let key = file.key(in: scan.sourceName)
    let isPossible = file.modified.isWithinRFC3339
    let context = ImportPass.context(of: key, modified: isPossible ? file.modified : nil, request)
    var reading = try read(file, path, importer, context, box)
    if !isPossible { reading.report(ImportPass.impossibleTime(of: key)) }
    if key.path != file.path || file.systemPath != nil { reading.report(ImportPass.changedName(of: key)) }
    return reading
  }

  /// The warning that the file has another name in the bundle: the key of a source must be Unicode
  /// text without control characters.
  private static func changedName(of key: ImportKey) -> Diagnostic {
    Diagnostic(
      code: ExchangeCode.nameChanged, severity: .warning,
      message:
        "The file's name is not UTF-8 or has control characters; the note's source has a corrected name.",
      location: SourceLocation(file: key.path))
  }

  /// The warning that the date of the file was left out, since RFC 3339 can't express it.
  private static func impossibleTime(of key: ImportKey) -> Diagnostic {
    Diagnostic(
      code: ExchangeCode.impossibleFileTime, severity: .warning,
      message: "The file's time is outside the years 1 to 9999; it was left out.",
      location: SourceLocation(file: key.path))
  }

  /// Reads one file or package. A file that changes meanwhile is read again, up to four times
  /// in all; then it is skipped.
  private func read(
    _ file: ImportScan.File, _ path: String, _ importer: Importer, _ context: ImportContext, _ box: SlipBox
  ) throws(SlipError) -> Reading {
    if importer.isForPackages { return try readPackage(file, path, importer, context, box) }
    var attemptsLeft = 4
    while true {
      attemptsLeft -= 1
      do throws(SlipError) {
        return try readFile(file, path, importer, context, box)
      } catch {
        guard error.code == FileCode.changedMeanwhile, attemptsLeft > 0 else { throw error }
      }
    }
  }

  /// Files up to this many bytes are read at once; larger ones are mapped, and checked for
  /// changes at the end.
  private static let readUpTo = 16 << 20

  /// Reads one file. Digest, kept copy and note come from the same bytes, even if another
  /// program writes to the file.
  ///
  /// - Throws: `SlipError`, with `FileCode.changedMeanwhile` where the file changed while it
  ///   was read.
  private func readFile(
    _ file: ImportScan.File, _ path: String, _ importer: Importer, _ context: ImportContext, _ box: SlipBox
  ) throws(SlipError) -> Reading {
    let mapped = try ImportPass.open(file, path, root: root, readUpTo: ImportPass.readUpTo)
    let key = context.key
    let reading = try mapped.withBytes { bytes throws(SlipError) -> Reading in
      // Computing the digest pays only for a file that was imported before with the same length.
      if let source = box.source(key.text), source.original.length == bytes.count,
        source.original.digest == Digest(of: bytes)
      {
        return .done(source.original, mapped.status)
      }
      let home = home(of: file, key, box)
      if let digest = exported?.digests[file.path], digest == Digest(of: bytes) {
        if let home { return .home(home.id, nil, isSame: true) }
        if box.source(key.text) == nil, box.attachment(digest) != nil { return .attachment }
      }
      let note = try fitting(ExchangeTable.importer(importer, forContent: bytes).read(bytes, context))
      guard let home else { return .note(note, mapped.status) }
      return .home(home.id, note, isSame: try ContainerPass.saysTheSame(note, home, output))
    }
    try mapped.expectUnchanged()
    return reading
  }

  /// Reads one RTFD package. Its original is the stream of all its files, whose digest says
  /// whether anything changed.
  private func readPackage(
    _ file: ImportScan.File, _ path: String, _ importer: Importer, _ context: ImportContext, _ box: SlipBox
  ) throws(SlipError) -> Reading {
    var found: [Diagnostic] = []
    let package = try FilePackage.read(directory: path, limits: request.limits, diagnostics: &found)
    if let source = box.source(context.key.text) {
      let original = PackageStream.fact(of: package)
      if source.original == original { return .done(original) }
    }
    var note = try fitting(importer.read(package, context))
    for var diagnostic in found {
      diagnostic.location.file = context.key.path
      note.diagnostics.append(diagnostic)
    }
    guard let home = home(of: file, context.key, box) else { return .note(note) }
    return .home(home.id, note, isSame: try ContainerPass.saysTheSame(note, home, output))
  }

  /// The note of the slip-box that a file was exported from; nil for others, and for a file that was imported before.
  private func home(of file: ImportScan.File, _ key: ImportKey, _ box: SlipBox) -> Note? {
    guard box.source(key.text) == nil else { return nil }
    return exported?.notes[file.path].flatMap { box.note($0) }
  }

  /// The note with the sizes of its pictures, after a trial that it can be merged and written.
  ///
  /// A single value that the manifest can't hold would make the whole import fail when it is
  /// written, after all the work. The trial merges the note into an empty box and writes its
  /// manifest to nowhere.
  ///
  /// - Throws: `SlipError` for such a value, so that it costs only this file.
  private func fitting(_ note: ImportedNote) throws(SlipError) -> ImportedNote {
    var note = note
    note.probePictures(limits: request.limits)
    try note.limitNames(request.limits)
    var trial = try ImportMerger(SlipBox(), sourceName: note.key.sourceName)
    _ = try trial.merge(note)
    try slipErrors { _ = try ManifestWriter.write(trial.box) { _ in } }
    return note
  }

  /// Merges one result, and returns the payload to write.
  private mutating func merge(
    _ file: ImportScan.File, _ reading: Reading, _ files: inout ReadFiles
  ) throws(SlipError) -> [ImportedPayload] {
    let key = file.key(in: scan.sourceName)
    switch reading {
    case .done(let original, let status):
      _ = merger.isDone(key, original: original)
      files.add(key, status, original)
      return []
    case .note(let note, let status):
      files.add(key, status, note.original)
      return try merger.merge(note)
    case .home(let id, let note, let isSame):
      guard let known = merger.box.note(id) else { return [] }
      if let note { return try merger.mergeHome(note, known, isSame: isSame) }
      merger.noteHome(key, known)
      return []
    case .attachment:
      merger.skip(SkippedFile(path: file.path, reason: .attachment), key: key)
      return []
    case .failure(let error):
      merger.skip(SkippedFile(path: file.path, reason: .refused(error)), key: key)
      return []
    }
  }

  /// Writes payload and thumbnails on all cores. The first error is thrown after all workers have
  /// stopped.
  static func write(
    _ payload: [ImportedPayload], to output: any BundleOutput, _ thumbnails: inout ThumbnailMaker,
    workers: Int
  ) throws(SlipError) {
    let failures = Parallel.map(count: payload.count, workers: workers) { index -> SlipError? in
      do throws(SlipError) {
        let item = payload[index]
        try output.write(item.place.path, item.payload.bytes, fact: item.payload.fact)
        return nil
      } catch {
        return error
      }
    }
    if let failure = failures.lazy.compactMap({ $0 }).first { throw failure }
    try thumbnails.make(for: payload, in: output, workers: workers)
  }

  /// What a file said when it was last imported, as its importer reads what is kept of it.
  ///
  /// - Returns: Nil where what is kept is missing or damaged.
  /// - Throws: `SlipError` where it is there and can't be read.
  private static func facts(
    of source: Source, named name: String, in old: DirectoryStorage, _ box: SlipBox, _ request: ImportRequest
  ) throws(SlipError) -> SourceFacts? {
    let path = PayloadPath.kept(source.kept.digest, source.keptExtension)
    guard let importer = ExchangeTable.importer(named: source.format), try old.length(of: path) != nil else {
      return nil
    }
    let key = ImportKey(sourceName: name, path: source.path)
    let context = context(of: key, modified: source.modified, request)
    let file = OriginalFile(fact: source.original, lifted: source.lifted, isPackage: source.isPackage)
    func blob(_ digest: Digest) throws -> [UInt8] {
      try box.attachment(digest).map { try old.read(PayloadPath.blob(digest, $0.fileExtension)) } ?? []
    }
    do throws(SlipError) {
      var note = try slipErrors {
        try old.withBytes(of: path) { kept in
          if importer.isForPackages {
            return try importer.read(file.package(kept: kept, limits: request.limits, blob: blob), context)
          }
          if source.lifted.isEmpty { return try importer.read(kept, context) }
          var bytes: [UInt8] = []
          try file.write(kept: kept, blob: blob) { bytes.append(contentsOf: $0) }
          return try bytes.withUnsafeBytes { (bytes) throws(SlipError) in try importer.read(bytes, context) }
        }
      }
      try note.limitNames(request.limits)
      return SourceFacts(note)
    } catch {
      if error.kind == .cannotDo, error.code != FileCode.missing { throw error }
      return nil
    }
  }

  /// What reading a file needs to know.
  private static func context(
    of key: ImportKey, modified: Timestamp?, _ request: ImportRequest
  ) -> ImportContext {
    var context = ImportContext(key: key, fileModified: modified)
    context.dates = request.dates
    context.zone = request.zone
    (context.limits, context.encoding) = (request.limits, request.encoding)
    context.workers = request.workers
    return context
  }

  /// The targets of links in a note of the old version, to resolve again now that there are new
  /// notes; none where a file of it is missing.
  static func linkTargets(of note: Note, in output: any BundleOutput) throws -> [LinkTarget] {
    let (body, mirror) = (PayloadPath.body(note.id), PayloadPath.mirror(note.id))
    guard let old = output.old, try old.length(of: body) != nil, try old.length(of: mirror) != nil else {
      return []
    }
    return try old.withBytes(of: body) { body in
      try old.withBytes(of: mirror) { LinkTarget.targets(body: body, mirror: $0) }
    }
  }
}

/// Paths of imported payload.
extension ImportedPayload.Place {
  /// The path in the bundle.
  var path: String {
    switch self {
    case .body(let id): PayloadPath.body(id)
    case .mirror(let id): PayloadPath.mirror(id)
    case .attachment(let digest, let fileExtension): PayloadPath.blob(digest, fileExtension)
    case .kept(let digest, let fileExtension): PayloadPath.kept(digest, fileExtension)
    }
  }
}
