/// A value that its copies share: for what is large and the same in many places, or mostly absent.
@usableFromInline
final class Box<Value: Sendable & Hashable>: Sendable {
  @usableFromInline let value: Value
  init(_ value: Value) { self.value = value }
}

extension Box: Hashable {
  @usableFromInline
  static func == (a: Box, b: Box) -> Bool { a === b || a.value == b.value }

  @usableFromInline
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
