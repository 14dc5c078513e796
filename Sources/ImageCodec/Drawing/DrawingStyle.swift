/// A colour of a drawing.
struct DrawingColor: Hashable {
  /// The red channel, 0 to 255.
  var red: UInt8
  /// The green channel, 0 to 255.
  var green: UInt8
  /// The blue channel, 0 to 255.
  var blue: UInt8

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
}

/// How the outline of a shape is painted.
struct DrawingStroke: Hashable {
  /// The colour of the line.
  var color: DrawingColor
  /// The width in units of the view box; 0 for one pixel of the screen.
  var width: Double
  /// The lengths of dashes and gaps, in widths of the line; empty for a solid line.
  var dashes: [Int] = []
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
