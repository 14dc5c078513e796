/// The values met last, found again without hashing: text goes to and fro between few kinds of formatting.
public struct RecentValues<Key, Value> {
  // Apart, so that looking at a key touches no value.
  @usableFromInline var keys: [Key] = []
  @usableFromInline var values: [Value] = []
  @usableFromInline var oldest = 0
  @usableFromInline let capacity: Int

  @inlinable @inline(__always)
  public init(capacity: Int = 8) { self.capacity = max(1, capacity) }

  /// The value whose key is the one that is looked for.
  @inlinable @inline(__always)
  public func value(where matches: (Key) -> Bool) -> Value? {
    for index in keys.indices where matches(keys[index]) { return values[index] }
    return nil
  }

  /// Takes the place of the value that has been here longest.
  @inlinable @inline(__always)
  public mutating func remember(_ value: Value, for key: Key) {
    guard keys.count == capacity else {
      keys.append(key)
      values.append(value)
      return
    }
    (keys[oldest], values[oldest]) = (key, value)
    oldest = (oldest + 1) % capacity
  }
}

extension RecentValues: Sendable where Key: Sendable, Value: Sendable {}
