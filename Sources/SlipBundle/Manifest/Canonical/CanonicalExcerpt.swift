public import SlipBase
public import SlipNotes

/// What is wanted of a manifest whose other parts aren't read.
public struct ManifestExcerpt: Sendable {
  /// Notes, with the attachments and sources that they use. Links to other notes are left out.
  public var notes: Set<Note.ID> = []
  /// The sources that are wanted, by their keys.
  public var sources: Set<Source.ID> = []

  /// Wants folders, keywords and the history, which an excerpt always has.
  public init() {}
}

extension ManifestReader {
  /// Reads a part of a manifest that is known to have the canonical form: folders, keywords, history, and some
  /// entities, at the cost of these.
  ///
  /// The caller must know the form, such as from an earlier reading of the same bytes (`Reading`):
  /// nothing is checked of what isn't read.
  ///
  /// - Parameters:
  ///   - storage: The bundle.
  ///   - excerpt: What is wanted. What isn't there is left out.
  ///   - limits: Bounds for folders.
  /// - Returns: The box; nil where the manifest doesn't have that form in a place that was read.
  /// - Throws: `SlipError` where the manifest can't be read.
  public static func read(
    _ excerpt: ManifestExcerpt, of storage: some BundleStorage, limits: Limits = Limits()
  ) throws(SlipError) -> SlipBox? {
    try slipErrors {
      try storage.withBytes(of: BundleLayout.manifestPath) { bytes in
        CanonicalReader.read(excerpt, of: bytes, limits: limits)
      }
    }
  }
}

extension CanonicalReader {
  /// Reads a part of a manifest; nil where it deviates from the canonical form there.
  static func read(_ excerpt: ManifestExcerpt, of bytes: UnsafeRawBufferPointer, limits: Limits) -> SlipBox? {
    var reader = CanonicalReader(bytes, filesAt: 0, limits, releases: false)
    do throws(Deviation) {
      try reader.excerpt(excerpt, CanonicalPlaces(bytes: bytes))
    } catch {
      return nil
    }
    return reader.finish().box
  }

  /// Reads the wanted entities.
  private mutating func excerpt(_ wanted: ManifestExcerpt, _ places: CanonicalPlaces) throws(Deviation) {
    try head()
    if let start = try places.line(of: .folders, .start) {
      cursor.move(to: start)
      try folders()
    }
    if let start = try places.line(of: .keywords, .start) {
      cursor.move(to: start)
      try keywords()
    }
    if let start = try places.firstFile(beginning: "\(PayloadPath.history)/") { files.move(to: start) }
    try history()
    var sources = wanted.sources
    var attachments: Set<Digest> = []
    last = nil
    for id in wanted.notes.sorted() {
      guard let start = try places.line(of: .notes, .bytes(Array(id.description.utf8))) else { continue }
      cursor.move(to: start)
      try moveFiles(to: PayloadPath.body(id), places)
      let note = try note()
      if let source = note.source { sources.insert(source) }
      attachments.formUnion(note.attachments.map(\.attachment))
    }
    for key in sources.sorted() {
      guard let start = try places.line(of: .sources, .key(key)) else { continue }
      cursor.move(to: start)
      try source()
      guard let source = self.sources.last else { continue }
      try moveFiles(to: PayloadPath.kept(source.kept.digest, source.keptExtension), places)
      let length = try keptFile(source.kept.digest, source.keptExtension)
      self.sources[self.sources.count - 1].kept.length = length
    }
    for digest in attachments.sorted() {
      guard let start = try places.line(of: .attachments, .bytes(Array(digest.hex.utf8))) else { continue }
      cursor.move(to: start)
      let blob = PayloadPath.attachments + "/\(digest.hex.prefix(2))/\(digest.hex)."
      guard let file = try places.firstFile(beginning: blob) else { throw Deviation() }
      files.move(to: file)
      try attachment()
      if let thumbnail = self.attachments.last?.thumbnail {
        try moveFiles(to: PayloadPath.thumbnail(digest, thumbnail.fileExtension), places)
        try thumbnailFile(self.attachments.count - 1)
      }
    }
  }

  /// Goes to the line of a file, which must be there.
  private mutating func moveFiles(to path: String, _ places: CanonicalPlaces) throws(Deviation) {
    guard let start = try places.line(of: .files, .bytes(Array(path.utf8))) else { throw Deviation() }
    files.move(to: start)
  }
}
