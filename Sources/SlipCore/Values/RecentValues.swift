/// A cache of the few values used last, found by comparing keys one by one.
///
/// Text alternates between few kinds of formatting, so the wanted value is nearly always one of the
/// last. For so few entries, comparing is faster than hashing.
package struct RecentValues<Key, Value> {
  // Separate arrays, so that comparing keys touches no value.
  @usableFromInline var keys: [Key] = []
  @usableFromInline var values: [Value] = []
  /// The index of the entry that is replaced next, once all places are taken.
  @usableFromInline var oldest = 0
  @usableFromInline let capacity: Int

  /// Creates an empty cache.
  ///
  /// - Parameter capacity: The number of entries, at least 1.
  @inlinable @inline(__always)
  package init(capacity: Int = 8) { self.capacity = max(1, capacity) }

  /// The value whose key satisfies `matches`; nil where there is none. Takes time proportional to
  /// the capacity.
  @inlinable @inline(__always)
  package func value(where matches: (Key) -> Bool) -> Value? {
    // A loop over `indices` isn't always specialized.
    var index = 0
    while index < keys.count {
      if matches(keys[index]) { return values[index] }
      index &+= 1
    }
    return nil
  }

  /// Adds a value. Once the cache is full, it takes the place of the value that was added first.
  ///
  /// The caller makes sure that no entry has the same key.
  @inlinable @inline(__always)
  package mutating func remember(_ value: Value, for key: Key) {
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
