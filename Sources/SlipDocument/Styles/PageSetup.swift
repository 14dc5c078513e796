/// The size and the margins of pages (RTF 1.9.1, "Document Formatting Properties"). Lengths are in twips.
///
/// A page that is wider than high is one in landscape format.
public struct PageSetup: Sendable, Hashable {
  /// The width of the paper (`\paperwN`).
  public var width: Int
  /// The height of the paper (`\paperhN`).
  public var height: Int
  /// The margin above the text (`\margtN`); negative where headers don't push the text down.
  public var top: Int
  /// The margin on the left (`\marglN`).
  public var left: Int
  /// The margin below the text (`\margbN`); negative where footers don't push the text up.
  public var bottom: Int
  /// The margin on the right (`\margrN`).
  public var right: Int

  /// Creates a page; by default with margins of one inch.
  public init(
    width: Int, height: Int, top: Int = 1_440, left: Int = 1_440, bottom: Int = 1_440, right: Int = 1_440
  ) {
    (self.width, self.height) = (width, height)
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }

  /// The sizes that paper may have: no program takes more than 22 inches.
  private static let sizes = 144...31_680
  /// The largest margin.
  private static let widestMargin = 31_680

  /// The page within the bounds that all formats can say.
  package var bounded: PageSetup {
    func size(_ value: Int) -> Int { min(max(value, PageSetup.sizes.lowerBound), PageSetup.sizes.upperBound) }
    func margin(_ value: Int) -> Int { min(max(value, -PageSetup.widestMargin), PageSetup.widestMargin) }
    return PageSetup(
      width: size(width), height: size(height), top: margin(top), left: margin(left), bottom: margin(bottom),
      right: margin(right))
  }
}
