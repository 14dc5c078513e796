/// Finds rows of a table by a hash that they have: open addressing, 6 to 11 bytes a row.
struct HashIndex {
  /// Row numbers, counted from 1; their number is a power of two.
  private var slots: [UInt32] = []
  private var count = 0

  /// The row with this hash that `isSame`.
  func find(_ hash: Int, isSame: (Int) -> Bool) -> Int? {
    guard !slots.isEmpty else { return nil }
    var slot = place(hash)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if isSame(number) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Takes up a row of the table, unless one is there that `isSame`; gives whether it was taken.
  mutating func insert(_ number: Int, hash: (Int) -> Int, isSame: (Int) -> Bool) -> Bool {
    guard find(hash(number), isSame: isSame) == nil, number < UInt32.max else { return false }
    if (count + 1) * 4 > slots.count * 3 { grow(hash) }
    put(UInt32(number + 1), hash(number))
    count += 1
    return true
  }

  private mutating func put(_ entry: UInt32, _ hash: Int) {
    var slot = place(hash)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = entry
  }

  private mutating func grow(_ hash: (Int) -> Int) {
    let old = slots
    slots = Array(repeating: 0, count: max(64, 2 * old.count))
    for entry in old where entry != 0 { put(entry, hash(Int(entry) - 1)) }
  }

  private func place(_ hash: Int) -> Int { hash & (slots.count - 1) }
}
