internal import SlipCore
package import SlipDocument

/// The size of a picture as Obsidian has it: behind a bar in its description, in pixels.
///
/// ```
/// ![[bees.png|120]]          ![swarm|80x40](bees.png)          ![120](bees.png)
/// ```
package struct PictureSize: Equatable {
  /// The description without the size; nil where nothing is left.
  package var description: String?
  /// The size in pixels; nil where it isn't said.
  package var width, height: Int?

  /// Twips of a pixel, of which an inch has 96.
  private static let twips = 15
  /// The largest size that is one, in pixels.
  private static let largest = 20_000

  /// The twips of a number of pixels; nil for what is no size.
  package static func twips(_ pixels: Int?) -> Int? {
    pixels.flatMap { (1...largest).contains($0) ? $0 * twips : nil }
  }

  /// The twips of a number of pixels in text, such as `120` or `120px`; nil for what is no size, such as a part of a whole.
  package static func twips(pixels text: some StringProtocol) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text[digits.endIndex...]
    return unit.isEmpty || unit == "px" || unit.first == "." ? twips(Int(digits)) : nil
  }

  /// Reads a description.
  package init(_ text: String) {
    let bar = text.lastIndex(of: "|")
    let last = bar.map { text[text.index(after: $0)...] } ?? text[...]
    let numbers = String(last).trimmingBlanks().split(separator: "x", omittingEmptySubsequences: false).map {
      $0.allSatisfy { $0.isASCII && $0.isNumber } ? Int($0) : nil
    }
    let isSize =
      (1...2).contains(numbers.count) && numbers.allSatisfy { (1...PictureSize.largest).contains($0 ?? 0) }
    let rest = isSize ? String(bar.map { text[..<$0] } ?? "").trimmingBlanks() : text
    description = rest.isEmpty ? nil : rest
    guard isSize else { return }
    width = numbers[0]
    height = numbers.count > 1 ? numbers[1] : nil
  }

  /// Gives a picture its size, where one is said.
  package func apply(to picture: inout Picture) {
    picture.description = description
    guard let width else { return }
    picture.width = PictureSize.twips(width)
    picture.height = PictureSize.twips(height)
  }
}
