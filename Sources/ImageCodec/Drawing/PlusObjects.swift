internal import SlipBase

/// Something that an EMF+ file defines and draws with later ([MS-EMFPLUS], section 2.2.1).
enum PlusObject {
  /// What shapes are filled with.
  case brush(PlusBrush)
  /// What outlines are drawn with.
  case pen(PlusPen)
  /// Lines and curves.
  case path(PlusPath)
  /// A part of the plane.
  case region(PlusRegion)
  /// A picture.
  case image(PlusImage)
  /// What texts are drawn with.
  case font(PlusFont)
  /// How texts are laid out.
  case format(PlusTextFormat)

  /// The types of objects ([MS-EMFPLUS], section 2.1.1.22).
  enum Kind: Int {
    case brush = 1
    case pen, path, region, image, font, textFormat
  }
}

/// What shapes are filled with.
enum PlusBrush {
  /// One colour.
  case color(DrawingColor)
  /// Hatches on a background.
  case hatch(DrawingColor, background: DrawingColor, style: Int)
  /// Colours along a line, in the units of the world.
  case gradient(DrawingGradient)

  /// The types of brushes ([MS-EMFPLUS], section 2.1.1.3).
  private enum Kind {
    static let solid = 0
    static let hatch = 1
    static let texture = 2
    static let pathGradient = 3
    static let linearGradient = 4
  }

  /// Creates a brush from an `EmfPlusBrush` object.
  ///
  /// - Parameter texture: Gives the average colour of an `EmfPlusImage` object.
  init(_ object: ByteView, texture: (ByteView) -> DrawingColor?) {
    func color(_ offset: Int) -> DrawingColor { DrawingColor(argb: object.unsigned32(offset) ?? 0) }
    let grey = DrawingColor(red: 128, green: 128, blue: 128)
    switch object.unsigned32(4) {
    case Kind.solid: self = .color(color(8))
    case Kind.hatch:
      self = .hatch(color(12), background: color(16), style: object.unsigned32(8) ?? 0)
    case Kind.texture:
      let start = object.unsigned32(8).map { $0 & 2 != 0 ? 40 : 16 } ?? 16
      self = .color(object.part(from: start).flatMap(texture) ?? grey)
    case Kind.pathGradient:
      // The colour half-way between centre and edge.
      let edge = object.unsigned32(28) ?? 0 > 0 ? color(32) : color(16)
      self = .color(color(16).mixed(with: edge, 0.5))
    case Kind.linearGradient: self = .gradient(PlusBrush.gradient(object))
    default: self = .color(grey)
    }
  }

  /// The gradient of an `EmfPlusLinearGradientBrushData`, which begins 8 bytes after the object.
  private static func gradient(_ object: ByteView) -> DrawingGradient {
    let flags = object.unsigned32(8) ?? 0
    let box = object.rectangle(16)
    let start = DrawingColor(argb: object.unsigned32(32) ?? 0)
    let end = DrawingColor(argb: object.unsigned32(36) ?? 0)
    var at = 48
    var transform = GDIContext.Transform()
    if flags & 2 != 0 {
      transform = object.transform(at)
      at += 24
    }
    var stops = [DrawingGradient.Stop(offset: 0, color: start), .init(offset: 1, color: end)]
    let hasColors = flags & 4 != 0
    if hasColors || flags & 8 != 0, let count = object.unsigned32(at), (1...256).contains(count) {
      stops = (0..<count).map { index in
        let place = at + 4 + index * 4
        let offset = max(0, min(1, EnhancedMetafile.real(object, place)))
        let color =
          hasColors
          ? DrawingColor(argb: object.unsigned32(place + count * 4) ?? 0)
          : start.mixed(with: end, max(0, min(1, EnhancedMetafile.real(object, place + count * 4))))
        return .init(offset: offset, color: color)
      }
    }
    let spread: DrawingGradient.Spread =
      switch object.unsigned32(12) {
      case 0: .repeat
      case 4: .pad
      default: .reflect
      }
    return DrawingGradient(
      start: transform.apply(DrawingPoint(box.x, box.y)),
      end: transform.apply(DrawingPoint(box.x + box.width, box.y)), stops: stops, spread: spread)
  }

  /// The one colour that comes closest, for outlines and texts.
  var color: DrawingColor {
    switch self {
    case .color(let color): color
    case .hatch(let color, let background, let style): PlusBrush.mixed(color, background, style)
    case .gradient(let gradient):
      gradient.stops.first.map { $0.color.mixed(with: gradient.stops.last?.color ?? $0.color, 0.5) } ?? .black
    }
  }

  /// The fills to draw on top of each other.
  func fills(_ context: GDIContext) -> [DrawingFill] {
    switch self {
    case .color(let color): return color.alpha == 0 ? [] : [.color(color)]
    case .hatch(let color, let background, let style):
      // The first six are those of plain metafiles; the others are shades and fine patterns.
      guard style < 6, color.alpha > 0 else { return [.color(PlusBrush.mixed(color, background, style))] }
      return (background.alpha == 0 ? [] : [.color(background)]) + [.hatch(color, style: style)]
    case .gradient(var gradient):
      gradient.start = context.device(gradient.start)
      gradient.end = context.device(gradient.end)
      return [.gradient(gradient)]
    }
  }

  /// The colour of a hatch seen from afar. The styles from 6 on are shades of so many per cent
  /// ([MS-EMFPLUS], section 2.1.1.13).
  private static func mixed(_ color: DrawingColor, _ background: DrawingColor, _ style: Int) -> DrawingColor {
    let shades = [5, 10, 20, 25, 30, 40, 50, 60, 70, 75, 80, 90]
    let share = style >= 6 && style - 6 < shades.count ? Double(shades[style - 6]) / 100 : 0.3
    if background.alpha == 0 {
      var faint = color
      faint.alpha = UInt8(Double(color.alpha) * share)
      return faint
    }
    return background.mixed(with: color, share)
  }
}

/// What outlines are drawn with.
struct PlusPen {
  /// The colour.
  var color = DrawingColor.black
  /// The width in `unit`.
  var width = 1.0
  /// The unit of the width ([MS-EMFPLUS], section 2.1.1.32).
  var unit = 0
  /// The lengths of dashes and gaps, in widths of the line.
  var dashes: [Double] = []

  /// Creates a pen from an `EmfPlusPen` object.
  init(_ object: ByteView, texture: (ByteView) -> DrawingColor?) {
    let flags = object.unsigned32(8) ?? 0
    unit = object.unsigned32(12) ?? 0
    width = abs(EnhancedMetafile.real(object, 16))
    var at = 20
    // What the flags announce, in their order, with its length in bytes.
    if flags & 1 != 0 { at += 24 }
    for flag in [2, 4, 8, 0x10] where flags & flag != 0 { at += 4 }
    if flags & 0x20 != 0 {
      dashes = GDIPen(style: object.unsigned32(at) ?? 0).dashes.map(Double.init)
      at += 4
    }
    for flag in [0x40, 0x80] where flags & flag != 0 { at += 4 }
    if flags & 0x100 != 0 {
      let count = object.unsigned32(at) ?? 0
      if (1...64).contains(count) {
        let lengths = (0..<count).map { max(0, min(1e4, EnhancedMetafile.real(object, at + 4 + $0 * 4))) }
        dashes = lengths.contains { $0 > 0 } ? lengths : []
      }
      at += 4 + count * 4
    }
    if flags & 0x200 != 0 { at += 4 }
    if flags & 0x400 != 0 { at += 4 + (object.unsigned32(at) ?? 0) * 4 }
    for flag in [0x800, 0x1000] where flags & flag != 0 { at += 4 + (object.unsigned32(at) ?? 0) }
    if let brush = object.part(from: at) { color = PlusBrush(brush, texture: texture).color }
  }
}

/// What texts are drawn with.
struct PlusFont {
  /// The look.
  var font = GDIFont()
  /// The size in `unit`.
  var size: Double
  /// The unit of the size.
  var unit: Int

  /// Creates a font from an `EmfPlusFont` object.
  init(_ object: ByteView) {
    size = abs(EnhancedMetafile.real(object, 4))
    unit = object.unsigned32(8) ?? 0
    let style = object.unsigned32(12) ?? 0
    font.weight = style & 1 != 0 ? 700 : 400
    font.isItalic = style & 2 != 0
    font.isUnderlined = style & 4 != 0
    font.isStruck = style & 8 != 0
    font.family = String(
      decoding: object.units(24, count: min(object.unsigned32(20) ?? 0, 64)), as: UTF16.self)
  }
}

/// How a text is laid out in its rectangle.
struct PlusTextFormat {
  /// Where lines stand: 0 at the beginning, 1 in the middle, 2 at the end.
  var alignment = 0
  /// Where the text stands between top and bottom.
  var lineAlignment = 0

  /// Creates the usual layout.
  init() {}

  /// Creates a layout from an `EmfPlusStringFormat` object.
  init(_ object: ByteView) {
    alignment = object.unsigned32(12) ?? 0
    lineAlignment = object.unsigned32(16) ?? 0
    // Text from right to left begins at the right.
    if (object.unsigned32(4) ?? 0) & 1 != 0, alignment != 1 { alignment = 2 - min(2, alignment) }
  }
}

extension ByteView {
  /// UTF-16 units, as far as there are any.
  func units(_ offset: Int, count: Int) -> [UInt16] {
    (0..<max(0, min(count, (self.count - offset) / 2))).map {
      UInt16(truncatingIfNeeded: unsigned16(offset + $0 * 2) ?? 0)
    }
  }
}
