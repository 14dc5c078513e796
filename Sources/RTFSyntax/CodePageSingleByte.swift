/// The single-byte pages. All are unpacked from their generated rows on first use.
enum SingleBytePages {
  /// The pages in the order of their numbers, for a binary search.
  private static let pages: [CodePage] = CodePageSingleByteRows.rows.map {
    CodePage(number: $0.number, kind: .singleByte, scalars: unpack($0.text))
  }

  /// The page with a number; nil when there is none.
  static func page(_ number: Int) -> CodePage? {
    var low = 0
    var high = pages.count
    while low < high {
      let middle = (low + high) / 2
      if pages[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < pages.count && pages[low].number == number ? pages[low] : nil
  }

  /// The bytes of ASCII; those from 0x80 on mean nothing.
  nonisolated(unsafe) static let asciiScalars = make { $0 < 0x80 ? UInt32($0) : CodePage.lacking }
  /// The single bytes of UTF-8: ASCII, the bytes that can begin a sequence, and bytes that mean nothing
  /// on their own.
  nonisolated(unsafe) static let utf8Scalars = make { byte in
    switch byte {
    case 0..<0x80: UInt32(byte)
    case 0xC2...0xF4: CodePage.leadMark
    default: CodePage.lacking
    }
  }

  /// Allocates a table of 256 scalars that is never freed.
  static func make(_ scalar: (Int) -> UInt32) -> UnsafePointer<UInt32> {
    let table = UnsafeMutablePointer<UInt32>.allocate(capacity: 256)
    for byte in 0..<256 { (table + byte).initialize(to: scalar(byte)) }
    return UnsafePointer(table)
  }

  /// Unpacks a row. One of 128 characters stands for the bytes from 0x80, with ASCII below them; one of
  /// 256 for all bytes.
  static func unpack(_ row: StaticString) -> UnsafePointer<UInt32> {
    let scalars = row.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }.unicodeScalars.map(\.value)
    let first = 256 - scalars.count
    return make { $0 < first ? UInt32($0) : scalars[$0 - first] }
  }
}
