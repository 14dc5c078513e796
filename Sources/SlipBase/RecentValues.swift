/// The values met last, found again without hashing: text goes to and fro between few kinds of formatting.
public struct RecentValues<Key, Value> {
  @usableFromInline var entries: [(key: Key, value: Value)] = []
  @usableFromInline var oldest = 0
  @usableFromInline let capacity: Int

  @inlinable @inline(__always)
  public init(capacity: Int = 8) { self.capacity = capacity }

  /// The value whose key is the one that is looked for.
  @inlinable @inline(__always)
  public func value(where matches: (Key) -> Bool) -> Value? {
    for index in entries.indices where matches(entries[index].key) { return entries[index].value }
    return nil
  }

  /// Takes the place of the value that has been here longest.
  @inlinable @inline(__always)
  public mutating func remember(_ value: Value, for key: Key) {
    guard entries.count == capacity else { return entries.append((key, value)) }
    entries[oldest] = (key, value)
    oldest = (oldest + 1) % capacity
  }
}

extension RecentValues: Sendable where Key: Sendable, Value: Sendable {}
