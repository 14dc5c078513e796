internal import SlipBase
internal import SlipDocument

/// Numbers what counts of character styles, from 0 in the order of its first use.
struct StyleNumbers<Kind: Hashable & Sendable>: Sendable {
  private(set) var kinds: [Kind] = []
  private var numbers: [Kind: Int] = [:]
  private var recent = RecentValues<CharacterStyle, Int>()
  private let kind: @Sendable (CharacterStyle) -> Kind

  /// - Parameter kind: what counts of a style.
  init(of kind: @escaping @Sendable (CharacterStyle) -> Kind) { self.kind = kind }

  /// The style's number; a new one if its kind is new.
  @inline(__always)
  mutating func number(of style: CharacterStyle) -> Int {
    recentNumber(of: style.identity) ?? numberBySearch(of: style)
  }

  /// The number of a style that was asked for just before, by its `identity`: so is most text's.
  @inline(__always)
  func recentNumber(of identity: UInt) -> Int? { recent.value { $0.identity == identity } }

  mutating func number(ofKind kind: Kind) -> Int {
    if let number = numbers[kind] { return number }
    numbers[kind] = kinds.count
    kinds.append(kind)
    return kinds.count - 1
  }

  private mutating func numberBySearch(of style: CharacterStyle) -> Int {
    let number = number(ofKind: kind(style))
    recent.remember(number, for: style)
    return number
  }
}
