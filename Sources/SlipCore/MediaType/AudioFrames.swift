/// Recognizes MPEG audio, which has no magic number.
///
/// A stream of MP3 or AAC is only a row of frames, each with a header that begins with eleven or
/// twelve set bits. That happens by chance, so a frame counts only where its length leads to
/// another frame header or to the end of the data.
enum AudioFrames {
  /// Whether the data begin with the header of an ID3v2 tag (ID3v2.4, section 3.1): version 2 to 4,
  /// then a size of four bytes below 0x80. Such a tag precedes the frames of most MP3 files.
  ///
  /// The caller has checked the letters `ID3` before.
  static func isTag(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= 10 && (2...4).contains(bytes[3]) && bytes[4] != 0xFF
      && bytes[6..<10].allSatisfy { $0 < 0x80 }
  }

  /// Whether the data are raw AAC: an ADTS header (ISO 13818-7, 6.2) whose length leads to another
  /// one, or to the end.
  static func isADTS(_ bytes: UnsafeRawBufferPointer) -> Bool {
    func header(at offset: Int) -> Bool {
      bytes.count >= offset + 7 && bytes[offset] == 0xFF && bytes[offset + 1] & 0xF6 == 0xF0
    }
    guard header(at: 0) else { return false }
    let length = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5]) >> 5
    return length >= 7 && (length == bytes.count || header(at: length))
  }

  /// Whether the data are MP3: a Layer III header whose length leads to another one, or to the end.
  static func isLayer3(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let length = layer3Length(bytes, at: 0) else { return false }
    return length == bytes.count || layer3Length(bytes, at: length) != nil
  }

  /// Kilobits per second of MPEG-1 Layer III, by the header's four-bit index. Index 0 means that
  /// the rate is free, 15 is invalid; neither is accepted.
  private static let ratesVersion1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
  /// The same for MPEG-2 and MPEG-2.5.
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
