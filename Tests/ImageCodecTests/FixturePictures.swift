import SlipBase
import SlipTestSupport

@testable import ImageCodec

/// The pictures of Fixtures/images: 40 × 24, with a colour in each quadrant (see Scripts/make-image-fixtures.py).
enum FixturePictures {
  static let width = 40
  static let height = 24
  typealias Color = SIMD4<Int>

  /// Every kind of PNG: colour type, bit depth, interlaced or not.
  static let pngs: [String] = [
    (0, [1, 2, 4, 8, 16]), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (6, [8, 16]),
  ]
  .flatMap { (type, depths: [Int]) in
    depths.flatMap { ["png-\(type)-\($0)", "png-\(type)-\($0)-interlaced"] }
  }

  static let jpegs = [
    "baseline", "progressive", "restart", "rgb", "cmyk", "cmyk-plain", "ycck", "arithmetic",

  ].map { "jpeg-" + $0 }

  static func bytes(_ name: String) throws -> [UInt8] { try Fixtures.bytes("images/" + name) }

  static let colors: [Color] = [
    [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255],
  ]
  static let alphas = [255, 170, 85, 0]
  static let greys: [Color] = [255, 0, 85, 170].map { [$0, $0, $0, 255] }

  /// The quadrants of `png-<type>-<depth>…`: top left, top right, bottom left, bottom right.
  static func quadrants(ofPNG name: String) -> [Color] {
    let parts = name.split(separator: "-")
    let (type, depth) = (parts[1], parts[2])
    if depth == "1" {
      let (set, unset): (Color, Color) = type == "3" ? (colors[0], colors[1]) : (greys[0], greys[1])
      return [set, unset, unset, set]
    }
    let plain = type == "0" || type == "4" ? greys : colors
    guard type == "4" || type == "6" else { return plain }
    return zip(plain, alphas).map { withAlpha($0, $1) }
  }

  static func withAlpha(_ color: Color, _ alpha: Int) -> Color {
    alpha == 0 ? .zero : [color.x, color.y, color.z, alpha]
  }

  /// A thumbnail's pixels before they are encoded, upright.
  static func pixels(_ bytes: [UInt8], longSide: Int = 600) throws -> PixelImage {
    try bytes.withUnsafeBytes { bytes in
      let facts = try Thumbnail.checkedFacts(bytes, Limits())
      let plan = ThumbnailPlan(facts, longSide: longSide)
      return try Thumbnail.shrink(bytes, facts, plan, Limits()).0.upright(facts.orientation)
    }
  }

  static func thumbnail(_ bytes: [UInt8], longSide: Int = 600, limits: Limits = Limits()) throws -> Thumbnail
  {
    try bytes.withUnsafeBytes { try Thumbnail.make($0, longSide: longSide, limits: limits) }
  }
}

extension PixelImage {
  func color(_ x: Int, _ y: Int) -> SIMD4<Int> {
    let pixel = samples[(y * width + x) * layout.channels..<(y * width + x + 1) * layout.channels].map(
      Int.init)
    return switch layout {
    case .grey: [pixel[0], pixel[0], pixel[0], 255]
    case .greyAlpha: [pixel[0], pixel[0], pixel[0], pixel[1]]
    case .rgb: [pixel[0], pixel[1], pixel[2], 255]
    default: [pixel[0], pixel[1], pixel[2], pixel[3]]
    }
  }

  /// The colours in the middle of each quadrant.
  var quadrants: [SIMD4<Int>] {
    [(1, 1), (3, 1), (1, 3), (3, 3)].map { color(width * $0.0 / 4, height * $0.1 / 4) }
  }

  /// The largest difference of any sample from the quadrants' colours.
  func distance(from colors: [SIMD4<Int>]) -> Int {
    zip(quadrants, colors).flatMap { a, b in (0..<4).map { abs(a[$0] - b[$0]) } }.max() ?? .max
  }
}
