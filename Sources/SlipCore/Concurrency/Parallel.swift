internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(WASILibc)
  internal import WASILibc
#elseif canImport(ucrt)
  internal import ucrt
#else
  internal import Darwin
#endif

/// Runs computations on several cores and returns their results in the order of the input.
///
/// The results never depend on the number of cores or on timing, so output made from them is the
/// same everywhere. Use this for work that computes; use `ThreadTeam` for work that mostly waits
/// for disks.
public enum Parallel {
  /// The number of cores that are online, at least 1. The system is asked once: on Linux that reads a file.
  public static let cores: Int = {
    #if os(WASI) || os(Windows)
      // `ThreadTeam` has no threads there.
      1
    #else
      max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    #endif
  }()

  /// Calls `body(0)` … `body(count - 1)` on up to `workers` threads and returns the results in that
  /// order.
  ///
  /// Threads take the next index when they are done with one, so calls of unequal length are
  /// balanced. The calling thread works too: with one worker, or a single item, no thread is
  /// started.
  ///
  /// - Parameters:
  ///   - count: The number of calls. Zero or less returns an empty array.
  ///   - workers: The largest number of threads. Where the system refuses some, the others do all
  ///     the work.
  ///   - body: Computes the result for one index. It must be safe to call from several threads at
  ///     once.
  public static func map<Result: Sendable>(
    count: Int, workers: Int = cores, _ body: @Sendable (Int) -> Result
  ) -> [Result] {
    guard count > 0 else { return [] }
    guard workers > 1, count > 1 else { return (0..<count).map(body) }
    return [Result](unsafeUninitializedCapacity: count) { buffer, initialized in
      let results = Slots(base: buffer.baseAddress)
      withoutActuallyEscaping(body) { body in
        let indexes = IndexDispenser()
        // Dispatch would wait for ever where the system refuses it any thread; `ThreadTeam` does not.
        ThreadTeam.run(min(workers, count)) { _ in
          while let index = indexes.next(below: count) {
            // `IndexDispenser` hands out each index once, so each slot has exactly one writer.
            results.base?.advanced(by: index).initialize(to: body(index))
          }
        }
      }
      initialized = count
    }
  }

  /// Calls two closures and returns both results.
  ///
  /// `b` runs on another thread while `a` runs on this one. With a single worker, or where the
  /// system refuses the thread, `b` runs after `a` on this thread.
  public static func both<A, B: Sendable>(
    workers: Int = cores, _ a: () -> A, _ b: @escaping @Sendable () -> B
  ) -> (A, B) {
    guard workers > 1 else { return (a(), b()) }
    let second = Slot<B>()
    let first = ThreadTeam.run(beside: { second.value.withLock { $0 = b() } }, a)
    return (first, second.value.withLock { $0 } ?? b())
  }

  /// Releases a value on another thread, where freeing it does not delay the caller.
  ///
  /// Meant for large values, such as a document or an array of many strings, whose deallocation
  /// takes noticeable time. Where no thread can be started the value is released here.
  public static func release(_ value: consuming some Sendable) {
    let value = value
    _ = ThreadTeam.begin { withExtendedLifetime(value) {} }
  }

  /// Hands out the numbers 0, 1, 2, … to several threads, each number once.
  private final class IndexDispenser: Sendable {
    private let number = Atomic<Int>(0)

    /// The next number; nil when all numbers below `count` have been handed out.
    func next(below count: Int) -> Int? {
      let index = number.add(1, ordering: .relaxed).oldValue
      return index < count ? index : nil
    }
  }

  /// A place where one thread leaves a result for another.
  private final class Slot<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }

  /// An unsafe pointer that may cross threads, because each element has only one writer.
  private struct Slots<Element>: @unchecked Sendable {
    let base: UnsafeMutablePointer<Element>?
  }
}
