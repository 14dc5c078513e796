import Foundation
import SlipBase
import SlipBundle
import SlipNotes
import SlipQuery
import SlipTestSupport
import Testing

@testable import SlipboxKit

/// An index of a bundle whose manifest has parts follows it by those that changed.
@Suite struct PartedIndexTests {
  private let directory: TemporaryDirectory
  private let bundle: String
  private let cache: IndexCache
  private let clock = QueryClock(now: Timestamp(microseconds: 0))

  private static func id(_ number: Int) -> UniqueID { UniqueID(high: 5, low: UInt64(number)) }

  init() throws {
    directory = try TemporaryDirectory()
    cache = IndexCache(directory: directory.path("cache"))
    bundle = directory.path("b.slipbox")
    let stage = try BundleStage.begin(at: bundle)
    var box = SlipBox()
    let keywords = ["bees", "wax", "plants"].map { box.findOrCreateKeyword(named: $0) }
    let folder = box.findOrCreateFolder(at: ["Hives"])
    for number in 0..<1_100 {
      let body = Array("{\\rtf1 Text \(number) wax\(number % 7)}".utf8)
      let mirror = Array("Text \(number) wax\(number % 7)".utf8)
      var note = Note(
        id: Self.id(number), title: "Note \(number)", body: FileFact(of: body), mirror: FileFact(of: mirror))
      note.order = number
      note.keywords = [keywords[number % 3]]
      if number % 2 == 0 { note.folder = folder }
      if number > 0 {
        note.links = [Self.id(number - 1)]
        note.manualLinks = [Self.id(number - 1)]
      }
      try stage.write(PayloadPath.body(note.id), body)
      try stage.write(PayloadPath.mirror(note.id), mirror)
      try box.insert(note)
    }
    _ = try stage.commit(manifestOf: box)
  }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// The whole list, and what some searches find.
  private func answers(_ cache: IndexCache?) throws -> [String] {
    let list = try ListRequest(clock: clock).run(bundle, cache: cache)
    let found = try ["wax3", "bees", "new", "renamed", "file", "in:Hives wax1"].map { search in
      do {
        let found = try FindRequest(search, clock: clock).search(bundle, cache: cache)
        return "\(found.count) \(found.hits.map(\.note))"
      } catch let error as SlipError {
        return error.message
      }
    }
    return [try json(list.summaries())] + found
  }

  private func edit(_ number: Int, _ session: inout EditSession) throws {
    let ids = session.box.notes.map(\.id)
    let id = ids[(number * 37) % ids.count]
    switch number % 10 {
    case 0:
      try session.edit { (box) throws(SlipError) in
        try box.update(note: id) { $0.title = "Renamed \(number)" }
      }
    case 1: try session.setBody(of: id, .text("A new text \(number)"))
    case 2:
      _ = try session.create(
        NoteDraft(title: "New \(number)", body: .text("new"), folder: "Hives", keywords: ["bees"]))
    case 3: _ = try session.edit { (box) throws(SlipError) in box.remove(note: id) }
    case 4: try session.attach(Array("A file \(number)".utf8), named: "file\(number).txt", to: id)
    case 5:
      try session.edit { (box) throws(SlipError) in
        let keyword = box.findOrCreateKeyword(named: "fresh \(number)")
        try box.update(note: id) { $0.keywords.append(keyword) }
      }
    case 6:
      try session.edit { (box) throws(SlipError) in
        if let keyword = box.keywords.first {
          try box.update(keyword: keyword.id) { $0.name = "renamed \(number)" }
        }
      }
    case 7:
      try session.edit { (box) throws(SlipError) in
        if let folder = box.folders.first {
          try box.update(folder: folder.id) { $0.name = "Hives \(number)" }
        }
      }
    case 8: try session.edit { (box) throws(SlipError) in try box.update(note: id) { $0.isFavorite = true } }
    default:
      try session.edit { (box) throws(SlipError) in
        for id in ids.prefix(300) { try box.update(note: id) { $0.status = .review } }
      }
    }
  }

  @Test func answersAreThoseWithoutAnIndex() throws {
    _ = try cache.build(bundle)
    for number in 0..<12 {
      var session = try EditSession(opening: bundle, date: Timestamp(seconds: 1_700_000_000 + Int64(number)))
      try edit(number, &session)
      try session.save()
      #expect(try answers(cache) == answers(nil), "\(number)")
    }
    let followed = try cache.status(bundle)
    #expect(followed.state == .fresh)
    // What was followed is what is made anew.
    let before = try answers(cache)
    #expect(try cache.build(bundle, anew: true).notes == followed.notes)
    #expect(try answers(cache) == before)
  }

  @Test func partsThatStayAreNotRead() throws {
    _ = try cache.build(bundle)
    var session = try EditSession(opening: bundle)
    try session.edit { (box) throws(SlipError) in
      try box.update(note: Self.id(1)) { $0.title = "Renamed" }
      box.remove(note: Self.id(2))
    }
    try session.save()
    // Reading this one would be an error.
    let part = bundle + "/" + ManifestPart.path(200)
    let bytes = try Data(contentsOf: URL(filePath: part))
    try Data(bytes.prefix(300)).write(to: URL(filePath: part))
    #expect(throws: SlipError.self) { try ListRequest(clock: clock).run(bundle, cache: nil) }
    let list = try ListRequest(clock: clock).run(bundle, cache: cache)
    #expect(list.count == 1_099)
    let titles = list.summaries().map(\.title)
    #expect(titles.contains("Renamed"))
    // New attachments concern notes of all parts.
    try bytes.write(to: URL(filePath: part))
    session = try EditSession(opening: bundle)
    try session.attach(Array("A file".utf8), named: "file.txt", to: Self.id(3))
    try session.save()
    #expect(try answers(cache) == answers(nil))
  }
}
