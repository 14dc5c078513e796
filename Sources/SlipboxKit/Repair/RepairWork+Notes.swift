internal import SlipRTF
internal import SlipBase
internal import SlipBundle
internal import SlipFormats
internal import SlipNotes

/// Mirrors, references to pictures, and bodies that become notes.
extension RepairWork {
  mutating func mendNotes() throws(SlipError) {
    for note in box.notes {
      let (body, mirror) = (PayloadPath.body(note.id), PayloadPath.mirror(note.id))
      if wants(body, ValidationRule.bodyPictureUnlisted.code) { try referToPictures(note, body) }
      let rules: [ValidationRule] = [
        .mirrorDiffers, .wrongLength, .wrongDigest, .missingFile,
      ]
      if rules.contains(where: { wants(mirror, $0.code) }), try renewMirror(note, body, mirror) {
        did(anyOf: rules, mirror)
      }
    }
  }

  /// False where the body isn't the listed one.
  private mutating func renewMirror(
    _ note: Note, _ body: String, _ mirror: String
  ) throws(SlipError) -> Bool {
    guard let bytes = intact(body, note.body) else { return false }
    let limits = options.limits
    var diagnostics = DiagnosticSink()
    let text = bytes.withUnsafeBytes {
      RTFPlainText.extract($0, limits: limits, diagnostics: &diagnostics)
    }
    if options.isTrial { mirrors.append((mirror, (try? old.read(mirror)) ?? [], text)) }
    let fact = try stage.write(mirror, text)
    try box.update(note: note.id) { $0.mirror = fact }
    return true
  }

  private mutating func referToPictures(_ note: Note, _ body: String) throws(SlipError) {
    guard let bytes = intact(body, note.body) else { return }
    var references = note.attachments
    for shown in bytes.withUnsafeBytes({ RTFPictures.references(in: $0) }) {
      guard let attachment = box.attachment(shown.digest),
        !references.contains(where: { $0.attachment == shown.digest })
      else { continue }
      let name = AttachmentReference.name(
        ofShown: shown.digest, fileExtension: attachment.fileExtension)
      references.append(AttachmentReference(attachment: shown.digest, name: name))
    }
    guard references.count > note.attachments.count else { return }
    try box.update(note: note.id) { $0.attachments = references }
    did(.bodyPictureUnlisted, body)
  }

  /// Unlisted bodies become notes, under the ids that their paths say.
  mutating func adoptBodies() throws(SlipError) {
    for finding in found where finding.diagnostic.code == ValidationRule.unlistedFile.code {
      let path = finding.entry
      guard wants(path, ValidationRule.unlistedFile.code), PayloadShape(path: path) == .body,
        let id = UniqueID(String(path.dropLast(4).suffix(36))), box.note(id) == nil
      else { continue }
      let bytes = try old.read(path)
      guard bytes.withUnsafeBytes(RTFProbe.isRTF) else { continue }
      let (limits, attachments) = (options.limits, box)
      var diagnostics = DiagnosticSink()
      let text = bytes.withUnsafeBytes { RTFPlainText.extract($0, limits: limits, diagnostics: &diagnostics) }
      let mirror = PayloadPath.mirror(id)
      // It is derived, and made anew.
      if try stage.hasUnlisted(mirror) { stage.discard(mirror, try old.fact(of: mirror)) }
      var note = Note(
        id: id, title: RepairWork.title(text), body: FileFact(of: bytes),
        mirror: try stage.write(mirror, text))
      note.modified = try old.modified(of: path)
      note.attachments = bytes.withUnsafeBytes { RTFPictures.references(in: $0) }.compactMap { shown in
        attachments.attachment(shown.digest).map {
          AttachmentReference(
            attachment: shown.digest,
            name: AttachmentReference.name(ofShown: shown.digest, fileExtension: $0.fileExtension))
        }
      }
      try box.insert(note)
      actions.append(
        Repair.Action(
          code: ValidationRule.unlistedFile.code, path: path,
          text: ValidationRule.unlistedFile.repair.unsafe ?? ""))
    }
  }

  /// The first line that isn't empty, cut to a title's length.
  private static func title(_ text: [UInt8]) -> String {
    let line = text.split(separator: 0x0A).first { $0.contains { $0 > 0x20 } }
    let words = String(decoding: line ?? [], as: UTF8.self).split { $0.isWhitespace || $0 == "\u{FFFC}" }
    return String(words.joined(separator: " ").prefix(120))
  }
}
