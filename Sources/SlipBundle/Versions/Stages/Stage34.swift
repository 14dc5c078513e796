internal import ImageCodec
internal import SlipBase
internal import SlipNotes
internal import SlipRTF

/// Stage 3 ↔ 4: pictures become files with digest and thumbnail, mirrors become exact, the one file becomes a
/// tree.
///
/// ```
/// Notes.slipbox.xml    ↔    Notes.slipbox/manifest.xml
///                           Notes.slipbox/notes/00/00000001-….rtf, .txt
///                           Notes.slipbox/attachments/06/06e1….png
///                           Notes.slipbox/thumbnails/06/06e1….png
/// ```
///
/// On the way down, attachments that no note uses are lost, and all facts that aren't what this program would
/// find out again: a thumbnail that another program made, for example.
enum Stage34 {
  /// The stage's row of `StageTable`.
  static let row = VersionStage(
    Version3.row, Version4.row, changes: changes, .whole(up: up, down: down))

  /// What changes on the way up.
  static let changes = [
    "Inline images become attachments: files named by their digest, with thumbnails.",
    "Mirrors become exact: no longer in lower case.", "Titles are stored in a folded form, too.",
    "The one file becomes a tree; the digests of all payload are listed.",
  ]

  /// A box of version 4, with the files that belong to it.
  struct Up: Sendable {
    /// The manifest's facts.
    var box = V4Box()
    /// Contents by path.
    var payload: [String: [UInt8]] = [:]
    /// Pictures without a thumbnail.
    var diagnostics: [Diagnostic] = []
  }

  /// Makes version 4.
  ///
  /// - Parameters:
  ///   - box: The content of version 3.
  ///   - limits: Bounds for reading RTF and decoding pictures.
  ///   - workers: How many texts and pictures are processed at the same time.
  static func up(_ box: V3Box, limits: Limits, workers: Int) -> Up {
    var result = Up()
    result.box.history = box.history
    result.box.folders = box.folders
    result.box.keywords = box.keywords
    let mirrors = Parallel.map(count: box.notes.count, workers: workers) { index in
      mirror(of: box.notes[index].formattedBodyText, limits)
    }
    for (note, mirror) in zip(box.notes, mirrors) { add(note, mirror, to: &result) }
    addAttachments(of: box, to: &result, limits, workers)
    result.box.sort()
    return result
  }

  /// Adds a note with its files.
  ///
  /// The body is taken over byte for byte; its mirror is extracted from it, as the old one is in lower case.
  private static func add(_ note: V3Box.Note, _ mirror: [UInt8], to result: inout Up) {
    result.payload[PayloadPath.body(note.id)] = note.formattedBodyText
    result.payload[PayloadPath.mirror(note.id)] = mirror
    result.box.notes.append(
      V4Box.Note(
        id: note.id, title: note.title, status: note.status, isFavorite: note.isFavorite, order: note.order,
        creationDate: note.creationDate, folder: note.folder, keywords: note.keywords, links: note.links,
        attachment: note.image.map { V4Box.Reference(attachment: Digest(of: $0.bytes), name: $0.name) },
        body: FileFact(of: note.formattedBodyText), mirror: FileFact(of: mirror)))
  }

  /// Adds each different picture once, however many notes have it.
  ///
  /// They are decoded on all cores; the result doesn't depend on the number of cores.
  private static func addAttachments(of box: V3Box, to result: inout Up, _ limits: Limits, _ workers: Int) {
    var seen: Set<Digest> = []
    var blobs: [[UInt8]] = []
    for image in box.notes.compactMap(\.image) where seen.insert(Digest(of: image.bytes)).inserted {
      blobs.append(image.bytes)
    }
    let unique = blobs
    let made = Parallel.map(count: unique.count, workers: workers) { describe(unique[$0], limits) }
    for (bytes, (attachment, thumbnail, fault)) in zip(unique, made) {
      let digest = attachment.blob.digest
      result.box.attachments.append(attachment)
      result.payload[PayloadPath.blob(digest, attachment.fileExtension)] = bytes
      if let thumbnail {
        result.payload[PayloadPath.thumbnail(digest, thumbnail.fileExtension)] = thumbnail.bytes
      }
      if let fault { result.diagnostics.append(fault) }
    }
  }

  /// An attachment of a picture, and its thumbnail.
  ///
  /// Type and extension follow from the content; the name that the note has for the picture says nothing
  /// here. A picture that can't be decoded becomes an attachment without a thumbnail, which is reported.
  private static func describe(
    _ bytes: [UInt8], _ limits: Limits
  ) -> (V4Box.Attachment, Thumbnail?, Diagnostic?) {
    bytes.withUnsafeBytes { raw in
      let type = MediaType.sniff(raw)
      var attachment = V4Box.Attachment(
        blob: FileFact(of: raw), mediaType: type.name, fileExtension: type.fileExtension)
      if let facts = ImageProbe.probe(raw) {
        (attachment.width, attachment.height) = (facts.width, facts.height)
      }
      guard Thumbnail.types.contains(type) else { return (attachment, nil, nil) }
      do throws(SlipError) {
        let thumbnail = try Thumbnail.make(raw, limits: limits)
        attachment.thumbnail = V4Box.Thumbnail(
          file: FileFact(of: thumbnail.bytes), fileExtension: thumbnail.fileExtension)
        return (attachment, thumbnail, nil)
      } catch {
        let place = SourceLocation(file: PayloadPath.blob(attachment.blob.digest, attachment.fileExtension))
        let fault = Diagnostic(
          code: error.code ?? PictureFault.brokenData.rawValue, severity: .warning, message: error.message,
          location: place, hint: "The picture is kept as it is, without a thumbnail.")
        return (attachment, nil, fault)
      }
    }
  }

  /// Makes version 3: bodies and pictures go into the XML, mirrors are made in lower case.
  ///
  /// - Parameters:
  ///   - box: The facts of version 4.
  ///   - limits: Bounds for reading RTF.
  ///   - read: Gives the bytes of a payload file.
  /// - Throws: What `read` throws.
  static func down(
    _ box: V4Box, limits: Limits, read: (String) throws(SlipError) -> [UInt8]
  ) throws(SlipError) -> V3Box {
    var result = V3Box()
    result.history = box.history
    result.folders = box.folders
    result.keywords = box.keywords
    var extensions: [Digest: String] = [:]
    for attachment in box.attachments { extensions[attachment.blob.digest] = attachment.fileExtension }
    for note in box.notes {
      let body = try read(PayloadPath.body(note.id))
      var image: InlineImage?
      if let reference = note.attachment, let suffix = extensions[reference.attachment] {
        image = InlineImage(
          name: reference.name, bytes: try read(PayloadPath.blob(reference.attachment, suffix)))
      }
      result.notes.append(
        V3Box.Note(
          id: note.id, title: note.title, status: note.status, isFavorite: note.isFavorite, order: note.order,
          creationDate: note.creationDate, folder: note.folder, keywords: note.keywords, links: note.links,
          formattedBodyText: body, bodyText: Stage12.lowerCaseMirror(of: body, limits), image: image))
    }
    return result
  }

  /// What doesn't come back.
  ///
  /// - Parameters:
  ///   - box: What was migrated down.
  ///   - again: What `up` makes of the result.
  static func losses(_ box: V4Box, again: V4Box) -> [VersionLoss] {
    var losses = LossList(from: 4, to: 3)
    var attachments: [Digest: V4Box.Attachment] = [:]
    for attachment in again.attachments { attachments[attachment.blob.digest] = attachment }
    for attachment in box.attachments {
      let id = attachment.blob.digest.hex
      guard let same = attachments[attachment.blob.digest] else {
        losses.add("attachment", id, "all of it")
        continue
      }
      losses.compare("attachment", id, attachment.thumbnail, same.thumbnail, "thumbnail")
      losses.compare("attachment", id, attachment.mediaType, same.mediaType, "media type")
      losses.compare("attachment", id, attachment.fileExtension, same.fileExtension, "file name extension")
      losses.compare(
        "attachment", id, [attachment.width, attachment.height], [same.width, same.height], "size")
    }
    for (note, same) in zip(box.notes, again.notes) {
      losses.compare("note", note.id, note.mirror, same.mirror, "mirror")
      losses.compare("note", note.id, note.body, same.body, "body")
    }
    return losses.all
  }

  /// The plain text of a body. What is lost in reading it is reported by validation, not here.
  private static func mirror(of body: [UInt8], _ limits: Limits) -> [UInt8] {
    var ignored = DiagnosticSink()
    return body.withUnsafeBytes { RTFPlainText.extract($0, limits: limits, diagnostics: &ignored) }
  }
}

extension Stage34 {
  /// Reads version 3, makes version 4 and checks that nothing was lost.
  @Sendable static func up(
    _ document: VersionDocument, _ options: StageOptions
  ) throws(SlipError) -> VersionDocument {
    let old = try document.read(V3Format.read, options.limits)
    var new = up(old, limits: options.limits, workers: options.workers)
    try StageTable.expectNothingLost(old.census, new.box.census)
    new.box.history = new.box.history.migrated(from: 3, to: 4, options)
    var result = VersionDocument(version: 4, xml: try V4Format.bytes(new.box), payload: .made(new.payload))
    result.diagnostics = new.diagnostics
    return result
  }

  /// Reads version 4, makes version 3 and lists what that loses.
  @Sendable static func down(
    _ document: VersionDocument, _ options: StageOptions
  ) throws(SlipError) -> VersionDocument {
    let old = try document.read(V4Format.read, options.limits)
    var new = try down(old, limits: options.limits) { path throws(SlipError) in
      try document.payload.read(path)
    }
    let again = up(new, limits: options.limits, workers: options.workers)
    new.history = new.history.migrated(from: 4, to: 3, options)
    var result = VersionDocument(version: 3, xml: try V3Format.bytes(new), payload: .none)
    result.losses = losses(old, again: again.box)
    return result
  }
}
