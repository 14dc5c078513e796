/// Lists, resources and margin notes of two documents in tables of their own, so that blocks of both can be compared and
/// put together.
///
/// The tables begin with those of the first document, whose blocks refer to them unchanged. What both documents have is
/// there once.
public struct SharedTables: Sendable, Equatable {
  /// The lists of both documents.
  public private(set) var lists: [ListDefinition]
  /// The pictures and files of both documents.
  public private(set) var resources: [Resource]
  /// The margin notes of both documents. Of a note that both have, it is the first document's.
  public private(set) var notes: [MarginNote]
  /// For each list of the second document its index in `lists`.
  public private(set) var listIndices: [Int]
  /// For each resource of the second document its index in `resources`.
  public private(set) var resourceIndices: [Int]
  /// For each note of the second document its index in `notes`.
  public private(set) var noteIndices: [Int]
  /// How many lists, resources and notes the first document has.
  private var counts: [Int]

  /// Whether both documents have the same tables, in the same order.
  public var isUnchanged: Bool {
    lists.count == counts[0] && listIndices == Array(0..<counts[0])
      && resources.count == counts[1] && resourceIndices == Array(0..<counts[1])
      && notes.count == counts[2] && noteIndices == Array(0..<counts[2])
  }

  /// Whether the first document has this note.
  func isOfFirst(note index: Int) -> Bool { index < counts[2] }

  /// Whether the second document has this note.
  func isOfSecond(note index: Int) -> Bool { noteIndices.contains(index) }

  /// Puts the tables of two documents together.
  ///
  /// - Parameters:
  ///   - old: The first document, whose indices stay as they are.
  ///   - new: The second document, whose indices may move.
  package init(_ old: Document, _ new: Document) {
    (lists, resources, notes) = (old.lists, old.resources, old.notes)
    counts = [old.lists.count, old.resources.count, old.notes.count]
    resourceIndices = SharedTables.places(of: new.resources, in: old.resources)
    for (index, place) in resourceIndices.enumerated() where place == resources.count {
      resources.append(new.resources[index])
    }
    listIndices = SharedTables.listPlaces(old, new)
    for (index, place) in listIndices.enumerated() where place == lists.count {
      lists.append(new.lists[index])
    }
    noteIndices = Array(repeating: -1, count: new.notes.count)
    for (a, b) in SharedTables.notePairs(old.notes, new.notes) { noteIndices[b] = a }
    for index in noteIndices.indices where noteIndices[index] < 0 {
      noteIndices[index] = notes.count
      notes.append(new.notes[index])
    }
    // Notes refer to lists and resources; only those of the second document must be moved.
    for (index, place) in noteIndices.enumerated() where place >= old.notes.count {
      notes[place].blocks = shared(new.notes[index].blocks)
    }
  }

  /// The notes that belong together: those that are alike, and between them others of one kind, where there are as many.
  ///
  /// - Returns: Indices of the first document's notes with those of the second's, in no certain order.
  private static func notePairs(_ old: [MarginNote], _ new: [MarginNote]) -> [(Int, Int)] {
    var pairs = BlockAlignment(old.map { BlockKey($0) }, new.map { BlockKey($0) }).pairs.map {
      ($0.old, $0.new)
    }
    var (i, j) = (0, 0)
    for (a, b) in pairs + [(old.count, new.count)] {
      if a - i == b - j {
        for step in 0..<(a - i) where old[i + step].kind == new[j + step].kind {
          pairs.append((i + step, j + step))
        }
      }
      (i, j) = (a + 1, b + 1)
    }
    return pairs
  }

  /// For each value of `new` its place in `old`; the place behind the last one and those that were added for values that
  /// it lacks. Of equal values the first belongs to the first, and so on.
  private static func places(of new: [Resource], in old: [Resource]) -> [Int] {
    var free: [Resource: [Int]] = [:]
    for (index, value) in old.enumerated().reversed() { free[value, default: []].append(index) }
    var count = old.count
    return new.map { value in
      if let place = free[value]?.popLast() { return place }
      count += 1
      return count - 1
    }
  }

  /// For each list of the second document its place: that of the equal list of the first one with which it shares most
  /// items.
  private static func listPlaces(_ old: Document, _ new: Document) -> [Int] {
    if new.lists.isEmpty { return [] }
    var votes: [Pair: Int] = [:]
    let items = ListItems.items(of: old)
    for (text, list) in ListItems.items(of: new) {
      guard let other = items[text], old.lists.indices.contains(other), new.lists.indices.contains(list),
        old.lists[other] == new.lists[list]
      else { continue }
      votes[Pair(old: other, new: list), default: 0] += 1
    }
    var places = [Int](repeating: -1, count: new.lists.count)
    var taken: Set<Int> = []
    let byVotes = votes.sorted { ($1.value, $0.key.new, $0.key.old) < ($0.value, $1.key.new, $1.key.old) }
    for (pair, _) in byVotes where places[pair.new] < 0 && !taken.contains(pair.old) {
      places[pair.new] = pair.old
      taken.insert(pair.old)
    }
    var count = old.lists.count
    for index in places.indices where places[index] < 0 {
      let free = old.lists.indices.first { !taken.contains($0) && old.lists[$0] == new.lists[index] }
      places[index] = free ?? count
      if let free { taken.insert(free) } else { count += 1 }
    }
    return places
  }

  /// A list of either document.
  private struct Pair: Hashable {
    /// The index of a list in the first document.
    var old: Int
    /// The index of a list in the second document.
    var new: Int
  }

  /// The items whose text occurs once, with their lists.
  private struct ListItems: DocumentVisitor {
    /// The list of each text; -1 for a text that occurs several times.
    var lists: [String: Int] = [:]

    /// The list of each text that occurs as one list item only.
    static func items(of document: Document) -> [String: Int] {
      var collector = ListItems()
      document.walk(&collector)
      return collector.lists.filter { $0.value >= 0 }
    }

    /// Notes the list that a paragraph belongs to, if it is an item.
    mutating func enter(_ paragraph: Paragraph) {
      guard let item = paragraph.listItem else { return }
      let text = BlockKey.text([.paragraph(paragraph)])
      lists[text] = lists[text] == nil ? item.list : -1
    }
  }

  // MARK: Moving indices

  /// Blocks of the second document that refer to these tables.
  func shared(_ blocks: [Block]) -> [Block] {
    IndexMap(lists: listIndices, resources: resourceIndices, notes: noteIndices).blocks(blocks)
  }

  /// The second document in terms of these tables, with those of its notes that both have.
  package func shared(_ new: Document) -> Document {
    var document = new
    document.blocks = shared(new.blocks)
    for index in document.headersAndFooters.indices {
      document.headersAndFooters[index].blocks = shared(new.headersAndFooters[index].blocks)
    }
    (document.lists, document.resources, document.notes) = (lists, resources, notes)
    for (index, place) in noteIndices.enumerated() {
      document.notes[place] = new.notes[index]
      document.notes[place].blocks = shared(new.notes[index].blocks)
    }
    return document
  }

  /// A document that refers to these tables, with the tables of the second document instead.
  func unshared(_ document: Document) -> Document {
    /// For each index in these tables the one in the second document; -1 for what it lacks.
    func inverse(_ indices: [Int]) -> [Int] {
      var inverse = [Int](repeating: -1, count: (indices.max() ?? -1) + 1)
      for (index, place) in indices.enumerated() { inverse[place] = index }
      return inverse
    }
    let map = IndexMap(
      lists: inverse(listIndices), resources: inverse(resourceIndices), notes: inverse(noteIndices))
    var result = document
    result.blocks = map.blocks(document.blocks)
    for index in result.headersAndFooters.indices {
      result.headersAndFooters[index].blocks = map.blocks(document.headersAndFooters[index].blocks)
    }
    result.lists = listIndices.map { document.lists[$0] }
    result.resources = resourceIndices.map { document.resources[$0] }
    result.notes = noteIndices.map { place in
      var note = document.notes[place]
      note.blocks = map.blocks(note.blocks)
      return note
    }
    return result
  }
}

/// Where the lists, resources and notes of a document are in other tables. Indices that lead nowhere stay as they are
/// where they were out of range before.
package struct IndexMap {
  /// The new index of each list.
  var lists: [Int]
  /// The new index of each picture or file.
  var resources: [Int]
  /// The new index of each margin note.
  var notes: [Int]

  /// Creates a map; an empty array moves nothing.
  package init(lists: [Int], resources: [Int], notes: [Int]) {
    (self.lists, self.resources, self.notes) = (lists, resources, notes)
  }

  /// Blocks with their indices moved. Recursion is as deep as tables and text boxes nest, which `Limits` bounds.
  package func blocks(_ blocks: [Block]) -> [Block] {
    if lists.isEmpty && resources.isEmpty && notes.isEmpty || isIdentity { return blocks }
    return blocks.map { block in
      switch block {
      case .paragraph(let paragraph): .paragraph(self.paragraph(paragraph))
      case .table(let table): .table(self.table(table))
      case .break: block
      }
    }
  }

  /// Whether nothing moves.
  private var isIdentity: Bool {
    [lists, resources, notes].allSatisfy { $0.enumerated().allSatisfy { $0.offset == $0.element } }
  }

  /// A paragraph with its indices moved.
  private func paragraph(_ paragraph: Paragraph) -> Paragraph {
    var result = paragraph
    if let item = paragraph.listItem { result.listItem?.list = IndexMap.moved(item.list, lists) }
    if paragraph.inlines.contains(where: { $0.runIdentity == nil }) {
      result.inlines = paragraph.inlines.map(inline)
    }
    for index in result.textBoxes.indices {
      result.textBoxes[index].blocks = blocks(result.textBoxes[index].blocks)
    }
    return result
  }

  /// A table with its indices moved.
  private func table(_ table: DocumentTable) -> DocumentTable {
    var result = table
    for row in result.rows.indices {
      for cell in result.rows[row].cells.indices {
        result.rows[row].cells[cell].blocks = blocks(result.rows[row].cells[cell].blocks)
      }
    }
    return result
  }

  /// An inline with its index moved.
  private func inline(_ inline: Inline) -> Inline {
    switch inline {
    case .picture(var picture):
      picture.resource = IndexMap.moved(picture.resource, resources)
      return .picture(picture)
    case .attachment(var file):
      file.resource = IndexMap.moved(file.resource, resources)
      return .attachment(file)
    case .noteReference(let index): return .noteReference(IndexMap.moved(index, notes))
    case .deletedNote(let index): return .deletedNote(IndexMap.moved(index, notes))
    default: return inline
    }
  }

  /// Where an index is in other tables.
  ///
  /// - Returns: The index itself where the table doesn't reach that far.
  private static func moved(_ index: Int, _ places: [Int]) -> Int {
    places.indices.contains(index) ? places[index] : index
  }
}
