internal import SlipBase

/// Numbers character styles in the order of their first use.
public struct CharacterStyleIndex: Sendable {
  public private(set) var styles: [CharacterStyle] = []
  private var numbers: [CharacterStyle: Int] = [:]
  private var recent = RecentValues<CharacterStyle, Int>()

  public init() {}

  /// The style's number, from 0; its own if it is new.
  public mutating func number(of style: CharacterStyle) -> Int {
    if let number = recent.value(where: { $0.isIdentical(to: style) }) { return number }
    let number = numbers[style] ?? styles.count
    if number == styles.count {
      numbers[style] = number
      styles.append(style)
    }
    recent.remember(number, for: style)
    return number
  }
}
