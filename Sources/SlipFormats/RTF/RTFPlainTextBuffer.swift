/// Growing bytes for hot loops. Copies share their storage: it has one writer at a time.
struct RTFPlainTextBuffer {
  private final class Storage {
    let base: UnsafeMutableRawPointer
    init(_ capacity: Int) { base = .allocate(byteCount: capacity, alignment: 16) }
    deinit { base.deallocate() }
  }

  /// nil until something comes, where no room was asked for.
  private var storage: Storage?
  private var base: UnsafeMutableRawPointer
  /// In bytes; `slack` more are allocated.
  private var capacity: Int
  /// Bytes that are held.
  private var count = 0
  /// Bytes that were drained.
  private var drained = 0

  /// Room behind `capacity` for stores that are wider than what they write.
  private static var slack: Int { 32 }
  private static var leastRoom: Int { 256 }

  private nonisolated(unsafe) static let nowhere = Storage(slack)

  init(capacity: Int = 1_024) {
    storage = capacity > 0 ? Storage(capacity + RTFPlainTextBuffer.slack) : nil
    base = (storage ?? RTFPlainTextBuffer.nowhere).base
    self.capacity = capacity
  }

  /// All bytes so far; positions count from the first.
  var total: Int { drained &+ count }

  /// - Parameter readable: how many bytes can be read from the first of the text. Where they are enough, a short
  ///   text is copied with what follows it, without looking at its length: lengths are hard to foresee.
  @inline(__always)
  mutating func append(_ text: UnsafeRawBufferPointer, readable: Int = 0) {
    let length = text.count
    guard let source = text.baseAddress else { return }
    if count &+ length > capacity { grow(by: length) }
    let target = base + count
    count &+= length
    if length <= RTFPlainTextBuffer.slack && readable >= RTFPlainTextBuffer.slack {
      let block = source.loadUnaligned(as: SIMD32<UInt8>.self)
      target.storeBytes(of: block, as: SIMD32<UInt8>.self)
    } else {
      target.copyMemory(from: source, byteCount: length)
    }
  }

  /// Appends a character in UTF-8.
  @inline(__always)
  mutating func append(_ scalar: UInt32) {
    if count &+ 4 > capacity { grow(by: 4) }
    let (packed, length) = RTFEncoding.utf8(scalar)
    (base + count).storeBytes(of: packed, as: UInt32.self)
    count &+= length
  }

  mutating func append(byte: UInt8) {
    if count &+ 1 > capacity { grow(by: 1) }
    (base + count).storeBytes(of: byte, as: UInt8.self)
    count &+= 1
  }

  @inline(never)
  private mutating func grow(by length: Int) {
    capacity = max(capacity * 2, count + length, RTFPlainTextBuffer.leastRoom)
    let new = Storage(capacity + RTFPlainTextBuffer.slack)
    new.base.copyMemory(from: base, byteCount: count)
    (storage, base) = (new, new.base)
  }

  /// Changes one byte that is still held.
  mutating func replace(at position: Int, with byte: UInt8) {
    guard position >= drained, position < total else { return }
    base.storeBytes(of: byte, toByteOffset: position - drained, as: UInt8.self)
  }

  /// Forgets what came from a position on, as far as it is still held.
  mutating func truncate(to position: Int) {
    if position >= drained { count = min(count, position - drained) }
  }

  /// Turns TAB and LF into spaces from a position on.
  mutating func flatten(from position: Int) {
    var index = max(0, position - drained)
    while index < count {
      let byte = base.load(fromByteOffset: index, as: UInt8.self)
      if byte == 0x09 || byte == 0x0A { base.storeBytes(of: 0x20, toByteOffset: index, as: UInt8.self) }
      index += 1
    }
  }

  /// Hands over the bytes before a position and forgets them.
  mutating func drain(upTo position: Int, _ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    let length = min(max(0, position - drained), count)
    guard length > 0 else { return }
    try body(UnsafeRawBufferPointer(start: base, count: length))
    base.copyMemory(from: base + length, byteCount: count - length)
    count -= length
    drained += length
  }

  /// Whether the bytes that are held end in a text.
  func ends(in text: String) -> Bool {
    UnsafeRawBufferPointer(start: base, count: count).suffix(text.utf8.count).elementsEqual(text.utf8)
  }

  /// The bytes that are held.
  @inline(__always)
  func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    UnsafeRawBufferPointer(start: base, count: count).withMemoryRebound(to: UInt8.self, body)
  }

  /// The bytes that are held, as an array.
  func takeAll() -> [UInt8] { Array(UnsafeRawBufferPointer(start: base, count: count)) }
}
