internal import SlipDocument

/// Font, size, colour and language that most of a document's text has: stated once for the whole page, so that
/// runs say only what differs.
struct BaseStyle {
  /// Only `font`, `size`, `color` and `language` are set.
  private(set) var style = CharacterStyle()
  /// About how many bytes of markup the document's text becomes, so that a writer's buffer need not grow.
  let expectedSize: Int

  init(of document: Document) {
    var census = Census()
    census.count(document.blocks)
    style.font = census.fonts.most ?? document.defaultFont
    style.size = census.sizes.most
    style.color = census.colors.most
    style.language = census.languages.most
    expectedSize = census.size
  }
}

/// Weighs values by the text that has them.
private struct Census {
  struct Votes<Value: Hashable> {
    private var weights: [Value?: Int] = [:]
    private var order: [Value?] = []
    private var last: Value??
    private var pending = 0

    /// Runs with the same value as the one before cost no look-up.
    mutating func add(_ value: Value?, _ weight: Int) {
      if let last, last == value {
        pending += weight
        return
      }
      settle()
      last = .some(value)
      pending = weight
    }

    private mutating func settle() {
      guard let last else { return }
      if weights[last] == nil { order.append(last) }
      weights[last, default: 0] += pending
      pending = 0
    }

    /// The heaviest value, the first one of equal weight; nil when some text leaves it to the reader, which must
    /// not get another one's look.
    var most: Value? {
      mutating get {
        settle()
        if weights[nil, default: 0] > 0 { return nil }
        var best: (value: Value?, weight: Int) = (nil, 0)
        for value in order {
          let weight = weights[value] ?? 0
          if weight > best.weight { best = (value, weight) }
        }
        return best.value
      }
    }
  }

  var fonts = Votes<String>()
  var sizes = Votes<Int>()
  var colors = Votes<Color>()
  var languages = Votes<String>()
  private(set) var size = 4096

  /// Tags and declarations of a run, and its share of its paragraph's.
  private static let markupPerRun = 40

  mutating func count(_ blocks: [Block]) {
    for block in blocks {
      switch block {
      case .paragraph(let paragraph):
        for case .run(let run) in paragraph.inlines { count(run) }
        for box in paragraph.textBoxes { count(box.blocks) }
      case .table(let table):
        for row in table.rows { for cell in row.cells { count(cell.blocks) } }
      default: break
      }
    }
  }

  private mutating func count(_ run: Run) {
    let weight = run.text.utf8.count
    size += weight + Census.markupPerRun
    fonts.add(run.style.font, weight)
    sizes.add(run.style.size, weight)
    colors.add(run.style.color, weight)
    languages.add(run.style.language, weight)
  }
}
