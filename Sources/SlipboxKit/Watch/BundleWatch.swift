public import SlipBase
public import SlipBundle
internal import SlipFiles
public import SlipNotes

/// What happened to a bundle since somebody looked at it last.
public struct BundleEvent: Sendable {
  /// A transaction and its number.
  public struct Entry: Sendable {
    /// The number, from 1 on, as `slipconv log` counts.
    public var number: Int
    /// What was done.
    public var file: TransactionFile
  }

  /// The bundle as it is now.
  public var bundle: OpenBundle
  /// The transactions that are new, the oldest first. It is empty where somebody changed the manifest by other means.
  public var transactions: [Entry]
  /// The changes of the query's result; empty without a query.
  public var results: [ResultChange]
  /// Whether transactions that were there before are gone: another bundle took the place, such as an older copy.
  public var isReset: Bool
}

/// Looks at a bundle again and again, and tells what has happened.
///
/// ```swift
/// var watch = try BundleWatch("my.slipbox", query: query)
/// while let event = try watch.next(within: .seconds(60)) {
///   for change in event.results { list.apply(change) }
/// }
/// ```
///
/// Transactions are told apart by number and digest, so that each is seen once, also where several are made between two
/// looks, and where histories are merged. In an `async` context, loop over `BundleChanges` instead.
public struct BundleWatch: Sendable {
  /// The path as it was given.
  private let path: String
  /// Bounds on what is read.
  private let limits: Limits
  /// The bundle as it was last.
  public private(set) var bundle: OpenBundle
  /// The transactions that were told.
  private var told: Set<BoxHistory.Entry>
  /// The query whose result is followed; nil: none.
  private let query: NoteQuery?
  /// The result as it was last.
  public private(set) var results: [Note] = []
  /// Waits for changes of the bundle's folder; nil where the system can't.
  private var folder: FolderWatch?

  /// How long a wait lasts before the bundle is looked at anyhow, in milliseconds: for file systems without events.
  private static let patience = 1_000

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - path: The bundle: see `BundleLocator.locate`.
  ///   - query: A query whose result is followed, too; nil: none.
  ///   - number: The last transaction that is known already: those after it are told first. Nil: all of them are known.
  ///   - limits: Bounds on what is read.
  /// - Throws: `SlipError` where the bundle can't be read, or the query can't be used.
  public init(
    _ path: String, query: NoteQuery? = nil, since number: Int? = nil, limits: Limits = Limits()
  ) throws(SlipError) {
    (self.path, self.query, self.limits) = (path, query, limits)
    let bundle = try OpenBundle(path, limits: limits)
    self.bundle = bundle
    let entries = bundle.box.history.transactions
    told = Set(number.map { entries.prefix(max(0, $0)) } ?? entries[...])
    results = try query?.notes(of: bundle, among: Array(bundle.box.notes)) ?? []
    folder = BundleWatch.watch(bundle.path)
  }

  /// The watch of a bundle's folder; nil where there are no events, as for packed bundles.
  private static func watch(_ path: String) -> FolderWatch? {
    // Without events the bundle is looked at from time to time.
    try? FolderWatch(path)
  }

  /// What has happened since the last look; nil for nothing.
  ///
  /// - Throws: `SlipError` where the bundle can't be read any more; the next look tries again.
  public mutating func look() throws(SlipError) -> BundleEvent? {
    let isFirst = told.count < bundle.box.history.transactions.count
    if !isFirst, isCurrent { return nil }
    // The folder itself may be another one now.
    let known = bundle
    let now = isFirst && isCurrent ? bundle : try OpenBundle(path, limits: limits)
    if now.path != known.path || folder == nil || !isSameFolder(as: known) {
      folder = BundleWatch.watch(now.path)
    }
    let entries = now.box.history.transactions
    var new: [BundleEvent.Entry] = []
    for (index, entry) in entries.enumerated() where !told.contains(entry) {
      for file in try now.transactions((index + 1)...(index + 1)) {
        new.append(BundleEvent.Entry(number: index + 1, file: file))
      }
    }
    let found = try query?.notes(of: now, among: Array(now.box.notes)) ?? []
    let changes = ResultChange.changes(from: results, to: found)
    let isReset = !told.isSubset(of: entries)
    (bundle, told, results) = (now, Set(entries), found)
    if new.isEmpty, changes.isEmpty, !isReset, now.box == known.box { return nil }
    return BundleEvent(bundle: now, transactions: new, results: changes, isReset: isReset)
  }

  /// Whether the bundle is what it was at the last look.
  private var isCurrent: Bool {
    do throws(SlipError) {
      try bundle.expectCurrent()
      return true
    } catch {
      return false
    }
  }

  /// Whether the folder that is watched is still that of the bundle.
  private func isSameFolder(as known: OpenBundle) -> Bool {
    // A new version of the manifest in the same folder is the usual case; a folder that was exchanged has another number.
    guard let storage = known.storage as? DirectoryStorage else { return true }
    return storage.isInPlace
  }

  /// Waits until something has happened, and tells it.
  ///
  /// - Parameters:
  ///   - time: How long to wait at most; nil: for ever.
  ///   - isEnding: Asked at least once a second: true ends the wait.
  /// - Returns: What happened; nil where the time has passed or the wait was ended.
  /// - Throws: `SlipError` where the bundle can't be read.
  public mutating func next(
    within time: Duration? = nil, isEnding: () -> Bool = { false }
  ) throws(SlipError) -> BundleEvent? {
    let clock = ContinuousClock()
    let end = time.map { clock.now + $0 }
    while !isEnding() {
      if let event = try look() { return event }
      var left = BundleWatch.patience
      if let end {
        let rest = end - clock.now
        guard rest > .zero else { return nil }
        left = min(
          left,
          Int(rest.components.seconds) * 1_000 + Int(rest.components.attoseconds / 1_000_000_000_000_000) + 1)
      }
      if let folder { folder.wait(milliseconds: left) } else { FileClock.sleep(milliseconds: min(left, 200)) }
    }
    return nil
  }
}

/// What happens to a bundle, as an endless sequence.
///
/// ```swift
/// for try await event in BundleChanges(of: "my.slipbox", query: query) {
///   for change in event.results { list.apply(change) }
/// }
/// ```
///
/// The loop ends when its task is cancelled.
public struct BundleChanges: AsyncSequence, Sendable {
  /// The bundle.
  private let path: String
  /// The query whose result is followed.
  private let query: NoteQuery?
  /// The last transaction that is known already.
  private let number: Int?
  /// Bounds on what is read.
  private let limits: Limits

  /// A sequence that opens the bundle when the loop begins. For the parameters see `BundleWatch.init`.
  public init(
    of path: String, query: NoteQuery? = nil, since number: Int? = nil, limits: Limits = Limits()
  ) {
    (self.path, self.query, self.number, self.limits) = (path, query, number, limits)
  }

  /// Begins a loop.
  public func makeAsyncIterator() -> Iterator {
    Iterator(path: path, query: query, number: number, limits: limits)
  }

  /// A loop over what happens.
  public struct Iterator: AsyncIteratorProtocol {
    /// The watch; nil before the first step.
    private var watch: BundleWatch?
    /// What `BundleWatch` needs to begin.
    private let begin: @Sendable () throws(SlipError) -> BundleWatch

    /// A loop that hasn't begun.
    fileprivate init(path: String, query: NoteQuery?, number: Int?, limits: Limits) {
      begin = { () throws(SlipError) in try BundleWatch(path, query: query, since: number, limits: limits) }
    }

    /// The next event; nil when the task is cancelled.
    ///
    /// - Throws: `SlipError` where the bundle can't be read.
    public mutating func next() async throws -> BundleEvent? {
      let (known, begin) = (watch, begin)
      do {
        let (event, watch) = try await WorkProgress.silent.inBackground { progress in
          var watch = try known ?? begin()
          let event = try watch.next(isEnding: { progress.isCancelledNow })
          return (event, watch)
        }
        self.watch = watch
        return event
      } catch is CancellationError {
        return nil
      }
    }
  }
}
