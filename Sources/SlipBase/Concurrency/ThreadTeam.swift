#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Runs work on threads of its own.
///
/// Unlike the threads of a concurrency pool, these may block: use them for work that waits for
/// disks, and in larger number than there are cores. All have a stack of 8 MiB, as the main thread
/// has, on every platform.
package enum ThreadTeam {
  /// Calls `body` once on each of `count` threads, with the numbers 0, 1, …, and waits for all of
  /// them.
  ///
  /// Number 0 runs on the calling thread. Where the system refuses a thread, `body` is not called
  /// with that number, so `body` should take its work from a shared queue rather than from its
  /// number.
  package static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let threads = (1..<max(1, count)).compactMap { number in start { body(number) } }
    body(0)
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Calls `body` on this thread while `other` runs on another, and waits for both.
  ///
  /// Where the system refuses the thread, `other` is not called; the caller has to check for that.
  static func run<Result>(beside other: @escaping @Sendable () -> Void, _ body: () -> Result) -> Result {
    let thread = start(other)
    let result = body()
    if let thread { pthread_join(thread, nil) }
    return result
  }

  /// Starts `body` on another thread and returns without waiting for it.
  ///
  /// - Returns: False where the system refuses the thread; `body` is then not called.
  package static func begin(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = start(body) else { return false }
    pthread_detach(thread)
    return true
  }

  /// Boxes a closure, so that it can pass through the untyped pointer that `pthread_create` takes.
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Creates a joinable thread that runs `body`; nil where the system refuses it.
  private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(&attributes) }
    // The size of a main thread's stack; secondary threads get only half a megabyte on macOS.
    pthread_attr_setstacksize(&attributes, 8 << 20)
    let work = Unmanaged.passRetained(Work(body))
    #if canImport(Glibc)
      var thread = pthread_t()
      let result = pthread_create(&thread, &attributes, { ThreadTeam.enter($0) }, work.toOpaque())
    #else
      var thread: pthread_t?
      let result = pthread_create(&thread, &attributes, { ThreadTeam.enter($0) }, work.toOpaque())
    #endif
    guard result == 0 else {
      work.release()
      return nil
    }
    return thread
  }

  /// The thread's entry point: takes ownership of the boxed closure and calls it.
  private static func enter(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
    return nil
  }
}
