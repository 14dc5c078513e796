/// Entities of one kind, found by id in constant time.
///
/// Each has a slot, a small number that stays its own as long as the entity lives; relationships are kept
/// as slots. Storage is in chunks: growing never copies what is there, and a changed copy of a table shares
/// the chunks that did not change.
struct EntityTable<Entity: Identifiable & Sendable>: Sendable where Entity.ID: Sendable {
  typealias Slot = UInt32

  private static var chunkBits: Slot { 9 }
  private static var chunkMask: Slot { 1 << chunkBits - 1 }

  private var chunks: [ContiguousArray<Entity?>] = []
  private var slotByID: [Entity.ID: Slot] = [:]
  private var freeSlots: [Slot] = []
  private var end: Slot = 0

  var count: Int { slotByID.count }

  func slot(of id: Entity.ID) -> Slot? { slotByID[id] }

  /// Of those that are there.
  func slots(of ids: [Entity.ID]) -> [Slot] { ids.compactMap { slotByID[$0] } }

  func contains(_ id: Entity.ID) -> Bool { slotByID[id] != nil }

  subscript(id: Entity.ID) -> Entity? { slotByID[id].flatMap { self[$0] } }

  subscript(slot: Slot) -> Entity? {
    chunks[Int(slot >> Self.chunkBits)][Int(slot & Self.chunkMask)]
  }

  /// The new entity's slot; nil when its id is taken.
  mutating func insert(_ entity: Entity) -> Slot? {
    guard slotByID[entity.id] == nil else { return nil }
    let slot = takeFreeSlot()
    slotByID[entity.id] = slot
    put(entity, at: slot)
    return slot
  }

  /// Takes the place of the entity with that slot, which must have the same id.
  mutating func replace(_ slot: Slot, with entity: Entity) { put(entity, at: slot) }

  /// Changes the entity where it lies; its id must stay.
  mutating func modify(_ slot: Slot, _ change: (inout Entity) -> Void) {
    guard var entity = self[slot] else { return }
    put(nil, at: slot)
    change(&entity)
    put(entity, at: slot)
  }

  mutating func remove(_ slot: Slot) {
    guard let entity = self[slot] else { return }
    slotByID[entity.id] = nil
    put(nil, at: slot)
    freeSlots.append(slot)
  }

  mutating func reserveCapacity(_ count: Int) { slotByID.reserveCapacity(count) }

  /// All slots in use, in no meaningful order.
  var slots: some Sequence<Slot> { slotByID.values }

  /// The entities in chunks that aren't those of the other table, by id. A table that was made of another one shares
  /// the chunks in which nothing changed.
  func unshared(with other: EntityTable) -> [Entity.ID: Entity] {
    var found: [Entity.ID: Entity] = [:]
    for (index, chunk) in chunks.enumerated() {
      if other.chunks.indices.contains(index), Self.isSame(chunk, other.chunks[index]) { continue }
      for case let entity? in chunk { found[entity.id] = entity }
    }
    return found
  }

  private static func isSame(_ a: ContiguousArray<Entity?>, _ b: ContiguousArray<Entity?>) -> Bool {
    a.count == b.count
      && a.withUnsafeBufferPointer { a in b.withUnsafeBufferPointer { a.baseAddress == $0.baseAddress } }
  }

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

  private mutating func put(_ entity: Entity?, at slot: Slot) {
    chunks[Int(slot >> Self.chunkBits)][Int(slot & Self.chunkMask)] = entity
  }
}

extension EntityTable where Entity.ID: Comparable {
  func sortedSlots() -> [Slot] {
    slotByID.sorted { $0.key < $1.key }.map(\.value)
  }

  func sortedIDs() -> [Entity.ID] { slotByID.keys.sorted() }
}
