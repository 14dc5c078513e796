public import SlipBase
public import SlipBundle
internal import SlipFiles
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
  /// Whether the manifest is known to have the canonical form, so that parts of it can be read.
  let isCanonical: Bool
  /// The schema version of the manifest: the current one, or an earlier one that can be read alike.
  public var schemaVersion = VersionTable.current
  /// Takes the notes whose texts aren't there, which count as empty then; nil: a text that isn't there is an error.
  var missingTexts: MissingTexts?

  /// Finds and reads the bundle that `argument` means: see `BundleLocator.locate`.
  ///
  /// - Parameters:
  ///   - argument: The bundle or a path in it.
  ///   - limits: Bounds on what is read.
  ///   - mustBeCurrent: Whether it has to have the current schema version, as it is going to be changed.
  /// - Throws: `SlipError` where there is no bundle, where it has an older schema version
  ///   (`KitCode.oldVersion`, `VersionTable.other`), or where its manifest can't be read.
  public init(
    _ argument: String, limits: Limits = Limits(), mustBeCurrent: Bool = false
  ) throws(SlipError) {
    self = try retryingWhenReplaced { () throws(SlipError) in
      let location = try BundleLocator.locate(argument)
      guard let storage = try location.storage(limits: limits) else {
        throw OpenBundle.tooOld(location.path)
      }
      let reading: ManifestReader.Reading
      do throws(SlipError) {
        reading = try ManifestReader.reading(storage: storage, limits: limits, mustBeCurrent: mustBeCurrent)
      } catch {
        throw try ConflictMarks.naming(error, in: storage)
      }
      var bundle = OpenBundle(
        path: location.path, storage: storage, box: reading.box, isCanonical: reading.isCanonical)
      bundle.schemaVersion = reading.version
      return bundle
    }
  }

  /// A bundle whose facts are known already.
  package init(path: String, storage: any BundleStorage, box: SlipBox, isCanonical: Bool = false) {
    (self.path, self.storage, self.box, self.isCanonical) = (path, storage, box, isCanonical)
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
/// The new version serves a reader as well as the old one. Where writers keep disturbing a reader that takes
/// little time, they are kept away for one attempt. Otherwise it tries again for up to a minute, with pauses
/// that become longer. `body` must open the bundle itself: with storage that was opened outside it would fail
/// the same way each time.
///
/// - Parameters:
///   - mayHold: Whether writers may be kept away: not where `body` itself writes to the bundle.
///   - body: Reads the bundle.
/// - Throws: The error of the last attempt; any other error than a replaced bundle at once.
package func retryingWhenReplaced<R>(
  mayHold: Bool = true, _ body: () throws(SlipError) -> R
) throws(SlipError) -> R {
  let clock = ContinuousClock()
  let start = clock.now
  var attempts = 0
  while true {
    let begin = clock.now
    do throws(SlipError) {
      return try body()
    } catch {
      attempts += 1
      guard error.code == ContainerCode.replacedMeanwhile, clock.now - start < ReaderPatience.whole else {
        throw error
      }
      // Where the lock can't be taken, such as by somebody who may only read, there are more attempts.
      if mayHold, attempts >= ReaderPatience.attempts, clock.now - begin < ReaderPatience.held,
        let path = error.location?.file,
        let hold = try? TreeHold(path, waitMilliseconds: ReaderPatience.waitMilliseconds)
      {
        defer { hold.end() }
        do throws(SlipError) {
          return try body()
        } catch {
          // Somebody who takes no lock has changed it.
          guard error.code == ContainerCode.replacedMeanwhile else { throw error }
        }
      }
    }
    ReaderPatience.pause(after: attempts)
  }
}

/// How long a reader tries to read a bundle that others keep changing.
private enum ReaderPatience {
  /// How long in all.
  static let whole = Duration.seconds(60)
  /// After how many attempts writers are kept away.
  static let attempts = 3
  /// The longest attempt for which writers are kept away, as they wait for a few seconds only.
  static let held = Duration.seconds(2)
  /// How long to wait for the lock.
  static let waitMilliseconds = 5_000

  /// Waits before the next attempt: from 1 to 256 milliseconds.
  static func pause(after attempts: Int) { FileClock.sleep(milliseconds: 1 << min(attempts - 1, 8)) }
}
