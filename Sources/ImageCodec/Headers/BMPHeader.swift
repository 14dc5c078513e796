/// Windows and OS/2 bitmaps, with the file header and without it.
enum BMPHeader {
  private static let fileHeader = 14

  static func readFile(_ bytes: ByteView) -> PictureHeader? {
    bytes.part(from: fileHeader).flatMap(readBare)
  }

  /// BITMAPCOREHEADER has 16-bit sizes, all later ones 32-bit; a negative height means rows from the top.
  static func readBare(_ bytes: ByteView) -> PictureHeader? {
    let view = bytes.reading(.little)
    if view.unsigned32(0) == 12 {
      guard let width = view.unsigned16(4), let height = view.unsigned16(6) else { return nil }
      return PictureHeader(width: width, height: height, bitDepth: view.unsigned16(10))
    }
    guard let width = view.signed32(4), let height = view.signed32(8) else { return nil }
    return PictureHeader(width: width, height: abs(height), bitDepth: view.unsigned16(14))
  }
}
