internal import SlipBase
internal import SlipNotes

/// Reads and writes the manifest of version 4, the first that lists files.
///
/// ```
/// <slipbox xmlns="urn:slipbox:manifest" version="4">
///   <history>…</history>
///   <folders>…</folders>
///   <keywords>…</keywords>
///   <attachments>
///     <attachment sha256="06e1…" type="image/png" extension="png" width="6" height="4" thumbnail="png"/>
///   </attachments>
///   <notes>
///     <note id="00000001-…" title="Swarming" canonicalTitle="swarming" status="Review">
///       <keyword ref="00000011-…"/>
///       <link to="00000002-…"/>
///       <attachment ref="06e1…" name="swarm.png"/>
///     </note>
///   </notes>
///   <files>
///     <file path="attachments/06/06e1….png" length="117" sha256="06e1…" type="image/png"/>
///     <file path="notes/00/00000001-….rtf" length="46" sha256="15d7…" type="application/rtf"/>
///     …
///   </files>
/// </slipbox>
/// ```
///
/// Folders and keywords are as in version 3. A note has one attachment at most, and need not refer to the
/// pictures that its body shows.
enum V4Format {
  /// The elements and attributes of version 4.
  ///
  /// `Schemas/slipbox-4.xsd` says the same; both are frozen.
  static let form = VersionForm(
    [
      (.slipbox, [VersionForm.must("version", .words(["4"]))]), (.history, []), VersionForm.event,
      (.folders, []), (.folder, V3Format.folder), (.keywords, []), (.keyword, V3Format.keyword),
      (.attachments, []),
      (
        .attachment,
        [
          VersionForm.must("sha256", .sha256), VersionForm.must("type", .mediaType),
          VersionForm.must("extension", .suffix), VersionForm.may("width", .pixels),
          VersionForm.may("height", .pixels), VersionForm.may("thumbnail", .words(["png", "jpg"])),
        ]
      ), (.notes, []),
      (
        .note,
        [
          VersionForm.must("id", .uuid), VersionForm.must("title", .text),
          VersionForm.must("canonicalTitle", .text), VersionForm.may("status", .words(VersionForm.statuses)),
          VersionForm.may("isFavorite", .bool), VersionForm.may("order", .number),
          VersionForm.may("creationDate", .date), VersionForm.may("folder", .uuid),
        ]
      ),
      (.noteKeyword, [VersionForm.must("ref", .uuid)]), (.link, [VersionForm.must("to", .uuid)]),
      (.reference, [VersionForm.must("ref", .sha256), VersionForm.must("name", .text)]), (.files, []),
      (
        .file,
        [
          VersionForm.must("path", .pathBefore6), VersionForm.must("length", .length),
          VersionForm.must("sha256", .sha256), VersionForm.must("type", .mediaType),
        ]
      ),
    ])

  /// Reads a manifest, and sorts its entities by id.
  ///
  /// - Throws: `SlipError` with line and column for anything that the version doesn't have, with code
  ///   `ManifestCode.unlistedPayload` for an entity without its files.
  static func read(
    _ bytes: UnsafeRawBufferPointer, file: String?, limits: Limits
  ) throws(SlipError) -> V4Box {
    let reader = V4Reader()
    try VersionWalker.read(bytes, form, file: file, limits: limits, reader)
    return try reader.finish()
  }

  /// Writes a manifest. The same box gives the same bytes.
  static func bytes(_ box: V4Box) throws(SlipError) -> [UInt8] {
    try VersionWriter.bytes(version: 4) { writer in
      try writer.history(box.history)
      try writer.start(.folders)
      for folder in box.folders { try writer.folder(folder) }
      writer.end()
      try writer.start(.keywords)
      for keyword in box.keywords { try writer.keyword(keyword) }
      writer.end()
      try writer.start(.attachments)
      for attachment in box.attachments { try write(attachment, &writer) }
      writer.end()
      try writer.start(.notes)
      for note in box.notes { try write(note, &writer) }
      writer.end()
      try writer.start(.files)
      for file in box.files() { try write(file, &writer) }
      writer.end()
    }
  }

  /// Writes an attachment, without the facts about its files.
  private static func write(_ attachment: V4Box.Attachment, _ writer: inout VersionWriter) throws {
    try writer.start(.attachment)
    writer.word("sha256", attachment.blob.digest.hex)
    writer.word("type", attachment.mediaType)
    writer.word("extension", attachment.fileExtension)
    if let width = attachment.width { writer.word("width", String(width)) }
    if let height = attachment.height { writer.word("height", String(height)) }
    if let thumbnail = attachment.thumbnail { writer.word("thumbnail", thumbnail.fileExtension) }
    writer.end()
  }

  /// Writes a note.
  private static func write(_ note: V4Box.Note, _ writer: inout VersionWriter) throws {
    try writer.start(.note)
    writer.id("id", note.id)
    writer.text("title", note.title)
    writer.text("canonicalTitle", note.canonicalTitle)
    if note.status != .draft { writer.word("status", note.status.rawValue) }
    if note.isFavorite { writer.word("isFavorite", "true") }
    writer.number("order", note.order)
    writer.date("creationDate", note.creationDate)
    writer.id("folder", note.folder)
    try writer.references(.noteKeyword, "ref", note.keywords)
    try writer.references(.link, "to", note.links)
    if let reference = note.attachment {
      try writer.start(.reference)
      writer.word("ref", reference.attachment.hex)
      writer.text("name", reference.name)
      writer.end()
    }
    writer.end()
  }

  /// Writes the facts about a file.
  private static func write(_ file: PayloadFile, _ writer: inout VersionWriter) throws {
    try writer.start(.file)
    writer.word("path", file.path)
    writer.word("length", String(file.fact.length))
    writer.word("sha256", file.fact.digest.hex)
    writer.word("type", file.mediaType)
    writer.end()
  }
}

extension V4Box {
  /// Every payload file, in bytewise order of the paths.
  func files() -> [PayloadFile] {
    var files: [PayloadFile] = []
    for attachment in attachments {
      let path = PayloadPath.blob(attachment.blob.digest, attachment.fileExtension)
      files.append(PayloadFile(path: path, fact: attachment.blob, mediaType: attachment.mediaType))
    }
    for note in notes {
      files.append(
        PayloadFile(path: PayloadPath.body(note.id), fact: note.body, mediaType: "application/rtf"))
      files.append(
        PayloadFile(path: PayloadPath.mirror(note.id), fact: note.mirror, mediaType: "text/plain"))
    }
    for attachment in attachments {
      guard let thumbnail = attachment.thumbnail else { continue }
      files.append(
        PayloadFile(
          path: PayloadPath.thumbnail(attachment.blob.digest, thumbnail.fileExtension), fact: thumbnail.file,
          mediaType: thumbnail.fileExtension == "png" ? "image/png" : "image/jpeg"))
    }
    return files
  }
}
