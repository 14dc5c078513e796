internal import CFileShims
public import SlipBase

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// Waits for changes in a directory: by inotify on Linux, by kqueue on Apple's systems, and elsewhere by time alone.
///
/// A wait that ends says only that something may have changed. Who waits looks at the files themselves, so that nothing is
/// lost where the system drops events.
public final class FolderWatch: Sendable {
  /// The system's watch. It may be used by several threads; it is closed when nobody has this object any more.
  private nonisolated(unsafe) let watch: OpaquePointer

  /// Begins to watch the entries of a directory, but not those of folders in it.
  ///
  /// - Throws: `SlipError` with code `FileCode.systemCall` where the directory can't be watched.
  public init(_ path: String) throws(SlipError) {
    guard let watch = slip_watch_open(path) else {
      throw .system("Cannot watch the folder", path, errno: errno)
    }
    self.watch = watch
  }

  deinit { slip_watch_close(watch) }

  /// Waits until something may have changed, somebody calls `wake`, or the time has passed.
  ///
  /// - Returns: Whether it was woken before the time had passed.
  @discardableResult
  public func wait(milliseconds: Int) -> Bool {
    slip_watch_wait(watch, Int32(clamping: milliseconds)) != 0
  }

  /// Ends a wait on another thread, or the next one.
  public func wake() { slip_watch_wake(watch) }
}
