/// A mapped file that is read from end to end: its pages come some at a time, before they are wanted, and go again.
public struct PageWindow {
  private let bytes: UnsafeRawBufferPointer
  private var released: Int

  /// How much comes at once, in bytes.
  public static let step = 1 << 19

  /// `bytes` may be memory that no file is mapped to; then nothing is done.
  ///
  /// - Parameter position: what comes before it isn't read.
  public init(_ bytes: UnsafeRawBufferPointer, from position: Int = 0) {
    self.bytes = bytes
    released = min(position, bytes.count)
    prefetch(from: released)
  }

  /// Says that what lies before `position` was read. It stays readable.
  public mutating func move(to position: Int) {
    guard position - released >= PageWindow.step, position <= bytes.count else { return }
    MappedFile.release(UnsafeRawBufferPointer(rebasing: bytes[released..<position]))
    released = position
    prefetch(from: position)
  }

  private func prefetch(from position: Int) {
    let end = min(position + PageWindow.step, bytes.count)
    MappedFile.prefetch(UnsafeRawBufferPointer(rebasing: bytes[position..<end]))
  }
}
