public import SlipBase
internal import SlipBundle
internal import SlipNotes

/// Deletes the old versions of files that a bundle keeps so that edits can be taken back.
///
/// ```swift
/// var request = PruneRequest(bundle: "my.slipbox")
/// request.keep = 100
/// let result = try request.run()
/// print(result.files, result.bytes)
/// ```
///
/// The history itself stays. An edit of facts can be taken back all the same; one whose files are gone is
/// refused with `KitCode.payloadGone`.
public struct PruneRequest: Sendable {
  /// What was deleted, or would be. With `--json` the properties are the keys of the output.
  public struct Result: Sendable, Encodable {
    /// How many files.
    public var files: Int
    /// Their lengths together.
    public var bytes: Int
    /// How many old versions are still there.
    public var kept: Int
    /// Whether nothing was deleted because that was asked for.
    public var isTrial: Bool
    /// Files that aren't as the manifest lists them, and were left alone; not part of the JSON form.
    public var diagnostics: [Diagnostic]

    /// The keys of the JSON form: everything but the warnings.
    private enum CodingKeys: String, CodingKey {
      case files, bytes, kept
      case isTrial = "trial"
    }
  }

  /// The bundle: see `BundleLocator.locate`.
  public var bundle: String
  /// How many of the newest transactions can be taken back afterwards.
  public var keep = 0
  /// Transactions with this date or a later one can be taken back afterwards, too; nil: no others.
  public var since: Timestamp?
  /// Whether nothing is deleted: the result says what would be.
  public var isTrial = false
  /// Bounds on what is read.
  public var limits = Limits()

  /// A request that keeps nothing.
  public init(bundle: String) { self.bundle = bundle }

  /// Deletes the files in one atomic change.
  ///
  /// - Throws: `SlipError`; then the bundle is as it was.
  public func run() throws(SlipError) -> Result {
    let transaction = try BundleTransaction.begin(existing: bundle, limits: limits)
    do throws(SlipError) {
      guard let patch = transaction.output as? BundlePatch else {
        transaction.abandon()
        return Result(files: 0, bytes: 0, kept: 0, isTrial: isTrial, diagnostics: [])
      }
      let result = try run(patch, transaction.box)
      transaction.abandon()
      return result
    } catch {
      transaction.abandon()
      throw error
    }
  }

  /// Deletes the files of a bundle that is open for a change.
  private func run(_ patch: BundlePatch, _ old: SlipBox) throws(SlipError) -> Result {
    var needed = try neededFiles(old.history, patch.bundle)
    // What the history alone has of the pictures in texts is no old version.
    if old.history.replaced.contains(where: { !needed.contains($0.fact) && !$0.isText }) {
      needed.formUnion(try shownFiles(old, patch.bundle))
    }
    var box = old
    box.history.prune { needed.contains($0.fact) }
    let gone = old.history.replaced.filter { !needed.contains($0.fact) }
    var result = Result(
      files: gone.count, bytes: gone.reduce(0) { $0 + $1.fact.length }, kept: box.history.replaced.count,
      isTrial: isTrial, diagnostics: [])
    guard !gone.isEmpty, !isTrial else { return result }
    for file in gone {
      if let warning = try patch.delete(file) { result.diagnostics.append(warning) }
    }
    result.diagnostics += try patch.commit(box, replacing: old)
    return result
  }

  /// The replaced files that texts show although the box has no such attachment: earlier versions left such texts behind.
  private func shownFiles(_ box: SlipBox, _ bundle: DirectoryStorage) throws(SlipError) -> Set<FileFact> {
    var shown: Set<Attachment.ID> = []
    for id in box.noteIDs where try bundle.length(of: PayloadPath.body(id)) != nil {
      let body = try bundle.read(PayloadPath.body(id))
      shown.formUnion(ShownFiles.all(in: [body]).filter { box.attachment($0) == nil })
    }
    return Set(box.history.replaced.map(\.fact).filter { shown.contains($0.digest) })
  }

  /// The files that are needed to take back the transactions that are to be kept.
  private func neededFiles(
    _ history: BoxHistory, _ bundle: DirectoryStorage
  ) throws(SlipError) -> Set<FileFact> {
    var needed: Set<FileFact> = []
    for (index, entry) in history.transactions.enumerated() {
      let isNew = index >= history.transactions.count - keep
      guard isNew || since != nil else { continue }
      let bytes = try bundle.read(entry.path)
      let transaction = try slipErrors {
        try bytes.withUnsafeBytes {
          try TransactionFile($0, file: bundle.displayPath(of: entry.path), limits: limits).transaction
        }
      }
      let isRecent = since.map { since in transaction.date.map { $0 >= since } ?? false } ?? false
      guard isNew || isRecent, let changes = transaction.changes else { continue }
      needed.formUnion(changes.payloadBefore.map(\.fact))
    }
    return needed
  }
}

extension BoxHistory.Replaced {
  /// Whether it is a body or its plain text, going by its name.
  fileprivate var isText: Bool { ["rtf", "txt"].contains(fileExtension) }
}
