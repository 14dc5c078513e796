internal import SlipBase

/// Numbers in bytes, the lowest byte first, as all formats of this module have them.
extension UnsafeRawBufferPointer {
  /// The number of two bytes at a position; 0 where they aren't all there.
  ///
  /// - Parameter position: The place of the lowest byte; it may be any number.
  func short(_ position: Int) -> UInt16 {
    guard position >= 0, position <= count - 2 else { return 0 }
    return UInt16(self[position]) | UInt16(self[position + 1]) << 8
  }

  /// The number of four bytes at a position; 0 where they aren't all there.
  /// Half of a number that is cut off counts as 0.
  func word(_ position: Int) -> UInt32 { UInt32(short(position)) | UInt32(short(position + 2)) << 16 }

  /// The number of eight bytes at a position; 0 where they aren't all there.
  /// Half of a number that is cut off counts as 0.
  func long(_ position: Int) -> UInt64 { UInt64(word(position)) | UInt64(word(position + 4)) << 32 }

  /// The bytes of a range, as far as they are there.
  ///
  /// - Parameters:
  ///   - start: The first byte; a negative one gives no bytes.
  ///   - length: How many bytes are wanted. Fewer come where the bytes end.
  func part(_ start: Int, _ length: Int) -> UnsafeRawBufferPointer {
    guard start >= 0, length > 0, start < count else { return UnsafeRawBufferPointer(rebasing: self[0..<0]) }
    return UnsafeRawBufferPointer(rebasing: self[start..<start + Swift.min(length, count - start)])
  }

  /// The sum of all bytes, of which the lower 16 bits stay. Eight bytes are added at once.
  /// TNEF has this sum behind each attribute (MS-OXTNEF). It costs a part of reading that can
  /// be felt, hence the speed.
  var byteSum: UInt16 {
    let (mask, fold): (UInt64, UInt64) = (0x00FF_00FF_00FF_00FF, 0x0001_0001_0001_0001)
    var (sum, position) = (UInt64(0), 0)
    while position + 8 <= count {
      let word = loadUnaligned(fromByteOffset: position, as: UInt64.self)
      // Four sums of two bytes, which the multiplication adds up in the highest 16 bits.
      let pairs = (word & mask) + (word >> 8 & mask)
      sum += (pairs &* fold) >> 48
      position += 8
    }
    while position < count {
      sum += UInt64(self[position])
      position += 1
    }
    return UInt16(truncatingIfNeeded: sum)
  }

  /// The text of UTF-16 up to the first NUL. Surrogates without a partner become U+FFFD.
  /// A last byte without a second one is passed over.
  var utf16Text: String {
    var units: [UInt16] = []
    units.reserveCapacity(count / 2)
    var position = 0
    while position + 1 < count {
      let unit = short(position)
      if unit == 0 { break }
      units.append(unit)
      position += 2
    }
    return String(decoding: units, as: UTF16.self)
  }
}

extension Timestamp {
  /// Creates a moment from a FILETIME: a count of 100 nanoseconds since 1601.
  ///
  /// Nil for 0, which stands for no date, and for moments outside of the years 1 to 9999.
  ///
  /// The epochs are 11,644,473,600 seconds apart, and a microsecond has ten of these units; a rest is
  /// cut off (MS-DTYP, 2.3.3).
  init?(fileTime: UInt64) {
    guard fileTime != 0, fileTime <= UInt64(Int64.max) else { return nil }
    self.init(microseconds: Int64(fileTime / 10) - 11_644_473_600_000_000)
    guard isWithinRFC3339 else { return nil }
  }
}
