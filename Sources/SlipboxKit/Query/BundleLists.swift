public import SlipBase
internal import SlipBundle
package import SlipNotes
public import SlipQuery

/// A folder, as `slipconv folder list` prints it. With `--json` the properties are the keys.
public struct FolderRow: Sendable, Encodable {
  /// The UUID.
  public var id: String
  /// The names from the top, with `/` between them.
  public var path: String
  /// The number of notes directly in it, or of those that its saved search finds.
  public var notes: Int
  /// The words of its saved search; nil for none.
  public var search: String?
  /// The predicate of its saved search; nil for none.
  public var predicate: String?
  /// Why its saved search can't be used; nil where it can, or there is none. `notes` is then 0.
  public var problem: String?
}

/// A keyword, as `slipconv keyword list` prints it. With `--json` the properties are the keys.
public struct KeywordRow: Sendable, Encodable {
  /// The UUID.
  public var id: String
  /// The names from the top, with `/` between them.
  public var path: String
  /// The colour: `#rrggbb` or `#rrggbbaa`.
  public var color: String
  /// The number of notes that have it.
  public var notes: Int
}

/// A transaction, as `slipconv log` prints it. With `--json` the properties are the keys.
package struct LogRow: Sendable, Encodable {
  /// An entity that changed.
  package struct Change: Sendable, Encodable {
    /// `note`, `folder`, `keyword`, `attachment` or `source`.
    package var entity: String
    /// The UUID, digest or key.
    package var id: String
    /// `inserted`, `updated` or `deleted`.
    package var change: String
    /// The title or name.
    package var name: String
    /// The attributes and relationships that differ; empty for an insertion or deletion.
    package var fields: [String]

    /// The fields for text: ` (title, body)`; empty where there are none.
    package var details: String { fields.isEmpty ? "" : " (\(fields.joined(separator: ", ")))" }
  }

  /// How many entities of a kind changed.
  package struct Counts: Sendable, Encodable {
    /// `note`, `folder`, `keyword`, `attachment` or `source`.
    package var entity: String
    /// How many are new.
    package var inserted: Int
    /// How many have changed.
    package var updated: Int
    /// How many are gone.
    package var deleted: Int
  }

  /// The number: 1 for the first.
  package var number: Int
  /// `import`, `edit`, `sync`, `merge`, `refresh`, `repair`, `migration` or `undo`.
  package var kind: String
  /// When (RFC 3339); nil where the transaction has no date.
  package var date: String?
  /// Who; nil where nobody was named.
  package var author: String?
  /// The program and its version.
  package var tool: String
  /// What it began with: the numbers that an undo takes back, the version before a migration.
  package var from: String?
  /// What it led to: the version after a migration.
  package var to: String?
  /// How many entities changed.
  package var counts: [Counts]
  /// What changed; empty where only counts are recorded.
  package var changes: [Change]
  /// What changed, in people's words; empty where only counts are recorded.
  private let story: String

  /// The keys of the JSON form, which has the changes instead of words.
  private enum CodingKeys: String, CodingKey {
    case number, kind, date, author, tool, from, to, counts, changes
  }

  /// Describes a transaction of a box.
  ///
  /// - Parameter number: Its place in the history, from 1 on.
  package init(_ file: TransactionFile, number: Int, _ box: SlipBox) {
    let transaction = file.transaction
    self.number = number
    kind = transaction.kind.rawValue
    date = transaction.date?.rfc3339
    (author, tool) = (transaction.author, transaction.tool)
    (from, to) = (transaction.from, transaction.to)
    counts = transaction.counts.map {
      Counts(
        entity: $0.entity.rawValue, inserted: $0.inserted, updated: $0.updated, deleted: $0.deleted)
    }
    changes = transaction.changes?.rows(box) ?? []
    story = transaction.changes.map { ChangeStory($0, box).text } ?? ""
  }

  /// What was done, in people's words: the changes, or how many there were.
  package var what: String {
    if !story.isEmpty { return story }
    let verbs: [(String, KeyPath<Counts, Int>)] = [
      ("added", \.inserted), ("changed", \.updated), ("deleted", \.deleted),
    ]
    let parts = verbs.compactMap { verb, count -> String? in
      let named = counts.filter { $0[keyPath: count] > 0 }.map {
        "\($0[keyPath: count]) \($0.entity)\($0[keyPath: count] == 1 ? "" : "s")"
      }
      return named.isEmpty ? nil : verb + " " + named.joined(separator: ", ")
    }
    return parts.isEmpty ? "-" : parts.joined(separator: "; ")
  }

  /// The row as cells: number, date, kind, author and what was done.
  ///
  /// - Parameter zone: The zone of the date.
  package func cells(in zone: TimeZoneRules) -> [String] {
    let versions = [from, to].compactMap { $0 }.joined(separator: " to ")
    let local = date.flatMap { Timestamp(rfc3339: $0) }.map { String(zone.rfc3339($0).prefix(16)) }
    return [
      String(number), local?.replacing("T", with: " ") ?? "-",
      kind + (versions.isEmpty ? "" : " \(versions)"),
      author ?? "-", what,
    ]
  }
}

/// Which transactions of a history are shown.
package struct LogFilter: Sendable {
  /// Only those of this kind; nil: any.
  package var kind: BoxTransaction.Kind?
  /// Only those with this date or a later one; nil: any.
  package var since: Timestamp?
  /// Only those of authors whose names contain this, in any case; nil: any.
  package var author: String?
  /// Only those that changed this note: a title that it has or had, or its UUID or the beginning of that; nil: any.
  package var note: String?

  /// All transactions.
  package init() {}

  /// Whether all transactions are shown.
  fileprivate var isEmpty: Bool { kind == nil && since == nil && author == nil && note == nil }

  /// Whether a transaction is shown.
  ///
  /// - Parameter id: The note that the bundle has under the name; nil where it has none.
  fileprivate func holds(for transaction: BoxTransaction, note id: Note.ID?) -> Bool {
    if let kind, transaction.kind != kind { return false }
    if let since {
      guard let date = transaction.date, date >= since else { return false }
    }
    if let author {
      guard let name = transaction.author,
        TextFolding.caseFolded(name).contains(TextFolding.caseFolded(author))
      else { return false }
    }
    guard let note else { return true }
    let folded = TextFolding.caseFolded(note)
    return (transaction.changes?.notes ?? []).contains { change in
      if change.id == id { return true }
      let titles = [change.before, change.after].compactMap { $0.map { TextFolding.caseFolded($0.title) } }
      return titles.contains(folded) || note.count >= 4 && change.id.description.hasPrefix(note.lowercased())
    }
  }
}

extension OpenBundle {
  /// All folders, parents before children, each with the number of its notes, or of those that its saved
  /// search finds.
  ///
  /// - Parameter clock: What `today` means in saved searches.
  /// - Throws: `SlipError` where a text can't be read. A saved search that can't be used says so in its row.
  public func folderRows(clock: QueryClock) throws(SlipError) -> [FolderRow] {
    var rows: [FolderRow] = []
    let names = SearchNames(box)
    var open = box.children(of: nil).reversed() as [Folder]
    while let folder = open.popLast() {
      var row = FolderRow(
        id: folder.id.description, path: FolderPath.text(box.path(of: folder.id)),
        notes: box.notes(in: folder.id).count)
      if let search = SavedSearch(folder) {
        (row.search, row.predicate) = (search.search, search.predicate)
        let fault = names.fault(inSearchOf: folder, clock: clock)
        if let fault {
          (row.notes, row.problem) = (0, fault.message)
        } else {
          row.notes = try search.query(clock: clock).notes(of: self, among: Array(box.notes)).count
        }
      }
      rows.append(row)
      open += box.children(of: folder.id).reversed()
    }
    return rows
  }

  /// All keywords by path, each with the number of its notes.
  public func keywordRows() -> [KeywordRow] {
    box.keywords.map {
      KeywordRow(
        id: $0.id.description, path: box.path(ofKeyword: $0.id), color: $0.color.hex,
        notes: box.notes(with: $0.id).count)
    }.sorted { NaturalKey($0.path) < NaturalKey($1.path) }
  }

  /// The history, the newest transaction first.
  ///
  /// - Parameters:
  ///   - limit: The most transactions; nil: all.
  ///   - filter: Which transactions.
  /// - Throws: `SlipError` where a transaction can't be read.
  package func log(limit: Int? = nil, _ filter: LogFilter = LogFilter()) throws(SlipError) -> [LogRow] {
    if filter.isEmpty { return rows(of: try lastTransactions(limit), naming: box) }
    var rows: [LogRow] = []
    // A note that is deleted now, or that shares its name, is known by its titles.
    var named: [Note.ID] = []
    if let name = filter.note { named = try NoteLookup(box, path: path).notes(named: name) }
    let id = named.count == 1 ? named.first : nil
    for number in stride(from: box.history.transactions.count, to: 0, by: -1) {
      if let limit, rows.count >= limit { break }
      for file in try transactions(number...number) where filter.holds(for: file.transaction, note: id) {
        rows.append(LogRow(file, number: number, box))
      }
    }
    return rows
  }

  /// The history of a bundle, the newest transaction first.
  ///
  /// - Parameters:
  ///   - argument: The bundle: see `BundleLocator.locate`.
  ///   - limit: The most transactions; nil: all.
  ///   - filter: Which transactions.
  ///   - cache: Where indexes are; nil to do without.
  /// - Throws: `SlipError` where a transaction can't be read.
  package static func log(
    of argument: String, limit: Int? = nil, _ filter: LogFilter = LogFilter(), cache: IndexCache?
  ) throws(SlipError) -> [LogRow] {
    try retryingWhenReplaced { () throws(SlipError) in
      if filter.isEmpty, let rows = try BundleExcerpt.log(of: argument, limit: limit, cache: cache) {
        return rows
      }
      return try OpenBundle(argument).log(limit: limit, filter)
    }
  }

  /// The last transactions, oldest first.
  func lastTransactions(_ limit: Int?) throws(SlipError) -> [TransactionFile] {
    let count = box.history.transactions.count
    guard count > 0, limit != 0 else { return [] }
    return try transactions(max(1, count - (limit ?? count) + 1)...count)
  }

  /// What `log` shows of the last transactions.
  ///
  /// - Parameters:
  ///   - files: The transactions, up to the last one.
  ///   - names: The box that gives things their names.
  func rows(of files: [TransactionFile], naming names: SlipBox) -> [LogRow] {
    let last = box.history.transactions.count
    return files.enumerated().reversed().map { index, file in
      LogRow(file, number: last - files.count + 1 + index, names)
    }
  }
}

extension BoxChanges {
  /// The changes for people: folders, keywords, attachments, sources, notes.
  ///
  /// - Parameter box: The box as it is now, which gives folders and keywords their names.
  fileprivate func rows(_ box: SlipBox) -> [LogRow.Change] {
    /// The change of one entity, with the names of the facts that differ.
    func row<Entity>(
      _ entity: String, _ change: EntityChange<Entity>, _ name: (Entity) -> String,
      _ fields: [FactTable.Field<Entity>]
    ) -> LogRow.Change {
      var changed: [String] = []
      if let before = change.before, let after = change.after {
        changed = fields.filter { $0.text(before, box) != $0.text(after, box) }.map(\.name)
      }
      return LogRow.Change(
        entity: entity, id: "\(change.id)", change: change.kind.rawValue,
        name: (change.after ?? change.before).map(name) ?? "", fields: changed)
    }
    let body = FactTable.Field<Note>("body") { note, _ in note.body.digest.hex }
    return folders.map { row("folder", $0, \.name, FactTable.folder) }
      + keywords.map { row("keyword", $0, \.name, FactTable.keyword) }
      + attachments.map { row("attachment", $0, \.id.hex, FactTable.attachment) }
      + sources.map { row("source", $0, \.path, []) }
      + notes.map { row("note", $0, \.title, FactTable.note + [body]) }
  }
}
