/// A colour in sRGB, as an archived `NSColor` or `UIColor` has it.
///
/// AppKit writes channels as numbers in ASCII: `NSRGB`, `NSWhite` or `NSCMYK`. UIKit writes them as
/// floating-point numbers (`UIRed`, `UIWhite`), and beside those that are inexact a more exact one
/// (`UIRed-Double`). Colours of a catalogue have another colour within, to fall back on. Colour
/// profiles are not applied.
public struct ArchivedColor: Sendable, Hashable {
  /// The channels, and how much of what is behind is covered: 0 to 1.
  public var red, green, blue, alpha: Double

  /// Creates a colour. Channels are clamped to 0 … 1.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    /// A channel within its bounds; what is no number is 0.
    func clamped(_ value: Double) -> Double { value.isFinite ? min(1, max(0, value)) : 0 }
    self.red = clamped(red)
    self.green = clamped(green)
    self.blue = clamped(blue)
    self.alpha = clamped(alpha)
  }

  /// How many colours of a catalogue refer to another one before the search ends.
  private static let deepestFallback = 4

  /// The colour of an archived object; nil for anything but a colour that has channels. Colours of
  /// the system, such as that of labels, have a fallback, which is taken.
  public init?(_ object: ArchivedObject) {
    var current = object
    for _ in 0..<ArchivedColor.deepestFallback {
      guard current.isA("NSColor", "UIColor") else { return nil }
      if let color = ArchivedColor.channels(current) {
        self = color
        return
      }
      guard let next = current["NSColor"] else { return nil }
      current = next
    }
    return nil
  }

  /// Whether a colour is one of the system's by name, which looks different by theme: not a choice
  /// of the writer.
  static func isOfSystem(_ object: ArchivedObject) -> Bool {
    object["NSCatalogName"]?.string == "System" || object["UISystemColorName"] != nil
  }

  /// The channels, by whichever properties the colour has.
  private static func channels(_ object: ArchivedObject) -> ArchivedColor? {
    /// A channel of UIKit, the exact one first.
    func channel(_ name: String) -> Double? {
      object[name + "-Double"]?.number ?? object[name]?.number
    }
    if let red = channel("UIRed"), let green = channel("UIGreen"), let blue = channel("UIBlue") {
      return ArchivedColor(red: red, green: green, blue: blue, alpha: channel("UIAlpha") ?? 1)
    }
    if let white = channel("UIWhite") {
      return ArchivedColor(red: white, green: white, blue: white, alpha: channel("UIAlpha") ?? 1)
    }
    if let parts = numbers(object["NSRGB"]), parts.count >= 3 {
      return ArchivedColor(
        red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count > 3 ? parts[3] : 1)
    }
    if let parts = numbers(object["NSWhite"]), let white = parts.first {
      return ArchivedColor(red: white, green: white, blue: white, alpha: parts.count > 1 ? parts[1] : 1)
    }
    if let parts = numbers(object["NSCMYK"]), parts.count >= 4 {
      /// A channel of light from one of ink.
      func light(_ ink: Double) -> Double { (1 - ink) * (1 - parts[3]) }
      return ArchivedColor(
        red: light(parts[0]), green: light(parts[1]), blue: light(parts[2]),
        alpha: parts.count > 4 ? parts[4] : 1)
    }
    return nil
  }

  /// Numbers in ASCII, separated by spaces and closed by NUL.
  private static func numbers(_ object: ArchivedObject?) -> [Double]? {
    guard let bytes = object?.data else { return nil }
    return bytes.prefix(200).split { $0 == UInt8(ascii: " ") || $0 == 0 }.compactMap {
      Double(String(decoding: $0, as: UTF8.self))
    }
  }
}
