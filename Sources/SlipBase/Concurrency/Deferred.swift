internal import Synchronization

/// A value that is made when it is first asked for, by whichever thread comes first.
package final class Deferred<Value: Sendable>: Sendable {
  private let make: @Sendable () -> Value
  private let state = Mutex<Value?>(nil)

  package init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  package var value: Value {
    state.withLock { known in
      if let known { return known }
      let value = make()
      known = value
      return value
    }
  }
}
