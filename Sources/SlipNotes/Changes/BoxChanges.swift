public import SlipBase

/// What happened to one entity: it was inserted, updated or deleted.
public struct EntityChange<Entity: Identifiable & Equatable & Sendable>: Sendable, Equatable
where Entity.ID: Sendable & Comparable {
  /// What a change does to its entity.
  public enum Kind: String, Sendable, Hashable, CaseIterable { case inserted, updated, deleted }

  /// The values of a change. There may be as many changes as entities, most of which have one value.
  private enum Values: Sendable, Equatable {
    case inserted(Entity)
    case deleted(Entity)
    indirect case updated(Entity, Entity)
  }

  /// The entity that is changed; both values have this id.
  public let id: Entity.ID
  /// Before and after.
  private let values: Values

  /// The entity as it was; nil where it is inserted.
  public var before: Entity? {
    switch values {
    case .inserted: nil
    case .deleted(let before), .updated(let before, _): before
    }
  }

  /// The entity as it is then; nil where it is deleted.
  public var after: Entity? {
    switch values {
    case .deleted: nil
    case .inserted(let after), .updated(_, let after): after
    }
  }

  /// Nil where both values are equal, both are missing, or their ids differ.
  public init?(from before: Entity?, to after: Entity?) {
    switch (before, after) {
    case (nil, nil): return nil
    case (nil, let after?): self.init(after.id, .inserted(after))
    case (let before?, nil): self.init(before.id, .deleted(before))
    case (let before?, let after?):
      guard before.id == after.id, before != after else { return nil }
      self.init(after.id, .updated(before, after))
    }
  }

  /// A change whose values are known to differ and to have this id.
  private init(_ id: Entity.ID, _ values: Values) { (self.id, self.values) = (id, values) }

  /// What the change does.
  public var kind: Kind {
    switch values {
    case .inserted: .inserted
    case .deleted: .deleted
    case .updated: .updated
    }
  }

  /// The change that takes this one back.
  public var inverse: EntityChange {
    switch values {
    case .inserted(let value): EntityChange(id, .deleted(value))
    case .deleted(let value): EntityChange(id, .inserted(value))
    case .updated(let before, let after): EntityChange(id, .updated(after, before))
    }
  }
}

/// All that differs between two states of a slip-box, but its history.
///
/// An edit is such a value, whichever operations led to it: the difference of the box before and after. So every edit has
/// an inverse, can be recorded, compared and applied to another box that has the same values at the places it
/// changes.
///
///     let before = box
///     try box.remove(folder: id, notes: .cascade)
///     let changes = BoxChanges(from: before, to: box)
///     try box.apply(changes.inverse)      // box == before
public struct BoxChanges: Sendable, Equatable {
  /// By UUID.
  public var notes: [EntityChange<Note>] = []
  /// By UUID.
  public var folders: [EntityChange<Folder>] = []
  /// By UUID.
  public var keywords: [EntityChange<Keyword>] = []
  /// By digest.
  public var attachments: [EntityChange<Attachment>] = []
  /// By key.
  public var sources: [EntityChange<Source>] = []
  /// Origins before and after; nil where they are the same.
  public var origins: ValueChange<[Origin]>?
  /// Foreign elements before and after; nil where they are the same.
  public var foreign: ValueChange<[String]>?

  /// A value that is replaced as a whole.
  public struct ValueChange<Value: Sendable & Equatable>: Sendable, Equatable {
    /// The value as it was.
    public let before: Value
    /// The value as it is then.
    public let after: Value

    /// Nil where both are equal.
    public init?(from before: Value, to after: Value) {
      if before == after { return nil }
      (self.before, self.after) = (before, after)
    }

    /// The change that takes this one back.
    var inverse: ValueChange? { ValueChange(from: after, to: before) }
  }

  /// No changes.
  public init() {}

  /// What turns `old` into `new`.
  ///
  /// Takes time for what differs where one box was made of the other; else time that grows with both.
  ///
  /// - Parameters:
  ///   - old: The box to begin with.
  ///   - new: The box that the changes lead to.
  ///   - insertions: Whether entities that are new belong to it. Without them it only grows with what is
  ///     updated and deleted.
  public init(from old: SlipBox, to new: SlipBox, insertions: Bool = true) {
    notes = old.noteTable.changes(to: new.noteTable, insertions)
    folders = old.folderTable.changes(to: new.folderTable, insertions)
    keywords = old.keywordTable.changes(to: new.keywordTable, insertions)
    attachments = old.attachmentTable.changes(to: new.attachmentTable, insertions)
    sources = old.sourceTable.changes(to: new.sourceTable, insertions)
    origins = ValueChange(from: old.origins, to: new.origins)
    foreign = ValueChange(from: old.foreign, to: new.foreign)
  }

  /// The changes as a transaction records them: without what transactions don't have of sources
  /// (`Source.reading`, `Source.isIncomplete`), and so without changes of that alone.
  public var recorded: BoxChanges {
    var recorded = self
    recorded.sources = sources.compactMap {
      EntityChange(from: $0.before?.recorded, to: $0.after?.recorded)
    }
    return recorded
  }

  /// The changes that take these back.
  public var inverse: BoxChanges {
    var inverse = BoxChanges()
    inverse.notes = notes.map(\.inverse)
    inverse.folders = folders.map(\.inverse)
    inverse.keywords = keywords.map(\.inverse)
    inverse.attachments = attachments.map(\.inverse)
    inverse.sources = sources.map(\.inverse)
    inverse.origins = origins?.inverse
    inverse.foreign = foreign?.inverse
    return inverse
  }

  /// Whether nothing differs.
  public var isEmpty: Bool { self == BoxChanges() }
}

extension SlipBox {
  /// The ids of the entities of a bundle's parts that are new, different or gone in another box, ascending.
  ///
  /// Takes time for what differs where one box was made of the other.
  public func changedIDs(
    to new: SlipBox
  ) -> (notes: [Note.ID], attachments: [Attachment.ID], sources: [Source.ID]) {
    (
      noteTable.changedIDs(to: new.noteTable, true),
      attachmentTable.changedIDs(to: new.attachmentTable, true),
      sourceTable.changedIDs(to: new.sourceTable, true)
    )
  }
}

extension EntityTable where Entity: Equatable, Entity.ID: Comparable {
  /// What turns this table into `new`, sorted by id.
  ///
  /// - Parameters:
  ///   - new: The later table.
  ///   - insertions: Whether entities count that are only in the later table.
  /// - Returns: One change for each entity that is new, gone or different.
  func changes(to new: EntityTable, _ insertions: Bool) -> [EntityChange<Entity>] {
    // A change holds two entities, so there are no more of them at a time than there must be.
    let ids = changedIDs(to: new, insertions)
    var found: [EntityChange<Entity>] = []
    found.reserveCapacity(ids.count)
    for id in ids { if let change = EntityChange(from: self[id], to: new[id]) { found.append(change) } }
    return found
  }

  /// How many entities are new, different and gone in `new`; nil where none is.
  ///
  /// - Parameters:
  ///   - name: The kind of entity.
  ///   - new: The later table.
  ///   - recorded: What of an entity counts.
  func counts(
    _ name: BoxTransaction.Counts.Entity, to new: EntityTable, recorded: ((Entity) -> Entity)? = nil
  ) -> BoxTransaction.Counts? {
    var ids = changedIDs(to: new, true)
    if let recorded { ids.removeAll { self[$0].map(recorded) == new[$0].map(recorded) } }
    guard !ids.isEmpty else { return nil }
    let inserted = ids.count { !contains($0) }
    let deleted = ids.count { !new.contains($0) }
    return BoxTransaction.Counts(
      name, inserted: inserted, updated: ids.count - inserted - deleted, deleted: deleted)
  }

  /// The ids of the entities that differ, ascending. Chunks that both tables share are not looked at.
  func changedIDs(to new: EntityTable, _ insertions: Bool) -> [Entity.ID] {
    var ids = unsharedIDs(with: new)
    if insertions { ids += new.unsharedIDs(with: self).filter { !contains($0) } }
    ids.removeAll { isSame($0, in: new) }
    ids.sort()
    return ids
  }
}
