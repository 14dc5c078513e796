/// The first chunk of a WebP file: lossy (RFC 6386, 9.1), lossless (RFC 9649, 3.4) or extended (RFC 9649, 2.7).
enum WebPHeader {
  private static let data = 20

  static func read(_ bytes: ByteView) -> PictureHeader? {
    let view = bytes.reading(.little)
    if view.holds("VP8 ", at: 12) { return lossy(view) }
    if view.holds("VP8L", at: 12) { return lossless(view) }
    if view.holds("VP8X", at: 12) { return extended(view) }
    return nil
  }

  private static func lossy(_ view: ByteView) -> PictureHeader? {
    guard view.holds("\u{1}\u{2A}", at: data + 4), view.byte(data + 3) == 0x9D,
      let width = view.unsigned16(data + 6), let height = view.unsigned16(data + 8)
    else { return nil }
    return PictureHeader(width: width & 0x3FFF, height: height & 0x3FFF, bitDepth: 8)
  }

  private static func lossless(_ view: ByteView) -> PictureHeader? {
    guard view.byte(data) == 0x2F, let bits = view.unsigned32(data + 1) else { return nil }
    return PictureHeader(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1, bitDepth: 8)
  }

  private static func extended(_ view: ByteView) -> PictureHeader? {
    guard let width = view.unsigned32(data + 3), let low = view.unsigned16(data + 7),
      let high = view.byte(data + 9)
    else { return nil }
    // Two 24-bit numbers, the first of which ends where the second begins: mask the overlap.
    return PictureHeader(
      width: (width >> 8) & 0xFF_FFFF + 1, height: (low | high << 16) + 1, bitDepth: 8)
  }
}
