internal import SlipDocument

/// The lists of a file that is written, so that programs which count by the list tables show the markers that the document
/// has.
///
/// Each list of the document is a list of the file. Where the document counts anew, a copy of the list begins, with an override
/// that says the number (`\listoverridestartat`): LibreOffice doesn't restart a list that goes on. A marker that no counting gives
/// stands in an override as a level of its own (`\listoverrideformat`). All copies bear one name, by which the reader knows
/// that they are one list.
///
/// Items are placed in the order in which they are written, by one walk beforehand, as the tables stand before the text.
struct RTFWrittenLists: Sendable {
  /// What `\lsN` refers to.
  struct Override: Sendable {
    /// The list of the file, from 0.
    var list: Int
    /// Where levels begin.
    var starts: [Int: Int] = [:]
    /// The level whose marker is a text of its own.
    var literal: (level: Int, marker: String)?
    /// How many levels it speaks of.
    var changedLevels: Int { max((starts.keys.max() ?? -1) + 1, (literal?.level ?? -1) + 1) }
  }

  /// For each list of the file, the list of the document.
  private(set) var sources: [Int]
  /// The overrides, of which the first ones are those of the document's lists.
  private(set) var overrides: [Override]
  /// For each item in the order of writing, N of `\lsN`.
  private(set) var numbers: [Int32] = []
  /// For each block of the body, how many items come before it.
  private(set) var firstItems: [Int] = []
  /// The lists of the document that are several in the file.
  private var split: Set<Int> = []

  /// The most copies that are made. Where a document counts anew more often, markers become texts.
  private static let mostCopies = 2_000
  /// The most overrides: numbers in RTF have 16 bits.
  private static let mostOverrides = 32_000

  /// Places the items of a document in normal form.
  init(_ document: Document) {
    sources = Array(document.lists.indices)
    overrides = sources.map { Override(list: $0) }
    var placer = Placer(document: document, lists: self)
    placer.place()
    self = placer.lists
  }

  /// Whether a list of the document is several in the file.
  func isSplit(_ source: Int) -> Bool { split.contains(source) }

  /// What has been counted so far in a story that counts by itself.
  private struct Counting {
    /// The counters of the lists of the file.
    var counters: [Int: ListCounter] = [:]
    /// The overrides that have been used.
    var begun: Set<Int> = []
    /// For each list of the document, the override that its items go on with.
    var current: [Int: Int] = [:]
    /// The lines of the story.
    var lines = ListLines()
  }

  /// Walks over a document as the writer does.
  private struct Placer {
    let document: Document
    var lists: RTFWrittenLists
    private var counting = Counting()
    /// The nine levels of each list of the document.
    private let levels: [[ListDefinition.Level]]
    /// Overrides whose marker is a text, by list of the document, level and marker.
    private var literals: [Literal: Int] = [:]
    /// For each list of the document, the list of the file that has these overrides.
    private var literalLists: [Int: Int] = [:]
    /// Lists of the file with items in any story.
    private var used: Set<Int> = []
    /// For each list of the document, how many copies it has.
    private var copies = 0

    private struct Literal: Hashable {
      var list, level: Int
      var marker: String
    }

    init(document: Document, lists: RTFWrittenLists) {
      (self.document, self.lists) = (document, lists)
      levels = document.lists.map(\.nineLevels)
    }

    /// Places all items.
    mutating func place() {
      for part in document.headersAndFooters { apart { $0.blocks(part.blocks) } }
      lists.firstItems.reserveCapacity(document.blocks.count)
      for block in document.blocks {
        lists.firstItems.append(lists.numbers.count)
        self.block(block)
      }
    }

    // MARK: Walking

    /// Walks over what readers count by itself.
    private mutating func apart(_ walk: (inout Placer) -> Void) {
      let outer = counting
      counting = Counting()
      walk(&self)
      counting = outer
    }

    /// Walks over a text box or note, whose lines are its own.
    private mutating func story(_ blocks: [Block]) {
      let outer = counting.lines
      counting.lines = ListLines()
      self.blocks(blocks)
      counting.lines = outer
    }

    private mutating func blocks(_ blocks: [Block]) { for block in blocks { self.block(block) } }

    private mutating func block(_ block: Block) {
      switch block {
      case .paragraph(let paragraph): self.paragraph(paragraph)
      case .table(let table):
        for row in table.rows {
          for cell in row.cells {
            blocks(cell.blocks)
            counting.lines = ListLines()
          }
        }
      case .break: break
      }
    }

    private mutating func paragraph(_ paragraph: Paragraph) {
      let slot = lists.numbers.count
      if paragraph.listItem != nil { lists.numbers.append(0) }
      for box in paragraph.textBoxes { story(box.blocks) }
      let counts = counting.lines.counts(paragraph)
      if let item = paragraph.listItem {
        lists.numbers[slot] = Int32(clamping: override(for: item, counts: counts) + 1)
      }
      for inline in paragraph.inlines {
        switch inline {
        case .noteReference(let index), .deletedNote(let index):
          guard document.notes.indices.contains(index) else { continue }
          let blocks = document.notes[index].blocks
          if document.notes[index].isDeleted { apart { $0.blocks(blocks) } } else { story(blocks) }
        default: continue
        }
      }
    }

    // MARK: Placing

    /// The override for an item, from 0.
    ///
    /// - Parameter counts: Whether readers count the item.
    private mutating func override(for item: ListItem, counts: Bool) -> Int {
      let current = counting.current[item.list] ?? item.list
      guard counts else { return current }
      if count(current, item) { return current }
      if let numbers = ListDefinition.numbers(in: item.marker, item.level, levels[item.list]),
        let new = restart(item, numbers, after: current)
      {
        counting.current[item.list] = new
        return new
      }
      return literal(item)
    }

    /// Counts an item by an override.
    ///
    /// - Returns: Whether its marker is the one that is wanted; if not, nothing is counted.
    private mutating func count(_ index: Int, _ item: ListItem) -> Bool {
      let override = lists.overrides[index]
      var levels = levels[item.list]
      var counter = counting.counters[override.list] ?? ListCounter()
      let isNew = !counting.begun.contains(index)
      for (level, start) in override.starts {
        levels[level].start = start
        if isNew { counter.restart(level: level) }
      }
      counter.count(level: item.level, levels)
      guard marker(levels, item.level, counter.values) == item.marker else { return false }
      counting.counters[override.list] = counter
      counting.begun.insert(index)
      used.insert(override.list)
      return true
    }

    /// The marker as readers count it.
    private func marker(_ levels: [ListDefinition.Level], _ level: Int, _ values: [Int?]) -> String {
      if levels[level].numbering == .none { return "" }
      let marker = ListDefinition.marker(levels, level, values)
      return String(decoding: RTFListMarkers.cleaned(Array(marker.utf8)), as: UTF8.self)
    }

    /// Begins a list anew with the numbers that a marker shows.
    ///
    /// - Parameter current: The override that the list has had so far, whose outer levels go on.
    /// - Returns: The override; nil where that doesn't give the marker.
    private mutating func restart(_ item: ListItem, _ numbers: [Int: Int], after current: Int) -> Int? {
      let values = counting.counters[lists.overrides[current].list]?.values
      var starts = numbers
      for level in 0..<item.level where starts[level] == nil { starts[level] = values?[level] }
      if !used.contains(item.list), lists.overrides[item.list].starts.isEmpty {
        lists.overrides[item.list].starts = starts
        if count(item.list, item) { return item.list }
        lists.overrides[item.list].starts = [:]
        return nil
      }
      guard copies < RTFWrittenLists.mostCopies else { return nil }
      lists.sources.append(item.list)
      lists.overrides.append(Override(list: lists.sources.count - 1, starts: starts))
      guard count(lists.overrides.count - 1, item) else {
        lists.sources.removeLast()
        lists.overrides.removeLast()
        return nil
      }
      copies += 1
      lists.split.insert(item.list)
      return lists.overrides.count - 1
    }

    /// The override for an item whose marker no counting gives.
    private mutating func literal(_ item: ListItem) -> Int {
      let key = Literal(list: item.list, level: item.level, marker: item.marker)
      if let known = literals[key] { return known }
      guard lists.overrides.count < RTFWrittenLists.mostOverrides else {
        return counting.current[item.list] ?? item.list
      }
      let list = literalLists[item.list] ?? lists.sources.count
      if list == lists.sources.count {
        lists.sources.append(item.list)
        literalLists[item.list] = list
        lists.split.insert(item.list)
      }
      lists.overrides.append(Override(list: list, literal: (item.level, item.marker)))
      literals[key] = lists.overrides.count - 1
      return lists.overrides.count - 1
    }
  }
}
