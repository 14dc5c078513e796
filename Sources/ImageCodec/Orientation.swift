/// How a picture's stored rows and columns are to be turned for showing it (Exif 2.32, tag 0x0112).
///
/// The names say where the stored first row and first column belong.
public enum Orientation: Int, Sendable, Hashable, CaseIterable {
  case topLeft = 1
  case topRight = 2
  case bottomRight = 3
  case bottomLeft = 4
  case leftTop = 5
  case rightTop = 6
  case rightBottom = 7
  case leftBottom = 8

  /// Whether stored rows become shown columns.
  public var swapsAxes: Bool { rawValue >= 5 }

  /// Where the stored pixel (x, y) of a `width` × `height` picture is shown.
  func place(x: Int, y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    let (right, bottom) = (width - 1 - x, height - 1 - y)
    return switch self {
    case .topLeft: (x, y)
    case .topRight: (right, y)
    case .bottomRight: (right, bottom)
    case .bottomLeft: (x, bottom)
    case .leftTop: (y, x)
    case .rightTop: (bottom, x)
    case .rightBottom: (bottom, right)
    case .leftBottom: (y, right)
    }
  }
}
