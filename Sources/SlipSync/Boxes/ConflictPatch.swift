internal import SlipBase
internal import SlipBundle
internal import SlipFiles
internal import SlipNotes
internal import Synchronization

/// The one change in which a bundle with conflict copies becomes what both machines had: files get the contents that are listed,
/// the merged manifest comes, and copies of which all is in the bundle go. It holds the writer's lock from the beginning.
final class ConflictPatch: BundleOutput {
  /// What is known of the bundle while it is merged.
  struct State: Sendable {
    /// The bundle as the manifest says, and what was merged so far.
    var here: OverlayStorage
    /// The contents that are in the bundle or its history then, by the path of their files.
    var known: [String: Set<FileFact>] = [:]
    /// The copies of each file, in order of their paths.
    var copies: [String: [String]]
    /// Whether the manifest is written anew even if it says the same.
    var rewritesManifest = false
    /// The facts before; nothing before they are read.
    var before = SlipBox()
    /// The copies that are removed.
    var removed: [String] = []
    /// Copies that stay, and why.
    var diagnostics: [Diagnostic] = []
  }

  /// Makes the change.
  private let patch: BundlePatch
  /// What is known of the bundle.
  let state: Mutex<State>

  /// Begins a change.
  ///
  /// - Throws: `SlipError` where another program writes to the bundle, or nobody may.
  init(at path: String, copies: [String: [String]]) throws(SlipError) {
    patch = try BundlePatch.begin(at: path)
    state = Mutex(State(here: OverlayStorage(patch.bundle), copies: copies))
  }

  /// The bundle's path.
  var target: String { patch.target }
  /// The files as they are.
  var bundle: DirectoryStorage { patch.bundle }
  /// The files as they are.
  var old: DirectoryStorage? { patch.bundle }
  /// The bundle as the manifest says, and what was merged so far.
  var oldStorage: (any BundleStorage)? { state.withLock { $0.here } }

  /// The length and digest of a file as it is; nil where there is none.
  func fact(_ path: String) throws(SlipError) -> FileFact? {
    try bundle.length(of: path) == nil ? nil : bundle.fact(of: path)
  }

  /// Says which parts a manifest that can't be read lists; nil: none.
  func expectParts(_ parts: [ManifestPart]?) { patch.expectParts(parts) }

  // MARK: Files

  /// Takes a file, which is written at the commit.
  @discardableResult
  func write(
    _ path: String, _ bytes: UnsafeRawBufferPointer, fact: FileFact?
  ) throws(SlipError) -> FileFact {
    let content = Array(bytes)
    state.withLock { $0.here.put(.bytes(content), at: path) }
    return fact ?? FileFact(of: content)
  }

  /// Takes a file in pieces.
  func write(
    _ path: String, fact: FileFact, pieces produce: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    var content: [UInt8] = []
    try produce { content.append(contentsOf: $0) }
    guard FileFact(of: content) == fact else {
      throw SlipError(
        .cannotDo, code: FileCode.changedMeanwhile,
        "The file changed while it was read; nothing was changed.", at: SourceLocation(file: path))
    }
    let bytes = content
    state.withLock { $0.here.put(.bytes(bytes), at: path) }
  }

  /// Takes a file.
  func write(_ path: String, _ bytes: [UInt8], replacing replaced: FileFact?) throws(SlipError) {
    state.withLock { $0.here.put(.bytes(bytes), at: path) }
  }

  /// Whether the bundle has a file at this path that its manifest doesn't list.
  func hasUnlisted(_ path: String) throws(SlipError) -> Bool {
    let isListed = state.withLock { $0.before.payload().contains { $0.path == path } }
    if isListed { return false }
    return try bundle.length(of: path) != nil
  }

  /// Does nothing: files are written at the commit.
  func beginFlush() {}

  /// Gives the change up.
  func abandon() { patch.abandon() }

  // MARK: Commit

  /// Writes what differs, removes the copies that aren't needed any more, and puts everything in place, the manifest last.
  func commit(_ box: SlipBox, replacing original: SlipBox) throws(SlipError) -> [Diagnostic] {
    let (here, before, known) = state.withLock { ($0.here, $0.before, $0.known) }
    let (listed, earlier) = (ConflictPatch.facts(box), ConflictPatch.facts(before))
    var isChanged = state.withLock { $0.rewritesManifest } || box != before
    // Documents of the manifest aren't among these: the patch writes them.
    for path in here.places.keys.sorted() where listed[path] != nil || earlier[path] != nil {
      let now = try fact(path)
      let isKnown = now.map { known[path]?.contains($0) == true || earlier[path] == $0 } ?? true
      guard listed[path] != nil else {
        // The note that had it was deleted on the other machine.
        if let now, isKnown { _ = try patch.delete(known: path, now) }
        continue
      }
      let bytes = try here.read(path)
      if now == FileFact(of: bytes) { continue }
      if !isKnown { try setAside(path) }
      try patch.write(path, bytes, replacing: now)
      isChanged = true
    }
    try removeCopies(listed)
    guard isChanged || state.withLock({ !$0.removed.isEmpty }) else {
      patch.abandon()
      return []
    }
    patch.rewriteParts()
    return try patch.commit(box, replacing: before)
  }

  /// The files that a manifest lists, by path.
  private static func facts(_ box: SlipBox) -> [String: FileFact] {
    Dictionary(box.payload().map { ($0.path, $0.fact) }, uniquingKeysWith: { first, _ in first })
  }

  /// Gives what nobody knows at a path the name of a copy.
  private func setAside(_ path: String) throws(SlipError) {
    let stem = path.dropLast(path.lastName.count) + path.lastName.stem
    let suffix = path.dropFirst(stem.count)
    var number = 1
    while try bundle.length(of: "\(stem).sync-conflict-\(number)\(suffix)") != nil { number += 1 }
    let copy = "\(stem).sync-conflict-\(number)\(suffix)"
    try patch.write(copy, try bundle.read(path), replacing: nil)
    report(copy, of: path)
  }

  /// Removes the copies whose content is in the bundle, and reports the others.
  private func removeCopies(_ listed: [String: FileFact]) throws(SlipError) {
    let (copies, known) = state.withLock { ($0.copies, $0.known) }
    for (file, names) in copies.sorted(by: { $0.key < $1.key }) {
      for copy in names {
        guard let fact = try fact(copy) else { continue }
        let now = try self.fact(file)
        var isTaken = known[file]?.contains(fact) == true || listed[file] == fact || now == fact
        if file == BundleLayout.manifestDigestPath {
          // It says nothing but the digest of a manifest.
          isTaken =
            isTaken || (copies[BundleLayout.manifestPath] ?? []).isEmpty
            || known[BundleLayout.manifestPath] != nil
        }
        if isTaken, SafePath.fault(in: copy, for: .everySystem) == nil, try patch.delete(known: copy, fact) {
          state.withLock { $0.removed.append(copy) }
        } else {
          report(copy, of: file)
        }
      }
    }
  }

  /// Reports a copy that stays.
  private func report(_ copy: String, of file: String) {
    let finding = Diagnostic(
      code: ValidationRule.conflictCopy.code, severity: .error,
      message: "What this copy of \(file) has isn't known in the bundle; it stays where it is.",
      location: SourceLocation(file: target + "/" + copy))
    state.withLock { $0.diagnostics.append(finding) }
  }
}
