import Foundation
import SlipBase
import SlipQuery
import SlipTestSupport
import SlipboxKit
import Testing

/// What lists and searches do with an index that is damaged, or of another version of the program.
@Suite struct DamagedIndexTests {
  @Test(arguments: ["bits", "header", "end", "nothing"])
  func aDamagedIndexIsMadeAnewAndTheAnswerIsRight(damage: String) throws {
    let directory = try TemporaryDirectory()
    for number in 0..<30 {
      try directory.write("notes/\(number).txt", "Title \(number)\n\n\(number % 3 == 0 ? "honey" : "wax")\n")
    }
    let path = directory.path("b.slipbox")
    var request = ImportRequest(inputs: [directory.path("notes")])
    request.target = .at(path)
    _ = try request.run()
    let cache = IndexCache(directory: directory.path("cache"))
    let status = try cache.build(path)
    let file = URL(fileURLWithPath: status.index)
    var bytes = try Data(contentsOf: file)
    switch damage {
    case "bits": for place in stride(from: 9000, to: bytes.count, by: 4000) { bytes[place] ^= 0x10 }
    case "header": bytes[60] ^= 1
    case "end": bytes.removeLast(20_000)
    default: bytes.removeAll()
    }
    try bytes.write(to: file)

    let clock = QueryClock(now: Timestamp(microseconds: 0))
    let found = try FindRequest("honey", clock: clock).search(path, cache: cache)
    #expect(found.count == 10)
    #expect(try found.hits.map { try found.note($0).title }.allSatisfy { $0.hasPrefix("Title ") })
    let list = try ListRequest(clock: clock).run(path, cache: cache)
    #expect(list.summaries().map(\.title).count == 30)
    #expect(try cache.status(path).state == .fresh)
    #expect(try cache.status(path).notes == 30)
  }
}
