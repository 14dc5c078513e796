/// Entities of one kind, found by id in constant time.
///
/// Each entity has a slot: a small number that stays the same as long as the entity lives.
/// Relationships are stored as slots, which take four bytes rather than the sixteen of a UUID.
/// Slots of removed entities are used again.
///
/// Storage is in chunks of 512 entities. Growing never copies what is there, and a changed copy of
/// a table shares the chunks that did not change.
struct EntityTable<Entity: Identifiable & Sendable>: Sendable where Entity.ID: Sendable {
  /// The number of an entity within its table.
  typealias Slot = UInt32

  /// How many bits of a slot are the position within its chunk.
  private static var chunkBits: Slot { 9 }
  /// The bits of a slot that are the position within its chunk.
  private static var chunkMask: Slot { 1 << chunkBits - 1 }

  /// The entities by slot; nil where a slot is free.
  private var chunks: [ContiguousArray<Entity?>] = []
  /// The slot of each entity.
  private var slotByID: [Entity.ID: Slot] = [:]
  /// Slots whose entities were removed.
  private var freeSlots: [Slot] = []
  /// The first slot that was never used.
  private var end: Slot = 0

  /// The number of entities.
  var count: Int { slotByID.count }

  /// The slot of the entity with this id; nil when the table has none.
  func slot(of id: Entity.ID) -> Slot? { slotByID[id] }

  /// The slots of these ids, in their order. Ids that the table doesn't know are left out.
  func slots(of ids: [Entity.ID]) -> [Slot] { ids.compactMap { slotByID[$0] } }

  /// Whether the table has an entity with this id.
  func contains(_ id: Entity.ID) -> Bool { slotByID[id] != nil }

  /// The entity with this id; nil when the table has none.
  subscript(id: Entity.ID) -> Entity? { slotByID[id].flatMap { self[$0] } }

  /// The entity at this slot; nil when it was removed.
  subscript(slot: Slot) -> Entity? {
    chunks[Int(slot >> Self.chunkBits)][Int(slot & Self.chunkMask)]
  }

  /// What a function makes of the entity at this slot, which isn't copied for that; nil when it was removed.
  func read<R>(_ slot: Slot, _ body: (Entity) -> R) -> R? {
    chunks[Int(slot >> Self.chunkBits)].withUnsafeBufferPointer { chunk in
      chunk[Int(slot & Self.chunkMask)].map { body($0) }
    }
  }

  /// Adds an entity and returns its slot; nil, without any change, when its id is taken.
  mutating func insert(_ entity: Entity) -> Slot? {
    guard slotByID[entity.id] == nil else { return nil }
    let slot = takeFreeSlot()
    slotByID[entity.id] = slot
    put(entity, at: slot)
    return slot
  }

  /// Puts an entity in the place of the one at this slot. Both must have the same id.
  mutating func replace(_ slot: Slot, with entity: Entity) { put(entity, at: slot) }

  /// Changes an entity in place, without copying its arrays. Its id must not change.
  mutating func modify(_ slot: Slot, _ change: (inout Entity) -> Void) {
    guard var entity = self[slot] else { return }
    put(nil, at: slot)
    change(&entity)
    put(entity, at: slot)
  }

  /// Removes the entity at this slot, which may then be assigned again.
  mutating func remove(_ slot: Slot) {
    guard let entity = self[slot] else { return }
    slotByID[entity.id] = nil
    put(nil, at: slot)
    freeSlots.append(slot)
  }

  /// Makes room for so many ids at once.
  mutating func reserveCapacity(_ count: Int) { slotByID.reserveCapacity(count) }

  /// All slots in use, in no meaningful order.
  var slots: some Sequence<Slot> { slotByID.values }

  /// The ids of the entities in chunks that aren't those of the other table, in no meaningful order. A table that was
  /// made of another one shares the chunks in which nothing changed.
  func unsharedIDs(with other: EntityTable) -> [Entity.ID] {
    var found: [Entity.ID] = []
    for (index, chunk) in chunks.enumerated() {
      if other.chunks.indices.contains(index), Self.isSame(chunk, other.chunks[index]) { continue }
      for case let entity? in chunk { found.append(entity.id) }
    }
    return found
  }

  /// Whether two chunks share their memory, which means that nothing differs. O(1).
  ///
  /// False says nothing: chunks with equal entities may be in different places.
  private static func isSame(_ a: ContiguousArray<Entity?>, _ b: ContiguousArray<Entity?>) -> Bool {
    a.count == b.count
      && a.withUnsafeBufferPointer { a in b.withUnsafeBufferPointer { a.baseAddress == $0.baseAddress } }
  }

  /// A slot that no entity uses: one of a removed entity, or a new one.
  private mutating func takeFreeSlot() -> Slot {
    if let slot = freeSlots.popLast() { return slot }
    if end & Self.chunkMask == 0 {
      var chunk = ContiguousArray<Entity?>()
      chunk.reserveCapacity(Int(Self.chunkMask) + 1)
      chunks.append(chunk)
    }
    chunks[Int(end >> Self.chunkBits)].append(nil)
    end += 1
    return end - 1
  }

  /// Stores an entity, or nil, at a slot.
  private mutating func put(_ entity: Entity?, at slot: Slot) {
    chunks[Int(slot >> Self.chunkBits)][Int(slot & Self.chunkMask)] = entity
  }
}

extension EntityTable where Entity.ID: Comparable {
  /// All slots in use, by the ids of their entities. O(n log n), and O(n) where the entities came in that order, as
  /// those of a manifest do.
  func sortedSlots() -> [Slot] { sortedEntries().map(\.slot) }

  /// All ids, ascending. As `sortedSlots`.
  func sortedIDs() -> [Entity.ID] { sortedEntries().map(\.id) }

  /// The ids that satisfy a condition, ascending. Others aren't sorted.
  func sortedIDs(where isWanted: (Entity.ID) -> Bool) -> [Entity.ID] {
    slotByID.keys.filter(isWanted).sorted()
  }

  /// Ids and slots, by the ids.
  private func sortedEntries() -> [(id: Entity.ID, slot: Slot)] {
    var entries: [(id: Entity.ID, slot: Slot)] = []
    entries.reserveCapacity(count)
    for (number, chunk) in chunks.enumerated() {
      for index in chunk.indices {
        if let id = chunk[index]?.id { entries.append((id, Slot(number) << Self.chunkBits | Slot(index))) }
      }
    }
    // Sorting takes one pass where the order is right already.
    entries.sort { $0.id < $1.id }
    return entries
  }
}
