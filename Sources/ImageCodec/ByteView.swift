/// Reads numbers from bytes with every access checked. Beyond the end the answer is nil, never a
/// trap.
///
/// All readers of headers and metafiles use it, so no broken file can make them read foreign
/// memory.
///
/// ```
/// let view = ByteView(bytes, order: .little)
/// guard let width = view.signed32(4), let height = view.signed32(8) else { return nil }
/// ```
struct ByteView {
  /// Which byte of a number comes first.
  enum Order { case little, big }

  /// The bytes.
  let bytes: UnsafeRawBufferPointer
  /// The byte order of numbers.
  var order: Order

  /// Creates a view of bytes that must outlive it.
  init(_ bytes: UnsafeRawBufferPointer, order: Order = .big) {
    self.bytes = bytes
    self.order = order
  }

  /// The number of bytes.
  var count: Int { bytes.count }

  /// The same bytes, read in another byte order.
  func reading(_ order: Order) -> ByteView { ByteView(bytes, order: order) }

  /// `length` bytes from `offset`, or those up to the end; nil when `offset` is beyond the end.
  func part(from offset: Int, length: Int = .max) -> ByteView? {
    guard offset >= 0, offset <= count, length >= 0 else { return nil }
    let end = offset + min(length, count - offset)
    return ByteView(UnsafeRawBufferPointer(rebasing: bytes[offset..<end]), order: order)
  }

  /// The byte at an offset.
  func byte(_ offset: Int) -> Int? {
    offset >= 0 && offset < count ? Int(bytes[offset]) : nil
  }

  /// The unsigned 16-bit number at an offset.
  func unsigned16(_ offset: Int) -> Int? { number(offset, UInt16.self).map(Int.init) }
  /// The unsigned 32-bit number at an offset.
  func unsigned32(_ offset: Int) -> Int? { number(offset, UInt32.self).map(Int.init) }
  /// The signed 16-bit number at an offset.
  func signed16(_ offset: Int) -> Int? { number(offset, UInt16.self).map { Int(Int16(bitPattern: $0)) } }
  /// The signed 32-bit number at an offset.
  func signed32(_ offset: Int) -> Int? { number(offset, UInt32.self).map { Int(Int32(bitPattern: $0)) } }

  /// Whether these bytes are at an offset.
  func holds(_ text: StaticString, at offset: Int) -> Bool {
    guard let part = part(from: offset, length: text.utf8CodeUnitCount) else { return false }
    return text.withUTF8Buffer { part.bytes.elementsEqual($0) }
  }

  /// The number at an offset, which needn't be aligned.
  private func number<T: FixedWidthInteger>(_ offset: Int, _ type: T.Type) -> T? {
    guard offset >= 0, offset <= count - MemoryLayout<T>.size else { return nil }
    let raw = bytes.loadUnaligned(fromByteOffset: offset, as: T.self)
    return order == .little ? T(littleEndian: raw) : T(bigEndian: raw)
  }
}
