#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Threads of their own for work that waits for disks: there may be more of them than cores.
public enum ThreadTeam {
  /// Calls `body` once on each of `count` threads, with 0, 1, …, and waits for all. Where the system refuses further
  /// threads, those that there are do the work; the caller's own thread is the first.
  public static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let threads = (1..<max(1, count)).compactMap { number in start { body(number) } }
    body(0)
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Calls `body` while `other` runs on another thread, and waits for both. Where the system refuses the thread, `other`
  /// isn't called.
  static func run<Result>(beside other: @escaping @Sendable () -> Void, _ body: () -> Result) -> Result {
    let thread = start(other)
    let result = body()
    if let thread { pthread_join(thread, nil) }
    return result
  }

  /// Calls `body` on another thread, which nobody waits for. False where the system refuses the thread.
  public static func begin(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = start(body) else { return false }
    pthread_detach(thread)
    return true
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(&attributes) }
    // As large as a main thread's; secondary threads get half a megabyte on macOS.
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

  private static func enter(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
    return nil
  }
}
