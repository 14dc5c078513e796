import SlipBase
@testable import SlipHTTP
import Synchronization
import Testing

/// Retries, redirects and pauses, without a network.
@Suite struct HTTPClientTests {
  /// Answers by a list; the last one is repeated.
  private final class Script: HTTPTransport, @unchecked Sendable {
    private var steps: [HTTPTry]
    private(set) var urls: [String] = []
    private(set) var headers: [[String]] = []
    init(_ steps: [HTTPTry]) { self.steps = steps }

    func get(_ url: String, headers: [(String, String)], _ limits: HTTPLimits) -> HTTPTry {
      urls.append(url)
      self.headers.append(headers.map { "\($0.0): \($0.1)" })
      return steps.count > 1 ? steps.removeFirst() : steps[0]
    }
  }

  private static func answer(_ status: Int, _ headers: [String: String] = [:]) -> HTTPTry {
    var answer = HTTPAnswer(status: status)
    answer.headers = headers
    return .answer(answer)
  }

  /// Makes a request, and returns the pauses.
  private func run(
    _ script: Script, etag: String? = nil, random: Double = 1
  ) throws -> (status: Int, pauses: [Int]) {
    let address = try #require(HTTPAddress("http://a.test/feed"))
    let pauses = Pauses()
    let world = HTTPWorld(
      now: { Timestamp(seconds: 784_111_777, microseconds: 0) }, sleep: { pauses.add($0) },
      random: { random })
    do {
      let got = try HTTPClient(script, world, headers: [("Key", "geheim")]).get(address, etag: etag)
      return (got.answer.status, pauses.all)
    } catch {
      #expect(!error.description.contains("geheim"))
      throw error
    }
  }

  private final class Pauses: Sendable {
    private let list = Mutex<[Int]>([])
    func add(_ pause: Int) { list.withLock { $0.append(pause) } }
    var all: [Int] { list.withLock { $0 } }
  }

  @Test func passingFaultsAreTriedAgainWithGrowingPauses() throws {
    let script = Script([.passing("x"), Self.answer(503), .passing("x"), Self.answer(200)])
    let got = try run(script)
    #expect(got.status == 200 && got.pauses == [500, 1000, 2000])
    #expect(try run(Script([.passing("x"), Self.answer(200)]), random: 0).pauses == [250])
    #expect(script.headers.allSatisfy { $0 == ["Key: geheim"] })
  }

  /// All requests of a client have one end, and none may take more than what is left.
  @Test func allRequestsTogetherEnd() throws {
    final class Clock: HTTPTransport {
      let now = Mutex<Int64>(1_000)
      let totals = Mutex<[Int]>([])
      func get(_ url: String, headers: [(String, String)], _ limits: HTTPLimits) -> HTTPTry {
        now.withLock { $0 += 400 }
        totals.withLock { $0.append(limits.total) }
        return .answer(HTTPAnswer(status: 200))
      }
    }
    let clock = Clock()
    let world = HTTPWorld(
      now: { Timestamp(seconds: clock.now.withLock { $0 }, microseconds: 0) }, sleep: { _ in },
      random: { 0.5 })
    let client = HTTPClient(clock, world)
    let address = try #require(HTTPAddress("http://a.test/feed"))
    var code: String?
    var count = 0
    while code == nil, count < 100 {
      count += 1
      do throws(SlipError) { _ = try client.get(address) } catch { code = error.code }
    }
    #expect(code == HTTPCode.tooLong && count == 6)
    #expect(clock.totals.withLock { $0 } == [600_000, 600_000, 600_000, 600_000, 200_000])
  }

  @Test func triesEnd() throws {
    let script = Script([Self.answer(503)])
    #expect(throws: SlipError.self) { try run(script) }
    #expect(script.urls.count == 5)
    let lasting = Script([.lasting("no host")])
    #expect(throws: SlipError.self) { try run(lasting) }
    #expect(lasting.urls.count == 1)
    let large = Script([.tooLarge])
    #expect(throws: SlipError.self) { try run(large) }
  }

  @Test(arguments: [
    ("7", 7000), ("0", 0), ("Sun, 06 Nov 1994 08:49:47 GMT", 10_000), ("Sun, 06 Nov 1994 08:49:07 GMT", 0),
    ("soon", 500),
  ])
  func serversMayAskForPatience(wish: String, pause: Int) throws {
    let got = try run(Script([Self.answer(429, ["retry-after": wish]), Self.answer(200)]))
    #expect(got.pauses == [pause])
  }

  @Test func tooMuchPatienceIsRefused() throws {
    #expect(throws: SlipError.self) { try run(Script([Self.answer(503, ["retry-after": "86400"])])) }
  }

  @Test func redirectsWithinTheHostAreFollowed() throws {
    let script = Script([
      Self.answer(302, ["location": "/b"]), Self.answer(307, ["location": "https://a.test/c"]),
      Self.answer(200),
    ])
    #expect(try run(script).status == 200)
    #expect(script.urls == ["http://a.test/feed", "http://a.test/b", "https://a.test/c"])
  }

  @Test(arguments: [
    "file:///etc/passwd", "http://b.test/", "//b.test/x", "http://a.test:81/", "gopher://a.test/", "",
    "http://a.test@b.test/",
  ])
  func otherRedirectsAreNot(location: String) throws {
    let script = Script([Self.answer(302, ["location": location]), Self.answer(200)])
    if location.isEmpty {
      // An empty reference is the page itself; that is asked again, a few times.
      #expect(try run(script).status == 200)
    } else {
      #expect(throws: SlipError.self) { try run(script) }
      #expect(script.urls.count == 1)
    }
  }

  @Test func circlesEnd() throws {
    #expect(throws: SlipError.self) { try run(Script([Self.answer(301, ["location": "/feed"])])) }
  }

  @Test func knownVersionsAreNamed() throws {
    let script = Script([Self.answer(304)])
    #expect(try run(script, etag: "\"x\"").status == 304)
    #expect(script.headers == [["Key: geheim", "If-None-Match: \"x\""]])
  }
}
