internal import SlipBase
internal import SlipBundle
internal import SlipNotes

/// One repair while it is being made. `box` is what the new manifest will say.
struct RepairWork {
  let stage: BundleStage
  let old: DirectoryStorage
  let options: Repair.Options
  var box: SlipBox
  var actions: [Repair.Action] = []
  /// Mirrors that were made, by path: before and after.
  var mirrors: [(path: String, old: [UInt8], new: [UInt8])] = []
  private let faults: [BoxFault]
  let found: [ValidationFinding]
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
    // A file that can't be read isn't one that is missing.
    var failure: SlipError?
    let unlisted = { (path: String) -> FileFact? in
      do throws(SlipError) {
        return try old.length(of: path) == nil ? nil : old.fact(of: path)
      } catch {
        failure = failure ?? error
        return nil
      }
    }
    (box, faults) = try slipErrors {
      try bytes.withUnsafeBytes {
        try ManifestReader.readMending(
          $0, file: file, limits: limits, unlisted: options.isUnsafe ? unlisted : nil)
      }
    }
    if let failure { throw failure }
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
    try noteRest()
    actions.sort { ($0.path, $0.code, $0.object ?? "") < ($1.path, $1.code, $1.object ?? "") }
  }

  /// Whether one of these findings about the file is to be put right.
  func wants(_ path: String, _ codes: String...) -> Bool {
    wanted[path].map { found in codes.contains { found.contains($0) } } ?? false
  }

  mutating func did(_ rule: ValidationRule, _ path: String, _ object: String? = nil) {
    let isUnsafe = rule.repair.safe == nil
    guard let text = isUnsafe ? rule.repair.unsafe : rule.repair.safe else { return }
    actions.append(Repair.Action(code: rule.code, path: path, object: object, text: text))
  }

  /// Tells each finding of these rules about a file as put right.
  mutating func did(anyOf rules: [ValidationRule], _ path: String) {
    for rule in rules where wants(path, rule.code) { did(rule, path) }
  }

  // MARK: The manifest

  /// What reading the manifest has put right already; only an unsafe repair comes here with such faults.
  private mutating func noteMended() {
    for fault in faults {
      let rule: ValidationRule? =
        switch (fault.kind, fault.other) {
        case (.duplicate, _): .duplicateID
        case (.keywordNameTaken, _): .duplicateKeywordName
        case (.folderCycle, _): .folderCycle
        case (.folderTooDeep, _): .folderTooDeep
        case (.dangling, .folder): .danglingFolder
        case (.dangling, .keyword): .danglingKeyword
        case (.dangling, .source): .danglingSource
        case (.dangling, .note): .danglingLink
        case (.dangling, .attachment): isNote(fault.entity) ? .danglingAttachment : nil
        case (.dangling, nil), (.unused, _): nil
        }
      if let rule { did(rule, BundleLayout.manifestPath, fault.entity.description) }
    }
  }

  private func isNote(_ entity: EntityID) -> Bool {
    if case .note = entity { true } else { false }
  }

  private mutating func dropLinksToItself() throws(SlipError) {
    guard wants(BundleLayout.manifestPath, ValidationRule.linkToItself.code) else { return }
    for note in box.notes where note.links.contains(note.id) {
      try box.update(note: note.id) { $0.links.removeAll { $0 == note.id } }
      did(.linkToItself, BundleLayout.manifestPath, "note \(note.id)")
    }
  }

  private mutating func dropUnused() {
    guard
      wants(BundleLayout.manifestPath, ValidationRule.unusedAttachment.code, ValidationRule.unusedSource.code)
    else { return }
    for entity in box.removeUnused() {
      let rule: ValidationRule =
        if case .source = entity { .unusedSource } else { .unusedAttachment }
      did(rule, BundleLayout.manifestPath, entity.description)
    }
  }

  /// What writing the bundle's own files puts right, and derived files that are left behind.
  private mutating func noteRest() throws(SlipError) {
    did(
      anyOf: [.manifestEdited, .filesOutOfOrder, .repeatedReference], BundleLayout.manifestPath)
    if options.isUnsafe { did(anyOf: [.payloadNotListed], BundleLayout.manifestPath) }
    did(anyOf: [.packOrder, .packSlack, .packDescriptors], "")
    did(anyOf: [.manifestDigestMissing], BundleLayout.manifestDigestPath)
    did(anyOf: [.mimetypeMissing, .mimetypeDiffers], BundleLayout.mimetypePath)
    for path in wanted.keys.sorted() where PayloadShape(path: path) != .attachment {
      did(anyOf: [.mediaTypeDiffers], path)
    }
    for finding in found where finding.diagnostic.code == ValidationRule.unlistedFile.code {
      guard options.isUnsafe, isDerived(finding.entry),
        wants(finding.entry, ValidationRule.unlistedFile.code),
        !actions.contains(where: { $0.path == finding.entry })
      else { continue }
      stage.discard(finding.entry, try old.fact(of: finding.entry))
      did(.unlistedFile, finding.entry)
    }
  }

  private func isDerived(_ path: String) -> Bool {
    [.mirror, .thumbnail].contains(PayloadShape(path: path))
  }

  /// The file's bytes where they are the listed ones.
  func intact(_ path: String, _ fact: FileFact) -> [UInt8]? {
    guard let bytes = try? old.read(path), FileFact(of: bytes) == fact else { return nil }
    return bytes
  }

  // MARK: The end

  /// Puts the new version in place. What isn't this repair's business stays as it lies.
  func commit() throws(SlipError) {
    let (stage, box) = (stage, box)
    let missing = Set(
      found.lazy.filter { $0.diagnostic.code == ValidationRule.missingFile.code }.map(\.entry))
    do {
      // A file that is missing stays missing.
      for file in box.payload() where try !missing.contains(file.path) && !stage.contains(file.path) {
        try expectFile(file.path)
        try stage.carry(file.path)
      }
      try stage.commit { write in _ = try ManifestWriter.write(box, to: write) }
    } catch {
      throw error as? SlipError ?? SlipError(.cannotDo, String(describing: error))
    }
  }

  /// The new manifest must not list what isn't there: it would mean that what lies in its place is lost.
  private func expectFile(_ path: String) throws(SlipError) {
    if try old.length(of: path) != nil { return }
    throw SlipError(
      .cannotDo, code: KitCode.cannotRepair,
      "The manifest means a file that it doesn't list. Correct that first; nothing was changed.",
      at: SourceLocation(file: "\(name)/\(path)"))
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
