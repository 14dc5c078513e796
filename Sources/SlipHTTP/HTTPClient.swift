public import SlipBase
public import SlipFiles
internal import Synchronization

/// How long requests may take, how large answers may be, and how often a request is made.
public struct HTTPLimits: Sendable, Hashable {
  /// How often a request is made in all.
  public var tries = 5
  /// The pause before the second try, in milliseconds; it doubles each time.
  public var firstPause = 500
  /// The longest pause, in milliseconds.
  public var longestPause = 30_000
  /// The longest pause that a server may ask for (`Retry-After`), in milliseconds. One that asks for more ends
  /// the work.
  public var longestWish = 300_000
  /// How many redirects are followed.
  public var redirects = 5
  /// How long connecting may take, in milliseconds.
  public var connecting = 15_000
  /// How long a request may take, in milliseconds.
  public var total = 600_000
  /// How many seconds an answer may be slower than `slowest`.
  public var stall = 30
  /// How many bytes a second an answer has at least: one that drips would take forever.
  public var slowest = 64
  /// How long all requests of a client may take together, with their pauses, in milliseconds.
  public var session = 1_800_000
  /// The most bytes of an answer, decoded.
  public var bytes = 4 << 30

  /// The defaults.
  public init() {}
}

/// The clock, the pauses and the dice of requests.
public struct HTTPWorld: Sendable {
  /// The time.
  public var now: @Sendable () -> Timestamp
  /// Waits for some milliseconds.
  public var sleep: @Sendable (Int) -> Void
  /// A random number from 0 to 1.
  public var random: @Sendable () -> Double

  /// A world.
  public init(
    now: @escaping @Sendable () -> Timestamp, sleep: @escaping @Sendable (Int) -> Void,
    random: @escaping @Sendable () -> Double
  ) {
    (self.now, self.sleep, self.random) = (now, sleep, random)
  }

  /// The clock, pauses and dice of this computer.
  public static let system = HTTPWorld(
    now: { FileClock.now ?? Timestamp(seconds: 0, microseconds: 0) },
    sleep: { FileClock.sleep(milliseconds: $0) }, random: { Double.random(in: 0...1) })
}

/// The answer of a server.
public struct HTTPAnswer: Sendable {
  /// The status, such as 200.
  public var status: Int
  /// The headers by their names in lower case; of several with one name the last counts.
  public var headers: [String: String] = [:]
  /// The body, decoded.
  public var body = FileBytes()

  /// An answer without headers and body.
  public init(status: Int) { self.status = status }

  /// What names this version of the body; nil for none.
  public var etag: String? { headers["etag"] }
}

/// One try of a request, without retries and redirects.
public enum HTTPTry: Sendable {
  /// The server answered.
  case answer(HTTPAnswer)
  /// The network or the server failed; another try may succeed.
  case passing(String)
  /// Another try fails, too.
  case lasting(String)
  /// The answer has more bytes than allowed.
  case tooLarge
}

/// What makes single tries: libcurl, or a test.
public protocol HTTPTransport: Sendable {
  /// Makes one GET request.
  ///
  /// - Parameter headers: Names and values.
  func get(_ url: String, headers: [(String, String)], _ limits: HTTPLimits) -> HTTPTry
}

/// When the requests of a client began.
private final class HTTPSession: Sendable {
  /// The time of the first request; nil before it.
  private let start = Mutex<Timestamp?>(nil)

  /// How many milliseconds have passed since the first request, which this call may be.
  func elapsed(at now: Timestamp) -> Int {
    start.withLock { start in
      let first = start ?? now
      start = first
      return max(0, Int((now.microseconds - first.microseconds) / 1_000))
    }
  }
}

/// Makes GET requests: with retries, redirects within the host, and limits.
public struct HTTPClient {
  /// Makes single tries.
  private let transport: any HTTPTransport
  /// Clock, pauses and dice.
  private let world: HTTPWorld
  /// Bounds.
  private let limits: HTTPLimits
  /// Headers of each request, such as `Authorization`. They are never shown.
  private let headers: [(String, String)]
  /// When the requests began.
  private let session = HTTPSession()

  /// Creates a client.
  public init(
    _ transport: any HTTPTransport, _ world: HTTPWorld, headers: [(String, String)] = [],
    limits: HTTPLimits = HTTPLimits()
  ) {
    (self.transport, self.world, self.headers, self.limits) = (transport, world, headers, limits)
  }

  /// Requests an address.
  ///
  /// A try that fails, and a status that asks for patience (408, 425, 429, 500, 502, 503, 504), is followed by
  /// another after a pause: twice as long each time, of which a random half is waited, or as long as the server
  /// asks.
  ///
  /// - Parameter etag: The version that is known; the server answers 304 for the same.
  /// - Returns: An answer of any other status, and the address that gave it.
  /// - Throws: `SlipError` with a code of `HTTPCode`.
  public func get(
    _ address: HTTPAddress, etag: String? = nil
  ) throws(SlipError) -> (answer: HTTPAnswer, address: HTTPAddress) {
    var place = address
    for _ in 0...limits.redirects {
      let answer = try patientGet(place, etag)
      guard [301, 302, 303, 307, 308].contains(answer.status) else { return (answer, place) }
      guard let next = answer.headers["location"].flatMap({ place.resolve($0) }), place.mayLead(to: next)
      else {
        throw HTTPClient.error(
          HTTPCode.redirected, "The server redirects to another host or scheme, which isn't followed.", place)
      }
      place = next
    }
    throw HTTPClient.error(HTTPCode.redirected, "The server redirects too often.", address)
  }

  /// Requests an address until there is an answer.
  private func patientGet(_ address: HTTPAddress, _ etag: String?) throws(SlipError) -> HTTPAnswer {
    var sent = headers
    if let etag { sent.append(("If-None-Match", etag)) }
    var pause = limits.firstPause
    var left = limits.tries
    while true {
      left -= 1
      var wish: Int?
      let reason: String
      switch transport.get(address.url, headers: sent, try limitsNow(address)) {
      case .answer(let answer) where HTTPClient.passingStatuses.contains(answer.status):
        wish = answer.headers["retry-after"].flatMap { HTTPClient.milliseconds($0, now: world.now()) }
        reason = "status \(answer.status)"
      case .answer(let answer): return answer
      case .passing(let text): reason = text
      case .lasting(let text):
        throw HTTPClient.error(HTTPCode.unreachable, "The request failed: \(text).", address)
      case .tooLarge:
        throw HTTPClient.error(
          HTTPCode.tooLarge, "The answer has more than \(limits.bytes) bytes.", address)
      }
      guard left > 0, wish ?? 0 <= limits.longestWish else {
        throw HTTPClient.error(HTTPCode.unreachable, "The request failed: \(reason).", address)
      }
      world.sleep(wish ?? pause / 2 + Int(Double(pause) / 2 * world.random()))
      pause = min(2 * pause, limits.longestPause)
    }
  }

  /// The limits of a request that is made now: it must end with the time of all.
  ///
  /// - Throws: `SlipError` with code `HTTPCode.tooLong` where no time is left.
  private func limitsNow(_ address: HTTPAddress) throws(SlipError) -> HTTPLimits {
    let left = limits.session - session.elapsed(at: world.now())
    guard left > 0 else {
      throw HTTPClient.error(
        HTTPCode.tooLong, "The requests take more than \(limits.session / 1_000) seconds together.", address)
    }
    var now = limits
    now.total = min(now.total, left)
    now.connecting = min(now.connecting, left)
    return now
  }

  /// Statuses that another try may change.
  private static let passingStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

  /// The error of a request.
  public static func error(_ code: String, _ message: String, _ address: HTTPAddress) -> SlipError {
    SlipError(.cannotDo, code: code, message, at: SourceLocation(file: address.display))
  }

  /// The pause of `Retry-After`: seconds, or a date (RFC 9110, section 5.6.7); nil for anything else.
  static func milliseconds(_ text: String, now: Timestamp) -> Int? {
    if let seconds = Int(text) { return seconds < 0 ? nil : min(seconds, 1 << 30) * 1000 }
    let parts = text.split(whereSeparator: { " ,-:".contains($0) })
    guard parts.count >= 7, let day = Int(parts[1]), let month = months.firstIndex(of: String(parts[2])),
      let year = Int(parts[3]), let hour = Int(parts[4]), let minute = Int(parts[5]),
      let second = Int(parts[6]),
      let time = Timestamp(
        year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
    else { return nil }
    return max(0, Int((time.microseconds - now.microseconds) / 1000))
  }

  /// Months as dates of HTTP name them.
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

/// Headers of requests as files and environments have them.
public enum HTTPHeaders {
  /// Reads `Name: value`, a line each; empty lines and those that begin with `#` are left out.
  ///
  /// - Throws: `SlipError` with code `HTTPCode.badHeader`, which doesn't show the line.
  public static func read(_ text: String, from name: String) throws(SlipError) -> [(String, String)] {
    var found: [(String, String)] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      if line.first == "#" || line.allSatisfy(\.isWhitespace) { continue }
      let parts = line.split(separator: ":", maxSplits: 1)
      let isName = parts.first?.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3A } ?? false
      guard parts.count == 2, isName, !parts[1].unicodeScalars.contains(where: { $0.value < 0x20 }) else {
        throw SlipError(
          .usage, code: HTTPCode.badHeader, "This line is not a header such as `Authorization: …`.",
          at: SourceLocation(file: name, .position(line: index + 1, column: 1, offset: nil)))
      }
      found.append((String(parts[0]), String(parts[1].drop { $0 == " " })))
    }
    return found
  }
}
