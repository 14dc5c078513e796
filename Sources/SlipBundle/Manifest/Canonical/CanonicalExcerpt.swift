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
    let found = try slipErrors {
      try storage.withBytes(of: BundleLayout.manifestPath) { CanonicalReader.excerpt(excerpt, $0, limits) }
    }
    guard var found else { return nil }
    guard let parts = found.parts else { return found.builder.finish().box }
    var source = PartCache(parts, limits)
    guard try source.add(excerpt, to: &found.builder, of: storage) else { return nil }
    return found.builder.finish().box
  }
}

/// Reads the parts of a manifest that an excerpt needs, each once.
private struct PartCache {
  /// The parts by their keys.
  private let parts: [UInt8: ManifestPart]
  /// What was read so far.
  private var known: [UInt8: PartEntities] = [:]
  /// Bounds for what is read.
  private let limits: Limits

  /// Begins with nothing.
  init(_ parts: [ManifestPart], _ limits: Limits) {
    self.parts = Dictionary(parts.map { ($0.key, $0) }) { first, _ in first }
    self.limits = limits
  }

  /// Adds what is wanted, with the attachments and sources of notes.
  ///
  /// - Returns: False where a part isn't in the canonical form.
  mutating func add(
    _ wanted: ManifestExcerpt, to builder: inout SlipBoxBuilder, of storage: some BundleStorage
  ) throws(SlipError) -> Bool {
    var sources = wanted.sources
    var attachments: Set<Digest> = []
    for id in wanted.notes.sorted() {
      guard let part = try entities(of: ManifestPart.key(ofNote: id), storage) else { return false }
      guard let note = part.notes.first(where: { $0.id == id }) else { continue }
      builder.add(note)
      if let source = note.source { sources.insert(source) }
      attachments.formUnion(note.attachments.map(\.attachment))
    }
    for key in sources.sorted() {
      guard let part = try entities(of: ManifestPart.key(ofSource: key), storage) else { return false }
      if let source = part.sources.first(where: { $0.id == key }) { builder.add(source) }
    }
    for digest in attachments.sorted() {
      guard let part = try entities(of: ManifestPart.key(ofAttachment: digest), storage) else { return false }
      if let attachment = part.attachments.first(where: { $0.id == digest }) { builder.add(attachment) }
    }
    return true
  }

  /// The entities of a part; none where there is no such part, nil where it isn't in the canonical form.
  private mutating func entities(
    of key: UInt8, _ storage: some BundleStorage
  ) throws(SlipError) -> PartEntities? {
    if let found = known[key] { return found }
    var found = PartEntities()
    if let part = parts[key] {
      let reading = try ManifestReader.part(part, of: storage, limits: limits)
      guard reading.isCanonical else { return nil }
      found = reading.entities
    }
    known[key] = found
    return found
  }
}

extension CanonicalReader {
  /// Reads an excerpt of a manifest; nil where it deviates from the canonical form there.
  ///
  /// - Returns: What was read of the document, and its parts, which have the rest; nil where it has none.
  fileprivate static func excerpt(
    _ excerpt: ManifestExcerpt, _ bytes: UnsafeRawBufferPointer, _ limits: Limits
  ) -> ManifestReader.Root? {
    var reader = CanonicalReader(bytes, limits, releases: false)
    do throws(Deviation) {
      return try reader.excerpt(excerpt, CanonicalPlaces(bytes: bytes))
    } catch {
      return nil
    }
  }

  /// Reads the wanted entities.
  private mutating func excerpt(
    _ wanted: ManifestExcerpt, _ places: CanonicalPlaces
  ) throws(Deviation) -> ManifestReader.Root {
    try head()
    guard let start = try places.line(of: .folders, .start) else { throw Deviation() }
    cursor.move(to: start)
    try folders()
    try keywords()
    if let root = try partedRoot() { return root }
    var sources = wanted.sources
    var attachments: Set<Digest> = []
    last = nil
    for id in wanted.notes.sorted() {
      guard let start = try places.line(of: .notes, .bytes(Array(id.description.utf8))) else { continue }
      cursor.move(to: start)
      let note = try note()
      if let source = note.source { sources.insert(source) }
      attachments.formUnion(note.attachments.map(\.attachment))
    }
    for key in sources.sorted() {
      guard let start = try places.line(of: .sources, .key(key)) else { continue }
      cursor.move(to: start)
      try source()
    }
    for digest in attachments.sorted() {
      guard let start = try places.line(of: .attachments, .bytes(Array(digest.hex.utf8))) else { continue }
      cursor.move(to: start)
      try attachment()
    }
    return taken()
  }
}
