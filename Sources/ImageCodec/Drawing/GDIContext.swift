/// What holds while a metafile draws; `SaveDC` keeps it.
struct GDIContext {
  /// x' = a·x + c·y + e, y' = b·x + d·y + f.
  struct Transform {
    var a = 1.0
    var b = 0.0
    var c = 0.0
    var d = 1.0
    var e = 0.0
    var f = 0.0

    func apply(_ p: DrawingPoint) -> DrawingPoint {
      DrawingPoint(a * p.x + c * p.y + e, b * p.x + d * p.y + f)
    }

    /// `self` first, then `next`.
    func followed(by next: Transform) -> Transform {
      Transform(
        a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c,
        d: c * next.b + d * next.d, e: e * next.a + f * next.c + next.e, f: e * next.b + f * next.d + next.f)
    }
  }

  var windowOrigin = DrawingPoint(0, 0)
  var windowExtent: DrawingPoint?
  var viewportOrigin = DrawingPoint(0, 0)
  var viewportExtent: DrawingPoint?
  /// Device units for a logical one, where the mapping mode fixes it.
  var fixedScale: DrawingPoint?
  var world = Transform()
  var pen = GDIPen()
  var brush = DrawingFill.color(.white)
  var font = GDIFont()
  var textColor = DrawingColor.black
  var backColor = DrawingColor.white
  var textAlign = 0
  /// Odd and even windings alternate (`ALTERNATE`), as opposed to `WINDING`.
  var fillsAlternating = true
  var position = DrawingPoint(0, 0)
  var clip: SVGPath?

  /// Device units for a logical one.
  var scale: DrawingPoint {
    if let fixedScale { return fixedScale }
    guard let windowExtent, let viewportExtent, windowExtent.x != 0, windowExtent.y != 0 else {
      return DrawingPoint(1, 1)
    }
    return DrawingPoint(viewportExtent.x / windowExtent.x, viewportExtent.y / windowExtent.y)
  }

  func device(_ point: DrawingPoint) -> DrawingPoint {
    let (page, scale) = (world.apply(point), scale)
    return DrawingPoint(
      (page.x - windowOrigin.x) * scale.x + viewportOrigin.x,
      (page.y - windowOrigin.y) * scale.y + viewportOrigin.y)
  }

  /// A length down the page, in device units.
  func deviceLength(_ length: Double) -> Double {
    let (from, to) = (device(DrawingPoint(0, 0)), device(DrawingPoint(0.0, length)))
    return ((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y)).squareRoot()
  }
}
