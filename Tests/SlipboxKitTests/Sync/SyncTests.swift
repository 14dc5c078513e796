import Foundation
import SlipBase
import SlipFiles
import SlipHTTP
import SlipNotes
import SlipTestSupport
@testable import SlipboxKit
@testable import SlipSync
import Testing

/// Change sets of any server, and what happens where both sides change.
@Suite struct SyncTests {
  private func note(_ bench: SyncBench, _ title: String) throws -> Note {
    try OpenBundle(bench.client).note(named: title)
  }

  private func titles(_ bench: SyncBench) throws -> [String] {
    try OpenBundle(bench.client).box.notes.map(\.title).sorted()
  }

  @Test func partialObjectsLeaveTheRest() throws {
    let bench = try SyncBench()
    try bench.sync(
      json: """
        {"versionToken": 1, "folders": [{"id": 5, "name": "Hives"}],
         "notes": [{"id": 7, "title": "Swarm", "body": "One", "format": "text", "folder": 5, "isFavorite": true,
                    "favorite": true, "keywords": ["bees/queens"]}]}
        """)
    var swarm = try note(bench, "Swarm")
    #expect(swarm.isFavorite && swarm.folder != nil && swarm.keywords.count == 1)
    try bench.sync(json: #"{"version_token": 2, "base_token": 1, "notes": [{"id": 7, "title": "Swarms"}]}"#)
    swarm = try note(bench, "Swarms")
    #expect(swarm.isFavorite && swarm.folder != nil && swarm.keywords.count == 1)
    #expect(String(decoding: try OpenBundle(bench.client).mirror(of: swarm), as: UTF8.self).contains("One"))
    try bench.sync(
      json:
        #"{"version_token": 3, "base_token": 2, "notes": [{"id": 7, "folder": null, "favorite": null, "keywords": []}]}"#
    )
    swarm = try note(bench, "Swarms")
    #expect(!swarm.isFavorite && swarm.folder == nil && swarm.keywords == [])
    try bench.sync(
      json: #"{"version_token": 4, "base_token": 3, "deleted": {"notes": [7], "folders": ["5"]}}"#)
    #expect(try titles(bench) == [])
    #expect(try OpenBundle(bench.client).box.folderCount == 0)
    #expect(try OpenBundle(bench.client).box.origins.first?.token == "4")
    #expect(try SyncBench.errors(bench.client) == [])
  }

  @Test func foreignFeedsAreReadThroughAMapping() throws {
    let bench = try SyncBench()
    let mapping = try SyncMapping(
      Array(
        """
        [feed]
        version_token = "meta_version"
        [events]
        id = "note.id"
        title = "note.title"
        description = "note.body.markdown"
        location = "note.folder"
        starts_at = "note.created"
        venue.city = "note.property.place"
        seats = "note.property.seats:number"
        [locations]
        name = "folder.name"
        """.utf8), file: "m.toml")
    try bench.sync(
      json: """
        {"meta_version": "a", "locations": [{"id": 1, "name": "Hall"}],
         "events": [{"id": 3, "title": "Talk", "description": "On *bees*", "location": {"id": 1}, "starts_at": 86400,
                     "venue": {"city": "Jena"}, "seats": 30},
                    {"id": 4, "title": "Walk", "location": {"id": 2, "name": "Wood"}}]}
        """
    ) { $0.mapping = mapping }
    let box = try OpenBundle(bench.client).box
    let talk = try note(bench, "Talk")
    #expect(talk.folder.map { box.path(of: $0) } == ["Hall"])
    #expect(try note(bench, "Walk").folder.map { box.path(of: $0) } == ["Wood"])
    #expect(talk.created == Timestamp(seconds: 86400, microseconds: 0))
    #expect(talk.properties.map(\.value).sorted() == ["30", "Jena"])
    #expect(box.origins.first?.token == "a")
    try bench.sync(json: #"{"meta_version": "b", "base_token": "a", "deleted": {"events": [4]}}"#) {
      $0.mapping = mapping
    }
    #expect(try titles(bench) == ["Talk"])
  }

  @Test(arguments: SyncPolicy.allCases)
  func policiesDecideWhereBothChanged(policy: SyncPolicy) throws {
    var bench = try SyncBench()
    func set(_ title: String, _ token: Int) -> String {
      #"{"version_token": \#(token), "base_token": \#(token - 1), "notes": [{"id": 7, "title": "\#(title)", "status": "review", "body": "Text", "format": "text", "modified": "2040-01-01T00:00:00Z"}]}"#
    }
    try bench.sync(json: set("Old", 1).replacing(#""base_token": 0, "#, with: ""))
    let id = try note(bench, "Old").id
    try bench.edit(bench.client) { session in
      try session.edit { (box) throws(SlipError) in
        try box.update(note: id) { ($0.title, $0.isFavorite) = ("Mine", true) }
      }
    }
    let outcome = try bench.sync(json: set("Theirs", 2)) { $0.policy = policy }
    #expect(outcome.conflicts.map(\.field) == ["title"])
    switch policy {
    case .feed, .newest: #expect(try titles(bench) == ["Theirs"])
    case .box: #expect(try titles(bench) == ["Mine"])
    case .both: #expect(try titles(bench) == ["Mine", "Theirs"])
    }
    let box = try OpenBundle(bench.client).box
    #expect(box.note(id)?.isFavorite == true, "what only the user changed stays")
    #expect(try SyncBench.errors(bench.client) == [])
    // The next change of the feed concerns the feed's note.
    try bench.sync(json: set("Later", 3)) { $0.policy = policy }
    #expect(try titles(bench).contains("Later") == (policy != .box))
  }

  @Test func deletedNotesStayDeletedAndChangedOnesStay() throws {
    var bench = try SyncBench()
    try bench.sync(
      json:
        #"{"version_token": 1, "notes": [{"id": 1, "title": "A"}, {"id": 2, "title": "B"}, {"id": 3, "title": "C"}]}"#
    )
    let (a, b) = (try note(bench, "A").id, try note(bench, "B").id)
    try bench.edit(bench.client) { session in
      _ = try session.delete(note: a)
      try session.edit { (box) throws(SlipError) in try box.update(note: b) { $0.title = "Mine" } }
    }
    let outcome = try bench.sync(
      json:
        #"{"version_token": 2, "base_token": 1, "notes": [{"id": 1, "title": "A2"}], "deleted": {"notes": [2, 3]}}"#
    ) { $0.policy = .both }
    #expect(outcome.buried == 1 && outcome.deleted == 1)
    #expect(outcome.conflicts.map(\.field) == ["deletion"])
    #expect(try titles(bench) == ["Mine"])
    #expect(try note(bench, "Mine").source == nil, "it is the user's own now")
  }

  @Test func whatADocumentDoesNotListIsNotGone() throws {
    let bench = try SyncBench()
    try bench.sync(
      json: #"{"version_token": 1, "notes": [{"id": 1, "title": "A"}], "folders": [{"id": 2, "name": "F"}]}"#)
    #expect(try bench.sync(json: #"{"version_token": 2, "folders": []}"#).deleted == 0)
    #expect(try titles(bench) == ["A"])
    #expect(try OpenBundle(bench.client).box.folderCount == 0)
    #expect(try bench.sync(json: #"{"version_token": 3, "notes": []}"#).deleted == 1)
  }

  @Test func restoredNotesComeBack() throws {
    var bench = try SyncBench()
    let text = #"{"version_token": 1, "notes": [{"id": 1, "title": "A"}, {"id": 2, "title": "B"}]}"#
    try bench.sync(json: text)
    let id = try note(bench, "A").id
    try bench.edit(bench.client) { session in _ = try session.delete(note: id) }
    try bench.sync(json: text)
    #expect(try titles(bench) == ["B"])
    try bench.edit(bench.client) { session in
      let error = #expect(throws: SlipError.self) { try session.restore(named: ["none"]) }
      #expect(error?.code == KitCode.noTombstone)
      #expect(session.restore { _ in true }.count == 1)
    }
    try bench.sync(json: text)
    #expect(try titles(bench) == ["A", "B"])
  }

  @Test func aFullComparisonDeletesWhatVanished() throws {
    let bench = try SyncBench()
    let all = (1...30).map { #"{"id": \#($0), "title": "N\#($0)"}"# }
    try bench.sync(json: "{\"version_token\": 1, \"notes\": [\(all.joined(separator: ","))]}")
    let most = "{\"version_token\": 2, \"notes\": [\(all.prefix(25).joined(separator: ","))]}"
    #expect(try bench.sync(json: most).deleted == 5)
    let few = "{\"version_token\": 3, \"notes\": [\(all.prefix(2).joined(separator: ","))]}"
    let error = try #require(slipError { try bench.sync(json: few) })
    #expect(error.code == "SBXG208")
    #expect(try bench.sync(json: few) { $0.prunesAll = true }.deleted == 23)
  }

  @Test(arguments: [
    #"{"version_token": 2, "notes": [{"id": 1, "title": 7}]}"#, #"{"notes": [{"title": "x"}]}"#,
    #"{"notes": [{"id": 1, "folder": 9}]}"#,
    #"{"notes": [{"id": 1, "keywords": ["00000021-0000-4000-8000-000000000021"]}]}"#,
    #"{"notes": [{"id": 1, "body": "x", "format": "pdf"}]}"#, #"{"notes": [{"id": 1, "body": "x"}]}"#,
    #"{"folders": [{"id": 1, "name": "a", "parent": 2}, {"id": 2, "name": "b", "parent": 1}]}"#,
    #"{"folders": [{"id": 1, "name": "a", "parent": 1}]}"#,
    #"{"keywords": [{"id": 1, "name": "a", "parent": 1}]}"#,
    #"{"notes": [{"id": 1, "created": "yesterday"}]}"#, #"{"notes": [{"id": 1"#, "[]", "",
    "{\"next\": \"../x.json\"}",
    #"{"next": "feed.json"}"#, #"{"next": "none.json"}"#,
    #"{"notes": [{"id": 1, "attachments": [{"sha256": "ab"}]}]}"#,
    #"{"error": "Down for maintenance"}"#, #"{"version_token": 2, "notes": {"x": 1}}"#,
    #"{"version_token": 2, "notes": [{"id": 1, "title": "A", "links": [99]}]}"#,
    "{\"box\": {\"version_token\": 2, \"object_count\": 2}}\n{\"note\": {\"id\": 1, \"title\": \"B\"}}\n",
    #"{"version_token": 2, "base_token": 77}"#, #"{"deleted": []}"#, #"{"expired": true}"#,
  ])
  func badChangeSetsChangeNothing(text: String) throws {
    let bench = try SyncBench()
    try bench.sync(json: #"{"version_token": 1, "notes": [{"id": 1, "title": "A"}]}"#)
    let before = try SyncBench.files(bench.client)
    let error = try #require(slipError { try bench.sync(json: text) })
    #expect(error.location?.file?.hasSuffix("feed.json") == true || error.code == "SBXG160", "\(error)")
    #expect(try SyncBench.files(bench.client) == before)
  }

  /// Pages in any order, some of them twice.
  @Test(arguments: LawSize.seeds("SLIPBOX_SYNC_SEEDS", 8))
  func theOrderOfPagesMakesNoDifference(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let pieces = [
      #""folders": [{"id": 2, "name": "Inner", "parent": 1}]"#, #""folders": [{"id": 1, "name": "Outer"}]"#,
      #""notes": [{"id": 1, "title": "A", "folder": 2, "links": [2]}]"#,
      #""notes": [{"id": 2, "title": "B", "keywords": [4]}]"#,
      #""keywords": [{"id": 4, "name": "below", "parent": 3}]"#, #""keywords": [{"id": 3, "name": "top"}]"#,
      #""deleted": {"notes": [9]}"#,
    ]
    func run(_ pages: [String]) throws -> [String: String] {
      let bench = try SyncBench()
      for (index, page) in pages.enumerated().dropFirst() {
        let next = index + 1 < pages.count ? #", "next": "p\#(index + 1).json""# : ""
        try bench.directory.write("p\(index).json", "{\(page)\(next)}")
      }
      let next = pages.count > 1 ? #", "next": "p1.json""# : ""
      try bench.sync(json: "{\"version_token\": 1, \(pages[0])\(next)}")
      #expect(try SyncBench.errors(bench.client) == [])
      return try SyncBench.projection(bench.client)
    }
    let expected = try run(pieces)
    #expect(expected.count == 5)
    let shuffled = (pieces + [pieces.randomElement(using: &generator) ?? ""]).shuffled(using: &generator)
    #expect(try run(shuffled) == expected)
  }

  /// A client that saves the token before the data loses an update when it dies between. Here both are one.
  @Test func theTokenNeverRunsAhead() throws {
    var bench = try SyncBench()
    try bench.edit(bench.server) { session in _ = try session.create(NoteDraft(title: "A")) }
    try bench.publish()
    try bench.sync()
    try bench.edit(bench.server) { session in _ = try session.create(NoteDraft(title: "B")) }
    try bench.publish()
    // The naive client: the token is there, the data are not.
    let naive = bench.directory.path("naive.slipbox")
    try FileManager.default.copyItem(atPath: bench.client, toPath: naive)
    let token = FeedToken.of(try OpenBundle(bench.server).box)
    try bench.edit(naive) { session in
      try session.edit { (box) throws(SlipError) in box.origins[0].token = token }
    }
    var request = SyncRequest(bundle: naive, feed: bench.feed, world: SyncBench.world)
    request.policy = .feed
    #expect(try !request.run().isChanged)
    #expect(try OpenBundle(naive).box.notes.map(\.title) == ["A"], "it has lost an update")
    try bench.sync()
    #expect(try titles(bench) == ["A", "B"])
  }

  @Test func anIdleFeedIsOneSmallRequest() throws {
    final class Server: HTTPTransport, @unchecked Sendable {
      var requests: [[String]] = []
      func get(_ url: String, headers: [(String, String)], _ limits: HTTPLimits) -> HTTPTry {
        requests.append([url] + headers.map { "\($0.0): \($0.1)" })
        var answer = HTTPAnswer(status: headers.contains { $0.0 == "If-None-Match" } ? 304 : 200)
        answer.headers["etag"] = "\"v1\""
        answer.body = FileBytes(Array(#"{"notes": [{"id": 1, "title": "A"}]}"#.utf8))
        return .answer(answer)
      }
    }
    let bench = try SyncBench()
    let server = Server()
    for _ in 0..<2 {
      try bench.sync {
        $0.feed = "http://a.test/notes"
        $0.transport = server
        $0.headers = [("Authorization", "geheim")]
      }
    }
    #expect(server.requests.count == 2)
    #expect(server.requests[1] == ["http://a.test/notes", "Authorization: geheim", "If-None-Match: \"v1\""])
    let manifest = String(decoding: try OpenBundle(bench.client).storage.read("manifest.xml"), as: UTF8.self)
    #expect(!manifest.contains("geheim") && manifest.contains("http://a.test/notes"))
  }

  @Test func whereNothingIsNewNothingIsWritten() throws {
    var bench = try SyncBench()
    try bench.edit(bench.server) { _ = try $0.create(NoteDraft(title: "Swarm", body: .text("One"))) }
    try bench.publish()
    #expect(try bench.sync().isChanged)
    // Not even a lock is taken: it would be in the folder of the bundle.
    let folder = bench.directory.url.path
    let before = try FileSystem.status(folder)?.modified
    #expect(try !bench.sync().isChanged)
    #expect(try before != nil && FileSystem.status(folder)?.modified == before)
    #expect(try titles(bench) == ["Swarm"])
  }

  @Test func tokensAreAppendedToTheAddress() throws {
    final class Server: HTTPTransport, @unchecked Sendable {
      var urls: [String] = []
      func get(_ url: String, headers: [(String, String)], _ limits: HTTPLimits) -> HTTPTry {
        urls.append(url)
        var answer = HTTPAnswer(status: url.hasSuffix("/7%2Fa?key=geheim") ? 410 : 200)
        answer.body = FileBytes(
          Array(
            #"{"version_token": "\#(urls.count == 1 ? "7/a" : "8")", "notes": [{"id": 1, "title": "A\#(urls.count)"}]}"#
              .utf8))
        return .answer(answer)
      }
    }
    let bench = try SyncBench()
    let server = Server()
    for _ in 0..<2 {
      try bench.sync {
        $0.feed = "https://a.test/notes?key=geheim"
        $0.transport = server
      }
    }
    #expect(
      server.urls == [
        "https://a.test/notes?key=geheim", "https://a.test/notes/7%2Fa?key=geheim",
        "https://a.test/notes?key=geheim",
      ])
    #expect(try titles(bench) == ["A3"])
  }

  @Test func filesMoveFromNoteToNoteInOneDelta() throws {
    var bench = try SyncBench()
    try bench.edit(bench.server) { session in
      for name in ["one", "two"] {
        let note = try session.create(NoteDraft(title: name))
        try session.attach(Array(name.utf8), named: name + ".txt", to: note)
      }
    }
    try bench.publish()
    try bench.sync()
    try bench.edit(bench.server) { session in
      for (name, other) in [("one", "two"), ("two", "one")] {
        let note = try session.note(named: name)
        try session.setBody(of: note.id, .text("new"))
        let uses = session.box.note(note.id)?.attachments ?? []
        for use in uses { try session.detach(use.name, from: note.id) }
        try session.attach(Array(other.utf8), named: other + ".txt", to: note.id)
      }
    }
    try bench.publish()
    try bench.sync()
    #expect(try bench.differences() == [])
    #expect(try SyncBench.errors(bench.client) == [])
  }

  /// A keyword gets the name of one that goes in the same delta. Where the user's own note keeps the old one, that gets
  /// a number.
  @Test(arguments: [false, true])
  func namesOfKeywordsChangeHands(isInUse: Bool) throws {
    let bench = try SyncBench()
    try bench.sync(
      json: #"""
        {"version_token": "1", "keywords": [{"id": "a", "name": "bees"}, {"id": "b", "name": "wasps"}],
          "notes": [{"id": 1, "title": "A", "keywords": ["a"]}, {"id": 2, "title": "B", "keywords": ["b"]}]}
        """#)
    if isInUse {
      var session = try EditSession(opening: bench.client)
      _ = try session.create(NoteDraft(title: "Mine", keywords: ["bees"]))
      try session.save()
    }
    try bench.sync(
      json: #"""
        {"version_token": "2", "base_token": "1", "keywords": [{"id": "b", "name": "bees"}],
          "notes": [{"id": 1, "keywords": []}], "deleted": {"keywords": ["a"]}}
        """#)
    let box = try OpenBundle(bench.client).box
    #expect(box.keywords.map(\.name).sorted() == (isInUse ? ["bees", "bees 2"] : ["bees"]))
    let other = try #require(box.keyword(atPath: "bees"))
    #expect(box.notes(with: other.id).compactMap { box.note($0)?.title } == ["B"])
    #expect(try SyncBench.errors(bench.client) == [])
  }
}
