internal import SlipCore
internal import SlipDocument

/// Gives numbers to kinds of character styles, from 0, in the order of their first use.
///
/// Writers compare numbers instead of styles, which is much faster: most text has one of
/// few styles, and runs with the same formatting share one. `Kind` is what a writer
/// distinguishes, either the whole style or some of its properties.
struct StyleNumbers<Kind: Hashable & Sendable>: Sendable {
  /// The kinds by their numbers.
  private(set) var kinds: [Kind] = []
  /// The numbers by their kinds.
  private var numbers: [Kind: Int] = [:]
  /// The styles that were met last, which are found without hashing.
  private var recent = RecentValues<CharacterStyle, Int>()
  /// What is distinguished of a style: `BaseStyle` takes four properties,
  /// `HTMLDocumentWriter` the whole style.
  private let kind: @Sendable (CharacterStyle) -> Kind

  /// Creates an empty numbering.
  ///
  /// - Parameter kind: gives what is distinguished of a style.
  init(of kind: @escaping @Sendable (CharacterStyle) -> Kind) { self.kind = kind }

  /// The number of a style's kind, which is added if it is new.
  @inline(__always)
  mutating func number(of style: CharacterStyle) -> Int {
    recentNumber(of: style.identity) ?? numberBySearch(of: style)
  }

  /// The number of a style that was met shortly before, by its `identity`; nil if it
  /// wasn't. Needs no reference to the style, for which several threads would have to
  /// wait for each other.
  @inline(__always)
  func recentNumber(of identity: UInt) -> Int? { recent.value { $0.identity == identity } }

  /// The number of a kind, which is added if it is new.
  mutating func number(ofKind kind: Kind) -> Int {
    if let number = numbers[kind] { return number }
    numbers[kind] = kinds.count
    kinds.append(kind)
    return kinds.count - 1
  }

  /// The number of a style that isn't among those met last.
  private mutating func numberBySearch(of style: CharacterStyle) -> Int {
    let number = number(ofKind: kind(style))
    recent.remember(number, for: style)
    return number
  }
}
