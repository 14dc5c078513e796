internal import SlipBase

/// A set of slots. While it has a single member, as most have, it needs no memory of its own.
enum SlotSet: Sendable, Equatable {
  /// The empty set.
  case none
  /// A set of one slot.
  case one(UInt32)
  /// A set of two slots or more, ascending. Slots mostly come in that order, so that adding one costs as little as in an
  /// array.
  case many([UInt32])

  /// Whether the set has no member.
  var isEmpty: Bool { self == .none }

  /// The number of members.
  var count: Int {
    switch self {
    case .none: 0
    case .one: 1
    case .many(let members): members.count
    }
  }

  /// Adds a slot, unless it is there.
  mutating func insert(_ slot: UInt32) {
    switch self {
    case .none: self = .one(slot)
    case .one(slot): break
    case .one(let other): self = .many(other < slot ? [other, slot] : [slot, other])
    case .many(var members):
      // Releases the members, so that the change doesn't copy them.
      self = .none
      let place = SlotSet.place(of: slot, in: members)
      if place == members.count || members[place] != slot { members.insert(slot, at: place) }
      self = .many(members)
    }
  }

  /// Removes a slot, if it is there.
  mutating func remove(_ slot: UInt32) {
    switch self {
    case .none: break
    case .one(let member): if member == slot { self = .none }
    case .many(var members):
      self = .none
      let place = SlotSet.place(of: slot, in: members)
      if place < members.count, members[place] == slot { members.remove(at: place) }
      if members.count > 1 {
        self = .many(members)
      } else if let last = members.first {
        self = .one(last)
      }
    }
  }

  /// Where a slot is, or would be.
  private static func place(of slot: UInt32, in members: [UInt32]) -> Int {
    if let last = members.last, last < slot { return members.count }
    return members.partitionPoint { $0 < slot }
  }

  /// The slots, ascending. That order means nothing to users; callers sort.
  var members: [UInt32] {
    switch self {
    case .none: []
    case .one(let slot): [slot]
    case .many(let members): members
    }
  }
}

/// The inverse of a relationship: for each target the slots of the entities that refer to it.
struct Inverse: Sendable {
  /// The referring slots by target, up to the highest target that was ever referred to.
  private var sources: ContiguousArray<SlotSet> = []

  /// The slots that refer to a target.
  subscript(target: UInt32) -> SlotSet { Int(target) < sources.count ? sources[Int(target)] : .none }

  /// Adds a reference.
  mutating func link(_ source: UInt32, to target: UInt32) {
    let target = Int(target)
    if target >= sources.count {
      sources.append(contentsOf: repeatElement(.none, count: target + 1 - sources.count))
    }
    sources[target].insert(source)
  }

  /// Removes a reference.
  mutating func unlink(_ source: UInt32, from target: UInt32) {
    if Int(target) < sources.count { sources[Int(target)].remove(source) }
  }

  /// Removes all references to a target.
  mutating func removeAll(of target: UInt32) {
    if Int(target) < sources.count { sources[Int(target)] = .none }
  }
}
