/// The header of a JPEG file (ITU T.81, annex B): its segments up to the first scan.
///
/// A file begins with the marker `FF D8`. Then come segments of a marker, a length of two bytes
/// that counts itself, and data:
///
/// ```
/// FF E1   APP1, Exif data with the orientation
/// FF E2   APP2, a part of an ICC profile
/// FF C0   a frame header, with depth, height and width; up to FF CF for other codings
/// FF DA   the first scan, where the pixels begin
/// ```
struct JPEGHeader {
  /// Size, depth and orientation.
  var picture: PictureHeader
  /// Whether the coding is one that every viewer shows: baseline, extended or progressive, with
  /// Huffman codes.
  var isCommonCoding: Bool
  /// Where an ICC profile is that fits in one segment; nil for none.
  var profile: Range<Int>?

  /// Size, depth and orientation; nil without a frame header.
  static func read(_ bytes: ByteView) -> PictureHeader? { JPEGHeader(bytes)?.picture }

  /// Reads the segments; nil when there is no frame header before the end or the first scan.
  init?(_ bytes: ByteView) {
    var frame: PictureHeader?
    var frameMarker = 0
    var orientation: Orientation?
    var segments = Segments(bytes)
    while let segment = segments.next() {
      switch segment.marker {
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        guard frame == nil else { break }
        frame = Self.frame(bytes, segment)
        frameMarker = segment.marker
      case 0xE1 where orientation == nil && bytes.holds("Exif\0", at: segment.start):
        orientation = bytes.part(from: segment.start + 6, length: segment.length - 6)
          .flatMap(ExifOrientation.find)
      case 0xE2 where profile == nil:
        profile = Self.profile(bytes, segment)
      default: break
      }
    }
    guard var picture = frame else { return nil }
    picture.orientation = orientation ?? .topLeft
    self.picture = picture
    isCommonCoding = (0xC0...0xC2).contains(frameMarker)
  }

  /// Size and depth in a frame header (ITU T.81, B.2.2).
  private static func frame(_ bytes: ByteView, _ segment: Segments.Segment) -> PictureHeader? {
    guard segment.length >= 6, let depth = bytes.byte(segment.start),
      let height = bytes.unsigned16(segment.start + 1), let width = bytes.unsigned16(segment.start + 3)
    else { return nil }
    return PictureHeader(width: width, height: height, bitDepth: depth)
  }

  /// The range of an ICC profile that consists of one part (ICC.1:2022, B.4).
  private static func profile(_ bytes: ByteView, _ segment: Segments.Segment) -> Range<Int>? {
    guard segment.length > 14, bytes.holds("ICC_PROFILE\0\u{1}\u{1}", at: segment.start) else { return nil }
    let end = segment.start + segment.length
    return end <= bytes.count ? segment.start + 14..<end : nil
  }
}

extension JPEGHeader {
  /// Walks over the marker segments. It ends at the first scan, the end marker, or anything that is
  /// not a segment.
  struct Segments {
    /// A marker and the data behind it.
    struct Segment {
      /// The second byte of the marker, such as 0xE1 for APP1.
      var marker: Int
      /// Where the data begins, behind the length field.
      var start: Int
      /// The length of the data.
      var length: Int
    }

    /// The file.
    private let bytes: ByteView
    /// Where the next marker is looked for; at first behind the start marker.
    private var offset = 2

    /// Creates a walk over a file.
    init(_ bytes: ByteView) { self.bytes = bytes }

    /// The next segment; nil at the end.
    mutating func next() -> Segment? {
      // Decoders skip stray bytes before a marker. Any number of 0xFF may come before its code.
      while let byte = bytes.byte(offset), byte != 0xFF { offset += 1 }
      while bytes.byte(offset) == 0xFF { offset += 1 }
      guard let marker = bytes.byte(offset) else { return nil }
      offset += 1
      switch marker {
      case 0xD9, 0xDA: return nil
      case 0x00, 0x01, 0xD0...0xD8: return Segment(marker: marker, start: offset, length: 0)
      default: break
      }
      guard let length = bytes.unsigned16(offset), length >= 2 else { return nil }
      let segment = Segment(marker: marker, start: offset + 2, length: length - 2)
      offset += length
      return segment
    }
  }
}
