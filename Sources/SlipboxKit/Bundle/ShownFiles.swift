internal import SlipBase
internal import SlipBundle
internal import SlipExchange
package import SlipNotes

/// The files that belong to a note because its body shows them: pictures and attached files.
///
/// Whatever a tracked change shows belongs to the note, too, also what it deletes: rejecting the change shows it again. So all
/// that the body refers to counts, until the change is decided. Everything that makes a note's list of files from its body asks here.
package struct ShownFiles: Sendable {
  /// The files, each once, in the order of the body.
  package let ids: [Attachment.ID]

  /// The files that a body shows.
  ///
  /// - Parameters:
  ///   - body: RTF as a bundle has it.
  ///   - more: Further files that it shows, such as those whose data it contained.
  package init(in body: UnsafeRawBufferPointer, and more: [Attachment.ID] = []) {
    ids = (BodyFiles.shown(in: body) + more).unique
  }

  /// The files that bodies show, in no certain order.
  package static func all(in bodies: [[UInt8]]) -> Set<Attachment.ID> {
    Set(bodies.flatMap { body in body.withUnsafeBytes { ShownFiles(in: $0).ids } })
  }

  /// The list of the note's files: what the body shows, then what stays although it doesn't.
  ///
  /// - Parameters:
  ///   - before: References of earlier lists; files that are still shown keep their names.
  ///   - staying: Files that the text never showed.
  ///   - names: Names of files that are new.
  ///   - box: The box, which has the attachments already. Others are left out.
  package func references(
    before: [AttachmentReference], staying: [AttachmentReference] = [], names: [Attachment.ID: String] = [:],
    in box: SlipBox
  ) -> [AttachmentReference] {
    var known: [Attachment.ID: AttachmentReference] = [:]
    for reference in before where known[reference.attachment] == nil {
      known[reference.attachment] = reference
    }
    var list = ids.compactMap { id -> AttachmentReference? in
      guard let attachment = box.attachment(id) else { return nil }
      if let reference = known[id] { return reference }
      let plain = AttachmentReference.name(ofShown: id, fileExtension: attachment.fileExtension)
      return AttachmentReference(attachment: id, name: names[id] ?? plain)
    }
    var there = Set(list)
    for reference in staying where there.insert(reference).inserted { list.append(reference) }
    return list
  }
}

extension BoxHistory {
  /// A file that the box has no more, and that its history keeps, as an attachment.
  ///
  /// - Parameters:
  ///   - id: The digest of the file.
  ///   - storage: The bundle.
  ///   - limits: Bounds on what is read.
  /// - Returns: The attachment, without a thumbnail, and its bytes; nil where the history doesn't have it.
  /// - Throws: `SlipError` where the file can't be read.
  package func attachment(
    _ id: Attachment.ID, in storage: any BundleStorage, limits: Limits
  ) throws(SlipError) -> (attachment: Attachment, bytes: [UInt8])? {
    for file in replaced where file.fact.digest == id {
      guard let bytes = try storage.payload(PayloadPath.blob(id, file.fileExtension), file.fact) else {
        continue
      }
      var attachment = Attachment(blob: file.fact, mediaType: "", fileExtension: file.fileExtension)
      // So that pictures are measured.
      attachment.width = 0
      attachment.describe(bytes, limits: limits)
      return (attachment, bytes)
    }
    return nil
  }
}
