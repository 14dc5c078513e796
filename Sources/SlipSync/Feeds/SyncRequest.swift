public import SlipboxKit
internal import SlipBase
internal import SlipBundle
internal import SlipExchange
public import SlipHTTP
internal import SlipNotes

/// Takes the changes of a feed into a bundle.
///
/// A feed is a file, a directory with `feed.json`, or a URL. It gives all objects, or what changed since a version
/// token. Objects and token come into the bundle in one transaction, so the token never runs ahead of the data.
///
/// ```swift
/// let request = SyncRequest(bundle: "my.slipbox", feed: "https://example.org/notes/feed.json")
/// let outcome = try request.run()
/// ```
public struct SyncRequest: Sendable {
  /// The bundle, which must exist.
  public var bundle: String
  /// The feed: a file, a directory, or a URL of http or https.
  public var feed: String
  /// The name of the origin; nil: that of the origin with this feed, else one made from the feed's place.
  public var originName: String?
  /// What the origin is, for `info`.
  public var kind = "feed"
  /// Whose value counts where both sides changed one.
  public var policy = SyncPolicy.both
  /// How the feed calls things.
  public var mapping = SyncMapping()
  /// Headers of each request.
  public var headers: [(String, String)] = []
  /// Whether all objects are compared although the feed could say what changed.
  public var isFull = false
  /// Whether many notes may be deleted because they are gone from the feed.
  public var prunesAll = false
  /// Whether the bundle is created where there is none.
  public var createsBundle = false
  /// Whether nothing is written.
  public var isDryRun = false
  /// When this is done; nil leaves the transaction without a date.
  public var date: Timestamp?
  /// The longer side of thumbnails in pixels; 0 makes none.
  public var thumbnailSize = 600
  /// How many threads work at the same time.
  public var workers = Parallel.cores + 1
  /// Bounds on what is read.
  public var limits = Limits()
  /// Bounds of requests.
  public var http = HTTPLimits()
  /// Clock, pauses and dice of requests.
  public var world: HTTPWorld
  /// What makes requests; nil: libcurl.
  public var transport: (any HTTPTransport)?

  /// A request with the defaults.
  public init(bundle: String, feed: String, world: HTTPWorld = .system) {
    (self.bundle, self.feed, self.world) = (bundle, feed, world)
  }

  /// How often the work begins again because somebody else synchronized meanwhile.
  private static let attempts = 3

  /// Takes the changes of the feed into the bundle.
  ///
  /// Documents are fetched before the bundle is locked.
  ///
  /// - Throws: `SlipError`; then the bundle is as it was.
  public func run(progress: WorkProgress = .silent) throws(SlipError) -> SyncOutcome {
    let root = try FeedPlace(feed: feed)
    var client: HTTPClient?
    if case .web = root {
      client = HTTPClient(transport ?? SystemTransport.make(), world, headers: headers, limits: http)
    }
    let connection = FeedConnection(root: root, client: client)
    var left = SyncRequest.attempts
    while true {
      left -= 1
      let opened = try opened()
      let origin = try origin(of: root, in: opened)
      guard let (changes, isFull) = try fetch(origin, connection) else {
        return SyncOutcome(origin: origin.name, token: origin.token)
      }
      if let opened, let outcome = try fromHome(changes, origin, opened, connection) { return outcome }
      var transaction =
        createsBundle
        ? try BundleTransaction.begin(at: bundle, limits: limits, known: opened)
        : try BundleTransaction.begin(existing: bundle, limits: limits, known: opened)
      do throws(SlipError) {
        let now =
          transaction.box.origins.first { $0.name == origin.name } ?? Origin(name: origin.name, token: "")
        if now.token == origin.token, FeedState(now) == FeedState(origin) {
          return try run(changes, now, connection, isFull: isFull, in: &transaction, progress)
        }
        transaction.abandon()
      } catch {
        transaction.abandon()
        throw error
      }
      guard left > 0 else {
        throw SlipError(
          .cannotDo, code: ContainerCode.replacedMeanwhile,
          "Another program synchronizes this bundle at the same time; nothing was changed.")
      }
    }
  }

  /// Merges a feed or JSON that belongs to the box otherwise than by being taken in (`HomeFeed`); nil for any other.
  private func fromHome(
    _ changes: FeedChanges, _ origin: Origin, _ opened: OpenBundle, _ connection: FeedConnection
  ) throws(SlipError) -> SyncOutcome? {
    guard try HomeFeed(self, opened, origin, changes, connection) != nil else { return nil }
    var changes = changes
    if changes.isPart {
      // What is compared is all of the feed.
      guard case .document(let bytes, let etag, let end) = try connection.read(connection.root) else {
        throw FeedChanges.fault("There is no feed at this place.", connection.root)
      }
      changes = FeedChanges(mapping, limits: limits)
      try changes.read(bytes, etag: etag, end, connection)
    }
    var adopted: [Diagnostic] = []
    if !isDryRun { adopted = try Refresh.run(opened.path, limits: limits, known: opened).diagnostics }
    let (whole, request) = (changes, self)
    var outcome: SyncOutcome? = try retryingWhenReplaced(mayHold: false) { () throws(SlipError) in
      try HomeFeed(request, try OpenBundle(opened.path, limits: limits), origin, whole, connection)?.run()
    }
    outcome?.diagnostics += adopted
    return outcome
  }

  /// Takes fetched changes in.
  private func run(
    _ changes: FeedChanges, _ origin: Origin, _ connection: FeedConnection, isFull: Bool,
    in transaction: inout BundleTransaction, _ progress: WorkProgress
  ) throws(SlipError) -> SyncOutcome {
    var work = SyncWork(self, changes, origin, connection, transaction, isFull: isFull)
    var outcome = try work.run(progress)
    outcome.isChanged = !BoxChanges(from: transaction.box, to: work.box).isEmpty
    guard outcome.isChanged, !isDryRun else {
      transaction.abandon()
      return outcome
    }
    transaction.box = work.box
    var record = BoxTransaction(.sync, tool: SlipboxTool.name, date: date)
    (record.from, record.to) = (origin.name, outcome.token.isEmpty ? nil : outcome.token)
    outcome.diagnostics += try transaction.commit(record)
    return outcome
  }

  /// The bundle as it is now; nil where it is still to be made.
  private func opened() throws(SlipError) -> OpenBundle? {
    if createsBundle, try !BundleLocator.isBundle(at: bundle) { return nil }
    return try retryingWhenReplaced { () throws(SlipError) in try OpenBundle(bundle, limits: limits) }
  }

  /// The origin of the feed as the bundle has it; a new one where it has none.
  private func origin(of root: FeedPlace, in opened: OpenBundle?) throws(SlipError) -> Origin {
    let origins = opened?.box.origins ?? []
    if let originName {
      try ImportKey.check(sourceName: originName)
      let name = TextFolding.nfc(originName)
      return origins.first { $0.name == name } ?? Origin(name: name, token: "")
    }
    if let known = origins.first(where: { $0.url == root.display && $0.kind == kind }) { return known }
    let name = SyncRequest.name(of: root)
    var number = 1
    var candidate = name
    while origins.contains(where: { $0.name == candidate }) {
      number += 1
      candidate = "\(name)-\(number)"
    }
    return Origin(name: candidate, token: "")
  }

  /// A name for the origin of a feed: the host of a URL, or the name of the file or directory.
  private static func name(of root: FeedPlace) -> String {
    switch root {
    case .web(let address): return address.host
    case .file(let path):
      let (folder, name) = PathText.split(path)
      let last = PathText.split(PathText.withoutSlashes(folder)).name
      let isDirectory = name == FeedPlace.documentName && !last.isEmpty && last != "." && last != ".."
      let text = isDirectory ? last : name.split(separator: ".").first.map(String.init) ?? name
      let clean = text.filter { !$0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } }
      return TextFolding.nfc(clean.isEmpty ? "feed" : clean)
    }
  }

  /// Fetches the changes since the origin's token, or everything.
  ///
  /// - Returns: The changes, and whether they are all objects of the feed; nil where nothing changed.
  private func fetch(
    _ origin: Origin, _ connection: FeedConnection
  ) throws(SlipError) -> (FeedChanges, isFull: Bool)? {
    let state = FeedState(origin)
    if !origin.token.isEmpty, !isFull, let place = SyncRequest.place(since: origin.token, state, connection) {
      if case .document(let bytes, let etag, let end) = try connection.read(place) {
        var changes = FeedChanges(mapping, limits: limits)
        try changes.read(bytes, etag: etag, end, connection)
        if changes.isWhole, !changes.isComplete, let base = changes.base, base != origin.token {
          throw FeedChanges.fault("The feed's changes begin at another token than was asked for.", place)
        }
        if changes.saysNothing, changes.token == origin.token, changes.since ?? state.since == state.since {
          return nil
        }
        if !changes.isExpired { return (changes, changes.isComplete) }
      }
    }
    return try fetchAll(origin, state, connection)
  }

  /// Where the changes since a token are; nil where only the first document is known.
  private static func place(
    since token: String, _ state: FeedState, _ connection: FeedConnection
  ) -> FeedPlace? {
    guard let template = state.since else { return connection.root.appending(token) }
    let reference = template.replacing("{token}", with: HTTPAddress.escaped(token))
    return connection.root.resolve(reference, within: connection.root)
  }

  /// Fetches the first document.
  private func fetchAll(
    _ origin: Origin, _ state: FeedState, _ connection: FeedConnection
  ) throws(SlipError) -> (FeedChanges, isFull: Bool)? {
    switch try connection.read(connection.root, etag: origin.token.isEmpty && !isFull ? state.etag : nil) {
    case .unchanged: return nil
    case .gone:
      throw SlipError(
        .badInput, code: KitCode.badFeed, "There is no feed at this place.",
        at: SourceLocation(file: connection.root.display))
    case .document(let bytes, let etag, let end):
      var changes = FeedChanges(mapping, limits: limits)
      try changes.read(bytes, etag: etag, end, connection)
      if changes.isExpired {
        throw FeedChanges.fault("The feed says that even its first document has expired.", end)
      }
      if let base = changes.base, !changes.isComplete {
        // A change set as a file.
        if changes.token == origin.token { return nil }
        guard base == origin.token else {
          throw FeedChanges.fault("The changes begin at another token than the bundle has.", end)
        }
        return (changes, false)
      }
      if let token = changes.token, token == origin.token, !isFull { return nil }
      return (changes, true)
    }
  }
}

extension SyncRequest {
  /// Synchronizes on a thread of its own; see the function of the same name. Cancelling the task changes nothing.
  ///
  /// - Throws: `SlipError`; `CancellationError` where the task was cancelled.
  public func run(progress: WorkProgress = .silent) async throws -> SyncOutcome {
    try await progress.inBackground { try run(progress: $0) }
  }
}
