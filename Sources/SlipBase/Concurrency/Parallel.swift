internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Work on several cores whose results come in the order of the input.
public enum Parallel {
  /// Cores in use.
  public static var cores: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// `body(0)` … `body(count - 1)`, called on up to `workers` threads at once.
  public static func map<Result: Sendable>(
    count: Int, workers: Int = cores, _ body: @Sendable (Int) -> Result
  ) -> [Result] {
    guard count > 0 else { return [] }
    guard workers > 1, count > 1 else { return (0..<count).map(body) }
    return [Result](unsafeUninitializedCapacity: count) { buffer, initialized in
      let results = Slots(base: buffer.baseAddress)
      withoutActuallyEscaping(body) { body in
        let turn = Turn()
        // Threads of our own: Dispatch waits for ever where the system refuses it any.
        ThreadTeam.run(min(workers, count)) { _ in
          while let index = turn.next(below: count) {
            // Each index is given out once, so each slot has one writer.
            results.base?.advanced(by: index).initialize(to: body(index))
          }
        }
      }
      initialized = count
    }
  }

  /// Both, at the same time where there is more than one worker and the system gives a thread for it.
  public static func both<A, B: Sendable>(
    workers: Int = cores, _ a: () -> A, _ b: @escaping @Sendable () -> B
  ) -> (A, B) {
    guard workers > 1 else { return (a(), b()) }
    let second = Slot<B>()
    let first = ThreadTeam.run(beside: { second.value.withLock { $0 = b() } }, a)
    return (first, second.value.withLock { $0 } ?? b())
  }

  /// Lets go of a large value on another thread: to free millions of pieces takes its time.
  public static func release(_ value: consuming some Sendable) {
    let value = value
    _ = ThreadTeam.begin { withExtendedLifetime(value) {} }
  }

  /// Hands out the numbers from 0 on.
  private final class Turn: Sendable {
    private let number = Atomic<Int>(0)

    func next(below count: Int) -> Int? {
      let index = number.add(1, ordering: .relaxed).oldValue
      return index < count ? index : nil
    }
  }

  private final class Slot<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }

  private struct Slots<Element>: @unchecked Sendable {
    let base: UnsafeMutablePointer<Element>?
  }
}
