internal import SlipBase

/// The entities of one kind in the order of their ids.
///
/// It holds the order only: each entity comes from the table when it is asked for, so that a loop
/// over a million notes copies none ahead. The order is made when it is first needed, so that an access by id costs no
/// sorting:
///
/// ```swift
/// let title = box.notes[id]?.title
/// ```
public struct SortedEntities<Entity: Identifiable & Sendable>: Sequence, Sendable
where Entity.ID: Comparable & Sendable {
  /// Where the entities are.
  private let table: EntityTable<Entity>
  /// The slots in the order of the ids.
  private let slots: Deferred<[UInt32]>

  /// The entities of a table, which are sorted when the order is needed. O(n log n).
  init(_ table: EntityTable<Entity>) {
    self.table = table
    slots = Deferred { table.sortedSlots() }
  }

  /// The number of entities.
  public var count: Int { table.count }
  /// Whether there is no entity.
  public var isEmpty: Bool { table.count == 0 }
  /// The number of entities, so that collections can reserve room.
  public var underestimatedCount: Int { table.count }
  /// The entity with the lowest id; nil where there is none.
  public var first: Entity? { first { _ in true } }

  /// The entity with this id; nil where there is none. O(1).
  public subscript(id: Entity.ID) -> Entity? { table[id] }

  /// Begins a loop over the entities.
  public func makeIterator() -> Iterator { Iterator(table: table, slots: slots.value) }

  /// A loop over the entities.
  public struct Iterator: IteratorProtocol, Sendable {
    /// Where the entities are.
    fileprivate let table: EntityTable<Entity>
    /// The slots in the order of the ids.
    fileprivate let slots: [UInt32]
    /// How many of the slots were passed.
    fileprivate var position = 0

    /// A loop from the beginning.
    fileprivate init(table: EntityTable<Entity>, slots: [UInt32]) {
      (self.table, self.slots) = (table, slots)
    }

    /// The next entity; nil at the end.
    public mutating func next() -> Entity? {
      while position < slots.count {
        let slot = slots[position]
        position += 1
        if let entity = table[slot] { return entity }
      }
      return nil
    }
  }
}
