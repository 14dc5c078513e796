/// Scans of UTF-8 text, sixteen bytes at a time (wider vectors have no hardware path).
enum ByteScan {
  private typealias Vector = SIMD16<UInt8>

  /// Index of the first byte at or after `start` that is `& < > "` or a C0 control; else `count`.
  @inline(__always)
  static func firstSpecial(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    if let base = UnsafeRawPointer(bytes.baseAddress) {
      while index + 16 <= bytes.count {
        let chunk = (base + index).loadUnaligned(as: Vector.self)
        let hit =
          (chunk .< 0x20) .| (chunk .== 0x22) .| (chunk .== 0x26) .| (chunk .== 0x3C) .| (chunk .== 0x3E)
        if any(hit) { break }
        index += 16
      }
    }
    while index < bytes.count, !isSpecial(bytes[index]) { index += 1 }
    return index
  }

  @inline(__always)
  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x26 || byte == 0x3C || byte == 0x3E
  }

  /// Whether HTML's white-space collapsing would change the text apart from its ends: a TAB, a line end or two
  /// spaces in a row.
  static func collapses(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    if let base = UnsafeRawPointer(bytes.baseAddress) {
      while index + 17 <= bytes.count {
        let chunk = (base + index).loadUnaligned(as: Vector.self)
        let next = (base + index + 1).loadUnaligned(as: Vector.self)
        if any((chunk .< 0x20) .| ((chunk .== 0x20) .& (next .== 0x20))) { return true }
        index += 16
      }
    }
    while index < bytes.count {
      if bytes[index] < 0x20 { return true }
      if bytes[index] == 0x20, index + 1 < bytes.count, bytes[index + 1] == 0x20 { return true }
      index += 1
    }
    return false
  }
}
