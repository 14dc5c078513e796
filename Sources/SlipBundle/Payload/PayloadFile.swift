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

  /// Every payload file that a bundle of this box has, in bytewise order of the paths.
  public func payload() -> [PayloadFile] {
    var files: [PayloadFile] = []
    files.reserveCapacity(2 * noteCount + 2 * attachmentCount)
    forEachPayloadFile { files.append($0) }
    return files
  }

  /// Calls `body` with what `payload()` gives, one file at a time.
  ///
  /// Folders and entities are in the right order already. Only the files of sources are collected and sorted
  /// first, as sources are in the order of their keys, and several may share a file.
  public func forEachPayloadFile<E: Error>(_ body: (PayloadFile) throws(E) -> Void) throws(E) {
    // In bytewise order of the folders: attachments, notes, sources, thumbnails.
    for attachment in attachments {
      let path = PayloadPath.blob(attachment.id, attachment.fileExtension)
      try body(PayloadFile(path: path, fact: attachment.blob, mediaType: attachment.mediaType))
    }
    for note in notes {
      try body(PayloadFile(path: PayloadPath.body(note.id), fact: note.body, mediaType: SlipBox.bodyType))
      try body(
        PayloadFile(path: PayloadPath.mirror(note.id), fact: note.mirror, mediaType: SlipBox.mirrorType))
    }
    for file in keptFiles() { try body(file) }
    for attachment in attachments {
      guard let thumbnail = attachment.thumbnail else { continue }
      let path = PayloadPath.thumbnail(attachment.id, thumbnail.fileExtension)
      let type = MediaType.forFileExtension(thumbnail.fileExtension) ?? .binary
      try body(PayloadFile(path: path, fact: thumbnail.file, mediaType: type.name))
    }
  }

  /// The path of the file that retains what is needed of a source: the imported file itself, or what was left
  /// after pictures were extracted.
  public func keptPath(of source: Source) -> String {
    PayloadPath.kept(source.kept.digest, source.keptExtension)
  }

  /// The retained files, sorted and without duplicates: sources with the same bytes and format share one.
  private func keptFiles() -> [PayloadFile] {
    var files: [PayloadFile] = []
    for source in sources {
      let type = MediaType.forFileExtension(source.keptExtension) ?? .binary
      files.append(PayloadFile(path: keptPath(of: source), fact: source.kept, mediaType: type.name))
    }
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    var previous: String?
    files.removeAll { file in
      defer { previous = file.path }
      return file.path == previous
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
