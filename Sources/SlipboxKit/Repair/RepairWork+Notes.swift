internal import SlipRTF
internal import SlipBase
internal import SlipBundle
internal import SlipNotes

/// Repairs of notes: mirrors, references to pictures, and bodies that become notes.
///
/// All of them derive something from a body. Before that, `intact` checks that the body is the
/// one that the manifest lists: what was derived from an unknown body would make damage look
/// like a valid bundle.
extension RepairWork {
  /// Renews mirrors and lists pictures, for the notes that wanted findings are about.
  ///
  /// A mirror may be wrong in several ways (missing, wrong length, wrong digest, other text),
  /// and all are repaired the same way.
  mutating func repairNotes() throws(SlipError) {
    for note in box.notes {
      let (body, mirror) = (PayloadPath.body(note.id), PayloadPath.mirror(note.id))
      if wants(body, ValidationRule.bodyPictureUnlisted.code) { try referToPictures(note, body) }
      let rules: [ValidationRule] = [
        .mirrorDiffers, .wrongLength, .wrongDigest, .missingFile,
      ]
      if rules.contains(where: { wants(mirror, $0.code) }), try renewMirror(note, body, mirror) {
        recordRepairs(of: rules, mirror)
      }
    }
  }

  /// Writes the mirror of a note again from its body.
  ///
  /// - Returns: False where the body isn't the listed one; then nothing is derived from it.
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

  /// Adds the attachments that a body shows, but its note doesn't list. Those that only the history has come back; others that the
  /// box doesn't have are left alone.
  private mutating func referToPictures(_ note: Note, _ body: String) throws(SlipError) {
    guard let bytes = intact(body, note.body) else { return }
    let shown = bytes.withUnsafeBytes { ShownFiles(in: $0) }
    for file in shown.ids where box.attachment(file) == nil {
      guard let kept = try box.history.attachment(file, in: old, limits: options.limits) else { continue }
      try box.insert(kept.attachment)
      try stage.write(PayloadPath.blob(file, kept.attachment.fileExtension), kept.bytes)
      try renewThumbnail(kept.attachment, kept.bytes)
    }
    let references = shown.references(before: note.attachments, staying: note.attachments, in: box)
    guard references.count > note.attachments.count else { return }
    try box.update(note: note.id) { $0.attachments = references }
    recordRepair(.bodyPictureUnlisted, body)
  }

  /// Makes notes of unlisted bodies, under the UUIDs in their paths. The title is the first
  /// line of the text, the date of modification that of the file; files that aren't RTF are
  /// left alone.
  ///
  /// This is an unsafe repair: the body may be what is left of a note that was deleted on
  /// purpose.
  mutating func adoptBodies() throws(SlipError) {
    for finding in found where finding.diagnostic.code == ValidationRule.unlistedFile.code {
      let path = finding.entry
      guard wants(path, ValidationRule.unlistedFile.code), PayloadShape(path: path) == .body,
        let id = UniqueID(String(path.dropLast(4).suffix(36))), !box.has(note: id)
      else { continue }
      let bytes = try old.read(path)
      guard bytes.withUnsafeBytes(RTFProbe.isRTF) else { continue }
      let limits = options.limits
      var diagnostics = DiagnosticSink()
      let text = bytes.withUnsafeBytes { RTFPlainText.extract($0, limits: limits, diagnostics: &diagnostics) }
      let mirror = PayloadPath.mirror(id)
      // The mirror is derived from the body, so the unlisted one can be discarded.
      if try stage.hasUnlisted(mirror) { stage.discard(mirror, try old.fact(of: mirror)) }
      var note = Note(
        id: id, title: RepairWork.title(text), body: FileFact(of: bytes),
        mirror: try stage.write(mirror, text))
      note.modified = try old.modified(of: path)
      note.attachments = bytes.withUnsafeBytes { ShownFiles(in: $0) }.references(before: [], in: box)
      try box.insert(note)
      actions.append(
        Repair.Action(
          code: ValidationRule.unlistedFile.code, path: path,
          text: ValidationRule.unlistedFile.repair.unsafe ?? ""))
    }
  }

  /// The first line that isn't empty, with single spaces, cut to 120 characters.
  private static func title(_ text: [UInt8]) -> String {
    let line = text.split(separator: 0x0A).first { $0.contains { $0 > 0x20 } }
    let words = String(decoding: line ?? [], as: UTF8.self).split { $0.isWhitespace || $0 == "\u{FFFC}" }
    return String(words.joined(separator: " ").prefix(120))
  }
}
