/// A set of slots. While it has a single member, as most have, it needs no memory of its own.
enum SlotSet: Sendable, Equatable {
  /// The empty set.
  case none
  /// A set of one slot.
  case one(UInt32)
  /// A set of two slots or more.
  case many(Set<UInt32>)

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
    case .one(let other): self = .many([other, slot])
    case .many(var members):
      // Releases the set, so that the change doesn't copy it.
      self = .none
      members.insert(slot)
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
      members.remove(slot)
      if members.count > 1 {
        self = .many(members)
      } else if let last = members.first {
        self = .one(last)
      }
    }
  }

  /// The slots in no meaningful order; callers sort.
  var members: [UInt32] {
    switch self {
    case .none: []
    case .one(let slot): [slot]
    case .many(let members): Array(members)
    }
  }
}

/// The inverse of a relationship: for each target the slots of the entities that refer to it.
struct Inverse: Sendable {
  /// The referring slots by target. Targets without any have no entry.
  private var sources: [UInt32: SlotSet] = [:]

  /// The slots that refer to a target.
  subscript(target: UInt32) -> SlotSet { sources[target] ?? .none }

  /// Adds a reference.
  mutating func link(_ source: UInt32, to target: UInt32) {
    sources[target, default: .none].insert(source)
  }

  /// Removes a reference.
  mutating func unlink(_ source: UInt32, from target: UInt32) {
    sources[target]?.remove(source)
    if sources[target]?.isEmpty == true { sources[target] = nil }
  }

  /// Removes all references to a target.
  mutating func removeAll(of target: UInt32) { sources[target] = nil }
}
