/// A colour of a drawing.
struct DrawingColor: Hashable {
  /// The red channel, 0 to 255.
  var red: UInt8
  /// The green channel, 0 to 255.
  var green: UInt8
  /// The blue channel, 0 to 255.
  var blue: UInt8
  /// How opaque it is: 0 for invisible, 255 for solid.
  var alpha: UInt8 = 255

  static let black = DrawingColor(red: 0, green: 0, blue: 0)
  static let white = DrawingColor(red: 255, green: 255, blue: 255)

  /// Creates a colour from its channels.
  init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

  /// Creates a colour from a `COLORREF`, which has red in its lowest byte ([MS-WMF], section
  /// 2.2.2.8).
  init(reference: Int) {
    self.init(
      red: UInt8(truncatingIfNeeded: reference), green: UInt8(truncatingIfNeeded: reference >> 8),
      blue: UInt8(truncatingIfNeeded: reference >> 16))
  }

  /// Creates a colour from an `EmfPlusARGB`, which has blue in its lowest byte ([MS-EMFPLUS], section 2.2.2.1).
  init(argb: Int) {
    self.init(
      red: UInt8(truncatingIfNeeded: argb >> 16), green: UInt8(truncatingIfNeeded: argb >> 8),
      blue: UInt8(truncatingIfNeeded: argb))
    alpha = UInt8(truncatingIfNeeded: argb >> 24)
  }

  /// The colour between this and another one.
  ///
  /// - Parameter share: How much of the other one it has, 0 to 1.
  func mixed(with other: DrawingColor, _ share: Double) -> DrawingColor {
    func channel(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8(max(0, min(255, (Double(a) * (1 - share) + Double(b) * share).rounded())))
    }
    var color = DrawingColor(
      red: channel(red, other.red), green: channel(green, other.green), blue: channel(blue, other.blue))
    color.alpha = channel(alpha, other.alpha)
    return color
  }

  /// The colour in the form `#rrggbb`.
  var text: String {
    let digits = Array("0123456789abcdef")
    return "#" + String([red, green, blue].flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}

/// How the inside of a shape is painted.
enum DrawingFill: Hashable {
  /// Not at all.
  case none
  /// With one colour.
  case color(DrawingColor)
  /// With hatches, whose lines take up an eighth of a cell. The styles are those of [MS-WMF],
  /// section 2.1.1.12.
  case hatch(DrawingColor, style: Int)
  /// With colours that change along a line.
  case gradient(DrawingGradient)

  /// How opaque the one colour is; 255 where there are several.
  var alpha: UInt8 { if case .color(let color) = self { color.alpha } else { 255 } }
}

/// Colours that change along a line (SVG 1.1, section 13.2.2).
struct DrawingGradient: Hashable {
  /// A colour at a place.
  struct Stop: Hashable {
    /// The place: 0 at the line's beginning, 1 at its end.
    var offset: Double
    /// The colour there.
    var color: DrawingColor
  }

  /// What is beyond the ends of the line. The raw values are those of `spreadMethod`.
  enum Spread: String { case pad, `repeat`, reflect }

  /// Where the line begins.
  var start: DrawingPoint
  /// Where it ends.
  var end: DrawingPoint
  /// The colours in the order of their places.
  var stops: [Stop]
  /// What is beyond the ends.
  var spread = Spread.pad
}

/// How the outline of a shape is painted.
struct DrawingStroke: Hashable {
  /// The colour of the line.
  var color: DrawingColor
  /// The width in units of the view box; 0 for one pixel of the screen.
  var width: Double
  /// The lengths of dashes and gaps, in widths of the line; empty for a solid line.
  var dashes: [Double] = []
}

/// How pixels are combined with what they are drawn on. The raw values are blend modes of CSS.
enum DrawingBlend: String {
  /// They replace it.
  case replace = ""
  /// Bitwise AND, which for black and white is multiplication.
  case and = "multiply"
  /// Bitwise OR.
  case or = "screen"
  /// Bitwise exclusive OR.
  case exclusiveOr = "difference"
}
