import Foundation
import SlipBase
import SlipFiles
import SlipHTTP
import SlipNotes
import SlipTestSupport
import SlipboxKit
import Testing

/// What becomes of a change whose client stops half-way: beside a client that saves the token before the data.
@Suite struct NaiveClientTests {
  /// A client as many programs have it: it saves the token when the answer has come, and then its objects.
  private struct NaiveClient {
    var token: String?
    var titles: [String: String] = [:]

    mutating func sync(_ server: FileServer) throws {
      let document = token.map { "since-\($0).json" } ?? "feed.json"
      let answer = try server.bytes(document)
      let json = try #require(try JSONSerialization.jsonObject(with: answer) as? [String: Any])
      token = json["version_token"] as? String
      for attachment in json["attachments"] as? [[String: Any]] ?? [] {
        _ = try server.bytes(try #require(attachment["path"] as? String))
      }
      for note in json["notes"] as? [[String: Any]] ?? [] {
        let id = try #require(note["id"] as? String)
        titles[id] = note["title"] as? String
      }
    }
  }

  /// A server of files whose attachments can't be reached for a while.
  private final class FileServer: HTTPTransport, @unchecked Sendable {
    struct Gone: Error {}

    let folder: String
    var isDown = false

    init(_ folder: String) { self.folder = folder }

    func bytes(_ path: String) throws -> Data {
      if isDown && path.contains("attachments/") { throw Gone() }
      return try Data(contentsOf: URL(fileURLWithPath: folder + "/" + path))
    }

    func get(_ url: String, headers: [(String, String)], _ limits: HTTPLimits) -> HTTPTry {
      guard let data = try? bytes(url.replacing("http://feed.test/", with: "")) else {
        return .lasting("the server is gone")
      }
      var answer = HTTPAnswer(status: 200)
      answer.body = FileBytes([UInt8](data))
      return .answer(answer)
    }
  }

  @Test func aTokenNeverRunsAheadOfItsData() throws {
    var bench = try SyncBench()
    let server = FileServer(bench.feed)
    var naive = NaiveClient()
    func ours() throws {
      try bench.sync {
        $0.feed = "http://feed.test/feed.json"
        $0.transport = server
        $0.originName = "server"
      }
    }
    try bench.edit(bench.server) { _ = try $0.create(NoteDraft(title: "First")) }
    try bench.publish()
    try ours()
    try naive.sync(server)

    try bench.edit(bench.server) { session in
      let note = try session.create(NoteDraft(title: "With a file"))
      try session.attach(Array("file".utf8), named: "a.txt", to: note)
    }
    try bench.publish()
    server.isDown = true
    #expect(throws: SlipError.self) { try ours() }
    #expect(throws: FileServer.Gone.self) { try naive.sync(server) }

    try bench.edit(bench.server) { _ = try $0.create(NoteDraft(title: "Last")) }
    try bench.publish()
    server.isDown = false
    try ours()
    try naive.sync(server)
    #expect(try OpenBundle(bench.client).box.notes.map(\.title).sorted() == ["First", "Last", "With a file"])
    #expect(try bench.differences() == [])
    #expect(naive.titles.values.sorted() == ["First", "Last"], "the naive client has lost an update")
  }
}
