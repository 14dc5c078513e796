internal import SlipDocument
internal import SlipRTF
internal import SlipBase
internal import SlipNotes

extension Exporter {
  /// The body as the text of a package, together with all blobs of the note, including those that
  /// the text doesn't show.
  ///
  /// Pictures in the text become references to files of the package, as Cocoa writes them. Links to
  /// attachments lead to the same files, and links to notes lead to the exported packages.
  func rtfd(_ note: Note, _ body: [UInt8], _ path: String) throws -> Output {
    var files = PackageFiles()
    for reference in note.attachments {
      guard let attachment = box.attachment(reference.attachment) else { continue }
      try files.add(reference, attachment) { try blob(reference.attachment) }
    }
    var text = body.withUnsafeBytes { body in
      RTFDExport.text(of: body) { files.facts[$0] }
    }
    text = text.withUnsafeBytes {
      RTFHyperlinks.rewrite($0) { target in
        if let digest = PayloadPath.attachment(fromBody: target) {
          return files.facts[digest].map { RelativeURL.encoded(path: $0.name) }
        }
        return links.reference(for: target, in: note, at: path)
      }
    }
    files.package.add(RTFDWriter.textName, text)
    return Output(package: SafePackage.of(files.package))
  }

  /// Collects the files of a package and the names they get.
  private struct PackageFiles {
    /// The files so far.
    var package = FilePackage()
    /// The name and, for pictures, the size in twips of each blob.
    var facts: [Digest: (name: String, width: Int?, height: Int?)] = [:]
    /// Chooses the names.
    private var names = RTFDNames()

    /// Adds a blob under its name, unless it is there.
    mutating func add(
      _ reference: AttachmentReference, _ attachment: Attachment, bytes: () throws -> [UInt8]
    ) rethrows {
      guard facts[attachment.id] == nil else { return }
      let type = MediaType.named(attachment.mediaType) ?? .binary
      let name = package.add(attachment: names.name(reference.name, type, attachment.id), try bytes())
      // Cocoa shows a pixel as a point, which is 20 twips.
      let isPicture = type.isImage
      facts[attachment.id] = (
        name, isPicture ? attachment.width.map { $0 * 20 } : nil,
        isPicture ? attachment.height.map { $0 * 20 } : nil
      )
    }
  }
}
