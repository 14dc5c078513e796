/// The double-byte pages. Each is unpacked from its generated rows on first use and takes 64 KiB that
/// are never freed.
enum DoubleBytePages {
  /// Shift JIS as Windows has it (932), with half-width katakana as single bytes.
  static let japanese = CodePage(
    number: 932, kind: .doubleByte,
    scalars: scalars(leads: [0x81...0x9F, 0xE0...0xFC], singles: halfWidthKatakana),
    pairs: japanesePairs)
  /// GBK (936), with the euro sign at 0x80.
  static let simplifiedChinese = CodePage(
    number: 936, kind: .doubleByte, scalars: scalars(leads: [0x81...0xFE], singles: [0x80: 0x20AC]),
    pairs: simplifiedChinesePairs)
  /// GB 18030 (54936), which contains GBK and has all other characters in four bytes.
  static let gb18030 = CodePage(
    number: 54936, kind: .gb18030, scalars: scalars(leads: [0x81...0xFE], singles: [0x80: 0x20AC]),
    pairs: gb18030Pairs())
  /// Unified Hangul Code (949).
  static let korean = CodePage(
    number: 949, kind: .doubleByte, scalars: scalars(leads: [0x81...0xFE], singles: [:]), pairs: koreanPairs)
  /// Big5 as Windows has it (950).
  static let traditionalChinese = CodePage(
    number: 950, kind: .doubleByte, scalars: scalars(leads: [0x81...0xFE], singles: [:]),
    pairs: traditionalChinesePairs)
  /// Johab (1361), the Korean encoding that composes syllables.
  static let johab = CodePage(
    number: 1361, kind: .doubleByte,
    scalars: scalars(leads: [0x84...0xD3, 0xD8...0xDE, 0xE0...0xF9], singles: [:]),
    pairs: unpack(
      CodePageDoubleByteRows.page1361, leads: CodePageDoubleByteRows.page1361Leads,
      firstTrail: CodePageDoubleByteRows.page1361FirstTrail))
  /// EUC-JP (51932): JIS X 0208 at 0xA1 to 0xFE, and half-width katakana behind 0x8E. Characters of JIS
  /// X 0212, which take three bytes, are not supported.
  static let japaneseEUC = CodePage(
    number: 51932, kind: .doubleByte, scalars: scalars(leads: [0x8E...0x8E, 0xA1...0xFE], singles: [:]),
    pairs: japaneseEUCPairs())

  // The Macintosh pages differ from those of Windows in single bytes (Unicode's APPLE tables).
  static let macJapanese = CodePage(
    number: 10001, kind: .doubleByte,
    scalars: scalars(
      leads: [0x81...0x9F, 0xE0...0xFC],
      singles: halfWidthKatakana.merging(
        [0x5C: 0xA5, 0x80: 0x5C, 0xA0: 0xA0, 0xFD: 0xA9, 0xFE: 0x2122, 0xFF: 0x2026], uniquingKeysWith: { $1 }
      )),
    pairs: japanesePairs)
  static let macSimplifiedChinese = CodePage(
    number: 10008, kind: .doubleByte,
    scalars: scalars(
      leads: [0xA1...0xFC], singles: [0x80: 0xFC, 0xA0: 0xA0, 0xFD: 0xA9, 0xFE: 0x2122, 0xFF: 0x2026]),
    pairs: simplifiedChinesePairs)
  static let macKorean = CodePage(
    number: 10003, kind: .doubleByte,
    scalars: scalars(
      leads: [0xA1...0xAC, 0xB0...0xC8, 0xCA...0xFD],
      singles: [0x80: 0xA0, 0x81: 0x20A9, 0x82: 0x2014, 0x83: 0xA9, 0xFE: 0x2122, 0xFF: 0x2026]),
    pairs: koreanPairs)
  static let macTraditionalChinese = CodePage(
    number: 10002, kind: .doubleByte,
    scalars: scalars(
      leads: [0xA1...0xFC], singles: [0x80: 0x5C, 0xA0: 0xA0, 0xFD: 0xA9, 0xFE: 0x2122, 0xFF: 0x2026]),
    pairs: traditionalChinesePairs)

  nonisolated(unsafe) private static let japanesePairs = unpack(
    CodePageDoubleByteRows.page932, leads: CodePageDoubleByteRows.page932Leads,
    firstTrail: CodePageDoubleByteRows.page932FirstTrail)
  nonisolated(unsafe) private static let simplifiedChinesePairs = unpack(
    CodePageDoubleByteRows.page936, leads: CodePageDoubleByteRows.page936Leads,
    firstTrail: CodePageDoubleByteRows.page936FirstTrail)
  nonisolated(unsafe) private static let koreanPairs = unpack(
    CodePageDoubleByteRows.page949, leads: CodePageDoubleByteRows.page949Leads,
    firstTrail: CodePageDoubleByteRows.page949FirstTrail)
  nonisolated(unsafe) private static let traditionalChinesePairs = unpack(
    CodePageDoubleByteRows.page950, leads: CodePageDoubleByteRows.page950Leads,
    firstTrail: CodePageDoubleByteRows.page950FirstTrail)

  /// The single bytes 0xA1 to 0xDF of Shift JIS, which are U+FF61 to U+FF9F.
  private static let halfWidthKatakana = Dictionary(
    uniqueKeysWithValues: (0xA1...0xDF).map { ($0, UInt32(0xFF61 + $0 - 0xA1)) })

  /// The 256 single bytes of a page: ASCII, the bytes in `singles`, `leadMark` for those in `leads`,
  /// and `lacking` for the rest. `singles` takes precedence over all others.
  private static func scalars(leads: [ClosedRange<Int>], singles: [Int: UInt32]) -> UnsafePointer<UInt32> {
    SingleBytePages.make { byte in
      if let single = singles[byte] { return single }
      if byte < 0x80 { return UInt32(byte) }
      return leads.contains { $0.contains(byte) } ? CodePage.leadMark : CodePage.lacking
    }
  }

  /// Allocates the pairs with a lead byte from 0x80 on, at `(lead & 0x7F) << 8 | trail`. Pairs that
  /// `fill` doesn't set are `lacking`.
  private static func make(_ fill: (UnsafeMutablePointer<UInt16>) -> Void) -> UnsafePointer<UInt16> {
    let pairs = UnsafeMutablePointer<UInt16>.allocate(capacity: 0x8000)
    pairs.initialize(repeating: UInt16(CodePage.lacking), count: 0x8000)
    fill(pairs)
    return UnsafePointer(pairs)
  }

  /// Unpacks rows in the form that `CodePageDoubleByteRows` describes.
  private static func unpack(
    _ rows: StaticString, leads: ClosedRange<Int>, firstTrail: Int
  ) -> UnsafePointer<UInt16> {
    make { pairs in
      var lead = leads.lowerBound
      var trail = firstTrail
      for scalar in rows.withUTF8Buffer({ String(decoding: $0, as: UTF8.self) }).unicodeScalars {
        if scalar == "\n" {
          lead += 1
          trail = firstTrail
          continue
        }
        if scalar != " ", leads.contains(lead), trail < 0x100 {
          pairs[(lead & 0x7F) << 8 | trail] = UInt16(truncatingIfNeeded: scalar.value)
        }
        trail += 1
      }
    }
  }

  /// Derives the pairs of EUC-JP from those of Shift JIS, as both encode the 94 rows of 94 cells of JIS
  /// X 0208.
  private static func japaneseEUCPairs() -> UnsafePointer<UInt16> {
    make { pairs in
      for trail in 0xA1...0xDF { pairs[0x0E << 8 | trail] = UInt16(0xFF61 + trail - 0xA1) }
      for lead in 0xA1...0xFE {
        for trail in 0xA1...0xFE {
          // Shift JIS combines two rows of 94 cells under one lead byte.
          let row = lead - 0xA1
          let cell = trail - 0xA1
          let shiftLead = row / 2 + (row < 62 ? 0x81 : 0xC1)
          let shiftTrail = row % 2 == 0 ? cell + (cell < 63 ? 0x40 : 0x41) : cell + 0x9F
          guard shiftLead < 0x100 else { continue }
          pairs[(lead & 0x7F) << 8 | trail] = japanesePairs[(shiftLead & 0x7F) << 8 | shiftTrail]
        }
      }
    }
  }
}
