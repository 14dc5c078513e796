/// Numbers character styles in the order of their first use.
public struct CharacterStyleIndex: Sendable {
  public private(set) var styles: [CharacterStyle] = []
  private var numbers: [CharacterStyle: Int] = [:]
  /// Those met last, found without hashing: text goes to and fro between few styles.
  private var recent: [(style: CharacterStyle, number: Int)] = []
  private var oldest = 0

  private static let recentCount = 8

  public init() {}

  /// The style's number, from 0; its own if it is new.
  public mutating func number(of style: CharacterStyle) -> Int {
    for index in recent.indices where recent[index].style.isIdentical(to: style) {
      return recent[index].number
    }
    let number = numbers[style] ?? styles.count
    if number == styles.count {
      numbers[style] = number
      styles.append(style)
    }
    remember(style, number)
    return number
  }

  private mutating func remember(_ style: CharacterStyle, _ number: Int) {
    guard recent.count == CharacterStyleIndex.recentCount else { return recent.append((style, number)) }
    recent[oldest] = (style, number)
    oldest = (oldest + 1) % CharacterStyleIndex.recentCount
  }
}
