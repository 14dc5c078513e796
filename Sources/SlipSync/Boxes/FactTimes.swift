internal import SlipboxKit
internal import SlipBase
internal import SlipBundle
internal import SlipNotes

/// When facts that both sides changed were changed last, by the histories of both.
///
/// A transaction with a date that gave a fact the value which it has now says when that was. Imports have no date, and a feed doesn't
/// say when a fact was changed: there the time counts at which the note was modified.
struct FactTimes {
  /// A side of the merge.
  private let bundle: OpenBundle
  /// The transactions that only this side has, the newest first.
  private let entries: [BoxHistory.Entry]

  /// Whose value of each conflict was set last.
  ///
  /// - Parameters:
  ///   - conflicts: What both sides changed.
  ///   - ours: Our side.
  ///   - theirs: The other side.
  ///   - first: The side that counts where no time is known; nil: none of them does.
  /// - Throws: `SlipError` where a history can't be read.
  static func later(
    _ conflicts: [MergeConflict], _ ours: OpenBundle, _ theirs: OpenBundle, first: MergeSide?
  ) throws(SlipError) -> [MergeConflict: MergeSide] {
    let facts = conflicts.filter { $0.entity != nil && ![.body, .deletion, .circle].contains($0.field) }
    if facts.isEmpty { return [:] }
    let mine = try FactTimes(ours, apartFrom: theirs).times(of: facts)
    let other = try FactTimes(theirs, apartFrom: ours).times(of: facts)
    var sides: [MergeConflict: MergeSide] = [:]
    for fact in facts {
      sides[fact] =
        switch (mine[fact], other[fact]) {
        case (let mine?, let other?) where mine != other: mine > other ? .ours : .theirs
        case (_?, nil): .ours
        case (nil, _?): .theirs
        default: first
        }
    }
    return sides
  }

  /// The history of a side, without what the other one has, too.
  private init(_ bundle: OpenBundle, apartFrom other: OpenBundle) {
    self.bundle = bundle
    let shared = Set(other.box.history.transactions)
    entries = bundle.box.history.transactions.reversed().filter { !shared.contains($0) }
  }

  /// When each fact got the value that it has now; facts without a time are left out.
  private func times(of facts: [MergeConflict]) throws(SlipError) -> [MergeConflict: Timestamp] {
    var pending = Set(facts)
    var found: [MergeConflict: Timestamp] = [:]
    for entry in entries {
      if pending.isEmpty { break }
      let transaction = try TransactionFile(entry, in: bundle).transaction
      // A synchronization changes facts later than whoever changed them.
      guard transaction.kind != .sync, let changes = transaction.changes else { continue }
      for fact in pending {
        guard let modified = bundle.box.setting(fact, in: changes) else { continue }
        pending.remove(fact)
        found[fact] = transaction.date ?? modified.time
      }
    }
    for fact in facts where found[fact] == nil {
      if case .note(let id)? = fact.entity { found[fact] = bundle.box.note(id)?.modified }
    }
    return found
  }
}

/// A change that gave a fact its value.
private struct FactSetting {
  /// When the note was modified that it belongs to; nil where that isn't known.
  var time: Timestamp?
}

extension SlipBox {
  /// What some changes did to a fact, where they gave it the value that it has in this box; nil where they didn't.
  fileprivate func setting(_ fact: MergeConflict, in changes: BoxChanges) -> FactSetting? {
    /// The setting of an entity's fact.
    func setting<Entity: Identifiable>(
      _ changes: [EntityChange<Entity>], _ id: Entity.ID, _ now: Entity?, _ value: (Entity) -> String?
    ) -> Entity? where Entity.ID: Comparable {
      guard let now, let change = changes.first(where: { $0.id == id }), let after = change.after,
        value(after) == value(now), change.before.map({ value($0) != value(after) }) ?? true
      else { return nil }
      return after
    }
    switch fact.entity {
    case .note(let id):
      return setting(changes.notes, id, note(id)) { $0.text(of: fact.field) }.map {
        FactSetting(time: $0.modified)
      }
    case .folder(let id):
      return setting(changes.folders, id, folder(id)) { $0.text(of: fact.field) }.map { _ in FactSetting() }
    case .keyword(let id):
      return setting(changes.keywords, id, keyword(id)) { $0.text(of: fact.field) }.map { _ in FactSetting() }
    default: return nil
    }
  }
}

extension Note {
  /// An attribute that a merge decides about, as text to compare; nil for any other.
  fileprivate func text(of field: MergeConflict.Field) -> String? {
    switch field {
    case .title: title
    case .status: status.rawValue
    case .favorite: "\(isFavorite)"
    case .order: "\(order)"
    case .created: created?.rfc3339 ?? ""
    case .zone: "\(zoneIsUnknown)"
    case .folder: folder?.description ?? ""
    case .source: "\(source ?? "")\n\(sourceItem ?? "")"
    case .imported: imported?.hex ?? ""
    case .foreign: foreign.joined(separator: "\n")
    case .properties: "\(properties)"
    default: nil
    }
  }
}

extension Folder {
  /// An attribute that a merge decides about, as text to compare; nil for any other.
  fileprivate func text(of field: MergeConflict.Field) -> String? {
    switch field {
    case .name: name
    case .parent: parent?.description ?? ""
    case .order: "\(order)"
    case .created: created?.rfc3339 ?? ""
    case .properties: "\(properties)"
    case .foreign: foreign.joined(separator: "\n")
    default: nil
    }
  }
}

extension Keyword {
  /// An attribute that a merge decides about, as text to compare; nil for any other.
  fileprivate func text(of field: MergeConflict.Field) -> String? {
    switch field {
    case .name: name
    case .parent: parent?.description ?? ""
    case .color: "\(color)"
    case .foreign: foreign.joined(separator: "\n")
    default: nil
    }
  }
}

extension TransactionFile {
  /// Reads a transaction of a bundle's history.
  ///
  /// - Throws: `SlipError` where it can't be read.
  init(_ entry: BoxHistory.Entry, in bundle: OpenBundle) throws(SlipError) {
    let bytes = try bundle.storage.read(entry.path)
    self = try slipErrors {
      try bytes.withUnsafeBytes {
        try TransactionFile($0, file: bundle.storage.displayPath(of: entry.path))
      }
    }
  }
}
