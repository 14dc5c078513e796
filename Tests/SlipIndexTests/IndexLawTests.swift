import Foundation
import SlipBase
import SlipNotes
import SlipQuery
import SlipTestSupport
import Testing

@testable import SlipIndex

/// An index changes the time that an answer takes, and never the answer.
@Suite struct IndexLawTests {
  @Test func aNewIndexAnswersAsTheBoxDoes() throws {
    var sample = IndexSample(seed: 1)
    let directory = try TemporaryDirectory()
    for round in 0..<6 {
      let box = try sample.box(notes: [0, 1, 7, 30, 60, 90][round])
      let path = directory.url.appending(path: "\(round).sqlite").path
      try IndexWriter(box, texts: sample.texts, stamp: sample.stamp(round)).build(at: path)
      try expectSameAnswers(box, sample, path, searches: 150)
    }
  }

  @Test func aRenewedIndexAnswersAsTheBoxDoes() throws {
    var sample = IndexSample(seed: 2)
    let directory = try TemporaryDirectory()
    let path = directory.url.appending(path: "index.sqlite").path
    var box = try sample.box(notes: 40)
    try IndexWriter(box, texts: sample.texts, stamp: sample.stamp(0)).build(at: path)
    for round in 1...12 {
      let count = try sample.change(&box)
      let writer = IndexWriter(box, texts: sample.texts, stamp: sample.stamp(round))
      if let changed = try writer.renew(at: path) {
        #expect(changed <= count)
      } else {
        try writer.build(at: path)
      }
      let index = try #require(try NoteIndex(path) { _ in "" })
      #expect(index.stamp == sample.stamp(round))
      try expectSameAnswers(box, sample, path, searches: 40)
    }
  }

  /// `SLIPBOX_PREDICATES` sets how many boxes are tried, with a hundred predicates each.
  @Test(arguments: LawSize.seeds("SLIPBOX_PREDICATES", 12))
  func anIndexAnswersPredicatesAsTheBoxDoes(seed: Int) throws {
    var sample = IndexSample(seed: UInt64(seed) &+ 100)
    var predicates = PredicateSample(generator: sample.generator)
    let directory = try TemporaryDirectory()
    let box = try sample.box(notes: [0, 3, 12, 25, 40][seed % 5])
    let path = directory.url.appending(path: "index.sqlite").path
    try IndexWriter(box, texts: sample.texts, stamp: sample.stamp(0)).build(at: path)
    let texts = sample.texts
    let index = try #require(
      try NoteIndex(path) { id throws(SlipError) in box.note(id).map(texts.text) ?? "" })
    var found = 0
    for _ in 0..<100 {
      let text = predicates.predicate()
      let query = try QueryRequest(text, clock: sample.clock).prepare()
      let ids = try query.run(over: BoxView(box, texts: texts)).ids
      found += ids.count
      #expect(try index.notes(query, among: index.live()).map(index.id).sorted() == ids, "\(text)")
    }
    #expect(found > 0 || box.notes.isEmpty)
  }

  @Test func anUnchangedBoxRenewsNothing() throws {
    var sample = IndexSample(seed: 3)
    let directory = try TemporaryDirectory()
    let path = directory.url.appending(path: "index.sqlite").path
    let box = try sample.box(notes: 20)
    let writer = IndexWriter(box, texts: sample.texts, stamp: sample.stamp(0))
    try writer.build(at: path)
    #expect(try writer.renew(at: path) == 0)
  }

  @Test func otherFilesAreNoIndex() throws {
    let directory = try TemporaryDirectory()
    let path = directory.url.appending(path: "other.sqlite").path
    try Database(path, .create).execute("CREATE TABLE t(x)")
    #expect(try NoteIndex(path) { _ in "" } == nil)
    try Data("no database at all, but long enough to be read as one".utf8).write(
      to: URL(fileURLWithPath: path + "2"))
    #expect(try NoteIndex(path + "2") { _ in "" } == nil)
    #expect(try NoteIndex(path + "3") { _ in "" } == nil)
  }

  /// A damaged index gives the right answer or none. `SLIPBOX_DAMAGED` sets how many are tried.
  @Test(arguments: LawSize.seeds("SLIPBOX_DAMAGED", 24))
  func aDamagedIndexNeverGivesAnotherAnswer(seed: Int) throws {
    var sample = IndexSample(seed: 77)
    let directory = try TemporaryDirectory()
    let path = directory.url.appending(path: "index.sqlite").path
    let box = try sample.box(notes: 40)
    try IndexWriter(box, texts: sample.texts, stamp: sample.stamp(0)).build(at: path)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(bytes.count % Database.checkedPageSize == 0)
    var generator = SeededGenerator(seed: UInt64(seed) &+ 1)
    switch seed % 4 {
    case 0: bytes.removeLast(Int.random(in: 1..<bytes.count / 2, using: &generator))
    case 1:
      // A page in the place of another one.
      let pages = bytes.count / Database.checkedPageSize
      let (from, to) = (
        Int.random(in: 1..<pages, using: &generator), Int.random(in: 1..<pages, using: &generator)
      )
      let page = Array(bytes[from * Database.checkedPageSize..<(from + 1) * Database.checkedPageSize])
      bytes.replaceSubrange(to * Database.checkedPageSize..<(to + 1) * Database.checkedPageSize, with: page)
    default:
      for _ in 0..<20 {
        bytes[Int.random(in: bytes.indices, using: &generator)] ^=
          1 << UInt8.random(in: 0..<8, using: &generator)
      }
    }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let texts = sample.texts
    for _ in 0..<8 {
      guard let search = try? SearchQuery(sample.search(), clock: sample.clock) else { continue }
      let plain = try SearchRun(search).hits(in: box, texts: sample.texts)
      guard let index = try? NoteIndex(path, text: { id in box.note(id).map(texts.text) ?? "" }),
        let found = try? SearchRun(search).found(in: index, scope: nil, limit: .max), index.failure == nil
      else { continue }
      #expect(found.hits.map(\.note) == plain.map(\.note), "\(search.text)")
      guard let records = try? index.records(index.live().slots, hasRelations: true), index.failure == nil
      else {
        continue
      }
      #expect(records.map(\.summary.title) == records.map { box.note($0.id)?.title })
    }
  }

  /// Checks that the list of all words is that of the words of all rows.
  private func expectAllWords(_ path: String) throws {
    let database = try Database(path, .read, hasChecksums: true)
    try database.execute("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, word, row)")
    func words(_ query: String) throws -> [String] {
      let select = try database.prepare(query)
      var words: [String] = []
      while try select.step() { words.append(select.text(0)) }
      return words.sorted()
    }
    #expect(try words("SELECT word FROM term") == words("SELECT term FROM temp.vocabulary"))
  }

  /// Compares random searches and predicates over a box and over its index.
  private func expectSameAnswers(
    _ box: SlipBox, _ sample: IndexSample, _ path: String, searches: Int
  ) throws {
    try expectAllWords(path)
    let texts = sample.texts
    let index = try #require(
      try NoteIndex(path) { id throws(SlipError) in
        guard let note = box.note(id) else { return "" }
        return texts.text(of: note)
      })
    var sample = sample
    for number in 0..<searches {
      // For few hits rows are read, for many whole arrays.
      if number == searches / 2 { index.expect(.max) }
      let text = sample.search()
      guard let search = try? SearchQuery(text, clock: sample.clock) else { continue }
      let run = try SearchRun(search)
      let plain = try run.hits(in: box, texts: texts)
      let limit = [0, 1, 3, .max].randomElement(using: &sample.generator) ?? .max
      let found = try run.found(in: index, scope: nil, limit: limit)
      #expect(found.count == plain.count, "\(text)")
      let same = zip(found.hits, plain).allSatisfy {
        ($0.note, $0.score) == ($1.note, $1.score)
      }
      #expect(same && found.hits.count == min(limit, plain.count), "\(text)")
      let request = QueryRequest(search.predicate.description, clock: sample.clock)
      let prepared = try request.prepare()
      let ids = try prepared.run(over: BoxView(box, texts: texts)).ids
      #expect(ids == plain.map(\.note).sorted(), "\(text)")
      var sorted = request
      let keys = ["title", "-created,title", "folder.path,-modified", "-keywords.@count,order", "wordCount"]
      sorted.sort = SortKey.list(keys.randomElement(using: &sample.generator) ?? "title")
      let ordered = try sorted.prepare()
      let listed = try index.notes(ordered, among: index.live()).map(index.id)
      #expect(try ordered.run(over: BoxView(box, texts: texts)).ids == listed, "\(text)")
      let slots = try index.live().slots
      #expect(try prepared.run(over: slots.map { index.object($0) }).ids == ids, "\(text)")
    }
  }
}

extension IndexSample {
  /// The stamp of a manifest.
  fileprivate func stamp(_ number: Int) -> IndexStamp {
    IndexStamp(digest: Digest(of: [UInt8(number)]), length: number, modified: Timestamp(seconds: 5))
  }
}
