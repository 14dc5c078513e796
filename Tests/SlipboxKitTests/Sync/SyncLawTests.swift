import Foundation
import SlipBase
import SlipFiles
import SlipHTTP
import SlipNotes
import SlipTestSupport
@testable import SlipboxKit
@testable import SlipSync
import Testing

/// Boxes that are kept in step by feeds, whatever happens on the way.
@Suite struct SyncLawTests {
  @Test(arguments: LawSize.seeds("SLIPBOX_SYNC_SEEDS", 12))
  func aBoxFollowsAFeed(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed) * 7 + 1)
    var bench = try SyncBench()
    for round in 0..<6 {
      for _ in 0..<Int.random(in: 1...4, using: &generator) { try bench.change(bench.server, &generator) }
      // Now and then the token is too old.
      try bench.publish(deltas: Int.random(in: 0...6, using: &generator))
      if round % 3 == 2 { continue }
      let outcome = try bench.sync()
      let differences = try bench.differences()
      #expect(differences == [], "\(differences.joined(separator: "\n====\n"))")
      #expect(try OpenBundle(bench.client).box.origins.map(\.token) == [outcome.token])
      let files = try SyncBench.files(bench.client)
      #expect(try !bench.sync().isChanged)
      #expect(try SyncBench.files(bench.client) == files, "an idle synchronization writes nothing")
    }
    #expect(try SyncBench.errors(bench.client) == [])
  }

  /// A server that fails at random, by a schedule.
  private final class FaultyServer: HTTPTransport, @unchecked Sendable {
    let folder: TemporaryDirectory
    var generator: SeededGenerator
    /// Bodies that were served earlier, by path.
    var earlier: [String: [UInt8]] = [:]
    var requests = 0
    let calm: Bool

    init(_ folder: TemporaryDirectory, seed: UInt64, calm: Bool) {
      (self.folder, self.calm, generator) = (folder, calm, SeededGenerator(seed: seed))
    }

    func get(_ url: String, headers: [(String, String)], _ limits: HTTPLimits) -> HTTPTry {
      requests += 1
      let path = url.replacing("http://feed.test/", with: "")
      guard let data = try? Data(contentsOf: folder.url.appending(path: path)) else {
        return .answer(HTTPAnswer(status: path.contains("since") ? 410 : 404))
      }
      var answer = HTTPAnswer(status: 200)
      let body = [UInt8](data)
      answer.body = FileBytes(body)
      if calm { return .answer(answer) }
      defer { earlier[path] = body }
      switch Int.random(in: 0..<14, using: &generator) {
      case 0: return .answer(HTTPAnswer(status: 503))
      case 1:
        var patience = HTTPAnswer(status: 429)
        patience.headers["retry-after"] = "7"
        return .answer(patience)
      case 2: return .passing("connection reset")
      case 3: return .lasting("no such host")
      case 4:
        var part = answer
        part.body = FileBytes(Array(body.prefix(Int.random(in: 0...body.count, using: &generator))))
        return .answer(part)
      case 5: return .answer(HTTPAnswer(status: 410))
      case 6: return .answer(HTTPAnswer(status: 404))
      case 7: return .answer(HTTPAnswer(status: 500))
      case 8:
        var old = answer
        old.body = FileBytes(earlier[path] ?? body)
        return .answer(old)
      case 9:
        var damaged = answer
        if !body.isEmpty {
          var bytes = body
          bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= 1
          // Damage that is still JSON can't be told from another state; attachments have digests.
          if path.hasSuffix(".json") { bytes.removeLast(2) }
          damaged.body = FileBytes(bytes)
        }
        return .answer(damaged)
      case 10:
        var lost = HTTPAnswer(status: 302)
        lost.headers["location"] = "file:///etc/passwd"
        return .answer(lost)
      default: return .answer(answer)
      }
    }
  }

  /// Each synchronization ends in a state that the server had, with its token, or changes nothing.
  @Test(arguments: LawSize.seeds("SLIPBOX_SYNC_SEEDS", 12))
  func faultsNeverLeadBetween(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed) * 13 + 5)
    var bench = try SyncBench()
    var states: [[String: String]] = []
    let server = FaultyServer(bench.directory, seed: UInt64(seed), calm: false)
    for _ in 0..<5 {
      for _ in 0..<2 { try bench.change(bench.server, &generator) }
      try bench.publish(deltas: 4)
      states.append(try SyncBench.projection(bench.server))
      for _ in 0..<4 {
        let before = try SyncBench.files(bench.client)
        do {
          try bench.sync {
            $0.feed = "http://feed.test/feed/feed.json"
            $0.transport = server
            $0.originName = "server"
          }
          let now = try SyncBench.projection(bench.client)
          #expect(states.contains { $0 == now } as Bool)
        } catch {
          #expect(try SyncBench.files(bench.client) == before, "\(error)")
        }
      }
    }
    try bench.sync {
      $0.feed = "http://feed.test/feed/feed.json"
      $0.transport = FaultyServer(bench.directory, seed: 0, calm: true)
      $0.originName = "server"
    }
    let differences = try bench.differences()
    #expect(differences == [], "\(differences.joined(separator: "\n====\n"))")
    #expect(try SyncBench.errors(bench.client) == [])
  }

  /// What the user changes in other places than the feed stays; deletions stay.
  @Test(arguments: LawSize.seeds("SLIPBOX_SYNC_SEEDS", 8))
  func bothSidesChange(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed) * 31 + 2)
    var bench = try SyncBench()
    for _ in 0..<6 { try bench.change(bench.server, &generator) }
    try bench.publish()
    try bench.sync()
    for policy in SyncPolicy.allCases {
      for _ in 0..<3 { try bench.change(bench.server, &generator) }
      for _ in 0..<3 { try bench.change(bench.client, &generator) }
      try bench.publish()
      let outcome = try bench.sync { $0.policy = policy }
      #expect(try SyncBench.errors(bench.client) == [])
      #expect(try OpenBundle(bench.client).box.origins.first?.token == outcome.token)
      let files = try SyncBench.files(bench.client)
      #expect(try !bench.sync { $0.policy = policy }.isChanged)
      #expect(try SyncBench.files(bench.client) == files)
    }
  }
}
