/// The logical screen of a GIF (GIF89a, 18).
enum GIFHeader {
  static func read(_ bytes: ByteView) -> PictureHeader? {
    let view = bytes.reading(.little)
    guard let width = view.unsigned16(6), let height = view.unsigned16(8) else { return nil }
    return PictureHeader(width: width, height: height)
  }
}
