internal import SlipBase
internal import SlipDocument

/// Font, size, colour and language that most of a document's text has: stated once for the whole page, so that
/// runs say only what differs.
struct BaseStyle {
  /// Only `font`, `size`, `color` and `language` are set.
  private(set) var style = CharacterStyle()
  /// About how many bytes of markup the document's text becomes, so that a writer's buffer need not grow.
  let expectedSize: Int
  /// The language of most of the text that names one.
  let mainLanguage: String?
  private static let leastSize = 4096

  init(of document: Document) {
    var census = Census()
    for share in BodySlices.survey(document.blocks, { Census(document.blocks[$0]) }) { census.add(share) }
    style.font = census.votes(\.font).most ?? document.defaultFont
    style.size = census.votes(\.size).most
    style.color = census.votes(\.color).most
    style.language = census.votes(\.language).most.flatMap(HTMLLanguage.known)
    mainLanguage = census.votes(\.language).mostNamed
    expectedSize = BaseStyle.leastSize + census.size
  }
}

/// Weighs styles by the text that has them.
private struct Census: Sendable {
  /// Counts votes; of equals the first one wins.
  struct Votes<Value: Hashable> {
    private var weights: [Value?: Int] = [:]
    private var order: [Value?] = []

    mutating func add(_ value: Value?, _ weight: Int) {
      if weights[value] == nil { order.append(value) }
      weights[value, default: 0] += weight
    }

    /// The heaviest value, the first one of equal weight; nil when some text leaves it to the reader, which must
    /// not get another one's look.
    var most: Value? { weights[nil, default: 0] > 0 ? nil : mostNamed }

    /// The same, whatever part of the text leaves it to the reader.
    var mostNamed: Value? {
      var best: (value: Value?, weight: Int) = (nil, 0)
      for value in order where value != nil {
        let weight = weights[value] ?? 0
        if weight > best.weight { best = (value, weight) }
      }
      return best.value
    }
  }

  /// What of a style counts here: links and tracked changes make styles that come once.
  struct Kind: Hashable {
    let font, language: String?
    let size: Int?
    let color: Color?

    init(_ style: CharacterStyle) {
      (font, language, size, color) = (style.font, style.language, style.size, style.color)
    }
  }

  private var numbers = StyleNumbers(of: Kind.init)
  /// By the number of the kind.
  private var weights: [Int] = []
  private(set) var size = 0

  /// Tags and declarations of a run, and its share of its paragraph's.
  private static let markupPerRun = 40

  init() {}

  init(_ blocks: ArraySlice<Block>) { count(blocks) }

  mutating func add(_ other: Census) {
    for (kind, weight) in zip(other.numbers.kinds, other.weights) {
      add(weight, numbers.number(ofKind: kind))
    }
    size += other.size
  }

  func votes<Value: Hashable>(_ value: (Kind) -> Value?) -> Votes<Value> {
    var votes = Votes<Value>()
    for (kind, weight) in zip(numbers.kinds, weights) { votes.add(value(kind), weight) }
    return votes
  }

  private mutating func count(_ blocks: ArraySlice<Block>) {
    for index in blocks.indices {
      let inlines = blocks[index].inlines
      for place in inlines.indices { count(inlines, place) }
      switch blocks[index] {
      case .paragraph(let paragraph) where !paragraph.textBoxes.isEmpty:
        for box in paragraph.textBoxes { count(box.blocks[...]) }
      case .table(let table):
        for row in table.rows { for cell in row.cells { count(cell.blocks[...]) } }
      default: break
      }
    }
  }

  private mutating func count(_ inlines: [Inline], _ index: Int) {
    guard let identity = inlines[index].runIdentity else { return }
    let weight = inlines[index].runLength
    size += weight + Census.markupPerRun
    if let number = numbers.recentNumber(of: identity) {
      weights[number] += weight
    } else if case .run(let run) = inlines[index] {
      add(weight, numbers.number(of: run.style))
    }
  }

  private mutating func add(_ weight: Int, _ number: Int) {
    if number == weights.count { weights.append(0) }
    weights[number] += weight
  }
}
