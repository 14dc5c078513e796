internal import SlipBase

/// A colour of a drawing.
struct DrawingColor: Hashable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8

  static let black = DrawingColor(red: 0, green: 0, blue: 0)
  static let white = DrawingColor(red: 255, green: 255, blue: 255)

  init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

  /// COLORREF: red in the lowest byte ([MS-WMF], section 2.2.2.8).
  init(reference: Int) {
    self.init(
      red: UInt8(truncatingIfNeeded: reference), green: UInt8(truncatingIfNeeded: reference >> 8),
      blue: UInt8(truncatingIfNeeded: reference >> 16))
  }

  var text: String {
    let digits = Array("0123456789abcdef")
    return "#" + String([red, green, blue].flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}

/// How the inside of a shape is painted.
enum DrawingFill: Hashable {
  case none
  case color(DrawingColor)
  /// Lines of 1/8 of a cell; `style` as in [MS-WMF], section 2.1.1.12.
  case hatch(DrawingColor, style: Int)
}

/// How a shape's outline is painted.
struct DrawingStroke: Hashable {
  var color: DrawingColor
  /// In units of the view box; 0 is one pixel of the screen.
  var width: Double
  /// Lengths of dashes and gaps in widths of the line.
  var dashes: [Int] = []
}

/// How pixels go together with what they are drawn upon.
enum DrawingBlend: String {
  case replace = ""
  /// AND of black and white is multiplication.
  case and = "multiply"
  case or = "screen"
  case exclusiveOr = "difference"
}

/// An SVG picture in the making: what players of metafiles draw upon. It holds no scripts, and refers to nothing outside.
struct SVGDrawing {
  private let limits: Limits
  private var body: [UInt8] = []
  private var hatches: [DrawingFill: Int] = [:]
  private var pixelsLeft: Int
  private var clips = 0
  private var openClip: Int?
  private(set) var shapes = 0
  private(set) var bounds = DrawingBounds()
  /// Whether something was left out because the limits were reached.
  private(set) var isFull = false

  init(_ limits: Limits) {
    self.limits = limits
    pixelsLeft = min(limits.picturePixels, limits.wholePicturePixels)
  }

  // MARK: Shapes

  mutating func draw(_ path: SVGPath, fill: DrawingFill, stroke: DrawingStroke?, evenOdd: Bool = true) {
    guard !path.isEmpty, fill != .none || stroke != nil, expectRoom(path.data.count + 200) else { return }
    let paint = self.paint(fill)
    body += "<path d=\"".utf8
    body += path.data
    body += "\" fill=\"\(paint)\"".utf8
    if fill != .none, evenOdd { body += " fill-rule=\"evenodd\"".utf8 }
    if let stroke { outline(stroke) }
    body += "/>\n".utf8
    bounds.add(path.bounds)
    shapes += 1
  }

  private mutating func outline(_ stroke: DrawingStroke) {
    let isHair = stroke.width <= 0
    let width = isHair ? 1 : stroke.width
    body += " stroke=\"\(stroke.color.text)\" stroke-width=\"".utf8
    SVGNumber.append(width, to: &body)
    body += "\" stroke-linejoin=\"round\"".utf8
    if isHair { body += " vector-effect=\"non-scaling-stroke\"".utf8 }
    if stroke.dashes.isEmpty {
      if !isHair { body += " stroke-linecap=\"round\"".utf8 }
    } else {
      let dashes = stroke.dashes.map { SVGNumber.text(Double($0) * width) }
      body += " stroke-dasharray=\"\(dashes.joined(separator: " "))\"".utf8
    }
  }

  private mutating func paint(_ fill: DrawingFill) -> String {
    switch fill {
    case .none: return "none"
    case .color(let color): return color.text
    case .hatch:
      let number = hatches[fill] ?? hatches.count
      hatches[fill] = number
      return "url(#hatch\(number))"
    }
  }

  // MARK: Clipping

  /// What follows is seen inside of `path` only; nil ends that.
  mutating func clip(to path: SVGPath?) {
    if openClip != nil { body += "</g>\n".utf8 }
    openClip = nil
    guard let path, expectRoom(path.data.count + 100) else { return }
    clips += 1
    openClip = clips
    body += "<clipPath id=\"clip\(clips)\"><path d=\"".utf8
    body += path.data
    body += "\" clip-rule=\"evenodd\"/></clipPath><g clip-path=\"url(#clip\(clips))\">\n".utf8
  }

  // MARK: Text

  struct Text {
    var string: String
    var at: DrawingPoint
    /// Where each UTF-16 unit stands, from `at` on; none go by the font.
    var offsets: [Double] = []
    /// `start`, `middle` or `end`.
    var anchor = "start"
    var family: String
    var size: Double
    var isBold = false
    var isItalic = false
    var isUnderlined = false
    var isStruck = false
    var color: DrawingColor
    /// Degrees, clockwise.
    var angle = 0.0
    /// From the place to the baseline, across the text.
    var descent = 0.0
  }

  mutating func draw(_ text: Text) {
    guard text.string.unicodeScalars.contains(where: { $0 != " " }), text.size > 0, text.size.isFinite,
      expectRoom(text.string.utf8.count * 6 + text.offsets.count * 8 + 300)
    else { return }
    body += "<text ".utf8
    attribute("y", text.at.y + text.descent)
    let hasPlaces = text.offsets.count == text.string.utf16.count && text.offsets.count > 1
    body += "x=\"".utf8
    for (index, offset) in (hasPlaces ? text.offsets : [0]).enumerated() {
      if index > 0 { body.append(0x20) }
      SVGNumber.append(text.at.x + offset, to: &body)
    }
    body += "\" ".utf8
    attribute("font-size", text.size)
    body += "fill=\"\(text.color.text)\" font-family=\"".utf8
    escape(text.family.isEmpty ? "sans-serif" : text.family)
    body += "\"".utf8
    if text.anchor != "start" { body += " text-anchor=\"\(text.anchor)\"".utf8 }
    if text.isBold { body += " font-weight=\"bold\"".utf8 }
    if text.isItalic { body += " font-style=\"italic\"".utf8 }
    let lines = (text.isUnderlined ? ["underline"] : []) + (text.isStruck ? ["line-through"] : [])
    if !lines.isEmpty { body += " text-decoration=\"\(lines.joined(separator: " "))\"".utf8 }
    if text.angle != 0 {
      let numbers = [text.angle, text.at.x, text.at.y].map(SVGNumber.text)
      body += " transform=\"rotate(\(numbers.joined(separator: " ")))\"".utf8
    }
    body += " xml:space=\"preserve\">".utf8
    escape(text.string)
    body += "</text>\n".utf8
    bounds.add(text.at)
    bounds.add(DrawingPoint(text.at.x, text.at.y + text.descent))
    shapes += 1
  }

  // MARK: Pictures

  /// Whether a picture of so many pixels may still be decoded.
  mutating func takePixels(_ count: Int) -> Bool {
    guard count <= pixelsLeft else {
      isFull = true
      return false
    }
    pixelsLeft -= count
    return true
  }

  /// Draws the part `source` (columns and rows of `width` × `height` pixels) of a PNG or JPEG into the parallelogram
  /// that `origin`, its right and its lower end span.
  mutating func draw(
    picture: [UInt8], _ type: MediaType, width: Int, height: Int,
    source: (x: Double, y: Double, width: Double, height: Double), origin: DrawingPoint, right: DrawingPoint,
    down: DrawingPoint, blend: DrawingBlend = .replace
  ) {
    guard source.width > 0, source.height > 0, expectRoom(picture.count / 3 * 4 + 500) else { return }
    let (across, along) = ((right - origin) * (1 / source.width), (down - origin) * (1 / source.height))
    let matrix =
      [across.x, across.y, along.x, along.y].map(SVGDrawing.fine) + [origin.x, origin.y].map(SVGNumber.text)
    body += "<g transform=\"matrix(\(matrix.joined(separator: " ")))\"".utf8
    if blend != .replace { body += " style=\"mix-blend-mode:\(blend.rawValue)\"".utf8 }
    body += "><svg ".utf8
    attribute("width", source.width)
    attribute("height", source.height)
    let view = [source.x, source.y, source.width, source.height].map(SVGNumber.text)
    body += "viewBox=\"\(view.joined(separator: " "))\"><image width=\"\(width)\" height=\"\(height)\"".utf8
    body += " preserveAspectRatio=\"none\" xlink:href=\"data:\(type.name);base64,".utf8
    Base64.append(picture, to: &body)
    body += "\"/></svg></g>\n".utf8
    for corner in [origin, right, down, right + down - origin] { bounds.add(corner) }
    shapes += 1
  }

  // MARK: The whole

  /// The file: what lies in the view box, stretched to any size that is asked for.
  ///
  /// - Parameters:
  ///   - view: nil takes what was drawn.
  ///   - size: width and height in pixels.
  mutating func finish(
    view: (origin: DrawingPoint, width: Double, height: Double)?, size: (width: Double, height: Double)? = nil
  ) -> [UInt8] {
    clip(to: nil)
    let drawn = (origin: bounds.least ?? DrawingPoint(0, 0), width: bounds.width, height: bounds.height)
    var view = view ?? drawn
    (view.width, view.height) = (max(1, view.width), max(1, view.height))
    let size = size ?? SVGDrawing.fitting(view.width, view.height)
    var file: [UInt8] = []
    file += "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"".utf8
    file +=
      " width=\"\(SVGNumber.text(max(1, size.width)))\" height=\"\(SVGNumber.text(max(1, size.height)))\""
      .utf8
    let box = [view.origin.x, view.origin.y, view.width, view.height].map(SVGNumber.text)
    file += " viewBox=\"\(box.joined(separator: " "))\" preserveAspectRatio=\"none\">\n".utf8
    for (hatch, number) in hatches.sorted(by: { $0.value < $1.value }) {
      file += SVGDrawing.pattern(hatch, number, cell: max(view.width, view.height) / 60).utf8
    }
    file += body
    file += "</svg>\n".utf8
    return file
  }

  /// Where nothing says how large a unit is: no larger than a page of a browser's window.
  private static func fitting(_ width: Double, _ height: Double) -> (width: Double, height: Double) {
    let scale = min(1, 600 / max(width, height))
    return (width * scale, height * scale)
  }

  private static func pattern(_ hatch: DrawingFill, _ number: Int, cell: Double) -> String {
    guard case .hatch(let color, let style) = hatch else { return "" }
    let lines = ["M0 4H8", "M4 0V8", "M0 0L8 8", "M0 8L8 0", "M0 4H8M4 0V8", "M0 0L8 8M0 8L8 0"]
    let path = lines.indices.contains(style) ? lines[style] : lines[5]
    return "<pattern id=\"hatch\(number)\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\""
      + " patternTransform=\"scale(\(fine(cell / 8)))\"><path d=\"\(path)\" stroke=\"\(color.text)\"/></pattern>\n"
  }

  /// With six decimals, for factors.
  private static func fine(_ value: Double) -> String {
    let millionths = value.isFinite ? Int((max(-1e9, min(1e9, value)) * 1e6).rounded()) : 0
    let digits = String(abs(millionths) % 1_000_000)
    let sign = millionths < 0 ? "-" : ""
    return sign + String(abs(millionths) / 1_000_000) + "." + String(repeating: "0", count: 6 - digits.count)
      + digits
  }

  private mutating func expectRoom(_ bytes: Int) -> Bool {
    if body.count + bytes > limits.drawingBytes { isFull = true }
    return !isFull
  }

  private mutating func attribute(_ name: StaticString, _ value: Double) {
    body += "\(name)=\"".utf8
    SVGNumber.append(value, to: &body)
    body += "\" ".utf8
  }

  /// Characters that XML doesn't know are left out.
  private mutating func escape(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": body += "&amp;".utf8
      case "<": body += "&lt;".utf8
      case ">": body += "&gt;".utf8
      case "\"": body += "&quot;".utf8
      case "\u{FFFE}", "\u{FFFF}": break
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: break
      default: body += String(scalar).utf8
      }
    }
  }
}
