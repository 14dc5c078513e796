/// A box for a value, which all copies share.
///
/// For values that are large and mostly the same or absent: a `nil` box takes one word in the type
/// that has it. The value never changes, so boxes may cross threads.
@usableFromInline
final class SharedValue<Value: Sendable & Hashable>: Sendable {
  /// The boxed value.
  @usableFromInline let value: Value
  /// Puts a value in a box.
  init(_ value: Value) { self.value = value }
}

extension SharedValue: Hashable {
  /// Compares the values; at once for the same box.
  @usableFromInline
  static func == (a: SharedValue, b: SharedValue) -> Bool { a === b || a.value == b.value }

  /// Hashes the value.
  @usableFromInline
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
