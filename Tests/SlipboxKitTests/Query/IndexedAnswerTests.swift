import Foundation
import SlipBase
import SlipBundle
import SlipNotes
import SlipQuery
import SlipTestSupport
import Testing

@testable import SlipboxKit

/// An index changes what an answer costs, and never the answer.
@Suite struct IndexedAnswerTests {
  private let directory: TemporaryDirectory
  private let bundle: String
  private let cache: IndexCache
  private let clock = QueryClock(now: Timestamp(microseconds: 0))

  init() throws {
    directory = try TemporaryDirectory()
    cache = IndexCache(directory: directory.path("cache"))
    for number in 0..<90 {
      let folder = ["", "Hives/", "Hives/Old/", "Work/"][number % 4]
      try directory.write(
        "notes/\(folder)\(number).rtf",
        "{\\rtf1{\\info{\\title Note \(number % 80)}{\\keywords bees; k\(number % 5)}} See [[Note \(number / 2)]] & <wax>.}"
      )
    }
    try directory.write("notes/Work/émile.txt", "Émile _x0041_\n\nText\n")
    bundle = directory.path("b.slipbox")
    var request = ImportRequest(inputs: [directory.path("notes")])
    request.target = .at(bundle)
    _ = try request.run()
    var session = try EditSession(opening: bundle, date: Timestamp(seconds: 1_700_000_000))
    let note = try session.note(named: "Hives/Note 13")
    let id = note.id
    try session.edit { box throws(SlipError) in
      try box.update(note: id) { $0.properties = [Property("author", .text, "A & B")] }
    }
    try session.attach(Array("A file".utf8), named: "a.txt", to: id)
    try session.link(id, to: try session.note(named: "Note 79").id)
    try session.save()
  }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// What is told of a note, or the error's code.
  private func told(_ name: String, _ cache: IndexCache?) throws -> [String] {
    do {
      let shown = try ShownNote(name, of: bundle, cache: cache)
      let links = try LinkGraph(bundle, of: name, orphans: false, cache: cache)
      return [
        try json(shown.summary), "\(shown.properties)", String(decoding: shown.text, as: UTF8.self),
        try json(links),
      ]
    } catch let error as SlipError {
      return [error.code ?? "", error.message] + error.candidates
    }
  }

  private func expectSameAnswers() throws {
    let all = try OpenBundle(bundle).box.noteIDs.map(\.description)
    let ids = all.indices.filter { $0 % 7 == 0 }.map { all[$0] }
    let beginnings = ids.map { String($0.prefix(6)) }
    for name in ids + beginnings + [
      "Note 1", "note 12", "Hives/Note 13", "Émile", "emile", "Work/émile _x0041_", "Nothing", "", "Note 79",
      "ffff",
    ] {
      #expect(try told(name, cache) == told(name, nil), "\(name)")
    }
    for limit in [nil, 0, 1, 3] {
      #expect(
        try json(OpenBundle.log(of: bundle, limit: limit, cache: cache))
          == json(OpenBundle.log(of: bundle, limit: limit, cache: nil)))
    }
    for (folder, status) in [(nil, nil), ("Hives", nil), (nil, Note.Status.draft)]
      as [(String?, Note.Status?)]
    {
      for (offset, limit) in [(0, nil), (0, 10), (3, 4), (88, 10), (0, 0)] as [(Int, Int?)] {
        for (sort, predicate) in [("", nil), ("-title", nil), ("", "title CONTAINS '1'")]
          as [(String, String?)]
        {
          for hasRelations in [true, false] {
            var request = ListRequest(clock: clock)
            (request.filter.folder, request.filter.status) = (folder, status)
            (request.query.offset, request.query.limit) = (offset, limit)
            (request.query.sort, request.query.predicate) = (SortKey.list(sort), predicate)
            request.hasRelations = hasRelations
            let (a, b) = (try request.run(bundle, cache: cache), try request.run(bundle, cache: nil))
            #expect(a.count == b.count)
            #expect(try json(a.summaries()) == json(b.summaries()))
          }
        }
      }
    }
  }

  @Test func answersAreTheSameWithAnIndex() throws {
    _ = try cache.build(bundle)
    #expect(try BundleExcerpt.around("Émile _x0041_", in: bundle, cache: cache) != nil)
    #expect(try BundleExcerpt.log(of: bundle, limit: nil, cache: cache)?.count == 2)
    try expectSameAnswers()
    // The index follows a change.
    var session = try EditSession(opening: bundle)
    let id = try session.note(named: "Note 79").id
    try session.edit { box throws(SlipError) in
      try box.update(note: id) { ($0.title, $0.order) = ("Another", -5) }
    }
    try session.save()
    #expect(try BundleExcerpt.around("another", in: bundle, cache: cache)?.note.title == "Another")
    try expectSameAnswers()
  }

  @Test func aManifestOfAnotherFormIsReadWhole() throws {
    let file = URL(fileURLWithPath: bundle + "/manifest.xml")
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    // An element of another program at the end, and single quotes.
    let other = text.replacingOccurrences(
      of: "xmlns=\"urn:slipbox:manifest\"", with: "xmlns='urn:slipbox:manifest'")
    try Data(other.utf8).write(to: file)
    try FileManager.default.removeItem(atPath: bundle + "/manifest.sha256")
    _ = try cache.build(bundle)
    #expect(try BundleExcerpt.around("Émile _x0041_", in: bundle, cache: cache) == nil)
    try expectSameAnswers()
  }

  @Test func aSecondSearchMakesAnIndex() throws {
    func search() throws -> FoundNotes { try FindRequest("wax", clock: clock).search(bundle, cache: cache) }
    let location = try BundleLocator.locate(bundle)
    #expect(try search().madeIndex == false)
    // A small bundle needs none.
    #expect(try search().madeIndex == false)
    cache.noteSearch(of: location, notes: IndexCache.manyNotes + 1)
    #expect(try search().madeIndex)
    #expect(try cache.status(bundle).state == .fresh)
    #expect(try search().madeIndex == false)
    // Who removes it doesn't want another one.
    #expect(try cache.drop(bundle))
    cache.noteSearch(of: location, notes: IndexCache.manyNotes + 1)
    #expect(try search().madeIndex == false)
    #expect(try cache.status(bundle).state == .missing)
  }

  @Test func filesOfBundlesThatAreGoneAreRemoved() throws {
    let gone = directory.path("gone.slipbox")
    try FileManager.default.copyItem(atPath: bundle, toPath: gone)
    let index = try cache.build(gone).index
    let site = try cache.site(of: gone)
    try FileManager.default.createDirectory(atPath: site, withIntermediateDirectories: true)
    try FileManager.default.removeItem(atPath: gone)
    #expect(FileManager.default.fileExists(atPath: index))
    _ = try cache.build(bundle)
    #expect(!FileManager.default.fileExists(atPath: index))
    #expect(!FileManager.default.fileExists(atPath: site))
    #expect(try cache.status(bundle).state == .fresh)
  }

  @Test func droppingRemovesTheSite() throws {
    _ = try cache.build(bundle)
    let site = try cache.site(of: bundle)
    try FileManager.default.createDirectory(atPath: site, withIntermediateDirectories: true)
    #expect(try cache.drop(bundle))
    #expect(!FileManager.default.fileExists(atPath: site))
  }
}
