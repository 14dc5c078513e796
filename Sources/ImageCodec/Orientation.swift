/// How to turn a stored picture to show it (Exif 2.32, tag 0x0112).
///
/// The names say where the stored first row and first column belong: `rightTop` means that the
/// first row is shown as the right column, and the first column as the top row.
public enum Orientation: Int, Sendable, Hashable, CaseIterable {
  /// The picture is stored upright.
  case topLeft = 1
  /// The picture is mirrored.
  case topRight = 2
  /// The picture is turned by 180°.
  case bottomRight = 3
  /// The picture is upside down and mirrored.
  case bottomLeft = 4
  /// The picture has rows and columns exchanged.
  case leftTop = 5
  /// The picture must be turned by 90° clockwise, as phones store upright photos.
  case rightTop = 6
  /// The picture has rows and columns exchanged, along the other diagonal.
  case rightBottom = 7
  /// The picture must be turned by 90° counterclockwise.
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
