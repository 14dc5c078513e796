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
public enum LiveOutputs {
  /// A reference that doesn't keep its output alive. It is read and written under the lock only.
  private struct Entry: @unchecked Sendable {
    // Read and written under the lock only.
    weak var output: (any LiveOutput)?
  }

  /// The outputs by identity.
  private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  /// Registers an output.
  static func add(_ output: any LiveOutput) {
    entries.withLock { $0[ObjectIdentifier(output)] = Entry(output: output) }
  }

  /// Forgets an output, which has been committed or abandoned.
  static func remove(_ output: any LiveOutput) {
    _ = entries.withLock { $0.removeValue(forKey: ObjectIdentifier(output)) }
  }

  /// Gives up all outputs. Call this before the process ends at once, such as after an interrupt.
  ///
  /// Outputs that are just being put in place are waited for, up to five seconds.
  public static func interrupt() {
    for _ in 0..<500 {
      let open = entries.withLock { $0.values.compactMap(\.output) }
      if open.allSatisfy({ $0.interrupt() }) { return }
      usleep(10_000)
    }
  }
}
