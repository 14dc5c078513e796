public import ArgumentParser
import SlipBase
internal import SlipboxKit
internal import SlipSync

/// `slipconv sync`: takes the changes of a feed into a bundle.
struct SyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Take the changes of a feed into a bundle, or bring two bundles in step.",
    discussion: """
      FEED is a JSON file, a directory that `slipconv feed` wrote, or a URL of http or https. The first time everything \
      comes in, also into a new bundle; after that only what changed since the feed's version token, which is \
      appended to the URL as a component of its path unless the feed says otherwise. Objects and token are saved in \
      one transaction: if anything goes wrong, nothing is changed.

      What you changed stays: see --policy. Notes that you deleted don't come back.

      FEED may also be another bundle or pack. Then both end with the same notes, folders, keywords, files and history: what one \
      side changed since their last common state comes to the other one, also what it deleted. Where both changed a fact, the value \
      that was set last counts (--policy box or feed: always the first or second bundle's); where both changed the \
      same words, the text has both as tracked changes. A note that one side deleted and the other one changed stays. \
      Exit status 1 says that something needs a look. A feed or JSON of a box that belongs to this one, such as one that comes \
      home, is merged in the same way.

      With --both-ways, a directory that `slipconv feed` wrote is a side like a bundle, and is written anew. Feeds of the web can \
      only be read.

      EXAMPLE
        slipconv sync my.slipbox https://example.org/notes/feed.json
        slipconv sync my.slipbox https://example.org/api/events --mapping events.toml --header-from env:AUTH
        slipconv sync my.slipbox feed --policy feed --dry-run
        slipconv sync my.slipbox /media/stick/my.slipbox
      """)

  /// The bundle.
  @OptionGroup var bundle: BundleArgument

  /// The feed.
  @Argument(help: "The feed: a file, a directory, a URL, or another bundle.", completion: .file())
  var feed: String

  /// Whose value counts where both sides changed one.
  @Option(
    help: """
      Where the feed and you changed the same: take the feed's value, the box's, that of the note modified last, or \
      keep both versions of the note.
      """)
  var policy = SyncPolicy.both

  /// How a foreign feed calls things.
  @Option(help: "TOML file that maps the feed's names (see Docs/Sync.md).", completion: .file())
  var mapping: String?

  /// Where the headers of requests come from.
  @Option(
    help: ArgumentHelp(
      "File with headers for each request, such as Authorization: …, a line each; or env:NAME.",
      valueName: "file"))
  var headerFrom: [String] = []

  /// The name of the origin.
  @Option(help: "Name of the origin, by which the feed is recognized again (default: from the feed's place).")
  var sourceName: String?

  /// Whether everything is compared.
  @Flag(help: "Compare all objects, whatever the token says.")
  var full = false

  /// Whether many notes may be deleted.
  @Flag(help: "Delete notes that are gone from the feed even if they are many.")
  var pruneAll = false

  /// Whether the feed gets what changed here.
  @Flag(
    help: "Write what changed here into the directory of the feed, too, so that both are equal afterwards.")
  var bothWays = false

  @OptionGroup var passphrase: PassphraseOption
  /// When the change is made, instead of now.
  @Option(
    help: "When the change is made (RFC 3339), instead of $SOURCE_DATE_EPOCH or now.",
    transform: Timestamp.argument)
  var date: Timestamp?

  /// Shows what would be done.
  @Flag(help: "Show what would be done; change nothing.")
  var dryRun = false

  /// Prints the result as JSON (`SyncOutcome`).
  @OptionGroup var json: JSONOption
  @OptionGroup var common: CommonOptions

  /// Synchronizes. If both sides changed the same, the exit status is 1.
  func run() throws {
    if try BoxSyncRequest.isFeed(bundle.bundle) {
      guard bothWays else {
        throw ValidationError("A feed that is only read comes second; --both-ways writes it, too.")
      }
      return try runBetweenBundles(feed, bundle.bundle)
    }
    if try BoxSyncRequest.isBundle(feed) { return try runBetweenBundles(bundle.bundle, feed) }
    if bothWays { return try runBetweenBundles(bundle.bundle, try writableFeed()) }
    var request = SyncRequest(bundle: bundle.bundle, feed: feed)
    request.policy = policy
    request.createsBundle = try bundle.isNew()
    if let mapping { request.mapping = try SyncMapping(file: mapping) }
    request.headers = try NamedHeaders.headers(from: headerFrom)
    request.originName = sourceName
    (request.isFull, request.prunesAll, request.isDryRun) = (full, pruneAll, dryRun)
    request.date = date ?? EditOptions.now
    let bar = ProgressBar(quiet: common.quiet || json.json)
    defer { bar.finish() }
    let outcome = try request.run(progress: bar.progress)
    bar.finish()
    if json.json {
      common.print(outcome.diagnostics)
      try JSONOutput.print(outcome, isDone: outcome.isChanged && !outcome.isDryRun)
    } else {
      SyncText(outcome: outcome, isVerbose: common.verbose).print(common)
    }
    if outcome.needsAttention { throw ExitStatus.problemsFound }
  }
}

/// Synchronizing two bundles.
extension SyncCommand {
  /// The feed, if it can be written.
  private func writableFeed() throws -> String {
    if feed.contains("://") {
      throw ValidationError(
        "A feed of the web can only be read: leave --both-ways out, and write a feed of your own.")
    }
    guard try BoxSyncRequest.isFeed(feed) else {
      throw ValidationError("--both-ways needs a bundle or a directory that slipconv feed wrote.")
    }
    return feed
  }

  /// Brings both sides in step. If something needs a look, the exit status is 1.
  private func runBetweenBundles(_ first: String, _ second: String) throws {
    guard mapping == nil, headerFrom.isEmpty, sourceName == nil, !full, !pruneAll else {
      throw ValidationError(
        "--mapping, --header-from, --source-name, --full and --prune-all are for feeds in one direction."
      )
    }
    var request = BoxSyncRequest(first, second)
    request.rule =
      switch policy {
      case .box: .ours
      case .feed: .theirs
      case .newest, .both: .newest
      }
    (request.isDryRun, request.date) = (dryRun, date ?? EditOptions.now)
    request.createsBundle = try first == bundle.bundle && bundle.isNew()
    request.passphrase = try passphrase.passphrase(for: [first, second])
    request.cache = IndexOption.folder.map { IndexCache(directory: $0) }
    let outcome = try request.run()
    if json.json {
      common.print(outcome.diagnostics)
      try JSONOutput.print(outcome, isDone: outcome.sides.contains(where: \.isChanged) && !outcome.isDryRun)
    } else {
      BoxSyncText(outcome: outcome, isVerbose: common.verbose).print(common)
    }
    if outcome.needsAttention { throw ExitStatus.problemsFound }
  }
}

/// The value of `--policy`.
extension SyncPolicy: ExpressibleByArgument {}
