/// A growing array of bytes for hot loops.
///
/// Its bytes are in three parts. The first may have been drained: handed over and
/// forgotten. The next may lie in a temporary file (`RTFPlainTextSpool`), if memory is
/// not to hold them. The last are in memory. Positions count all bytes from the first one
/// on.
///
/// Copies share their storage, so only one of them may be written to.
struct RTFTextBuffer {
  /// The memory, which is freed with its last owner.
  private final class Storage {
    /// The first byte.
    let base: UnsafeMutableRawPointer
    /// Allocates so many bytes.
    init(_ capacity: Int) { base = .allocate(byteCount: capacity, alignment: 16) }
    deinit { base.deallocate() }
  }

  /// The owner of the memory; nil until something comes, if no room was asked for.
  private var storage: Storage?
  /// The first byte in memory. Kept beside `storage`, so that hot loops save an access.
  private var base: UnsafeMutableRawPointer
  /// The room in bytes; `slack` more bytes are allocated.
  private var capacity: Int
  /// How many bytes are in memory.
  private var count = 0
  /// How many bytes came before those: drained, or in the spool.
  private var gone = 0
  /// How many bytes memory holds before the spool takes them.
  private let most: Int
  /// How to make the spool; nil if memory holds all.
  private let spilling: RTFPlainTextSpill?
  /// The spool, which is made when it gets its first bytes.
  private var spool: RTFPlainTextSpool?

  /// Room behind `capacity` for stores that are wider than what they write.
  private static var slack: Int { 32 }
  /// The least room that is allocated for a first byte.
  private static var leastRoom: Int { 256 }

  /// Memory that buffers without any point to. Nobody reads it; it has room for the wide
  /// store of an empty text.
  private nonisolated(unsafe) static let nowhere = Storage(slack)

  /// Creates an empty buffer.
  ///
  /// - Parameters:
  ///   - capacity: The first room in bytes; 0 allocates nothing yet.
  ///   - most: How many bytes memory holds. Only used with `spill`.
  ///   - spill: Where other bytes go; nil if memory holds all.
  init(capacity: Int = 1_024, most: Int = .max, spill: RTFPlainTextSpill? = nil) {
    storage = capacity > 0 ? Storage(capacity + RTFTextBuffer.slack) : nil
    base = (storage ?? RTFTextBuffer.nowhere).base
    spilling = spill
    self.capacity = capacity
    self.most = spill == nil ? .max : most
  }

  /// The count of all bytes so far, drained ones included.
  var total: Int { gone &+ count }

  /// Appends bytes.
  ///
  /// - Parameter readable: How many bytes can be read from the first of the text. If they
  ///   are enough, a short text is copied together with what follows it, in one step of
  ///   fixed width. That is faster than a copy by length, because the processor cannot
  ///   foresee lengths.
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

  /// Appends a byte.
  mutating func append(byte: UInt8) {
    if count &+ 1 > capacity { grow(by: 1) }
    (base + count).storeBytes(of: byte, as: UInt8.self)
    count &+= 1
  }

  /// Makes room for so many bytes more: moves bytes to the spool, or allocates.
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

  /// Buffers that outgrow this take their full room at once: each copy takes room as
  /// well, and memory counts only once it is used.
  private static var small: Int { 1 << 18 }

  /// How many bytes always stay in memory, for `ends(in:)`.
  private static var tail: Int { 64 }

  /// Moves bytes from memory to the spool.
  ///
  /// - Returns: False if the spool takes nothing.
  private mutating func spill() -> Bool {
    let length = count - RTFTextBuffer.tail
    if spool == nil { spool = spilling.map(RTFPlainTextSpool.init) }
    guard length > 0, let spool,
      spool.append(UnsafeRawBufferPointer(start: base, count: length))
    else { return false }
    forget(length)
    return true
  }

  /// Removes the first bytes from memory; they are elsewhere.
  private mutating func forget(_ length: Int) {
    base.copyMemory(from: base + length, byteCount: count - length)
    count -= length
    gone += length
  }

  /// Changes one byte, unless it was drained.
  mutating func replace(at position: Int, with byte: UInt8) {
    guard position < total else { return }
    if position >= gone {
      base.storeBytes(of: byte, toByteOffset: position - gone, as: UInt8.self)
    } else {
      spool?.replace(fromEnd: gone - position, with: byte)
    }
  }

  /// Removes the bytes from a position on, as far as they were not drained.
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

  /// Turns TAB and LF into spaces.
  static func flatten(_ bytes: UnsafeMutableRawBufferPointer, from start: Int) {
    var index = start
    while index < bytes.count {
      if bytes[index] == 0x09 || bytes[index] == 0x0A { bytes[index] = 0x20 }
      index += 1
    }
  }

  /// Hands over the bytes before a position, and forgets them. They come in one or
  /// several pieces.
  mutating func drain(upTo position: Int, _ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    if let spool, spool.count > 0 {
      try spool.drain(spool.count - max(0, gone - position), body)
    }
    let length = min(max(0, position - gone), count)
    guard length > 0 else { return }
    try body(UnsafeRawBufferPointer(start: base, count: length))
    forget(length)
  }

  /// Whether the bytes in memory end in a text. Only for texts of up to 64 bytes.
  func ends(in text: String) -> Bool {
    UnsafeRawBufferPointer(start: base, count: count).suffix(text.utf8.count).elementsEqual(text.utf8)
  }

  /// Gives access to the bytes in memory.
  @inline(__always)
  func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    UnsafeRawBufferPointer(start: base, count: count).withMemoryRebound(to: UInt8.self, body)
  }
}
