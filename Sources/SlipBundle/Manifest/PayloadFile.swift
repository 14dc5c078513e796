public import SlipBase
public import SlipNotes

/// A payload file as the manifest lists it.
public struct PayloadFile: Sendable, Hashable {
  /// Relative to the bundle.
  public var path: String
  public var fact: FileFact
  /// RFC 6838.
  public var mediaType: String

  public init(path: String, fact: FileFact, mediaType: String) {
    self.path = path
    self.fact = fact
    self.mediaType = mediaType
  }
}

extension SlipBox {
  static let bodyType = MediaType.forFileExtension("rtf")?.name ?? "application/rtf"
  static let mirrorType = "text/plain"

  /// Every payload file that a bundle of this box has, bytewise by path.
  public func payload() -> [PayloadFile] {
    var files: [PayloadFile] = []
    files.reserveCapacity(2 * noteCount + 2 * attachmentCount)
    forEachPayloadFile { files.append($0) }
    return files
  }

  /// Streams what `payload()` gives.
  public func forEachPayloadFile<E: Error>(_ body: (PayloadFile) throws(E) -> Void) throws(E) {
    // The folders' names are in bytewise order: attachments, notes, sources, thumbnails.
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

  /// Where the bytes lie that are kept of a source.
  public func keptPath(of source: Source) -> String {
    PayloadPath.kept(source.kept.digest, source.keptExtension)
  }

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
  /// The extension of the file in `sources/`: the format's name.
  public var keptExtension: String { Source.keptExtension(ofFormat: format) }

  static func keptExtension(ofFormat format: String) -> String {
    PayloadPath.isExtension(format) ? format : "bin"
  }
}
