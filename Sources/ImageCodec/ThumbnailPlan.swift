/// Sizes of a thumbnail, and how far the JPEG decoder is to shrink first.
struct ThumbnailPlan {
  /// The thumbnail's size in the stored orientation.
  var width: Int
  var height: Int
  /// The decoder's scale.
  var eighths: Int

  /// The long side becomes at most `longSide`; neither side ever grows, or falls below 1.
  init(_ facts: ImageFacts, longSide: Int) {
    let long = max(facts.width, facts.height)
    let target = min(long, max(1, longSide))
    let (width, height) = (
      Self.scaled(facts.width, by: target, of: long), Self.scaled(facts.height, by: target, of: long)
    )
    (self.width, self.height) = (width, height)
    eighths =
      Self.fastScales.first {
        Self.decoded(facts.width, $0) >= Self.headroom * width
          && Self.decoded(facts.height, $0) >= Self.headroom * height
      } ?? 8
  }

  /// The scales at which libjpeg-turbo decodes with vector instructions.
  private static let fastScales = [1, 2, 4, 8]
  /// How much larger than the thumbnail the decoded picture is at least, where the JPEG is: the decoder cuts high
  /// frequencies off sharply, which shows unless the resampler takes away the most of them.
  private static let headroom = 2

  private static func scaled(_ side: Int, by target: Int, of long: Int) -> Int {
    max(1, (2 * side * target + long) / (2 * long))
  }

  /// The side of a JPEG decoded at `eighths`/8, as libjpeg rounds.
  private static func decoded(_ side: Int, _ eighths: Int) -> Int { (side * eighths + 7) / 8 }
}
