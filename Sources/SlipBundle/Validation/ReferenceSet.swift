internal import SlipBase

/// The ids that one note refers to. Mostly there are few, and searching an array is faster than hashing.
struct ReferenceSet {
  /// All ids, as long as they are few.
  private var few: [UniqueID] = []
  /// All ids once there are more than 32; empty before.
  private var many: Set<UniqueID> = []

  /// False for an id that is in the set already.
  mutating func insert(_ id: UniqueID) -> Bool {
    if !many.isEmpty { return many.insert(id).inserted }
    guard !few.contains(id) else { return false }
    few.append(id)
    if few.count > 32 { many = Set(few) }
    return true
  }
}
