#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Lets threads wait until something holds that other threads bring about.
package final class Condition: @unchecked Sendable {
  // Both live at one address from beginning to end, as POSIX wants.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

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

  /// Returns when `holds` says true; it is asked at once and after each `signal`.
  package func wait(until holds: () -> Bool) {
    pthread_mutex_lock(mutex)
    while !holds() { pthread_cond_wait(condition, mutex) }
    pthread_mutex_unlock(mutex)
  }

  /// Wakes one of those who wait, so that it looks again. What it waits for was changed before.
  package func signal() {
    pthread_mutex_lock(mutex)
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Wakes all who wait.
  package func broadcast() {
    pthread_mutex_lock(mutex)
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }
}
