internal import SlipBase

/// Growing bytes for hot loops. Copies share their storage: it has one writer at a time.
///
/// Those that come first may be drained, those next to them lie in a spool where memory shall not hold them, and the
/// last are in memory.
struct RTFTextBuffer {
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
  /// Bytes in memory.
  private var count = 0
  /// Bytes before those: drained, or in the spool.
  private var gone = 0
  /// How many memory holds, where others may lie in a file.
  private let most: Int
  private let spilling: RTFPlainTextSpill?
  /// Made when it gets its first bytes.
  private var spool: RTFPlainTextSpool?

  /// Room behind `capacity` for stores that are wider than what they write.
  private static var slack: Int { 32 }
  private static var leastRoom: Int { 256 }

  private nonisolated(unsafe) static let nowhere = Storage(slack)

  /// - Parameters:
  ///   - most: bytes that memory holds; only with `spill`.
  ///   - spill: nil where memory holds all.
  init(capacity: Int = 1_024, most: Int = .max, spill: RTFPlainTextSpill? = nil) {
    storage = capacity > 0 ? Storage(capacity + RTFTextBuffer.slack) : nil
    base = (storage ?? RTFTextBuffer.nowhere).base
    spilling = spill
    self.capacity = capacity
    self.most = spill == nil ? .max : most
  }

  /// All bytes so far; positions count from the first.
  var total: Int { gone &+ count }

  /// - Parameter readable: how many bytes can be read from the first of the text. Where they are enough, a short
  ///   text is copied with what follows it, without looking at its length: lengths are hard to foresee.
  @inline(__always)
  mutating func append(_ text: UnsafeRawBufferPointer, readable: Int = 0) {
    let length = text.count
    guard let source = text.baseAddress else { return }
    if count &+ length > capacity { grow(by: length) }
    let target = base + count
    count &+= length
    if length <= RTFTextBuffer.slack && readable >= RTFTextBuffer.slack {
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
    if count + length > most && spill() && count + length <= capacity { return }
    let wanted = count + length
    let isLarge = wanted > RTFTextBuffer.small && wanted <= most && most < .max
    let more = isLarge ? most : wanted > most ? capacity * 2 : min(capacity * 2, most)
    capacity = max(more, wanted, RTFTextBuffer.leastRoom)
    let new = Storage(capacity + RTFTextBuffer.slack)
    new.base.copyMemory(from: base, byteCount: count)
    (storage, base) = (new, new.base)
  }

  /// More than this grows to its full room at once, as copies take room, too, and room counts as it is used.
  private static var small: Int { 1 << 18 }

  /// The end stays in memory, for `ends(in:)`.
  private static var tail: Int { 64 }

  /// Puts what memory holds into the spool; false when that takes nothing.
  private mutating func spill() -> Bool {
    let length = count - RTFTextBuffer.tail
    if spool == nil { spool = spilling.map(RTFPlainTextSpool.init) }
    guard length > 0, let spool,
      spool.append(UnsafeRawBufferPointer(start: base, count: length))
    else { return false }
    forget(length)
    return true
  }

  /// Bytes in memory from the first on are elsewhere.
  private mutating func forget(_ length: Int) {
    base.copyMemory(from: base + length, byteCount: count - length)
    count -= length
    gone += length
  }

  /// Changes one byte that is still held.
  mutating func replace(at position: Int, with byte: UInt8) {
    guard position < total else { return }
    if position >= gone {
      base.storeBytes(of: byte, toByteOffset: position - gone, as: UInt8.self)
    } else {
      spool?.replace(fromEnd: gone - position, with: byte)
    }
  }

  /// Forgets what came from a position on, as far as it is still held.
  mutating func truncate(to position: Int) {
    if position >= gone {
      count = min(count, position - gone)
    } else if let spool, spool.count >= gone - position {
      spool.dropLast(gone - position)
      (gone, count) = (position, 0)
    }
  }

  /// Turns TAB and LF into spaces from a position on.
  mutating func flatten(from position: Int) {
    if position < gone { spool?.flatten(fromEnd: gone - position) }
    RTFTextBuffer.flatten(
      UnsafeMutableRawBufferPointer(start: base, count: count), from: max(0, position - gone))
  }

  static func flatten(_ bytes: UnsafeMutableRawBufferPointer, from start: Int) {
    var index = start
    while index < bytes.count {
      if bytes[index] == 0x09 || bytes[index] == 0x0A { bytes[index] = 0x20 }
      index += 1
    }
  }

  /// Hands over the bytes before a position and forgets them.
  mutating func drain(upTo position: Int, _ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    if let spool, spool.count > 0 {
      try spool.drain(spool.count - max(0, gone - position), body)
    }
    let length = min(max(0, position - gone), count)
    guard length > 0 else { return }
    try body(UnsafeRawBufferPointer(start: base, count: length))
    forget(length)
  }

  /// Whether the bytes in memory end in a text, which is short.
  func ends(in text: String) -> Bool {
    UnsafeRawBufferPointer(start: base, count: count).suffix(text.utf8.count).elementsEqual(text.utf8)
  }

  /// The bytes in memory.
  @inline(__always)
  func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    UnsafeRawBufferPointer(start: base, count: count).withMemoryRebound(to: UInt8.self, body)
  }
}
