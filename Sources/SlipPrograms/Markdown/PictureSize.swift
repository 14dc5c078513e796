internal import SlipDocument
internal import SlipExchange

/// The size of a picture as Obsidian has it: behind a bar in its description, in pixels.
///
/// ```
/// ![[bees.png|120]]          ![swarm|80x40](bees.png)          ![120](bees.png)
/// ```
struct PictureSize: Equatable {
  /// The description without the size; nil where nothing is left.
  var description: String?
  /// The size in pixels; nil where it isn't said.
  var width, height: Int?

  /// Twips of a pixel, of which an inch has 96.
  private static let twips = 15
  /// The largest size that is one, in pixels.
  private static let largest = 20_000

  /// Reads a description.
  init(_ text: String) {
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
  func apply(to picture: inout Picture) {
    picture.description = description
    guard let width else { return }
    picture.width = width * PictureSize.twips
    picture.height = height.map { $0 * PictureSize.twips }
  }
}
