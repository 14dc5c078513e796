public import SlipBase

/// One entry of a box's history: what was done, when, by whom, and what it changed.
///
/// Edits and imports record what they changed, so that they can be shown and taken back. Repairs and migrations only record
/// counts, and so does the transaction that makes the bundle: deleting the bundle takes it back.
public struct BoxTransaction: Sendable, Equatable {
  /// What was done.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Files were imported.
    case `import`
    /// Facts or texts were edited.
    case edit
    /// Changes of a feed were taken in.
    case sync
    /// Another version of the box was merged.
    case merge
    /// Bodies that other programs had changed were taken over.
    case refresh
    /// `validate --fix` repaired the bundle.
    case repair
    /// The bundle was migrated to another schema version.
    case migration
    /// Other transactions were taken back.
    case undo
  }

  /// How many entities of each kind were inserted, updated and deleted.
  public struct Counts: Sendable, Hashable {
    /// What is counted.
    public enum Entity: String, Sendable, Hashable, CaseIterable {
      /// Notes.
      case note
      /// Folders.
      case folder
      /// Keywords.
      case keyword
      /// Attachments.
      case attachment
      /// Sources.
      case source
    }
    /// What was counted.
    public var entity: Entity
    /// How many are new.
    public var inserted: Int
    /// How many have changed.
    public var updated: Int
    /// How many are gone.
    public var deleted: Int
    /// Creates counts.
    public init(_ entity: Entity, inserted: Int, updated: Int, deleted: Int) {
      (self.entity, self.inserted, self.updated, self.deleted) = (entity, inserted, updated, deleted)
    }
  }

  /// What was done.
  public var kind: Kind
  /// When it was done; nil for work that must give the same bytes each time, such as imports.
  public var date: Timestamp?
  /// Who did it; nil when unknown.
  public var author: String?
  /// The tool and its version, such as `slipconv 0.1.0`.
  public var tool: String
  /// What it began with: a schema version, the name of a source, or the numbers of the transactions
  /// that were taken back; nil elsewhere.
  public var from: String?
  /// What it led to: a schema version; nil elsewhere.
  public var to: String?
  /// Counts of entities, in the order of `Counts.Entity`; entities that didn't change are left out.
  public var counts: [Counts] = []
  /// What changed, entity by entity; nil where only counts are recorded.
  public var changes: BoxChanges?

  /// Creates an entry without counts and changes.
  public init(_ kind: Kind, tool: String, date: Timestamp? = nil, author: String? = nil) {
    (self.kind, self.tool, self.date, self.author) = (kind, tool, date, author)
  }

  /// Whether a transaction of this kind records what it changed in a box, and not only counts.
  private func recordsChanges(of old: SlipBox) -> Bool {
    switch kind {
    case .edit, .sync, .merge, .refresh, .undo: true
    case .import: !old.history.transactions.isEmpty
    case .repair, .migration: false
    }
  }

  /// Takes in what the transaction did to a box: the counts, and the changes themselves where its kind
  /// records them.
  public mutating func record(from old: SlipBox, to new: SlipBox) {
    changes = recordsChanges(of: old) ? BoxChanges(from: old, to: new).recorded : nil
    counts = old.counts(ofChangesTo: new)
  }
}

extension SlipBox {
  /// How many entities of each kind are inserted, updated and deleted in another box; kinds without changes
  /// are left out. What transactions don't record of sources doesn't count.
  ///
  /// `BoxChanges` holds the changes themselves, which need room: an import can insert 100,000 notes.
  public func counts(ofChangesTo new: SlipBox) -> [BoxTransaction.Counts] {
    [
      noteTable.counts(.note, to: new.noteTable), folderTable.counts(.folder, to: new.folderTable),
      keywordTable.counts(.keyword, to: new.keywordTable),
      attachmentTable.counts(.attachment, to: new.attachmentTable),
      sourceTable.counts(.source, to: new.sourceTable) { $0.recorded },
    ].compactMap { $0 }
  }
}

/// The files of a box's history. Their contents are read only when somebody asks for them.
public struct BoxHistory: Sendable, Equatable {
  /// A file that a transaction replaced, and that `undo` needs.
  public struct Replaced: Sendable, Hashable, Comparable {
    /// Length and digest of its bytes.
    public var fact: FileFact
    /// The extension of its file name.
    public var fileExtension: String
    /// Names a file.
    public init(_ fact: FileFact, _ fileExtension: String) {
      (self.fact, self.fileExtension) = (fact, fileExtension)
    }
    /// By digest, then extension.
    public static func < (a: Replaced, b: Replaced) -> Bool {
      a.fact.digest == b.fact.digest ? a.fileExtension < b.fileExtension : a.fact.digest < b.fact.digest
    }
  }

  /// A transaction, without what it did.
  public struct Entry: Sendable, Hashable, Comparable {
    /// Its number, from 1 on. Several have the same number where copies of a bundle were merged that had
    /// gone on separately.
    public var number: Int
    /// Length and digest of its file.
    public var fact: FileFact
    /// Names a transaction.
    public init(_ number: Int, _ fact: FileFact) { (self.number, self.fact) = (number, fact) }
    /// The path of its file, relative to the bundle.
    public var path: String { PayloadPath.transaction(number, fact.digest) }
    /// By number, then digest: in the order of the paths.
    public static func < (a: Entry, b: Entry) -> Bool {
      a.number == b.number ? a.fact.digest < b.fact.digest : a.number < b.number
    }
  }

  /// The transactions, sorted. `log` and `undo` call the first one 1, the second one 2 and so on.
  public private(set) var transactions: [Entry] = []
  /// The number that the next transaction gets.
  public var nextNumber: Int { (transactions.last?.number ?? 0) + 1 }
  /// Replaced files, sorted, each once.
  public private(set) var replaced: [Replaced] = []

  /// A history without transactions.
  public init() {}

  /// Adds a transaction. Doing so twice is allowed.
  public mutating func add(_ entry: Entry) {
    if let last = transactions.last, entry <= last {
      if transactions.contains(entry) { return }
      transactions.append(entry)
      transactions.sort()
    } else {
      transactions.append(entry)
    }
  }

  /// Takes over the transactions and the replaced files of another copy of the bundle.
  public mutating func formUnion(_ other: BoxHistory) {
    for entry in other.transactions { add(entry) }
    for file in other.replaced { keep(file) }
  }

  /// Keeps a replaced file. Doing so twice is allowed.
  public mutating func keep(_ file: Replaced) {
    let low = replaced.partitionPoint { $0 < file }
    if low == replaced.count || replaced[low] != file { replaced.insert(file, at: low) }
  }

  /// Forgets replaced files that don't satisfy the condition.
  public mutating func prune(keeping isKept: (Replaced) -> Bool) { replaced.removeAll { !isKept($0) } }
}
