public import SlipBase
public import SlipNotes

/// A payload file as a manifest lists it.
///
/// Boxes don't store such a list: it follows from their entities, so the two can't disagree.
public struct PayloadFile: Sendable, Hashable {
  /// Relative to the bundle: `notes/0b/0b2a….rtf`.
  public var path: String
  /// Length and SHA-256.
  public var fact: FileFact
  /// The media type, without parameters (RFC 6838).
  public var mediaType: String

  /// Describes a file.
  public init(path: String, fact: FileFact, mediaType: String) {
    self.path = path
    self.fact = fact
    self.mediaType = mediaType
  }
}

extension SlipBox {
  /// The media type of bodies.
  static let bodyType = MediaType.forFileExtension("rtf")?.name ?? "application/rtf"
  /// The media type of mirrors.
  static let mirrorType = "text/plain"
  /// The media type of transactions.
  static let transactionType = "application/xml"

  /// Every payload file that a bundle of this box has, in bytewise order of the paths.
  public func payload() -> [PayloadFile] {
    var files: [PayloadFile] = []
    files.reserveCapacity(2 * noteCount + 2 * attachmentCount)
    forEachPayloadFile { files.append($0) }
    return files
  }

  /// Calls `body` with what `payload()` gives, one file at a time.
  public func forEachPayloadFile<E: Error>(_ body: (PayloadFile) throws(E) -> Void) throws(E) {
    try PayloadFile.forEach(
      attachments: attachments, history: history, notes: notes, sources: sources, body)
  }

  /// The path of the file that retains what is needed of a source: the imported file itself, or what was left
  /// after pictures were extracted.
  public func keptPath(of source: Source) -> String {
    PayloadPath.kept(source.kept.digest, source.keptExtension)
  }
}

extension BoxChanges {
  /// The payload files of the changed entities as they are after the changes, in bytewise order of the paths.
  public var payloadAfter: [PayloadFile] {
    var files: [PayloadFile] = []
    forEachPayloadAfter { files.append($0) }
    return files
  }

  /// The payload files of the changed entities as they were before the changes, in bytewise order of the paths.
  package var payloadBefore: [PayloadFile] {
    var files: [PayloadFile] = []
    PayloadFile.forEach(
      attachments: attachments.lazy.compactMap(\.before), history: BoxHistory(),
      notes: notes.lazy.compactMap(\.before), sources: sources.lazy.compactMap(\.before)
    ) { files.append($0) }
    return files
  }

  /// Calls `body` with what `payloadAfter` gives, one file at a time.
  private func forEachPayloadAfter<E: Error>(_ body: (PayloadFile) throws(E) -> Void) throws(E) {
    try PayloadFile.forEach(
      attachments: attachments.lazy.compactMap(\.after), history: BoxHistory(),
      notes: notes.lazy.compactMap(\.after), sources: sources.lazy.compactMap(\.after), body)
  }

  /// What `forEachNewPayload` gives, for changes that are few.
  package var newPayload: [(file: PayloadFile, before: FileFact?)] {
    var files: [(file: PayloadFile, before: FileFact?)] = []
    forEachNewPayload { files.append(($0, $1)) }
    return files
  }

  /// Calls `body` with the payload files of the changed entities that are new or differ after the changes, each with what
  /// was in its place before. In bytewise order of the paths, one file at a time.
  package func forEachNewPayload<E: Error>(
    _ body: (PayloadFile, _ before: FileFact?) throws(E) -> Void
  ) throws(E) {
    let before = Dictionary(payloadBefore.map { ($0.path, $0.fact) }) { first, _ in first }
    try forEachPayloadAfter { (file) throws(E) in
      let before = before[file.path]
      if before != file.fact { try body(file, before) }
    }
  }
}

extension BoxHistory {
  /// The files of this history that another one doesn't list.
  package func payload(unlistedIn other: BoxHistory) -> [PayloadFile] {
    var files: [PayloadFile] = []
    let none: (attachments: [Attachment], notes: [Note], sources: [Source]) = ([], [], [])
    func collect(_ history: BoxHistory, _ body: (PayloadFile) -> Void) {
      PayloadFile.forEach(
        attachments: none.attachments, history: history, notes: none.notes, sources: none.sources, body)
    }
    var listed: Set<PayloadFile> = []
    collect(other) { listed.insert($0) }
    collect(self) { if !listed.contains($0) { files.append($0) } }
    return files
  }
}

extension PayloadFile {
  /// Calls `body` with each file of these entities, in bytewise order of the paths.
  ///
  /// Entities must be sorted. Only the files of sources are collected and sorted first, as sources are in the
  /// order of their keys, and several may share a file.
  static func forEach<E: Error>(
    attachments: some Sequence<Attachment>, history: BoxHistory, notes: some Sequence<Note>,
    sources: some Sequence<Source>, _ body: (PayloadFile) throws(E) -> Void
  ) throws(E) {
    // In bytewise order of the folders: attachments, history, notes, sources, thumbnails.
    for attachment in attachments {
      let path = PayloadPath.blob(attachment.id, attachment.fileExtension)
      try body(PayloadFile(path: path, fact: attachment.blob, mediaType: attachment.mediaType))
    }
    for entry in history.transactions {
      try body(PayloadFile(path: entry.path, fact: entry.fact, mediaType: SlipBox.transactionType))
    }
    for file in history.replaced {
      let type = MediaType.forFileExtension(file.fileExtension) ?? .binary
      try body(
        PayloadFile(
          path: PayloadPath.replaced(file.fact.digest, file.fileExtension), fact: file.fact,
          mediaType: type.name))
    }
    for note in notes {
      try body(PayloadFile(path: PayloadPath.body(note.id), fact: note.body, mediaType: SlipBox.bodyType))
      try body(
        PayloadFile(path: PayloadPath.mirror(note.id), fact: note.mirror, mediaType: SlipBox.mirrorType))
    }
    for file in kept(sources) { try body(file) }
    for attachment in attachments {
      guard let thumbnail = attachment.thumbnail else { continue }
      let path = PayloadPath.thumbnail(attachment.id, thumbnail.fileExtension)
      let type = MediaType.forFileExtension(thumbnail.fileExtension) ?? .binary
      try body(PayloadFile(path: path, fact: thumbnail.file, mediaType: type.name))
    }
  }

  /// The retained files, sorted and without duplicates: sources with the same bytes and format share one.
  private static func kept(_ sources: some Sequence<Source>) -> [PayloadFile] {
    var kept = sources.map { (fact: $0.kept, suffix: $0.keptExtension) }
    // The order of the paths, which begin with the digest.
    kept.sort {
      $0.fact.digest == $1.fact.digest
        ? $0.suffix.utf8.lexicographicallyPrecedes($1.suffix.utf8) : $0.fact.digest < $1.fact.digest
    }
    var files: [PayloadFile] = []
    for (index, (fact, suffix)) in kept.enumerated() {
      if index > 0, kept[index - 1].suffix == suffix, kept[index - 1].fact.digest == fact.digest { continue }
      let type = MediaType.forFileExtension(suffix) ?? .binary
      files.append(PayloadFile(path: PayloadPath.kept(fact.digest, suffix), fact: fact, mediaType: type.name))
    }
    return files
  }
}

extension Source {
  /// The extension of the file in `sources/`: the format's name, where that can be an extension, else `bin`.
  public var keptExtension: String { Source.keptExtension(ofFormat: format) }

  /// The same for the name of a format.
  static func keptExtension(ofFormat format: String) -> String {
    PayloadPath.isExtension(format) ? format : "bin"
  }
}
