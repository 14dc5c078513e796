/// A set of slots that needs no memory of its own while it has one member, as most have.
enum SlotSet: Sendable, Equatable {
  case none
  case one(UInt32)
  case many(Set<UInt32>)

  var isEmpty: Bool { self == .none }

  var count: Int {
    switch self {
    case .none: 0
    case .one: 1
    case .many(let members): members.count
    }
  }

  mutating func insert(_ slot: UInt32) {
    switch self {
    case .none: self = .one(slot)
    case .one(slot): break
    case .one(let other): self = .many([other, slot])
    case .many(var members):
      self = .none
      members.insert(slot)
      self = .many(members)
    }
  }

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

  /// In no meaningful order: callers sort.
  var members: [UInt32] {
    switch self {
    case .none: []
    case .one(let slot): [slot]
    case .many(let members): Array(members)
    }
  }
}

/// The other side of a relationship: for each target the slots that point to it.
struct Inverse: Sendable {
  private var sources: [UInt32: SlotSet] = [:]

  subscript(target: UInt32) -> SlotSet { sources[target] ?? .none }

  mutating func link(_ source: UInt32, to target: UInt32) {
    sources[target, default: .none].insert(source)
  }

  mutating func unlink(_ source: UInt32, from target: UInt32) {
    sources[target]?.remove(source)
    if sources[target]?.isEmpty == true { sources[target] = nil }
  }

  mutating func removeAll(of target: UInt32) { sources[target] = nil }
}
