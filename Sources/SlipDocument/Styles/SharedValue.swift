/// A value that its copies share: for what is large and the same in many places, or mostly absent.
@usableFromInline
final class SharedValue<Value: Sendable & Hashable>: Sendable {
  @usableFromInline let value: Value
  init(_ value: Value) { self.value = value }
}

extension SharedValue: Hashable {
  @usableFromInline
  static func == (a: SharedValue, b: SharedValue) -> Bool { a === b || a.value == b.value }

  @usableFromInline
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
