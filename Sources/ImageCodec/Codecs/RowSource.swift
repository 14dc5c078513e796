internal import SlipBase
internal import CCodecShims

/// Decodes a picture row by row, so that a thumbnail of a large picture takes little memory.
///
/// `JPEGReader` and `PNGReader` decode while the rows are taken, `WholePicture` has decoded before.
/// `Resampler` takes the rows of all three.
protocol RowSource: AnyObject {
  /// The number of columns as decoded.
  var width: Int { get }
  /// The number of rows as decoded.
  var height: Int { get }
  /// How the samples are arranged.
  var layout: SampleLayout { get }
  /// The ICC profile of the samples; nil for sRGB.
  var profile: UnsafeRawBufferPointer? { get }

  /// Calls `take` with each row or, in interlaced pictures, with parts of rows. Each pixel comes
  /// once.
  ///
  /// - Throws: `SlipError` with a code of `PictureFault`.
  func forEachRow(_ take: (PixelRow) -> Void) throws(SlipError)
}

/// Pixels of one row: those in the columns `start`, `start + step`, ….
struct PixelRow {
  /// How many bytes behind the last sample may be read, whatever they contain. Vector loads need
  /// them.
  static let spareBytes = 1

  /// The samples of at least `count` pixels, and the spare bytes.
  var samples: UnsafePointer<UInt8>
  /// The row, from 0 at the top.
  var y: Int
  /// The column of the first pixel.
  var start = 0
  /// From one pixel's column to the next.
  var step = 1
  /// The number of pixels.
  var count: Int
}

/// The meaning of the bytes of a decoded row, with 8 bits for each sample.
enum SampleLayout {
  case grey, greyAlpha, rgb, rgba
  /// Four inks, where 255 is the most ink.
  case cmyk
  /// Four inks, where 0 is the most ink, as Adobe writes them.
  case cmykInverted

  /// The layout that a decoder reports; nil for an unknown one.
  init?(_ layout: slip_layout) {
    switch layout {
    case SLIP_GREY: self = .grey
    case SLIP_GREY_ALPHA: self = .greyAlpha
    case SLIP_RGB: self = .rgb
    case SLIP_RGBA: self = .rgba
    case SLIP_CMYK: self = .cmyk
    case SLIP_CMYK_INVERTED: self = .cmykInverted
    default: return nil
    }
  }

  /// The layout for an encoder; nil for CMYK, which is never written.
  var forWriting: slip_layout? {
    switch self {
    case .grey: SLIP_GREY
    case .greyAlpha: SLIP_GREY_ALPHA
    case .rgb: SLIP_RGB
    case .rgba: SLIP_RGBA
    case .cmyk, .cmykInverted: nil
    }
  }

  /// The number of samples for each pixel.
  var channels: Int {
    switch self {
    case .grey: 1
    case .greyAlpha: 2
    case .rgb: 3
    case .rgba, .cmyk, .cmykInverted: 4
    }
  }

  /// Whether there is one sample for all colours.
  var isGrey: Bool { self == .grey || self == .greyAlpha }
  /// Whether the samples are inks.
  var isCMYK: Bool { self == .cmyk || self == .cmykInverted }
  /// Whether the last sample is the opacity.
  var hasAlpha: Bool { self == .greyAlpha || self == .rgba }
}
