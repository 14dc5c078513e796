internal import SlipBase
internal import SlipBundle
internal import SlipNotes

/// One repair while it is being made.
///
/// Reading the manifest already corrects contradictions in it (`ManifestReader.readMending`);
/// `faults` says which. Then `run` changes `box` and writes derived files, and records an
/// action for each finding that is dealt with. At last `commit` writes the new version, or
/// `diff` shows it.
///
/// Writing a new manifest repairs a lot by itself: its order, its digest, and everything that
/// follows from the facts. Such findings only need to be recorded (`recordRemaining`).
struct RepairWork {
  /// Where the new version is prepared.
  let stage: BundleStage
  /// The version that is repaired.
  let old: DirectoryStorage
  /// How far the repair may go.
  let options: Repair.Options
  /// The facts that the new manifest will have.
  var box: SlipBox
  /// What was repaired so far.
  var actions: [Repair.Action] = []
  /// Mirrors of a trial, by path, before and after. Without a trial they are written at once.
  var mirrors: [(path: String, old: [UInt8], new: [UInt8])] = []
  /// Contradictions of the old manifest that reading it has corrected.
  private let faults: [BoxFault]
  /// All findings of the validation.
  let found: [ValidationFinding]
  /// The codes of findings to repair, by the path of the file.
  private var wanted: [String: Set<String>] = [:]
  /// The path of the bundle as the user knows it.
  private let name: String

  /// Reads the manifest and corrects contradictions in it.
  ///
  /// - Parameters:
  ///   - found: All findings of the validation.
  ///   - wanted: The findings to repair.
  /// - Throws: `SlipError` with `KitCode.needsUnsafeRepair` where a contradiction can only be
  ///   resolved by removing something, and unsafe repairs aren't allowed.
  init(
    name: String, stage: BundleStage, old: DirectoryStorage, found: [ValidationFinding],
    wanted: [ValidationFinding],
    options: Repair.Options
  ) throws(SlipError) {
    self.name = name
    (self.stage, self.old, self.options, self.found) = (stage, old, options, found)
    for finding in wanted {
      self.wanted[finding.entry, default: []].insert(finding.diagnostic.code)
      // What is wrong with an entity in a part is repaired as in the manifest itself.
      guard PayloadShape(path: finding.entry) == .part else { continue }
      self.wanted[BundleLayout.manifestPath, default: []].insert(finding.diagnostic.code)
    }
    let (limits, file) = (options.limits, old.displayPath(of: BundleLayout.manifestPath))
    // A file that can't be read must not be taken for a missing one.
    var failure: SlipError?
    let unlisted = { (path: String) -> FileFact? in
      do throws(SlipError) {
        return try old.length(of: path) == nil ? nil : old.fact(of: path)
      } catch {
        failure = failure ?? error
        return nil
      }
    }
    (box, faults) = try ManifestReader.readMending(
      storage: old, limits: limits, unlisted: options.isUnsafe ? unlisted : nil)
    if let failure { throw failure }
    guard options.isUnsafe || faults.allSatisfy({ $0.kind == .unused }) else {
      throw SlipError(
        .cannotDo, code: KitCode.needsUnsafeRepair,
        "The manifest contradicts itself; only --fix-unsafe can rewrite it. Nothing was changed.",
        at: SourceLocation(file: file))
    }
  }

  /// Makes all repairs, but doesn't put them in place.
  mutating func run() throws(SlipError) {
    recordMendedFaults()
    if options.isUnsafe {
      try adoptBodies()
      try dropLinksToItself()
      dropUnused()
    }
    try repairNotes()
    try repairPictures()
    try recordRemaining()
    actions.sort { ($0.path, $0.code, $0.object ?? "") < ($1.path, $1.code, $1.object ?? "") }
  }

  /// Whether one of these findings about the file is to be repaired.
  func wants(_ path: String, _ codes: String...) -> Bool {
    wanted[path].map { found in codes.contains { found.contains($0) } } ?? false
  }

  /// Records that a rule's finding about a file, or about an entity in it, is repaired.
  mutating func recordRepair(_ rule: ValidationRule, _ path: String, _ object: String? = nil) {
    let isUnsafe = rule.repair.safe == nil
    guard let text = isUnsafe ? rule.repair.unsafe : rule.repair.safe else { return }
    actions.append(Repair.Action(code: rule.code, path: path, object: object, text: text))
  }

  /// Records that all wanted findings of these rules about a file are repaired.
  mutating func recordRepairs(of rules: [ValidationRule], _ path: String) {
    for rule in rules where wants(path, rule.code) { recordRepair(rule, path) }
  }

  // MARK: The manifest

  /// Records what reading the manifest has corrected. Only an unsafe repair gets here with such
  /// faults.
  private mutating func recordMendedFaults() {
    for fault in faults {
      let rule: ValidationRule? =
        switch (fault.kind, fault.other) {
        case (.duplicate, _): .duplicateID
        case (.keywordNameTaken, _): .duplicateKeywordName
        case (.folderCycle, _): .folderCycle
        case (.folderTooDeep, _): .folderTooDeep
        case (.keywordCycle, _): .keywordCycle
        case (.dangling, .folder): .danglingFolder
        case (.dangling, .keyword): .danglingKeyword
        case (.dangling, .source): .danglingSource
        case (.dangling, .note): .danglingLink
        case (.dangling, .attachment): isNote(fault.entity) ? .danglingAttachment : nil
        case (.dangling, nil), (.unused, _): nil
        }
      if let rule { recordRepair(rule, BundleLayout.manifestPath, fault.entity.description) }
    }
  }

  /// Whether the entity is a note.
  private func isNote(_ entity: EntityID) -> Bool {
    if case .note = entity { true } else { false }
  }

  /// Removes links from a note to itself.
  private mutating func dropLinksToItself() throws(SlipError) {
    guard wants(BundleLayout.manifestPath, ValidationRule.linkToItself.code) else { return }
    for note in box.notes where note.links.contains(note.id) {
      try box.update(note: note.id) { changed in changed.links.removeAll { $0 == note.id } }
      recordRepair(.linkToItself, BundleLayout.manifestPath, "note \(note.id)")
    }
  }

  /// Removes attachments and sources that nothing refers to.
  private mutating func dropUnused() {
    guard
      wants(BundleLayout.manifestPath, ValidationRule.unusedAttachment.code, ValidationRule.unusedSource.code)
    else { return }
    for entity in box.removeUnused() {
      let rule: ValidationRule =
        if case .source = entity { .unusedSource } else { .unusedAttachment }
      recordRepair(rule, BundleLayout.manifestPath, entity.description)
    }
  }

  /// Records what is repaired because the manifest and the bundle's own files are rewritten,
  /// and discards derived files that nothing lists.
  private mutating func recordRemaining() throws(SlipError) {
    recordRepairs(
      of: [.manifestEdited, .filesOutOfOrder, .repeatedReference], BundleLayout.manifestPath)
    if options.isUnsafe { recordRepairs(of: [.payloadNotListed], BundleLayout.manifestPath) }
    recordRepairs(of: [.packOrder, .packSlack, .packDescriptors], "")
    recordRepairs(of: [.manifestDigestMissing], BundleLayout.manifestDigestPath)
    recordRepairs(of: [.mimetypeMissing, .mimetypeDiffers], BundleLayout.mimetypePath)
    for path in wanted.keys.sorted() where PayloadShape(path: path) == .part {
      recordRepairs(of: [.partDiffers], path)
    }
    for path in wanted.keys.sorted() where PayloadShape(path: path) != .attachment {
      recordRepairs(of: [.mediaTypeDiffers], path)
    }
    for finding in found where finding.diagnostic.code == ValidationRule.unlistedFile.code {
      guard options.isUnsafe, isDerived(finding.entry),
        wants(finding.entry, ValidationRule.unlistedFile.code),
        !actions.contains(where: { $0.path == finding.entry })
      else { continue }
      stage.discard(finding.entry, try old.fact(of: finding.entry))
      recordRepair(.unlistedFile, finding.entry)
    }
  }

  /// Whether the file can be made again from others: a mirror or thumbnail.
  private func isDerived(_ path: String) -> Bool {
    [.mirror, .thumbnail].contains(PayloadShape(path: path))
  }

  /// The bytes of a file, if they are the listed ones; else nil, because nothing may be derived
  /// from other bytes.
  func intact(_ path: String, _ fact: FileFact) -> [UInt8]? {
    guard let bytes = try? old.read(path), FileFact(of: bytes) == fact else { return nil }
    return bytes
  }

  // MARK: The end

  /// Adds the repair to the history.
  mutating func recordTransaction() throws(SlipError) {
    try HistoryRecord.add(
      BoxTransaction(.repair, tool: SlipboxTool.name), from: box, to: &box, old: nil, in: stage)
  }

  /// Puts the new version in place. Files that the repair isn't about stay as they are; a
  /// missing file stays missing, and listed.
  ///
  /// - Throws: `SlipError`; then the bundle is as it was.
  func commit() throws(SlipError) -> [Diagnostic] {
    let (stage, box) = (stage, box)
    let missing = Set(
      found.lazy.filter { $0.diagnostic.code == ValidationRule.missingFile.code }.map(\.entry))
    do {
      // Files that validation found missing stay missing.
      for file in box.payload() where try !missing.contains(file.path) && !stage.contains(file.path) {
        try expectFileExists(file.path)
        try stage.carry(file.path)
      }
      return try stage.commit(manifestOf: box).done.diagnostics
    } catch {
      throw error as? SlipError ?? SlipError(.cannotDo, String(describing: error))
    }
  }

  /// Throws where the new manifest would list a file that isn't there and was not reported as
  /// missing. Whatever is in its place would be lost otherwise.
  private func expectFileExists(_ path: String) throws(SlipError) {
    if try old.length(of: path) != nil { return }
    throw SlipError(
      .cannotDo, code: KitCode.cannotRepair,
      "The manifest refers to a file that isn't there. Correct that first; nothing was changed.",
      at: SourceLocation(file: "\(name)/\(path)"))
  }

  /// The manifest and mirrors before and after, as a unified diff.
  func diff() throws(SlipError) -> String {
    var text = ""
    for document in try ManifestDocument.all(of: box).reversed() {
      let before = try old.length(of: document.path) == nil ? [] : old.read(document.path)
      text += UnifiedDiff.text(old: before, new: document.bytes, path: "\(name)/\(document.path)")
    }
    for mirror in mirrors {
      text += UnifiedDiff.text(old: mirror.old, new: mirror.new, path: "\(name)/\(mirror.path)")
    }
    return text
  }
}
