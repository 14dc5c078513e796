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
    /// Digests of manifests.
    case digest
  }

  /// The kind of three files; nil for any other files.
  static func kind(of files: [[UInt8]]) -> Kind? {
    let given = files.dropFirst()
    if given.allSatisfy({ digest(in: $0) != nil }) { return .digest }
    return given.allSatisfy(isManifest) ? .manifest : nil
  }

  /// Whether bytes are the beginning of a manifest. Whether they are one shows when they are read.
  private static func isManifest(_ bytes: [UInt8]) -> Bool {
    let start = String(decoding: bytes.prefix(512), as: UTF8.self)
    return start.hasPrefix("<?xml") && start.contains("<slipbox ")
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
  /// what became of the body's file.
  ///
  /// - Returns: The merged manifest, and the conflicts.
  /// - Throws: `SlipError` for manifests that can't be read or merged.
  func manifest() throws(SlipError) -> (bytes: [UInt8], conflicts: [MergeRequest.Outcome.Conflict]) {
    let base = files[0].isEmpty ? SlipBox() : try box(files[0], request.base)
    let (ours, theirs) = (try box(files[1], request.ours), try box(files[2], request.theirs))
    let merge = try BoxMerge(base: base, ours: ours, theirs: theirs, rule: request.rule)
    let bytes = try ManifestWriter.bytes(keepingOurBodies(merge, ours))
    let name = ManifestMerge.name(files.map { Digest(of: $0) })
    try FileSystem.makeDirectory("\(cache)/merges", parents: true)
    try FileSystem.writeFileAtomically(
      "\(cache)/merges/\(name)", Array(Digest(of: bytes).hex.utf8), existing: .replace)
    let names = BoxNames(ours, theirs)
    return (bytes, merge.conflicts.map { MergeRequest.Outcome.Conflict($0, merge.box, names) })
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

  /// The facts of a manifest.
  private func box(_ bytes: [UInt8], _ file: String) throws(SlipError) -> SlipBox {
    let limits = request.limits
    return try slipErrors {
      try bytes.withUnsafeBytes { try ManifestReader.read($0, file: file, limits: limits) }
    }
  }

  /// The merged box with our bodies where both sides changed them: their file has tracked changes then.
  private func keepingOurBodies(_ merge: BoxMerge, _ ours: SlipBox) throws(SlipError) -> SlipBox {
    var box = merge.box
    for conflict in merge.conflicts where conflict.field == .body {
      guard case .note(let id)? = conflict.entity, let mine = ours.note(id), box.note(id) != nil else {
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
}
