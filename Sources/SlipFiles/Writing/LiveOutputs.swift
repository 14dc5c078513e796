internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Something that lies under a hidden name until it is put in place, and must not stay there when the process ends early.
protocol LiveOutput: AnyObject, Sendable {
  /// Gives it up. False while it is being put in place, which must come to its end.
  func interrupt() -> Bool
}

/// What this process is making at the moment.
public enum LiveOutputs {
  private struct Entry: @unchecked Sendable {
    // Read and written under the lock only.
    weak var output: (any LiveOutput)?
  }

  private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  static func add(_ output: any LiveOutput) {
    entries.withLock { $0[ObjectIdentifier(output)] = Entry(output: output) }
  }

  static func remove(_ output: any LiveOutput) {
    _ = entries.withLock { $0.removeValue(forKey: ObjectIdentifier(output)) }
  }

  /// Gives all of it up, so that nothing of it stays; for a process that ends at once. What is being put in place comes to
  /// its end before, if that takes no more than some seconds.
  public static func interrupt() {
    for _ in 0..<500 {
      let open = entries.withLock { $0.values.compactMap(\.output) }
      if open.allSatisfy({ $0.interrupt() }) { return }
      usleep(10_000)
    }
  }
}
