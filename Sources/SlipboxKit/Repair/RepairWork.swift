internal import ImageCodec
internal import SlipBase
internal import SlipBundle
internal import SlipFormats
internal import SlipNotes

/// One repair while it is being made. `box` is what the new manifest will say.
struct RepairWork {
  let stage: BundleStage
  let old: DirectoryStorage
  let options: Repair.Options
  var box: SlipBox
  var actions: [Repair.Action] = []
  /// Mirrors that were made, by path: before and after.
  private var mirrors: [(path: String, old: [UInt8], new: [UInt8])] = []
  private let faults: [BoxFault]
  private let found: [ValidationFinding]
  /// Codes of wanted findings, by the path of the file.
  private var wanted: [String: Set<String>] = [:]
  private let manifest: [UInt8]
  /// The bundle's path as the user knows it.
  private let name: String

  init(
    name: String, stage: BundleStage, old: DirectoryStorage, found: [ValidationFinding],
    wanted: [ValidationFinding],
    options: Repair.Options
  ) throws(SlipError) {
    self.name = name
    (self.stage, self.old, self.options, self.found) = (stage, old, options, found)
    for finding in wanted { self.wanted[finding.entry, default: []].insert(finding.diagnostic.code) }
    manifest = try old.read(BundleLayout.manifestPath)
    let (limits, file) = (options.limits, old.displayPath(of: BundleLayout.manifestPath))
    let bytes = manifest
    (box, faults) = try slipErrors {
      try bytes.withUnsafeBytes { try ManifestReader.readMending($0, file: file, limits: limits) }
    }
    guard options.isUnsafe || faults.allSatisfy({ $0.kind == .unused }) else {
      throw SlipError(
        .cannotDo, code: KitCode.needsUnsafeRepair,
        "The manifest contradicts itself; only --fix-unsafe can write it anew. Nothing was changed.",
        at: SourceLocation(file: file))
    }
  }

  mutating func run() throws(SlipError) {
    noteMended()
    if options.isUnsafe {
      try adoptBodies()
      try dropLinksToItself()
      dropUnused()
    }
    try mendNotes()
    try mendPictures()
    noteRest()
    actions.sort { ($0.path, $0.code, $0.object ?? "") < ($1.path, $1.code, $1.object ?? "") }
  }

  /// Whether one of these findings about the file is to be put right.
  private func wants(_ path: String, _ codes: String...) -> Bool {
    wanted[path].map { found in codes.contains { found.contains($0) } } ?? false
  }

  private mutating func did(_ rule: any ValidationRule.Type, _ path: String, _ object: String? = nil) {
    let isUnsafe = rule.repair.safe == nil
    guard let text = isUnsafe ? rule.repair.unsafe : rule.repair.safe else { return }
    actions.append(Repair.Action(code: rule.code, path: path, object: object, text: text))
  }

  /// Tells each finding of these rules about a file as put right.
  private mutating func did(anyOf rules: [any ValidationRule.Type], _ path: String) {
    for rule in rules where wants(path, rule.code) { did(rule, path) }
  }

  // MARK: The manifest

  /// What reading the manifest has put right already; only an unsafe repair comes here with such faults.
  private mutating func noteMended() {
    for fault in faults {
      let rule: (any ValidationRule.Type)? =
        switch (fault.kind, fault.other) {
        case (.duplicate, _): DuplicateID.self
        case (.keywordNameTaken, _): DuplicateKeywordName.self
        case (.folderCycle, _): FolderCycle.self
        case (.dangling, .folder): DanglingFolder.self
        case (.dangling, .keyword): DanglingKeyword.self
        case (.dangling, .source): DanglingSource.self
        case (.dangling, .note): DanglingLink.self
        case (.dangling, .attachment): isNote(fault.entity) ? DanglingAttachment.self : nil
        case (.dangling, nil), (.unused, _): nil
        }
      if let rule { did(rule, BundleLayout.manifestPath, fault.entity.description) }
    }
  }

  private func isNote(_ entity: EntityID) -> Bool {
    if case .note = entity { true } else { false }
  }

  private mutating func dropLinksToItself() throws(SlipError) {
    guard wants(BundleLayout.manifestPath, LinkToItself.code) else { return }
    for note in box.notes where note.links.contains(note.id) {
      try box.update(note: note.id) { $0.links.removeAll { $0 == note.id } }
      did(LinkToItself.self, BundleLayout.manifestPath, "note \(note.id)")
    }
  }

  private mutating func dropUnused() {
    guard wants(BundleLayout.manifestPath, UnusedAttachment.code, UnusedSource.code) else { return }
    for entity in box.removeUnused() {
      let rule: any ValidationRule.Type =
        if case .source = entity { UnusedSource.self } else { UnusedAttachment.self }
      did(rule, BundleLayout.manifestPath, entity.description)
    }
  }

  /// What writing the bundle's own files puts right, and derived files that are left behind.
  private mutating func noteRest() {
    did(anyOf: [ManifestEdited.self, FilesOutOfOrder.self], BundleLayout.manifestPath)
    did(anyOf: [PackOrder.self, PackSlack.self, PackDescriptors.self], "")
    did(anyOf: [ManifestDigestMissing.self], BundleLayout.manifestDigestPath)
    did(anyOf: [MimetypeMissing.self, MimetypeDiffers.self], BundleLayout.mimetypePath)
    for path in wanted.keys.sorted() where PayloadShape(path: path) != .attachment {
      did(anyOf: [MediaTypeDiffers.self], path)
    }
    for finding in found where finding.diagnostic.code == UnlistedFile.code {
      guard isDerived(finding.entry), wants(finding.entry, UnlistedFile.code),
        !actions.contains(where: { $0.path == finding.entry })
      else { continue }
      did(UnlistedFile.self, finding.entry)
    }
  }

  private func isDerived(_ path: String) -> Bool {
    [.mirror, .thumbnail].contains(PayloadShape(path: path))
  }

  // MARK: Notes

  private mutating func mendNotes() throws(SlipError) {
    for note in box.notes {
      let (body, mirror) = (PayloadPath.body(note.id), PayloadPath.mirror(note.id))
      if wants(body, BodyPictureUnlisted.code) { try referToPictures(note, body) }
      let rules: [any ValidationRule.Type] = [
        MirrorDiffers.self, WrongLength.self, WrongDigest.self, MissingFile.self,
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
      let name = "\(shown.digest.hex.prefix(8)).\(attachment.fileExtension)"
      references.append(AttachmentReference(attachment: shown.digest, name: name))
    }
    guard references.count > note.attachments.count else { return }
    try box.update(note: note.id) { $0.attachments = references }
    did(BodyPictureUnlisted.self, body)
  }

  /// Unlisted bodies become notes, under the ids that their paths say.
  private mutating func adoptBodies() throws(SlipError) {
    for finding in found where finding.diagnostic.code == UnlistedFile.code {
      let path = finding.entry
      guard wants(path, UnlistedFile.code), PayloadShape(path: path) == .body,
        let id = UniqueID(String(path.dropLast(4).suffix(36))), box.note(id) == nil,
        let bytes = try? old.read(path), bytes.withUnsafeBytes(RTFProbe.isRTF)
      else { continue }
      let (limits, attachments) = (options.limits, box)
      var diagnostics = DiagnosticSink()
      let text = bytes.withUnsafeBytes { RTFPlainText.extract($0, limits: limits, diagnostics: &diagnostics) }
      let mirror = PayloadPath.mirror(id)
      var note = Note(
        id: id, title: RepairWork.title(text), body: FileFact(of: bytes),
        mirror: try stage.write(mirror, text))
      note.modified = try old.modified(of: path)
      note.attachments = bytes.withUnsafeBytes { RTFPictures.references(in: $0) }.compactMap { shown in
        attachments.attachment(shown.digest).map {
          AttachmentReference(
            attachment: shown.digest, name: "\(shown.digest.hex.prefix(8)).\($0.fileExtension)")
        }
      }
      try box.insert(note)
      actions.append(
        Repair.Action(
          code: UnlistedFile.code, path: path, text: UnlistedFile.repair.unsafe ?? ""))
    }
  }

  /// The first line that isn't empty, cut to a title's length.
  private static func title(_ text: [UInt8]) -> String {
    let line = text.split(separator: 0x0A).first { $0.contains { $0 > 0x20 } }
    let words = String(decoding: line ?? [], as: UTF8.self).split { $0.isWhitespace || $0 == "\u{FFFC}" }
    return String(words.joined(separator: " ").prefix(120))
  }

  // MARK: Pictures

  private mutating func mendPictures() throws(SlipError) {
    let pictures: [any ValidationRule.Type] = [ThumbnailMissing.self, PictureSizeDiffers.self]
    let files: [any ValidationRule.Type] = [
      ThumbnailStale.self, ThumbnailTooLarge.self, WrongLength.self, WrongDigest.self, MissingFile.self,
    ]
    for attachment in box.attachments {
      let blob = PayloadPath.blob(attachment.id, attachment.fileExtension)
      let thumbnail = attachment.thumbnail.map { PayloadPath.thumbnail(attachment.id, $0.fileExtension) }
      let wantsBlob = pictures.contains { wants(blob, $0.code) }
      let wantsFile = thumbnail.map { path in files.contains { wants(path, $0.code) } } ?? false
      guard wantsBlob || wantsFile, let bytes = intact(blob, attachment.blob) else { continue }
      if wants(blob, PictureSizeDiffers.code) { try measure(attachment, bytes) }
      if wantsFile || wants(blob, ThumbnailMissing.code) { try renewThumbnail(attachment, bytes) }
      did(anyOf: pictures, blob)
      if let thumbnail { did(anyOf: files, thumbnail) }
    }
  }

  private mutating func measure(_ attachment: Attachment, _ bytes: [UInt8]) throws(SlipError) {
    guard let facts = bytes.withUnsafeBytes({ ImageProbe.probe($0) }) else { return }
    try box.update(attachment: attachment.id) { ($0.width, $0.height) = (facts.width, facts.height) }
  }

  private mutating func renewThumbnail(_ attachment: Attachment, _ bytes: [UInt8]) throws(SlipError) {
    let limits = options.limits
    let made = try? bytes.withUnsafeBytes { try Thumbnail.make($0, limits: limits) }
    var thumbnail: Attachment.Thumbnail?
    if let made {
      let fact = try stage.write(PayloadPath.thumbnail(attachment.id, made.fileExtension), made.bytes)
      thumbnail = Attachment.Thumbnail(file: fact, fileExtension: made.fileExtension)
    }
    try box.update(attachment: attachment.id) { $0.thumbnail = thumbnail }
  }

  /// The file's bytes where they are the listed ones.
  private func intact(_ path: String, _ fact: FileFact) -> [UInt8]? {
    guard let bytes = try? old.read(path), FileFact(of: bytes) == fact else { return nil }
    return bytes
  }

  // MARK: The end

  /// Puts the new version in place. What isn't this repair's business stays as it lies.
  func commit() throws(SlipError) {
    let (stage, box) = (stage, box)
    do {
      for file in box.payload() where try !stage.contains(file.path) {
        // A file that is missing stays missing.
        if try old.length(of: file.path) != nil { try stage.carry(file.path) }
      }
      for finding in found where finding.diagnostic.code == UnlistedFile.code {
        let path = finding.entry
        guard PayloadShape(path: path) != nil, !isDerived(path), try !stage.contains(path) else { continue }
        try stage.carry(path)
      }
      try stage.commit { write in _ = try ManifestWriter.write(box, to: write) }
    } catch {
      throw error as? SlipError ?? SlipError(.cannotDo, String(describing: error))
    }
  }

  /// The manifest and mirrors, before and after.
  func diff() throws(SlipError) -> String {
    var text = UnifiedDiff.text(
      old: manifest, new: try ManifestWriter.bytes(box), path: "\(name)/\(BundleLayout.manifestPath)")
    for mirror in mirrors {
      text += UnifiedDiff.text(old: mirror.old, new: mirror.new, path: "\(name)/\(mirror.path)")
    }
    return text
  }
}
