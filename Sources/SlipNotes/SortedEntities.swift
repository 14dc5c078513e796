/// Entities in the order of their ids, without a copy of them.
public struct SortedEntities<Entity: Identifiable & Sendable>: Sequence, IteratorProtocol, Sendable
where Entity.ID: Comparable & Sendable {
  private let table: EntityTable<Entity>
  private let slots: [UInt32]
  private var position = 0

  init(_ table: EntityTable<Entity>) {
    self.table = table
    slots = table.sortedSlots()
  }

  public var count: Int { slots.count - position }
  public var isEmpty: Bool { position == slots.count }
  public var underestimatedCount: Int { count }

  public mutating func next() -> Entity? {
    while position < slots.count {
      let slot = slots[position]
      position += 1
      if let entity = table[slot] { return entity }
    }
    return nil
  }
}
