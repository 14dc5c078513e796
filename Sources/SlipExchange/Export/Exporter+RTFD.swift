internal import SlipBase
internal import SlipDocument
package import SlipNotes
internal import SlipRTF
internal import SlipRTFD

extension Exporter {
  /// The body as the text of a package, together with all blobs of the note, including those that
  /// the text doesn't show.
  ///
  /// Pictures in the text become references to files of the package, as Cocoa writes them. Links to
  /// attachments lead to the same files, and links to notes lead to the exported packages.
  package func rtfd(_ note: Note, _ body: [UInt8], _ path: String) throws -> Output {
    var files = PackageFiles()
    for reference in note.attachments {
      guard let attachment = box.attachment(reference.attachment) else { continue }
      try files.add(reference, attachment) { try blob(reference.attachment) }
    }
    var text = body.withUnsafeBytes { body in
      RTFDExport.text(of: body) { files.next($0) }
    }
    text = text.withUnsafeBytes {
      RTFHyperlinks.rewrite($0) { target in
        if let digest = PayloadPath.attachment(fromBody: target) {
          return files.facts[digest]?.first.map { RelativeURL.encoded(path: $0.name) }
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
    /// The names and, for pictures, the size in twips of each blob. Files of equal bytes are one blob.
    var facts: [Digest: [(name: String, width: Int?, height: Int?)]] = [:]
    /// How often each blob was shown.
    private var shown: [Digest: Int] = [:]
    /// The names of references that were added.
    private var added: [Digest: Set<String>] = [:]
    /// Chooses the names.
    private var names = RTFDNames()

    /// The name and size for the next place of the text that shows a blob; nil where there is no such blob.
    ///
    /// Files of equal bytes come in the order of the note's references. What is shown more often has the last name.
    mutating func next(_ blob: Digest) -> (name: String, width: Int?, height: Int?)? {
      guard let names = facts[blob] else { return nil }
      let place = shown[blob, default: 0]
      shown[blob] = place + 1
      return names[min(place, names.count - 1)]
    }

    /// Adds a blob under its name, unless it is there.
    mutating func add(
      _ reference: AttachmentReference, _ attachment: Attachment, bytes: () throws -> [UInt8]
    ) rethrows {
      guard added[attachment.id, default: []].insert(reference.name).inserted else { return }
      let type = MediaType.named(attachment.mediaType) ?? .binary
      let name = package.add(attachment: names.name(reference.name, type, attachment.id), try bytes())
      // Cocoa shows a pixel as a point, which is 20 twips.
      let isPicture = type.isImage
      facts[attachment.id, default: []].append(
        (
          name, isPicture ? attachment.width.map { $0 * 20 } : nil,
          isPicture ? attachment.height.map { $0 * 20 } : nil
        ))
    }
  }
}
