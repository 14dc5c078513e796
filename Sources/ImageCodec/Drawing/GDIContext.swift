/// The state of a device while a metafile draws: coordinates, pen, brush, font, colours and
/// clipping. `SaveDC` and `RestoreDC` save and restore it.
///
/// A logical point goes through two transformations. The world transformation may turn and skew it;
/// the mapping from window to viewport scales and moves it.
struct GDIContext {
  /// A transformation of points: x' = a·x + c·y + e, y' = b·x + d·y + f.
  struct Transform {
    var a = 1.0
    var b = 0.0
    var c = 0.0
    var d = 1.0
    var e = 0.0
    var f = 0.0

    /// How many times as long lines become on average.
    var factor: Double { abs(a * d - b * c).squareRoot() }

    /// The transformed point.
    func apply(_ p: DrawingPoint) -> DrawingPoint {
      DrawingPoint(a * p.x + c * p.y + e, b * p.x + d * p.y + f)
    }

    /// The transformation that does `self` first and then `next`.
    func followed(by next: Transform) -> Transform {
      Transform(
        a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c,
        d: c * next.b + d * next.d, e: e * next.a + f * next.c + next.e, f: e * next.b + f * next.d + next.f)
    }
  }

  /// The logical point that the viewport's origin shows.
  var windowOrigin = DrawingPoint(0, 0)
  /// The size of the window in logical units; nil until it is set.
  var windowExtent: DrawingPoint?
  /// The device point that shows the window's origin.
  var viewportOrigin = DrawingPoint(0, 0)
  /// The size of the viewport in device units; nil until it is set.
  var viewportExtent: DrawingPoint?
  /// Device units for a logical unit, if the mapping mode fixes them.
  var fixedScale: DrawingPoint?
  /// The transformation of logical points before the mapping.
  var world = Transform()
  /// What outlines are drawn with.
  var pen = GDIPen()
  /// What shapes are filled with.
  var brush = DrawingFill.color(.white)
  /// What texts are drawn with.
  var font = GDIFont()
  /// The colour of texts.
  var textColor = DrawingColor.black
  /// The colour behind texts.
  var backColor = DrawingColor.white
  /// Which point of a text its place is ([MS-WMF], section 2.1.2.3).
  var textAlign = 0
  /// Whether overlapping parts of a shape are inside and outside in turn (`ALTERNATE`), as opposed
  /// to `WINDING`.
  var fillsAlternating = true
  /// Where the last line ended.
  var position = DrawingPoint(0, 0)
  /// What drawing is confined to; nil for nothing.
  var clip: SVGPath?

  /// Device units for a logical unit.
  var scale: DrawingPoint {
    if let fixedScale { return fixedScale }
    guard let windowExtent, let viewportExtent, windowExtent.x != 0, windowExtent.y != 0 else {
      return DrawingPoint(1, 1)
    }
    return DrawingPoint(viewportExtent.x / windowExtent.x, viewportExtent.y / windowExtent.y)
  }

  /// The device point that shows a logical point.
  ///
  /// With page = world(point), x is (page.x − window.x) · scale.x + viewport.x, and y likewise.
  func device(_ point: DrawingPoint) -> DrawingPoint {
    let (page, scale) = (world.apply(point), scale)
    return DrawingPoint(
      (page.x - windowOrigin.x) * scale.x + viewportOrigin.x,
      (page.y - windowOrigin.y) * scale.y + viewportOrigin.y)
  }

  /// The length in device units of a vertical line in logical units.
  func deviceLength(_ length: Double) -> Double {
    let (from, to) = (device(DrawingPoint(0, 0)), device(DrawingPoint(0.0, length)))
    return ((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y)).squareRoot()
  }
}
