/// The double-byte pages, each unpacked from its rows on first use: 64 KiB that are never freed.
enum DoubleBytePages {
  static let japanese = CodePage(
    number: 932, kind: .doubleByte,
    scalars: scalars(leads: [0x81...0x9F, 0xE0...0xFC], singles: halfWidthKatakana),
    pairs: japanesePairs)
  static let simplifiedChinese = CodePage(
    number: 936, kind: .doubleByte, scalars: scalars(leads: [0x81...0xFE], singles: [0x80: 0x20AC]),
    pairs: simplifiedChinesePairs)
  static let korean = CodePage(
    number: 949, kind: .doubleByte, scalars: scalars(leads: [0x81...0xFE], singles: [:]), pairs: koreanPairs)
  static let traditionalChinese = CodePage(
    number: 950, kind: .doubleByte, scalars: scalars(leads: [0x81...0xFE], singles: [:]),
    pairs: traditionalChinesePairs)
  static let johab = CodePage(
    number: 1361, kind: .doubleByte,
    scalars: scalars(leads: [0x84...0xD3, 0xD8...0xDE, 0xE0...0xF9], singles: [:]),
    pairs: unpack(
      CodePageDoubleByteRows.page1361, leads: CodePageDoubleByteRows.page1361Leads,
      firstTrail: CodePageDoubleByteRows.page1361FirstTrail))
  /// EUC-JP: JIS X 0208 at 0xA1...0xFE, half-width katakana behind 0x8E. Three-byte JIS X 0212 is lacking.
  static let japaneseEUC = CodePage(
    number: 51932, kind: .doubleByte, scalars: scalars(leads: [0x8E...0x8E, 0xA1...0xFE], singles: [:]),
    pairs: japaneseEUCPairs())

  // Apple's variants differ in single bytes (Unicode's APPLE tables).
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

  private static let halfWidthKatakana = Dictionary(
    uniqueKeysWithValues: (0xA1...0xDF).map { ($0, UInt32(0xFF61 + $0 - 0xA1)) })

  private static func scalars(leads: [ClosedRange<Int>], singles: [Int: UInt32]) -> UnsafePointer<UInt32> {
    SingleBytePages.make { byte in
      if let single = singles[byte] { return single }
      if byte < 0x80 { return UInt32(byte) }
      return leads.contains { $0.contains(byte) } ? CodePage.leadMark : CodePage.lacking
    }
  }

  /// All pairs with a lead byte from 0x80 on, at `(lead & 0x7F) << 8 | trail`.
  private static func make(_ fill: (UnsafeMutablePointer<UInt16>) -> Void) -> UnsafePointer<UInt16> {
    let pairs = UnsafeMutablePointer<UInt16>.allocate(capacity: 0x8000)
    pairs.initialize(repeating: UInt16(CodePage.lacking), count: 0x8000)
    fill(pairs)
    return UnsafePointer(pairs)
  }

  /// Reads rows as `CodePageDoubleByteRows` describes them.
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

  private static func japaneseEUCPairs() -> UnsafePointer<UInt16> {
    make { pairs in
      for trail in 0xA1...0xDF { pairs[0x0E << 8 | trail] = UInt16(0xFF61 + trail - 0xA1) }
      for lead in 0xA1...0xFE {
        for trail in 0xA1...0xFE {
          // Shift JIS folds two rows of 94 into one lead byte.
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
