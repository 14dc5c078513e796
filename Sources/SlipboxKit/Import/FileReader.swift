internal import SlipBase
internal import SlipBundle
internal import SlipExchange
internal import SlipFiles
internal import SlipFormats
internal import SlipNotes
internal import SlipRTF
internal import SlipRTFD
internal import SlipIndex

/// Reads files and packages that are one note each, on any thread.
struct FileReader: Sendable {
  /// The result of reading one file.
  enum Reading: Sendable {
    /// The bundle already has these very bytes. The status is that of the file, if it was read.
    case done(FileFact, FileStatus? = nil)
    /// The note that the file became, and the file's status; nil for a package.
    case note(ImportedNote, FileStatus? = nil)
    /// The file is an export of this note; nil stands for a file that is as it was exported.
    case home(Note.ID, ImportedNote?, isSame: Bool)
    /// The file is an attachment, as it was exported.
    case attachment

    /// Adds a diagnostic to a note. A file that gave no note is reported for another reason
    /// already.
    mutating func report(_ diagnostic: Diagnostic) { note { $0.diagnostics.append(diagnostic) } }

    /// Changes the note, if there is one.
    mutating func note(_ change: (inout ImportedNote) -> Void) {
      guard case .note(var note, let status) = self else { return }
      change(&note)
      self = .note(note, status)
    }
  }

  /// What was asked for.
  private let request: ImportRequest
  /// How files are read, as far as that says.
  private let readings: ImportReading.Readings
  /// The files of the source, with the keys that the bundle knows them by.
  let scan: ImportScan
  /// Where the bundle as it is can be read.
  private let output: any BundleOutput
  /// What a list says of exported notes, where the source is an export of this slip-box; nil elsewhere.
  private let exported: ExportMarker?

  /// Prepares the reading of a scan's files.
  ///
  /// - Throws: `SlipError` where files of one name can't be told apart, or the list of an export can't be read.
  init(
    request: ImportRequest, _ given: ImportReading, scan: ImportScan, box: SlipBox,
    output: any BundleOutput
  ) throws(SlipError) {
    (self.request, self.output) = (request, output)
    readings = ImportReading.Readings(given)
    self.scan = try FileReader.keepingKeys(scan, box)
    exported = request.keepsApart || scan.files.isEmpty ? nil : try ExportMarker(in: scan.root)
  }

  /// Reads one file with the importer of its format, and adds diagnostics about its name and
  /// time. A file that is known to be the one that was read before isn't read again.
  ///
  /// - Throws: `SlipError` for a file that can't be imported.
  func read(
    _ file: ImportScan.File, _ box: SlipBox, _ verified: VerifiedFiles
  ) throws(SlipError) -> Reading {
    let key = file.key(in: scan.sourceName)
    let source = box.source(key.text)
    let (how, text) = readings.reading(of: source)
    let known = source.flatMap { !$0.isIncomplete && $0.reading == text ? $0 : nil }
    if let status = file.status, let source = known, source.original.length == status.length,
      verified.holds(source: source.id, VerifiedFiles.State(status, source.original.digest))
    {
      return .done(source.original)
    }
    guard let importer = ExchangeTable.importer(named: file.format) else {
      throw SlipError(
        .badInput, "There is no importer for this format.",
        at: SourceLocation(file: scan.below(file.path)))
    }
    let isPossible = file.modified.isWithinRFC3339
    let context = FileReader.context(of: key, modified: isPossible ? file.modified : nil, request, how)
    var reading = try read(file, importer, context, box, known)
    reading.note { $0.reading = text }
    if !isPossible { reading.report(FileReader.impossibleTime(of: key)) }
    if key.path != file.path || file.systemPath != nil { reading.report(FileReader.changedName(of: key)) }
    return reading
  }

  /// Gives files whose names are equal in NFC the keys that they had in the last import.
  ///
  /// A file system may have both `é` as one character and as two. Their notes would otherwise
  /// change places whenever the order of the directory does; the bytes decide which file a note
  /// came from.
  ///
  /// - Throws: `SlipError` where a file can't be read. Its note would get another key otherwise.
  private static func keepingKeys(_ scan: ImportScan, _ box: SlipBox) throws(SlipError) -> ImportScan {
    var result = scan
    try result.keepKeys(of: box) { file, source throws(SlipError) in
      try open(file, in: scan).withBytes { FileFact(of: $0) == source.original }
    }
    return result
  }

  /// Opens a file. A name that isn't UTF-8 is opened by its bytes, because a Swift string can't
  /// hold it.
  ///
  /// - Parameter readUpTo: Files up to this length are read, larger ones mapped.
  private static func open(
    _ file: ImportScan.File, in scan: ImportScan, readUpTo: Int = MappedFile.readUpTo
  ) throws(SlipError) -> MappedFile {
    let path = scan.below(file.path)
    guard let bytes = file.systemPath else { return try MappedFile(path, readUpTo: readUpTo) }
    return try MappedFile(
      systemPath: Array(scan.below("").utf8) + bytes, shown: path, readUpTo: readUpTo)
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
  ///
  /// - Parameter known: What the bundle has of it, read alike and whole; nil where it has to be read.
  private func read(
    _ file: ImportScan.File, _ importer: Importer, _ context: ImportContext, _ box: SlipBox,
    _ known: Source?
  ) throws(SlipError) -> Reading {
    if importer.isForPackages { return try readPackage(file, importer, context, box, known) }
    var attemptsLeft = 4
    while true {
      attemptsLeft -= 1
      do throws(SlipError) {
        return try readFile(file, importer, context, box, known)
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
    _ file: ImportScan.File, _ importer: Importer, _ context: ImportContext, _ box: SlipBox,
    _ known: Source?
  ) throws(SlipError) -> Reading {
    let mapped = try FileReader.open(file, in: scan, readUpTo: FileReader.readUpTo)
    let key = context.key
    let reading = try mapped.withBytes { bytes throws(SlipError) -> Reading in
      // Computing the digest pays only for a file that was imported before with the same length.
      if let source = known, source.original.length == bytes.count,
        source.original.digest == Digest(of: bytes)
      {
        return .done(source.original, mapped.status)
      }
      let home = home(of: file, key, box)
      if let digest = exported?.digests[file.path], digest == Digest(of: bytes) {
        if let home { return .home(home.id, nil, isSame: true) }
        if !box.has(source: key.text), box.attachment(digest) != nil { return .attachment }
      }
      let note = try ExchangeTable.importer(importer, forContent: bytes).read(bytes, context).fitting(
        request.limits)
      guard let home else { return .note(note, mapped.status) }
      return .home(home.id, note, isSame: try SourceImport.saysTheSame(note, home, output))
    }
    try mapped.expectUnchanged()
    return reading
  }

  /// Reads one RTFD package. Its original is the stream of all its files, whose digest says
  /// whether anything changed.
  private func readPackage(
    _ file: ImportScan.File, _ importer: Importer, _ context: ImportContext, _ box: SlipBox,
    _ known: Source?
  ) throws(SlipError) -> Reading {
    var found: [Diagnostic] = []
    let package = try FilePackage.read(
      directory: scan.below(file.path), limits: request.limits, diagnostics: &found)
    if let source = known {
      let original = PackageStream.fact(of: package)
      if source.original == original { return .done(original) }
    }
    var note = try importer.read(package, context).fitting(request.limits)
    for var diagnostic in found {
      diagnostic.location.file = context.key.path
      note.diagnostics.append(diagnostic)
    }
    guard let home = home(of: file, context.key, box) else { return .note(note) }
    return .home(home.id, note, isSame: try SourceImport.saysTheSame(note, home, output))
  }

  /// The note of the slip-box that a file was exported from; nil for others, and for a file that was imported before.
  private func home(of file: ImportScan.File, _ key: ImportKey, _ box: SlipBox) -> Note? {
    guard !box.has(source: key.text) else { return nil }
    return exported?.notes[file.path].flatMap { box.note($0) }
  }

  /// What a file said when it was last imported, as its importer reads what is kept of it.
  ///
  /// - Returns: Nil where what is kept is missing or damaged.
  /// - Throws: `SlipError` where it is there and can't be read.
  static func facts(
    of source: Source, in old: DirectoryStorage, _ box: SlipBox, _ request: ImportRequest
  ) throws(SlipError) -> SourceFacts? {
    try oldNote(of: source, in: old, box, request).map { SourceFacts($0) }
  }

  /// The note of a file as it was last imported.
  ///
  /// - Returns: Nil where what is kept is missing or damaged.
  /// - Throws: `SlipError` where it is there and can't be read.
  static func oldNote(
    of source: Source, in old: DirectoryStorage, _ box: SlipBox, _ request: ImportRequest
  ) throws(SlipError) -> ImportedNote? {
    let path = PayloadPath.kept(source.kept.digest, source.keptExtension)
    guard let importer = ExchangeTable.importer(named: source.format), try old.length(of: path) != nil else {
      return nil
    }
    let key = ImportKey(sourceName: String(source.id.prefix { $0 != "/" }), path: source.path)
    let context = context(
      of: key, modified: source.modified, request, ImportReading(remembered: source.reading))
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
      return note
    } catch {
      if error.kind == .cannotDo, error.code != FileCode.missing { throw error }
      return nil
    }
  }

  /// What reading a file needs to know.
  private static func context(
    of key: ImportKey, modified: Timestamp?, _ request: ImportRequest, _ reading: ImportReading
  ) -> ImportContext {
    var context = ImportContext(key: key, fileModified: modified)
    if let dates = reading.dates { context.dates = dates }
    context.zone = reading.zone
    context.title = reading.title ?? .source
    (context.limits, context.encoding) = (request.limits, reading.encoding)
    context.workers = request.workers
    return context
  }
}
