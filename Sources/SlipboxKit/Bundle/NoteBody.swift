internal import ImageCodec
internal import SlipBase
internal import SlipBundle
package import SlipExchange
package import SlipNotes
internal import SlipRTF

/// The body of a note that somebody wrote or edited, read as an import would read it.
package struct NoteBody: Sendable {
  /// What reading gave: the body without embedded pictures, the mirror, pictures and link targets.
  package let imported: ImportedNote
  /// The files that the body shows: those it refers to, then those whose data it contained.
  package let shown: ShownFiles

  /// Reads a body: pictures are extracted, mirror and links are derived.
  ///
  /// - Parameters:
  ///   - bytes: The body as it was written.
  ///   - name: What it is called in messages.
  ///   - own: The attachments of the note: absolute links to them become relative again.
  ///   - limits: Bounds on what is read.
  /// - Throws: `SlipError` for bytes that can't be imported, such as those that aren't RTF.
  package init(
    _ bytes: UnsafeRawBufferPointer, name: String, own: Set<Digest>, limits: Limits
  ) throws(SlipError) {
    var context = ImportContext(key: ImportKey(sourceName: "body", path: name))
    context.limits = limits
    let relinked = NoteBody.relinked(bytes, own)
    var imported = try slipErrors { try relinked.withUnsafeBytes { try Importer.rtf.read($0, context) } }
    imported.probePictures(limits: limits)
    self.imported = imported
    let contained = imported.attachments.filter(\.isShown).map(\.payload.fact.digest)
    shown = imported.body.bytes.withUnsafeBytes { ShownFiles(in: $0, and: contained) }
  }

  /// The references to what the body shows: see `ShownFiles.references`.
  package func references(
    before: [AttachmentReference], staying: [AttachmentReference] = [], in box: SlipBox
  ) -> [AttachmentReference] {
    var names: [Digest: String] = [:]
    for picture in imported.attachments where picture.isShown {
      let digest = picture.payload.fact.digest
      if names[digest] == nil { names[digest] = picture.name }
    }
    return shown.references(before: before, staying: staying, names: names, in: box)
  }

  /// The pictures that the body shows and that neither it nor the box has.
  ///
  /// What the history doesn't have either, no program makes a body show; damage does.
  package func missingPictures(in box: SlipBox) -> [Digest] {
    let brought = Set(imported.attachments.map(\.payload.fact.digest))
    return shown.ids.filter { box.attachment($0) == nil && !brought.contains($0) }
  }

  /// The body with relative links to the note's own attachments.
  ///
  /// Word processors make links to local files absolute when they save:
  /// `../../attachments/9f/…` becomes `file:///home/…/attachments/9f/…`. Such a link would
  /// break when the bundle is moved. Links to attachments of other notes, or to files
  /// elsewhere, stay as they are.
  private static func relinked(_ body: UnsafeRawBufferPointer, _ own: Set<Digest>) -> [UInt8] {
    RTFHyperlinks.rewrite(body) { target in
      guard let (path, attachment) = PayloadPath.blobFromBody(atEndOf: target), path != target else {
        return nil
      }
      return own.contains(attachment) ? path : nil
    }
  }
}

/// Attachments of bodies.
extension Attachment {
  /// The attachment for a picture of an imported note, without a thumbnail.
  package init(_ imported: ImportedAttachment) {
    self.init(
      blob: imported.payload.fact, mediaType: imported.mediaType, fileExtension: imported.fileExtension)
    width = imported.width
    height = imported.height
  }
}

extension Attachment {
  /// Takes from the content what follows from it: type, extension, and the size of a picture where one was given.
  package mutating func describe(_ bytes: [UInt8], limits: Limits) {
    let (type, facts) = bytes.withUnsafeBytes { (MediaType.sniff($0), ImageProbe.probe($0)) }
    (mediaType, fileExtension) = (type.name, type.fileExtension)
    guard width != nil || height != nil else { return }
    let shown = facts.flatMap { max($0.width, $0.height) <= limits.pictureSide ? $0 : nil }
    (width, height) = (shown?.width, shown?.height)
  }
}

/// Lists of what a body shows.
extension Array where Element: Hashable {
  /// Each element once, where it comes first.
  var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
