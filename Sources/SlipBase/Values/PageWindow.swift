/// A mapped file that is read from end to end: its pages come some at a time, before they are wanted, and go again.
public struct PageWindow {
  private let bytes: UnsafeRawBufferPointer
  private let step: Int
  private var released: Int

  /// How much comes at once, in bytes.
  public static let step = 4 << 20
  /// The same where memory counts more than speed.
  public static let smallStep = 1 << 19
  private static let largestPage = 1 << 16

  /// `bytes` may be memory that no file is mapped to; then nothing is done.
  ///
  /// - Parameters:
  ///   - position: what comes before it isn't read.
  ///   - step: how much comes at once, in bytes.
  public init(_ bytes: UnsafeRawBufferPointer, from position: Int = 0, step: Int = step) {
    self.bytes = bytes
    self.step = step
    released = min(position, bytes.count)
    prefetch(from: released)
  }

  /// Says that what lies before `position` was read. It stays readable.
  public mutating func move(to position: Int) {
    guard position - released >= step, position <= bytes.count else { return }
    // The page that the last window ended in was still wanted then.
    let start = max(0, released - PageWindow.largestPage)
    MappedPages.release(UnsafeRawBufferPointer(rebasing: bytes[start..<position]))
    released = position
    prefetch(from: position)
  }

  private func prefetch(from position: Int) {
    let end = min(position + step, bytes.count)
    MappedPages.prefetch(UnsafeRawBufferPointer(rebasing: bytes[position..<end]))
  }
}
