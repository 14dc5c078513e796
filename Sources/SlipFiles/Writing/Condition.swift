#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// A condition variable: lets threads sleep until other threads have made something true.
///
/// The condition does not own the state that it guards. Callers keep that state behind their own
/// lock, change it, and then call `signal` or `broadcast`; a waiting thread reads it in the closure
/// that it passes to `wait`:
///
///     changed.wait { state.withLock { $0.isDone } }    // one thread
///     state.withLock { $0.isDone = true }              // another thread
///     changed.broadcast()
///
/// No wake-up is lost, because `wait` evaluates its closure under the mutex that `signal` and
/// `broadcast` take.
package final class Condition: @unchecked Sendable {
  // POSIX requires both to stay at one address for their whole life, so they are allocated by hand.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// Creates a condition that no thread waits for.
  package init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Blocks the calling thread until `holds` returns true.
  ///
  /// `holds` is called at once, and again after each wake-up; when it returns true at once, the
  /// thread does not sleep. It runs while the condition's mutex is held, so it must be short and
  /// must not use this condition.
  package func wait(until holds: () -> Bool) {
    pthread_mutex_lock(mutex)
    while !holds() { pthread_cond_wait(condition, mutex) }
    pthread_mutex_unlock(mutex)
  }

  /// Wakes one waiting thread, which evaluates its closure again.
  ///
  /// Change the state before this call. Use it only where any of the waiting threads will do;
  /// otherwise use `broadcast()`.
  package func signal() {
    pthread_mutex_lock(mutex)
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Wakes all waiting threads, each of which evaluates its closure again.
  package func broadcast() {
    pthread_mutex_lock(mutex)
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }
}
