internal import SlipBase
package import SlipBundle
package import SlipNotes

/// One change of a bundle. The facts are read under the writer's lock, and all of the change happens or
/// nothing.
///
/// Edits, imports, refreshes and merges go through this type. They begin a transaction, edit `box`, write
/// new payload to `output`, and end it with `commit` or `abandon`. Whoever begins a transaction must end it
/// on every path, because it holds the lock that keeps other writers away.
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
package struct BundleTransaction {
  /// Where new payload is written; the bundle as it is is read from here.
  package let output: any BundleOutput
  /// The facts of the bundle: first those of the old version, then whatever the verb makes of
  /// them.
  package var box: SlipBox
  /// The facts of the old version.
  package private(set) var original: SlipBox
  /// Bounds on what is written.
  private let limits: Limits
  /// The part of the box that was read; nil where all of it was.
  package private(set) var partial: PartialBox?
  /// Whether parts of the manifest were taken over that weren't as it lists them; they are listed anew.
  package private(set) var adoptedParts = false
  /// References of these parts that lead nowhere, and are gone with the commit.
  package private(set) var dropped: [BoxFault] = []

  /// A transaction at its beginning, when nothing is changed yet.
  ///
  /// - Parameters:
  ///   - output: Where new payload is written; it holds the writer's lock.
  ///   - box: The facts of the bundle; empty for a new one.
  package init(_ output: any BundleOutput, _ box: SlipBox, limits: Limits = Limits()) {
    (self.output, self.box, original, self.limits) = (output, box, box, limits)
  }

  /// A transaction of a bundle that is there.
  ///
  /// - Parameters:
  ///   - patch: Holds the writer's lock.
  ///   - path: The path of the bundle.
  ///   - known: A bundle as it was read before; nil: none. If it is this one, its facts aren't read again where
  ///     nobody has changed the manifest since.
  ///   - limits: Bounds on what is read.
  ///   - adoptsParts: Whether parts of the manifest are taken over that aren't as it lists them.
  package init(
    _ patch: BundlePatch, at path: String, known: OpenBundle?, limits: Limits, adoptsParts: Bool = false
  ) throws(SlipError) {
    if let known, known.path == path, known.schemaVersion == VersionTable.current {
      // This makes a change from now on an error of the commit.
      try slipErrors { try patch.bundle.withBytes(of: BundleLayout.manifestPath) { _ in } }
      do throws(SlipError) {
        try known.expectCurrent()
        self.init(patch, known.box, limits: limits)
        return
      } catch {
        // Somebody has changed it.
      }
    }
    let reading: ManifestReader.Reading
    do throws(SlipError) {
      reading = try ManifestReader.reading(
        storage: patch.bundle, limits: limits, adoptsParts: adoptsParts, mustBeCurrent: true)
    } catch {
      throw try ConflictMarks.naming(error, in: patch.bundle)
    }
    self.init(patch, reading.box, limits: limits)
    if !reading.partsFit || !reading.dropped.isEmpty {
      patch.rewriteParts()
      adoptedParts = true
      dropped = reading.dropped
    }
  }

  /// A transaction that changes only facts about some notes, and folders and keywords; of a large bundle only the parts of the
  /// manifest with these notes are read.
  ///
  /// - Parameters:
  ///   - patch: Holds the writer's lock.
  ///   - notes: The notes.
  ///   - limits: Bounds on what is read.
  /// - Returns: Nil where all of the bundle has to be read.
  package init?(_ patch: BundlePatch, changing notes: [Note.ID], limits: Limits) throws(SlipError) {
    guard let partial = try PartialBox.read(notes: notes, of: patch.bundle, limits: limits) else {
      return nil
    }
    self.init(patch, partial.box, limits: limits)
    self.partial = partial
    patch.expectPartialBoxes(of: partial.parts)
  }

  /// Reads more of a large bundle of which only a part was read, before anything is changed.
  ///
  /// - Parameters:
  ///   - notes: The notes that are needed.
  ///   - more: The keys of other parts of the manifest that are needed.
  ///   - deleting: Those of the notes that may go.
  ///   - linking: The notes that link to these; nil: that is looked for.
  /// - Returns: Whether that was enough; false where something is changed already, or all has to be read.
  /// - Throws: `SlipError` where it can't be read.
  package mutating func widen(
    notes: [Note.ID], more: Set<UInt8>, deleting: Set<Note.ID>, linking: Set<Note.ID>?
  ) throws(SlipError) -> Bool {
    guard let partial, let patch = output as? BundlePatch, BoxChanges(from: original, to: box).isEmpty,
      let wider = try partial.widened(
        notes: notes, more: more, deleting: deleting, linking: linking, of: patch.bundle, limits: limits)
    else { return false }
    (self.partial, original, box) = (wider, wider.box, wider.box)
    return true
  }

  /// Begins a change of a bundle that exists.
  ///
  /// - Parameters:
  ///   - argument: The bundle or any path inside it: see `BundleLocator.locate`.
  ///   - limits: Bounds on what is read.
  ///   - known: The same bundle as it was read before; nil: it wasn't.
  ///   - adoptsParts: Whether parts of the manifest are taken over that aren't as it lists them.
  /// - Throws: `SlipError`; with `KitCode.packedTarget` for a packed bundle, which can't be
  ///   changed in place.
  package static func begin(
    existing argument: String, limits: Limits, known: OpenBundle? = nil, adoptsParts: Bool = false
  ) throws(SlipError) -> BundleTransaction {
    let location = try BundleLocator.locate(argument)
    guard location.kind == .directory else {
      throw SlipError(
        .usage, code: KitCode.packedTarget, "A packed bundle can't be changed; unpack it first.",
        at: SourceLocation(file: location.path))
    }
    return try begin(at: location.path, limits: limits, known: known, adoptsParts: adoptsParts)
  }

  /// Begins a change of the bundle at exactly this path, or of a new, empty one if nothing is
  /// there.
  ///
  /// - Throws: `SlipError`, such as for a bundle that another program is writing to; no lock is
  ///   held then.
  package static func begin(
    at path: String, limits: Limits, known: OpenBundle? = nil, adoptsParts: Bool = false
  ) throws(SlipError) -> BundleTransaction {
    guard try BundleLocator.isBundle(at: path) else {
      return BundleTransaction(try BundleStage.begin(at: path), SlipBox(), limits: limits)
    }
    let patch = try BundlePatch.begin(at: path)
    do throws(SlipError) {
      return try BundleTransaction(patch, at: path, known: known, limits: limits, adoptsParts: adoptsParts)
    } catch {
      patch.abandon()
      throw error
    }
  }

  /// Adds the transaction to the history, and puts everything in place.
  ///
  /// Payload that the box no longer lists is deleted. Files of others in the bundle, such as a Git
  /// repository, stay as they are.
  ///
  /// - Parameters:
  ///   - transaction: What the history says of the change.
  ///   - check: Looks at a new bundle before it is put in place; what it throws stops the commit. A bundle that exists
  ///     isn't checked.
  /// - Returns: Warnings about files in the bundle that aren't as the manifest lists them. They stay where
  ///   they are.
  /// - Throws: `SlipError`; then the transaction is abandoned and the bundle is as it was.
  package mutating func commit(
    _ transaction: BoxTransaction, check: ((DirectoryStorage) throws(SlipError) -> Void)? = nil
  ) throws(SlipError) -> [Diagnostic] {
    let (output, original) = (output, original)
    do throws(SlipError) {
      try HistoryRecord.add(transaction, from: original, to: &box, old: output.oldStorage, in: output)
    } catch {
      output.abandon()
      throw error
    }
    return try commitRecorded(check: check)
  }

  /// Puts everything in place. The history of the box says already what was done.
  ///
  /// - Parameter check: See `commit`.
  /// - Returns: See `commit`.
  /// - Throws: `SlipError`; then the transaction is abandoned and the bundle is as it was.
  package mutating func commitRecorded(
    check: ((DirectoryStorage) throws(SlipError) -> Void)? = nil
  ) throws(SlipError) -> [Diagnostic] {
    let (output, original) = (output, original)
    #if DEBUG
      let before = output.isOnDisk ? ResultCheck.faults(of: output.old) : nil
    #endif
    do throws(SlipError) {
      try NameLimits.check(from: original, to: box, limits)
      let found: [Diagnostic]
      if let check, let stage = output as? BundleStage {
        found = try stage.commit(box, check: check)
      } else {
        found = try output.commit(box, replacing: original)
      }
      #if DEBUG
        try ResultCheck.expectValid(output.target, before: before)
      #endif
      return found
    } catch {
      output.abandon()
      throw error
    }
  }

  /// Gives the change up and releases the lock. After a commit this does nothing.
  package func abandon() { output.abandon() }
}
