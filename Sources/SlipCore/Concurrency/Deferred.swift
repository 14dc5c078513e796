internal import Synchronization

/// A value that is computed when it is first needed, at most once, on whichever thread asks first.
///
/// Unlike a `lazy var` it can be shared between threads. Other threads that ask while the value is
/// being computed wait for it. The closure must not ask for its own value: that would wait for
/// ever.
package final class Deferred<Value: Sendable>: Sendable {
  private let make: @Sendable () -> Value
  private let state = Mutex<Value?>(nil)

  /// Creates a value that is still to be computed.
  ///
  /// - Parameter make: Computes the value. The closure is retained for the object's life, even
  ///   after it has run.
  package init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  /// The value. The first access computes it; later ones return the same value.
  package var value: Value {
    state.withLock { known in
      if let known { return known }
      let value = make()
      known = value
      return value
    }
  }
}
