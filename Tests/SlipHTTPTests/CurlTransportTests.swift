import Foundation
import SlipBase
@testable import SlipHTTP
import Testing

/// Requests by libcurl against a server that lies, stalls and cuts off.
@Suite(.serialized) struct CurlTransportTests {
  /// What one request to a server gives.
  private func ask(
    _ answer: HostileServer.Answer, headers: [(String, String)] = [],
    _ change: (inout HTTPLimits) -> Void = { _ in }
  ) throws -> (HTTPTry, [String]) {
    let server = try HostileServer { _ in answer }
    defer { server.stop() }
    var limits = HTTPLimits()
    (limits.stall, limits.total) = (4, 20_000)
    change(&limits)
    let got = CurlTransport().get("http://127.0.0.1:\(server.port)/x/a%2Fb?c", headers: headers, limits)
    return (got, server.requests)
  }

  private func answer(_ got: HTTPTry) throws -> HTTPAnswer {
    guard case .answer(let answer) = got else {
      Issue.record("\(got)")
      return HTTPAnswer(status: 0)
    }
    return answer
  }

  private func isPassing(_ got: HTTPTry) -> Bool { if case .passing = got { true } else { false } }

  @Test func plainAnswersArrive() throws {
    let (got, requests) = try ask(
      .init("HTTP/1.1 200 OK\r\nETag: \"x\"\r\nContent-Length: 3\r\n\r\nabc"), headers: [("Key", "value")])
    let answer = try answer(got)
    #expect(answer.status == 200 && answer.etag == "\"x\"" && answer.body.array == Array("abc".utf8))
    let head = try #require(requests.first)
    #expect(head.hasPrefix("GET /x/a%2Fb?c HTTP/1.1\r\n") && head.contains("\r\nKey: value\r\n"))
    #expect(head.contains("gzip"))
  }

  @Test(arguments: [200, 204, 304, 404, 410, 429, 503])
  func statusesArrive(status: Int) throws {
    let (got, _) = try ask(.init("HTTP/1.1 \(status) X\r\nContent-Length: 0\r\nRetry-After: 3\r\n\r\n"))
    let answer = try answer(got)
    #expect(answer.status == status && answer.headers["retry-after"] == "3")
  }

  @Test func redirectsAreNotFollowedHere() throws {
    let (got, requests) = try ask(
      .init("HTTP/1.1 302 X\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n"))
    #expect(try answer(got).headers["location"] == "file:///etc/passwd")
    #expect(requests.count == 1)
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n", "HTTP/1.1 200 OK\r\nContent-Le", "",
    "rubbish",
    "HTTP/1.1 200 OK\r\nContent-Length: -3\r\n\r\nabc",
    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc",
  ])
  func cutAndGarbledAnswersAreFaults(text: String) throws {
    let (got, _) = try ask(.init(text))
    switch got {
    case .passing, .lasting: break
    case .answer, .tooLarge: Issue.record("\(got)")
    }
  }

  @Test func stalledAnswersEnd() throws {
    let start = Date()
    let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\na".utf8)
    let (got, _) = try ask(.init(pieces: [head], linger: 30_000)) { $0.stall = 1 }
    #expect(isPassing(got))
    #expect(Date().timeIntervalSince(start) < 25)
  }

  @Test func slowAnswersEnd() throws {
    let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n".utf8)
    let drops = [[UInt8]](repeating: [0x61], count: 12)
    let (got, _) = try ask(.init(pieces: [head] + drops, pause: 400)) { $0.total = 2_000 }
    #expect(isPassing(got))
  }

  /// A byte now and then is no answer, however long it may go on.
  @Test func drippingAnswersEnd() throws {
    let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n".utf8)
    let drops = [[UInt8]](repeating: [0x61], count: 60)
    let start = Date()
    let (got, _) = try ask(.init(pieces: [head] + drops, pause: 400)) { $0.stall = 2 }
    #expect(isPassing(got))
    #expect(Date().timeIntervalSince(start) < 20)
  }

  @Test func hugeAnswersEnd() throws {
    let body = [UInt8](repeating: 0x61, count: 5_000_000)
    let (got, _) = try ask(
      .init("HTTP/1.1 200 OK\r\nContent-Length: 5000000\r\n\r\n", body: body)
    ) { $0.bytes = 1_000_000 }
    guard case .tooLarge = got else {
      Issue.record("\(got)")
      return
    }
  }

  /// 10 MB of zeros in some 10 kB of gzip.
  @Test func bombsEnd() throws {
    let text =
      "import gzip,sys;sys.stdout.buffer.write(gzip.compress(bytes(10000000)))"
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", text]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let body = [UInt8](try pipe.fileHandleForReading.readToEnd() ?? Data())
    process.waitUntilExit()
    try #require(body.count > 1_000 && body.count < 100_000)
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n"
    let (got, _) = try ask(.init(head, body: body)) { $0.bytes = 1_000_000 }
    guard case .tooLarge = got else {
      Issue.record("\(got)")
      return
    }
    // Ten million bytes take a while on a busy machine.
    let (whole, _) = try ask(.init(head, body: body)) { $0.stall = 20 }
    let long = try answer(whole).body
    #expect(long.count == 10_000_000)
    #expect(long.array.firstIndex { $0 != 0 } == nil)
    // A long answer isn't held in memory.
    #expect(!long.isInMemory)
  }

  @Test func nobodyListening() throws {
    let server = try HostileServer { _ in .init("") }
    let port = server.port
    server.stop()
    #expect(isPassing(CurlTransport().get("http://127.0.0.1:\(port)/", headers: [], HTTPLimits())))
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/"])
  func otherSchemesAreRefused(url: String) {
    guard case .lasting = CurlTransport().get(url, headers: [], HTTPLimits()) else {
      Issue.record("\(url)")
      return
    }
  }
}
