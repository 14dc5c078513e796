/// The tables of three documents put together.
struct MergeTables {
  /// What both sides were made of.
  let base: Document
  /// Both sides, with their lists, resources and notes in the common tables.
  let sides: [Document]
  /// The lists of all three.
  let lists: [ListDefinition]
  /// The pictures and files of all three.
  let resources: [Resource]
  /// The notes as they are on the first side that has them.
  let notes: [MarginNote]
  /// For each side the notes of the common table that it has.
  let hasNote: [Set<Int>]

  /// Puts the tables together; what both sides added is there once.
  init(_ base: Document, _ first: Document, _ second: Document) {
    self.base = base
    let (one, two) = (SharedTables(base, first), SharedTables(base, second))
    let a = one.shared(first)
    var b = two.shared(second)
    // What both sides added is there once.
    func joined<Value: Equatable>(_ count: Int, _ a: [Value], _ b: [Value]) -> (all: [Value], places: [Int]) {
      var all = a
      var places = Array(0..<count)
      var taken: Set<Int> = []
      for value in b[count...] {
        if let place = a.indices.dropFirst(count).first(where: { a[$0] == value && !taken.contains($0) }) {
          taken.insert(place)
          places.append(place)
        } else {
          all.append(value)
          places.append(all.count - 1)
        }
      }
      return (all, places)
    }
    let lists = joined(base.lists.count, a.lists, b.lists)
    let resources = joined(base.resources.count, a.resources, b.resources)
    let map = IndexMap(lists: lists.places, resources: resources.places, notes: [])
    for index in b.notes.indices { b.notes[index].blocks = map.blocks(b.notes[index].blocks) }
    var comparable = (a.notes, b.notes)
    for index in comparable.0.indices { comparable.0[index].mark = "" }
    for index in comparable.1.indices { comparable.1[index].mark = "" }
    let places = joined(base.notes.count, comparable.0, comparable.1).places
    var all = a.notes
    for (index, place) in places.enumerated() where place >= all.count { all.append(b.notes[index]) }
    let whole = IndexMap(lists: lists.places, resources: resources.places, notes: places)
    b.blocks = whole.blocks(b.blocks)
    for index in b.headersAndFooters.indices {
      b.headersAndFooters[index].blocks = whole.blocks(b.headersAndFooters[index].blocks)
    }
    var moved = all
    for (index, place) in places.enumerated() { moved[place] = b.notes[index] }
    b.notes = moved
    sides = [a, b]
    (self.lists, self.resources, notes) = (lists.all, resources.all, all)
    hasNote = [Set(one.noteIndices), Set(two.noteIndices.map { places[$0] })]
  }
}
