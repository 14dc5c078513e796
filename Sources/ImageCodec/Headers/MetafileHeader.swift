/// Sizes of Windows metafiles, in pixels at 96 an inch.
enum MetafileHeader {
  private static let pixelsPerInch = 96

  /// The placeable header before a metafile (MS-WMF 2.3.2.3): bounds, and units per inch. A plain one has no size.
  static func readPlaceable(_ bytes: ByteView) -> PictureHeader? {
    let view = bytes.reading(.little)
    guard view.unsigned32(0) == 0x9AC6_CDD7, let left = view.signed16(6), let top = view.signed16(8),
      let right = view.signed16(10), let bottom = view.signed16(12), let unitsPerInch = view.unsigned16(14),
      unitsPerInch > 0
    else { return nil }
    return PictureHeader(
      width: pixels(abs(right - left), perInch: unitsPerInch),
      height: pixels(abs(bottom - top), perInch: unitsPerInch))
  }

  /// The frame of an enhanced metafile, in hundredths of a millimetre (MS-EMF 2.2.9).
  static func readEnhanced(_ bytes: ByteView) -> PictureHeader? {
    let view = bytes.reading(.little)
    guard let left = view.signed32(24), let top = view.signed32(28), let right = view.signed32(32),
      let bottom = view.signed32(36)
    else { return nil }
    return PictureHeader(
      width: pixels(right - left, perInch: 2540), height: pixels(bottom - top, perInch: 2540))
  }

  private static func pixels(_ units: Int, perInch: Int) -> Int {
    units <= 0 ? 0 : max(1, (units * pixelsPerInch + perInch / 2) / perInch)
  }
}
