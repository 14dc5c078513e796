/// One directory of a TIFF file (TIFF 6.0, section 2): a count, then 12 bytes an entry.
struct TIFFDirectory {
  struct Entry {
    var type: Int
    var count: Int
    /// Where the value stands, if it fits into four bytes.
    var valueOffset: Int
  }

  private let view: ByteView
  private let offset: Int
  private let count: Int

  init(_ view: ByteView, at offset: Int) {
    self.view = view
    self.offset = offset
    count = view.unsigned16(offset) ?? 0
  }

  /// The bytes in the order that their mark `II` or `MM` gives; nil without the mark and the 42 behind it.
  static func view(_ bytes: ByteView) -> ByteView? {
    let order: ByteView.Order? =
      bytes.holds("II", at: 0) ? .little : bytes.holds("MM", at: 0) ? .big : nil
    guard let view = order.map(bytes.reading), view.unsigned16(2) == 42 else { return nil }
    return view
  }

  /// The first entry with that tag.
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

  /// The value of an entry that holds one SHORT or LONG.
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
  static func read(_ bytes: ByteView) -> PictureHeader? {
    guard let view = TIFFDirectory.view(bytes), let offset = view.unsigned32(4) else { return nil }
    let directory = TIFFDirectory(view, at: offset)
    guard let width = directory.integer(0x0100), let height = directory.integer(0x0101) else { return nil }
    let orientation = directory.integer(0x0112).flatMap(Orientation.init(rawValue:)) ?? .topLeft
    let depth = directory.entry(0x0102)?.count == 1 ? directory.integer(0x0102) : nil
    return PictureHeader(width: width, height: height, orientation: orientation, bitDepth: depth)
  }
}
