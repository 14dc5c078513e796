internal import SlipBase
internal import SlipNotes
internal import XMLSyntax

/// Stage 5 ↔ 6: what importers bring gets a place, and the history becomes files.
///
/// ```
/// <history>                                    ↔  <history count="1" sha256="…"/>
///   <event kind="import" tool="…"/>               history/00000001-….xml
/// </history>
/// ```
///
/// On the way up nothing is lost and nothing moves; each event becomes a transaction without changes. On the
/// way down everything that version 5 can't hold is lost, and keywords below others move to the top;
/// where another one there has their name, they are called by their path.
enum Stage56 {
  /// The stage's row of `StageTable`.
  static let row = VersionStage(
    Version5.row, Version6.row, changes: changes.map(\.description),
    .streamed(
      up: { _ throws(SlipError) in PreparedStage { Writer56($0, renamed: [:], transactions: [], to: $1) } },
      down: { input throws(SlipError) in
        let losses = Losses56(limits: input.options.limits, payload: input.payload)
        try input.read(losses)
        let found = losses.finish()
        return PreparedStage(losses: found.losses) {
          Writer56($0, renamed: found.renamed, transactions: found.transactions, to: $1)
        }
      }))

  /// The attributes that version 6 added, by element.
  static let added: [ManifestElement: [StaticString]] = [
    .history: ["count", "sha256"], .origin: ["url", "kind"], .tombstone: ["item", "date"],
    .keyword: ["parent"], .note: ["source-item"], .link: ["manual"],
  ]
  /// The elements that version 6 added.
  static let addedElements: Set<ManifestElement> = [.folderProperty, .noteProperty, .referenceProperty]

  /// What changes on the way up.
  static let changes: [LightweightChange] =
    added.sorted { $0.key.rawValue < $1.key.rawValue }
    .flatMap { element, names in
      element == .history ? [] : names.map { LightweightChange.add(element, $0) }
    } + [
      .other("Notes, folders and references may have properties."),
      .other("Keywords may lie below others; their names differ from those beside them."),
      .other("The events of the history become files; edits will record what they change."),
    ]

  /// How version 6 is made.
  static let upMap = map(isUp: true)
  /// How version 5 is made.
  static let downMap = map(isUp: false)

  /// The mapping of attributes in one direction.
  ///
  /// - Parameter isUp: Whether version 6 is made; otherwise version 5.
  private static func map(isUp: Bool) -> LightweightMap {
    LightweightMap(
      old: { ManifestSchema.version5.attributes(of: $0) },
      new: { ManifestSchema.version6.attributes(of: $0) }, changes, isUp: isUp)
  }
}

extension HistoryEvent {
  /// The event as a transaction of version 6.
  fileprivate var transaction: BoxTransaction {
    let kind: BoxTransaction.Kind =
      switch kind {
      case .import: .import
      case .migration: .migration
      case .repair: .repair
      case .edit: .edit
      case .refresh: .refresh
      }
    var transaction = BoxTransaction(kind, tool: tool)
    (transaction.from, transaction.to) = (from, to)
    return transaction
  }

  /// The transaction as an event of version 5, which knows fewer kinds.
  fileprivate init(_ transaction: BoxTransaction) {
    let kind: Kind =
      switch transaction.kind {
      case .import, .sync: .import
      case .migration: .migration
      case .repair: .repair
      case .edit, .merge, .undo: .edit
      case .refresh: .refresh
      }
    self.init(kind: kind, from: transaction.from, to: transaction.to, tool: transaction.tool)
  }
}

/// Writes version 5 or 6 while the other is read.
final class Writer56: LightweightWriter {
  /// On the way down: the new names of keywords that would meet another one at the top.
  private let renamed: [UniqueID: String]
  /// The events of version 5.
  private var events: [HistoryEvent] = []
  /// The transactions that take their place, until they are listed.
  private var made: [(path: String, bytes: [UInt8])] = []
  /// On the way down: the paths of the transactions.
  private let transactions: [String]

  /// Prepares the writing.
  ///
  /// - Parameters:
  ///   - renamed: On the way down, new names of keywords.
  ///   - transactions: On the way down, the paths of the transactions.
  init(_ options: Options, renamed: [UniqueID: String], transactions: [String], to sink: XMLSink) {
    (self.renamed, self.transactions) = (renamed, transactions)
    super.init(options.isUp ? Stage56.upMap : Stage56.downMap, options, to: sink)
  }

  /// On the way up leaves the history out, whose events are collected and written anew before the origins.
  ///
  /// On the way down leaves out all elements and files that version 5 lacks.
  ///
  /// - Throws: `SlipError` for a malformed event or count.
  override func isLeftOut(_ kind: ManifestElement, _ attributes: ManifestAttributes) throws -> Bool {
    if options.isUp {
      if kind == .event { events.append(try HistoryEvent(attributes)) }
      if kind == .file, let path = attributes.element.value("path"),
        !path.lexicographicallyPrecedes(PayloadPath.history.utf8)
      {
        try listTransactions()
      }
      // The history is written when its events are known: before the next section.
      if kind == .origins { try writeHistory() }
      return kind == .event || kind == .history
    }
    if Stage56.addedElements.contains(kind) { return true }
    guard kind == .file else { return false }
    switch attributes.element.value("path").flatMap({ PayloadKey(path: $0) }) {
    case .transaction, .replaced, nil: return true
    default: return false
    }
  }

  /// On the way down gives keywords their new names; other elements stay.
  override func change(_ values: inout [(StaticString, String)], of kind: ManifestElement) throws {
    guard kind == .keyword, let id = values.first.flatMap({ UniqueID($0.1) }), let name = renamed[id] else {
      return
    }
    for index in values.indices where values[index].0.isSame(as: "name") {
      values[index].1 = XMLEscapedText.escape(name)
    }
  }

  /// Adds the transactions: to the list of files on the way up, to the history as events on the way down.
  ///
  /// - Throws: `SlipError` where a transaction's file can't be read.
  override func willEnd(_ kind: ManifestElement) throws {
    if options.isUp, kind == .files { try listTransactions() }
    guard !options.isUp, kind == .history else { return }
    for path in transactions {
      try options.payload(path) { bytes in
        try write(HistoryEvent(TransactionFile(bytes, file: path, limits: options.limits).transaction))
      }
    }
    try write(migration)
  }

  /// Takes an element of another namespace over as it is: both versions may have them.
  override func foreign(_ text: String, in parent: ManifestElement) throws { try sink.fragment(text) }

  /// Writes the number of transactions, and makes their files.
  ///
  /// Each event becomes a transaction, and this migration the last one.
  private func writeHistory() throws {
    var history = BoxHistory()
    for event in events + [migration] {
      let file = TransactionFile(after: history, event.transaction)
      let bytes = try file.bytes()
      let entry = BoxHistory.Entry(file.number, FileFact(of: bytes))
      history.add(entry)
      made.append((entry.path, bytes))
    }
    try write(
      "history",
      [
        ("count", String(made.count)), ("sha256", history.transactions.last?.fact.digest.hex ?? ""),
      ])
  }

  /// Lists the transactions that were made, once.
  ///
  /// They go before the first file whose path isn't before that of the history in bytewise order.
  private func listTransactions() throws {
    for file in made { try write(file: file.path, file.bytes, type: SlipBox.transactionType) }
    made = []
  }
}

/// Finds what version 5 can't hold, while a manifest of version 6 is read.
final class Losses56: ManifestConsumer {
  /// The losses so far.
  private var list = LossList(from: 6, to: 5)
  /// The entity that is open: its kind and its id.
  private var entity: (kind: String, id: String?) = ("bundle", nil)
  /// Whether the entity that is open has lost its properties, links or references already.
  private var reported: Set<String> = []
  /// All keywords, to find those whose names will meet.
  private var keywords = SlipBoxBuilder()
  /// The paths of the transactions, in their order.
  private var transactions: [String] = []
  /// Reads transactions.
  private let payload: LightweightWriter.Reader
  /// Bounds for reading them.
  private let limits: Limits

  /// Looks at nothing yet.
  init(limits: Limits, payload: @escaping LightweightWriter.Reader) {
    (self.limits, self.payload) = (limits, payload)
  }

  /// Notes what is lost of one element.
  ///
  /// - Throws: `SlipError` for malformed values, and for a transaction that can't be read.
  func start(_ kind: ManifestElement, _ element: XMLElement) throws(SlipError) {
    let attributes = try ManifestAttributes(element, kind, .version6)
    open(kind, attributes)
    switch kind {
    case .folderProperty, .noteProperty: once("properties")
    case .referenceProperty: once("properties of attachments")
    case .file:
      switch element.value("path").flatMap({ PayloadKey(path: $0) }) {
      case .replaced: once("files that edits replaced")
      case .transaction: try transaction(attributes.requiredText("path"))
      default: break
      }
    case .history: break
    case .keyword:
      var keyword = Keyword(
        id: try attributes.requiredID("id"), name: attributes.requiredText("name"),
        color: Keyword.Color(red: 0, green: 0, blue: 0))
      keyword.parent = try attributes.id("parent")
      keywords.add(keyword)
      if keyword.parent != nil { once("parent") }
    case .link:
      if try attributes.value("manual", ManifestValue.bool) == true { once("which links are manual") }
    default:
      for name in Stage56.added[kind] ?? [] where attributes.text(name) != nil {
        once(kind == .tombstone ? "\(name) of a tombstone" : "\(name)")
      }
    }
  }

  /// What version 5 can't hold of a transaction.
  ///
  /// - Throws: `SlipError` where its file can't be read.
  private func transaction(_ path: String) throws(SlipError) {
    transactions.append(path)
    try slipErrors {
      try payload(path) { bytes in
        let found = try TransactionFile(bytes, file: path, limits: limits).transaction
        if found.changes != nil { once("changes of the history") }
        if !found.counts.isEmpty { once("counts of the history") }
        if found.date != nil || found.author != nil { once("dates and authors of the history") }
        if HistoryEvent(found).transaction.kind != found.kind { once("kinds of transactions") }
      }
    }
  }

  /// Notes which entity is open.
  private func open(_ kind: ManifestElement, _ attributes: ManifestAttributes) {
    switch kind {
    case .folder, .keyword, .note: entity = ("\(kind.name)", attributes.text("id"))
    case .origin: entity = ("origin", attributes.text("name"))
    case .attachment: entity = ("attachment", attributes.text("sha256"))
    case .source: entity = ("source", attributes.text("key"))
    case .history, .files: entity = ("bundle", nil)
    default: return
    }
    reported = []
  }

  /// Adds a loss of the entity that is open, unless it is there already.
  ///
  /// - Parameter what: What is lost, in words.
  private func once(_ what: String) {
    if reported.insert(what).inserted { list.add(entity.kind, entity.id, what) }
  }

  /// The losses, and the new names of keywords that would meet another one at the top.
  func finish() -> (losses: [VersionLoss], renamed: [UniqueID: String], transactions: [String]) {
    let box = keywords.finish().box
    var renamed: [UniqueID: String] = [:]
    var taken = Set(box.keywords.filter { $0.parent == nil }.map { TextFolding.caseFolded($0.name) })
    for keyword in box.keywords where keyword.parent != nil {
      if taken.insert(TextFolding.caseFolded(keyword.name)).inserted { continue }
      var name = box.path(ofKeyword: keyword.id)
      while !taken.insert(TextFolding.caseFolded(name)).inserted { name += "/" }
      renamed[keyword.id] = name
      list.add("keyword", keyword.id, "name, which becomes that of its path")
    }
    return (list.all, renamed, transactions)
  }
}
