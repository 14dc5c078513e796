/// A directory of a TIFF file (TIFF 6.0, section 2): a count, then 12 bytes for each entry.
///
/// An entry is a tag (2 bytes), the type of its values (2), their number (4), and the value, or its
/// offset if it is longer than four bytes. Exif data has the same form.
struct TIFFDirectory {
  /// A field of the directory.
  struct Entry {
    /// The type of its values: 3 for SHORT, 4 for LONG.
    var type: Int
    /// The number of its values.
    var count: Int
    /// Where the value is, provided that it fits in four bytes.
    var valueOffset: Int
  }

  /// The file, in its byte order.
  private let view: ByteView
  /// Where the directory begins.
  private let offset: Int
  /// The number of entries.
  private let count: Int

  /// Reads the number of entries of the directory at an offset.
  init(_ view: ByteView, at offset: Int) {
    self.view = view
    self.offset = offset
    count = view.unsigned16(offset) ?? 0
  }

  /// The bytes in the order that their mark `II` or `MM` gives; nil without the mark and the number
  /// 42 behind it.
  static func view(_ bytes: ByteView) -> ByteView? {
    let order: ByteView.Order? =
      bytes.holds("II", at: 0) ? .little : bytes.holds("MM", at: 0) ? .big : nil
    guard let view = order.map(bytes.reading), view.unsigned16(2) == 42 else { return nil }
    return view
  }

  /// The first entry with a tag; nil when there is none.
  func entry(_ tag: Int) -> Entry? {
    for index in 0..<count {
      let start = offset + 2 + 12 * index
      guard let found = view.unsigned16(start), let type = view.unsigned16(start + 2),
        let count = view.unsigned32(start + 4)
      else { return nil }
      if found == tag { return Entry(type: type, count: count, valueOffset: start + 8) }
    }
    return nil
  }

  /// The value of an entry with one SHORT or LONG; nil for others.
  func integer(_ tag: Int) -> Int? {
    guard let entry = entry(tag), entry.count >= 1 else { return nil }
    switch entry.type {
    case 3: return view.unsigned16(entry.valueOffset)
    case 4: return view.unsigned32(entry.valueOffset)
    default: return nil
    }
  }
}

/// The first picture of a TIFF file.
enum TIFFHeader {
  /// Size, depth and orientation; nil when the first directory has no size.
  static func read(_ bytes: ByteView) -> PictureHeader? {
    guard let view = TIFFDirectory.view(bytes), let offset = view.unsigned32(4) else { return nil }
    let directory = TIFFDirectory(view, at: offset)
    guard let width = directory.integer(0x0100), let height = directory.integer(0x0101) else { return nil }
    let orientation = directory.integer(0x0112).flatMap(Orientation.init(rawValue:)) ?? .topLeft
    let depth = directory.entry(0x0102)?.count == 1 ? directory.integer(0x0102) : nil
    return PictureHeader(width: width, height: height, orientation: orientation, bitDepth: depth)
  }
}

/// Finds the orientation in Exif data, which are a small TIFF file.
enum ExifOrientation {
  /// The tag of the orientation.
  private static let tag = 0x0112
  /// The type SHORT.
  private static let short = 3

  /// The orientation in the first directory; nil when there is none, or when it is not a number
  /// from 1 to 8.
  ///
  /// - Parameter exif: The data from the byte order mark `II` or `MM` on.
  static func find(_ exif: ByteView) -> Orientation? {
    guard let view = TIFFDirectory.view(exif), let offset = view.unsigned32(4) else { return nil }
    let entries = TIFFDirectory(view, at: offset)
    guard let entry = entries.entry(tag), entry.type == short, entry.count == 1 else { return nil }
    return view.unsigned16(entry.valueOffset).flatMap(Orientation.init(rawValue:))
  }
}
