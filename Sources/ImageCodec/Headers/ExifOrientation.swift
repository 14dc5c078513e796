/// Finds the orientation in Exif data, which is a small TIFF file.
enum ExifOrientation {
  private static let tag = 0x0112
  private static let short = 3

  /// The orientation that the first directory gives; nil where there is none or it is no value from 1 to 8.
  /// `exif` begins with the byte order mark `II` or `MM`.
  static func find(_ exif: ByteView) -> Orientation? {
    guard let view = TIFFDirectory.view(exif), let offset = view.unsigned32(4) else { return nil }
    let entries = TIFFDirectory(view, at: offset)
    guard let entry = entries.entry(tag), entry.type == short, entry.count == 1 else { return nil }
    return view.unsigned16(entry.valueOffset).flatMap(Orientation.init(rawValue:))
  }
}
