internal import SlipBase

/// An SVG picture that is being drawn. The players of metafiles use it.
///
/// The result contains no scripts and refers to nothing outside. Texts are escaped, so nothing in a
/// metafile can become markup. Once the limits are reached, further shapes are left out.
///
/// ```
/// <svg xmlns="http://www.w3.org/2000/svg" … width="200" height="100" viewBox="0 0 200 100" …>
/// <path d="M0 0L200 100" fill="none" stroke="#000000" stroke-width="1" …/>
/// <text y="50" x="10" font-size="12" fill="#000000" font-family="Arial" …>Words</text>
/// </svg>
/// ```
///
/// The same records give the same bytes on every machine: numbers are rounded to two decimals, and
/// no font is measured.
struct SVGDrawing {
  /// Bounds on the drawing.
  private let limits: Limits
  /// The elements so far.
  private var body: [UInt8] = []
  /// The hatches in use, with the numbers of their patterns.
  private var hatches: [DrawingFill: Int] = [:]
  /// How many pixels of bitmaps may still be decoded.
  private(set) var pixelsLeft: Int
  /// How many clip paths there are.
  private var clips = 0
  /// How many clip paths are in force.
  private var openClips = 0
  /// The gradients in use, with their numbers.
  private var gradients: [DrawingGradient: Int] = [:]
  /// How many shapes, texts and pictures were drawn.
  private(set) var shapes = 0
  /// The rectangle that they cover.
  private(set) var bounds = DrawingBounds()
  /// Whether something was left out because the limits were reached.
  private(set) var isFull = false

  /// Creates an empty drawing.
  init(_ limits: Limits) {
    self.limits = limits
    pixelsLeft = min(limits.picturePixels, limits.wholePicturePixels)
  }

  // MARK: Shapes

  /// Draws a shape.
  ///
  /// - Parameter evenOdd: Whether overlapping parts are inside and outside in turn.
  mutating func draw(_ path: SVGPath, fill: DrawingFill, stroke: DrawingStroke?, evenOdd: Bool = true) {
    guard !path.isEmpty, fill != .none || stroke != nil, expectRoom(path.data.count + 200) else { return }
    guard let paint = self.paint(fill) else { return }
    body += "<path d=\"".utf8
    body += path.data
    body += "\" fill=\"\(paint)\"".utf8
    opacity("fill", fill.alpha)
    if fill != .none, evenOdd { body += " fill-rule=\"evenodd\"".utf8 }
    if let stroke { outline(stroke) }
    body += "/>\n".utf8
    bounds.add(path.bounds)
    shapes += 1
  }

  /// Writes the attributes of an outline.
  private mutating func outline(_ stroke: DrawingStroke) {
    let isHair = stroke.width <= 0
    let width = isHair ? 1 : stroke.width
    body += " stroke=\"\(stroke.color.text)\" stroke-width=\"".utf8
    SVGNumber.append(width, to: &body)
    body += "\"".utf8
    opacity("stroke", stroke.color.alpha)
    body += " stroke-linejoin=\"round\"".utf8
    if isHair { body += " vector-effect=\"non-scaling-stroke\"".utf8 }
    if stroke.dashes.isEmpty {
      if !isHair { body += " stroke-linecap=\"round\"".utf8 }
    } else {
      let dashes = stroke.dashes.map { SVGNumber.text($0 * width) }
      body += " stroke-dasharray=\"\(dashes.joined(separator: " "))\"".utf8
    }
  }

  /// Writes the attribute for a colour that isn't solid.
  private mutating func opacity(_ name: StaticString, _ alpha: UInt8) {
    if alpha < 255 { body += " \(name)-opacity=\"\(SVGNumber.text(Double(alpha) / 255))\"".utf8 }
  }

  /// The value of a `fill` attribute; nil where there is no room to define it.
  private mutating func paint(_ fill: DrawingFill) -> String? {
    switch fill {
    case .none: return "none"
    case .color(let color): return color.text
    case .hatch:
      let number = hatches[fill] ?? hatches.count
      hatches[fill] = number
      return "url(#hatch\(number))"
    case .gradient(let gradient):
      if let number = gradients[gradient] { return "url(#gradient\(number))" }
      guard expectRoom(gradient.stops.count * 80 + 300) else { return nil }
      let number = gradients.count
      gradients[gradient] = number
      define(gradient, number)
      return "url(#gradient\(number))"
    }
  }

  /// Writes the definition of a gradient.
  private mutating func define(_ gradient: DrawingGradient, _ number: Int) {
    body += "<linearGradient id=\"gradient\(number)\" gradientUnits=\"userSpaceOnUse\" ".utf8
    attribute("x1", gradient.start.x)
    attribute("y1", gradient.start.y)
    attribute("x2", gradient.end.x)
    attribute("y2", gradient.end.y)
    body += "spreadMethod=\"\(gradient.spread.rawValue)\">".utf8
    for stop in gradient.stops {
      body += "<stop offset=\"\(SVGDrawing.factorText(stop.offset))\" stop-color=\"\(stop.color.text)\"".utf8
      opacity("stop", stop.color.alpha)
      body += "/>".utf8
    }
    body += "</linearGradient>\n".utf8
  }

  // MARK: Clipping

  /// Confines what follows to the inside of a path; nil ends that.
  mutating func clip(to path: SVGPath?) { clip(to: path.map { [$0] } ?? []) }

  /// Confines what follows to what is inside of all these paths. They replace those that are in force.
  ///
  /// For each of them a group element is open as long as it is in force.
  mutating func clip(to paths: [SVGPath]) {
    for _ in 0..<openClips { body += "</g>\n".utf8 }
    openClips = 0
    for path in paths {
      guard expectRoom(path.data.count + 100) else { return }
      clips += 1
      openClips += 1
      body += "<clipPath id=\"clip\(clips)\"><path d=\"".utf8
      body += path.data
      body += "\" clip-rule=\"evenodd\"/></clipPath><g clip-path=\"url(#clip\(clips))\">\n".utf8
    }
  }

  // MARK: Text

  /// A text and its look.
  struct Text {
    /// The characters.
    var string: String
    /// The text's place.
    var at: DrawingPoint
    /// How far each UTF-16 unit is from `at`; empty to go by the font.
    var offsets: [Double] = []
    /// Which point of the text its place is: `start`, `middle` or `end`.
    var anchor = "start"
    /// The name of the font; empty for any without serifs.
    var family: String
    /// The size in units of the view box.
    var size: Double
    /// Whether the text is bold.
    var isBold = false
    /// Whether the text is italic.
    var isItalic = false
    /// Whether the text is underlined.
    var isUnderlined = false
    /// Whether the text is struck through.
    var isStruck = false
    /// The colour.
    var color: DrawingColor
    /// The angle in degrees, clockwise.
    var angle = 0.0
    /// The distance from the place to the baseline, across the text.
    var descent = 0.0
  }

  /// Draws a text. One that consists of spaces only is left out.
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
    opacity("fill", text.color.alpha)
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

  /// Whether a picture of so many pixels may still be decoded. If so, they are counted.
  mutating func takePixels(_ count: Int) -> Bool {
    guard count <= pixelsLeft else {
      isFull = true
      return false
    }
    pixelsLeft -= count
    return true
  }

  /// Draws part of a picture into a parallelogram.
  ///
  /// - Parameters:
  ///   - picture: The bytes of a PNG or JPEG.
  ///   - type: Its type.
  ///   - width: Its number of columns.
  ///   - height: Its number of rows.
  ///   - source: The part to draw, in pixels.
  ///   - origin: Where the part's upper left corner goes.
  ///   - right: Where its upper right corner goes.
  ///   - down: Where its lower left corner goes.
  ///   - blend: How it is combined with what is there.
  mutating func draw(
    picture: [UInt8], _ type: MediaType, width: Int, height: Int,
    source: (x: Double, y: Double, width: Double, height: Double), origin: DrawingPoint, right: DrawingPoint,
    down: DrawingPoint, blend: DrawingBlend = .replace
  ) {
    guard source.width > 0, source.height > 0, expectRoom(picture.count / 3 * 4 + 500) else { return }
    let (across, along) = ((right - origin) * (1 / source.width), (down - origin) * (1 / source.height))
    let matrix =
      [across.x, across.y, along.x, along.y].map(SVGDrawing.factorText)
      + [origin.x, origin.y].map(SVGNumber.text)
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

  /// The SVG file. Its content fills any size at which it is shown.
  ///
  /// - Parameters:
  ///   - view: The rectangle to show; nil for whatever was drawn.
  ///   - size: The size in pixels; nil for one that fits on a page.
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

  /// The size of a picture whose units have no known length: at most 600 pixels on the longer side.
  private static func fitting(_ width: Double, _ height: Double) -> (width: Double, height: Double) {
    let scale = min(1, 600 / max(width, height))
    return (width * scale, height * scale)
  }

  /// The definition of a hatch pattern.
  private static func pattern(_ hatch: DrawingFill, _ number: Int, cell: Double) -> String {
    guard case .hatch(let color, let style) = hatch else { return "" }
    let lines = ["M0 4H8", "M4 0V8", "M0 0L8 8", "M0 8L8 0", "M0 4H8M4 0V8", "M0 0L8 8M0 8L8 0"]
    let path = lines.indices.contains(style) ? lines[style] : lines[5]
    return "<pattern id=\"hatch\(number)\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\""
      + " patternTransform=\"scale(\(factorText(cell / 8)))\"><path d=\"\(path)\" stroke=\"\(color.text)\"/></pattern>\n"
  }

  /// A factor with six decimals.
  private static func factorText(_ value: Double) -> String {
    let millionths = value.isFinite ? Int((max(-1e9, min(1e9, value)) * 1e6).rounded()) : 0
    let digits = String(abs(millionths) % 1_000_000)
    let sign = millionths < 0 ? "-" : ""
    return sign + String(abs(millionths) / 1_000_000) + "." + String(repeating: "0", count: 6 - digits.count)
      + digits
  }

  /// Whether so many bytes may still be added. If not, the drawing is full from now on.
  private mutating func expectRoom(_ bytes: Int) -> Bool {
    if body.count + bytes > limits.drawingBytes { isFull = true }
    return !isFull
  }

  /// Writes an attribute with a number, and a space behind it.
  private mutating func attribute(_ name: StaticString, _ value: Double) {
    body += "\(name)=\"".utf8
    SVGNumber.append(value, to: &body)
    body += "\" ".utf8
  }

  /// Writes text for XML. Characters that XML doesn't allow are left out.
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
