public import SlipBase
public import SlipBundle
public import SlipNotes

/// A bundle that is opened for reading: its facts are in memory, its payload stays on disk.
///
/// ```swift
/// let bundle = try OpenBundle("my.slipbox")
/// let note = try bundle.note(named: "Work/Spring check")
/// let text = try bundle.mirror(of: note)
/// ```
///
/// An opened bundle takes no lock. If a writer replaces the bundle in the meantime, reading
/// payload throws an error with code `ContainerCode.replacedMeanwhile`; wrap opening and
/// reading in `retryingWhenReplaced` to read the new version instead.
public struct OpenBundle: Sendable {
  /// The path of the bundle itself, wherever in or around it the argument pointed.
  public let path: String
  /// Access to the files of the bundle, the same for directories and packs.
  public let storage: any BundleStorage
  /// The facts of the manifest: notes, folders, keywords, attachments, sources.
  public let box: SlipBox

  /// Finds and reads the bundle that `argument` means: see `BundleLocator.locate`.
  ///
  /// - Throws: `SlipError` where there is no bundle, where it has an older schema version
  ///   (`KitCode.oldVersion`), or where its manifest can't be read.
  public init(_ argument: String, limits: Limits = Limits()) throws(SlipError) {
    let location = try BundleLocator.locate(argument)
    path = location.path
    guard let storage = try location.storage(limits: limits) else { throw OpenBundle.tooOld(path) }
    self.storage = storage
    box = try ManifestReader.read(storage: storage, limits: limits)
  }

  /// A bundle whose facts are known already.
  init(path: String, storage: any BundleStorage, box: SlipBox) {
    (self.path, self.storage, self.box) = (path, storage, box)
  }

  /// The error for a bundle of versions 1 to 3, which are single files and must be migrated
  /// before anything else.
  static func tooOld(_ path: String) -> SlipError {
    SlipError(
      .badInput, code: KitCode.oldVersion,
      "This bundle has an older schema version; `slipconv migrate` upgrades it.",
      at: SourceLocation(file: path))
  }

  /// The RTF body of a note, as its bytes.
  ///
  /// - Throws: `SlipError` where the file is missing or can't be read.
  public func body(of note: Note) throws(SlipError) -> [UInt8] {
    try storage.read(PayloadPath.body(note.id))
  }

  /// The plain text of a note in UTF-8, as its mirror file holds it.
  ///
  /// - Throws: `SlipError` where the file is missing or can't be read.
  public func mirror(of note: Note) throws(SlipError) -> [UInt8] {
    try storage.read(PayloadPath.mirror(note.id))
  }

  /// Checks that the facts and the payload that were read belong together: that nobody changed the bundle
  /// since it was opened. Call it when all is read, within `retryingWhenReplaced`.
  ///
  /// - Throws: `SlipError` with code `ContainerCode.replacedMeanwhile`.
  public func expectCurrent() throws(SlipError) { try storage.expectCurrent() }

  /// The transactions of the history, oldest first.
  ///
  /// - Parameter numbers: Those to read, from 1 on; nil: all.
  /// - Throws: `SlipError` where a file is missing or is no transaction.
  public func transactions(_ numbers: ClosedRange<Int>? = nil) throws(SlipError) -> [TransactionFile] {
    let all = 1..<(box.history.transactions.count + 1)
    var found: [TransactionFile] = []
    for number in numbers.map({ all.clamped(to: $0.lowerBound..<($0.upperBound + 1)) }) ?? all {
      let path = box.history.transactions[number - 1].path
      let bytes = try storage.read(path)
      found.append(
        try slipErrors {
          try bytes.withUnsafeBytes { try TransactionFile($0, file: storage.displayPath(of: path)) }
        })
    }
    return found
  }

  /// The one note that `name` means: a UUID, a title, `folder/title`, or the beginning of a
  /// UUID.
  ///
  /// - Throws: `SlipError` where no note or more than one is meant: see `NoteLookup`.
  public func note(named name: String) throws(SlipError) -> Note {
    try NoteLookup(box, path: path).note(named: name)
  }
}

/// Runs `body`, and runs it again if it failed because a writer replaced the bundle in the
/// meantime.
///
/// The new version serves a reader as well as the old one. There are at most four attempts;
/// then the error is thrown, so that a busy writer can't keep a reader for ever. `body` must
/// open the bundle itself: with storage that was opened outside it would fail the same way each
/// time.
///
/// - Throws: The error of the last attempt; any other error than a replaced bundle at once.
package func retryingWhenReplaced<R>(_ body: () throws(SlipError) -> R) throws(SlipError) -> R {
  var attemptsLeft = 4
  while true {
    attemptsLeft -= 1
    do throws(SlipError) {
      return try body()
    } catch {
      guard error.code == ContainerCode.replacedMeanwhile, attemptsLeft > 0 else { throw error }
    }
  }
}
