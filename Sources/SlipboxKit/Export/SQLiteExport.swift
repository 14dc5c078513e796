internal import SlipBundle
internal import SlipFiles
internal import SlipNotes
internal import SlipIndex
internal import SlipStores
public import SlipBase

/// A slip-box as one SQLite file for other programs: `export --to sqlite` and `import` of it.
///
/// `Schemas/slipbox-export.sql` is its schema. A file with the contents of all files makes the same
/// bundle again.
public struct SQLiteExport: Sendable {
  /// What an SQLite file ends in.
  public static let suffixes = [".sqlite", ".sqlite3", ".db"]

  /// The bundle.
  public var bundle: String
  /// The path of the SQLite file.
  public var output: String
  /// Whether the contents of all files are written, too, so that the file can be imported.
  public var hasContents = false
  /// Whether an earlier export is replaced, if nobody has changed it.
  public var replaces = false

  /// Creates a request.
  public init(bundle: String, output: String) { (self.bundle, self.output) = (bundle, output) }

  /// Writes the file.
  ///
  /// - Returns: The number of notes.
  /// - Throws: `SlipError`; then there is no new file.
  public func run(progress: WorkProgress = .silent) throws(SlipError) -> Int {
    try retryingWhenReplaced { () throws(SlipError) in
      let opened = try OpenBundle(bundle)
      let place = try ExportFile(at: output, from: opened, replacing: replaces)
      guard let seal = place.seal, try FileSystem.status(output)?.kind != .directory else {
        throw ExportFile.taken(output, "; an SQLite file needs a place of its own")
      }
      let file = try place.begin()
      do throws(SlipError) {
        let writer = try BoxFileWriter(file, opened.box)
        try fill(writer, opened, seal, progress)
        try opened.expectCurrent()
        try writer.finish()
        try place.commit(file)
      } catch {
        file.abandon()
        throw error
      }
      return opened.box.noteCount
    }
  }

  /// Writes all tables.
  private func fill(
    _ writer: BoxFileWriter, _ opened: OpenBundle, _ seal: FileSeal, _ progress: WorkProgress
  ) throws(SlipError) {
    let joined = try ManifestDocument.joining(opened.storage, limits: Limits())
    let manifest: [UInt8]
    if let joined { manifest = joined } else { manifest = try opened.storage.read(BundleLayout.manifestPath) }
    try writer.writeBundle(
      manifest: manifest, tool: SlipboxTool.name, seal: seal)
    try writer.writeEntities {
      PayloadPath.blob($0.id, $0.fileExtension)
    } thumbnail: { attachment in
      attachment.thumbnail.map { PayloadPath.thumbnail(attachment.id, $0.fileExtension) }
    }
    try writer.writeNotes(texts: MirrorTexts(bundle: opened)) { PayloadPath.body($0.id) }
    let files = opened.box.payload()
    for (number, file) in files.enumerated() {
      let content = hasContents ? try opened.storage.read(file.path) : nil
      try writer.write(
        ExportedFile(path: file.path, mediaType: file.mediaType, fact: file.fact), content: content)
      if number % 256 == 255 { try progress("exporting", number + 1, of: files.count) }
    }
  }
}

/// A new bundle from an SQLite file that `SQLiteExport` wrote.
public struct SQLiteImport: Sendable {
  /// The path of the SQLite file.
  public var input: String
  /// The path of the new bundle; nothing may be there.
  public var output: String

  /// Creates a request.
  public init(input: String, output: String) { (self.input, self.output) = (input, output) }

  /// Whether a file is an SQLite file of `SQLiteExport`, by the number that SQLite's head has for the program. Other
  /// SQLite files may be stores of note applications.
  public static func recognizes(_ path: String) -> Bool {
    guard let start = try? FileSystem.readStart(of: path, count: applicationEnd),
      start.count == applicationEnd
    else { return false }
    let application = start.suffix(4).reduce(Int64(0)) { $0 << 8 | Int64($1) }
    return start.starts(with: "SQLite format 3\0".utf8) && application == BoxFileWriter.application
  }

  /// Where the number of the program ends in SQLite's head.
  private static let applicationEnd = 72

  /// Makes the bundle.
  ///
  /// - Returns: The number of notes.
  /// - Throws: `SlipError`; then there is no new bundle.
  public func run(limits: Limits = Limits(), progress: WorkProgress = .silent) throws(SlipError) -> Int {
    let reader = try BoxFileReader(input)
    let manifest = try reader.manifest()
    let input = input
    let box = try slipErrors {
      try manifest.withUnsafeBytes { try ManifestReader.read($0, file: input, limits: limits) }
    }
    if try FileSystem.status(output, followLinks: false) != nil {
      throw ExportFile.taken(output, "; name another with -o")
    }
    let transaction = try BundleTransaction.begin(at: output, limits: limits)
    do throws(SlipError) {
      let files = box.payload()
      for (number, file) in files.enumerated() {
        let content = try reader.content(of: file.path)
        guard FileFact(of: content) == file.fact else {
          throw SlipError(
            .badInput, code: DatabaseCode.notOurs,
            "The content of \(file.path) is not what the manifest lists.",
            at: SourceLocation(file: input))
        }
        _ = try transaction.output.write(file.path, content)
        if number % 256 == 255 { try progress("importing", number + 1, of: files.count) }
      }
      _ = try transaction.output.commit(box, replacing: SlipBox())
    } catch {
      transaction.abandon()
      throw error
    }
    return box.noteCount
  }
}
