#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// Texts.
extension GDIDevice {
  /// Draws a text with the current font and colour.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - point: Its place in logical units. Which of its points that is, the alignment says.
  ///   - advances: The distance from each UTF-16 unit to the next, in logical units; empty to go by
  ///     the font.
  ///
  /// Browsers have other fonts than the program that wrote the metafile. If the places of the
  /// characters are known, each one is put where it belongs, so that lines keep their length.
  mutating func text(_ string: String, at point: DrawingPoint, advances: [Double] = []) {
    let font = context.font
    let updatesPosition = context.textAlign & 1 != 0
    let place = updatesPosition ? context.position : point
    let size = emSize(font)
    let hasAdvances = advances.count == string.utf16.count
    let width = hasAdvances ? advances.reduce(0, +) : Double(string.utf16.count) * 0.5 * abs(font.height)
    let anchor = context.textAlign & 6 == 6 ? "middle" : context.textAlign & 6 == 2 ? "end" : "start"
    let shift = !hasAdvances || anchor == "start" ? 0 : anchor == "middle" ? width / 2 : width

    let origin = context.device(place)
    let along = context.device(place + DrawingPoint(1, 0)) - origin
    let stretch = (along.x * along.x + along.y * along.y).squareRoot()
    var offsets: [Double] = []
    var offset = -shift
    if hasAdvances {
      for advance in advances {
        offsets.append(offset * stretch)
        offset += advance
      }
    }
    // On a mirrored page text is still readable from left to right.
    let turned = along.x < 0 && along.y == 0 ? 0 : atan2(along.y, along.x) * 180 / .pi
    svg.draw(
      SVGDrawing.Text(
        string: string, at: origin, offsets: offsets, anchor: hasAdvances ? "start" : anchor,
        family: font.familyShown, size: size, isBold: font.weight >= 600, isItalic: font.isItalic,
        isUnderlined: font.isUnderlined, isStruck: font.isStruck, color: context.textColor,
        angle: turned - font.escapement / 10, descent: descent(size)))
    if updatesPosition { context.position = place + DrawingPoint(width, 0.0) }
  }

  /// The size of a font in device units. A line is about 1.15 times as high as the characters.
  private func emSize(_ font: GDIFont) -> Double {
    let height = context.deviceLength(abs(font.height))
    if height == 0 { return max(1, context.deviceLength(12)) }
    return font.height < 0 ? height : height / 1.15
  }

  /// The distance from a text's place to its baseline. The place is at the top, at the baseline or
  /// at the bottom.
  private func descent(_ size: Double) -> Double {
    switch context.textAlign & 24 {
    case 24: 0
    case 8: -0.22 * size
    default: 0.9 * size
    }
  }
}
