internal import SlipBase

/// A payload file to be read, with what the manifest says of it.
struct PayloadJob: Sendable {
  var file: ManifestFile
  /// The mirror that is listed with a body.
  var mirror: ManifestFile?
  /// The attachments of a body's note.
  var pictures: [Digest] = []
  /// Of a blob or thumbnail.
  var attachment: ManifestIndex.AttachmentFacts?

  init(_ file: ManifestFile, _ index: ManifestIndex) {
    self.file = file
    switch file.key {
    case .body(let id): pictures = index.pictures[id] ?? []
    case .blob(let digest), .thumbnail(let digest): attachment = index.attachments[digest]
    case .mirror, .kept: break
    }
  }
}

/// What reading a payload file showed.
struct PayloadResult: Sendable {
  var findings: [Finding] = []
  var bytes = 0
  /// The file isn't what the manifest lists.
  var isFaulty = false
}
