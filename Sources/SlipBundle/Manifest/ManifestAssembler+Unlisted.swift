internal import SlipBase
internal import SlipNotes

/// Payload that a repair finds where the manifest doesn't list it.
extension ManifestAssembler {
  /// A blob must be the one that its name says.
  func findUnlisted() {
    guard let unlisted else { return }
    func find(_ key: PayloadKey, _ path: String, _ digest: Digest? = nil) {
      guard facts[key] == nil, let fact = unlisted(path), digest.map({ $0 == fact.digest }) ?? true else {
        return
      }
      facts[key] = fact
    }
    for note in notes {
      find(.body(note.id), PayloadPath.body(note.id))
      find(.mirror(note.id), PayloadPath.mirror(note.id))
    }
    for attachment in attachments {
      let (id, suffix) = (attachment.id, attachment.fileExtension)
      find(.blob(id), PayloadPath.blob(id, suffix), id)
      if extensions[.blob(id)] == nil { extensions[.blob(id)] = suffix }
      guard let thumbnail = attachment.thumbnail else { continue }
      find(.thumbnail(id), PayloadPath.thumbnail(id, thumbnail.fileExtension))
      if extensions[.thumbnail(id)] == nil { extensions[.thumbnail(id)] = thumbnail.fileExtension }
    }
  }
}
