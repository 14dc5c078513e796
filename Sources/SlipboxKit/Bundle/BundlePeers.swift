public import SlipBase
internal import SlipBundle
internal import SlipNotes

/// What the history of a bundle says about the feeds and bundles that it is synchronized with.
public struct BundlePeers: Sendable {
  /// Transactions with one feed.
  public struct Feed: Sendable {
    /// When it was first synchronized; nil where that has no date.
    public var since: Timestamp?
    /// The number of the last transaction, from 1 on, as `log` shows it.
    public var transaction: Int
    /// When that was; nil where it has no date.
    public var date: Timestamp?
  }

  /// Another bundle with which this one was brought in step.
  public struct Peer: Sendable, Encodable {
    /// Its name: that of its file at that time.
    public var name: String
    /// The number of the last transaction that both have from a synchronization, from 1 on.
    public var transaction: Int
    /// When that was (RFC 3339); nil where it has no date.
    public var date: String?
  }

  /// Transactions with feeds, by the name of the origin.
  public private(set) var feeds: [String: Feed] = [:]
  /// The other bundles, the latest first.
  public private(set) var peers: [Peer] = []

  /// Reads the history of a bundle.
  ///
  /// A synchronization of two bundles leaves two transactions in both, one for each side, which lead to the same state. Where only
  /// one side had gone on, the other one takes its transactions over, and there is none of the synchronization itself.
  ///
  /// - Throws: `SlipError` where a transaction can't be read.
  public init(of bundle: OpenBundle) throws(SlipError) {
    let origins = Set(bundle.box.origins.map(\.name))
    var states: [String: [(name: String, number: Int, date: Timestamp?)]] = [:]
    for (index, file) in try bundle.transactions().enumerated() where file.transaction.kind == .sync {
      let transaction = file.transaction
      guard let name = transaction.from else { continue }
      if origins.contains(name), transaction.to.map({ states[$0] == nil }) ?? true {
        let since = feeds[name]?.since ?? (feeds[name] == nil ? transaction.date : nil)
        feeds[name] = Feed(since: since, transaction: index + 1, date: transaction.date)
        continue
      }
      states[transaction.to ?? "", default: []].append((name, index + 1, transaction.date))
    }
    let own = String(PathText.withoutSlashes(bundle.path).lastName.stem)
    var latest: [String: Peer] = [:]
    for (state, sides) in states {
      // A feed that is written in both directions is one side alone.
      let names = state.isEmpty || sides.count < 2 ? sides : sides.filter { $0.name != own }
      for side in names {
        let number = state.isEmpty ? side.number : sides.map(\.number).max() ?? side.number
        if let known = latest[side.name], known.transaction > number { continue }
        latest[side.name] = Peer(name: side.name, transaction: number, date: side.date?.rfc3339)
      }
    }
    peers = latest.values.sorted { ($1.transaction, $0.name) < ($0.transaction, $1.name) }
  }
}
