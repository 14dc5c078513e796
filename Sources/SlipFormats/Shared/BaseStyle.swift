internal import SlipBase
internal import SlipDocument

/// The font, size, colour and language that most of a document's text has.
///
/// A page states them once, for its body, and runs state only what differs, which makes
/// pages much smaller. A property is left out if some text doesn't state it: text without
/// a size of its own must not get that of its neighbours.
struct BaseStyle {
  /// Only `font`, `size`, `color` and `language` are set. The font falls back to the
  /// document's default font.
  private(set) var style = CharacterStyle()
  /// About how many bytes of markup the document becomes, so that a writer can reserve
  /// its buffer at once.
  let expectedSize: Int
  /// The language that most text with a stated language is in, even if other text states
  /// none. The page as a whole is marked with it.
  let mainLanguage: String?
  /// The size in half-points that most text has. Text that states none has the usual one.
  let mainSize: Int
  /// Bytes reserved for what stands around the text, such as the head of a page.
  private static let leastSize = 4096

  /// Surveys the text of the body. Large bodies are shared out between cores; the result
  /// is the same as with one.
  init(of document: Document) {
    var census = Census()
    for share in BodySlices.survey(document.blocks, { Census(document.blocks[$0]) }) { census.add(share) }
    style.font = census.votes(\.font).most ?? document.defaultFont
    style.size = census.votes(\.size).most
    style.color = census.votes(\.color).most
    style.language = census.votes(\.language).most.flatMap(HTMLLanguage.known)
    mainSize = census.votes(\.size).winner ?? MarkupLook.usualSize
    mainLanguage = census.votes(\.language).mostNamed
    expectedSize = BaseStyle.leastSize + census.size
  }
}

/// Counts how much text has which font, size, colour and language.
private struct Census: Sendable {
  /// Weights of the values of one property. Of values with equal weight the first one
  /// wins, so that the result doesn't depend on the order of a dictionary.
  struct Votes<Value: Hashable> {
    /// Bytes of text by value; nil stands for text that doesn't state the property.
    private var weights: [Value?: Int] = [:]
    /// The values in the order in which they were met.
    private var order: [Value?] = []

    /// Adds the weight of text that has this value.
    mutating func add(_ value: Value?, _ weight: Int) {
      if weights[value] == nil { order.append(value) }
      weights[value, default: 0] += weight
    }

    /// The value of most text, or nil if some text doesn't state the property.
    var most: Value? { weights[nil, default: 0] > 0 ? nil : mostNamed }

    /// The value of most text; nil also where most text states none.
    var winner: Value? {
      guard let named = mostNamed else { return nil }
      return weights[nil, default: 0] > weights[named, default: 0] ? nil : named
    }

    /// The value of most text that states the property.
    var mostNamed: Value? {
      var best: (value: Value?, weight: Int) = (nil, 0)
      for value in order where value != nil {
        let weight = weights[value] ?? 0
        if weight > best.weight { best = (value, weight) }
      }
      return best.value
    }
  }

  /// The properties of a character style that are counted. Others are left out on
  /// purpose: links and tracked changes would make almost every style a kind of its own.
  struct Kind: Hashable {
    let font, language: String?
    let size: Int?
    let color: DocumentColor?

    /// Takes the counted properties of a style.
    init(_ style: CharacterStyle) {
      (font, language, size, color) = (style.font, style.language, style.size, style.color)
    }
  }

  /// Numbers of the kinds, so that counting needs no hashing for most runs.
  private var numbers = StyleNumbers(of: Kind.init)
  /// Bytes of text by the number of their kind.
  private var weights: [Int] = []
  /// About how many bytes of markup the counted text becomes.
  private(set) var size = 0

  /// Bytes of tags and style declarations for a run, with its share of its paragraph's.
  private static let markupPerRun = 40

  /// Creates an empty census, to which others are added.
  init() {}

  /// Counts the text of blocks, including the cells and text boxes in them.
  init(_ blocks: ArraySlice<Block>) { count(blocks) }

  /// Adds what was counted for the blocks that follow. Kinds keep the order in which they
  /// were first met.
  mutating func add(_ other: Census) {
    for (kind, weight) in zip(other.numbers.kinds, other.weights) {
      add(weight, numbers.number(ofKind: kind))
    }
    size += other.size
  }

  /// The votes on one property.
  func votes<Value: Hashable>(_ value: (Kind) -> Value?) -> Votes<Value> {
    var votes = Votes<Value>()
    for (kind, weight) in zip(numbers.kinds, weights) { votes.add(value(kind), weight) }
    return votes
  }

  /// Counts blocks. Recursion goes as deep as tables and text boxes nest, which the
  /// document model bounds.
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

  /// Counts one inline, if it is a run. Works by the identity of the run's style where
  /// possible, without retaining it.
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

  /// Adds text of the kind with this number, which may be the next new one.
  private mutating func add(_ weight: Int, _ number: Int) {
    if number == weights.count { weights.append(0) }
    weights[number] += weight
  }
}
