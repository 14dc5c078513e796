internal import SlipBase
internal import SlipBundle
internal import SlipFiles
internal import SlipNotes

/// Merges the files of a bundle that hold its facts, one at a time, as git asks its merge drivers to.
///
/// The facts of `manifest.xml` are merged as `BoxMerge` does. `manifest.sha256` can't be made of three
/// digests; so merging the manifests leaves the digest of the result in the cache, under a name made of the
/// three digests, and merging the digests takes it from there. Git merges `manifest.xml` first.
struct ManifestMerge {
  /// What was asked for.
  let request: MergeRequest
  /// The files: base, ours, theirs.
  let files: [[UInt8]]
  /// The folder of caches.
  let cache: String

  /// What the files are.
  enum Kind {
    /// Manifests; the base may be empty.
    case manifest
    /// Parts of manifests; the base may be empty.
    case part
    /// Digests of manifests.
    case digest
  }

  /// The kind of three files; nil for any other files.
  static func kind(of files: [[UInt8]]) -> Kind? {
    let given = files.dropFirst()
    if given.allSatisfy({ digest(in: $0) != nil }) { return .digest }
    if given.allSatisfy({ begins($0, with: "part") }) { return .part }
    return given.allSatisfy { begins($0, with: "slipbox") } ? .manifest : nil
  }

  /// Whether bytes are the beginning of a document with this root. Whether they are one shows when they are read.
  private static func begins(_ bytes: [UInt8], with root: String) -> Bool {
    let start = String(decoding: bytes.prefix(512), as: UTF8.self)
    // The first tag; what comes before it are the declaration and comments.
    guard start.hasPrefix("<?xml"), let tag = start.firstMatch(of: /<([a-z]+)\s/) else { return false }
    return tag.1 == root
  }

  /// The digest in the content of `manifest.sha256`; nil for anything else.
  private static func digest(in bytes: [UInt8]) -> Digest? {
    guard bytes.count < 256, let digest = Digest(hex: String(decoding: bytes.prefix(64), as: UTF8.self)),
      bytes == BundleLayout.manifestDigest(hex: digest.hex)
    else { return nil }
    return digest
  }

  /// Merges three manifests.
  ///
  /// A body that both sides changed stays ours in the result and is a conflict: `slipconv refresh` takes over
  /// what became of the body's file. Where notes are in parts, folders and keywords that one side alone deleted stay, since a
  /// note of the other side may have them; that is a finding.
  ///
  /// - Returns: The merged manifest, the conflicts, and the findings.
  /// - Throws: `SlipError` for manifests that can't be read or merged.
  func manifest() throws(SlipError) -> (bytes: [UInt8], outcome: MergeRequest.Outcome) {
    let base = files[0].isEmpty ? nil : try root(files[0], request.base)
    let (ourRoot, theirRoot) = (try root(files[1], request.ours), try root(files[2], request.theirs))
    let (ours, theirs) = (ourRoot.box, theirRoot.box)
    let hasParts = ourRoot.parts != nil && theirRoot.parts != nil
    let before = base?.box ?? SlipBox()
    let merge = try BoxMerge(
      base: before, ours: ours, theirs: theirs, rule: request.rule, notesLieElsewhere: hasParts)
    let box = try keepingOurBodies(merge, ours)
    let bytes =
      if let parts = try parts(base?.parts ?? [], ourRoot.parts, theirRoot.parts) {
        try ManifestPieces.write(root: box, parts: parts)
      } else {
        try ManifestWriter.bytes(box)
      }
    let name = ManifestMerge.name(files.map { Digest(of: $0) })
    try FileSystem.makeDirectory("\(cache)/merges", parents: true)
    try FileSystem.writeFileAtomically(
      "\(cache)/merges/\(name)", Array(Digest(of: bytes).hex.utf8), existing: .replace)
    let names = BoxNames(ours, theirs)
    let conflicts = merge.conflicts.map { MergeRequest.Outcome.Conflict($0, merge.box, names) }
    guard hasParts else { return (bytes, MergeRequest.Outcome(conflicts: conflicts)) }
    /// The finding that something comes back.
    func stays(_ kind: String, _ name: String) -> Diagnostic {
      Diagnostic(
        code: KitCode.notMergeable, severity: .info,
        message: "The \(kind) “\(name)” was deleted on one side; it stays, because notes may have it.",
        location: SourceLocation(file: request.ours))
    }
    var found: [Diagnostic] = []
    for folder in box.folders where before.folder(folder.id) != nil {
      guard ours.folder(folder.id) == nil || theirs.folder(folder.id) == nil else { continue }
      found.append(stays("folder", folder.name))
    }
    for keyword in box.keywords where before.keyword(keyword.id) != nil {
      guard ours.keyword(keyword.id) == nil || theirs.keyword(keyword.id) == nil else { continue }
      found.append(stays("keyword", keyword.name))
    }
    return (bytes, MergeRequest.Outcome(conflicts: conflicts, diagnostics: found))
  }

  /// The parts that the merged manifest lists. Where both sides changed one, ours stays listed; what Git makes of its
  /// file is taken over by `slipconv refresh`.
  ///
  /// - Returns: Nil where neither side has parts.
  /// - Throws: `SlipError` with code `KitCode.notMergeable` where only one side has parts.
  private func parts(
    _ base: [ManifestPart], _ ours: [ManifestPart]?, _ theirs: [ManifestPart]?
  ) throws(SlipError) -> [ManifestPart]? {
    guard let ours, let theirs else {
      if ours == nil, theirs == nil { return nil }
      throw SlipError(
        .cannotDo, code: KitCode.notMergeable,
        "Only one of the manifests has parts; merge the two bundles with `slipconv merge` or `slipconv sync`.",
        at: SourceLocation(file: request.ours))
    }
    func byKey(_ parts: [ManifestPart]) -> [UInt8: ManifestPart] {
      Dictionary(parts.map { ($0.key, $0) }) { first, _ in first }
    }
    let (base, mine, other) = (byKey(base), byKey(ours), byKey(theirs))
    return Set(mine.keys).union(other.keys).sorted().compactMap { key in
      mine[key] == base[key] ? other[key] : mine[key] ?? (other[key] == base[key] ? nil : other[key])
    }
  }

  /// Merges three parts of manifests.
  ///
  /// - Returns: The merged part, and the conflicts.
  /// - Throws: `SlipError` for parts that can't be read or merged.
  func part() throws(SlipError) -> (bytes: [UInt8], outcome: MergeRequest.Outcome) {
    guard let ours = try ManifestPieces.Part(files[1], file: request.ours, limits: request.limits),
      let theirs = try ManifestPieces.Part(files[2], file: request.theirs, limits: request.limits),
      ours.key == theirs.key
    else {
      throw SlipError(
        .cannotDo, code: KitCode.notMergeable, "These aren't two versions of one part of a manifest.",
        at: SourceLocation(file: request.ours))
    }
    let base =
      files[0].isEmpty
      ? ManifestPieces.Part(ours.key)
      : try ManifestPieces.Part(files[0], file: request.base, limits: request.limits)
    guard let base, base.key == ours.key else {
      throw SlipError(
        .cannotDo, code: KitCode.notMergeable, "The version before isn't one of the same part of a manifest.",
        at: SourceLocation(file: request.base))
    }
    let all = [base, ours, theirs]
    let boxes = all.map { ManifestPieces($0, among: all).box }
    let merge = try BoxMerge(base: boxes[0], ours: boxes[1], theirs: boxes[2], rule: request.rule)
    let box = try keepingOurBodies(merge, boxes[1])
    let bytes = try ManifestPieces.write(
      part: ours.key, notes: box,
      attachments: ManifestMerge.merged(base.attachments, ours.attachments, theirs.attachments),
      sources: ManifestMerge.merged(base.sources, ours.sources, theirs.sources))
    let names = BoxNames(boxes[1], boxes[2])
    let conflicts = merge.conflicts.map { MergeRequest.Outcome.Conflict($0, merge.box, names) }
    return (bytes, MergeRequest.Outcome(conflicts: conflicts))
  }

  /// Entities of which one side has another version than the base; where both have, ours counts. One that one side alone
  /// deleted stays: a note of another part may have it.
  private static func merged<ID: Hashable, Entity: Equatable>(
    _ base: [ID: Entity], _ ours: [ID: Entity], _ theirs: [ID: Entity]
  ) -> [Entity] {
    Set(ours.keys).union(theirs.keys).compactMap { id in
      (ours[id] == base[id] ? theirs[id] : ours[id]) ?? ours[id] ?? theirs[id]
    }
  }

  /// The digest of the manifest that these three became.
  ///
  /// - Returns: The content of `manifest.sha256`.
  /// - Throws: `SlipError` with code `KitCode.notMergeable` where the manifests haven't been merged here.
  func digest() throws(SlipError) -> [UInt8] {
    let digests = files.map { ManifestMerge.digest(in: $0) ?? Digest(of: $0) }
    let path = "\(cache)/merges/\(ManifestMerge.name(digests))"
    guard try FileSystem.status(path) != nil,
      let digest = Digest(hex: String(decoding: try FileSystem.readFile(path), as: UTF8.self))
    else {
      throw SlipError(
        .cannotDo, code: KitCode.notMergeable,
        "The manifests with these digests have not been merged here; merge `manifest.xml` first, or run `slipconv validate --fix`.",
        at: SourceLocation(file: request.ours))
    }
    return BundleLayout.manifestDigest(hex: digest.hex)
  }

  /// The name of the file that has the digest of what three manifests became.
  private static func name(_ digests: [Digest]) -> String {
    Digest(of: Array(digests.map(\.hex).joined(separator: "\n").utf8)).hex
  }

  /// The facts of a manifest, without those of its parts.
  ///
  /// - Throws: `SlipError` where it can't be read, or contradicts itself.
  private func root(_ bytes: [UInt8], _ file: String) throws(SlipError) -> ManifestPieces {
    let root = try ManifestPieces(root: bytes, file: file, limits: request.limits)
    guard root.parts == nil else { return root }
    // A whole manifest must not contradict itself.
    let limits = request.limits
    _ = try slipErrors {
      try bytes.withUnsafeBytes { try ManifestReader.read($0, file: file, limits: limits) }
    }
    return root
  }

  /// The merged box with our bodies where both sides changed them: their file has tracked changes then.
  private func keepingOurBodies(_ merge: BoxMerge, _ ours: SlipBox) throws(SlipError) -> SlipBox {
    var box = merge.box
    for conflict in merge.conflicts where conflict.field == .body {
      guard case .note(let id)? = conflict.entity, let mine = ours.note(id), box.has(note: id) else {
        continue
      }
      try box.update(note: id) { ($0.body, $0.mirror) = (mine.body, mine.mirror) }
    }
    return box
  }
}

extension MergeRequest.Outcome.Conflict {
  /// Describes a conflict of facts.
  init(_ conflict: MergeConflict, _ box: SlipBox, _ names: BoxNames) {
    let name: String? =
      switch conflict.entity {
      case .note(let id): box.note(id).map(names.note)
      case .folder(let id): box.folder(id).map(names.folder)
      case .keyword(let id): box.keyword(id).map(names.keyword)
      default: nil
      }
    self.init(entity: conflict.entity?.description, name: name, kind: conflict.field.rawValue)
  }

  /// Describes a conflict of facts with the values of both sides.
  ///
  /// - Parameters:
  ///   - conflict: A conflict of the merge.
  ///   - merge: The merged facts.
  ///   - sides: Both boxes with the names of the sides, ours first.
  ///   - names: What people call the entities.
  package init(
    _ conflict: MergeConflict, of merge: BoxMerge, _ sides: [(box: SlipBox, name: String)], _ names: BoxNames
  ) {
    self.init(conflict, merge.box, names)
    guard let entity = conflict.entity, let side = merge.decisions[conflict], sides.count == 2 else { return }
    let texts = sides.map { FactTable.text(conflict.field.rawValue, of: entity, in: $0.box) }
    guard let mine = texts[0], let other = texts[1] else { return }
    (value, self.other) = side == .ours ? (mine, other) : (other, mine)
    from = sides[side == .ours ? 0 : 1].name
    against = sides[side == .ours ? 1 : 0].name
  }

  /// What a note keeps of the conflict, so that it can be decided later; nil for what can't be.
  package var open: OpenConflict? {
    guard let field = OpenConflict.Field(rawValue: kind), field != .version, let other, let against else {
      return nil
    }
    switch field {
    case .favorite: return OpenConflict(field, other: other == "yes" ? "true" : "false", side: against)
    case .folder: return OpenConflict(field, other: other == "none" ? "" : other, side: against)
    case .created where other == "none": return nil
    default: return OpenConflict(field, other: other, side: against)
    }
  }
}

extension FactTable {
  /// A fact of an entity as text, `none` where it has none; nil for facts that aren't listed here.
  fileprivate static func text(_ field: String, of entity: EntityID, in box: SlipBox) -> String? {
    func text<Entity>(_ fields: [Field<Entity>], _ entity: Entity?) -> String? {
      guard let entity, let fact = fields.first(where: { $0.name == field }) else { return nil }
      return fact.text(entity, box) ?? "none"
    }
    return switch entity {
    case .note(let id): text(note, box.note(id))
    case .folder(let id): text(folder, box.folder(id))
    case .keyword(let id): text(keyword, box.keyword(id))
    case .attachment, .source: nil
    }
  }
}
