/// Bounds-checked reading of numbers: nil beyond the end, never a trap.
struct ByteView {
  enum Order { case little, big }

  let bytes: UnsafeRawBufferPointer
  var order: Order

  init(_ bytes: UnsafeRawBufferPointer, order: Order = .big) {
    self.bytes = bytes
    self.order = order
  }

  var count: Int { bytes.count }

  /// The same bytes in another byte order.
  func reading(_ order: Order) -> ByteView { ByteView(bytes, order: order) }

  /// `length` bytes from `offset`, cut off at the end; nil where `offset` lies beyond it.
  func part(from offset: Int, length: Int = .max) -> ByteView? {
    guard offset >= 0, offset <= count, length >= 0 else { return nil }
    let end = offset + min(length, count - offset)
    return ByteView(UnsafeRawBufferPointer(rebasing: bytes[offset..<end]), order: order)
  }

  func byte(_ offset: Int) -> Int? {
    offset >= 0 && offset < count ? Int(bytes[offset]) : nil
  }

  func unsigned16(_ offset: Int) -> Int? { number(offset, UInt16.self).map(Int.init) }
  func unsigned32(_ offset: Int) -> Int? { number(offset, UInt32.self).map(Int.init) }
  func signed16(_ offset: Int) -> Int? { number(offset, UInt16.self).map { Int(Int16(bitPattern: $0)) } }
  func signed32(_ offset: Int) -> Int? { number(offset, UInt32.self).map { Int(Int32(bitPattern: $0)) } }

  func holds(_ text: StaticString, at offset: Int) -> Bool {
    guard let part = part(from: offset, length: text.utf8CodeUnitCount) else { return false }
    return text.withUTF8Buffer { part.bytes.elementsEqual($0) }
  }

  private func number<T: FixedWidthInteger>(_ offset: Int, _ type: T.Type) -> T? {
    guard offset >= 0, offset <= count - MemoryLayout<T>.size else { return nil }
    let raw = bytes.loadUnaligned(fromByteOffset: offset, as: T.self)
    return order == .little ? T(littleEndian: raw) : T(bigEndian: raw)
  }
}
