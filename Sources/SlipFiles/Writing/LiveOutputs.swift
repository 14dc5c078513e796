internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// An output under a hidden name that must not stay behind when the process is interrupted.
protocol LiveOutput: AnyObject, Sendable {
  /// Gives the output up and deletes it. False while it is being put in place, which must come to
  /// its end first.
  func interrupt() -> Bool
}

/// All outputs that this process is making at the moment, so that a signal can end it without
/// leaving anything behind.
///
/// Outputs register themselves when they begin. They are referred to weakly, so an output that
/// nobody uses any more is cleaned up by its own `deinit`.
package enum LiveOutputs {
  /// A reference that doesn't keep its output alive. It is read and written under the lock only.
  private struct Entry: @unchecked Sendable {
    // Read and written under the lock only.
    weak var output: (any LiveOutput)?
  }

  /// Everything that the lock protects.
  private struct State {
    /// The outputs by identity.
    var entries: [ObjectIdentifier: Entry] = [:]
    /// How many outputs are being created and aren't registered yet.
    var pending = 0
    /// Whether the process is about to end.
    var isEnding = false
  }

  private static let state = Mutex(State())

  /// Begins to create an output. Until `endCreating` the process doesn't end, so that it knows what there is. When it
  /// is about to end, nothing is created any more: then this doesn't return.
  static func beginCreating() {
    let isEnding = state.withLock { state in
      if !state.isEnding { state.pending += 1 }
      return state.isEnding
    }
    // The thread that ends the process doesn't come here.
    while isEnding { pause() }
  }

  /// Says that an output was created and registered, or that it couldn't be created.
  static func endCreating() { state.withLock { $0.pending -= 1 } }

  /// Whether the process is about to end, so that nobody should wait for anything.
  static var isEnding: Bool { state.withLock { $0.isEnding } }

  /// Registers an output, before `endCreating`.
  static func add(_ output: any LiveOutput) {
    state.withLock { $0.entries[ObjectIdentifier(output)] = Entry(output: output) }
  }

  /// Forgets an output, which has been committed or abandoned.
  static func remove(_ output: any LiveOutput) {
    _ = state.withLock { $0.entries.removeValue(forKey: ObjectIdentifier(output)) }
  }

  /// Gives up all outputs. Call this before the process ends at once, such as after an interrupt: other threads can't
  /// create any after it.
  ///
  /// Outputs that are just being put in place are waited for, up to five seconds.
  package static func interrupt() {
    for _ in 0..<500 {
      let (open, pending) = state.withLock { state in
        state.isEnding = true
        return (state.entries.values.compactMap(\.output), state.pending)
      }
      // All of them, whatever one of them answers.
      let isDone = open.reduce(true) { $1.interrupt() && $0 }
      if isDone, pending == 0 { return }
      usleep(10_000)
    }
  }
}
