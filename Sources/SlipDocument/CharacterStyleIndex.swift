public import SlipBase

/// Numbers character styles in the order of their first use.
public struct CharacterStyleIndex: Sendable {
  public private(set) var styles: [CharacterStyle] = []
  private var numbers: [CharacterStyle: Int] = [:]
  @usableFromInline var recent = RecentValues<CharacterStyle, Int>()

  public init() {}

  /// The style's number, from 0; its own if it is new.
  @inlinable @inline(__always)
  public mutating func number(of style: CharacterStyle) -> Int {
    recentNumber(of: style.identity) ?? numberBySearch(of: style)
  }

  /// The number of a style that was asked for just before, by its `identity`: so is most text's.
  @inlinable @inline(__always)
  public func recentNumber(of identity: UInt) -> Int? {
    recent.value { $0.identity == identity }
  }

  @usableFromInline
  mutating func numberBySearch(of style: CharacterStyle) -> Int {
    let number = numbers[style] ?? styles.count
    if number == styles.count {
      numbers[style] = number
      styles.append(style)
    }
    recent.remember(number, for: style)
    return number
  }
}
