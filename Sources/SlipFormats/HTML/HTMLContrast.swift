internal import SlipDocument

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Contrast of text with what lies behind it (WCAG 2.2, 1.4.3 "Contrast (Minimum)").
///
/// A document may have white text, or text in the colour of its background, which can't
/// be seen in a page. The writer of HTML makes such text just readable enough, and keeps
/// its own colour in an attribute.
extension DocumentColor {
  /// Black.
  static let black = DocumentColor(red: 0, green: 0, blue: 0)
  /// White.
  static let white = DocumentColor(red: 255, green: 255, blue: 255)

  /// What pages have behind their text in the light.
  static let paper = DocumentColor(red: 0xFD, green: 0xFC, blue: 0xFA)

  /// The least contrast that text of usual size needs.
  static let readable = 4.5

  /// The contrast ratio of two colours, from 1 to 21 (WCAG 2.2, "contrast ratio").
  func contrast(with other: DocumentColor) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// This colour if it can be read on `ground`, or else one of the same hue that can.
  ///
  /// It is mixed with black or white, whichever contrasts more with the ground, in steps
  /// of 5 % until the contrast is `readable`. At the last step it is black or white, one
  /// of which always is.
  func adjusted(readableOn ground: DocumentColor) -> DocumentColor {
    if contrast(with: ground) >= DocumentColor.readable { return self }
    let target =
      DocumentColor.black.contrast(with: ground) >= DocumentColor.white.contrast(with: ground)
      ? DocumentColor.black : .white
    for step in 1...20 {
      let mixed = mixed(with: target, parts: step, of: 20)
      if mixed.contrast(with: ground) >= DocumentColor.readable { return mixed }
    }
    return target
  }

  /// A mixture with `parts` of `all` parts of another colour.
  private func mixed(with other: DocumentColor, parts: Int, of all: Int) -> DocumentColor {
    /// One channel of the mixture.
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Int(a) * (all - parts) + Int(b) * parts) / all) }
    return DocumentColor(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }

  /// The relative luminance, from 0 to 1 (WCAG 2.2, "relative luminance").
  private var luminance: Double {
    /// The light of an sRGB channel, from 0 to 1.
    func linear(_ value: UInt8) -> Double {
      let share = Double(value) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
