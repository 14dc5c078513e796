/// MPEG sound has no magic number, only frames that begin with eleven set bits: two in a row are proof enough.
enum AudioFrames {
  /// An ID3v2 tag: version 2 to 4, sizes in bytes below 0x80.
  static func isTag(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= 10 && (2...4).contains(bytes[3]) && bytes[4] != 0xFF
      && bytes[6..<10].allSatisfy { $0 < 0x80 }
  }

  /// Raw AAC: an ADTS header whose length leads to another one, or to the end.
  static func isADTS(_ bytes: UnsafeRawBufferPointer) -> Bool {
    func header(at offset: Int) -> Bool {
      bytes.count >= offset + 7 && bytes[offset] == 0xFF && bytes[offset + 1] & 0xF6 == 0xF0
    }
    guard header(at: 0) else { return false }
    let length = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5]) >> 5
    return length >= 7 && (length == bytes.count || header(at: length))
  }

  /// MP3: a Layer III header whose length leads to another one of the same kind, or to the end.
  static func isLayer3(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let length = layer3Length(bytes, at: 0) else { return false }
    return length == bytes.count || layer3Length(bytes, at: length) != nil
  }

  private static let ratesVersion1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
  private static let ratesVersion2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

  /// The length in bytes of the Layer III frame at `offset`, if there is one (ISO 11172-3, 2.4.1.3).
  private static func layer3Length(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int? {
    guard bytes.count >= offset + 4, bytes[offset] == 0xFF, bytes[offset + 1] & 0xE6 == 0xE2 else {
      return nil
    }
    let version = bytes[offset + 1] >> 3 & 3
    let (rate, frequency) = (Int(bytes[offset + 2] >> 4), Int(bytes[offset + 2] >> 2 & 3))
    guard version != 1, (1...14).contains(rate), frequency < 3 else { return nil }
    let padding = Int(bytes[offset + 2] >> 1 & 1)
    let hertz = [44_100, 48_000, 32_000][frequency] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
    let kilobits = version == 3 ? ratesVersion1[rate] : ratesVersion2[rate]
    return (version == 3 ? 144_000 : 72_000) * kilobits / hertz + padding
  }
}
