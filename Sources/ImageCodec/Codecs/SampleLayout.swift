internal import CCodecShims

/// What the bytes of a decoded row mean; 8 bits a sample.
enum SampleLayout {
  case grey, greyAlpha, rgb, rgba, cmyk, cmykInverted

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

  /// The layouts that pixels to be written have.
  var forWriting: slip_layout? {
    switch self {
    case .grey: SLIP_GREY
    case .greyAlpha: SLIP_GREY_ALPHA
    case .rgb: SLIP_RGB
    case .rgba: SLIP_RGBA
    case .cmyk, .cmykInverted: nil
    }
  }

  var channels: Int {
    switch self {
    case .grey: 1
    case .greyAlpha: 2
    case .rgb: 3
    case .rgba, .cmyk, .cmykInverted: 4
    }
  }

  var isGrey: Bool { self == .grey || self == .greyAlpha }
  var isCMYK: Bool { self == .cmyk || self == .cmykInverted }
  var hasAlpha: Bool { self == .greyAlpha || self == .rgba }
}
