internal import SlipBase
internal import SlipBundle
internal import SlipNotes

/// One change of a bundle. The facts are read under the writer's lock, and the new version
/// replaces the old one as a whole.
///
/// Work on whole boxes goes through this type: imports, refreshes, merges. They begin a transaction, edit
/// `box`, write new payload to `stage`, and end it with `commit` or `abandon`. Single edits cost less in an
/// `EditSession`. Whoever begins a
/// transaction must end it on every path, because it holds the lock that keeps other writers
/// away.
///
/// ```swift
/// var transaction = try BundleTransaction.begin(existing: "my.slipbox", limits: limits)
/// do throws(SlipError) {
///   try transaction.box.update(note: id) { $0.title = "New title" }
///   _ = try transaction.commit(Transaction(.edit, tool: Tool.name))
/// } catch {
///   transaction.abandon()
///   throw error
/// }
/// ```
struct BundleTransaction {
  /// Where the new version is prepared; new payload is written here, and the old version is
  /// read from here.
  let stage: BundleStage
  /// The facts of the bundle: first those of the old version, then whatever the verb makes of
  /// them.
  var box: SlipBox
  /// The facts of the old version.
  private let original: SlipBox

  /// A transaction at its beginning, when nothing is changed yet.
  ///
  /// - Parameters:
  ///   - stage: Where the new version is prepared; it holds the writer's lock.
  ///   - box: The facts of the old version; empty for a new bundle.
  private init(_ stage: BundleStage, _ box: SlipBox) {
    (self.stage, self.box, original) = (stage, box, box)
  }

  /// Begins a change of a bundle that exists.
  ///
  /// - Parameter argument: The bundle or any path inside it: see `BundleLocator.locate`.
  /// - Throws: `SlipError`; with `KitCode.packedTarget` for a packed bundle, which can't be
  ///   changed in place.
  static func begin(existing argument: String, limits: Limits) throws(SlipError) -> BundleTransaction {
    let location = try BundleLocator.locate(argument)
    guard location.kind == .directory else {
      throw SlipError(
        .usage, code: KitCode.packedTarget, "A packed bundle can't be changed; unpack it first.",
        at: SourceLocation(file: location.path))
    }
    return try begin(at: location.path, limits: limits)
  }

  /// Begins a change of the bundle at exactly this path, or of a new, empty one if nothing is
  /// there.
  ///
  /// - Throws: `SlipError`, such as for a bundle that another program is writing to; no lock is
  ///   held then.
  static func begin(at path: String, limits: Limits) throws(SlipError) -> BundleTransaction {
    let stage = try BundleStage.begin(at: path)
    do throws(SlipError) {
      var box = SlipBox()
      if let old = stage.old, try old.length(of: BundleLayout.manifestPath) != nil {
        box = try ManifestReader.read(storage: old, limits: limits)
      }
      return BundleTransaction(stage, box)
    } catch {
      stage.abandon()
      throw error
    }
  }

  /// Adds the transaction to the history, carries over all payload that wasn't written again, and puts
  /// the new version in place.
  ///
  /// Payload that the box no longer lists is left behind. Files of others in the bundle, such
  /// as a Git repository, are carried over as they are.
  ///
  /// - Returns: Warnings about files in the bundle that the manifest doesn't list. They stay
  ///   where they are.
  /// - Throws: `SlipError`; then the transaction is abandoned and the bundle is as it was.
  mutating func commit(_ transaction: Transaction) throws(SlipError) -> [Diagnostic] {
    let (stage, changes) = (stage, BoxChanges(from: original, to: box))
    do throws(SlipError) {
      try HistoryRecord.add(transaction, changes, to: &box, old: stage.old) { path, bytes throws(SlipError) in
        try stage.write(path, bytes)
      }
    } catch {
      stage.abandon()
      throw error
    }
    let box = box
    do {
      // A new bundle has no old payload to carry over.
      if stage.old != nil {
        for file in box.payload() where try !stage.contains(file.path) { try stage.carry(file.path) }
      }
      try stage.commit { write in _ = try ManifestWriter.write(box, to: write) }
      return stage.unlistedDiagnostics
    } catch {
      stage.abandon()
      throw error as? SlipError ?? SlipError(.cannotDo, String(describing: error))
    }
  }

  /// Gives the change up and releases the lock. After a commit this does nothing.
  func abandon() { stage.abandon() }
}
