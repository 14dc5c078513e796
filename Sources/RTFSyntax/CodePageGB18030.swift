/// Characters of GB 18030 in four bytes.
enum GB18030 {
  /// The numbers of sequences and the characters that they stand for, in order.
  private static let ranges = numbers(CodePageGB18030Rows.ranges)

  /// The character of four bytes, the first one in the high bits; `CodePage.lacking` where they stand for none.
  ///
  /// Sequences are numbered from 81 30 81 30 on. Those of the planes beyond the first follow each other from 90 30 81 30
  /// on.
  static func scalar(_ bytes: UInt32) -> UInt32 {
    let (first, second) = (bytes >> 24 & 0xFF, bytes >> 16 & 0xFF)
    let (third, fourth) = (bytes >> 8 & 0xFF, bytes & 0xFF)
    let number = ((first - 0x81) * 10 + second - 0x30) * 1260 + (third - 0x81) * 10 + fourth - 0x30
    if number >= 189_000 {
      return number < 189_000 + 0x10_0000 ? 0x10000 + number - 189_000 : CodePage.lacking
    }
    // The pair A8 BC has the character of this place since 2005.
    if number == 7457 { return 0xE7C7 }
    guard number < 39_420 else { return CodePage.lacking }
    var (low, high) = (0, ranges.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if ranges[middle].0 <= number { low = middle } else { high = middle }
    }
    return ranges[low].1 + number - ranges[low].0
  }

  /// Numbers in turn, in hexadecimal digits.
  static func numbers(_ text: String) -> [(UInt32, UInt32)] {
    let numbers = text.split(whereSeparator: \.isWhitespace).map { UInt32($0, radix: 16) ?? CodePage.lacking }
    return stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
  }
}

extension DoubleBytePages {
  /// The pairs of code page 936, those that GB 18030 adds, and the areas for users' own characters.
  static func gb18030Pairs() -> UnsafePointer<UInt16> {
    let pairs = UnsafeMutablePointer<UInt16>.allocate(capacity: 0x8000)
    for lead in UInt8(0x80)...0xFF {
      for trail in UInt8.min...UInt8.max {
        let known = simplifiedChinese.decode(lead: lead, trail: trail)
        let isNone = known == CodePage.lacking
        pairs[Int(lead & 0x7F) << 8 | Int(trail)] = UInt16(isNone ? userScalar(lead, trail) ?? known : known)
      }
    }
    for (bytes, scalar) in GB18030.numbers(CodePageGB18030Rows.pairs) {
      pairs[Int(bytes & 0x7FFF)] = UInt16(truncatingIfNeeded: scalar)
    }
    return UnsafePointer(pairs)
  }

  /// The private-use character of a pair in the areas for users; nil elsewhere.
  private static func userScalar(_ lead: UInt8, _ trail: UInt8) -> UInt32? {
    let (first, second) = (UInt32(lead), UInt32(trail))
    switch (lead, trail) {
    case (0xAA...0xAF, 0xA1...0xFE): return 0xE000 + (first - 0xAA) * 94 + second - 0xA1
    case (0xF8...0xFE, 0xA1...0xFE): return 0xE234 + (first - 0xF8) * 94 + second - 0xA1
    case (0xA1...0xA7, 0x40...0x7E), (0xA1...0xA7, 0x80...0xA0):
      return 0xE4C6 + (first - 0xA1) * 96 + second - 0x40 - (second > 0x7F ? 1 : 0)
    default: return nil
    }
  }
}
