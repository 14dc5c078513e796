import Foundation
import SlipBase
import SlipFiles
import SlipHTTP
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipboxKit
@testable import SlipSync

/// Titles and names have a bound, wherever they come from.
@Suite struct NameLimitTests {
  static let long = String(repeating: "T", count: 70_000)

  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func edit(_ change: (inout EditSession) throws(SlipError) -> Void) throws {
    var request = EditRequest(bundle: directory.path("b.slipbox"))
    request.createsBundle = true
    _ = try request.run { session throws(SlipError) in try change(&session) }
  }

  @Test func editsRefuseLongNames() throws {
    try edit { session throws(SlipError) in _ = try session.create(NoteDraft(title: "a")) }
    let note = try OpenBundle(directory.path("b.slipbox")).note(named: "a").id
    let before = directory.text("b.slipbox/manifest.xml")
    func expectRefused(_ change: (inout EditSession) throws(SlipError) -> Void) {
      #expect(slipError { try edit(change) }?.code == KitCode.nameTooLong)
    }
    expectRefused { session throws(SlipError) in _ = try session.create(NoteDraft(title: Self.long)) }
    expectRefused { session throws(SlipError) in
      var edit = NoteEdit()
      edit.title = Self.long
      try edit.apply(to: [note], in: &session)
    }
    expectRefused { session throws(SlipError) in _ = try session.addFolder("x/" + Self.long) }
    expectRefused { session throws(SlipError) in _ = try session.addKeyword(Self.long) }
    expectRefused { session throws(SlipError) in try session.attach([1, 2], named: Self.long, to: note) }
    #expect(directory.text("b.slipbox/manifest.xml") == before)
  }

  @Test func importsCutLongTitles() throws {
    try directory.write("n/a.rtf", "{\\rtf1{\\info{\\title \(Self.long)}}x}")
    try directory.write("n/v/.obsidian/app.json", "{}")
    try directory.write("n/v/B.md", "---\ntitle: \(Self.long)\n---\nx")
    try directory.write("n/c.html", "<title>\(Self.long)</title><p>x")
    var request = ImportRequest(inputs: [directory.path("n")])
    request.target = .at(directory.path("n.slipbox"))
    let outcome = try request.run()
    #expect(outcome.noteCount == 3)
    #expect(outcome.diagnostics.contains { $0.code == "SBXG250" })
    let titles = try OpenBundle(directory.path("n.slipbox")).box.notes.map(\.title.utf8.count)
    #expect(titles.allSatisfy { $0 <= Limits().nameBytes })
    #expect(try !request.run().isChanged)
  }

  @Test func documentsWithLongTitlesAreRefused() throws {
    let note =
      #"{"id": "11111111-1111-4111-8111-000000000001", "title": "\#(Self.long)", "body": "b", "format": "text"}"#
    try directory.write(
      "x.json", #"{"format": "urn:slipbox:box:1", "version_token": "1", "notes": [\#(note)]}"#)
    let code = slipError {
      _ = try BoxJSONImport(input: directory.path("x.json"), output: directory.path("j.slipbox")).run()
    }?.code
    #expect(code == KitCode.nameTooLong)
    var sync = SyncRequest(
      bundle: directory.path("s.slipbox"), feed: directory.path("x.json"), world: SyncBench.world)
    sync.createsBundle = true
    #expect(slipError { _ = try sync.run() }?.code == KitCode.nameTooLong)
  }
}

/// The pages of a feed are bounded together, and don't stay in memory.
@Suite struct FeedPagesTests {
  private func feed(_ directory: TemporaryDirectory, pages: Int, length: Int) throws {
    for page in 0..<pages {
      let name = page == 0 ? "feed.json" : "p\(page).json"
      let next = page + 1 < pages ? #", "next": "p\#(page + 1).json""# : ""
      let note = #"{"id": \#(page), "title": "N\#(page)", "format": "text", "body": "text of \#(page)"}"#
      let blank = String(repeating: " ", count: length)
      try directory.write("feed/" + name, #"{"version_token": 1, \#(blank) "notes": [\#(note)]\#(next)}"#)
    }
  }

  @Test func manyPagesAreOneFeed() throws {
    let directory = try TemporaryDirectory()
    try feed(directory, pages: 60, length: 700_000)
    var request = SyncRequest(
      bundle: directory.path("s.slipbox"), feed: directory.path("feed"), world: SyncBench.world)
    request.createsBundle = true
    #expect(try request.run().added == 60)
    let bundle = try OpenBundle(directory.path("s.slipbox"))
    for note in bundle.box.notes {
      let text = String(decoding: try bundle.mirror(of: note), as: UTF8.self)
      #expect(text.hasPrefix("text of \(note.title.dropFirst())"))
    }
  }

  @Test func allPagesTogetherHaveABound() throws {
    let directory = try TemporaryDirectory()
    try feed(directory, pages: 10, length: 1_000)
    var request = SyncRequest(
      bundle: directory.path("s.slipbox"), feed: directory.path("feed"), world: SyncBench.world)
    request.createsBundle = true
    request.limits.feedBytes = 5_000
    #expect(slipError { _ = try request.run() } != nil)
    #expect(!directory.exists("s.slipbox"))
  }
}

/// A feed has a bound on its pages: each of them may name another one, without an end.
@Suite struct FeedPageLimitTests {
  private final class Endless: HTTPTransport, @unchecked Sendable {
    var requests = 0
    func get(_ url: String, headers: [(String, String)], _ limits: HTTPLimits) -> HTTPTry {
      requests += 1
      var answer = HTTPAnswer(status: 200)
      answer.body = FileBytes(Array(#"{"notes": [], "next": "p\#(requests).json"}"#.utf8))
      return .answer(answer)
    }
  }

  @Test func pagesEnd() throws {
    let directory = try TemporaryDirectory()
    let server = Endless()
    var request = SyncRequest(
      bundle: directory.path("s.slipbox"), feed: "http://feed.test/feed.json", world: SyncBench.world)
    (request.createsBundle, request.transport) = (true, server)
    request.limits.feedPages = 20
    #expect(slipError { _ = try request.run() }?.code == HTTPCode.tooManyPages)
    #expect(server.requests == 20 && !directory.exists("s.slipbox"))
    #expect(Limits().feedPages <= 10_000)
  }
}

/// The text of a note in JSON has a bound, because it is in memory several times.
@Suite struct JSONTextLimitTests {
  @Test(arguments: ["text", "rtf"]) func longTextsAreRefused(_ format: String) throws {
    let directory = try TemporaryDirectory()
    let words = String(repeating: "word ", count: 2_000)
    let body = format == "rtf" ? "{\\\\rtf1 \(words)}" : words
    let note =
      #"{"id": "11111111-1111-4111-8111-000000000001", "title": "a", "body": "\#(body)", "format": "\#(format)", "text": "\#(words)"}"#
    try directory.write(
      "x.json", #"{"format": "urn:slipbox:box:1", "version_token": "1", "notes": [\#(note)]}"#)
    for limit in [100, 9_000, 20_000] {
      var request = BoxJSONImport(input: directory.path("x.json"), output: directory.path("\(limit).slipbox"))
      request.limits.jsonTextBytes = limit
      var sync = SyncRequest(
        bundle: directory.path("s\(limit).slipbox"), feed: directory.path("x.json"), world: SyncBench.world)
      sync.createsBundle = true
      sync.limits.jsonTextBytes = limit
      if limit < 10_000 {
        #expect(slipError { _ = try request.run() }?.code == KitCode.textTooLong)
        #expect(slipError { _ = try sync.run() }?.code == KitCode.textTooLong)
      } else {
        #expect(try request.run() == 1)
        #expect(try sync.run().added == 1)
      }
    }
  }
}
